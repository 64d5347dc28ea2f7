// Section of the form of a date: prices.
import { BooleanInput, NumberInput, TextInput } from 'react-admin'
import { PriceAmountInputs } from '../../catalogue/price-amount-inputs.tsx'
import { ChildRowsInput } from '../../shell/form/child-rows-input.tsx'
import { DateInput } from '../../shell/form/date-time-inputs.tsx'
import { Section } from '../../shell/form/form-section.tsx'

export const PriceFields = () => (
  <Section title="dates.tab.prices" help="dates.priceHelp">
    <ChildRowsInput source="prices" row="catalogue.price">
      <TextInput source="title" />
      <PriceAmountInputs maxVatRate={100} />
      <TextInput source="currency" defaultValue="EUR" />
      <BooleanInput source="vatIncluded" defaultValue={false} />
      <DateInput source="validFrom" />
      <DateInput source="validTo" />
      <TextInput source="validFor" />
      <TextInput source="description" />
      <TextInput source="additionalFieldText" />
      <NumberInput source="priceType" min={0} defaultValue={0} />
    </ChildRowsInput>
  </Section>
)

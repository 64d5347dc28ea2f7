// A date's prices: gross follows from net, and the other way round.
import { useEvent } from 'ra-core'
import { BooleanInput, NumberInput, TextInput, useSourceContext } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { DateInput } from '../../shell/form/date-time-inputs.tsx'
import { Section } from '../../shell/form/form-section.tsx'
import { MoneyInput } from '../../shell/form/money-input.tsx'
import { ChildRowsInput } from './child-rows-input.tsx'
import { grossOf, netOf } from './price.ts'

const isAmount = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value)

/** Net, VAT and gross of one line. `onBlur` comes after the amount that was typed is in the form. */
function AmountFields() {
  const { getSource } = useSourceContext()
  const { getValues, setValue } = useFormContext()
  const updateOtherAmount = useEvent((from: 'net' | 'gross' | 'vat') => {
    const [net, gross, vat] = getValues([getSource('net'), getSource('gross'), getSource('vat')])
    const rate = isAmount(vat) ? vat : 0
    const set = (name: string, value: number) => setValue(getSource(name), value, { shouldDirty: true })
    if (from !== 'gross' && isAmount(net)) set('gross', grossOf(net, rate))
    else if (from !== 'net' && isAmount(gross)) set('net', netOf(gross, rate))
  })
  return (
    <>
      <MoneyInput source="net" onBlur={() => updateOtherAmount('net')} />
      <NumberInput
        source="vat"
        min={0}
        max={100}
        step="any"
        defaultValue={19}
        onBlur={() => updateOtherAmount('vat')}
      />
      <MoneyInput source="gross" onBlur={() => updateOtherAmount('gross')} />
    </>
  )
}

export const PricesTab = () => (
  <Section title="dates.tab.prices" help="dates.priceHelp">
    <ChildRowsInput source="prices">
      <TextInput source="title" />
      <AmountFields />
      <TextInput source="currency" defaultValue="EUR" />
      <BooleanInput source="vat_included" defaultValue={false} />
      <DateInput source="valid_from" />
      <DateInput source="valid_to" />
      <TextInput source="valid_for" />
      <TextInput source="description" />
      <TextInput source="additional_field_text" />
      <NumberInput source="price_type" min={0} defaultValue={0} />
    </ChildRowsInput>
  </Section>
)

// The sections of an event's form.

import { BooleanInput, NumberInput, required, SelectInput, TextInput } from 'react-admin'
import type { EventTexts } from '../../../server/catalogue/records/event-fields.ts'
import { questionKindNames } from '../../../server/catalogue/records/question-kinds.ts'
import { ChildRowsInput } from '../../shell/form/child-rows-input.tsx'
import { FieldRow, Section } from '../../shell/form/form-section.tsx'
import { MoneyInput } from '../../shell/form/money-input.tsx'
import { CategoriesInput } from '../categories/category-input.tsx'
import { HtmlInput } from '../html-input.tsx'
import { PriceAmountInputs } from '../price-amount-inputs.tsx'

export const GeneralFields = () => (
  <Section title="catalogue.formPart.general">
    <TextInput source="title" validate={required()} />
    <TextInput source="subtitle" />
    <FieldRow>
      <TextInput source="identifier" />
      <TextInput source="articleNo" />
      <NumberInput source="numberOfDays" min={0} step={1} />
    </FieldRow>
    <CategoriesInput source="categoryIds" />
    <TextInput source="descriptionLink" type="url" />
    <FieldRow>
      <BooleanInput source="prospectiveAllowed" />
      <BooleanInput source="publishCoopDataAllowed" />
    </FieldRow>
  </Section>
)

const textFields: readonly (keyof EventTexts)[] = [
  'teaser',
  'description',
  'objectives',
  'targetGroup',
  'requirements',
  'itinerary',
  'service',
]

export const TextFields = () => (
  <Section title="catalogue.formPart.texts">
    {textFields.map((field) => (
      <HtmlInput key={field} source={field} />
    ))}
  </Section>
)

const CancellationFields = () => (
  <Section
    title="resources.events.fields.cancellationSteps"
    help="catalogue.hint.cancellation"
    list="cancellationSteps"
  >
    <ChildRowsInput source="cancellationSteps" row="catalogue.cancellationStep" ordered={false}>
      <NumberInput source="daysBefore" min={0} />
      <NumberInput source="feePercent" min={0} max={100} />
    </ChildRowsInput>
  </Section>
)

const GroupDiscountFields = () => (
  <Section
    title="resources.events.fields.groupDiscountSteps"
    help="catalogue.hint.groupDiscountSteps"
    list="groupDiscountSteps"
  >
    <ChildRowsInput source="groupDiscountSteps" row="catalogue.groupDiscountStep" ordered={false}>
      <NumberInput source="minSeats" min={2} max={100} step={1} validate={required()} />
      <NumberInput source="discountPercent" min={0} max={100} />
    </ChildRowsInput>
  </Section>
)

const VatFields = () => (
  <Section title="catalogue.formPart.vat" help="catalogue.hint.vat" list="vatExemptionDe">
    <TextInput source="vatExemptionDe" className="wide" />
    <TextInput source="vatExemptionEn" className="wide" />
  </Section>
)

const WithdrawalFields = () => (
  <Section
    title="catalogue.formPart.withdrawal"
    help="catalogue.hint.withdrawal"
    list="withdrawalExceptionDe"
  >
    <TextInput source="withdrawalExceptionDe" multiline />
    <TextInput source="withdrawalExceptionEn" multiline />
  </Section>
)

const questionKinds = questionKindNames.map((id) => ({
  id,
  name: `catalogue.questionKind.${id}`,
}))

const QuestionFields = () => (
  <Section title="resources.events.fields.questions" help="catalogue.hint.questions" list="questions">
    <ChildRowsInput source="questions" row="catalogue.question">
      <SelectInput source="kind" choices={questionKinds} defaultValue="text" validate={required()} />
      <TextInput source="textDe" className="wide" validate={required()} />
      <TextInput source="textEn" className="wide" />
      <TextInput source="choicesDe" helperText="feedback.choiceLines" multiline className="wide" />
      <TextInput source="choicesEn" helperText="feedback.choiceOrder" multiline className="wide" />
      <BooleanInput source="isRequired" defaultValue={false} />
      <BooleanInput source="isPerParticipant" defaultValue={false} />
    </ChildRowsInput>
  </Section>
)

const confirmationRules = ['never', 'disposable', 'always'].map((id) => ({
  id,
  name: `catalogue.confirmationRule.${id}`,
}))

const VisitorChangeFields = () => (
  <Section title="catalogue.formPart.visitorChanges" help="catalogue.hint.visitorChanges">
    <BooleanInput source="visitorsMayName" defaultValue />
    <BooleanInput source="visitorsMayMove" defaultValue />
    <BooleanInput source="visitorsMayCancel" defaultValue />
    <NumberInput source="visitorChangeDays" min={1} max={365} step={1} defaultValue={1} />
    <SelectInput
      source="visitorsConfirmByMail"
      choices={confirmationRules}
      defaultValue="never"
      validate={required()}
    />
  </Section>
)

export const PriceFields = () => (
  <>
    <Section title="resources.events.fields.prices" help="catalogue.hint.prices">
      <ChildRowsInput source="prices" row="catalogue.price">
        <TextInput source="title" className="wide" />
        <TextInput source="description" multiline className="wide" />
        <PriceAmountInputs maxVatRate={999.99} />
        <TextInput source="currency" defaultValue="EUR" />
        <BooleanInput source="vatIncluded" defaultValue={false} />
      </ChildRowsInput>
    </Section>
    <Section
      title="resources.events.fields.groupDiscounts"
      help="catalogue.hint.discounts"
      list="groupDiscounts"
    >
      <ChildRowsInput source="groupDiscounts" row="catalogue.discount">
        <TextInput source="" label="catalogue.discount" className="whole" />
      </ChildRowsInput>
    </Section>
    <GroupDiscountFields />
    <CancellationFields />
    <VatFields />
    <WithdrawalFields />
    <QuestionFields />
    <VisitorChangeFields />
  </>
)

export const CertificateFields = () => (
  <Section title="catalogue.formPart.certificate" help="catalogue.hint.certificate">
    <NumberInput source="certificatePercent" min={0} max={100} step={1} />
    <TextInput source="certificateTextDe" multiline minRows={4} />
    <TextInput source="certificateTextEn" multiline minRows={4} />
  </Section>
)

export const PdfFields = () => (
  <ChildRowsInput source="pdfs" row="relations.catalogue_pdf">
    <TextInput source="name" />
    <TextInput source="key" />
    <TextInput source="link" className="wide" />
  </ChildRowsInput>
)

export const PackageFields = () => (
  <Section
    title="resources.events.fields.conferencePackageItems"
    help="catalogue.hint.package"
    list="conferencePackageItems"
  >
    <ChildRowsInput source="conferencePackageItems" row="catalogue.packageItem">
      <TextInput source="name" className="wide" />
      <TextInput source="resourceType" />
      <TextInput source="resourceId" />
      <TextInput source="description" multiline className="wide" />
      <TextInput source="comment" multiline className="wide" />
      <TextInput source="descriptionHtml" multiline className="whole" />
      <MoneyInput source="purchasePrice" />
      <MoneyInput source="salesPrice" />
      <MoneyInput source="internalSalesPrice" />
      <MoneyInput source="overwrittenSalesPrice" />
      <MoneyInput source="pricePerDay" />
      <TextInput source="currency" defaultValue="EUR" />
      <MoneyInput source="taxAmount" currency="%" />
      <BooleanInput source="taxIncluded" defaultValue={false} />
    </ChildRowsInput>
  </Section>
)

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

export const FeatureFields = () => (
  <>
    <TextInput source="metaData" multiline minRows={2} />
    <Section title="resources.events.fields.metaTags" help="catalogue.hint.tags" list="metaTags">
      <ChildRowsInput source="metaTags" row="catalogue.tag">
        <TextInput source="topicName" />
        <TextInput source="eventTypeName" />
        <TextInput source="targetGroupName" />
        <TextInput source="competenceLevelName" />
        <TextInput source="occupationName" />
        <TextInput source="languageTraining" />
        <ChildRowsInput source="dropdownLists" row="catalogue.listGroup" nested>
          <ChildRowsInput source="lists" row="catalogue.list" nested>
            <TextInput source="listId" />
            <TextInput source="name" />
            <ChildRowsInput source="options" row="catalogue.option" nested>
              <TextInput source="entryId" />
              <TextInput source="value" />
              <TextInput source="name" />
            </ChildRowsInput>
          </ChildRowsInput>
        </ChildRowsInput>
      </ChildRowsInput>
    </Section>
    <Section title="resources.events.fields.misc" help="catalogue.hint.misc" list="misc">
      <ChildRowsInput source="misc" row="catalogue.misc">
        {numbers.map((number) => (
          <TextInput key={number} source={`misc${number}`} />
        ))}
      </ChildRowsInput>
    </Section>
    <Section title="resources.events.fields.ebgData" help="catalogue.hint.ebg" list="ebgData">
      <ChildRowsInput source="ebgData" row="catalogue.ebg">
        <ChildRowsInput source="fields" row="catalogue.ebgField" nested>
          <TextInput source="description" />
          <TextInput source="value" />
          <TextInput source="defaultDescription" />
        </ChildRowsInput>
      </ChildRowsInput>
    </Section>
  </>
)

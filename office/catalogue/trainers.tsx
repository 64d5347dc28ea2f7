// The list and the form of trainers.
import { AutocompleteInput, ReferenceInput, required, SelectInput, TextInput } from 'react-admin'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { ChildRowsInput } from '../shell/form/child-rows-input.tsx'
import { DateInput } from '../shell/form/date-time-inputs.tsx'
import { FieldRow, Section } from '../shell/form/form-section.tsx'
import { RecordForm } from '../shell/form/record-form.tsx'
import { byRelevance } from '../shell/form/reference-inputs.tsx'
import { NumberField } from '../shell/list/fields.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { CreatePage } from '../shell/page/edit-page.tsx'
import { HtmlInput } from './html-input.tsx'
import { OverlapCheckInput } from './overlap-check-input.tsx'
import { WriteToolbar } from './write-toolbar.tsx'

const Column = columnOf<RowOf<'trainers'>>()

export const TrainerList = () => (
  <ListPage sort={{ field: 'lastName', order: 'ASC' }} phoneColumns={['lastName', 'firstName', 'company']}>
    <Column source="identifier" />
    <Column source="lastName" />
    <Column source="firstName" disableSort />
    <Column source="title" disableSort />
    <Column source="company" />
    <Column source="dateCount" field={NumberField} />
  </ListPage>
)

const salutations = [
  { id: 'mr', name: 'catalogue.mr' },
  { id: 'ms', name: 'catalogue.ms' },
]

/** The contact of the trainer, for users with the right to contacts. */
function ContactInput() {
  if (!useHasRight('090300:access')) return null
  return (
    <ReferenceInput source="contactId" reference="contacts" sort={byRelevance}>
      <AutocompleteInput
        optionText={(contact: { name?: string; firstName?: string; lastName?: string }) =>
          contact.name ?? [contact.firstName, contact.lastName].filter(Boolean).join(' ')
        }
        filterToQuery={(q: string) => ({ q })}
        helperText="catalogue.trainer.contactHint"
      />
    </ReferenceInput>
  )
}

const Fields = () => (
  <>
    <FieldRow>
      <SelectInput source="salutation" choices={salutations} />
      <TextInput source="title" />
      <TextInput source="identifier" />
    </FieldRow>
    <FieldRow>
      <TextInput source="firstName" />
      <TextInput source="lastName" validate={required()} />
    </FieldRow>
    <TextInput source="company" />
    <ContactInput />
    <HtmlInput source="descriptionHtml" />
    <TextInput source="imageUrl" type="url" />
    <OverlapCheckInput />
    <Section title="resources.trainers.fields.absences.name">
      <ChildRowsInput source="absences" row="relations.trainer_absence" ordered={false}>
        <DateInput source="firstDay" validate={required()} />
        <DateInput source="lastDay" validate={required()} />
        <TextInput source="reason" />
      </ChildRowsInput>
    </Section>
  </>
)

export const TrainerForm = () => (
  <RecordForm toolbar={<WriteToolbar />}>
    <Fields />
  </RecordForm>
)

export const TrainerCreate = () => (
  <CreatePage>
    <TrainerForm />
  </CreatePage>
)

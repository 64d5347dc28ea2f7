// Trainers as the website shows them.
import { AutocompleteInput, ReferenceInput, required, SelectInput, TextInput } from 'react-admin'
import { useHasRight } from '../shell/api/session.ts'
import { CreatePage, EditPage } from '../shell/form/edit-page.tsx'
import { FieldRow } from '../shell/form/form-section.tsx'
import { RecordForm } from '../shell/form/record-form.tsx'
import { RecordHistory } from '../shell/history/record-history.tsx'
import { NumberField } from '../shell/list/fields.tsx'
import { Column, ListPage } from '../shell/list/list-page.tsx'
import { HtmlInput } from './html-input.tsx'
import { WriteToolbar } from './write-toolbar.tsx'

export const TrainerList = () => (
  <ListPage sort={{ field: 'trainer_lastname', order: 'ASC' }}>
    <Column source="trainer_identifier" />
    <Column source="trainer_lastname" />
    <Column source="trainer_firstname" disableSort />
    <Column source="trainer_title" disableSort />
    <Column source="trainer_company" />
    <Column source="date_count" field={NumberField} />
  </ListPage>
)

const salutations = [
  { id: 'mr', name: 'catalogue.mr' },
  { id: 'ms', name: 'catalogue.ms' },
]

/** The person that the trainer is; shown to those who may see persons. */
function ContactInput() {
  if (!useHasRight('090300:access')) return null
  return (
    <ReferenceInput source="contact_id" reference="contacts">
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
      <TextInput source="trainer_title" />
      <TextInput source="trainer_identifier" />
    </FieldRow>
    <FieldRow>
      <TextInput source="trainer_firstname" />
      <TextInput source="trainer_lastname" validate={required()} />
    </FieldRow>
    <TextInput source="trainer_company" />
    <ContactInput />
    <HtmlInput source="trainer_description_html" />
    <TextInput source="trainer_image_url" type="url" />
  </>
)

export const TrainerEdit = () => (
  <EditPage actions={false}>
    <RecordForm toolbar={<WriteToolbar />}>
      <Fields />
    </RecordForm>
    <RecordHistory subject="trainer" />
  </EditPage>
)

export const TrainerCreate = () => (
  <CreatePage>
    <RecordForm toolbar={<WriteToolbar />}>
      <Fields />
    </RecordForm>
  </CreatePage>
)

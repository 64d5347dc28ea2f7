// Locations of dates: where they are, and what the website adds.
import { required, TextInput } from 'react-admin'
import { CreatePage, EditPage } from '../shell/form/edit-page.tsx'
import { FieldRow } from '../shell/form/form-section.tsx'
import { RecordForm } from '../shell/form/record-form.tsx'
import { NumberField } from '../shell/list/fields.tsx'
import { Column, ListPage } from '../shell/list/list-page.tsx'
import { WriteToolbar } from './write-toolbar.tsx'

export const LocationList = () => (
  <ListPage sort={{ field: 'name', order: 'ASC' }}>
    <Column source="name" />
    <Column source="street" disableSort />
    <Column source="zip" />
    <Column source="city" />
    <Column source="additional_field" disableSort />
    <Column source="date_count" field={NumberField} />
  </ListPage>
)

const Fields = () => (
  <>
    <TextInput source="name" validate={required()} />
    <FieldRow>
      <TextInput source="street" />
      <TextInput source="house_number" />
      <TextInput source="addition" />
    </FieldRow>
    <FieldRow>
      <TextInput source="zip" />
      <TextInput source="city" />
      <TextInput source="country" />
    </FieldRow>
    <FieldRow>
      <TextInput source="phone" type="tel" />
      <TextInput source="link" type="url" />
    </FieldRow>
    <TextInput source="additional_field" multiline />
  </>
)

export const LocationEdit = () => (
  <EditPage actions={false}>
    <RecordForm toolbar={<WriteToolbar />}>
      <Fields />
    </RecordForm>
  </EditPage>
)

export const LocationCreate = () => (
  <CreatePage>
    <RecordForm toolbar={<WriteToolbar />}>
      <Fields />
    </RecordForm>
  </CreatePage>
)

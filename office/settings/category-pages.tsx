// Categories of contacts and of leads.
import { ReferenceInput, required, SelectInput, TextInput } from 'react-admin'
import type { RowOf } from '../shell/api/endpoints.ts'
import { RecordForm } from '../shell/form/record-form.tsx'
import { RecordHistory } from '../shell/history/record-history.tsx'
import { RecordFilter } from '../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { CreatePage, EditPage } from '../shell/page/edit-page.tsx'

const byName = { field: 'name', order: 'ASC' } as const

const ContactCategoryColumn = columnOf<RowOf<'contact-categories'>>()

export const ContactCategoryList = () => (
  <ListPage sort={byName}>
    <ContactCategoryColumn source="name" />
  </ListPage>
)
export const ContactCategoryCreate = () => (
  <CreatePage redirect="list">
    <RecordForm>
      <TextInput source="name" validate={required()} autoFocus />
    </RecordForm>
  </CreatePage>
)
export const ContactCategoryEdit = () => (
  <EditPage>
    <RecordForm>
      <TextInput source="name" validate={required()} />
    </RecordForm>
    <RecordHistory subject="contact_category" />
  </EditPage>
)

const Client = () => (
  <ReferenceInput source="clientId" reference="clients" perPage={1000}>
    <SelectInput optionText="name" validate={required()} />
  </ReferenceInput>
)

const LeadCategoryColumn = columnOf<RowOf<'lead-categories'>>()

export const LeadCategoryList = () => (
  <ListPage sort={byName} filters={[<RecordFilter key="clientId" source="clientId" reference="clients" />]}>
    <LeadCategoryColumn source="name" />
    <LeadCategoryColumn source="clientName" />
  </ListPage>
)
export const LeadCategoryCreate = () => (
  <CreatePage redirect="list">
    <RecordForm>
      <TextInput source="name" validate={required()} autoFocus />
      <Client />
    </RecordForm>
  </CreatePage>
)
export const LeadCategoryEdit = () => (
  <EditPage>
    <RecordForm>
      <TextInput source="name" validate={required()} />
      <Client />
    </RecordForm>
    <RecordHistory subject="lead_category" />
  </EditPage>
)

// Communication templates with a preview.
import { required, TextInput } from 'react-admin'
import type { RowOf } from '../shell/api/endpoints.ts'
import { CreatePage, EditPage } from '../shell/form/edit-page.tsx'
import { RecordForm } from '../shell/form/record-form.tsx'
import { RecordHistory } from '../shell/history/record-history.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { BodyInput, Placeholders } from './body-input.tsx'
import { TemplatePreview } from './template-preview.tsx'

const Fields = () => (
  <>
    <TextInput source="name" validate={required()} />
    <Placeholders />
    <TextInput source="subject" />
    <BodyInput source="body" />
    <TemplatePreview subject="subject" body="body" />
  </>
)

const Column = columnOf<RowOf<'communication-templates'>>()

export const TemplateList = () => (
  <ListPage sort={{ field: 'name', order: 'ASC' }}>
    <Column source="name" />
    <Column source="subject" />
  </ListPage>
)
export const TemplateCreate = () => (
  <CreatePage>
    <RecordForm>
      <Fields />
    </RecordForm>
  </CreatePage>
)
export const TemplateEdit = () => (
  <EditPage>
    <RecordForm>
      <Fields />
    </RecordForm>
    <RecordHistory subject="communication_template" />
  </EditPage>
)

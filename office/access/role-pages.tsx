// Roles: list and form.
import { required, TextInput } from 'react-admin'
import type { RowOf } from '../shell/api/endpoints.ts'
import { RecordForm } from '../shell/form/record-form.tsx'
import { RecordHistory } from '../shell/history/record-history.tsx'
import { NumberField } from '../shell/list/fields.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { CreatePage, EditPage } from '../shell/page/edit-page.tsx'
import { RightsField } from './rights-field.tsx'
import { RightsInput } from './rights-input.tsx'

type Role = RowOf<'roles'>

const Column = columnOf<Role>()

export const RoleList = () => (
  <ListPage sort={{ field: 'name', order: 'ASC' }}>
    <Column source="name" />
    <Column source="rights" disableSort>
      <RightsField />
    </Column>
    <Column source="userCount" field={NumberField} />
  </ListPage>
)

export const RoleCreate = () => (
  <CreatePage redirect="list">
    <RecordForm defaultValues={{ rights: [] }}>
      <TextInput source="name" validate={required()} autoFocus />
      <RightsInput />
    </RecordForm>
  </CreatePage>
)

export const RoleEdit = () => (
  <EditPage>
    <RecordForm>
      <TextInput source="name" validate={required()} />
      <RightsInput />
    </RecordForm>
    <RecordHistory subject="role" />
  </EditPage>
)

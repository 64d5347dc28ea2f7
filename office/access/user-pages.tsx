// Users: list, creation with an invitation, editing.
import { Chip } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { ReferenceArrayField, SingleFieldList, useRedirect } from 'react-admin'
import type { Answer, RowOf } from '../shell/api/endpoints.ts'
import { RecordForm, saveOnly } from '../shell/form/record-form.tsx'
import { DateTimeField } from '../shell/list/fields.tsx'
import { RecordFilter, YesNoFilter } from '../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { cellWidth } from '../shell/list/list-styles.ts'
import { EditPage } from '../shell/page/edit-page.tsx'
import { RightsField } from './rights-field.tsx'
import { SecretCreate } from './secret-create.tsx'
import { absoluteUrl } from './secret-dialog.tsx'
import { UserAccess } from './user-access.tsx'
import { UserFields } from './user-fields.tsx'

type User = RowOf<'users'>

const Column = columnOf<User>()
const narrow = cellWidth(11)

function StatusField(_: { label?: string }) {
  const translate = useTranslate()
  const user = useRecordContext<User>()
  if (!user) return null
  if (user.isLocked) return <Chip size="small" color="warning" label={translate('users.short.locked')} />
  if (!user.hasPassword)
    return (
      <Chip
        size="small"
        variant="outlined"
        label={translate(user.invitationExpiresAt ? 'users.short.invited' : 'users.short.notInvited')}
      />
    )
  return <>{translate('users.short.active')}</>
}

export const UserList = () => (
  <ListPage
    sort={{ field: 'name', order: 'ASC' }}
    phoneColumns={['name', 'email', 'isLocked']}
    filters={[
      <YesNoFilter key="isLocked" source="isLocked" />,
      <YesNoFilter key="isAdmin" source="isAdmin" />,
      <RecordFilter key="roleId" source="roleId" reference="roles" />,
    ]}
  >
    <Column source="name" cellSx={narrow} />
    <Column source="email" cellSx={narrow} />
    <Column source="roleIds" disableSort>
      <ReferenceArrayField source="roleIds" reference="roles">
        <SingleFieldList linkType={false} />
      </ReferenceArrayField>
    </Column>
    <Column source="rights" disableSort cellSx={narrow}>
      <RightsField />
    </Column>
    <Column source="clientIds" disableSort>
      <ReferenceArrayField source="clientIds" reference="clients">
        <SingleFieldList linkType={false} />
      </ReferenceArrayField>
    </Column>
    <Column source="lastSeenAt" field={DateTimeField} />
    <Column source="isLocked" disableSort label="resources.users.fields.status">
      <StatusField />
    </Column>
  </ListPage>
)

export function UserCreate() {
  const redirect = useRedirect()
  return (
    <SecretCreate<Answer<'POST', '/users'>>
      title="users.linkTitle"
      text="users.linkText"
      label="users.link"
      secretOf={({ link }) => absoluteUrl(link)}
      onCreated={({ id }) => redirect('edit', 'users', id)}
      defaultValues={{ rights: [], roleIds: [], isAdmin: false, isCrm: false }}
    >
      <UserFields />
    </SecretCreate>
  )
}

export const UserEdit = () => (
  <EditPage>
    <RecordForm toolbar={saveOnly}>
      <UserFields />
    </RecordForm>
    <UserAccess />
  </EditPage>
)

// Users: the list, a new one with its invitation, and one with all that administrators do about it.
import { Chip } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { BooleanInput, ReferenceArrayField, SingleFieldList, useRedirect } from 'react-admin'
import { CreatePage, EditPage } from '../shell/form/edit-page.tsx'
import { RecordForm, saveOnly } from '../shell/form/record-form.tsx'
import { DateTimeField } from '../shell/list/fields.tsx'
import { Column, ListPage } from '../shell/list/list-page.tsx'
import { absoluteUrl, SecretDialog } from './secret-dialog.tsx'
import { UserAccess } from './user-access.tsx'
import { UserFields } from './user-fields.tsx'

function StateField(_: { label?: string }) {
  const translate = useTranslate()
  const user = useRecordContext()
  if (!user) return null
  if (user['locked']) return <Chip size="small" color="warning" label={translate('users.short.locked')} />
  if (!user['password'])
    return (
      <Chip
        size="small"
        variant="outlined"
        label={translate(user['invitedUntil'] ? 'users.short.invited' : 'users.short.notInvited')}
      />
    )
  return <>{translate('users.short.active')}</>
}

function RightsField(_: { label?: string }) {
  const translate = useTranslate()
  const user = useRecordContext()
  if (!user) return null
  return <>{user['admin'] ? translate('users.short.admin') : user['rights'].join(', ')}</>
}

export const UserList = () => (
  <ListPage
    sort={{ field: 'name', order: 'ASC' }}
    filters={[<BooleanInput key="locked" source="locked" />, <BooleanInput key="admin" source="admin" />]}
  >
    <Column source="name" />
    <Column source="email" />
    <Column source="rights" disableSort>
      <RightsField />
    </Column>
    <Column source="clientIds" disableSort>
      <ReferenceArrayField source="clientIds" reference="clients">
        <SingleFieldList linkType={false} />
      </ReferenceArrayField>
    </Column>
    <Column source="lastSeenAt" field={DateTimeField} />
    <Column source="state" disableSort>
      <StateField />
    </Column>
  </ListPage>
)

export function UserCreate() {
  const redirect = useRedirect()
  const [created, setCreated] = useState<{ id: number; link: string }>()
  return (
    <>
      <CreatePage
        redirect={false}
        mutationOptions={{ onSuccess: (data) => setCreated(data as unknown as { id: number; link: string }) }}
      >
        <RecordForm
          warnWhenUnsavedChanges={!created}
          defaultValues={{ rights: [], admin: false, crm: false }}
        >
          <UserFields />
        </RecordForm>
      </CreatePage>
      {created && (
        <SecretDialog
          title="users.linkTitle"
          text="users.linkText"
          label="users.link"
          secret={absoluteUrl(created.link)}
          onClose={() => redirect('edit', 'users', created.id)}
        />
      )}
    </>
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

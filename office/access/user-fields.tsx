// The fields of a user: name, clients, rights.
import { Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import {
  AutocompleteArrayInput,
  BooleanInput,
  email,
  ReferenceArrayInput,
  required,
  SelectInput,
  TextInput,
  useGetList,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { RowOf } from '../shell/api/endpoints.ts'
import { RightsInput } from './rights-input.tsx'

const languages = [
  { id: 'de', name: 'Deutsch' },
  { id: 'en', name: 'English' },
]

function DefaultClient() {
  const { data: clients = [] } = useGetList<RowOf<'clients'>>('clients', {
    pagination: { page: 1, perPage: 1000 },
    sort: { field: 'name', order: 'ASC' },
  })
  const chosenClientIds: number[] = useWatch({ name: 'clientIds' }) ?? []
  const choices = clients.filter(({ id }) => chosenClientIds.includes(id))
  if (choices.length < 2) return null
  return <SelectInput source="defaultClientId" choices={choices} helperText="users.defaultClientHelp" />
}

function Access() {
  const translate = useTranslate()
  const isAdmin: boolean = useWatch({ name: 'isAdmin' }) ?? false
  return (
    <>
      <BooleanInput source="isAdmin" helperText="users.adminHelp" />
      {isAdmin ? (
        <Typography color="textSecondary" sx={{ mb: 1 }}>
          {translate('users.adminHasAll')}
        </Typography>
      ) : (
        <>
          <ReferenceArrayInput source="roleIds" reference="roles" perPage={1000}>
            <AutocompleteArrayInput optionText="name" helperText="users.rolesHelp" />
          </ReferenceArrayInput>
          <RightsInput />
        </>
      )}
      <BooleanInput source="isCrm" helperText="users.crmHelp" />
    </>
  )
}

export const UserFields = () => (
  <>
    <TextInput source="name" validate={required()} autoComplete="off" />
    <TextInput source="email" type="email" validate={[required(), email()]} autoComplete="off" />
    <SelectInput source="language" choices={languages} emptyText="users.browserLanguage" />
    <ReferenceArrayInput source="clientIds" reference="clients" perPage={1000}>
      <AutocompleteArrayInput optionText="name" helperText="users.clientsHelp" />
    </ReferenceArrayInput>
    <DefaultClient />
    <Access />
  </>
)

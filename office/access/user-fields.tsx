// The fields of a user: who it is, for which clients, and what it may do.
import { Box, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import {
  AutocompleteArrayInput,
  BooleanInput,
  CheckboxGroupInput,
  email,
  ReferenceArrayInput,
  required,
  SelectInput,
  TextInput,
  useGetList,
} from 'react-admin'
import { useWatch } from 'react-hook-form'

const rightIds = ['090300', '090300:access', '090300:add', '090300:edit', '100100', '100400']

const languages = [
  { id: 'de', name: 'Deutsch' },
  { id: 'en', name: 'English' },
]

function DefaultClient() {
  const { data: clients = [] } = useGetList('clients', {
    pagination: { page: 1, perPage: 1000 },
    sort: { field: 'name', order: 'ASC' },
  })
  const chosenClientIds: number[] = useWatch({ name: 'clientIds' }) ?? []
  const choices = clients.filter(({ id }) => chosenClientIds.includes(Number(id)))
  if (choices.length < 2) return null
  return <SelectInput source="defaultClientId" choices={choices} helperText="users.defaultClientHelp" />
}

/** A right in words. */
function RightText({ id }: { id: string }) {
  const translate = useTranslate()
  const key = id.replace(':', '_')
  return (
    <Box sx={{ py: 0.5 }}>
      <Typography component="span" sx={{ fontWeight: 600, display: 'block' }}>
        {translate(`users.rights.${key}.name`, { _: id })}
      </Typography>
      <Typography component="span" variant="body2" color="textSecondary">
        {translate(`users.rights.${key}.text`, { _: '' })} <code>{id}</code>
      </Typography>
    </Box>
  )
}

function Rights() {
  const translate = useTranslate()
  const record = useRecordContext()
  const admin: boolean = useWatch({ name: 'admin' }) ?? false
  const rights: string[] = useWatch({ name: 'rights' }) ?? []
  // A right that is kept for later versions is not lost.
  const allRights = [...new Set([...rightIds, ...(record?.['rights'] ?? [])])]
  const isImplied = (id: string) => admin || (id.startsWith('090300:') && rights.includes('090300'))
  return (
    <>
      <BooleanInput source="admin" helperText="users.adminHelp" />
      {admin ? (
        <Typography color="textSecondary" sx={{ mb: 1 }}>
          {translate('users.adminHasAll')}
        </Typography>
      ) : (
        <CheckboxGroupInput
          source="rights"
          row={false}
          choices={allRights.map((id) => ({ id, covered: isImplied(id) }))}
          optionText={(choice: { id: string }) => <RightText id={choice.id} />}
          disableValue="covered"
          translateChoice={false}
        />
      )}
      <BooleanInput source="crm" helperText="users.crmHelp" />
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
    <Rights />
  </>
)

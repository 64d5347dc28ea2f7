// The fields of a user: name, clients, rights.
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
import { includesPart, userRights } from '../../server/platform/ground/rights.ts'
import type { RecordOf, RowOf } from '../shell/api/endpoints.ts'
import { CodeList, TechnicalDetails } from '../shell/page/technical-details.tsx'
import { rightKey, useRightName } from './right-names.ts'

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

/** The text of a right. */
function RightText({ id }: { id: string }) {
  const translate = useTranslate()
  const rightName = useRightName()
  return (
    <Box sx={{ py: 0.5 }}>
      <Typography component="span" sx={{ fontWeight: 600, display: 'block' }}>
        {rightName(id)}
      </Typography>
      <Typography component="span" variant="body2" color="textSecondary">
        {translate(`users.rights.${rightKey(id)}.text`, { _: '' })}
      </Typography>
    </Box>
  )
}

function Rights() {
  const translate = useTranslate()
  const rightName = useRightName()
  const user = useRecordContext<RecordOf<'users'>>()
  const isAdmin: boolean = useWatch({ name: 'isAdmin' }) ?? false
  const rights: string[] = useWatch({ name: 'rights' }) ?? []
  // Unknown rights are kept.
  const allRights = [...new Set([...userRights, ...(user?.rights ?? [])])]
  const isImplied = (id: string) => isAdmin || rights.some((right) => includesPart(right, id))
  return (
    <>
      <BooleanInput source="isAdmin" helperText="users.adminHelp" />
      {isAdmin ? (
        <Typography color="textSecondary" sx={{ mb: 1 }}>
          {translate('users.adminHasAll')}
        </Typography>
      ) : (
        <>
          <CheckboxGroupInput
            source="rights"
            row={false}
            choices={allRights.map((id) => ({ id, isImplied: isImplied(id) }))}
            optionText={(choice: { id: string }) => <RightText id={choice.id} />}
            disableValue="isImplied"
            translateChoice={false}
          />
          <TechnicalDetails>
            <CodeList codes={allRights.map((id) => ({ name: rightName(id), code: id }))} />
          </TechnicalDetails>
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
    <Rights />
  </>
)

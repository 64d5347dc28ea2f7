// Tokens of the interface: the list of all, and a new one, which is shown this once.
import { Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import {
  AutocompleteInput,
  CheckboxGroupInput,
  ReferenceInput,
  required,
  SelectInput,
  TextInput,
  useRedirect,
} from 'react-admin'
import { untypedApi } from '../shell/api/api.ts'
import { DateInput } from '../shell/form/date-time-inputs.tsx'
import { CreatePage } from '../shell/form/edit-page.tsx'
import { RecordForm } from '../shell/form/record-form.tsx'
import { DateTimeField } from '../shell/list/fields.tsx'
import { Column, ListPage } from '../shell/list/list-page.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { RevokeButton, type Token, TokenState } from './token-state.tsx'

const states = ['valid', 'expired', 'revoked', 'locked'].map((id) => ({ id, name: `tokens.state.${id}` }))

function StateField(_: { label?: string }) {
  const token = useRecordContext() as Token | undefined
  return token ? <TokenState token={token} /> : null
}

function RevokeField(_: { label?: string }) {
  const token = useRecordContext() as Token | undefined
  return token ? <RevokeButton token={token} /> : null
}

function OperationsField(_: { label?: string }) {
  const translate = useTranslate()
  const token = useRecordContext() as Token | undefined
  return <>{token?.operations.join(', ') || translate('tokens.allOperations')}</>
}

export const TokenList = () => (
  <ListPage
    sort={{ field: 'id', order: 'DESC' }}
    rowClick={false}
    hiddenColumns={['createdAt']}
    filters={[
      <ReferenceInput key="userId" source="userId" reference="users" alwaysOn>
        <AutocompleteInput optionText="name" />
      </ReferenceInput>,
      <SelectInput key="state" source="state" choices={states} alwaysOn />,
    ]}
  >
    <Column source="label" />
    <Column source="userName" />
    <Column source="operations" disableSort>
      <OperationsField />
    </Column>
    <Column source="state" disableSort>
      <StateField />
    </Column>
    <Column source="createdAt" field={DateTimeField} />
    <Column source="expiresAt" field={DateTimeField} />
    <Column source="lastUsedAt" field={DateTimeField} />
    <Column source="revoke" disableSort label="tokens.deed">
      <RevokeField />
    </Column>
  </ListPage>
)

interface Operation {
  id: string
  method: string
  path: string
  summary: string
  tag: string
}

function Operations() {
  const { data: operations = [] } = useQuery({
    queryKey: ['operations'],
    queryFn: () => untypedApi<Operation>('GET', '/operations'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <CheckboxGroupInput
      source="operations"
      row={false}
      choices={operations}
      helperText="tokens.operationsHelp"
      translateChoice={false}
      optionText={(one: Operation) => (
        <>
          {one.summary}{' '}
          <Typography
            component="code"
            variant="body2"
            color="textSecondary"
            sx={{ overflowWrap: 'anywhere' }}
          >
            {one.method} {one.path}
          </Typography>
        </>
      )}
    />
  )
}

export function TokenCreate() {
  const redirect = useRedirect()
  const [token, setToken] = useState('')
  return (
    <>
      <CreatePage
        redirect={false}
        mutationOptions={{ onSuccess: (data) => setToken((data as unknown as { token: string }).token) }}
      >
        <RecordForm warnWhenUnsavedChanges={token === ''}>
          <ReferenceInput source="userId" reference="users" filter={{ locked: false }}>
            <AutocompleteInput
              optionText="name"
              validate={required()}
              helperText="tokens.userHelp"
              filterToQuery={(q: string) => ({ q })}
            />
          </ReferenceInput>
          <TextInput source="label" validate={required()} helperText="tokens.labelHelp" autoComplete="off" />
          <DateInput source="expires" helperText="tokens.expiresHelp" />
          <Operations />
        </RecordForm>
      </CreatePage>
      {token && (
        <SecretDialog
          title="tokens.onceTitle"
          text="tokens.onceText"
          label="tokens.token"
          secret={token}
          onClose={() => redirect('list', 'tokens')}
        />
      )}
    </>
  )
}

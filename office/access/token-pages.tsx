// Tokens of the interface: list and creation.
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
import { api } from '../shell/api/api.ts'
import type { Answer, RowOf } from '../shell/api/endpoints.ts'
import { DateInput } from '../shell/form/date-time-inputs.tsx'
import { CreatePage } from '../shell/form/edit-page.tsx'
import { RecordForm } from '../shell/form/record-form.tsx'
import { DateTimeField } from '../shell/list/fields.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { RevokeButton, TokenStatus } from './token-status.tsx'

type Token = RowOf<'tokens'>

const Column = columnOf<Token>()

const statuses = ['valid', 'expired', 'revoked', 'locked'].map((id) => ({ id, name: `tokens.status.${id}` }))

function StatusField(_: { label?: string }) {
  const token = useRecordContext<Token>()
  return token ? <TokenStatus token={token} /> : null
}

function RevokeField(_: { label?: string }) {
  const token = useRecordContext<Token>()
  return token ? <RevokeButton token={token} /> : null
}

function OperationsField(_: { label?: string }) {
  const translate = useTranslate()
  const token = useRecordContext<Token>()
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
      <SelectInput key="status" source="status" choices={statuses} alwaysOn />,
    ]}
  >
    <Column source="label" />
    <Column source="userName" />
    <Column source="operations" disableSort>
      <OperationsField />
    </Column>
    <Column source="status" disableSort>
      <StatusField />
    </Column>
    <Column source="createdAt" field={DateTimeField} />
    <Column source="expiresAt" field={DateTimeField} />
    <Column source="lastUsedAt" field={DateTimeField} />
    <Column source="revokedAt" disableSort label="tokens.action">
      <RevokeField />
    </Column>
  </ListPage>
)

type Operation = Answer<'GET', '/operations'>

function Operations() {
  const { data: operations = [] } = useQuery({
    queryKey: ['operations'],
    queryFn: () => api('GET', '/operations'),
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
        mutationOptions={{ onSuccess: (created: Answer<'POST', '/tokens'>) => setToken(created.token) }}
      >
        <RecordForm warnWhenUnsavedChanges={token === ''}>
          <ReferenceInput source="userId" reference="users" filter={{ isLocked: false }}>
            <AutocompleteInput
              optionText="name"
              validate={required()}
              helperText="tokens.userHelp"
              filterToQuery={(q: string) => ({ q })}
            />
          </ReferenceInput>
          <TextInput source="label" validate={required()} helperText="tokens.labelHelp" autoComplete="off" />
          <DateInput source="expiryDate" helperText="tokens.expiresHelp" />
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

// The form of a new token, which says in words what the token can see and do.
import { Alert, Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useGetOne, useTranslate } from 'ra-core'
import {
  AutocompleteInput,
  BooleanInput,
  CheckboxGroupInput,
  ReferenceInput,
  required,
  TextInput,
  useRedirect,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { api } from '../shell/api/api.ts'
import type { Answer, RecordOf } from '../shell/api/endpoints.ts'
import { holdsRight } from '../shell/api/session.ts'
import { DateInput } from '../shell/form/date-time-inputs.tsx'
import { CodeList, TechnicalDetails } from '../shell/page/technical-details.tsx'
import { useRightName } from './right-names.ts'
import { SecretCreate } from './secret-create.tsx'
import { useAbility } from './token-abilities.ts'

type Operation = Answer<'GET', '/operations'>

/** The abilities of a token with these operations and the rights of its user. */
function Abilities({ operations }: { operations: readonly Operation[] }) {
  const translate = useTranslate()
  const ability = useAbility()
  const rightName = useRightName()
  const userId: number | undefined = useWatch({ name: 'userId' })
  const { data: user } = useGetOne<RecordOf<'users'>>('users', { id: userId ?? 0 }, { enabled: !!userId })
  if (!user) return null
  if (operations.length === 0) return <Alert severity="info">{translate('tokens.canDoNothing')}</Alert>
  const describe = ({ id, rights }: Operation): string => {
    const missing = rights.filter(
      (right) => !holdsRight({ isAdmin: user.isAdmin, rights: user.heldRights }, right),
    )
    return missing.length === 0
      ? ability(id)
      : `${ability(id)} (${translate('tokens.missingRights', { name: user.name, rights: missing.map(rightName).join(', ') })})`
  }
  return (
    <Alert severity="info" sx={{ width: '100%' }}>
      {translate('tokens.canDo', { name: user.name })}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {operations.map((one) => (
          <li key={one.id}>{describe(one)}</li>
        ))}
      </Box>
    </Alert>
  )
}

function Operations() {
  const allOperations: boolean = useWatch({ name: 'allOperations' }) ?? false
  const chosen: string[] = useWatch({ name: 'operations' }) ?? []
  const ability = useAbility()
  const { data: operations = [] } = useQuery({
    queryKey: ['operations'],
    queryFn: () => api('GET', '/operations'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      {!allOperations && (
        <CheckboxGroupInput
          source="operations"
          row={false}
          choices={operations}
          helperText="tokens.operationsHelp"
          validate={required()}
          translateChoice={false}
          optionText={({ id }: Operation) => ability(id)}
        />
      )}
      <TechnicalDetails>
        <CodeList
          codes={operations.map(({ id, method, path }) => ({ name: ability(id), code: `${method} ${path}` }))}
        />
      </TechnicalDetails>
      <BooleanInput source="allOperations" helperText="tokens.allOperationsHelp" />
      <Abilities operations={operations.filter(({ id }) => allOperations || chosen.includes(id))} />
    </>
  )
}

type Input = { operations?: string[]; allOperations?: boolean; origins?: string }

export function TokenCreate() {
  const redirect = useRedirect()
  return (
    <SecretCreate<Answer<'POST', '/tokens'>>
      title="tokens.onceTitle"
      text="tokens.onceText"
      label="tokens.token"
      secretOf={({ token }) => token}
      onCreated={() => redirect('list', 'tokens')}
      transform={({ operations, origins, ...data }: Input) => ({
        ...data,
        ...(data.allOperations ? {} : { operations }),
        origins: (origins ?? '').split(/[\s,]+/).filter(Boolean),
      })}
      defaultValues={{ operations: [] }}
    >
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
      <TextInput source="origins" helperText="tokens.originsHelp" multiline autoComplete="off" />
      <Operations />
    </SecretCreate>
  )
}

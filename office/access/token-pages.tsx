// The list of the interface's tokens.
import { useRecordContext, useTranslate } from 'ra-core'
import type { RowOf } from '../shell/api/endpoints.ts'
import { DateTimeField } from '../shell/list/fields.tsx'
import { RecordFilter, SelectFilter } from '../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { useAbility } from './token-abilities.ts'
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
  const ability = useAbility()
  const token = useRecordContext<Token>()
  return <>{token?.operations.map(ability).join('; ') || translate('tokens.allOperations')}</>
}

const OriginsField = (_: { label?: string }) => <>{useRecordContext<Token>()?.origins.join(', ')}</>

export const TokenList = () => (
  <ListPage
    sort={{ field: 'id', order: 'DESC' }}
    rowClick={false}
    hiddenColumns={['createdAt', 'origins']}
    phoneColumns={['label', 'status', 'revokedAt']}
    filters={[
      <RecordFilter key="userId" source="userId" reference="users" />,
      <SelectFilter key="status" source="status" choices={statuses} />,
    ]}
  >
    <Column source="label" />
    <Column source="userName" />
    <Column source="operations" disableSort>
      <OperationsField />
    </Column>
    <Column source="origins" disableSort>
      <OriginsField />
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

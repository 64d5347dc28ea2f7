// Declarations of withdrawal: the declarations of consumers, and the actions of staff.

import { Card, CardContent, Link } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { BooleanField, BooleanInput, TextInput } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { bookingRights } from '../../server/platform/ground/rights.ts'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { RecordForm, saveOnly } from '../shell/form/record-form.tsx'
import { RecordHistory } from '../shell/history/record-history.tsx'
import { useFormat } from '../shell/language/format.ts'
import { DateTimeField, Line } from '../shell/list/fields.tsx'
import { YesNoFilter } from '../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { EditPage } from '../shell/page/edit-page.tsx'
import { Fact, Facts } from '../shell/page/facts.tsx'

type Withdrawal = RowOf<'withdrawals'>

const Column = columnOf<Withdrawal>()

/** Whether the order was cancelled, or why staff have to decide. */
function OutcomeField(_: { label?: string }) {
  const translate = useTranslate()
  const withdrawal = useRecordContext<Withdrawal>()
  return withdrawal ? translate(outcomeOf(withdrawal)) : null
}

const outcomeOf = ({ obstacle }: Withdrawal): string =>
  obstacle === '' ? 'website.withdrawal.cancelled' : `website.withdrawal.obstacle.${obstacle}`

function ContractField(_: { label?: string }) {
  const withdrawal = useRecordContext<Withdrawal>()
  return withdrawal ? <Line title={withdrawal.contract} detail={withdrawal.part} /> : null
}

export const WithdrawalList = () => (
  <ListPage
    sort={{ field: 'receivedAt', order: 'DESC' }}
    phoneColumns={['name', 'contract', 'isDone']}
    filters={[<YesNoFilter key="isDone" source="isDone" />]}
  >
    <Column source="receivedAt" field={DateTimeField} />
    <Column source="name" />
    <Column source="contract" disableSort>
      <ContractField />
    </Column>
    <Column source="obstacle" disableSort>
      <OutcomeField />
    </Column>
    <Column source="isDone" field={BooleanField} />
  </ListPage>
)

function Declared() {
  const translate = useTranslate()
  const format = useFormat()
  const withdrawal = useRecordContext<Withdrawal>()
  if (!withdrawal) return null
  const { receivedAt, name, contract, part, email, orderId } = withdrawal
  const field = (source: string) => `resources.withdrawals.fields.${source}`
  return (
    <Card component="section" aria-label={translate('website.withdrawal.declared')} sx={{ mb: 2 }}>
      <CardContent>
        <Facts>
          <Fact label={field('receivedAt')}>{format.dateTime(receivedAt)}</Fact>
          <Fact label={field('name')}>{name}</Fact>
          <Fact label={field('contract')}>{contract}</Fact>
          {part !== '' && <Fact label={field('part')}>{part}</Fact>}
          <Fact label={field('email')}>{email}</Fact>
          <Fact label={field('obstacle')}>{translate(outcomeOf(withdrawal))}</Fact>
          {orderId > 0 && (
            <Fact label={field('orderId')}>
              <Link component={RouterLink} to={`/orders/${orderId}`}>
                {translate('website.withdrawal.order', { id: orderId })}
              </Link>
            </Fact>
          )}
        </Facts>
      </CardContent>
    </Card>
  )
}

export function WithdrawalPage() {
  const mayWrite = useHasRight(bookingRights)
  return (
    <EditPage component="div">
      <Declared />
      <Card>
        <RecordForm toolbar={mayWrite ? saveOnly : false}>
          <BooleanInput source="isDone" />
          <TextInput source="note" multiline minRows={3} />
        </RecordForm>
        <RecordHistory subject="withdrawal" />
      </Card>
    </EditPage>
  )
}

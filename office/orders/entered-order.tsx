// The entries of a visitor, and the accepted terms.

import { Card, CardContent, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { bookContactsRights, bookingRights } from '../../server/platform/ground/rights.ts'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { Fact, Facts } from '../shell/page/facts.tsx'

type Entered = Record<string, string>

const Lines = ({ lines }: { lines: readonly (string | undefined)[] }) =>
  lines.flatMap((line) => (line ? [<div key={line}>{line}</div>] : []))

const joined = (...parts: (string | undefined | false)[]): string => parts.filter(Boolean).join(' ')

export function EnteredOrder({ order }: { order: RecordOf<'orders'> }) {
  const translate = useTranslate()
  const mayWrite = useHasRight(bookingRights)
  const mayAssign = useHasRight(bookContactsRights)
  const { orderer, invoiceTo = {} as Entered }: { orderer?: Entered; invoiceTo?: Entered } = order.entered
  const answers = Object.entries<string>(order.entered.answers ?? {}).map(
    ([question, answer]) => `${question} ${answer}`,
  )
  if (!orderer) return null
  const vatId = invoiceTo['vatId']
  const utmLines = Object.entries(order.utm).map(
    ([name, text]) => `${translate(`orders.entered.utmOf.${name}`)}: ${text}`,
  )
  return (
    <Card component="section" aria-label={translate('resources.orders.fields.entered')} sx={{ mb: 2 }}>
      <CardContent>
        <Typography variant="h3" component="h2" gutterBottom>
          {translate('resources.orders.fields.entered')}
        </Typography>
        <Typography color="textSecondary" gutterBottom>
          {translate('orders.entered.help')}
        </Typography>
        <Facts>
          <Fact label="resources.orders.fields.code">{order.code}</Fact>
          <Fact label="orders.entered.as">
            {translate(`orders.entered.${order.isConsumer ? 'consumer' : 'business'}`)}
          </Fact>
          <Fact label="orders.orderedBy">
            <Lines
              lines={[
                joined(orderer['firstName'], orderer['lastName']),
                orderer['position'],
                orderer['company'],
                joined(orderer['email'], order.isDisposable && `(${translate('orders.disposable')})`),
                orderer['phone'],
              ]}
            />
          </Fact>
          <Fact label="resources.orders.fields.invoiceContactId">
            <Lines
              lines={[
                ...order.printedInvoiceTo,
                invoiceTo['email'],
                vatId && translate('orders.entered.vatId', { id: vatId }),
              ]}
            />
          </Fact>
          {answers.length > 0 && (
            <Fact label="resources.bookings.fields.answers">
              <Lines lines={answers} />
            </Fact>
          )}
          {order.entered.visitorCategory && (
            <Fact label="orders.entered.visitorCategory">{order.entered.visitorCategory}</Fact>
          )}
          {order.voucherCode && <Fact label="orders.entered.voucher">{order.voucherCode}</Fact>}
          {utmLines.length > 0 && (
            <Fact label="resources.orders.fields.utm">
              <Lines lines={utmLines} />
            </Fact>
          )}
          {order.accepted.length > 0 && (
            <Fact label="orders.entered.accepted">
              <Lines lines={order.accepted.map((one) => translate('orders.entered.version', one))} />
            </Fact>
          )}
        </Facts>
        {order.companyProposal && mayAssign && (
          <ConfirmButton
            label="orders.entered.assign"
            title={translate('orders.entered.assignTitle', { company: order.companyProposal.name })}
            text="orders.entered.assignText"
            onConfirm={() =>
              api('POST', '/orders/{orderId}/company', {
                params: { orderId: order.id },
                body: { version: order.version, companyId: order.companyProposal!.id },
              })
            }
            refresh={[['orders'], ['bookings']]}
          />
        )}
        {order.hasLink && mayWrite && (
          <ConfirmButton
            label="orders.entered.revoke"
            title="orders.entered.revokeTitle"
            text="orders.entered.revokeText"
            color="error"
            onConfirm={() => api('POST', '/orders/{orderId}/links/revoke', { params: { orderId: order.id } })}
            refresh={[['orders']]}
          />
        )}
      </CardContent>
    </Card>
  )
}

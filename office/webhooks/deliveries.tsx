// The log of a webhook: its deliveries, newest first, with request and answer of each attempt.
import { Alert, Chip, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import {
  type DeliveryStatus,
  deliveryStatuses,
  deliveryStatusNames,
} from '../../server/website/webhooks/webhook-events.ts'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer, RecordOf } from '../shell/api/endpoints.ts'
import { Button } from '../shell/form/button.tsx'
import { useFormat } from '../shell/language/format.ts'
import { FoldedContent, PagePart } from '../shell/page/page-layout.tsx'
import { RecordRow, RecordRows } from '../shell/page/record-rows.tsx'
import { Attempts, useAttemptError } from './attempts.tsx'

type Webhook = RecordOf<'webhooks'>
type Delivery = Answer<'GET', '/webhooks/{webhookId}/deliveries'>

const perPage = 25
/** While something is still to be sent, the log is read again. */
const refetchMs = 3000

const colors = { waiting: 'warning', sending: 'info', delivered: 'success', failed: 'error' } as const

/** The log begins anew when the webhook is switched, tested or changed. */
const useDeliveries = (webhookId: number, status: DeliveryStatus | undefined) =>
  useInfiniteQuery({
    queryKey: ['webhooks', webhookId, 'deliveries', status],
    queryFn: ({ pageParam }) =>
      api('GET', '/webhooks/{webhookId}/deliveries', {
        params: { webhookId },
        query: { status, perPage, page: pageParam },
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < perPage ? undefined : pages.length + 1),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.flat().some((one) => deliveryStatuses[one.status].isOpen) ? refetchMs : false,
  })

function SendAgainButton({ webhookId, deliveryId }: { webhookId: number; deliveryId: number }) {
  const { run, busy } = useAction(
    () =>
      api('POST', '/webhooks/{webhookId}/deliveries/{deliveryId}/send', {
        params: { webhookId, deliveryId },
      }),
    { success: 'webhooks.sentAgain', refresh: [['webhooks', webhookId]] },
  )
  return <Button label="webhooks.sendAgain" loading={busy} onClick={() => run()} />
}

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const translate = useTranslate()
  const format = useFormat()
  const attemptError = useAttemptError()
  const { id, event, recordId, status, createdAt, nextAttemptAt, attemptCount, lastStatus, lastError } =
    delivery
  const details = [
    format.dateTime(createdAt),
    attemptCount > 0 && translate('webhooks.attempts', { smart_count: attemptCount }),
    !deliveryStatuses[status].hasArrived &&
      attemptCount > 0 &&
      attemptError({ status: lastStatus, error: lastError }),
    attemptCount > 0 &&
      deliveryStatuses[status].isOpen &&
      !deliveryStatuses[status].isSending &&
      nextAttemptAt &&
      translate('webhooks.next', { time: format.dateTime(nextAttemptAt) }),
  ]
  return (
    <RecordRow
      title={
        <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography component="span" sx={{ fontWeight: 600 }}>
            {translate(`webhooks.event.${event}`)} #{recordId}
          </Typography>
          <Chip
            size="small"
            variant="outlined"
            color={colors[status]}
            label={translate(`webhooks.delivery.${status}`)}
          />
        </Stack>
      }
      detail={
        <>
          {details.filter(Boolean).join(' · ')}
          <FoldedContent title={translate('webhooks.requestAndAnswer')}>
            <Attempts webhookId={webhook.id} deliveryId={id} count={attemptCount} />
          </FoldedContent>
        </>
      }
    >
      {webhook.isActive && !deliveryStatuses[status].isSending && (
        <SendAgainButton webhookId={webhook.id} deliveryId={id} />
      )}
    </RecordRow>
  )
}

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const translate = useTranslate()
  const [status, setStatus] = useState<DeliveryStatus>()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useDeliveries(webhook.id, status)
  const deliveries = data?.pages.flat()
  return (
    <PagePart
      title="webhooks.deliveries"
      actions={
        <TextField
          select
          label={translate('webhooks.state')}
          value={status ?? ''}
          onChange={({ target: { value } }) => setStatus(deliveryStatusNames.find((one) => one === value))}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ minWidth: 140 }}
        >
          <MenuItem value="">{translate('webhooks.all')}</MenuItem>
          {deliveryStatusNames.map((one) => (
            <MenuItem key={one} value={one}>
              {translate(`webhooks.delivery.${one}`)}
            </MenuItem>
          ))}
        </TextField>
      }
    >
      {error && <Alert severity="error">{error.message}</Alert>}
      {deliveries?.length === 0 && (
        <Typography color="textSecondary">{translate('webhooks.none')}</Typography>
      )}
      {deliveries && deliveries.length > 0 && (
        <RecordRows label={translate('webhooks.deliveries')}>
          {deliveries.map((one) => (
            <DeliveryRow key={one.id} webhook={webhook} delivery={one} />
          ))}
        </RecordRows>
      )}
      {hasNextPage && (
        <Button
          label="webhooks.older"
          onClick={() => fetchNextPage()}
          loading={isFetchingNextPage}
          sx={{ mt: 1 }}
        />
      )}
    </PagePart>
  )
}

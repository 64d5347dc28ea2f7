// The page of an order: its seats, who pays, the change log.
import CancelIcon from '@mui/icons-material/EventBusy'
import AddIcon from '@mui/icons-material/PersonAdd'
import ReceiptIcon from '@mui/icons-material/ReceiptLong'
import { Card, CardContent, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useRecordContext, useTranslate } from 'ra-core'
import { Suspense, useState } from 'react'
import { isActive, isBooked, isCancelled } from '../../server/bookings/booking-statuses.ts'
import { isOfVisitor } from '../../server/bookings/orders/order-sources.ts'
import {
  bookContactsRights,
  bookingConfirmationRights,
  bookingRights,
} from '../../server/platform/ground/rights.ts'
import { BookingDialog } from '../bookings/booking-dialog.tsx'
import type { Booking, DateSeats } from '../bookings/booking-queries.ts'
import { BookingsTable } from '../bookings/bookings-table.tsx'
import { CancelSeveralDialog } from '../bookings/dialogs/cancel-several-dialog.tsx'
import { ConfirmationDialog } from '../bookings/dialogs/confirmation-dialog.tsx'
import { OrderFields } from '../bookings/order-fields.tsx'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { RecordForm, saveOnly } from '../shell/form/record-form.tsx'
import { ChangesPanel } from '../shell/history/changes-panel.tsx'
import { useFormat } from '../shell/language/format.ts'
import { ToolbarButton } from '../shell/list/toolbar-button.tsx'
import { EditPage } from '../shell/page/edit-page.tsx'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import { ShownOrder } from './shown-order.tsx'

type Order = RecordOf<'orders'>

function OrderTitle() {
  const translate = useTranslate()
  const order = useRecordContext<Order>()
  return order ? <span>{translate('orders.title', { id: order.id, name: orderedBy(order) })}</span> : null
}

const orderedBy = ({ companyName, ordererName }: Order): string => companyName || ordererName

function Seats() {
  const translate = useTranslate()
  const format = useFormat()
  const order = useRecordContext<Order>()
  const mayWrite = useHasRight(bookingRights)
  const mayBook = useHasRight(bookContactsRights)
  const mayInvoice = useHasRight(bookingConfirmationRights)
  const [isInvoicing, setInvoicing] = useState(false)
  const [cancelled, setCancelled] = useState<Booking[]>()
  const [added, setAdded] = useState<{ date?: DateSeats }>()
  const orderId = order?.id ?? 0
  const { data: bookings = [] } = useQuery({
    queryKey: ['bookings', 'order', orderId],
    queryFn: () =>
      api('GET', '/bookings', { query: { orderId, sort: 'startDate', order: 'asc', perPage: 500 } }),
    enabled: orderId > 0,
  })
  if (!order) return null
  const billable = bookings.filter((booking) =>
    isCancelled(booking) ? booking.cancellationFee : isBooked(booking) && booking.finalPrice !== null,
  )
  const active = bookings.filter(isActive)
  /** A further seat is probably one on the same date. */
  const openBooking = async (): Promise<void> => {
    const [dateId, other] = new Set(bookings.map((booking) => booking.dateId))
    const [date] =
      dateId === undefined || other !== undefined
        ? []
        : await api('GET', '/dates/{dateId}/seats', { params: { dateId } })
    setAdded(date ? { date } : {})
  }
  return (
    <Card component="section" aria-label={translate('orders.seatsTitle')} sx={{ mb: 2 }}>
      <CardContent>
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
          <Typography variant="h2" sx={{ flex: '1 1 200px' }}>
            {orderedBy(order)}
          </Typography>
          {mayBook && (
            <ToolbarButton icon={<AddIcon />} onClick={openBooking}>
              {translate('orders.addSeats')}
            </ToolbarButton>
          )}
          {mayWrite && active.length > 0 && (
            <ToolbarButton icon={<CancelIcon />} color="error" onClick={() => setCancelled(active)}>
              {translate('orders.cancel')}
            </ToolbarButton>
          )}
          {mayInvoice && billable.length > 0 && (
            <ToolbarButton icon={<ReceiptIcon />} variant="outlined" onClick={() => setInvoicing(true)}>
              {translate('orders.confirmation')}
            </ToolbarButton>
          )}
        </Stack>
        <Typography color="textSecondary" gutterBottom>
          {[
            translate('orders.seats', { smart_count: order.seatCount }),
            order.unnamedCount > 0 && translate('orders.unnamed', { smart_count: order.unnamedCount }),
            translate('orders.orderedAt', {
              moment: format.dateTime(order.createdAt),
              source: translate(`orders.source.${order.source}`),
            }),
            order.termsAcceptedAt &&
              translate('orders.termsAcceptedAt', { moment: format.dateTime(order.termsAcceptedAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
        <BookingsTable
          bookings={bookings}
          of="order"
          mayWrite={mayWrite}
          label={translate('orders.seatsTitle')}
        />
      </CardContent>
      {isInvoicing && (
        <ConfirmationDialog bookingIds={billable.map(({ id }) => id)} onClose={() => setInvoicing(false)} />
      )}
      {cancelled && <CancelSeveralDialog bookings={cancelled} onClose={() => setCancelled(undefined)} />}
      {added && <BookingDialog orderId={orderId} {...added} onClose={() => setAdded(undefined)} />}
    </Card>
  )
}

function Shown() {
  const order = useRecordContext<Order>()
  return order ? <ShownOrder orderId={order.id} /> : null
}

/** Loaded for orders of visitors alone. */
const EnteredOrder = lazyComponent(
  async () => (await import('./entered-order.tsx')).EnteredOrder,
  async () => (await import('./entered-texts.ts')).enteredTexts,
)

function Entered() {
  const order = useRecordContext<Order>()
  return order && isOfVisitor(order.source) ? (
    <Suspense>
      <EnteredOrder order={order} />
    </Suspense>
  ) : null
}

function History() {
  const translate = useTranslate()
  const order = useRecordContext<Order>()
  if (!order) return null
  return (
    <Card sx={{ mt: 2 }}>
      <CardContent>
        <Typography variant="h3" component="h2" gutterBottom>
          {translate('shell.changes.title')}
        </Typography>
        <ChangesPanel subject="order" id={order.id} />
      </CardContent>
    </Card>
  )
}

export function OrderPage() {
  const mayWrite = useHasRight(bookContactsRights)
  return (
    <EditPage title={<OrderTitle />} component="div">
      <Seats />
      <Entered />
      <Shown />
      <Card>
        <RecordForm toolbar={mayWrite ? saveOnly : false}>
          <OrderFields />
        </RecordForm>
      </Card>
      <History />
    </EditPage>
  )
}

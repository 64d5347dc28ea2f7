// The actions on selected bookings of the list of bookings.
import OrderIcon from '@mui/icons-material/AssignmentOutlined'
import CancelIcon from '@mui/icons-material/EventBusy'
import { useListContext, useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'
import { isCancelled } from '../../server/bookings/booking-statuses.ts'
import { bookContactsRights } from '../../server/platform/ground/rights.ts'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import { useHasRight } from '../shell/api/session.ts'
import { ToolbarButton } from '../shell/list/toolbar-button.tsx'
import type { Booking } from './booking-queries.ts'
import { CancelSeveralDialog } from './dialogs/cancel-several-dialog.tsx'
import { OrderDialog } from './dialogs/order-dialog.tsx'

export function BookingBulkActions() {
  const { selectedIds, onUnselectItems } = useListContext()
  const translate = useTranslate()
  const notify = useNotify()
  const mayOrder = useHasRight(bookContactsRights)
  const [cancelled, setCancelled] = useState<Booking[]>()
  const [ordered, setOrdered] = useState<Booking[]>()
  // Some of them may be on other pages of the list.
  const load = () => api('GET', '/bookings', { query: { ids: selectedIds.map(Number) } })
  const { run: openCancelling, busy } = useAction(load, {
    onSuccess: (bookings) => {
      const active = bookings.filter((booking) => !isCancelled(booking))
      return active.length > 0 ? setCancelled(active) : notify('bookings.noneToCancel', { type: 'info' })
    },
  })
  const { run: openOrdering, busy: isLoading } = useAction(load, {
    onSuccess: (bookings) => {
      const orderable = bookings.filter(({ seriesBookingId }) => seriesBookingId === 0)
      return orderable.length > 0 ? setOrdered(orderable) : notify('orders.ofSeries', { type: 'info' })
    },
  })
  const done = (): void => onUnselectItems()
  return (
    <>
      {mayOrder && (
        <ToolbarButton icon={<OrderIcon />} disabled={isLoading} onClick={() => openOrdering()}>
          {translate('orders.assign')}
        </ToolbarButton>
      )}
      <ToolbarButton icon={<CancelIcon />} color="error" disabled={busy} onClick={() => openCancelling()}>
        {translate('bookings.cancelSelected')}
      </ToolbarButton>
      {cancelled && (
        <CancelSeveralDialog bookings={cancelled} onClose={() => setCancelled(undefined)} onDone={done} />
      )}
      {ordered && <OrderDialog bookings={ordered} onClose={() => setOrdered(undefined)} onDone={done} />}
    </>
  )
}

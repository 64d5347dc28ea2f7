// Creates an invoice confirmation for the seat of a booking.
import { useState } from 'react'
import { isCancelled } from '../../../server/bookings/booking-statuses.ts'
import { bookingConfirmationRights } from '../../../server/platform/ground/rights.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { Button } from '../../shell/form/button.tsx'
import type { Booking } from '../booking-queries.ts'
import { ConfirmationDialog } from '../dialogs/confirmation-dialog.tsx'

export function InvoiceButton({ booking }: { booking: Booking }) {
  const mayInvoice = useHasRight(bookingConfirmationRights)
  const [isOpen, setOpen] = useState(false)
  const amount = isCancelled(booking) ? booking.cancellationFee : booking.finalPrice
  if (!mayInvoice || amount === null) return null
  return (
    <>
      <Button label="orders.confirmation" onClick={() => setOpen(true)} />
      {isOpen && <ConfirmationDialog bookingIds={[booking.id]} onClose={() => setOpen(false)} />}
    </>
  )
}

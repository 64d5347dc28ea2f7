// Creates an invoice confirmation for the seat of a booking.

import { useState } from 'react'
import { confirmationRights } from '../../invoices/rights.ts'
import { ConfirmationDialog } from '../../orders/confirmation-dialog.tsx'
import { useHasRight } from '../../shell/api/session.ts'
import { Button } from '../../shell/form/button.tsx'
import type { Booking } from '../booking-queries.ts'

export function InvoiceButton({ booking }: { booking: Booking }) {
  const mayInvoice = useHasRight(confirmationRights)
  const [isOpen, setOpen] = useState(false)
  const amount = booking.status === 'cancelled' ? booking.cancellationFee : booking.finalPrice
  if (!mayInvoice || amount === null) return null
  return (
    <>
      <Button label="orders.confirmation" onClick={() => setOpen(true)} />
      {isOpen && <ConfirmationDialog bookingIds={[booking.id]} onClose={() => setOpen(false)} />}
    </>
  )
}

// Cancels a booking: with a reason, and the fee that the terms of the event give. Also changes both afterwards.
import { Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { isCancelled } from '../../../server/bookings/booking-statuses.ts'
import { useMessagePanel } from '../../messages/message-panel.tsx'
import { api } from '../../shell/api/api.ts'
import { MoneyInput } from '../../shell/form/money-input.tsx'
import { type Booking, useBookingName } from '../booking-queries.ts'
import { useBookingAction } from '../use-booking-action.ts'
import { CancelFrame } from './cancel-frame.tsx'
import { proposedFee, TermsText, useCancellationTerms } from './cancellation.tsx'
import { PriceChanges } from './price-changes.tsx'

interface CancelForm {
  reason: string
  fee: number | null
}

export function CancelDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const translate = useTranslate()
  const name = useBookingName()(booking)
  const wasCancelled = isCancelled(booking)
  const [terms] = useCancellationTerms([booking]).data ?? []
  const form = useForm<CancelForm>({
    values: {
      reason:
        wasCancelled || booking.dateGoesAhead ? booking.cancellationReason : translate('bookings.dateOff'),
      fee: wasCancelled ? booking.cancellationFee : proposedFee(terms),
    },
    resetOptions: { keepDirtyValues: true },
  })
  const cancellation = useWatch({ control: form.control })
  const params = { bookingId: booking.id }
  const change = { version: booking.version, status: 'cancelled' }
  const { panel, messages } = useMessagePanel(
    ['cancel', booking.id, booking.version, cancellation],
    wasCancelled
      ? undefined
      : () =>
          api('POST', '/bookings/{bookingId}/message-preview', {
            params,
            body: {
              ...change,
              cancellation: { reason: cancellation.reason ?? '', fee: cancellation.fee ?? null },
            },
          }),
  )
  const { run, busy } = useBookingAction(
    (cancellation: CancelForm) =>
      api('PATCH', '/bookings/{bookingId}', {
        params,
        body: { ...change, cancellation, messages },
      }),
    { success: () => ['bookings.done.cancelled', { name }], onSuccess: onClose },
  )
  const text = booking.moduleDateIds.length > 0 ? 'bookings.cancelSeriesText' : 'bookings.cancelText'
  return (
    <FormProvider {...form}>
      <CancelFrame
        title={translate(wasCancelled ? 'bookings.changeCancelTitle' : 'bookings.cancelTitle', { name })}
        text={wasCancelled ? undefined : translate(text)}
        action={translate(wasCancelled ? 'ra.action.save' : 'bookings.cancelConfirm')}
        panel={panel}
        busy={busy}
        onClose={onClose}
        onSubmit={form.handleSubmit(run)}
      >
        <MoneyInput source="fee" label="bookings.cancelFee" currency={booking.priceCurrency || 'EUR'} />
        {!wasCancelled && (
          <Typography variant="body2" color="textSecondary">
            <TermsText booking={booking} terms={terms} />
          </Typography>
        )}
        <PriceChanges change={wasCancelled ? undefined : { ids: [booking.id], status: 'cancelled' }} />
      </CancelFrame>
    </FormProvider>
  )
}

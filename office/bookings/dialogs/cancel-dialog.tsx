// Cancels a booking: with a reason, and the fee that the terms of the event give. Also changes both afterwards.
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useMessagePanel } from '../../messages/message-panel.tsx'
import { api } from '../../shell/api/api.ts'
import { MoneyInput } from '../../shell/form/money-input.tsx'
import { type Booking, useBookingName } from '../booking-queries.ts'
import { useBookingAction } from '../use-booking-action.ts'
import { proposedFee, TermsText, useCancellationTerms } from './cancellation.tsx'

interface CancelForm {
  reason: string
  fee: number | null
}

export function CancelDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const translate = useTranslate()
  const name = useBookingName()(booking)
  const isCancelled = booking.status === 'cancelled'
  const [terms] = useCancellationTerms([booking]).data ?? []
  const form = useForm<CancelForm>({
    values: {
      reason:
        isCancelled || booking.dateGoesAhead ? booking.cancellationReason : translate('bookings.dateOff'),
      fee: isCancelled ? booking.cancellationFee : proposedFee(terms),
    },
    resetOptions: { keepDirtyValues: true },
  })
  const cancellation = useWatch({ control: form.control })
  const params = { bookingId: booking.id }
  const change = { version: booking.version, status: 'cancelled' }
  const { panel, messages } = useMessagePanel(
    ['cancel', booking.id, booking.version, cancellation],
    isCancelled
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
    <Dialog open fullWidth maxWidth="sm" onClose={busy ? undefined : onClose} aria-labelledby="cancel-title">
      <DialogTitle id="cancel-title">
        {translate(isCancelled ? 'bookings.changeCancelTitle' : 'bookings.cancelTitle', { name })}
      </DialogTitle>
      <DialogContent>
        {!isCancelled && <DialogContentText sx={{ mb: 2 }}>{translate(text)}</DialogContentText>}
        <FormProvider {...form}>
          <Stack spacing={1.5} sx={{ pt: 0.5 }}>
            <TextField
              autoFocus
              label={translate('bookings.cancelReason')}
              slotProps={{ htmlInput: { maxLength: 255 } }}
              {...form.register('reason')}
            />
            <MoneyInput source="fee" label="bookings.cancelFee" currency={booking.priceCurrency || 'EUR'} />
            {!isCancelled && (
              <Typography variant="body2" color="textSecondary">
                <TermsText booking={booking} terms={terms} />
              </Typography>
            )}
          </Stack>
        </FormProvider>
        {panel}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate(isCancelled ? 'ra.action.cancel' : 'bookings.keep')}</Button>
        <Button
          color={isCancelled ? 'primary' : 'error'}
          variant="contained"
          loading={busy}
          onClick={form.handleSubmit(run)}
        >
          {translate(isCancelled ? 'ra.action.save' : 'bookings.cancelConfirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

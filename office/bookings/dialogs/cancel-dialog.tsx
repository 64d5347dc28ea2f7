// Cancels a booking: with a reason, and the fee that the terms of the event give.
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
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useDeferredValue, useEffect } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useMessagePanel } from '../../messages/message-panel.tsx'
import { api } from '../../shell/api/api.ts'
import { useFormat } from '../../shell/app/format.ts'
import { MoneyInput } from '../../shell/form/money-input.tsx'
import { type Booking, useBookingName } from '../booking-queries.ts'
import { useBookingAction } from '../use-booking-action.ts'

interface CancelForm {
  reason: string
  fee: number | null
}

export function CancelDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const translate = useTranslate()
  const format = useFormat()
  const name = useBookingName()(booking)
  const form = useForm<CancelForm>({ defaultValues: { reason: '', fee: null } })
  const { dirtyFields } = form.formState
  const { data: terms } = useQuery({
    queryKey: ['bookings', 'cancellation-terms', booking.id],
    queryFn: async () =>
      (
        await api('GET', '/bookings/{bookingId}/cancellation-terms', { params: { bookingId: booking.id } })
      )[0],
  })
  const proposedFee = terms?.fee || null
  useEffect(() => {
    if (!dirtyFields.fee) form.resetField('fee', { defaultValue: proposedFee })
  }, [form, proposedFee, dirtyFields.fee])
  const cancellation = useDeferredValue(useWatch({ control: form.control }))
  const params = { bookingId: booking.id }
  const change = { version: booking.version, status: 'cancelled' }
  const { panel, messages } = useMessagePanel(['cancel', booking.id, booking.version, cancellation], () =>
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
  const currency = booking.priceCurrency || 'EUR'
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={busy ? undefined : onClose} aria-labelledby="cancel-title">
      <DialogTitle id="cancel-title">{translate('bookings.cancelTitle', { name })}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          {translate(booking.moduleDateIds.length > 0 ? 'bookings.cancelSeriesText' : 'bookings.cancelText')}
        </DialogContentText>
        <FormProvider {...form}>
          <Stack spacing={1.5}>
            <TextField
              autoFocus
              label={translate('bookings.cancelReason')}
              slotProps={{ htmlInput: { maxLength: 255 } }}
              {...form.register('reason')}
            />
            <MoneyInput source="fee" label="bookings.cancelFee" currency={currency} />
            {terms && (
              <Typography variant="body2" color="textSecondary">
                {terms.steps.length === 0
                  ? translate('bookings.noTerms')
                  : translate(terms.daysBefore < 0 ? 'bookings.termsAfterStart' : 'bookings.terms', {
                      smart_count: terms.daysBefore,
                      percent: format.percent(terms.feePercent / 100),
                      price: terms.finalPrice === null ? '–' : format.money(terms.finalPrice, currency),
                    })}
              </Typography>
            )}
          </Stack>
        </FormProvider>
        {panel}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('bookings.keep')}</Button>
        <Button color="error" variant="contained" loading={busy} onClick={form.handleSubmit(run)}>
          {translate('bookings.cancelConfirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

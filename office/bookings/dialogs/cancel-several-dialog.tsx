// Cancels several bookings: one reason for all, and for each the fee that the terms of its event give.
import { Box, Button, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useMessagePanel } from '../../messages/message-panel.tsx'
import { api } from '../../shell/api/api.ts'
import { MoneyInput } from '../../shell/form/money-input.tsx'
import { useFormat } from '../../shell/language/format.ts'
import { type Booking, useBookingName } from '../booking-queries.ts'
import { useBookingAction } from '../use-booking-action.ts'
import { CancelFrame } from './cancel-frame.tsx'
import { proposedFee, TermsText, useCancellationTerms } from './cancellation.tsx'
import { PriceChanges } from './price-changes.tsx'

interface CancelForm {
  reason: string
  /** In the order of the bookings. */
  fees: (number | null)[]
}

interface Props {
  /** None of them is cancelled. */
  bookings: readonly Booking[]
  onClose: () => void
  onDone?: () => void
}

interface FeeActionsProps extends Pick<Props, 'bookings'> {
  fees: CancelForm['fees']
  onWaive: () => void
  onByTerms: () => void
}

/** Changes all fees, and shows their sum. */
function FeeActions({ bookings, fees, onWaive, onByTerms }: FeeActionsProps) {
  const translate = useTranslate()
  const format = useFormat()
  const currencies = new Set(bookings.map(({ priceCurrency }) => priceCurrency || 'EUR'))
  const sum = fees.reduce<number>((cents, fee) => cents + Math.round((fee || 0) * 100), 0) / 100
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
      <Button onClick={onWaive}>{translate('bookings.waiveFees')}</Button>
      <Button onClick={onByTerms}>{translate('bookings.feesByTerms')}</Button>
      {currencies.size === 1 && (
        <Typography sx={{ ml: 'auto', fontWeight: 600 }} aria-live="polite">
          {translate('bookings.feesTotal', {
            amount: format.money(sum, [...currencies][0] ?? 'EUR'),
          })}
        </Typography>
      )}
    </Stack>
  )
}

export function CancelSeveralDialog({ bookings, onClose, onDone }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const bookingName = useBookingName()
  const { data: terms } = useCancellationTerms(bookings)
  const isAnyOn = bookings.some(({ dateGoesAhead }) => dateGoesAhead)
  const form = useForm<CancelForm>({
    values: {
      reason: isAnyOn ? '' : translate('bookings.dateOff'),
      fees: bookings.map((_, index) => proposedFee(terms?.[index])),
    },
    resetOptions: { keepDirtyValues: true },
  })
  const [reason, fees] = useWatch({ control: form.control, name: ['reason', 'fees'] })
  const changeOf = (cancellation: CancelForm) => ({
    ids: bookings.map(({ id }) => id),
    status: 'cancelled',
    cancellation: {
      reason: cancellation.reason,
      fees: bookings.flatMap(({ id }, index) => {
        const fee = cancellation.fees[index] ?? null
        return fee === null ? [] : [{ id, fee }]
      }),
    },
  })
  const change = changeOf({ reason, fees })
  const { panel, messages } = useMessagePanel(['cancel-several', change], () =>
    api('POST', '/bookings/bulk-update/message-preview', { body: change }),
  )
  const { run, busy } = useBookingAction(
    (cancellation: CancelForm) =>
      api('POST', '/bookings/bulk-update', { body: { ...changeOf(cancellation), messages } }),
    {
      requestedCount: () => bookings.length,
      success: () => ['bookings.done.cancelledSeveral', { smart_count: bookings.length }],
      onSuccess: () => {
        onDone?.()
        onClose()
      },
    },
  )
  const setFees = (next: CancelForm['fees']): void => form.setValue('fees', next, { shouldDirty: true })
  const isOneDate = new Set(bookings.map(({ dateId }) => dateId)).size === 1
  return (
    <FormProvider {...form}>
      <CancelFrame
        title={translate('bookings.cancelSeveralTitle', { smart_count: bookings.length })}
        text={translate('bookings.cancelSeveralText')}
        action={translate('bookings.cancelSeveralConfirm', { smart_count: bookings.length })}
        panel={panel}
        busy={busy}
        isLoading={!terms}
        onClose={onClose}
        onSubmit={form.handleSubmit(run)}
      >
        <Stack component="ul" aria-label={translate('bookings.cancelFees')} sx={{ p: 0, m: 0 }}>
          {bookings.map((booking, index) => (
            <Stack
              component="li"
              key={booking.id}
              direction="row"
              spacing={1.5}
              useFlexGap
              sx={{ py: 1, alignItems: 'center', flexWrap: 'wrap', borderTop: 1, borderColor: 'divider' }}
            >
              <div style={{ flex: '1 1 220px', minWidth: 0 }}>
                {bookingName(booking)}
                <Typography variant="body2" color="textSecondary">
                  {!isOneDate && `${booking.dateTitle}, ${format.span(booking.startDate, booking.endDate)}. `}
                  <TermsText booking={booking} terms={terms?.[index]} />
                </Typography>
              </div>
              <Box
                component="fieldset"
                aria-label={bookingName(booking)}
                sx={{ flex: '0 1 150px', minWidth: 120, border: 0, p: 0, m: 0 }}
              >
                <MoneyInput
                  source={`fees.${index}`}
                  label="bookings.fee"
                  currency={booking.priceCurrency || 'EUR'}
                />
              </Box>
            </Stack>
          ))}
        </Stack>
        <FeeActions
          bookings={bookings}
          fees={fees}
          onWaive={() => setFees(bookings.map(() => null))}
          onByTerms={() => setFees(bookings.map((_, index) => proposedFee(terms?.[index])))}
        />
        <PriceChanges change={{ ids: change.ids, status: change.status }} />
      </CancelFrame>
    </FormProvider>
  )
}

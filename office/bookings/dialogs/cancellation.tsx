// The common part of the dialogs that cancel bookings: the terms of the events, in words.
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { isBooked } from '../../../server/bookings/booking-statuses.ts'
import { api } from '../../shell/api/api.ts'
import type { Answer } from '../../shell/api/endpoints.ts'
import { useFormat } from '../../shell/language/format.ts'
import type { Booking } from '../booking-queries.ts'

type CancellationTerms = Answer<'POST', '/bookings/cancellation-terms'>

/** The fees of cancelling the bookings today, in their order. */
export const useCancellationTerms = (bookings: readonly Booking[]) => {
  const ids = bookings.map(({ id }) => id)
  return useQuery({
    queryKey: ['bookings', 'cancellation-terms', ids],
    queryFn: () => api('POST', '/bookings/cancellation-terms', { body: { ids } }),
    retry: false,
  })
}

/** The fee that the terms give; null: nothing. */
export const proposedFee = (terms: CancellationTerms | undefined): number | null => terms?.fee || null

/** Why the proposed fee is what it is. */
export function TermsText({ booking, terms }: { booking: Booking; terms: CancellationTerms | undefined }) {
  const translate = useTranslate()
  const format = useFormat()
  if (!terms) return null
  const { steps, daysBefore, feePercent, finalPrice, currency } = terms
  if (!booking.dateGoesAhead) return translate('bookings.termsDateOff')
  if (!isBooked(booking)) return translate('bookings.termsNotBooked')
  if (steps.length === 0) return translate('bookings.noTerms')
  return translate(daysBefore < 0 ? 'bookings.termsAfterStart' : 'bookings.terms', {
    smart_count: daysBefore,
    percent: format.rate(feePercent),
    price: finalPrice === null ? '–' : format.money(finalPrice, currency || 'EUR'),
  })
}

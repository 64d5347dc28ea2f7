// Actions that change bookings.
import { useNotify } from 'react-admin'
import { isOffered } from '../../server/bookings/booking-statuses.ts'
import { type ActionOptions, useAction } from '../shell/api/action.ts'
import type { ApiError } from '../shell/api/api.ts'
import { type Booking, bookingQueries, useBookingName, useInvalidateBookings } from './booking-queries.ts'

interface BookingActionOptions<V> extends Omit<ActionOptions<V, Booking[]>, 'refresh'> {
  /** How many of the answered bookings were requested; those behind them were promoted. Left out: one. */
  requestedCount?: (values: V) => number
}

/** `useAction` that reads again what depends on bookings, also after an error, and names the persons promoted. */
export function useBookingAction<V = void>(
  send: (values: V) => Promise<Booking[]>,
  { requestedCount = () => 1, onSuccess, onError, ...options }: BookingActionOptions<V> = {},
) {
  const notify = useNotify()
  const bookingName = useBookingName()
  const invalidateBookings = useInvalidateBookings()
  return useAction(send, {
    ...options,
    refresh: bookingQueries,
    onSuccess: (bookings, values) => {
      const promoted = bookings.slice(requestedCount(values))
      for (const [text, some] of [
        ['bookings.promoted', promoted.filter((booking) => !isOffered(booking))],
        ['bookings.offer.made', promoted.filter(isOffered)],
      ] as const)
        if (some.length > 0)
          notify(text, {
            type: 'success',
            autoHideDuration: 10_000,
            messageArgs: { smart_count: some.length, names: some.map(bookingName).join(', ') },
          })
      return onSuccess?.(bookings, values)
    },
    onError: (error, values) => {
      void invalidateBookings()
      return onError?.(error, values) ?? false
    },
  })
}

/** The messages of an error by field: `participants[0].email`. */
export const fieldErrorsOf = (error: ApiError | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries((error?.details ?? []).map(({ field, message }) => [field, message]))

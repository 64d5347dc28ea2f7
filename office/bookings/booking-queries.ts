// Queries of bookings, and the queries that are invalidated when bookings change.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { personName } from '../addresses/contact-search.tsx'
import { api } from '../shell/api/api.ts'
import type { Answer, RowOf } from '../shell/api/endpoints.ts'

export type Booking = RowOf<'bookings'>
/** A date with its seats. */
export type DateSeats = Answer<'GET', '/dates/{dateId}/seats'>
type BookingStatus = Answer<'GET', '/booking-statuses'>

export const bookingStatuses = queryOptions({
  queryKey: ['bookings', 'statuses'],
  queryFn: () => api('GET', '/booking-statuses'),
  staleTime: 60_000,
})

export const useStatuses = (): BookingStatus[] => useQuery(bookingStatuses).data ?? []

/** The name of a status in the user's language; statuses that staff added have one name. */
export function useStatusName(): (status: string) => string {
  const translate = useTranslate()
  const statuses = useStatuses()
  return (status) =>
    translate(`bookings.status.${status}`, {
      _: statuses.find(({ id }) => id === status)?.name || status,
    })
}

/** `12 Teilnehmende`; once attendance is recorded also how many attended and were absent. */
export function useAttendingText(): (bookings: readonly Booking[]) => string {
  const translate = useTranslate()
  return (bookings) => {
    const count = (wanted: string) => bookings.filter(({ status }) => status === wanted).length
    const [attended, absent] = [count('attended'), count('absent')]
    const all = translate('bookings.attending', { smart_count: bookings.length })
    return attended + absent === 0
      ? all
      : [
          all,
          translate('bookings.seats.attended', { count: attended }),
          translate('bookings.seats.absent', { count: absent }),
        ].join(' · ')
  }
}

/** Data that the page of a date has read for one of its parts is new enough for the others. */
const staleTime = 2000

/** The seats of a date, polled. */
export const useSeats = (dateId: number, pollMs = 15_000) =>
  useQuery({ ...seatsOf(dateId), refetchInterval: pollMs, enabled: dateId > 0 })

export const seatsOf = (dateId: number) =>
  queryOptions({
    queryKey: ['bookings', 'seats', dateId],
    queryFn: async () => (await api('GET', '/dates/{dateId}/seats', { params: { dateId } }))[0],
    staleTime,
  })

/** The bookings of a date, polled. */
export const useBookingsOfDate = (dateId: number, enabled: boolean) =>
  useQuery({ ...bookingsOfDate(dateId), refetchInterval: 15_000, enabled })

export const bookingsOfDate = (dateId: number) =>
  queryOptions({
    queryKey: ['bookings', 'date', dateId],
    queryFn: () => api('GET', '/dates/{dateId}/bookings', { params: { dateId } }),
    staleTime,
  })

/** The page of a booking's participant; of the booking, if it has none yet. */
export const participantPath = ({ id, contactId }: Pick<Booking, 'id' | 'contactId'>): string =>
  contactId > 0 ? `/contacts/${contactId}/show` : `/bookings/${id}`

/** The name of a booking's participant; for a seat without one, who ordered it. */
export function useBookingName(): (
  booking: Pick<Booking, 'title' | 'firstName' | 'lastName' | 'orderedBy'>,
) => string {
  const translate = useTranslate()
  return (booking) =>
    personName(booking) ||
    [translate('bookings.unnamed'), booking.orderedBy].filter((part) => part !== '').join(' · ')
}

/** The queries that depend on bookings: lists, pages, counts. */
export const bookingQueries = [
  ['messages'],
  ['bookings'],
  ['orders'],
  ['dates'],
  ['events'],
  ['changes'],
  ['start'],
] as const

export function useInvalidateBookings(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(bookingQueries.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}

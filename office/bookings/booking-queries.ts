// Bookings and places as the pages of this folder ask for them, and what follows when they change.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useNotify } from 'react-admin'
import type { Booking, DateSeats } from '../../server/bookings/booking.schema.ts'
import { untypedApi } from '../shell/api/api.ts'

export type { Booking, DateSeats as DatePlaces }

export interface BookingStatus {
  id: string
  name: string
  countsAs: 'none' | 'reserved' | 'waitlisted' | 'booked'
}

export const useStatuses = (): BookingStatus[] =>
  useQuery({
    queryKey: ['bookings', 'statuses'],
    queryFn: () => untypedApi<BookingStatus>('GET', '/participations/statuses'),
    staleTime: 60_000,
  }).data ?? []

/** What the user calls a status; staff's own have their name. */
export function useStatusName(): (status: string) => string {
  const translate = useTranslate()
  const statuses = useStatuses()
  return (status) =>
    translate(`participations.status.${status}`, {
      _: statuses.find(({ id }) => id === status)?.name || status,
    })
}

/** The places of a date, asked anew every few seconds. */
export const useSeats = (dateId: number, pollMs = 15_000) =>
  useQuery({
    queryKey: ['bookings', 'places', dateId],
    queryFn: async () => (await untypedApi<DateSeats>('GET', `/dates/${dateId}/places`))[0],
    refetchInterval: pollMs,
    enabled: dateId > 0,
  })

export const useParticipants = (dateId: number, enabled: boolean) =>
  useQuery({
    queryKey: ['bookings', 'participants', dateId],
    queryFn: () => untypedApi<Booking>('GET', `/dates/${dateId}/participants`),
    refetchInterval: 15_000,
    enabled,
  })

export const personName = ({
  title,
  firstName,
  lastName,
}: Pick<Booking, 'title' | 'firstName' | 'lastName'>): string =>
  [title, firstName, lastName].filter(Boolean).join(' ')

/** Shows what is true after bookings changed: in lists, on pages, in counts. */
export function useInvalidateBookings(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      ['bookings', 'participations', 'dates', 'events', 'changes', 'start'].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    )
  }
}

/** Tells who moved up: the bookings of an answer behind those that were asked for. */
export function useNotifyPromoted(): (bookings: readonly Booking[], requestedCount: number) => void {
  const translate = useTranslate()
  const notify = useNotify()
  return (bookings, requestedCount) => {
    const names = bookings.slice(requestedCount).map(personName)
    if (names.length > 0)
      notify(translate('participations.movedUp', { smart_count: names.length, names: names.join(', ') }), {
        type: 'success',
        autoHideDuration: 10_000,
      })
  }
}

// The dates that the calendar shows.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { addDays, daysBetween, daysHeld, mondayOf } from '../../catalogue/dates/days.ts'
import type { ListedDate } from '../../catalogue/dates/event-date.ts'
import { api } from '../../shell/api/api.ts'
import type { Input } from '../../shell/api/endpoints.ts'

export type DateFilter = Omit<NonNullable<Input<'GET', '/dates'>['query']>, 'from' | 'to' | 'perPage'>

/** The largest page of the server. */
export const maxDates = 1000

/** Data that was read ahead is new enough for the page. */
const staleTime = 2000

export const datesBetween = (range: { from: string; to: string }, filter: DateFilter) =>
  queryOptions({
    queryKey: ['dates', 'calendar', range, filter],
    queryFn: () => api('GET', '/dates', { query: { ...range, ...filter, perPage: maxDates } }),
    staleTime,
  })

export const useDatesBetween = (range: { from: string; to: string }, filter: DateFilter) =>
  useQuery({ ...datesBetween(range, filter), placeholderData: keepPreviousData })

/** The days that a view of the calendar shows around a day. */
export function periodOf(view: string, day: string): { from: string; to: string } {
  if (view === 'dayGridWeek') return { from: mondayOf(day), to: addDays(mondayOf(day), 6) }
  const from = `${day.slice(0, 7)}-01`
  const to = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1)
  return view === 'listMonth' ? { from, to } : { from: mondayOf(from), to: addDays(mondayOf(to), 6) }
}

/** The rooms of a date; without them its locations. */
export const roomNames = ({ rooms, locationNames }: ListedDate): string =>
  rooms.map(({ name }) => name).join(', ') || locationNames

/** The new start of a date, one of whose days was dragged to another day. */
export const movedStart = ({ startDate }: ListedDate, from: string, to: string): string =>
  addDays(startDate, daysBetween(from, to))

/** Days that follow each other. */
export interface Segment {
  start: string
  end: string
}

/**
 * The days on which a date is shown: those on which it takes place, or its first one, if it is a series, whose modules
 * take place, or lasts long and has no session days.
 */
export const daysShown = ({ startDate, endDate, sessionDays, isSeries }: ListedDate): readonly string[] => {
  const days = isSeries ? sessionDays : daysHeld(startDate, endDate, sessionDays)
  return days.length > 0 ? days : startDate ? [startDate] : []
}

/** The days in order, as segments. */
export function segmentsOf(days: readonly string[]): Segment[] {
  const segments: Segment[] = []
  for (const day of days) {
    const last = segments.at(-1)
    if (last && addDays(last.end, 1) === day) last.end = day
    else segments.push({ start: day, end: day })
  }
  return segments
}

// Which dates of an event match a filter.
import type { DateEntry, EventEntry } from './entries.ts'
import { type Filter, requiresMatchingDate } from './filter.ts'

/** Binary search: the first index for which a monotonic predicate is true. */
export function lowerBound(length: number, predicate: (index: number) => boolean): number {
  let [from, to] = [0, length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (predicate(middle)) to = middle
    else from = middle + 1
  }
  return from
}

const lastDay = ({ start_date, end_date }: DateEntry) => end_date ?? start_date
const firstDay = ({ start_date, end_date }: DateEntry) => start_date ?? end_date

function runningEndDays(event: EventEntry): string[] {
  if (event.runningEndDays) return event.runningEndDays
  const endDays: string[] = []
  for (const date of event.dates) {
    if (date.start_date === null) break
    const day = lastDay(date)!
    const previous = endDays.at(-1)
    endDays.push(previous !== undefined && previous > day ? previous : day)
  }
  event.runningEndDays = endDays
  return endDays
}

/** The dates of an event that match, in its order. */
export function matchingDates(event: EventEntry, filter: Filter): readonly DateEntry[] {
  const { dates } = event
  const { dateId, catalogIds, displayDay, excludeWithoutDisplayDate, dateStart, dateEnd } = filter
  if (dateId === undefined && !catalogIds && !requiresMatchingDate(filter)) return dates
  // Dates with a start come first, and those in a range of days are contiguous. Dates without a start are tested one by one.
  let [from, to] = [0, dates.length]
  const endDays = dateStart === undefined && dateEnd === undefined ? undefined : runningEndDays(event)
  if (endDays && dateStart !== undefined) from = lowerBound(endDays.length, (at) => endDays[at]! >= dateStart)
  if (endDays && dateEnd !== undefined)
    to = lowerBound(endDays.length, (at) => dates[at]!.start_date! > dateEnd)
  const matching: DateEntry[] = []
  const matches = (date: DateEntry): boolean => {
    if (dateId !== undefined && date.id !== dateId) return false
    if (dateStart !== undefined && !((lastDay(date) ?? '') >= dateStart)) return false
    if (dateEnd !== undefined && !((firstDay(date) ?? '~') <= dateEnd)) return false
    if (displayDay !== undefined) {
      if (date.display_start_date !== null && date.display_start_date > displayDay) return false
      if (date.display_end_date !== null && date.display_end_date < displayDay) return false
    }
    if (excludeWithoutDisplayDate && date.display_start_date === null && date.display_end_date === null)
      return false
    return (
      !catalogIds ||
      date.catalogueIds.length === 0 ||
      date.catalogueIds.some((catalog) => catalogIds.includes(catalog))
    )
  }
  for (let at = from; at < to; at++) if (matches(dates[at]!)) matching.push(dates[at]!)
  if (endDays)
    for (let at = Math.max(to, endDays.length); at < dates.length; at++)
      if (matches(dates[at]!)) matching.push(dates[at]!)
  return matching
}

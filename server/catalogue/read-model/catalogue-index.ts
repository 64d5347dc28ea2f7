// The index of the published catalogue in memory, with every filter (decision 11.2).
import { addMonths } from '../../platform/runtime/clock.ts'
import type { NextDate } from '../contract/date.schema.ts'
import { compareDates, type DateEntry, type EventEntry } from './entries.ts'
import { type Filter, requiresMatchingDate } from './filter.ts'
import type { LookupTables } from './lookup-tables.ts'

/** An event of a response, with its matching dates. */
export type MatchingEvent = { event: EventEntry; dates: readonly DateEntry[] }

/** All published events and dates. Change it only by its methods, which invalidate derived data. */
export type CatalogueIndex = {
  readonly events: ReadonlyMap<number, EventEntry>
  readonly dates: ReadonlyMap<number, DateEntry>
  readonly lookupTables: LookupTables
  setLookupTables(lists: LookupTables): void
  /** Adds or replaces an event; its dates stay. */
  setEvent(event: EventEntry): void
  removeEvent(id: number): void
  /** Adds or replaces dates. */
  setDates(dates: readonly DateEntry[]): void
  removeDates(ids: readonly number[]): void
  /** The matching events, ordered by id, with their matching dates. */
  find(filter: Filter): MatchingEvent[]
  /**
   * Returns a function that gives a trainer's next_dates as bytes: dates that start today or within the given number of months and
   * go ahead, ordered by start.
   */
  nextDates(today: string, months: number): (trainer: number) => Buffer
}

const compareById = (one: { id: number }, other: { id: number }) => one.id - other.id

export function openIndex(lookupTables: LookupTables): CatalogueIndex {
  const events = new Map<number, EventEntry>()
  const dates = new Map<number, DateEntry>()
  // Derived data, computed on first use and discarded when entries change.
  let sortedEvents: EventEntry[] | undefined
  let eventsByCategory: Map<number, EventEntry[]> | undefined
  let eventsByCatalogue: Map<number, Set<EventEntry>> | undefined
  let datesByTrainer: Map<number, DateEntry[]> | undefined
  let nextDatesCache: { cacheKey: string; until: string; byTrainer: Map<number, Buffer> } | undefined

  const invalidateDates = () => {
    eventsByCatalogue = undefined
    datesByTrainer = undefined
    nextDatesCache = undefined
  }
  const invalidateEvents = () => {
    sortedEvents = undefined
    eventsByCategory = undefined
    invalidateDates()
  }
  const detach = (removed: readonly DateEntry[]) => {
    for (const [id, datesOfEvent] of Map.groupBy(removed, (date) => date.event_id)) {
      const event = events.get(id)
      if (!event) continue
      const ids = new Set(datesOfEvent.map((date) => date.id))
      event.dates = event.dates.filter((date) => !ids.has(date.id))
      event.runningEndDays = undefined
    }
    invalidateDates()
  }

  const allEvents = () => {
    sortedEvents ??= [...events.values()].sort(compareById)
    return sortedEvents
  }
  const eventsInCategory = () => {
    if (eventsByCategory) return eventsByCategory
    eventsByCategory = new Map()
    for (const event of allEvents())
      for (const category of event.categoryIds) {
        const eventsInIt = eventsByCategory.get(category)
        if (eventsInIt) eventsInIt.push(event)
        else eventsByCategory.set(category, [event])
      }
    return eventsByCategory
  }
  const eventsInCatalogue = () => {
    if (eventsByCatalogue) return eventsByCatalogue
    eventsByCatalogue = new Map()
    const add = (catalogueId: number | undefined, event: EventEntry) => {
      if (!catalogueId) return
      const eventsInIt = eventsByCatalogue!.get(catalogueId)
      if (eventsInIt) eventsInIt.add(event)
      else eventsByCatalogue!.set(catalogueId, new Set([event]))
    }
    for (const event of allEvents()) {
      for (const category of event.categoryIds)
        add(index.lookupTables.categories.get(category)?.catalogueId, event)
      for (const date of event.dates) for (const catalog of date.catalogueIds) add(catalog, event)
    }
    return eventsByCatalogue
  }
  const datesOfTrainer = () => {
    if (datesByTrainer) return datesByTrainer
    datesByTrainer = new Map()
    for (const date of dates.values())
      for (const trainer of date.trainerIds) {
        const datesOfIt = datesByTrainer.get(trainer)
        if (datesOfIt) datesOfIt.push(date)
        else datesByTrainer.set(trainer, [date])
      }
    for (const list of datesByTrainer.values()) list.sort(compareDates)
    return datesByTrainer
  }

  const withSubcategories = (ids: readonly number[]): Set<number> => {
    const result = new Set(ids)
    for (const id of result) for (const child of index.lookupTables.childIds.get(id) ?? []) result.add(child)
    return result
  }

  const unionOf = <Key>(map: Map<Key, Iterable<EventEntry>>, keys: Iterable<Key>): Set<EventEntry> => {
    const union = new Set<EventEntry>()
    for (const key of keys) for (const event of map.get(key) ?? []) union.add(event)
    return union
  }

  /** The events that match the filters on events and dateId: the smallest set first, intersected with the others. */
  const filterEvents = ({ dateId, eventIds, categoryIds, catalogIds }: Filter): EventEntry[] => {
    const sets: ReadonlySet<EventEntry>[] = []
    if (dateId !== undefined) {
      const event = events.get(dates.get(dateId)?.event_id ?? 0)
      sets.push(new Set(event ? [event] : []))
    }
    if (eventIds)
      sets.push(new Set(eventIds.map((id) => events.get(id)).filter((event) => event !== undefined)))
    if (categoryIds) sets.push(unionOf(eventsInCategory(), withSubcategories(categoryIds)))
    if (catalogIds) sets.push(unionOf(eventsInCatalogue(), catalogIds))
    const [smallest, ...others] = sets.sort((one, other) => one.size - other.size)
    if (!smallest) return allEvents()
    return [...smallest].filter((event) => others.every((set) => set.has(event))).sort(compareById)
  }

  const updateStatusIsBookable = (date: DateEntry) => {
    date.status_is_bookable =
      date.status === null ? null : (index.lookupTables.statuses.get(date.status)?.is_bookable ?? null)
  }

  const nextDatesOf = (trainer: number, today: string, until: string): NextDate[] => {
    const sortedDates = datesOfTrainer().get(trainer) ?? []
    // Dates without a start are at the end.
    const from = lowerBound(sortedDates.length, (at) => (sortedDates[at]!.start_date ?? '~') >= today)
    const to = lowerBound(sortedDates.length, (at) => (sortedDates[at]!.start_date ?? '~') > until)
    return sortedDates
      .slice(from, to)
      .filter(
        ({ is_active, status }) =>
          is_active && (status === null || index.lookupTables.statuses.get(status)?.goes_ahead !== false),
      )
      .map((date) => ({
        date_id: String(date.id),
        title: date.title === '' ? events.get(date.event_id)!.title : date.title,
        date_start: date.start_date!,
        date_end: date.end_date ?? '',
      }))
  }

  const index = {
    events,
    dates,
    lookupTables,
    setLookupTables(next: LookupTables) {
      index.lookupTables = next
      invalidateDates()
      for (const date of dates.values()) updateStatusIsBookable(date)
    },
    setEvent(event: EventEntry) {
      const before = events.get(event.id)
      event.dates = before?.dates ?? []
      event.runningEndDays = before?.runningEndDays
      events.set(event.id, event)
      invalidateEvents()
    },
    removeEvent(id: number) {
      for (const date of events.get(id)?.dates ?? []) dates.delete(date.id)
      events.delete(id)
      invalidateEvents()
    },
    setDates(newDates: readonly DateEntry[]) {
      detach(newDates.map(({ id }) => dates.get(id)).filter((before) => before !== undefined))
      for (const [id, datesOfEvent] of Map.groupBy(newDates, (date) => date.event_id)) {
        const event = events.get(id)!
        event.dates = [...event.dates, ...datesOfEvent].sort(compareDates)
        event.runningEndDays = undefined
      }
      for (const date of newDates) {
        updateStatusIsBookable(date)
        dates.set(date.id, date)
      }
      invalidateDates()
    },
    removeDates(ids: readonly number[]) {
      detach(ids.map((id) => dates.get(id)).filter((date) => date !== undefined))
      for (const id of ids) dates.delete(id)
    },
    find(filter: Filter) {
      const isDateRequired = requiresMatchingDate(filter)
      const results: MatchingEvent[] = []
      for (const event of filterEvents(filter)) {
        const matching = datesOf(event, filter)
        if (matching.length > 0 || !isDateRequired) results.push({ event, dates: matching })
      }
      return results
    },
    nextDates(today: string, months: number) {
      const cacheKey = `${today} ${months}`
      if (nextDatesCache?.cacheKey !== cacheKey)
        nextDatesCache = { cacheKey, until: addMonths(today, months), byTrainer: new Map<number, Buffer>() }
      const { until, byTrainer } = nextDatesCache
      return (trainer: number) => {
        const cached = byTrainer.get(trainer)
        if (cached) return cached
        const bytes = Buffer.from(JSON.stringify(nextDatesOf(trainer, today, until)))
        byTrainer.set(trainer, bytes)
        return bytes
      }
    },
  }
  return index
}

/** Binary search: the first index for which a monotonic predicate is true. */
function lowerBound(length: number, predicate: (index: number) => boolean): number {
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

function datesOf(event: EventEntry, filter: Filter): readonly DateEntry[] {
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

// The index of the published catalogue in memory, with every filter (decision 11.2).
import { addMonths } from '../../platform/ground/clock.ts'
import type { NextDate } from '../contract/trainer.schema.ts'
import type { BookingCounters } from './changes.ts'
import { compareDates, type DateEntry, type EventEntry } from './entries.ts'
import { type Filter, requiresMatchingDate } from './filter.ts'
import type { LookupTables } from './lookup-tables.ts'
import { lowerBound, matchingDates } from './matching-dates.ts'
import type { WebsiteLocation, WebsiteTrainer } from './website-records.ts'

/** An event of a response, with its matching dates. */
export type MatchingEvent = { event: EventEntry; dates: readonly DateEntry[] }

/** All published events and dates. Change it only by its methods, which invalidate derived data. */
export type CatalogueIndex = {
  readonly events: ReadonlyMap<number, EventEntry>
  readonly dates: ReadonlyMap<number, DateEntry>
  readonly lookupTables: LookupTables
  /** All trainers and locations; deleted ones may remain, which no date has. */
  readonly trainers: Map<number, WebsiteTrainer>
  readonly locations: Map<number, WebsiteLocation>
  /** Another object after every change, except of counters. */
  revision: object
  setLookupTables(lists: LookupTables): void
  /** Adds or replaces an event; its dates stay. */
  setEvent(event: EventEntry): void
  removeEvent(id: number): void
  /** Adds or replaces dates. */
  setDates(dates: readonly DateEntry[]): void
  removeDates(ids: readonly number[]): void
  /** @returns the dates whose counters, or those of their modules, have changed */
  setCounters(counters: readonly BookingCounters[]): DateEntry[]
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
  let seriesByModule: Map<number, DateEntry[]> | undefined
  let nextDatesCache: { cacheKey: string; until: string; byTrainer: Map<number, Buffer> } | undefined

  const invalidateDateDetails = () => {
    eventsByCatalogue = undefined
    seriesByModule = undefined
    nextDatesCache = undefined
  }
  const invalidateDates = () => {
    datesByTrainer = undefined
    invalidateDateDetails()
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

  /** Without sorting all dates again: most changes are bookings. */
  const replaceInPlace = (date: DateEntry) => {
    const event = events.get(date.event_id)!
    // A copy: a response that is being written may still read the list.
    event.dates = [...event.dates]
    event.runningEndDays = undefined
    const lists = [event.dates, ...date.trainerIds.map((trainer) => datesByTrainer?.get(trainer) ?? [])]
    for (const list of lists) {
      const at = lowerBound(list.length, (index) => compareDates(list[index]!, date) >= 0)
      if (list[at]?.id === date.id) list[at] = date
    }
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

  const seriesOfModule = () => {
    if (seriesByModule) return seriesByModule
    seriesByModule = new Map()
    for (const series of dates.values())
      for (const { id } of series.takenModules)
        seriesByModule.set(id, [...(seriesByModule.get(id) ?? []), series])
    return seriesByModule
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
    trainers: new Map<number, WebsiteTrainer>(),
    locations: new Map<number, WebsiteLocation>(),
    revision: {},
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
      const { replaced = [], added = [] } = Object.groupBy(newDates, (date) =>
        keepsPlace(dates.get(date.id), date) ? 'replaced' : 'added',
      )
      for (const date of replaced) replaceInPlace(date)
      if (added.length > 0)
        detach(added.map(({ id }) => dates.get(id)).filter((before) => before !== undefined))
      for (const [id, datesOfEvent] of Map.groupBy(added, (date) => date.event_id)) {
        const event = events.get(id)!
        event.dates = [...event.dates, ...datesOfEvent].sort(compareDates)
        event.runningEndDays = undefined
      }
      for (const date of newDates) {
        updateStatusIsBookable(date)
        dates.set(date.id, date)
      }
      invalidateDateDetails()
    },
    removeDates(ids: readonly number[]) {
      detach(ids.map((id) => dates.get(id)).filter((date) => date !== undefined))
      for (const id of ids) dates.delete(id)
    },
    setCounters(counters: readonly BookingCounters[]) {
      const counted = new Set<DateEntry>()
      for (const { id, ...values } of counters) {
        const date = dates.get(id)
        if (date) counted.add(Object.assign(date, values))
        for (const series of seriesOfModule().get(id) ?? []) {
          counted.add(series)
          const { booked_count, reserved_count } = values
          for (const module of series.takenModules)
            if (module.id === id) Object.assign(module, { booked_count, reserved_count })
        }
      }
      return [...counted]
    },
    find(filter: Filter) {
      const isDateRequired = requiresMatchingDate(filter)
      const results: MatchingEvent[] = []
      for (const event of filterEvents(filter)) {
        const matching = matchingDates(event, filter)
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

/** Whether a date that replaces another has its place in every list. */
const keepsPlace = (before: DateEntry | undefined, date: DateEntry): boolean =>
  before !== undefined &&
  before.event_id === date.event_id &&
  compareDates(before, date) === 0 &&
  before.trainerIds.join() === date.trainerIds.join()

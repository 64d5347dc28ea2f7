// Event catalogue: the published catalogue in memory, found by every filter (decision 11.2).
import { addMonths } from '../../platform/runtime/clock.ts'
import type { NextDate } from '../contract/date.schema.ts'
import { type DateEntry, type EventEntry, inOrder } from './entries.ts'
import { asksForDates, type Filter } from './filter.ts'
import type { Lists } from './lookup-tables.ts'

/** An event of an answer, with those of its dates that are in it. */
export type Chosen = { event: EventEntry; dates: readonly DateEntry[] }

/** All published events and dates. Changed through `place` and `remove` alone, which keep what follows from it. */
export type CatalogueIndex = {
  readonly events: ReadonlyMap<number, EventEntry>
  readonly dates: ReadonlyMap<number, DateEntry>
  readonly lists: Lists
  setLists(lists: Lists): void
  /** Takes an event in, or takes it in anew: its dates stay. */
  placeEvent(event: EventEntry): void
  removeEvent(id: number): void
  /** Takes dates in, in place of those of the same ids. */
  placeDates(dates: readonly DateEntry[]): void
  removeDates(ids: readonly number[]): void
  /** The events that a filter lets through, by id, with the dates that it lets through. */
  choose(filter: Filter): Chosen[]
  /** Tells the next_dates of trainers as bytes: what begins from today on for so many months and takes place, by its start. */
  nextDates(today: string, months: number): (trainer: number) => Buffer
}

const byId = (one: { id: number }, other: { id: number }) => one.id - other.id

export function openIndex(lists: Lists): CatalogueIndex {
  const events = new Map<number, EventEntry>()
  const dates = new Map<number, DateEntry>()
  // What follows from the entries is made when it is asked for first, and again after they changed.
  let ordered: EventEntry[] | undefined
  let inCategory: Map<number, EventEntry[]> | undefined
  let inCatalog: Map<number, Set<EventEntry>> | undefined
  let ofTrainer: Map<number, DateEntry[]> | undefined
  let nextDates: { span: string; last: string; ofTrainer: Map<number, Buffer> } | undefined

  const forgetDates = () => {
    inCatalog = undefined
    ofTrainer = undefined
    nextDates = undefined
  }
  const forgetEvents = () => {
    ordered = undefined
    inCategory = undefined
    forgetDates()
  }
  const detach = (gone: readonly DateEntry[]) => {
    for (const [id, ofEvent] of Map.groupBy(gone, (date) => date.event_id)) {
      const event = events.get(id)
      if (!event) continue
      const ids = new Set(ofEvent.map((date) => date.id))
      event.dates = event.dates.filter((date) => !ids.has(date.id))
      event.reach = undefined
    }
    forgetDates()
  }

  const allEvents = () => {
    ordered ??= [...events.values()].sort(byId)
    return ordered
  }
  const eventsInCategory = () => {
    if (inCategory) return inCategory
    inCategory = new Map()
    for (const event of allEvents())
      for (const category of event.categories) {
        const found = inCategory.get(category)
        if (found) found.push(event)
        else inCategory.set(category, [event])
      }
    return inCategory
  }
  const eventsInCatalog = () => {
    if (inCatalog) return inCatalog
    inCatalog = new Map()
    const add = (catalog: number | null | undefined, event: EventEntry) => {
      if (catalog === null || catalog === undefined) return
      const found = inCatalog!.get(catalog)
      if (found) found.add(event)
      else inCatalog!.set(catalog, new Set([event]))
    }
    for (const event of allEvents()) {
      for (const category of event.categories) add(index.lists.categories.get(category)?.catalog, event)
      for (const date of event.dates) for (const catalog of date.catalogs) add(catalog, event)
    }
    return inCatalog
  }
  const datesOfTrainer = () => {
    if (ofTrainer) return ofTrainer
    ofTrainer = new Map()
    for (const date of dates.values())
      for (const trainer of date.trainers) {
        const found = ofTrainer.get(trainer)
        if (found) found.push(date)
        else ofTrainer.set(trainer, [date])
      }
    for (const list of ofTrainer.values()) list.sort(inOrder)
    return ofTrainer
  }

  const withSubcategories = (ids: readonly number[]): Set<number> => {
    const wanted = new Set(ids)
    for (const id of wanted) for (const child of index.lists.below.get(id) ?? []) wanted.add(child)
    return wanted
  }

  const found = <Key>(map: Map<Key, Iterable<EventEntry>>, keys: Iterable<Key>): Set<EventEntry> => {
    const union = new Set<EventEntry>()
    for (const key of keys) for (const event of map.get(key) ?? []) union.add(event)
    return union
  }

  /** Events by the filters on events and by dateId; each filter by its index, the smallest first. */
  const chooseEvents = ({ dateId, eventIds, categoryIds, catalogIds }: Filter): EventEntry[] => {
    const sets: ReadonlySet<EventEntry>[] = []
    if (dateId !== undefined) {
      const event = events.get(dates.get(dateId)?.event_id ?? 0)
      sets.push(new Set(event ? [event] : []))
    }
    if (eventIds)
      sets.push(new Set(eventIds.map((id) => events.get(id)).filter((event) => event !== undefined)))
    if (categoryIds) sets.push(found(eventsInCategory(), withSubcategories(categoryIds)))
    if (catalogIds) sets.push(found(eventsInCatalog(), catalogIds))
    const [smallest, ...others] = sets.sort((one, other) => one.size - other.size)
    if (!smallest) return allEvents()
    return [...smallest].filter((event) => others.every((set) => set.has(event))).sort(byId)
  }

  const tellStatus = (date: DateEntry) => {
    date.status_is_bookable =
      date.status === null ? null : (index.lists.statuses.get(date.status)?.is_bookable ?? null)
  }

  const nextDatesOf = (trainer: number, today: string, last: string): NextDate[] => {
    const all = datesOfTrainer().get(trainer) ?? []
    // Those without a start are the last ones.
    const from = firstWhere(all.length, (at) => (all[at]!.start_date ?? '~') >= today)
    const to = firstWhere(all.length, (at) => (all[at]!.start_date ?? '~') > last)
    return all
      .slice(from, to)
      .filter(
        ({ is_active, status }) =>
          is_active && (status === null || index.lists.statuses.get(status)?.takes_place !== false),
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
    lists,
    setLists(next: Lists) {
      index.lists = next
      forgetDates()
      for (const date of dates.values()) tellStatus(date)
    },
    placeEvent(event: EventEntry) {
      const before = events.get(event.id)
      event.dates = before?.dates ?? []
      event.reach = before?.reach
      events.set(event.id, event)
      forgetEvents()
    },
    removeEvent(id: number) {
      for (const date of events.get(id)?.dates ?? []) dates.delete(date.id)
      events.delete(id)
      forgetEvents()
    },
    placeDates(placed: readonly DateEntry[]) {
      detach(placed.map(({ id }) => dates.get(id)).filter((before) => before !== undefined))
      for (const [id, ofEvent] of Map.groupBy(placed, (date) => date.event_id)) {
        const event = events.get(id)!
        event.dates = [...event.dates, ...ofEvent].sort(inOrder)
        event.reach = undefined
      }
      for (const date of placed) {
        tellStatus(date)
        dates.set(date.id, date)
      }
      forgetDates()
    },
    removeDates(ids: readonly number[]) {
      detach(ids.map((id) => dates.get(id)).filter((date) => date !== undefined))
      for (const id of ids) dates.delete(id)
    },
    choose(filter: Filter) {
      const isNeeded = asksForDates(filter)
      const chosen: Chosen[] = []
      for (const event of chooseEvents(filter)) {
        const matching = datesOf(event, filter)
        if (matching.length > 0 || !isNeeded) chosen.push({ event, dates: matching })
      }
      return chosen
    },
    nextDates(today: string, months: number) {
      const span = `${today} ${months}`
      if (nextDates?.span !== span)
        nextDates = { span, last: addMonths(today, months), ofTrainer: new Map<number, Buffer>() }
      const { last, ofTrainer } = nextDates
      return (trainer: number) => {
        const known = ofTrainer.get(trainer)
        if (known) return known
        const bytes = Buffer.from(JSON.stringify(nextDatesOf(trainer, today, last)))
        ofTrainer.set(trainer, bytes)
        return bytes
      }
    },
  }
  return index
}

/** First index from which on a test holds; it must go on holding. */
function firstWhere(length: number, holds: (index: number) => boolean): number {
  let [from, to] = [0, length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}

const lastDay = ({ start_date, end_date }: DateEntry) => end_date ?? start_date
const firstDay = ({ start_date, end_date }: DateEntry) => start_date ?? end_date

function reachOf(event: EventEntry): string[] {
  if (event.reach) return event.reach
  const reach: string[] = []
  for (const date of event.dates) {
    if (date.start_date === null) break
    const day = lastDay(date)!
    const before = reach.at(-1)
    reach.push(before !== undefined && before > day ? before : day)
  }
  event.reach = reach
  return reach
}

function datesOf(event: EventEntry, filter: Filter): readonly DateEntry[] {
  const { dates } = event
  const { dateId, catalogIds, displayDay, excludeWithoutDisplayDate, dateStart, dateEnd } = filter
  if (dateId === undefined && !catalogIds && !asksForDates(filter)) return dates
  // Of the dates with a start, which come first, a range keeps one stretch; the others are looked at one by one.
  let [from, to] = [0, dates.length]
  const reach = dateStart === undefined && dateEnd === undefined ? undefined : reachOf(event)
  if (reach && dateStart !== undefined) from = firstWhere(reach.length, (at) => reach[at]! >= dateStart)
  if (reach && dateEnd !== undefined) to = firstWhere(reach.length, (at) => dates[at]!.start_date! > dateEnd)
  const matching: DateEntry[] = []
  const matches = (date: DateEntry): boolean => {
    if (dateId !== undefined && date.id !== dateId) return false
    if (dateStart !== undefined && !((lastDay(date) ?? '') >= dateStart)) return false
    if (dateEnd !== undefined && !((firstDay(date) ?? '~') <= dateEnd)) return false
    if (displayDay !== undefined) {
      if (date.display_start !== null && date.display_start > displayDay) return false
      if (date.display_end !== null && date.display_end < displayDay) return false
    }
    if (excludeWithoutDisplayDate && date.display_start === null && date.display_end === null) return false
    return (
      !catalogIds ||
      date.catalogs.length === 0 ||
      date.catalogs.some((catalog) => catalogIds.includes(catalog))
    )
  }
  for (let at = from; at < to; at++) if (matches(dates[at]!)) matching.push(dates[at]!)
  if (reach)
    for (let at = Math.max(to, reach.length); at < dates.length; at++)
      if (matches(dates[at]!)) matching.push(dates[at]!)
  return matching
}

// The dates of a website in the order of their start, with the positions of every value of a filter as bits. A filter is a union
// of sets, a query an intersection, a facet the size of one. The index belongs to one revision of the catalogue and is built
// with the first request after a change; bookings only move dates between the sets of availability. A page continues after the
// sort key of its last entry (cursor.ts).
import { TypedFastBitSet as BitSet } from 'typedfastbitset'
import type { CatalogueIndex } from '../catalogue/read-model/catalogue-index.ts'
import { compareDates, type DateEntry } from '../catalogue/read-model/entries.ts'
import { lowerBound } from '../catalogue/read-model/matching-dates.ts'
import type { ReadModel } from '../catalogue/read-model/read-model.ts'
import { monthWords } from '../platform/ground/matching/months.ts'
import { type AvailabilityFilter, availabilityFilters } from './availability.ts'
import { compareValues } from './cursor.ts'
import { availabilityValues, cataloguesOf, openCategories, type Shown, showsDate } from './visibility.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'

/** The filters that have positions for each of their values. */
export const filterDimensions = [
  'event',
  'category',
  'topic',
  'catalog',
  'city',
  'location',
  'format',
  'language',
  'trainer',
  'status',
  'month',
] as const

export type Dimension = (typeof filterDimensions)[number]

type Value = string | number | null

/** The dates with a start of one revision of the catalogue. A position is the rank of a date by its start. */
export type DateIndex = {
  catalogue: CatalogueIndex
  dates: readonly DateEntry[]
  /** The positions of each value, ascending. */
  positions(dimension: Dimension): ReadonlyMap<string | number, readonly number[]>
  /** A set without positions. */
  emptySet(): BitSet
  words(): WordIndex
  /** The dates that a key shows on a day. Do not change the set. */
  shown(shown: Shown, today: string): BitSet
  /** The dates that touch a range of days. Do not change the set. */
  touching(from: string | undefined, to: string | undefined): BitSet
  /** The dates by the values of a filter by availability. Do not change the sets. */
  byAvailability(today: string): ReadonlyMap<AvailabilityFilter, BitSet>
  /** undefined: the date has no start, or is not published. */
  positionOf(id: number): number | undefined
  /** The positions in the order of a value on a day, equal ones by start. */
  order(name: string, today: string, sortedBy: (date: DateEntry) => Value): Uint32Array
  /** The values of orders, in order. */
  orderedValues: ReadonlyMap<string, readonly Value[]>
  countersChanged(changed: readonly DateEntry[]): void
}

/** Of dates with a start. */
const lastDayOf = ({ lastDay }: DateEntry): string => lastDay!

/** The language of an event: of its first category that has one, ISO 639-1; null: not known. */
export function eventLanguage(catalogue: CatalogueIndex, categoryIds: readonly number[]): string | null {
  for (const id of categoryIds) {
    const language = catalogue.lookupTables.categories.get(id)?.language.toLowerCase() ?? ''
    if (/^[a-z]{2}$/.test(language)) return language
  }
  return null
}

/** A category and those above it. */
export function withParents({ lookupTables }: CatalogueIndex, ids: readonly number[]): Set<number> {
  const result = new Set(ids)
  for (const id of result) {
    const parent = lookupTables.categories.get(id)?.parentId
    if (parent) result.add(parent)
  }
  return result
}

/** The texts of a date that are searched. */
function textsOf(catalogue: CatalogueIndex, date: DateEntry): string[] {
  const event = catalogue.events.get(date.event_id)!
  const { lookupTables, trainers, locations } = catalogue
  return [
    date.title,
    date.facts.subtitle,
    date.facts.identifier,
    date.facts.articleNo,
    monthWords(date.start_date!, date.end_date),
    event.title,
    event.facts.subtitle,
    event.facts.identifier,
    event.facts.articleNo,
    ...openCategories(catalogue, event).map((id) => lookupTables.categories.get(id)!.name),
    ...date.listedTrainerIds.map((id) => trainers.get(id)?.name ?? ''),
    ...date.facts.locationIds.flatMap((id) => {
      const location = locations.get(id)
      return location ? [location.name, location.city] : []
    }),
  ]
}

/** The fields of an event that its dates have. */
type EventValues = { categories: readonly number[]; language: string | null }

const valuesOf: Record<
  Dimension,
  (catalogue: CatalogueIndex, date: DateEntry, event: EventValues) => readonly Value[]
> = {
  event: (_, date) => [date.event_id],
  category: (_, _date, { categories }) => categories,
  topic: ({ lookupTables }, _date, { categories }) => [
    ...new Set(categories.map((id) => lookupTables.categories.get(id)?.name ?? null)),
  ],
  catalog: (catalogue, date) => cataloguesOf(catalogue, date),
  city: ({ locations }, { facts }) => facts.locationIds.map((id) => locations.get(id)?.city ?? null),
  location: (_, { facts }) => facts.locationIds,
  format: (_, { facts }) => [facts.format],
  language: (_, _date, { language }) => [language],
  trainer: (_, { listedTrainerIds }) => listedTrainerIds,
  status: (_, { status }) => [status],
  month: (_, { start_date }) => [start_date!.slice(0, 7)],
}

/** All dates with a start, in its order. Few have another place than before, so that sorting takes little. */
function sortDates({ dates }: CatalogueIndex, previous: DateIndex | undefined): DateEntry[] {
  const sorted: DateEntry[] = []
  const add = (date: DateEntry | undefined) => {
    if (date && date.start_date !== null) sorted.push(date)
  }
  const known = new Set<number>()
  for (const { id } of previous?.dates ?? []) {
    known.add(id)
    add(dates.get(id))
  }
  for (const date of dates.values()) if (!known.has(date.id)) add(date)
  return sorted.sort(compareDates)
}

/** Parts are derived when the first request needs them. @param previous the index of the revision before */
function createDateIndex(catalogue: CatalogueIndex, previous: DateIndex | undefined): DateIndex {
  const dates = sortDates(catalogue, previous)
  const runningEnds: string[] = []
  for (const date of dates) {
    const end = lastDayOf(date)
    const before = runningEnds.at(-1)
    runningEnds.push(before !== undefined && before > end ? before : end)
  }
  const setWords = (dates.length + 31) >>> 5
  const emptySet = () => BitSet.fromWords(new Uint32Array(setWords))

  const byEvent = new Map<number, EventValues>()
  const ofEvent = (id: number): EventValues => {
    let found = byEvent.get(id)
    if (!found) {
      const own = openCategories(catalogue, catalogue.events.get(id)!)
      found = { categories: [...withParents(catalogue, own)], language: eventLanguage(catalogue, own) }
      byEvent.set(id, found)
    }
    return found
  }
  const positionsOf = (dimension: Dimension): Map<string | number, number[]> => {
    const byValue = new Map<string | number, number[]>()
    for (const [position, date] of dates.entries())
      for (const value of valuesOf[dimension](catalogue, date, ofEvent(date.event_id))) {
        if (value === null || value === '') continue
        const positions = byValue.get(value)
        if (!positions) byValue.set(value, [position])
        // Two locations may be in one city.
        else if (positions.at(-1) !== position) positions.push(position)
      }
    return byValue
  }

  const touchingSet = (from: string | undefined, to: string | undefined): BitSet => {
    const set = emptySet()
    const end =
      to === undefined ? dates.length : lowerBound(dates.length, (at) => dates[at]!.start_date! > to)
    const start = from === undefined ? 0 : lowerBound(dates.length, (at) => dates[at]!.start_date! >= from)
    if (start < end) set.addRange(start, end)
    if (from !== undefined)
      for (
        let at = lowerBound(dates.length, (one) => runningEnds[one]! >= from);
        at < Math.min(start, end);
        at++
      )
        if (lastDayOf(dates[at]!) >= from) set.add(at)
    return set
  }

  let wordIndex: WordIndex | undefined
  const byDimension = new Map<Dimension, Map<string | number, number[]>>()
  const shownSets = new Map<string, BitSet>()
  const touchingSets = new Map<string, BitSet>()
  const orders = new Map<string, Uint32Array>()
  const orderedValues = new Map(previous?.orderedValues)
  let availability:
    | { today: string; of: AvailabilityFilter[][]; sets: Map<AvailabilityFilter, BitSet> }
    | undefined
  let positionsById: Map<number, number> | undefined
  const positionOf = (id: number): number | undefined => {
    positionsById ??= new Map(dates.map((date, position) => [date.id, position]))
    return positionsById.get(id)
  }

  return {
    catalogue,
    dates,
    emptySet,
    orderedValues,
    positions(dimension) {
      let found = byDimension.get(dimension)
      if (!found) {
        found = positionsOf(dimension)
        byDimension.set(dimension, found)
      }
      return found
    },
    words() {
      wordIndex ??= createWordIndex(dates.map((date) => textsOf(catalogue, date)))
      return wordIndex
    },
    shown(shown, today) {
      const key = `${today} ${shown.catalogueIds.join()} ${shown.clientIds.join()}`
      let set = shownSets.get(key)
      if (!set) {
        set = emptySet()
        for (const [position, date] of dates.entries())
          if (showsDate(catalogue, date, shown, today)) set.add(position)
        if (shownSets.size >= maxKeptSets) shownSets.clear()
        shownSets.set(key, set)
      }
      return set
    },
    touching(from, to) {
      const key = `${from} ${to}`
      let set = touchingSets.get(key)
      if (!set) {
        set = touchingSet(from, to)
        if (touchingSets.size >= maxKeptSets) touchingSets.clear()
        touchingSets.set(key, set)
      }
      return set
    },
    byAvailability(today) {
      if (availability?.today !== today) {
        const sets = new Map(availabilityFilters.map((one) => [one, emptySet()]))
        const of = dates.map((date) => availabilityValues(catalogue, date, today))
        for (const [position, values] of of.entries())
          for (const value of values) sets.get(value)!.add(position)
        availability = { today, of, sets }
      }
      return availability.sets
    },
    order(name, today, sortedBy) {
      const key = `${name} ${today}`
      let order = orders.get(key)
      if (!order) {
        const groups = Map.groupBy(dates.keys(), (position) => sortedBy(dates[position]!))
        // As with dates: most values have their place.
        const known = orderedValues.get(name)?.filter((value) => groups.has(value)) ?? []
        const values = [...new Set([...known, ...groups.keys()])].sort(compareValues)
        order = Uint32Array.from(values.flatMap((value) => groups.get(value)!))
        orderedValues.set(name, values)
        if (orders.size >= maxOrders) orders.clear()
        orders.set(key, order)
      }
      return order
    },
    positionOf,
    countersChanged(changed) {
      if (!availability) return
      const { today, of, sets } = availability
      for (const date of changed) {
        const position = positionOf(date.id)
        if (position === undefined) continue
        for (const value of of[position]!) sets.get(value)!.remove(position)
        of[position] = availabilityValues(catalogue, date, today)
        for (const value of of[position]) sets.get(value)!.add(position)
      }
    },
  }
}

/** Of different catalogues and days; of ranges. */
const maxKeptSets = 100
const maxOrders = 10

/** Keeps the index of the current revision of a read model. @returns the index for the catalogue that a response is built from */
export function openDateIndex(readModel: ReadModel): (catalogue: CatalogueIndex) => DateIndex {
  let current: { revision: object; index: DateIndex } | undefined
  readModel.onCounters((changed) => current?.index.countersChanged(changed))
  return (catalogue) => {
    if (current?.revision !== catalogue.revision)
      current = { revision: catalogue.revision, index: createDateIndex(catalogue, current?.index) }
    return current.index
  }
}

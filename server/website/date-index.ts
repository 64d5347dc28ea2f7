// The dates of a website in the order of their start, with the set of positions of every value that filters name.
import { TypedFastBitSet as BitSet } from 'typedfastbitset'
import type { CatalogueIndex } from '../catalogue/read-model/catalogue-index.ts'
import { compareDates, type DateEntry } from '../catalogue/read-model/entries.ts'
import { lowerBound } from '../catalogue/read-model/matching-dates.ts'
import type { ReadModel } from '../catalogue/read-model/read-model.ts'
import {
  type Availability,
  availabilities,
  availabilityOf,
  cataloguesOf,
  openCategories,
  showsDate,
} from './visibility.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'

/** What has a set of positions for each of its values. */
const dimensions = [
  'event',
  'category',
  'catalog',
  'city',
  'location',
  'format',
  'language',
  'trainer',
  'status',
  'month',
] as const
export type Dimension = (typeof dimensions)[number]

type Sets = ReadonlyMap<string | number, BitSet>

/** The dates with a start of one revision of the catalogue. A position is the rank of a date by its start. */
export type DateIndex = {
  catalogue: CatalogueIndex
  dates: readonly DateEntry[]
  sets: Readonly<Record<Dimension, Sets>>
  words(): WordIndex
  /** The dates that keys for these catalogues (empty: all) show on a day. Do not change the set. */
  shown(catalogueIds: readonly number[], today: string): BitSet
  /** The dates that touch a range of days. */
  touching(from: string | undefined, to: string | undefined): BitSet
  /** The dates by availability. Do not change the sets. */
  byAvailability(today: string): ReadonlyMap<Availability, BitSet>
  /** The positions in an order of a day, which `compareBy` is called for once. */
  order(name: string, today: string, compareBy: () => (one: number, other: number) => number): Uint32Array
  countersChanged(changed: readonly DateEntry[]): void
}

const lastDay = ({ start_date, end_date }: DateEntry): string => end_date ?? start_date!

/** The language of an event: of its first category that has one, ISO 639-1; null: not known. */
export function languageOf(catalogue: CatalogueIndex, categoryIds: readonly number[]): string | null {
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
    event.title,
    event.facts.subtitle,
    event.facts.identifier,
    ...openCategories(catalogue, event).map((id) => lookupTables.categories.get(id)!.name),
    ...date.listedTrainerIds.map((id) => trainers.get(id)?.name ?? ''),
    ...date.facts.locationIds.flatMap((id) => {
      const location = locations.get(id)
      return location ? [location.name, location.city] : []
    }),
  ]
}

function createDateIndex(catalogue: CatalogueIndex): DateIndex {
  const dates = [...catalogue.dates.values()].filter((date) => date.start_date !== null).sort(compareDates)
  const runningEnds: string[] = []
  const sets = Object.fromEntries(dimensions.map((one) => [one, new Map()])) as Record<
    Dimension,
    Map<string | number, BitSet>
  >
  const add = (dimension: Dimension, value: string | number | null, position: number) => {
    if (value === null || value === '') return
    let set = sets[dimension].get(value)
    if (!set) {
      set = new BitSet()
      sets[dimension].set(value, set)
    }
    set.add(position)
  }
  const parents = new Map<DateEntry['event_id'], { categories: Set<number>; language: string | null }>()
  const ofEvent = (id: number) => {
    let found = parents.get(id)
    if (!found) {
      const event = catalogue.events.get(id)!
      const own = openCategories(catalogue, event)
      found = { categories: withParents(catalogue, own), language: languageOf(catalogue, own) }
      parents.set(id, found)
    }
    return found
  }
  for (const [position, date] of dates.entries()) {
    const end = lastDay(date)
    const previous = runningEnds.at(-1)
    runningEnds.push(previous !== undefined && previous > end ? previous : end)
    const { categories, language } = ofEvent(date.event_id)
    add('event', date.event_id, position)
    for (const id of categories) add('category', id, position)
    for (const id of cataloguesOf(catalogue, date)) add('catalog', id, position)
    for (const id of date.facts.locationIds) {
      add('location', id, position)
      add('city', catalogue.locations.get(id)?.city ?? null, position)
    }
    add('format', date.facts.format, position)
    add('language', language, position)
    for (const id of date.listedTrainerIds) add('trainer', id, position)
    add('status', date.status, position)
    add('month', date.start_date!.slice(0, 7), position)
  }

  let words: WordIndex | undefined
  const shownSets = new Map<string, BitSet>()
  const orders = new Map<string, Uint32Array>()
  let availability: { today: string; of: Availability[]; sets: Map<Availability, BitSet> } | undefined
  const positions = new Map(dates.map(({ id }, position) => [id, position]))

  return {
    catalogue,
    dates,
    sets,
    words() {
      words ??= createWordIndex(dates.map((date) => textsOf(catalogue, date)))
      return words
    },
    shown(catalogueIds, today) {
      const key = `${today} ${catalogueIds.join()}`
      let set = shownSets.get(key)
      if (!set) {
        set = new BitSet()
        for (const [position, date] of dates.entries())
          if (showsDate(catalogue, date, catalogueIds, today)) set.add(position)
        if (shownSets.size >= maxShownSets) shownSets.clear()
        shownSets.set(key, set)
      }
      return set
    },
    touching(from, to) {
      const set = new BitSet()
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
          if (lastDay(dates[at]!) >= from) set.add(at)
      return set
    },
    byAvailability(today) {
      if (availability?.today !== today) {
        const all = new Map(availabilities.map((one) => [one, new BitSet()]))
        const of = dates.map((date) => availabilityOf(catalogue, date, today))
        for (const [position, one] of of.entries()) all.get(one)!.add(position)
        availability = { today, of, sets: all }
      }
      return availability.sets
    },
    order(name, today, compareBy) {
      const key = `${name} ${today}`
      let order = orders.get(key)
      if (!order) {
        order = Uint32Array.from(dates.keys()).sort(compareBy())
        if (orders.size >= maxOrders) orders.clear()
        orders.set(key, order)
      }
      return order
    },
    countersChanged(changed) {
      if (!availability) return
      for (const date of changed) {
        const position = positions.get(date.id)
        if (position === undefined) continue
        const now = availabilityOf(catalogue, date, availability.today)
        const before = availability.of[position]!
        if (now === before) continue
        availability.sets.get(before)!.remove(position)
        availability.sets.get(now)!.add(position)
        availability.of[position] = now
      }
    },
  }
}

/** Of different catalogues and days. */
const maxShownSets = 100
const maxOrders = 10

/** Keeps the index of the current revision of a read model. @returns the index for the catalogue that a response is built from */
export function openDateIndex(readModel: ReadModel): (catalogue: CatalogueIndex) => DateIndex {
  let current: { revision: object; index: DateIndex } | undefined
  readModel.onCounters((changed) => current?.index.countersChanged(changed))
  return (catalogue) => {
    if (current?.revision !== catalogue.revision)
      current = { revision: catalogue.revision, index: createDateIndex(catalogue) }
    return current.index
  }
}

// The filters of GET /dates, as sets of positions.
import Type, { type Static } from 'typebox'
import type { TypedFastBitSet as BitSet } from 'typedfastbitset'
import type { CatalogueIndex } from '../catalogue/read-model/catalogue-index.ts'
import type { DateEntry } from '../catalogue/read-model/entries.ts'
import { allCounters } from '../catalogue/read-model/read-model.ts'
import type { FieldError } from '../platform/ground/errors.ts'
import { Id } from '../platform/ground/schema.ts'
import { availabilityFilters, listed } from './availability.ts'
import { type DateIndex, type Dimension, filterDimensions } from './date-index.ts'
import { Day } from './schemas.ts'
import { availabilityValues, lastsUntil, type Shown } from './visibility.ts'
import { websiteErrors } from './website.errors.ts'

const ids = (description: string) => Type.Optional(Type.Array(Id, { description, maxItems: 100 }))
const texts = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { description, maxItems: 100 }))

/** Filters combine with AND, the values of one filter with OR. */
export const dateFilters = {
  from: Type.Optional({ ...Day, description: 'The first day that a date may touch; left out: today' }),
  to: Type.Optional({ ...Day, description: 'The last day that a date may touch' }),
  event: ids('Ids of events'),
  category: ids('Ids of categories, with those below them'),
  topic: texts(
    'Names of categories, with those below them; several catalogues may have one of the same name',
  ),
  catalog: ids('Ids of catalogues'),
  city: texts('Names of cities, as in the facets'),
  location: ids('Ids of locations'),
  format: texts('Formats, such as online'),
  language: texts('Languages, ISO 639-1'),
  trainer: ids('Ids of trainers'),
  status: texts('Statuses of the provider'),
  availability: Type.Optional(
    Type.Array(Type.Enum(availabilityFilters), {
      description:
        'How a date can be booked. Left out: listed, those that can be booked or waited for, or will be bookable; any: all',
      maxItems: availabilityFilters.length,
    }),
  ),
  month: Type.Optional(
    Type.Array(Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }), {
      description: 'Months of the start, YYYY-MM',
      maxItems: 100,
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Words in any order, also parts of words: of titles, numbers, trainers and places, and months; accents and small typing errors do not matter',
    }),
  ),
}
const DateFilters = Type.Object(dateFilters)
export type DateFilters = Static<typeof DateFilters>

export function checkRange(
  { query }: { query: unknown },
  areValid: (...names: string[]) => boolean,
): FieldError[] {
  const { from, to } = query as DateFilters
  return areValid('from', 'to') && from !== undefined && to !== undefined && to < from
    ? [{ field: 'to', ...websiteErrors.rangeEnd() }]
    : []
}

function unionOf(index: DateIndex, dimension: Dimension, values: readonly (string | number)[]): BitSet {
  const union = index.emptySet()
  for (const value of values)
    for (const position of index.positions(dimension).get(value) ?? []) union.add(position)
  return union
}

const wantedAvailability = ({ availability = [listed] }: Pick<DateFilters, 'availability'>) => availability

/** The counters that decide which dates match. */
export const countersOfFilters = (filters: Pick<DateFilters, 'availability'>): number[] =>
  wantedAvailability(filters).includes('any') ? [] : [allCounters]

/** The filters of a single date. */
export const singleDateFilters = { from: dateFilters.from, availability: dateFilters.availability }

/** Whether a date matches the filters that concern it alone. Lists leave out dates without a start as well. */
export function matchesAlone(
  catalogue: CatalogueIndex,
  date: DateEntry,
  filters: Pick<DateFilters, 'from' | 'availability'>,
  today: string,
): boolean {
  const values = availabilityValues(catalogue, date, today)
  return (
    lastsUntil(date, filters.from ?? today) && wantedAvailability(filters).some((one) => values.includes(one))
  )
}

/** The dates that match each filter, and those that the key shows: their intersection matches all. */
export function matchFilters(
  index: DateIndex,
  filters: DateFilters,
  { shown, today }: { shown: Shown; today: string },
): { always: BitSet; byDimension: Map<Dimension, BitSet> } {
  const always = index.shown(shown, today).clone() as BitSet
  always.intersection(index.touching(filters.from ?? today, filters.to))
  const sets = index.byAvailability(today)
  const union = index.emptySet()
  for (const one of wantedAvailability(filters)) union.union(sets.get(one)!)
  always.intersection(union)
  const words = filters.q === undefined ? undefined : index.words().find(filters.q)
  if (words) always.intersection(words)
  const byDimension = new Map<Dimension, BitSet>()
  for (const dimension of filterDimensions) {
    const values = filters[dimension]
    if (values) byDimension.set(dimension, unionOf(index, dimension, values))
  }
  return { always, byDimension }
}

/** The dates that match all filters. @param except a dimension whose filter is left out */
export function intersect(
  { always, byDimension }: ReturnType<typeof matchFilters>,
  except?: Dimension,
): BitSet {
  const result = always.clone() as BitSet
  for (const [dimension, set] of byDimension) if (dimension !== except) result.intersection(set)
  return result
}

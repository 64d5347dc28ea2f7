// Queries of GET /events: a set that covers every pair of values of two parameters (pairwise testing), and random ones.
import { Temporal } from 'temporal-polyfill'
import type { EventQuery } from '../../server/catalogue/contract/event.schema.ts'
import type { Random } from '../../server/demo/random.ts'

export type ParameterValues = { [Name in keyof EventQuery]?: readonly EventQuery[Name][] }

const flags = [undefined, true, false]

/** The tested values of each parameter for a random catalogue around a day; undefined: left out. */
export function valuesFor(today: string): ParameterValues {
  const near = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString()
  return {
    catalogId: [undefined, [1], [3, 2], [4], [99], []],
    eventId: [undefined, 1, [1, 2, 3, 4, 5, 99], []],
    catalogCategoryId: [undefined, 1, [2, 5, 99], []],
    dateId: [undefined, 1, 2],
    displayDate: [undefined, today, near(40)],
    excludeWithoutDisplayDate: flags,
    dateStart: [undefined, '1900-01-01', today],
    dateEnd: [undefined, near(10), '2999-12-31'],
    mainDateTrainer: flags,
    allDateTrainers: flags,
    nextDatesTrainers: [undefined, 0, 1, 12, 1200],
    eventDateFiles: [undefined, 'all', 'public', ' internal, 3,3', '', '1,2,4,9999', 'vip,😀,participants'],
    eventMetaData: flags,
    dateMetaData: flags,
    prices: flags,
    ebgData: flags,
    eventMetaTags: flags,
    hotelQuota: flags,
  }
}

const filterNames = new Set<string>([
  'catalogId',
  'eventId',
  'catalogCategoryId',
  'dateId',
  'displayDate',
  'excludeWithoutDisplayDate',
  'dateStart',
  'dateEnd',
])

const names = (values: ParameterValues) => Object.keys(values) as (keyof EventQuery)[]

/** nextDatesTrainers requires one of the trainer flags. */
const isValid = (query: EventQuery): boolean =>
  query.nextDatesTrainers === undefined || query.mainDateTrainer === true || query.allDateTrainers === true

/** Builds a query with these values. Most filters are left out, because several together match nothing. */
function completeQuery(fixedValues: EventQuery, values: ParameterValues, random: Random): EventQuery {
  const pick = (name: keyof EventQuery) =>
    name in fixedValues
      ? fixedValues[name]
      : filterNames.has(name) && random.chance(0.9)
        ? undefined
        : random.pick<unknown>(values[name]!)
  const query = Object.fromEntries(names(values).map((name) => [name, pick(name)])) as EventQuery
  if (isValid(query)) return query
  const free = (['mainDateTrainer', 'allDateTrainers'] as const).find((name) => !(name in fixedValues))
  if (free) return { ...query, [free]: true }
  if (!('nextDatesTrainers' in fixedValues)) delete query.nextDatesTrainers
  return query
}

const withoutAbsent = (query: EventQuery): EventQuery =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))

/** One random query. */
export const randomQuery = (values: ParameterValues, random: Random): EventQuery =>
  withoutAbsent(completeQuery({}, values, random))

/** Queries that cover every pair of values of two parameters, chosen greedily. */
export function pairwise(values: ParameterValues, random: Random): EventQuery[] {
  const all = names(values)
  const key = (one: number, first: unknown, other: number, second: unknown) =>
    `${one}=${JSON.stringify(first)},${other}=${JSON.stringify(second)}`
  const pairsOf = (query: EventQuery) =>
    all.flatMap((name, one) =>
      all.slice(one + 1).map((also, index) => key(one, query[name], one + 1 + index, query[also])),
    )
  const uncoveredPairs = new Map<string, EventQuery>()
  for (const [one, name] of all.entries())
    for (const [other, also] of all.entries())
      if (one < other)
        for (const first of values[name]!)
          for (const second of values[also]!)
            uncoveredPairs.set(key(one, first, other, second), { [name]: first, [also]: second })

  const chosen: EventQuery[] = []
  for (const [pair, fixedValues] of uncoveredPairs) {
    if (!uncoveredPairs.has(pair)) continue
    const candidates = Array.from({ length: 8 }, () => completeQuery(fixedValues, values, random)).filter(
      isValid,
    )
    const gain = (query: EventQuery) => pairsOf(query).filter((one) => uncoveredPairs.has(one)).length
    const best = candidates.toSorted((one, other) => gain(other) - gain(one))[0]
    uncoveredPairs.delete(pair)
    if (!best) continue
    for (const covered of pairsOf(best)) uncoveredPairs.delete(covered)
    chosen.push(withoutAbsent(best))
  }
  return chosen
}

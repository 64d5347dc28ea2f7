// GET /dates and GET /dates/{id}.
import Type, { type Static } from 'typebox'
import type { TypedFastBitSet as BitSet } from 'typedfastbitset'
import type { DateEntry } from '../catalogue/read-model/entries.ts'
import { lowerBound } from '../catalogue/read-model/matching-dates.ts'
import { countersOfDate } from '../catalogue/read-model/read-model.ts'
import { notFound } from '../platform/ground/errors.ts'
import { Id } from '../platform/ground/schema.ts'
import { publicEndpoint } from '../platform/http/public/public-endpoint.ts'
import { compareKeys, nextPage, paging, parseCursor, type SortKey, toCursor } from './cursor.ts'
import {
  checkRange,
  countersOfFilters,
  dateFilters,
  intersect,
  matchesAlone,
  matchFilters,
  singleDateFilters,
} from './date-filter.ts'
import type { DateIndex } from './date-index.ts'
import { exampleDate } from './examples.ts'
import { dateTitleOf, lowestPrice, toPublicDate } from './records.ts'
import { dateIndexOf, json, recordContextOf, respondFromCatalogue } from './respond.ts'
import { PublicDate, pageOf } from './schemas.ts'
import { showsDate } from './visibility.ts'
import { websiteErrors } from './website.errors.ts'

const sorts = ['start', '-start', 'title', 'price'] as const
type Sort = (typeof sorts)[number]

const keyLengths = { start: 3, '-start': 3, title: 4, price: 4 }

/** The sort keys of dates before their start; by price the lowest that is valid on the day, dates without one last. */
const sortValueOf = ({ catalogue }: DateIndex, sort: 'title' | 'price', today: string, date: DateEntry) =>
  sort === 'title' ? dateTitleOf(catalogue, date) : (lowestPrice(catalogue, date, today) ?? null)

/** The sort key of a date. */
function keyOf(index: DateIndex, sort: Sort, today: string, date: DateEntry): SortKey {
  const start = [date.start_date, date.start_time, date.id]
  return sort === 'title' || sort === 'price' ? [sortValueOf(index, sort, today, date), ...start] : start
}

/** The positions in an order. */
function orderOf(index: DateIndex, sort: Sort, today: string): Uint32Array {
  if (sort === 'title' || sort === 'price')
    return index.order(sort, today, (date) => sortValueOf(index, sort, today, date))
  const byStart = index.order('start', '', () => null)
  return sort === 'start' ? byStart : byStart.toReversed()
}

/** The dates of a page, in order. */
function pageFrom(
  index: DateIndex,
  matching: BitSet,
  sort: Sort,
  today: string,
  { limit, after }: { limit: number; after: SortKey | undefined },
): DateEntry[] {
  const { dates } = index
  const order = orderOf(index, sort, today)
  const keyAt = (rank: number) => keyOf(index, sort, today, dates[order[rank]!]!)
  const direction = sort === '-start' ? -1 : 1
  const page: DateEntry[] = []
  const first = after
    ? lowerBound(order.length, (rank) => direction * compareKeys(keyAt(rank), after) > 0)
    : 0
  for (let rank = first; rank < order.length && page.length < limit; rank++)
    if (matching.has(order[rank]!)) page.push(dates[order[rank]!]!)
  return page
}

const DatesQuery = Type.Object(
  {
    ...dateFilters,
    sort: Type.Optional(
      Type.Enum(sorts, { description: 'Left out: start. price: the lowest gross price of today' }),
    ),
    ...paging,
  },
  { additionalProperties: false },
)

export const getDates = publicEndpoint({
  path: '/dates',
  id: 'getDates',
  tag: 'Dates',
  summary: 'Dates in order of their start',
  description: `Filters combine with AND, the values of one filter with OR. A list is given by commas, or by repeating its name.
Without \`availability\`, the list has the dates that can be booked or waited for, or will be bookable; \`availability=any\` shows all.
Without \`from\`, dates that are over are left out. Dates without a start are only found by their id.`,
  query: DatesQuery,
  rules: checkRange,
  response: pageOf(PublicDate),
  examples: {
    query: { category: [1], from: '2026-05-01', sort: 'start', limit: 20 },
    response: { data: [exampleDate], total: 1, next: null },
  },
  open: (instance) => (request) =>
    respondFromCatalogue(instance, request, (catalogue) => {
      const { today, key, query } = request
      const { sort = 'start', limit = 20, cursor } = query as Static<typeof DatesQuery>
      const after = cursor === undefined ? undefined : parseCursor(cursor, sort, keyLengths[sort])
      const index = dateIndexOf(instance, catalogue)
      const matching = intersect(matchFilters(index, query, { shown: key, today }))
      const found = pageFrom(index, matching, sort, today, { limit: limit + 1, after })
      const page = found.slice(0, limit)
      const view = recordContextOf(catalogue, request)
      const next =
        found.length > limit
          ? nextPage(
              '/dates',
              query,
              toCursor(sort, keyOf(index, sort, today, page.at(-1)!)),
              request.keyInQuery,
            )
          : null
      return json({ data: page.map((date) => toPublicDate(view, date)), total: matching.size(), next }, [
        ...countersOfFilters(query),
        ...page.map(({ id }) => countersOfDate(id)),
      ])
    }),
})

const params = Type.Object({ id: Id })

export const getDate = publicEndpoint({
  path: '/dates/{id}',
  id: 'getDate',
  isView: true,
  tag: 'Dates',
  summary: 'One date',
  description: `Found under the conditions of the list: without \`availability\`, a date that is full, closed or cancelled is 404, and without
\`from\` one that is over. \`availability=any\` shows it in every state.`,
  params,
  query: Type.Object(singleDateFilters, { additionalProperties: false }),
  response: PublicDate,
  examples: {
    params: { id: exampleDate.id },
    query: { availability: ['any'], from: '2025-01-01' },
    response: exampleDate,
  },
  open: (instance) => (request) =>
    respondFromCatalogue(instance, request, (catalogue) => {
      const { id } = request.params
      const date = catalogue.dates.get(id)
      if (!date || !showsDate(catalogue, date, request.key, request.today))
        throw notFound(websiteErrors.noDate({ id }))
      if (!matchesAlone(catalogue, date, request.query, request.today))
        throw notFound(websiteErrors.dateNotListed({ id }))
      return json(toPublicDate(recordContextOf(catalogue, request), date), [countersOfDate(id)])
    }),
})

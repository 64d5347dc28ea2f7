// GET /changes: what has changed in a copy of the catalogue. A copy has the dates that `GET /dates` lists with the same filters, and
// the events that `GET /events` does; everything else is removed from it. Changes by days (a period begins or ends) follow from
// the catalogue, after the logged changes.
import Type, { type Static } from 'typebox'
import {
  type ChangePage,
  continueDays,
  openCatalogueChanges,
  type ReadChanges,
} from '../catalogue/changes/catalogue-changes.ts'
import type { ChangedThing } from '../catalogue/changes/change-cursor.ts'
import type { CatalogueIndex } from '../catalogue/read-model/catalogue-index.ts'
import type { DateEntry } from '../catalogue/read-model/entries.ts'
import { allCounters, type CatalogueResponse } from '../catalogue/read-model/read-model.ts'
import { badRequest, Failure } from '../platform/ground/errors.ts'
import { Id, record } from '../platform/ground/schema.ts'
import { type PublicRequest, publicEndpoint } from '../platform/http/public/public-endpoint.ts'
import { checkRange, type DateFilters, dateFilters, intersect, matchFilters } from './date-filter.ts'
import { eventIndexOf } from './event-index.ts'
import { eventsToSerialize } from './events.public.ts'
import { toPublicDate, toPublicEvent } from './records.ts'
import { dateIndexOf, json, recordContextOf, respondFromCatalogue } from './respond.ts'
import { PublicDate, PublicEvent } from './schemas.ts'
import { websiteErrors } from './website.errors.ts'

/** The record of an event without its dates, which are entries of their own. */
const ChangedEvent = Type.Omit(PublicEvent, ['dates'], { title: 'PublicChangedEvent' })

const changeOf = <T extends 'date' | 'event', D extends Type.TSchema>(type: T, data: D, title: string) =>
  record(
    {
      type: Type.Enum([type]),
      id: Id,
      change: Type.Enum(['changed', 'removed'] as const, {
        description:
          'removed: deleted, withdrawn, not shown to this key any more, or not in the list with these filters, such as over, full or cancelled',
      }),
      reason: Type.String({
        description:
          'What caused it: deleted, withdrawn, content, event, module, location, trainer, file, lookups, seats, or day (a period began or ended)',
      }),
      data: Type.Optional(data),
    },
    title,
  )

const Change = Type.Union([
  changeOf('date', PublicDate, 'PublicDateChange'),
  changeOf('event', ChangedEvent, 'PublicEventChange'),
])

const ChangesQuery = Type.Object(
  {
    since: Type.Optional(
      Type.String({ maxLength: 20_000, description: 'The cursor of the call before; opaque' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Entries of a page; left out: 100' }),
    ),
    include: Type.Optional(
      Type.Array(Type.Enum(['data'] as const), {
        description: 'data: what has changed comes with its record',
        maxItems: 1,
      }),
    ),
    ...dateFilters,
  },
  { additionalProperties: false },
)
type ChangesQuery = Static<typeof ChangesQuery>
type Request = PublicRequest<unknown, ChangesQuery>

type RecordChange = ChangedThing & { reason: string }

type Days = { since: string; today: string }

/** Whether a day of a period passed: it begins, or has ended, after one day and up to another. */
const begins = (day: string | null, { since, today }: Days) => day !== null && day > since && day <= today
const ended = (day: string | null, { since, today }: Days) => day !== null && day >= since && day < today

const changesByDays = (date: DateEntry, days: Days): boolean =>
  begins(date.display_start_date, days) ||
  begins(date.booking_start_date, days) ||
  ended(date.display_end_date, days) ||
  ended(date.booking_end_date, days) ||
  ended(date.lastDay, days) ||
  date.facts.prices.some(({ validFrom, validTo }) => begins(validFrom, days) || ended(validTo, days))

/** The entries of a page, with the cursor for the next call. */
function entriesOf(
  catalogue: CatalogueIndex,
  page: ChangePage,
  today: string,
  limit: number,
): { entries: RecordChange[]; next: string } {
  const { changes, next, isLast, since, daysAfter } = page
  if (!isLast || since === today) return { entries: changes, next }
  const known = new Set(changes.flatMap(({ type, id }) => (type === 'date' ? id : [])))
  const byDays = [...catalogue.dates.values()]
    .filter((date) => date.id > daysAfter && !known.has(date.id) && changesByDays(date, { since, today }))
    .map(({ id }): RecordChange => ({ type: 'date', id, reason: 'day' }))
    .sort((one, other) => one.id - other.id)
  const told = byDays.slice(0, limit - changes.length)
  return {
    entries: [...changes, ...told],
    next: told.length < byDays.length ? continueDays(page, today, told.at(-1)!.id) : next,
  }
}

/** Whether a copy with these filters has a record. */
function openCopy(catalogue: CatalogueIndex, index: ReturnType<typeof dateIndexOf>, request: Request) {
  const { key, today, query } = request
  const dates = intersect(matchFilters(index, query, { shown: key, today }))
  let events: Set<number> | undefined
  const eventsOf = ({ event, category, language, q }: DateFilters) =>
    new Set(
      eventIndexOf(catalogue)
        .find(
          { ...(category && { category }), ...(language && { language }), ...(q !== undefined && { q }) },
          key,
        )
        .flatMap(({ id }) => (!event || event.includes(id) ? id : [])),
    )
  return ({ type, id }: ChangedThing): boolean => {
    if (type === 'date') {
      const position = index.positionOf(id)
      return position !== undefined && dates.has(position)
    }
    events ??= eventsOf(query)
    return events.has(id)
  }
}

export const getChanges = publicEndpoint({
  path: '/changes',
  id: 'getChanges',
  tag: 'Changes',
  summary: 'What has changed since a cursor',
  description: `For a website with a copy of its own, which has what \`/dates\` lists with the same filters. Without \`since\`: the newest
cursor, to be read before the copy is made. Then the dates and events that have changed since, each once on a page, and the cursor for the
next call; as long as there are entries, ask again. \`removed\` may also name what the copy never had. With \`include=data\`, changed dates
and events come with their records, an event without its dates: these are entries of their own. No change is left out, whatever the order
in which transactions end. A cursor holds for 30 days, then it is 410: read everything again.`,
  query: ChangesQuery,
  rules: checkRange,
  statuses: [410],
  response: record({
    data: Type.Array(Change),
    next: Type.String({ description: 'The cursor for the next call' }),
  }),
  examples: {
    response: { data: [{ type: 'date', id: 41, change: 'changed', reason: 'seats' }], next: 'eyJmIjoi…' },
  },
  open: (instance) => {
    const changes = openCatalogueChanges(instance.db)
    instance.barrier.subscribe(changes)
    return (request) => {
      const { since, limit = 100 } = request.query
      const found = changes.read(since, limit, request.today)
      // Without a promise: it costs a hundredth of the smallest response.
      return found instanceof Promise
        ? found.then((page) => respond(request, since, page))
        : respond(request, since, found)
    }

    function respond(request: Request, since: string | undefined, page: ReadChanges) {
      if (page === 'malformed') throw badRequest([{ field: 'since', ...websiteErrors.since() }])
      if (page === 'gone') throw new Failure(410, websiteErrors.cursorGone())
      const hasNothing = page.next === since || since === undefined
      if (hasNothing)
        return respondFromCatalogue(instance, request, () => json({ data: [], next: page.next }, []))
      // The page may know of writes that are later than the request: the records must not be older.
      return instance.barrier
        .ensureCurrent()
        .then(() =>
          respondFromCatalogue(instance, { cacheKey: `${request.cacheKey} ${page.next}` }, (catalogue) =>
            build(request, page, catalogue),
          ),
        )
    }

    function build(request: Request, page: ChangePage, catalogue: CatalogueIndex): CatalogueResponse {
      const { include, limit = 100 } = request.query
      const { entries, next } = entriesOf(catalogue, page, request.today, limit)
      const isInCopy = openCopy(catalogue, dateIndexOf(instance, catalogue), request)
      const data = entries.map((entry) => ({ entry, isChanged: isInCopy(entry) }))
      const toRecord = include?.includes('data')
      const events = data.flatMap(({ entry: { type, id }, isChanged }) =>
        toRecord && isChanged && type === 'event' ? catalogue.events.get(id)! : [],
      )
      const missing = eventsToSerialize(events)
      if (missing) return { missing }
      const view = recordContextOf(catalogue, request)
      const recordOf = ({ type, id }: ChangedThing) => {
        if (type === 'date') return toPublicDate(view, catalogue.dates.get(id)!)
        const { dates: _, ...event } = toPublicEvent(view, catalogue.events.get(id)!, [])
        return event
      }
      return json(
        {
          data: data.map(({ entry: { type, id, reason }, isChanged }) => ({
            type,
            id,
            change: isChanged ? 'changed' : 'removed',
            reason,
            ...(toRecord && isChanged && { data: recordOf({ type, id }) }),
          })),
          next,
        },
        [allCounters],
      )
    }
  },
})

// GET /changes: the records that a copy of the catalogue has to read again.
import Type from 'typebox'
import type { CatalogueChange } from '../catalogue/changes/catalogue-changes.sql.ts'
import {
  type ChangePage,
  openCatalogueChanges,
  type ReadChanges,
} from '../catalogue/changes/catalogue-changes.ts'
import type { CatalogueIndex } from '../catalogue/read-model/catalogue-index.ts'
import type { DateEntry } from '../catalogue/read-model/entries.ts'
import { allCounters } from '../catalogue/read-model/read-model.ts'
import { badRequest, Failure } from '../platform/ground/errors.ts'
import { Id, record } from '../platform/ground/schema.ts'
import { type PublicRequest, publicEndpoint } from '../platform/http/public/public-endpoint.ts'
import { json, respondFromCatalogue } from './respond.ts'
import { showsDate, showsEvent } from './visibility.ts'
import { websiteErrors } from './website.errors.ts'

const types = ['date', 'event'] as const

const Change = record(
  {
    type: Type.Enum(types),
    id: Id,
    change: Type.Enum(['changed', 'removed'] as const, {
      description: 'removed: deleted, withdrawn, or not shown to this key any more',
    }),
    reason: Type.String({
      description:
        'What caused it: deleted, withdrawn, content, event, module, location, trainer, file, lookups, seats, or day (a period began or ended)',
    }),
  },
  'PublicChange',
)

type RecordChange = { type: 'date' | 'event'; id: number; reason: string }

/** Whether a day of a period passed: it begins, or has ended, after one day and up to another. */
const begins = (day: string | null, since: string, today: string) =>
  day !== null && day > since && day <= today
const ended = (day: string | null, since: string, today: string) =>
  day !== null && day >= since && day < today

const changesWithDay = (date: DateEntry, since: string, today: string): boolean =>
  begins(date.display_start_date, since, today) ||
  begins(date.booking_start_date, since, today) ||
  ended(date.display_end_date, since, today) ||
  ended(date.booking_end_date, since, today) ||
  ended(date.lastDay, since, today) ||
  date.facts.prices.some(
    ({ validFrom, validTo }) => begins(validFrom, since, today) || ended(validTo, since, today),
  )

/** The changes of a page, with the dates that the days since its cursor have changed. */
function changesOfPage(catalogue: CatalogueIndex, page: ChangePage, today: string): RecordChange[] {
  if (!page.isLast || page.since === today) return page.changes
  const known = new Set(page.changes.map(({ type, id }) => `${type} ${id}`))
  const byDay = [...catalogue.dates.values()]
    .filter((date) => !known.has(`date ${date.id}`) && changesWithDay(date, page.since, today))
    .map(({ id }): RecordChange => ({ type: 'date', id, reason: 'day' }))
  return [...page.changes, ...byDay]
}

function isShown(
  catalogue: CatalogueIndex,
  { type, id }: RecordChange,
  { key, today }: PublicRequest,
): boolean {
  if (type === 'date') {
    const date = catalogue.dates.get(id)
    return date !== undefined && showsDate(catalogue, date, key, today)
  }
  const event = catalogue.events.get(id)
  return event !== undefined && showsEvent(catalogue, event, key)
}

const toChange = (
  catalogue: CatalogueIndex,
  entry: RecordChange | CatalogueChange,
  request: PublicRequest,
) => {
  const { type, id, reason } = entry
  return { type, id, change: isShown(catalogue, entry, request) ? 'changed' : 'removed', reason }
}

export const getChanges = publicEndpoint({
  path: '/changes',
  id: 'getChanges',
  tag: 'Changes',
  summary: 'What has changed since a cursor',
  description: `For a website with a copy of its own. Without \`since\`: the newest cursor, to be read before the copy is made. Then the
dates and events that have changed since, each once, and the cursor for the next call; as long as there are entries, ask again. No change
is left out, whatever the order in which transactions end. A cursor holds for 30 days, then it is 410: read everything again.`,
  query: Type.Object(
    {
      since: Type.Optional(
        Type.String({ maxLength: 2000, description: 'The cursor of the call before; opaque' }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          description: 'Entries of a page; left out: 100. At a new day there may be more',
        }),
      ),
    },
    { additionalProperties: false },
  ),
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

    function respond(request: PublicRequest, since: string | undefined, page: ReadChanges) {
      if (page === 'malformed') throw badRequest([{ field: 'since', ...websiteErrors.since() }])
      if (page === 'gone') throw new Failure(410, websiteErrors.cursorGone())
      const hasNothing = page.next === since
      const cacheKey = hasNothing ? request.cacheKey : `${request.cacheKey} ${page.next}`
      return respondFromCatalogue(instance, { cacheKey }, (catalogue) =>
        json(
          {
            data: changesOfPage(catalogue, page, request.today).map((entry) =>
              toChange(catalogue, entry, request),
            ),
            next: page.next,
          },
          [allCounters],
        ),
      )
    }
  },
})

// GET /events and GET /events/{event}.
import Type, { type Static } from 'typebox'
import type { CatalogueIndex } from '../catalogue/read-model/catalogue-index.ts'
import type { DateEntry, EventEntry } from '../catalogue/read-model/entries.ts'
import { type CatalogueResponse, countersOfEvent } from '../catalogue/read-model/read-model.ts'
import type { Missing } from '../catalogue/read-model/renewal.ts'
import { notFound } from '../platform/ground/errors.ts'
import { Id } from '../platform/ground/schema.ts'
import {
  MovedPermanently,
  type PublicRequest,
  publicEndpoint,
} from '../platform/http/public/public-endpoint.ts'
import { compareKeys, nextPage, paging, parseCursor, type SortKey, toCursor } from './cursor.ts'
import { eventIndexOf } from './event-index.ts'
import { examplePublicEvent } from './examples.ts'
import { type RecordContext, toPublicEvent } from './records.ts'
import { json, recordContextOf, respondFromCatalogue } from './respond.ts'
import { PublicEvent, pageOf } from './schemas.ts'
import { type Shown, showsDate } from './visibility.ts'
import { websiteErrors } from './website.errors.ts'

const EventsQuery = Type.Object(
  {
    category: Type.Optional(
      Type.Array(Id, { description: 'Ids of categories, with those below them', maxItems: 100 }),
    ),
    language: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { description: 'ISO 639-1' })),
    q: Type.Optional(Type.String({ maxLength: 255, description: 'Words, as for dates' })),
    ...paging,
  },
  { additionalProperties: false },
)

/** The dates of an event that are shown and not over. */
export const upcomingDates = (view: RecordContext, event: EventEntry, shown: Shown): DateEntry[] =>
  event.dates.filter(
    (date) =>
      date.lastDay !== null &&
      date.lastDay >= view.today &&
      showsDate(view.catalogue, date, shown, view.today),
  )

/** The events whose texts have to be loaded first; undefined: none. */
export function eventsToSerialize(events: readonly EventEntry[]): Missing | undefined {
  const lacking = events.filter(({ serialized }) => !serialized).map(({ id }) => id)
  return lacking.length > 0 ? { events: lacking, dates: [], trainers: [] } : undefined
}

/** The records of events, once their texts are loaded. */
function build(
  request: PublicRequest,
  catalogue: CatalogueIndex,
  events: readonly EventEntry[],
  toBody: (records: PublicEvent[]) => unknown,
): CatalogueResponse {
  const missing = eventsToSerialize(events)
  if (missing) return { missing }
  const view = recordContextOf(catalogue, request)
  const records = events.map((event) => toPublicEvent(view, event, upcomingDates(view, event, request.key)))
  return json(
    toBody(records),
    events.map(({ id }) => countersOfEvent(id)),
  )
}

const keyOf = ({ title, id }: EventEntry): SortKey => [title, id]

export const getPublicEvents = publicEndpoint({
  path: '/events',
  id: 'getEvents',
  tag: 'Events',
  summary: 'Events in order of their title, with their dates',
  query: EventsQuery,
  response: pageOf(PublicEvent),
  examples: {
    query: { category: [1], limit: 20 },
    response: { data: [examplePublicEvent], total: 1, next: null },
  },
  open: (instance) => (request) =>
    respondFromCatalogue(instance, request, (catalogue) => {
      const { limit = 20, cursor } = request.query as Static<typeof EventsQuery>
      const matching = eventIndexOf(catalogue).find(request.query, request.key)
      const after = cursor === undefined ? undefined : parseCursor(cursor, 'title', 2)
      const found = after ? matching.filter((event) => compareKeys(keyOf(event), after) > 0) : matching
      const page = found.slice(0, limit)
      const next =
        found.length > limit
          ? nextPage('/events', request.query, toCursor('title', keyOf(page.at(-1)!)), request.keyInQuery)
          : null
      return build(request, catalogue, page, (data) => ({ data, total: matching.length, next }))
    }),
})

export const getEvent = publicEndpoint({
  path: '/events/{event}',
  id: 'getEvent',
  isView: true,
  tag: 'Events',
  summary: 'One event by its id or slug, with its dates',
  description: 'A slug that the event had before is answered with 301 and the present address.',
  params: Type.Object({ event: Type.String({ description: 'Id or slug', maxLength: 255 }) }),
  response: PublicEvent,
  examples: { params: { event: String(examplePublicEvent.id) }, response: examplePublicEvent },
  open: (instance) => (request) =>
    respondFromCatalogue(instance, request, (catalogue) => {
      const found = eventIndexOf(catalogue).get(request.params.event, request.key)
      if (!found) throw notFound(websiteErrors.noEvent({ id: request.params.event }))
      if (found.isFormer) throw new MovedPermanently(`/events/${found.event.facts.slug}`)
      return build(request, catalogue, [found.event], ([record]) => record)
    }),
})

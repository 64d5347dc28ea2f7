// Events in the back office, with the check before publishing and the website preview.
import Type from 'typebox'
import { lockRecord, lockVersion } from '../../platform/database/change-log.ts'
import { conflict, notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Id, record, Version } from '../../platform/ground/schema.ts'
import { JsonText, officeEndpoint } from '../../platform/http/endpoint.ts'
import { eventErrors } from './event.errors.ts'
import { EventPatch, ListedEvent, NewEvent, OfficeEvent } from './event.schema.office.ts'
import { findingsOfDate, findingsOfEvent } from './publishing.sql.ts'
import { Finding } from './publishing.ts'
import { eventListQuery, listEvents, readEvent } from './read.office.ts'
import { loadWebsitePreview, type WebsitePreview } from './website-preview.ts'
import { copyEvent, deleteEvent, writeEvent } from './write.office.ts'

const right = 'catalogue:edit'
const params = Type.Object({ eventId: Id })

const list = officeEndpoint({
  method: 'GET',
  path: '/events',
  query: eventListQuery,
  response: Type.Array(ListedEvent),
  handle: ({ db, query, today }) => listEvents(db, query, today),
})

const get = officeEndpoint({
  method: 'GET',
  path: '/events/{eventId}',
  params,
  response: Type.Array(OfficeEvent),
  handle: async ({ db, params: { eventId: id } }) => [await readEvent(db, id)],
})

const create = officeEndpoint({
  method: 'POST',
  path: '/events',
  right,
  body: NewEvent,
  response: Type.Array(OfficeEvent),
  handle: async ({ tx, body }) => {
    const { id } = await tx
      .insertInto('event')
      .values({ title: body.title, is_published: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeEvent(tx, await readEvent(tx, id), body)
    return [await readEvent(tx, id)]
  },
})

const change = officeEndpoint({
  method: 'PATCH',
  path: '/events/{eventId}',
  right,
  params,
  body: EventPatch,
  response: Type.Array(OfficeEvent),
  handle: async ({ tx, params: { eventId: id }, body: { version, ...given } }) => {
    await lockVersion(tx, 'event', id, version)
    await writeEvent(tx, await readEvent(tx, id), given)
    return [await readEvent(tx, id)]
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/events/{eventId}',
  right,
  params,
  handle: async ({ tx, params: { eventId: id } }) => {
    await lockRecord(tx, 'event', id)
    await deleteEvent(tx, id)
    return []
  },
})

const copy = officeEndpoint({
  method: 'POST',
  path: '/events/{eventId}/copy',
  right,
  params,
  body: record({ title: Type.String({ minLength: 1, maxLength: 255 }) }),
  response: Type.Array(OfficeEvent),
  handle: async ({ tx, params: { eventId: id }, body }) => {
    await lockRecord(tx, 'event', id)
    return [await readEvent(tx, await copyEvent(tx, id, body.title))]
  },
})

const check = officeEndpoint({
  method: 'GET',
  path: '/events/{eventId}/publication-check',
  params,
  response: Type.Array(Finding),
  handle: ({ db, params: { eventId: id }, today }) => findingsOfEvent(db, id, today),
})

const publish = officeEndpoint({
  method: 'POST',
  path: '/events/{eventId}/publish',
  right: 'catalogue:publish',
  params,
  body: record({ version: Version, isPublished: Type.Boolean() }),
  response: Type.Array(OfficeEvent),
  handle: async ({ tx, params: { eventId: id }, body: { version, isPublished }, today }) => {
    await lockVersion(tx, 'event', id, version)
    const errors = isPublished
      ? (await findingsOfEvent(tx, id, today)).filter(({ severity }) => severity === 'error').length
      : 0
    if (errors > 0) throw conflict(eventErrors.hasFindings({ count: errors }))
    await tx
      .updateTable('event')
      .set({ is_published: isPublished })
      .where('id', '=', id)
      .where('is_published', '<>', isPublished)
      .execute()
    return [await readEvent(tx, id)]
  },
})

const Website = Type.Array(
  record({
    /** false: the response that the website would get if it were published. */
    isPublished: Type.Boolean(),
    url: Type.String(),
    events: Type.Array(Type.Unknown()),
  }),
)
const toJsonText = ({ isPublished, url, events }: WebsitePreview) =>
  new JsonText(`[{"isPublished":${isPublished},"url":${JSON.stringify(url)},"events":${events}}]`)

const website = officeEndpoint({
  method: 'GET',
  path: '/events/{eventId}/website',
  params,
  query: Type.Object({ dateId: Type.Optional(Id) }),
  response: Website,
  handle: async ({ db, params: { eventId: id }, query: { dateId }, today }) =>
    toJsonText(await loadWebsitePreview(db, id, dateId, today)),
})

const dateParams = Type.Object({ dateId: Id })

const checkOfDate = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/publication-check',
  params: dateParams,
  response: Type.Array(Finding),
  handle: ({ db, params: { dateId }, today }) => findingsOfDate(db, dateId, today),
})

const websiteOfDate = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/website',
  params: dateParams,
  response: Website,
  handle: async ({ db, params: { dateId }, today }) => {
    const row = await db
      .selectFrom('event_date')
      .select('event_id')
      .where('id', '=', dateId)
      .executeTakeFirst()
    if (!row) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
    return toJsonText(await loadWebsitePreview(db, row.event_id, dateId, today))
  },
})

export const eventsOffice = [
  list,
  get,
  create,
  change,
  remove,
  copy,
  check,
  publish,
  website,
  checkOfDate,
  websiteOfDate,
]

// An event, or one of its dates, as GET /events returns it with every flag that fills fields.
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import type { EventQuery } from '../contract/event.schema.ts'
import { readModelOf } from '../read-model/events.endpoints.ts'
import { loadEvents } from '../records/load-events.ts'

const allFlags = {
  mainDateTrainer: true,
  allDateTrainers: true,
  nextDatesTrainers: 12,
  eventDateFiles: 'all',
  eventMetaData: true,
  dateMetaData: true,
  prices: true,
  ebgData: true,
  eventMetaTags: true,
  hotelQuota: true,
} as const satisfies EventQuery

export type WebsitePreview = {
  /** false: the event or the date is not published. */
  isPublished: boolean
  /** The path and query of the request. */
  url: string
  /** The response: a JSON array. */
  events: string
}

/**
 * The response of GET /events, from the read model. Unpublished records are not in the read model: they are read from the database,
 * without the next_dates of trainers.
 * @throws Failure 404
 */
export async function loadWebsitePreview(
  db: Db,
  eventId: number,
  dateId: number | undefined,
  today: string,
): Promise<WebsitePreview> {
  const { rows } = await sql<{ is_published: boolean }>`
    select e.is_published and coalesce(d.is_published, true) as is_published
    from event e left join event_date d on d.id = ${dateId ?? null}::int and d.event_id = e.id
    where e.id = ${eventId} and (${dateId === undefined} or d.id is not null)`.execute(db)
  if (!rows[0])
    throw notFound(
      generalErrors.notFound(
        dateId === undefined ? { kind: 'event', id: eventId } : { kind: 'date', id: dateId },
      ),
    )
  const query: EventQuery = { ...(dateId === undefined ? { eventId } : { dateId }), ...allFlags }
  const url = `/restapi/v1/events?${new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )}`
  if (rows[0].is_published) {
    const key = `office ${today} ${JSON.stringify(query)}`
    const { bytes } = await readModelOf(db).respond(query, key, today)
    return { isPublished: true, url, events: bytes.toString() }
  }
  const unpublishedDates =
    dateId === undefined
      ? await db
          .selectFrom('event_date')
          .select('id')
          .where('event_id', '=', eventId)
          .where('is_published', '=', false)
          .execute()
      : []
  const hiddenDateIds = new Set(unpublishedDates.map(({ id }) => id))
  for await (const event of loadEvents(db, { ids: [eventId], everything: true, today })) {
    const dates = event.dates.filter(({ date_id }) =>
      dateId === undefined ? !hiddenDateIds.has(date_id) : date_id === dateId,
    )
    return { isPublished: false, url, events: JSON.stringify([{ ...event, dates }]) }
  }
  throw notFound(generalErrors.notFound({ kind: 'event', id: eventId }))
}

// Dates in the back office: their endpoints.
import { sql } from 'kysely'
import Type from 'typebox'
import { lockRecord, lockVersion } from '../../platform/database/change-log.ts'
import { day } from '../../platform/database/fields.ts'
import { badRequest, conflict } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { dateBulkRights } from '../../platform/ground/rights.ts'
import { Id, IsoDate, record, Version } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { previewBulkChange } from './bulk-change.office.ts'
import { checkDays } from './check-days.office.ts'
import { copyDateContent, copyGroupNames, daysUntilStart, shiftDate } from './copy.office.ts'
import { createDates, emptyDate } from './create.office.ts'
import { dateErrors } from './date.errors.ts'
import { completeInput, DateChange, DateRecord, NewDate } from './date.schema.office.ts'
import { listDates } from './list.office.ts'
import { getDateOptions } from './options.office.ts'
import { throwIfOverlapping } from './overlaps.ts'
import { planEndpoints } from './plan.office.ts'
import { planSeries } from './plan-series.office.ts'
import { assertMayPublish } from './publish-right.ts'
import { findDate, readDate, toDateContent } from './read.office.ts'
import { changeDate } from './write.office.ts'

const params = Type.Object({ dateId: Id })
const right = 'catalogue:edit'
const response = Type.Array(DateRecord)

const getDate = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}',
  params,
  response,
  handle: async ({ db, params: { dateId } }) => [await readDate(db, dateId)],
})

const addDate = officeEndpoint({
  method: 'POST',
  path: '/dates',
  right,
  body: NewDate,
  response,
  handle: async ({ tx, principal, body }) => {
    assertMayPublish(principal, body.isPublished)
    const [id] = await createDates(tx, [{ ...emptyDate, ...completeInput(body) }])
    return [await readDate(tx, id!)]
  },
})

export const editDate = officeEndpoint({
  method: 'PATCH',
  path: '/dates/{dateId}',
  right,
  params,
  body: DateChange,
  response,
  handle: async ({ tx, principal, params: { dateId }, body: { version, ...changed } }) => {
    await lockVersion(tx, 'date', dateId, version)
    const stored = (await findDate(tx, dateId))!
    assertMayPublish(principal, changed.isPublished, toDateContent(stored).isPublished)
    await changeDate(tx, dateId, stored, completeInput(changed))
    return [await readDate(tx, dateId)]
  },
})

const removeDate = officeEndpoint({
  method: 'DELETE',
  path: '/dates/{dateId}',
  right,
  params,
  handle: async ({ tx, params: { dateId } }) => {
    await lockRecord(tx, 'date', dateId)
    const { rows } = await sql<{ bookings: number; modules: number }>`select
      (select count(*)::int from booking where date_id = ${dateId}) as bookings,
      (select count(*)::int from series_module_date where linked_date_id = ${dateId}) as modules`.execute(tx)
    const { bookings, modules } = rows[0]!
    if (bookings > 0) throw conflict(dateErrors.hasBookings({ count: bookings }))
    if (modules > 0) throw conflict(dateErrors.inSeries())
    // Links before their modules: the change log finds their date through the module.
    await sql`delete from series_module_date l using series_module m where m.id = l.series_module_id and m.date_id = ${dateId}`.execute(
      tx,
    )
    await tx.deleteFrom('event_date').where('id', '=', dateId).execute()
    return []
  },
})

/** Moves all days of a date by the same number of days: session days, periods and validity of prices included. */
export const moveDate = officeEndpoint({
  method: 'POST',
  path: '/dates/{dateId}/move',
  right,
  params,
  body: record({
    version: Version,
    startDate: IsoDate,
    status: Type.Optional(Type.String({ maxLength: 50 })),
  }),
  response,
  handle: async ({ tx, params: { dateId }, body }) => {
    await lockVersion(tx, 'date', dateId, body.version)
    const stored = (await findDate(tx, dateId))!
    const content = toDateContent(stored)
    const moved = shiftDate(content, daysUntilStart(content, body.startDate))
    await changeDate(tx, dateId, stored, {
      ...moved,
      startDate: body.startDate,
      ...(body.status === undefined ? {} : { status: body.status }),
    })
    return [await readDate(tx, dateId)]
  },
})

const copyDate = officeEndpoint({
  method: 'POST',
  path: '/dates/{dateId}/copy',
  right,
  params,
  body: record({
    startDate: day.input,
    identifier: Type.Optional(Type.String({ maxLength: 255 })),
    title: Type.Optional(Type.String({ maxLength: 255 })),
    include: Type.Array(Type.Enum(copyGroupNames)),
  }),
  response,
  handle: async ({ tx, params: { dateId }, body: { startDate, include, ...own } }) => {
    await lockRecord(tx, 'date', dateId)
    const copy = copyDateContent(toDateContent((await findDate(tx, dateId))!), startDate, include)
    const [id] = await createDates(tx, [{ ...copy, ...own }])
    return [await readDate(tx, id!)]
  },
})

/** The same change of several dates. It needs no version: the last change wins. */
export const setForSeveral = officeEndpoint({
  method: 'POST',
  path: '/dates/bulk-update',
  right: dateBulkRights,
  body: record({
    ids: Type.Array(Id, { minItems: 1, maxItems: 500 }),
    isPublished: Type.Optional(Type.Boolean()),
    isActive: Type.Optional(Type.Boolean()),
    status: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  }),
  response: Type.Array(record({ updatedCount: Type.Integer() })),
  handle: async ({ tx, principal, body: { ids, isPublished, isActive, status } }) => {
    assertMayPublish(principal, isPublished, !isPublished)
    if (status !== undefined) {
      const known = await tx
        .selectFrom('date_status')
        .select('status')
        .where('status', '=', status)
        .executeTakeFirst()
      if (!known) throw badRequest([{ field: 'status', ...generalErrors.unknownReference() }])
    }
    const { rows } = await sql<{ id: number }>`
      with chosen as materialized (select id from event_date where id = any(${ids}::int[]) order by id for no key update)
      update event_date d set
        is_published = coalesce(${isPublished ?? null}::boolean, d.is_published),
        is_active = coalesce(${isActive ?? null}::boolean, d.is_active),
        status = coalesce(${status ?? null}::text, d.status)
      from chosen c where d.id = c.id and (d.is_published, d.is_active, d.status) is distinct from
        (coalesce(${isPublished ?? null}::boolean, d.is_published), coalesce(${isActive ?? null}::boolean, d.is_active), coalesce(${status ?? null}::text, d.status))
      returning d.id`.execute(tx)
    // A status may have kept dates from taking place.
    await throwIfOverlapping(tx, sql`a.date_id = any(${ids}::int[])`)
    return [{ updatedCount: rows.length }]
  },
})

/** Without those whose changes are told: they are listed with their messages. */
export const datesOffice = [
  getDateOptions,
  listDates,
  getDate,
  addDate,
  removeDate,
  copyDate,
  previewBulkChange,
  checkDays,
  ...planEndpoints,
  planSeries,
]

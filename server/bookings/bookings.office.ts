// Endpoints of the back office that read bookings.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { startOfDay } from '../platform/ground/days.ts'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Id, IsoDate, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { listQuery, searchContainsWords, selectPage } from '../platform/http/list.ts'
import { bookingWriteEndpoints } from './booking.office.ts'
import { Booking, CountsAs, DateSeats } from './booking.schema.ts'
import {
  bookingsById,
  bookingsOfCompany,
  bookingsOfDate,
  findBookableDates,
  joinBookings,
  loadDateSeats,
  selectBookingColumns,
} from './booking.sql.ts'
import { bookingsFile } from './bookings-file.ts'
import { CancellationTerms, cancellationTerms } from './cancellation.ts'

const readRight = 'booking:access'
const exportRights = [readRight, 'export'] as const
const dateParams = Type.Object({ dateId: Id })
const fileQuery = {
  format: Type.Optional(Type.Unsafe<'csv' | 'xlsx'>(Type.Enum(['csv', 'xlsx']))),
  language: Type.Optional(Type.Unsafe<'de' | 'en'>(Type.Enum(['de', 'en']))),
}

const sorts = {
  startDate: sql`d.start_date`,
  createdAt: sql`p.created_at`,
  id: sql`p.id`,
  // The expression of the index contact_by_name.
  lastName: {
    joined: sql`sort_key(c.last_name) collate "C"`,
    exists: sql<boolean>`c.id is not null`,
    missing: sql<boolean>`p.contact_id is null`,
  },
  status: sql`p.status`,
  dateTitle: sql`e.title`,
}

const filters = {
  q: Type.Optional(Type.String({ maxLength: 255 })),
  status: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 50 })),
  from: Type.Optional(IsoDate),
  to: Type.Optional(IsoDate),
  eventId: Type.Optional(Id),
  dateId: Type.Optional(Id),
  contactId: Type.Optional(Id),
  orderId: Type.Optional(Id),
  /** Seats whose participants are not named yet. */
  isUnnamed: Type.Optional(Type.Boolean()),
  companyId: Type.Optional(Id),
  /** Booked on that day or later. */
  createdFrom: Type.Optional(IsoDate),
}
const query = listQuery({ sorts: Object.keys(sorts) as (keyof typeof sorts)[], filters })
type BookingQuery = Type.Static<typeof query>

function filterBookings(db: Reader, filter: BookingQuery, timeZone: string) {
  const { q, status, from, to, eventId, dateId, contactId, companyId, orderId, isUnnamed, createdFrom } =
    filter
  return selectBookingColumns(
    joinBookings(db)
      .$if(q !== undefined, (rows) =>
        rows.where(
          searchContainsWords(
            q!,
            [
              ['person', 'p.contact_id'],
              ['company', 'p.contact_id'],
              ['date', 'p.date_id'],
            ],
            `nullif(p.comment, '')`,
          ),
        ),
      )
      .$if(status !== undefined, (rows) => rows.where('p.status', '=', sql<string>`any(${status}::text[])`))
      .$if(from !== undefined, (rows) => rows.where('d.start_date', '>=', from!))
      .$if(to !== undefined, (rows) => rows.where('d.start_date', '<=', to!))
      .$if(createdFrom !== undefined, (rows) =>
        rows.where('p.created_at', '>=', startOfDay(createdFrom!, 0, timeZone)),
      )
      .$if(eventId !== undefined, (rows) => rows.where('d.event_id', '=', eventId!))
      .$if(dateId !== undefined, (rows) => rows.where('p.date_id', '=', dateId!))
      .$if(companyId !== undefined, (rows) =>
        rows.where(sql<boolean>`p.id = any(${bookingsOfCompany(companyId!)})`),
      )
      .$if(orderId !== undefined, (rows) => rows.where('p.order_id', '=', orderId!))
      .$if(isUnnamed !== undefined, (rows) => rows.where('p.contact_id', isUnnamed ? 'is' : 'is not', null))
      .$if(contactId !== undefined, (rows) => rows.where('p.contact_id', '=', contactId!)),
  )
}

/** A page of bookings. Those without a contact are the last by name. */
const selectBookings = (db: Reader, filter: BookingQuery, timeZone: string) =>
  selectPage(db, filterBookings(db, filter, timeZone), { order: 'desc', ...filter }, sorts, 'p.id')

const listBookings = officeEndpoint({
  method: 'GET',
  path: '/bookings',
  right: readRight,
  query,
  response: Type.Array(Booking),
  handle: ({ db, query: filter, settings }) => selectBookings(db, filter, settings.timeZone),
})

const exportBookings = officeEndpoint({
  method: 'GET',
  path: '/bookings/export',
  confirmed: true,
  right: exportRights,
  query: Type.Object({ ...query.properties, ...fileQuery }),
  handle: async ({ db, query: { format = 'csv', language = 'de', ...filter }, settings }) => {
    const { records } = await selectBookings(db, { ...filter, page: 1, perPage: 100_000 }, settings.timeZone)
    return bookingsFile(records, { name: 'bookings', format, language, timeZone: settings.timeZone })
  },
})

const getBooking = officeEndpoint({
  method: 'GET',
  path: '/bookings/{bookingId}',
  right: readRight,
  params: Type.Object({ bookingId: Id }),
  response: Type.Array(Booking),
  handle: async ({ db, params: { bookingId } }) => {
    const rows = await bookingsById(db, [bookingId])
    if (rows.length === 0) throw notFound(generalErrors.notFound({ kind: 'booking', id: bookingId }))
    return rows
  },
})

/** Of each of the bookings. A POST, because there may be hundreds of them. */
const previewCancellation = officeEndpoint({
  method: 'POST',
  path: '/bookings/cancellation-terms',
  isPreview: true,
  right: readRight,
  body: record({ ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }) }),
  response: Type.Array(CancellationTerms),
  handle: async ({ tx, body: { ids }, today }) => {
    const bookings = await bookingsById(tx, [...new Set(ids)])
    const missing = ids.find((id) => !bookings.some((booking) => booking.id === id))
    if (missing !== undefined) throw notFound(generalErrors.notFound({ kind: 'booking', id: missing }))
    return cancellationTerms(tx, bookings, today)
  },
})

const listStatuses = officeEndpoint({
  method: 'GET',
  path: '/booking-statuses',
  response: Type.Array(record({ id: Type.String(), name: Type.String(), countsAs: CountsAs })),
  handle: ({ db }) =>
    db
      .selectFrom('booking_status')
      .select(['status as id', 'name', sql<Static<typeof CountsAs>>`counts_as`.as('countsAs')])
      .orderBy(
        sql`array_position(array['interested','reserved','offered','waitlisted','booked','attended','absent','cancelled'], status)`,
      )
      .orderBy('status')
      .execute(),
})

const listBookableDates = officeEndpoint({
  method: 'GET',
  path: '/bookable-dates',
  query: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 255 })),
    eventId: Type.Optional(Id),
    from: Type.Optional(IsoDate),
    ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  }),
  response: Type.Array(DateSeats),
  handle: ({ db, query: { q = '', eventId = 0, from, ids }, today }) =>
    findBookableDates(db, { q, eventId, from: from ?? today, ids, today }),
})

const getDateSeats = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/seats',
  params: dateParams,
  response: Type.Array(DateSeats),
  handle: async ({ db, params: { dateId }, today }) => {
    const seats = await loadDateSeats(db, dateId, today)
    if (!seats) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
    return [seats]
  },
})

const listBookingsOfDate = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/bookings',
  right: readRight,
  params: dateParams,
  response: Type.Array(Booking),
  handle: ({ db, params: { dateId } }) => bookingsOfDate(db, dateId),
})

const exportBookingsOfDate = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/bookings/export',
  confirmed: true,
  right: exportRights,
  params: dateParams,
  query: Type.Object(fileQuery),
  handle: async ({ db, params: { dateId }, query: { format = 'csv', language = 'de' }, settings, today }) => {
    const seats = await loadDateSeats(db, dateId, today)
    if (!seats) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
    const name = [language === 'de' ? 'Teilnehmer' : 'Participants', seats.startDate, seats.displayTitle]
      .filter((part) => part !== '')
      .join(' ')
    const rows = await bookingsOfDate(db, dateId)
    return bookingsFile(rows, { name, format, language, timeZone: settings.timeZone })
  },
})

export const bookingsOffice = [
  listStatuses,
  listBookableDates,
  listBookings,
  exportBookings,
  getBooking,
  previewCancellation,
  getDateSeats,
  listBookingsOfDate,
  exportBookingsOfDate,
  ...bookingWriteEndpoints,
]

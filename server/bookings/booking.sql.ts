// Bookings with who and where, as the back office shows them.
import { type SelectQueryBuilder, sql } from 'kysely'
import { freeSeats } from '../catalogue/records/bookability.ts'
import { versionColumn } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { searchContainsWords } from '../platform/database/list.ts'
import type { Booking, DateSeats } from './booking.schema.ts'
import { loadModules } from './modules.ts'

const text = <N extends string>(expression: string, name: N) =>
  sql<string>`coalesce(${sql.raw(expression)}, '')`.as(name)

/** The order of a waiting list, over the alias of a participation. */
const waitingListOrder = (alias: string) =>
  `(${alias}.waiting_position, coalesce(${alias}.waiting_since, ${alias}.created_at), ${alias}.id)`

/**
 * What lists join: participation p, its status s, date d, event e, contact c, company f. But for the company all are there; by left
 * joins nonetheless, because PostgreSQL leaves those out where it looks for a page's ids alone.
 * @param isByName ordered by the contact's name: an inner join lets PostgreSQL go along the index of names
 */
export function joinBookings(reader: Reader, isByName = false) {
  const join = (isByName ? 'innerJoin' : 'leftJoin') as 'leftJoin'
  return reader
    .selectFrom('booking as p')
    .leftJoin('booking_status as s', 's.status', 'p.status')
    .leftJoin('event_date as d', 'd.id', 'p.date_id')
    .leftJoin('event as e', 'e.id', 'd.event_id')
    [join]('contact as c', 'c.id', 'p.contact_id')
    .leftJoin('contact as f', 'f.id', 'c.company_id')
}

// biome-ignore lint/suspicious/noExplicitAny: the tables that `bookings` has joined
type BookingQuery = SelectQueryBuilder<any, any, object>

/** The columns of a Booking over what `bookings` joins. */
export const selectBookingColumns = (rows: BookingQuery): SelectQueryBuilder<never, never, Booking> =>
  rows.select([
    'p.id',
    versionColumn('booking', 'p.id').as('version'),
    'p.contact_id as contactId',
    'c.salutation',
    'c.title',
    'c.first_name as firstName',
    'c.last_name as lastName',
    text(`(select m.email from email_address m where m.contact_id = c.id and m.is_default)`, 'email'),
    text(
      `(select concat_ws(' ', nullif('+' || ltrim(h.country_code, '+0'), '+'), nullif(h.area_code, ''), nullif(h.number, '')) from phone h
        where h.contact_id = c.id and h.is_default and h.type <> 'fax' order by h.type desc limit 1)`,
      'phone',
    ),
    sql<number>`coalesce(c.company_id, 0)`.as('companyId'),
    text('f.last_name, c.company', 'company'),
    'p.date_id as dateId',
    'd.event_id as eventId',
    text(`nullif(d.title, ''), e.title`, 'eventTitle'),
    text(`nullif(d.article_no, ''), e.article_no`, 'articleNo'),
    text('d.start_date::text', 'startDate'),
    text('coalesce(d.end_date, d.start_date)::text', 'endDate'),
    'p.status',
    's.counts_as as countsAs',
    'p.comment',
    sql<string>`to_json(p.created_at) #>> '{}'`.as('createdAt'),
    sql<string>`case when s.counts_as = 'waitlisted' then to_json(coalesce(p.waiting_since, p.created_at)) #>> '{}' else '' end`.as(
      'waitingSince',
    ),
    sql<number>`case when s.counts_as = 'waitlisted' then (
      select count(*)::int from booking o join booking_status r on r.status = o.status and r.counts_as = 'waitlisted'
      where o.date_id = p.date_id and ${sql.raw(waitingListOrder('o'))} <= ${sql.raw(waitingListOrder('p'))}) else 0 end`.as(
      'rank',
    ),
    sql<number>`coalesce(p.series_booking_id, 0)`.as('partOf'),
    text(
      `(select coalesce(nullif(x.title, ''), y.title) from booking o join event_date x on x.id = o.date_id
        join event y on y.id = x.event_id where o.id = p.series_booking_id)`,
      'seriesTitle',
    ),
    sql<number[]>`array(select m.date_id from booking_module m where m.booking_id = p.id order by 1)`.as(
      'moduleDateIds',
    ),
  ] as never) as never

/** Bookings by their ids, in the order of these. */
export async function bookingsById(reader: Reader, ids: readonly number[]): Promise<Booking[]> {
  const rows = await selectBookingColumns(joinBookings(reader) as never)
    .where('p.id' as never, '=', sql<never>`any(${ids}::int[])`)
    .execute()
  const found = new Map((rows as Booking[]).map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

const statusOrder = { booked: 0, reserved: 1, waitlisted: 2, none: 3 } as const

/** The bookings of a date: booked, reserved, the waiting list in its order, the others; each by name. */
export async function bookingsOfDate(reader: Reader, dateId: number): Promise<Booking[]> {
  const rows: Booking[] = await selectBookingColumns(joinBookings(reader) as never)
    .where('p.date_id' as never, '=', dateId as never)
    .execute()
  const name = ({ lastName, firstName }: Booking) => `${lastName} ${firstName}`
  return rows.toSorted(
    (a, b) =>
      statusOrder[a.countsAs as keyof typeof statusOrder] -
        statusOrder[b.countsAs as keyof typeof statusOrder] ||
      a.rank - b.rank ||
      name(a).localeCompare(name(b), 'de') ||
      a.id - b.id,
  )
}

const selectDateSeats = (reader: Reader) =>
  reader
    .selectFrom('event_date as d')
    .innerJoin('event as e', 'e.id', 'd.event_id')
    .leftJoin('date_status as s', 's.status', 'd.status')
    .select([
      'd.id',
      'd.event_id as eventId',
      'e.title as eventTitle',
      text(`nullif(d.title, ''), e.title`, 'title'),
      text(`nullif(d.article_no, ''), e.article_no`, 'articleNo'),
      text('d.start_date::text', 'startDate'),
      text('coalesce(d.end_date, d.start_date)::text', 'endDate'),
      text(
        `(select coalesce(nullif(a.city, ''), n.last_name) from date_location l join contact n on n.id = l.contact_id
          left join address a on a.contact_id = n.id and a.is_default where l.date_id = d.id order by l.contact_id limit 1)`,
        'city',
      ),
      text('d.status', 'status'),
      sql<boolean>`coalesce(s.goes_ahead, true)`.as('takesPlace'),
      'd.is_active as isActive',
      'd.participants_min as min',
      'd.participants_max as max',
      'd.booked_count as booked',
      'd.reserved_count as reserved',
      'd.waitlisted_count as waitlisted',
      'd.seats_elsewhere as elsewhere',
      'd.has_waiting_list as waitingList',
      'd.auto_promote as movesUp',
    ])

async function addModules(reader: Reader, rows: Omit<DateSeats, 'free' | 'modules'>[]): Promise<DateSeats[]> {
  const modules = await loadModules(
    reader,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    free: freeSeats({
      participants_max: row.max,
      booked_count: row.booked,
      reserved_count: row.reserved,
      seats_elsewhere: row.elsewhere,
    }),
    modules: modules.get(row.id) ?? [],
  }))
}

/** The places of a date; undefined: there is no such date. */
export async function loadDateSeats(reader: Reader, dateId: number): Promise<DateSeats | undefined> {
  const rows = await selectDateSeats(reader).where('d.id', '=', dateId).execute()
  return (await addModules(reader, rows))[0]
}

/** Dates to be booked, from a day on: those of an event first, then by start. */
export async function findBookableDates(
  reader: Reader,
  filter: { q: string; eventId: number; from: string; ids: readonly number[] | undefined },
): Promise<DateSeats[]> {
  const { q, eventId, from, ids } = filter
  const rows = await selectDateSeats(reader)
    .$if(ids !== undefined, (query) => query.where('d.id', '=', sql<number>`any(${ids}::int[])`))
    .$if(ids === undefined, (query) =>
      query
        .where((eb) => eb.or([eb('d.start_date', '>=', from), eb('d.start_date', 'is', null)]))
        .where(searchContainsWords(q, [['date', 'd.id']], 'd.start_date::text')),
    )
    .$if(eventId !== 0 && q.trim() === '', (query) => query.where('d.event_id', '=', eventId))
    .orderBy(sql`d.event_id <> ${eventId}`)
    .orderBy('d.start_date')
    .orderBy('d.id')
    .limit(30)
    .execute()
  return addModules(reader, rows)
}

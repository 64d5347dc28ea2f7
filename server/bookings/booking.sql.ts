// Reads bookings with their contacts and dates.
import { type RawBuilder, sql } from 'kysely'
import { bookableSeats, loadModuleDates, takenModules } from '../catalogue/records/module-dates.sql.ts'
import { versionColumn } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { searchContainsWords } from '../platform/http/list.ts'
import type { Booking, DateSeats, Reduction } from './booking.schema.ts'
import type { CountsAs } from './booking-statuses.ts'
import { toModule } from './modules.ts'
import { claimingBooking } from './orders/claimed-contacts.ts'
import { orderedBy } from './orders/order.sql.ts'
import { finalPrice, loadSeatPrices } from './seat-price.ts'

const text = <N extends string>(expression: string, name: N) =>
  sql<string>`coalesce(${sql.raw(expression)}, '')`.as(name)

/** The order of a waiting list, for an alias of `booking`. */
const waitingListOrder = (alias: string) =>
  `(${alias}.waiting_position, coalesce(${alias}.waiting_since, ${alias}.created_at), ${alias}.id)`

/**
 * Booking p with its status s, date d and its status ds, event e, contact c and company f. Status, date and event exist for every
 * booking; they are left joined so that PostgreSQL omits the tables that a query for ids does not use.
 */
export const joinBookings = (reader: Reader) =>
  reader
    .selectFrom('booking as p')
    .leftJoin('booking_status as s', 's.status', 'p.status')
    .leftJoin('event_date as d', 'd.id', 'p.date_id')
    .leftJoin('date_status as ds', 'ds.status', 'd.status')
    .leftJoin('event as e', 'e.id', 'd.event_id')
    .leftJoin('contact as c', 'c.id', 'p.contact_id')
    .leftJoin('contact as f', 'f.id', 'c.company_id')

const countHalfDays = <N extends string>(name: N, condition: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from attendance a where a.booking_id = p.id and ${condition})`.as(name)

/** A column of a table that every booking has. */
const present = <T>(column: string) => sql.ref<T>(column)

export const selectBookingColumns = (rows: ReturnType<typeof joinBookings>) =>
  rows.select([
    'p.id',
    versionColumn('booking', 'p.id').as('version'),
    sql<number>`coalesce(p.contact_id, 0)`.as('contactId'),
    text('c.salutation', 'salutation'),
    text('c.title', 'title'),
    text('c.first_name', 'firstName'),
    text('c.last_name', 'lastName'),
    text(`(select m.email from email_address m where m.contact_id = c.id and m.is_default)`, 'email'),
    text(
      `(select to_json(z.bounced_at) #>> '{}' from email_address m join bounced_address z on z.email_key = m.email_key
        where m.contact_id = c.id and m.is_default)`,
      'emailBouncedAt',
    ),
    sql<Booking['invitationAnswer']>`coalesce((select t.invitation_answer from task t
      where t.booking_id = p.id and t.invitation_answer <> ''
      order by coalesce(t.written_at, t.created_at) desc, t.id desc limit 1), '')`.as('invitationAnswer'),
    text(
      `(select concat_ws(' ', nullif('+' || ltrim(h.country_code, '+0'), '+'), nullif(h.area_code, ''), nullif(h.number, '')) from phone h
        where h.contact_id = c.id and h.is_default and h.type <> 'fax' order by h.type desc limit 1)`,
      'phone',
    ),
    sql<number>`coalesce(c.company_id, 0)`.as('companyId'),
    text('f.last_name, c.company', 'companyName'),
    'p.date_id as dateId',
    present<number>('d.event_id').as('eventId'),
    text(`nullif(d.title, ''), e.title`, 'dateTitle'),
    text(`nullif(d.article_no, ''), e.article_no`, 'articleNo'),
    text('d.start_date::text', 'startDate'),
    text('coalesce(d.end_date, d.start_date)::text', 'endDate'),
    sql<boolean>`coalesce(ds.goes_ahead, true)`.as('dateGoesAhead'),
    'p.status',
    present<CountsAs>('s.counts_as').as('countsAs'),
    'p.comment',
    sql<string>`to_json(p.created_at) #>> '{}'`.as('createdAt'),
    sql<string>`case when s.counts_as = 'waitlisted' then to_json(coalesce(p.waiting_since, p.created_at)) #>> '{}' else '' end`.as(
      'waitingSince',
    ),
    sql<number>`case when s.counts_as = 'waitlisted' then (
      select count(*)::int from booking o join booking_status r on r.status = o.status and r.counts_as = 'waitlisted'
      where o.date_id = p.date_id and ${sql.raw(waitingListOrder('o'))} <= ${sql.raw(waitingListOrder('p'))}) else 0 end`.as(
      'waitingListRank',
    ),
    text(`to_json(p.offered_until) #>> '{}'`, 'offeredUntil'),
    sql<number>`coalesce(p.series_booking_id, 0)`.as('seriesBookingId'),
    text(
      `(select coalesce(nullif(x.title, ''), y.title) from booking o join event_date x on x.id = o.date_id
        join event y on y.id = x.event_id where o.id = p.series_booking_id)`,
      'seriesTitle',
    ),
    sql<number[]>`array(select m.date_id from booking_module m where m.booking_id = p.id order by 1)`.as(
      'moduleDateIds',
    ),
    sql<number>`coalesce(p.order_id, 0)`.as('orderId'),
    sql<string>`(select case when r.entered = '{}' or (
        c.first_name = r.entered ->> 'firstName' and c.last_name = r.entered ->> 'lastName')
      then '' else concat_ws(', ', trim(concat_ws(' ', r.entered ->> 'firstName', r.entered ->> 'lastName')), r.entered ->> 'email') end
      from ${claimingBooking('p')} as claiming join booking r on r.id = claiming.id)`.as('enteredAs'),
    text(`(select ${orderedBy} from booking_order o where o.id = p.order_id)`, 'orderedBy'),
    'p.price_title as priceTitle',
    sql<number | null>`p.price_amount::float8`.as('priceAmount'),
    'p.price_currency as priceCurrency',
    sql<number>`p.price_vat_rate::float8`.as('priceVatRate'),
    'p.price_vat_included as priceVatIncluded',
    sql<
      Reduction[]
    >`coalesce((select json_agg(json_build_object('reason', r.reason, 'amount', r.amount) order by not r.is_group_discount, r.id)
      from booking_reduction r where r.booking_id = p.id), '[]')`.as('reductions'),
    sql<number | null>`${finalPrice('p')}::float8`.as('finalPrice'),
    'p.dietary_notes as dietaryNotes',
    'p.accessibility_notes as accessibilityNotes',
    'p.internal_notes as internalNotes',
    sql<Booking['answers']>`p.answers`.as('answers'),
    text(`to_json(p.cancelled_at) #>> '{}'`, 'cancelledAt'),
    'p.cancellation_reason as cancellationReason',
    sql<number | null>`p.cancellation_fee::float8`.as('cancellationFee'),
    sql<Booking['history']>`coalesce((select json_agg(json_build_object('until', h.until,
        'contactName', trim(coalesce(x.first_name || ' ' || x.last_name, '')), 'dateId', coalesce(h.date_id, 0), 'dateTitle', h.date_title,
        'startDate', coalesce(h.start_date::text, '')) order by h.id)
      from booking_history h left join contact x on x.id = h.contact_id where h.booking_id = p.id), '[]')`.as(
      'history',
    ),
    countHalfDays('attendedHalfDays', sql`a.attended`),
    countHalfDays('recordedHalfDays', sql`true`),
  ])

/** Bookings by their ids, in the order of the ids. */
export async function bookingsById(reader: Reader, ids: readonly number[]): Promise<Booking[]> {
  const rows = await selectBookingColumns(joinBookings(reader))
    .where('p.id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The ids of the bookings of the people of a company, and of its seats that have no name yet, as an array. */
export const bookingsOfCompany = (companyId: number) => sql`array(
  select b.id from contact x join booking b on b.contact_id = x.id where x.company_id = ${companyId}
  union all select b.id from booking_order o join booking b on b.order_id = o.id where o.company_id = ${companyId} and b.contact_id is null)`

const statusOrder: Record<CountsAs, number> = { booked: 0, reserved: 1, waitlisted: 2, none: 3 }

/** The bookings of a date: booked, reserved, the waiting list in its order, the others; each by name. */
export async function bookingsOfDate(reader: Reader, dateId: number): Promise<Booking[]> {
  const rows = await selectBookingColumns(joinBookings(reader)).where('p.date_id', '=', dateId).execute()
  const name = ({ lastName, firstName }: Booking) => `${lastName} ${firstName}`
  return rows.toSorted(
    (a, b) =>
      statusOrder[a.countsAs] - statusOrder[b.countsAs] ||
      a.waitingListRank - b.waitingListRank ||
      name(a).localeCompare(name(b), 'de') ||
      a.id - b.id,
  )
}

const countStatus = <N extends string>(name: N, status: string) =>
  sql<number>`(select count(*)::int from booking b where b.date_id = d.id and b.status = ${sql.lit(status)})`.as(
    name,
  )

const selectDateSeats = (reader: Reader) =>
  reader
    .selectFrom('event_date as d')
    .innerJoin('event as e', 'e.id', 'd.event_id')
    .leftJoin('date_status as s', 's.status', 'd.status')
    .select([
      'd.id',
      'd.event_id as eventId',
      'e.title as eventTitle',
      text(`nullif(d.title, ''), e.title`, 'displayTitle'),
      text(`nullif(d.article_no, ''), e.article_no`, 'articleNo'),
      text('d.start_date::text', 'startDate'),
      text('coalesce(d.end_date, d.start_date)::text', 'endDate'),
      text(
        `(select coalesce(nullif(a.city, ''), n.last_name) from date_location l join contact n on n.id = l.contact_id
          left join address a on a.contact_id = n.id and a.is_default where l.date_id = d.id order by l.contact_id limit 1)`,
        'city',
      ),
      text('d.status', 'status'),
      sql<boolean>`coalesce(s.goes_ahead, true)`.as('goesAhead'),
      'd.is_active as isActive',
      'd.participants_min as participantsMin',
      'd.participants_max as participantsMax',
      'd.booked_count as bookedCount',
      countStatus('attendedCount', 'attended'),
      countStatus('absentCount', 'absent'),
      'd.reserved_count as reservedCount',
      'd.waitlisted_count as waitlistedCount',
      'd.seats_elsewhere as seatsElsewhere',
      'd.has_waiting_list as hasWaitingList',
      'd.auto_promote as autoPromote',
      'd.offer_hours as offerHours',
      'd.keeps_groups as keepsGroups',
    ])

async function addModulesAndPrices(
  reader: Reader,
  rows: Omit<DateSeats, 'freeSeats' | 'modules' | 'prices'>[],
  today: string,
): Promise<DateSeats[]> {
  const ids = rows.map(({ id }) => id)
  const moduleDates = await loadModuleDates(reader, ids)
  const prices = await loadSeatPrices(reader, ids, today)
  return rows.map((row) => ({
    ...row,
    freeSeats: bookableSeats(
      {
        participants_max: row.participantsMax,
        booked_count: row.bookedCount,
        reserved_count: row.reservedCount,
        seats_elsewhere: row.seatsElsewhere,
      },
      takenModules(moduleDates.get(row.id) ?? []),
    ),
    modules: (moduleDates.get(row.id) ?? []).map(toModule),
    prices: prices.get(row.id) ?? [],
  }))
}

/** A date with its seats; undefined if it does not exist. */
export async function loadDateSeats(
  reader: Reader,
  dateId: number,
  today: string,
): Promise<DateSeats | undefined> {
  const rows = await selectDateSeats(reader).where('d.id', '=', dateId).execute()
  return (await addModulesAndPrices(reader, rows, today))[0]
}

/** Dates from a day on that go ahead and are not completed, or dates by their ids: those of an event first, then by start. */
export async function findBookableDates(
  reader: Reader,
  filter: { q: string; eventId: number; from: string; ids: readonly number[] | undefined; today: string },
): Promise<DateSeats[]> {
  const { q, eventId, from, ids, today } = filter
  const rows = await selectDateSeats(reader)
    .$if(ids !== undefined, (query) => query.where('d.id', '=', sql<number>`any(${ids}::int[])`))
    .$if(ids === undefined, (query) =>
      query
        .where((eb) => eb.or([eb('d.start_date', '>=', from), eb('d.start_date', 'is', null)]))
        .where(sql<boolean>`coalesce(s.goes_ahead, true) and d.status is distinct from 'completed'`)
        .where(searchContainsWords(q, [['date', 'd.id']], 'd.start_date::text')),
    )
    .$if(eventId !== 0 && q.trim() === '', (query) => query.where('d.event_id', '=', eventId))
    .orderBy(sql`d.event_id <> ${eventId}`)
    .orderBy('d.start_date')
    .orderBy('d.id')
    .limit(30)
    .execute()
  return addModulesAndPrices(reader, rows, today)
}

// Counts and records of the start page, one statement each.
import { type RawBuilder, sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { orderedBy } from '../bookings/orders/order.sql.ts'
import type { Reader } from '../platform/database/database.ts'
import { Count, Id, record } from '../platform/ground/schema.ts'

const Text = Type.String()

/** A date with its seats. */
export const StartDate = record({
  id: Id,
  displayTitle: Text,
  identifier: Text,
  startDate: Text,
  endDate: Text,
  startTime: Text,
  locationNames: Text,
  participantsMin: Count,
  participantsMax: Count,
  bookedCount: Count,
  reservedCount: Count,
  seatsElsewhere: Count,
  freeSeats: Count,
  waitlistedCount: Count,
})
export const StartLead = record({ id: Id, name: Text, companyName: Text, ownerName: Text, createdAt: Text })
export const StartTask = record({
  id: Id,
  taskNr: Text,
  subject: Text,
  dueDate: Text,
  isOverdue: Type.Boolean(),
})
/** An address to which mail comes back, with a contact that has it. */
export const StartBounce = record({ contactId: Id, name: Text, address: Text, bouncedAt: Text, reason: Text })
/** An order of a visitor. The titles are those of its dates. */
export const StartOrder = record({
  id: Id,
  orderedBy: Text,
  dateTitles: Text,
  seatCount: Count,
  createdAt: Text,
})
/** The way of visitors to a booking in the last days: views, begun bookings, and orders. */
export const Funnel = record({ views: Count, begun: Count, orders: Count })
/** A week; `startDate` is its Monday. */
export const Week = record({ startDate: Text, bookingCount: Count, signUpCount: Count })

export type StartDate = Static<typeof StartDate>

/** The first rows, and the number of all. */
type Page<R> = { rows: R[]; count: number }

const totalOf = (rows: readonly { total: string }[]): number => Number(rows[0]?.total ?? 0)

/** The statuses of dates that go ahead; those of them that are bookable; the booking statuses that count as booked. */
export async function loadDateStatuses(
  db: Reader,
): Promise<{ goingAhead: string[]; bookable: string[]; booked: string[] }> {
  const [rows, bookings] = await Promise.all([
    db
      .selectFrom('date_status')
      .select(['status', 'is_bookable'])
      .where('goes_ahead', '=', true)
      .orderBy('status')
      .execute(),
    db
      .selectFrom('booking_status')
      .select('status')
      .where('counts_as', '=', 'booked')
      .orderBy('status')
      .execute(),
  ])
  return {
    goingAhead: rows.map(({ status }) => status),
    bookable: rows.filter((row) => row.is_bookable).map(({ status }) => status),
    booked: bookings.map(({ status }) => status),
  }
}

/**
 * Dates that go ahead in a period, by start; those that began before it come last.
 * @param belowMinimum only bookable dates that begin in the period and are below their minimum
 */
export async function findDatesBetween(
  db: Reader,
  { from, to, belowMinimum, limit }: { from: string; to: string; belowMinimum: boolean; limit: number },
): Promise<Page<StartDate>> {
  const { rows } = await sql<StartDate & { total: string }>`
    select d.id, coalesce(nullif(d.title, ''), e.title) as "displayTitle", d.identifier, d.start_date::text as "startDate",
      coalesce(d.end_date, d.start_date)::text as "endDate", d.start_time as "startTime",
      coalesce((select string_agg(c.last_name, ', ' order by c.last_name) from date_location l join contact c on c.id = l.contact_id
        where l.date_id = d.id), '') as "locationNames",
      d.participants_min as "participantsMin", d.participants_max as "participantsMax", d.booked_count as "bookedCount",
      d.reserved_count as "reservedCount", d.seats_elsewhere as "seatsElsewhere", d.waitlisted_count as "waitlistedCount",
      d.free_seats as "freeSeats", d.total
    from (
      select d.*, free_seats(d), count(*) over () as total from event_date d join date_status s on s.status = d.status
      where s.goes_ahead and d.is_active and d.start_date <= ${to}::date and ends_from(d, ${from}::date)
        ${belowMinimum ? sql`and s.is_bookable and d.booked_count::bigint + d.seats_elsewhere < d.participants_min and d.start_date >= ${from}::date` : sql``}
      order by d.start_date < ${from}::date, d.start_date, d.start_time, d.id limit ${limit}
    ) d join event e on e.id = d.event_id
    order by d.start_date < ${from}::date, d.start_date, d.start_time, d.id`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), count: totalOf(rows) }
}

/** Leads created since a moment. @param seesContacts whether company names are included */
export async function findNewLeads(
  db: Reader,
  clientIds: readonly number[],
  since: RawBuilder<Date>,
  seesContacts: boolean,
  limit: number,
): Promise<Page<Static<typeof StartLead>>> {
  const { rows } = await sql<Static<typeof StartLead> & { total: string }>`
    select l.id, l.name, ${seesContacts ? sql`coalesce(c.last_name, '')` : sql`''`} as "companyName", coalesce(o.name, '') as "ownerName",
      to_json(l.created_at) #>> '{}' as "createdAt", l.total
    from (
      select *, count(*) over () as total from lead where client_id = any(${clientIds}::int[]) and created_at >= ${since}
      order by created_at desc, id desc limit ${limit}
    ) l left join contact c on c.id = l.company_id left join app_user o on o.id = l.owner_id
    order by l.created_at desc, l.id desc`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), count: totalOf(rows) }
}

/** Orders of visitors since a moment. */
export async function findNewOrders(
  db: Reader,
  since: RawBuilder<Date>,
  limit: number,
): Promise<Page<Static<typeof StartOrder>>> {
  const { rows } = await sql<Static<typeof StartOrder> & { total: string }>`
    select o.id, ${sql.raw(orderedBy)} as "orderedBy", coalesce(s.titles, '') as "dateTitles", s.count as "seatCount",
      to_json(o.created_at) #>> '{}' as "createdAt", o.total
    from (
      select *, count(*) over () as total from booking_order where source = 'website' and created_at >= ${since}
      order by created_at desc, id desc limit ${limit}
    ) o cross join lateral (
      select count(*)::int as count, string_agg(distinct coalesce(nullif(d.title, ''), e.title), ', ') as titles
      from booking b join event_date d on d.id = b.date_id join event e on e.id = d.event_id
      where b.order_id = o.id and b.status <> 'cancelled'
    ) s order by o.created_at desc, o.id desc`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), count: totalOf(rows) }
}

/** @param firstDay the first of the days that are counted, and when it begins */
export async function loadFunnel(
  db: Reader,
  firstDay: string,
  beginning: RawBuilder<Date>,
): Promise<Static<typeof Funnel>> {
  const { rows } = await sql<Static<typeof Funnel>>`
    select coalesce(sum(views), 0)::float8 as views, coalesce(sum(begun), 0)::float8 as begun,
      (select count(*)::int from booking_order where source = 'website' and created_at >= ${beginning}) as orders
    from website_key_use where day >= ${firstDay}::date`.execute(db)
  return rows[0]!
}

/** A user's open tasks, the most urgent first. */
export async function findOpenTasks(
  db: Reader,
  clientIds: readonly number[],
  userId: number,
  today: string,
  limit: number,
): Promise<Page<Static<typeof StartTask>>> {
  const { rows } = await sql<Static<typeof StartTask> & { total: string }>`
    select id, task_nr as "taskNr", subject, coalesce(due_date::text, '') as "dueDate", coalesce(due_date < ${today}::date, false) as "isOverdue",
      count(*) over () as total
    from task where done_at is null and assignee_id = ${userId} and client_id = any(${clientIds}::int[])
    order by due_date nulls last, id desc limit ${limit}`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), count: totalOf(rows) }
}

/** The addresses to which mail came back last. */
export async function findBounces(db: Reader, limit: number): Promise<Page<Static<typeof StartBounce>>> {
  const { rows } = await sql<Static<typeof StartBounce> & { total: string }>`
    select c.id as "contactId", trim(c.first_name || ' ' || c.last_name) as name, e.email as address,
      to_json(b.bounced_at) #>> '{}' as "bouncedAt", b.reason, b.total
    from (select *, count(*) over () as total from bounced_address order by bounced_at desc, id desc limit ${limit}) b
    cross join lateral (select contact_id, email from email_address e where e.email_key = b.email_key order by e.id limit 1) e
    join contact c on c.id = e.contact_id order by b.bounced_at desc, b.id desc`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), count: totalOf(rows) }
}

/** Declarations of withdrawal that nobody has ticked off. */
export async function countOpenWithdrawals(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from withdrawal where not is_done`.execute(db)
  return rows[0]!.count
}

export type Totals = { overdue: number; unassigned: number; hasEvents: boolean; hasDates: boolean }

/** Numbers of overdue and unassigned tasks; whether there are events and dates. */
export async function loadTotals(
  db: Reader,
  clientIds: readonly number[],
  userId: number,
  today: string,
): Promise<Totals> {
  const open = sql`from task where done_at is null and client_id = any(${clientIds}::int[])`
  const { rows } = await sql<Totals>`
    select (select count(*)::int ${open} and assignee_id = ${userId} and due_date < ${today}::date) as overdue,
      (select count(*)::int ${open} and assignee_id is null) as unassigned,
      exists (select from event) as "hasEvents", exists (select from event_date) as "hasDates"`.execute(db)
  return rows[0]!
}

type PerWeek = { week: string; count: number }

/** Bookings that count as booked, by the week of their creation. */
export async function countBookingsByWeek(db: Reader, from: string, timeZone: string): Promise<PerWeek[]> {
  const { rows } = await sql<PerWeek>`
    select date_trunc('week', created_at at time zone ${timeZone})::date::text as week, count(*)::int as count from booking
    where created_at >= ${from}::date::timestamp at time zone ${timeZone}
      and status in (select status from booking_status where counts_as = 'booked') group by 1`.execute(db)
  return rows
}

/** Sign-ups by the newsletter forms of these clients, by week. */
export async function countSignUpsByWeek(
  db: Reader,
  clientIds: readonly number[],
  from: string,
  timeZone: string,
): Promise<PerWeek[]> {
  const { rows } = await sql<PerWeek>`
    select date_trunc('week', given_at at time zone ${timeZone})::date::text as week, count(*)::int as count from newsletter_consent
    where given_at >= ${from}::date::timestamp at time zone ${timeZone} and client_id = any(${clientIds}::int[]) group by 1`.execute(
    db,
  )
  return rows
}

// What the start page counts and lists. A statement per part, whatever there is.
import { type RawBuilder, sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { Count, Id, record } from '../platform/http/schema.ts'

const Text = Type.String()

/** A date with how full it is. */
export const StartDate = record({
  id: Id,
  name: Text,
  identifier: Text,
  startDate: Text,
  endDate: Text,
  startTime: Text,
  locations: Text,
  min: Count,
  max: Count,
  booked: Count,
  reserved: Count,
  /** Given away outside this system. */
  elsewhere: Count,
  free: Count,
  waiting: Count,
})
export const StartLead = record({ id: Id, name: Text, company: Text, owner: Text, createdAt: Text })
export const StartTask = record({ id: Id, taskNr: Text, subject: Text, dueOn: Text, overdue: Type.Boolean() })
/** A week, by its Monday. */
export const Week = record({ from: Text, bookings: Count, signUps: Count })

export type StartDate = Static<typeof StartDate>

/** A part of a list with how many there are in all. */
type Page<R> = { rows: R[]; count: number }

const toPage = <R extends object>(rows: readonly (R & { total: string })[]): Page<R> => ({
  rows: rows.map(({ total: _total, ...row }) => row as unknown as R),
  count: Number(rows[0]?.total ?? 0),
})

/** The statuses of dates that take place; those of them that can still be booked; those of bookings that hold. */
export async function loadStatuses(
  db: Reader,
): Promise<{ goingAhead: string[]; open: string[]; booked: string[] }> {
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
    open: rows.filter((row) => row.is_bookable).map(({ status }) => status),
    booked: bookings.map(({ status }) => status),
  }
}

/**
 * Dates that take place between two days, in their order; what has begun before comes last.
 * @param below only those that begin then, can still be booked, and are below their minimum
 */
export async function findDatesBetween(
  db: Reader,
  { from, to, below: belowMinimum, limit }: { from: string; to: string; below: boolean; limit: number },
): Promise<Page<StartDate>> {
  const { rows } = await sql<StartDate & { total: string }>`
    select d.id, coalesce(nullif(d.title, ''), e.title) as name, d.identifier, d.start_date::text as "startDate",
      coalesce(d.end_date, d.start_date)::text as "endDate", d.start_time as "startTime",
      coalesce((select string_agg(c.last_name, ', ' order by c.last_name) from date_location l join contact c on c.id = l.contact_id
        where l.date_id = d.id), '') as locations,
      d.participants_min as min, d.participants_max as max, d.booked_count as booked, d.reserved_count as reserved,
      d.seats_elsewhere as elsewhere, d.waitlisted_count as waiting,
      greatest(0, d.participants_max - d.booked_count - d.reserved_count - d.seats_elsewhere) as free, d.total
    from (
      select d.*, count(*) over () as total from event_date d join date_status s on s.status = d.status
      where s.goes_ahead and d.is_active and d.start_date <= ${to}::date and coalesce(d.end_date, d.start_date) >= ${from}::date
        ${belowMinimum ? sql`and s.is_bookable and d.booked_count < d.participants_min and d.start_date >= ${from}::date` : sql``}
      order by d.start_date < ${from}::date, d.start_date, d.start_time, d.id limit ${limit}
    ) d join event e on e.id = d.event_id
    order by d.start_date < ${from}::date, d.start_date, d.start_time, d.id`.execute(db)
  return toPage(rows)
}

/** Leads made since a moment. @param seesContacts whether their companies are told */
export async function findNewLeads(
  db: Reader,
  clientIds: readonly number[],
  since: RawBuilder<Date>,
  seesContacts: boolean,
  limit: number,
): Promise<Page<Static<typeof StartLead>>> {
  const { rows } = await sql<Static<typeof StartLead> & { total: string }>`
    select l.id, l.name, ${seesContacts ? sql`coalesce(c.last_name, '')` : sql`''`} as company, coalesce(o.name, '') as owner,
      to_json(l.created_at) #>> '{}' as "createdAt", l.total
    from (
      select *, count(*) over () as total from lead where client_id = any(${clientIds}::int[]) and created_at >= ${since}
      order by created_at desc, id desc limit ${limit}
    ) l left join contact c on c.id = l.company_id left join app_user o on o.id = l.owner_id
    order by l.created_at desc, l.id desc`.execute(db)
  return toPage(rows)
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
    select id, task_nr as "taskNr", subject, coalesce(due_date::text, '') as "dueOn", coalesce(due_date < ${today}::date, false) as overdue,
      count(*) over () as total
    from task where done_at is null and assignee_id = ${userId} and client_id = any(${clientIds}::int[])
    order by due_date nulls last, id desc limit ${limit}`.execute(db)
  return toPage(rows)
}

export type Totals = { overdue: number; unassigned: number; hasEvents: boolean; hasDates: boolean }

/** Tasks that wait, and whether there is anything yet. */
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

/** Bookings that hold, by the week that they were made in. */
export async function countBookingsByWeek(db: Reader, from: string, timeZone: string): Promise<PerWeek[]> {
  const { rows } = await sql<PerWeek>`
    select date_trunc('week', created_at at time zone ${timeZone})::date::text as week, count(*)::int as count from booking
    where created_at >= ${from}::date::timestamp at time zone ${timeZone}
      and status in (select status from booking_status where counts_as = 'booked') group by 1`.execute(db)
  return rows
}

/** Sign-ups by newsletter forms of these clients, by week. */
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

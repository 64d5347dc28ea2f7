// Allocates the seats of dates whose rows are locked. All bookings of the back office are made, moved and cancelled through it.
import { type RawBuilder, sql } from 'kysely'
import { freeSeats } from '../catalogue/records/bookability.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { conflict, type Failure } from '../platform/http/errors.ts'
import { bookingErrors } from './booking.errors.ts'
import type { CountsAs } from './booking.schema.ts'

/** A date whose row is locked. `occupied`: seats booked, reserved and held, including the changes of this transaction. */
export type LockedDate = {
  id: number
  title: string
  startDate: string
  participantsMax: number
  seatsElsewhere: number
  occupied: number
  hasWaitingList: boolean
  autoPromote: boolean
  /** How long a seat is offered; 0: who waits gets it at once. */
  offerHours: number
  goesAhead: boolean
}

/** The dates that a transaction has locked. */
export type SeatAllocation = {
  tx: Tx
  now: Date
  /** What each status counts as. */
  statuses: ReadonlyMap<string, CountsAs>
  dates: Map<number, LockedDate>
  /** Those of which the dates of who waits there were locked, too. */
  datesWithDependents: Set<number>
  /** Dates at which seats became free. */
  datesWithReleasedSeats: Set<number>
  /** Whether bookings have been written. */
  hasWritten: boolean
}

/** What each status of a booking counts as. */
export async function loadStatuses(reader: Reader): Promise<ReadonlyMap<string, CountsAs>> {
  const rows = await reader.selectFrom('booking_status').select(['status', 'counts_as']).execute()
  return new Map(rows.map((row) => [row.status, row.counts_as as CountsAs]))
}

export async function openSeatAllocation(tx: Tx, now: Date): Promise<SeatAllocation> {
  const statuses = await loadStatuses(tx)
  return {
    tx,
    now,
    statuses,
    dates: new Map(),
    datesWithDependents: new Set(),
    datesWithReleasedSeats: new Set(),
    hasWritten: false,
  }
}

export const countsAs = (allocation: SeatAllocation, status: string): CountsAs =>
  allocation.statuses.get(status) ?? 'none'

export const occupiesSeat = (allocation: SeatAllocation, status: string): boolean =>
  ['booked', 'reserved'].includes(countsAs(allocation, status))

/** The free seats of a locked date. A maximum of 0 means no seats, as in GET /events (decision 11.4). */
export const freeSeatsOf = ({ participantsMax, occupied, seatsElsewhere }: LockedDate): number =>
  freeSeats({
    participants_max: participantsMax,
    booked_count: occupied,
    reserved_count: 0,
    seats_elsewhere: seatsElsewhere,
  })

/** Title and first day, for errors. */
export const dateLabel = ({ title, startDate }: LockedDate): string =>
  [title, startDate].filter((part) => part !== '').join(', ')

/** The ids of the bookings at dates, themselves or by their modules. A union, unlike `or`, is found by index. */
export const bookingsAt = (dateIds: readonly number[]) => sql<{ id: number }>`
  select id from booking where date_id = any(${dateIds}::int[])
  union all select booking_id from booking_module where date_id = any(${dateIds}::int[])`

// A booking on a waiting list may need seats at further dates when it is promoted: a series needs them at its modules.
const withDependentDates = (ids: readonly number[]) => sql<{ id: number }>`
  with waiting as (
    select p.id, p.date_id from booking p join booking_status s on s.status = p.status
    where s.counts_as = 'waitlisted' and p.id in (${bookingsAt(ids)})
  )
  select unnest(${ids}::int[]) as id
  union select date_id from waiting
  union select m.date_id from booking_module m join waiting w on w.id = m.booking_id`

/**
 * Locks the dates that are not locked yet, in the order of their ids to avoid deadlocks, then reads their seats. Unknown ids are ignored.
 * @returns how many dates were locked
 */
export async function lockDates(allocation: SeatAllocation, ids: readonly number[]): Promise<number> {
  const asked = [...new Set(ids)].filter((id) => !allocation.datesWithDependents.has(id))
  if (asked.length === 0) return 0
  const { rows: involved } = await withDependentDates(asked).execute(allocation.tx)
  for (const id of asked) allocation.datesWithDependents.add(id)
  const missing = involved.map(({ id }) => id).filter((id) => !allocation.dates.has(id))
  if (missing.length === 0) return 0
  // Subqueries, unlike a join, are evaluated again for a row that has been changed while this waited for its lock.
  const { rows } = await sql<LockedDate & { reserved: number }>`
    select d.id, coalesce(nullif(d.title, ''), (select e.title from event e where e.id = d.event_id), '') as title,
      coalesce(d.start_date::text, '') as "startDate", d.participants_max as "participantsMax", d.seats_elsewhere as "seatsElsewhere",
      d.booked_count + d.reserved_count as occupied, d.reserved_count as reserved, d.has_waiting_list as "hasWaitingList",
      d.auto_promote as "autoPromote", d.offer_hours as "offerHours",
      coalesce((select s.goes_ahead from date_status s where s.status = d.status), true) as "goesAhead"
    from event_date d where d.id = any(${missing}::int[]) order by d.id for no key update`.execute(
    allocation.tx,
  )
  for (const { reserved: _reserved, ...date } of rows) allocation.dates.set(date.id, date)
  const withReserved = rows.flatMap(({ id, reserved }) => (reserved > 0 ? [id] : []))
  // They end by the clock of the database, whether or not the job has deleted them.
  if (withReserved.length > 0)
    await releaseHolds(
      allocation,
      sql`date_id = any(${withReserved}::int[]) and expires_at <= clock_timestamp()`,
    )
  return rows.length
}

/** Deletes holds, whose dates must be locked, and gives their seats back. */
async function releaseHolds(allocation: SeatAllocation, which: RawBuilder<boolean>): Promise<void> {
  const { rows } = await sql<{ dateId: number; seats: number }>`
    delete from seat_hold where ${which} returning date_id as "dateId", seats`.execute(allocation.tx)
  for (const { dateId, seats } of rows) releaseSeats(allocation, Array(seats).fill(dateId))
}

/** Gives the seats of a hold back, whose dates must be locked. There may be none: it has run out. */
export const releaseHold = (allocation: SeatAllocation, id: string): Promise<void> =>
  releaseHolds(allocation, sql`id = ${id}::uuid`)

/** Releases a seat at each of the dates. */
export function releaseSeats(allocation: SeatAllocation, dateIds: readonly number[]): void {
  for (const id of dateIds) {
    const date = allocation.dates.get(id)!
    date.occupied -= 1
    allocation.datesWithReleasedSeats.add(id)
  }
}

/** Takes a seat at each of the dates, or at none of them. @returns the dates without a free seat */
export function takeSeats(allocation: SeatAllocation, dateIds: readonly number[]): LockedDate[] {
  const dates = dateIds.map((id) => allocation.dates.get(id)!)
  const full = dates.filter((date) => freeSeatsOf(date) < 1)
  if (full.length === 0) for (const date of dates) date.occupied += 1
  return full
}

/** 409 for a date without enough free seats. Its code says whether a waiting list can be offered instead. */
export function noSeatsConflict(
  fullDate: LockedDate,
  freeSeats: number,
  neededSeats: number,
  hasWaitingList: boolean,
): Failure {
  const params = { date: dateLabel(fullDate), freeSeats, neededSeats }
  const text = hasWaitingList ? bookingErrors.fullWithWaitingList(params) : bookingErrors.full(params)
  return conflict(text, { kind: 'full' })
}

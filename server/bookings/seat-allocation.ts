// Allocates the seats of dates whose rows are locked. All bookings of the back office are made, moved and cancelled through it.
import { type RawBuilder, sql } from 'kysely'
import { freeSeats } from '../catalogue/records/bookability.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { localTimeIn } from '../platform/ground/clock.ts'
import { conflict, type Failure } from '../platform/ground/errors.ts'
import { bookingErrors } from './booking.errors.ts'
import { type CountsAs, takesSeat } from './booking-statuses.ts'

/** A date whose row is locked. `occupied`: seats booked, reserved and held, including the changes of this transaction. */
export type LockedDate = {
  id: number
  title: string
  startDate: string
  /** When it begins by the clock at its place, `YYYY-MM-DDTHH:MM`; without a time at midnight; '': it has no day. */
  startsAt: string
  participantsMax: number
  seatsElsewhere: number
  occupied: number
  hasWaitingList: boolean
  /** Whether bookings may wait at it, or with a series for one of its dates. */
  allowsWaitingList: boolean
  autoPromote: boolean
  /** How long a seat is offered; 0: the waiting person gets it at once. */
  offerHours: number
  /** Whether waiting seats of an order get their seats together, or not at all. */
  keepsGroups: boolean
  goesAhead: boolean
}

/** The dates that a transaction has locked. */
export type SeatAllocation = {
  tx: Tx
  now: Date
  /** That of the instance. */
  timeZone: string
  /** How each status counts. */
  statuses: ReadonlyMap<string, CountsAs>
  dates: Map<number, LockedDate>
  /** Dates at which bookings wait whose other dates were locked, too. */
  datesWithDependents: Set<number>
  /** Contacts that this transaction has inserted: no seat is theirs yet. */
  newContactIds: Set<number>
  /** Whether bookings have been written. */
  hasWritten: boolean
}

/** How each status of a booking counts, as a column. */
export const statusCounts = sql<StatusCounts>`(select json_object_agg(status, counts_as) from booking_status)`

/** null: there is no status. */
export type StatusCounts = Record<string, CountsAs> | null

export const toStatuses = (counts: StatusCounts): SeatAllocation['statuses'] =>
  new Map(Object.entries(counts ?? {}))

export async function loadStatuses(reader: Reader): Promise<SeatAllocation['statuses']> {
  const { rows } = await sql<{ counts: StatusCounts }>`select ${statusCounts} as counts`.execute(reader)
  return toStatuses(rows[0]!.counts)
}

/** When seats are allocated: a point in time, and the time zone of the instance. */
export type Moment = Pick<SeatAllocation, 'now' | 'timeZone'>

export const createSeatAllocation = (
  tx: Tx,
  { now, timeZone }: Moment,
  statuses: SeatAllocation['statuses'],
): SeatAllocation => ({
  tx,
  now,
  timeZone,
  statuses,
  dates: new Map(),
  datesWithDependents: new Set(),
  newContactIds: new Set(),
  hasWritten: false,
})

export const openSeatAllocation = async (tx: Tx, moment: Moment): Promise<SeatAllocation> =>
  createSeatAllocation(tx, moment, await loadStatuses(tx))

export const countsAs = (allocation: SeatAllocation, status: string): CountsAs =>
  allocation.statuses.get(status) ?? 'none'

/** A status with what it counts as. */
export const countedStatus = (allocation: SeatAllocation, status: string) => ({
  status,
  countsAs: countsAs(allocation, status),
})

export const occupiesSeat = (allocation: SeatAllocation, status: string): boolean =>
  takesSeat(countedStatus(allocation, status))

/** The free seats of a locked date. A maximum of 0 means no seats, as in GET /events (decision 11.4). */
export const freeSeatsOf = ({ participantsMax, occupied, seatsElsewhere }: LockedDate): number =>
  freeSeats({
    participants_max: participantsMax,
    booked_count: occupied,
    reserved_count: 0,
    seats_elsewhere: seatsElsewhere,
  })

/** When date d begins, as `startsAt`. */
export const startOfDate = sql<string>`coalesce(
  (select min(h.day || 'T' || coalesce(nullif(h.start_time, ''), '00:00')) from date_session_day h where h.date_id = d.id),
  d.start_date || 'T' || coalesce(nullif(d.start_time, ''), '00:00'), '')`

/** Whether a date has begun; one without a day has not. */
export const hasBegun = ({ startsAt }: Pick<LockedDate, 'startsAt'>, { now, timeZone }: Moment): boolean =>
  startsAt !== '' && startsAt <= localTimeIn(timeZone, now)

/** Title and first day, for errors. */
export const lockedDateLabel = ({ title, startDate }: LockedDate): string =>
  [title, startDate].filter((part) => part !== '').join(', ')

/** The ids of the bookings at dates, themselves or by their modules. A union, unlike `or`, is found by index. @param dateIds an array */
export const bookingsAt = (dateIds: RawBuilder<number[]>) => sql<{ id: number }>`
  select id from booking where date_id = any(${dateIds})
  union all select booking_id from booking_module where date_id = any(${dateIds})`

/**
 * Locks the dates that are not locked yet, in the order of their ids to avoid deadlocks, then reads their seats. Unknown ids are ignored.
 * @returns how many dates were locked
 */
export const lockDates = async (allocation: SeatAllocation, ids: readonly number[]): Promise<number> =>
  (await lockAndEndHold(allocation, ids)).lockedCount

/**
 * The same, and deletes a hold, whose dates are locked, too; one that has run out may be gone.
 * @returns also the dates of its seats, which are taken until `releaseSeats`
 */
export async function lockAndEndHold(
  allocation: SeatAllocation,
  ids: readonly number[],
  holdId?: string,
): Promise<{ lockedCount: number; heldDateIds: number[] }> {
  const asked = [...new Set(ids)].filter((id) => !allocation.datesWithDependents.has(id))
  if (asked.length === 0 && holdId === undefined) return { lockedCount: 0, heldDateIds: [] }
  for (const id of asked) allocation.datesWithDependents.add(id)
  // A booking on a waiting list may need seats at further dates when it is promoted: a series needs them at its modules.
  // Subqueries, unlike a join, are evaluated again for a row that has been changed while this waited for its lock.
  const { rows } = await sql<LockedDate & { reserved: number }>`
    with asked as (
      select unnest(${asked}::int[]) as id union select date_id from seat_hold where id = ${holdId ?? null}::uuid
    ), waiting as (
      select p.id, p.date_id from booking p join booking_status s on s.status = p.status
      where s.counts_as = 'waitlisted' and p.id in (${bookingsAt(sql`array(select id from asked)`)})
    )
    select d.id, coalesce(nullif(d.title, ''), (select e.title from event e where e.id = d.event_id), '') as title,
      coalesce(d.start_date::text, '') as "startDate", ${startOfDate} as "startsAt", d.participants_max as "participantsMax", d.seats_elsewhere as "seatsElsewhere",
      d.booked_count + d.reserved_count as occupied, d.reserved_count as reserved, d.has_waiting_list as "hasWaitingList",
      d.waitlisted_count > 0 or exists (select from booking_module m where m.date_id = d.id)
        or exists (select from series_module_date l where l.linked_date_id = d.id) as "allowsWaitingList",
      d.auto_promote as "autoPromote", d.offer_hours as "offerHours", d.keeps_groups as "keepsGroups",
      coalesce((select s.goes_ahead from date_status s where s.status = d.status), true) as "goesAhead"
    from event_date d
    where d.id = any(array(
        select id from asked union select date_id from waiting
        union select m.date_id from booking_module m join waiting w on w.id = m.booking_id))
      and d.id <> all(${[...allocation.dates.keys()]}::int[])
    order by d.id for no key update of d`.execute(allocation.tx)
  for (const { reserved: _reserved, ...date } of rows) allocation.dates.set(date.id, date)
  const withReserved = rows.flatMap(({ id, reserved }) => (reserved > 0 ? [id] : []))
  const heldDateIds =
    withReserved.length > 0 || holdId !== undefined ? await endHolds(allocation, withReserved, holdId) : []
  return { lockedCount: rows.length, heldDateIds }
}

/** Deletes a hold, and gives back the seats of those at the dates that have run out. All their dates must be locked. @returns the dates of the hold's seats */
async function endHolds(
  allocation: SeatAllocation,
  dateIds: readonly number[],
  holdId: string | undefined,
): Promise<number[]> {
  // They end by the clock of the database, whether or not the job has deleted them.
  const { rows } = await sql<{ dateId: number; seats: number; isOwn: boolean }>`
    delete from seat_hold
    where (date_id = any(${dateIds}::int[]) and expires_at <= clock_timestamp()) or id = ${holdId ?? null}::uuid
    returning date_id as "dateId", seats, id is not distinct from ${holdId ?? null}::uuid as "isOwn"`.execute(
    allocation.tx,
  )
  const seatsOf = (held: typeof rows) =>
    held.flatMap(({ dateId, seats }) => Array<number>(seats).fill(dateId))
  releaseSeats(allocation, seatsOf(rows.filter(({ isOwn }) => !isOwn)))
  return seatsOf(rows.filter(({ isOwn }) => isOwn))
}

/** Releases a seat at each of the dates. */
export function releaseSeats(allocation: SeatAllocation, dateIds: readonly number[]): void {
  for (const id of dateIds) allocation.dates.get(id)!.occupied -= 1
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
  const params = { date: lockedDateLabel(fullDate), freeSeats, neededSeats, dateId: fullDate.id }
  const text = hasWaitingList ? bookingErrors.fullWithWaitingList(params) : bookingErrors.full(params)
  return conflict(text, { kind: 'full' })
}

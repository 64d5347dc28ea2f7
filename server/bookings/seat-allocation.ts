// The places of dates, held by locks on their rows: whoever books, moves or cancels in the back office does it here.
import { sql } from 'kysely'
import { freeSeats } from '../catalogue/records/bookability.ts'
import type { Tx } from '../platform/database/database.ts'
import { Failure } from '../platform/http/errors.ts'

export type CountsAs = 'none' | 'reserved' | 'waitlisted' | 'booked'

/** A date whose row is locked. `taken`: places booked and reserved here, as of what has been done in this transaction. */
export type LockedDate = {
  id: number
  title: string
  startDate: string
  max: number
  bookedElsewhere: number
  occupied: number
  waitingList: boolean
  autoPromote: boolean
  goesAhead: boolean
}

/** One transaction's view of the dates that it holds. */
export type SeatAllocation = {
  tx: Tx
  now: Date
  /** What each status counts as. */
  statuses: ReadonlyMap<string, CountsAs>
  dates: Map<number, LockedDate>
  /** Dates at which places became free. */
  datesWithReleasedSeats: Set<number>
}

export async function openSeatAllocation(tx: Tx, now: Date): Promise<SeatAllocation> {
  const rows = await tx.selectFrom('booking_status').select(['status', 'counts_as']).execute()
  const statuses = new Map(rows.map((row) => [row.status, row.counts_as as CountsAs]))
  return { tx, now, statuses, dates: new Map(), datesWithReleasedSeats: new Set() }
}

export const countsAs = (allocation: SeatAllocation, status: string): CountsAs =>
  allocation.statuses.get(status) ?? 'none'

export const occupiesSeat = (allocation: SeatAllocation, status: string): boolean =>
  ['booked', 'reserved'].includes(countsAs(allocation, status))

/** Places left at a held date. A maximum of 0 is no place, as the website is told it (decision 11.4). */
export const freeSeatsOf = ({ max, occupied, bookedElsewhere }: LockedDate): number =>
  freeSeats({
    participants_max: max,
    booked_count: occupied,
    reserved_count: 0,
    seats_elsewhere: bookedElsewhere,
  })

/** Date and title in quotes, as the refusals name it. */
export const quotedDateName = ({ title, startDate }: LockedDate): string =>
  `"${[title.replaceAll('"', "'"), startDate].filter((part) => part !== '').join(', ')}"`

// Whoever waits for a place at one of the dates may need places at the others when it moves up: the series that a module
// belongs to, and the modules of a series.
const withDependentDates = (ids: readonly number[]) => sql<{ id: number }>`
  with waiting as (
    select p.id, p.date_id from booking p join booking_status s on s.status = p.status
    where s.counts_as = 'waitlisted' and (p.date_id = any(${ids}::int[]) or exists (
      select from booking_module m where m.booking_id = p.id and m.date_id = any(${ids}::int[])))
  )
  select unnest(${ids}::int[]) as id
  union select date_id from waiting
  union select m.date_id from booking_module m join waiting w on w.id = m.booking_id`

/**
 * Locks the dates that are not held yet, in order of their ids, so that nobody waits for each other; then reads what is taken.
 * Dates that are not there are left out. Gives how many were locked.
 */
export async function lockDates(allocation: SeatAllocation, ids: readonly number[]): Promise<number> {
  const { rows: wanted } = await withDependentDates([...new Set(ids)]).execute(allocation.tx)
  const missing = wanted.map(({ id }) => id).filter((id) => !allocation.dates.has(id))
  if (missing.length === 0) return 0
  const { rows } = await sql<LockedDate & { statusOf: string | null; eventId: number }>`
    select id, event_id as "eventId", title, coalesce(start_date::text, '') as "startDate", participants_max as max,
      seats_elsewhere as "bookedElsewhere", booked_count + reserved_count as occupied, has_waiting_list as "waitingList",
      auto_promote as "autoPromote", status as "statusOf"
    from event_date where id = any(${missing}::int[]) order by id for no key update`.execute(allocation.tx)
  const events = await allocation.tx
    .selectFrom('event')
    .select(['id', 'title'])
    .where('id', '=', sql<number>`any(${rows.map((row) => row.eventId)}::int[])`)
    .execute()
  const cancelled = await allocation.tx
    .selectFrom('date_status')
    .select('status')
    .where('goes_ahead', '=', false)
    .execute()
  const titles = new Map(events.map((event) => [event.id, event.title]))
  const cancelledStatuses = new Set<string | null>(cancelled.map(({ status }) => status))
  for (const { statusOf, eventId, ...date } of rows)
    allocation.dates.set(date.id, {
      ...date,
      title: date.title || (titles.get(eventId) ?? ''),
      goesAhead: !cancelledStatuses.has(statusOf),
    })
  return rows.length
}

/** Gives places back. */
export function releaseSeats(allocation: SeatAllocation, dateIds: readonly number[]): void {
  for (const id of dateIds) {
    const date = allocation.dates.get(id)!
    date.occupied -= 1
    allocation.datesWithReleasedSeats.add(id)
  }
}

/** Takes a place at each of the dates, or at none of them: then gives those that are full. */
export function takeSeats(allocation: SeatAllocation, dateIds: readonly number[]): LockedDate[] {
  const dates = dateIds.map((id) => allocation.dates.get(id)!)
  const full = dates.filter((date) => freeSeatsOf(date) < 1)
  if (full.length === 0) for (const date of dates) date.occupied += 1
  return full
}

/** The refusal where places are missing; its headers tell the office's page what it may offer instead. */
export function noSeatsConflict(
  fullDate: LockedDate,
  free: number,
  needed: number,
  hasWaitingList: boolean,
): Failure {
  return new Failure(409, `${quotedDateName(fullDate)} has ${free} free places; needed: ${needed}.`, [], {
    'x-kontor-conflict': 'full',
    'x-kontor-free': String(free),
    'x-kontor-waiting-list': hasWaitingList ? '1' : '0',
  })
}

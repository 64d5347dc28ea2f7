// Gives free seats to the first people on a waiting list, at once or as an offer.
//
// A waiting list follows from the state of its date alone: nobody waits who could have a seat, unless the date
// has begun, does not go ahead, or leaves the choice to staff (`auto_promote`). Every allocation of seats establishes it for the
// dates that it has locked, an edited date does in the step that announces it (messages/save-and-notify.ts), and for changes of
// any other kind a trigger of event_date wakes the job that does (messages/release-seats-job.ts).
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { localTimeIn } from '../../platform/ground/clock.ts'
import { loadBookings, type StoredBooking } from '../booking-plan.ts'
import { writePlans } from '../booking-plan.write.ts'
import {
  bookingsAt,
  freeSeatsOf,
  hasBegun,
  type LockedDate,
  lockAndEndHold,
  lockDates,
  type Moment,
  releaseSeats,
  type SeatAllocation,
  startOfDate,
  takeSeats,
} from '../seat-allocation.ts'
import { deadlineOfOffer, offered } from './offers.ts'

type WaitingBooking = StoredBooking & { orderId: number }

/** The waiting lists of the dates in their order, without persons who are already booked on one of the modules. */
async function loadWaitingList(
  allocation: SeatAllocation,
  dateIds: readonly number[],
): Promise<WaitingBooking[]> {
  const { rows } = await sql<WaitingBooking>`
    select p.id, p.contact_id as "contactId", p.date_id as "dateId", p.status, coalesce(p.series_booking_id, 0) as "parentId", p.comment,
      coalesce(p.order_id, 0) as "orderId",
      array(select m.date_id from booking_module m where m.booking_id = p.id order by 1) as "moduleDateIds"
    from booking p join booking_status s on s.status = p.status and s.counts_as = 'waitlisted'
    where p.id in (${bookingsAt(sql`${dateIds}::int[]`)})
      and not exists (
        select from booking_module m join booking q on q.date_id = m.date_id and q.contact_id = p.contact_id
        join booking_status t on t.status = q.status and t.counts_as <> 'none'
        where m.booking_id = p.id)
    order by p.waiting_position, coalesce(p.waiting_since, p.created_at), p.id`.execute(allocation.tx)
  return rows
}

/** The new state of a promoted booking; undefined: it waits on, because nobody answers an offer in time. */
function statusOfPromoted(
  allocation: SeatAllocation,
  date: LockedDate,
  isManual: boolean,
): string | undefined {
  if (date.offerHours === 0) return 'booked'
  if (deadlineOfOffer(allocation, date)) return offered
  return isManual ? 'booked' : undefined
}

/**
 * The bookings that are promoted together, in the order of the first of each: the seats of an order where the date keeps them
 * together. Staff who promote by hand split them.
 */
function groupsOf(
  allocation: SeatAllocation,
  waiting: readonly WaitingBooking[],
  manualDateId: number,
): WaitingBooking[][] {
  const groups = Map.groupBy(waiting, ({ id, dateId, orderId }) =>
    orderId !== 0 && dateId !== manualDateId && allocation.dates.get(dateId)!.keepsGroups
      ? `order ${orderId} ${dateId}`
      : `booking ${id}`,
  )
  return [...groups.values()]
}

/** The status that a group gets, whose seats are taken then; undefined: it waits on. */
function promoteGroup(
  allocation: SeatAllocation,
  group: readonly WaitingBooking[],
  manualDateId: number,
): string | undefined {
  const dateId = group[0]!.dateId
  const date = allocation.dates.get(dateId)!
  const isManual = dateId === manualDateId
  if (!isManual && (!date.autoPromote || hasBegun(date, allocation))) return undefined
  const status = statusOfPromoted(allocation, date, isManual)
  if (status === undefined) return undefined
  const taken: number[] = []
  for (const { moduleDateIds } of group) {
    const dateIds = [dateId, ...moduleDateIds]
    const goAhead = dateIds.every((id) => allocation.dates.get(id)?.goesAhead)
    if (!goAhead || takeSeats(allocation, dateIds).length > 0) {
      releaseSeats(allocation, taken)
      return undefined
    }
    taken.push(...dateIds)
  }
  return status
}

/**
 * Promotes the first bookings of the waiting lists of the locked dates that find a free seat at all their dates; a series needs
 * seats at its modules too. Where the date says so, they are offered the seat.
 * @param manualDateId a date at which bookings are promoted even if `auto_promote` is off or it has begun
 * @returns the ids of the promoted bookings
 */
export async function promoteFromWaitingLists(
  allocation: SeatAllocation,
  manualDateId = 0,
): Promise<number[]> {
  const datesWithFreeSeats = [...allocation.datesWithDependents].filter((id) => {
    const date = allocation.dates.get(id)
    return date?.allowsWaitingList && freeSeatsOf(date) > 0
  })
  if (datesWithFreeSeats.length === 0) return []
  let waiting = await loadWaitingList(allocation, datesWithFreeSeats)
  if (waiting.length === 0) return []
  if (
    await lockDates(
      allocation,
      waiting.flatMap(({ dateId, moduleDateIds }) => [dateId, ...moduleDateIds]),
    )
  )
    waiting = await loadWaitingList(allocation, datesWithFreeSeats)
  const promoted = groupsOf(allocation, waiting, manualDateId).flatMap((group) => {
    const status = promoteGroup(allocation, group, manualDateId)
    return status === undefined ? [] : group.map((stored) => ({ stored, status }))
  })
  const bookings = await loadBookings(
    allocation.tx,
    promoted.map(({ stored }) => stored.id),
  )
  return writePlans(
    allocation,
    promoted.map(({ stored, status }) => ({
      ...stored,
      stored,
      children: bookings.get(stored.id)?.children ?? [],
      status,
    })),
  )
}

/**
 * Locks dates at which new seats are to be taken: people who wait for a free seat come first.
 * @param endedHoldId a hold that the new seats replace
 * @returns the ids of the promoted bookings
 */
export async function lockForNewSeats(
  allocation: SeatAllocation,
  dateIds: readonly number[],
  endedHoldId?: string,
): Promise<number[]> {
  const { heldDateIds } = await lockAndEndHold(allocation, dateIds, endedHoldId)
  const promoted = await promoteFromWaitingLists(allocation)
  releaseSeats(allocation, heldDateIds)
  return promoted
}

/** The dates with free seats for which somebody waits, of those that promote by themselves and have not begun. */
export async function datesToPromote(reader: Reader, { now, timeZone }: Moment): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from event_date d left join date_status s on s.status = d.status
    where d.waitlisted_count > 0 and d.auto_promote and coalesce(s.goes_ahead, true)
      and d.participants_max > d.booked_count + d.reserved_count + d.seats_elsewhere
      and (${startOfDate} = '' or ${startOfDate} > ${localTimeIn(timeZone, now)})
    order by d.id`.execute(reader)
  return rows.map(({ id }) => id)
}

// Gives free seats to the first people on a waiting list, at once or as an offer.
import { sql } from 'kysely'
import { loadBookings, type StoredBooking } from '../booking-plan.ts'
import { writePlans } from '../booking-plan.write.ts'
import { bookingsAt, freeSeatsOf, lockDates, type SeatAllocation, takeSeats } from '../seat-allocation.ts'
import { deadlineOfOffer, offered } from './offers.ts'

/** The waiting lists of the dates in their order, without persons who are already booked on one of the modules. */
async function loadWaitingList(
  allocation: SeatAllocation,
  dateIds: readonly number[],
): Promise<StoredBooking[]> {
  const { rows } = await sql<StoredBooking>`
    select p.id, p.contact_id as "contactId", p.date_id as "dateId", p.status, coalesce(p.series_booking_id, 0) as "parentId", p.comment,
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

/** The new state of a promoted booking; undefined: it waits on, because the date has begun and nobody answers an offer in time. */
function statusOfPromoted(allocation: SeatAllocation, dateId: number, isManual: boolean): string | undefined {
  const date = allocation.dates.get(dateId)!
  if (date.offerHours === 0) return 'booked'
  if (deadlineOfOffer(allocation, date)) return offered
  return isManual ? 'booked' : undefined
}

/**
 * Promotes the first bookings of the waiting lists that find a free seat at all their dates; a series needs seats at its modules too.
 * Where the date says so, they are offered the seat.
 * @param manualDateId a date at which bookings are promoted even if `auto_promote` is off
 * @returns the ids of the promoted bookings
 */
export async function promoteFromWaitingLists(
  allocation: SeatAllocation,
  manualDateId = 0,
): Promise<number[]> {
  const datesWithFreeSeats = [...allocation.datesWithReleasedSeats, manualDateId].filter((id) => {
    if (id === 0) return false
    const date = allocation.dates.get(id)!
    return date.allowsWaitingList && freeSeatsOf(date) > 0
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
  const promoted = waiting.flatMap((stored) => {
    const { dateId, moduleDateIds } = stored
    const dates = [dateId, ...moduleDateIds]
    const isManual = dateId === manualDateId
    if (dates.some((id) => !allocation.dates.get(id)?.goesAhead)) return []
    if (!isManual && !allocation.dates.get(dateId)!.autoPromote) return []
    const status = statusOfPromoted(allocation, dateId, isManual)
    return status !== undefined && takeSeats(allocation, dates).length === 0 ? { stored, status } : []
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

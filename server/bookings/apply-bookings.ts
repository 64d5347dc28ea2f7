// Applies booking plans: all of them, or none.
import { sql } from 'kysely'
import { badRequest, conflict, type FieldError } from '../platform/http/errors.ts'
import { bookingErrors } from './booking.errors.ts'
import {
  type BookingPlan,
  involvedDateIds,
  loadBookings,
  moduleDateIdsAfter,
  occupiedDateIds,
  type StoredBooking,
} from './booking-plan.ts'
import { writePlans } from './booking-plan.write.ts'
import {
  bookingsAt,
  countsAs,
  dateLabel,
  freeSeatsOf,
  type LockedDate,
  lockDates,
  noSeatsConflict,
  occupiesSeat,
  releaseSeats,
  type SeatAllocation,
  takeSeats,
} from './seat-allocation.ts'

const difference = (all: number[], some: number[]): number[] => all.filter((id) => !some.includes(id))

function validatePlan(allocation: SeatAllocation, plan: BookingPlan): FieldError[] {
  if (plan.stored && plan.stored.status === plan.status && plan.stored.dateId === plan.dateId) return []
  if (countsAs(allocation, plan.status) === 'none') return []
  const date = allocation.dates.get(plan.dateId)!
  const cancelledDate = [plan.dateId, ...plan.moduleDateIds]
    .map((id) => allocation.dates.get(id)!)
    .find((one) => !one.goesAhead)
  if (
    cancelledDate &&
    !(plan.stored && occupiesSeat(allocation, plan.stored.status) && plan.stored.dateId === plan.dateId)
  )
    return [{ field: 'dateId', ...bookingErrors.dateCancelled({ date: dateLabel(cancelledDate) }) }]
  return countsAs(allocation, plan.status) === 'waitlisted' && !date.hasWaitingList
    ? [{ field: 'status', ...bookingErrors.noWaitingList() }]
    : []
}

/** Rejects plans that book a person twice on a date. @throws Failure 409 */
async function rejectDoubleBookings(
  allocation: SeatAllocation,
  plans: readonly BookingPlan[],
): Promise<void> {
  const isActive = ({ status }: { status: string }) => countsAs(allocation, status) !== 'none'
  const pairs = plans.filter(isActive).flatMap((plan) => {
    const { stored, children, contactId } = plan
    if (contactId === null) return []
    const bookedBefore = stored?.contactId === contactId ? [stored, ...children] : []
    const bookedDateIds = bookedBefore.filter(isActive).map(({ dateId }) => dateId)
    const dates = difference([plan.dateId, ...moduleDateIdsAfter(allocation, plan)], bookedDateIds)
    return dates.map((dateId) => ({ dateId, contactId }))
  })
  if (pairs.length === 0) return
  const own = plans.flatMap(({ stored, children }) =>
    stored ? [stored.id, ...children.map(({ id }) => id)] : [],
  )
  const { rows } = await sql<{ name: string; dateId: number }>`
    select trim(c.first_name || ' ' || c.last_name) as name, g."dateId"
    from json_to_recordset(${JSON.stringify(pairs)}::json) as g("dateId" int, "contactId" int)
    join contact c on c.id = g."contactId"
    where exists (
      select from booking p join booking_status s on s.status = p.status
      where p.contact_id = g."contactId" and p.date_id = g."dateId" and s.counts_as <> 'none' and not p.id = any(${own}::int[]))
    limit 1`.execute(allocation.tx)
  const labelOf = (dateId: number) => dateLabel(allocation.dates.get(dateId)!)
  const booked = rows[0]
  if (booked)
    throw conflict(bookingErrors.alreadyBooked({ person: booked.name, date: labelOf(booked.dateId) }), {
      kind: 'exists',
    })
  const seen = new Set<string>()
  const repeated = pairs.find(({ dateId, contactId }) => {
    const key = `${contactId} ${dateId}`
    return seen.has(key) || !seen.add(key)
  })
  if (repeated) throw conflict(bookingErrors.repeatedPerson({ date: labelOf(repeated.dateId) }))
}

/** Takes the seats that the plans need. With `waitlistIfFull`, plans without a seat become waitlisted. @throws Failure 409 */
function allocateSeats(
  allocation: SeatAllocation,
  plans: readonly BookingPlan[],
  waitlistIfFull: boolean,
): BookingPlan[] {
  const seatDatesAfter = (plan: BookingPlan) =>
    occupiesSeat(allocation, plan.status) ? [plan.dateId, ...moduleDateIdsAfter(allocation, plan)] : []
  const seatDatesBefore = plans.map((plan) => occupiedDateIds(allocation, plan))
  plans.forEach((plan, index) => {
    releaseSeats(allocation, difference(seatDatesBefore[index]!, seatDatesAfter(plan)))
  })
  const freeBefore = new Map([...allocation.dates].map(([id, date]) => [id, freeSeatsOf(date)]))
  const needed = new Map<number, number>()
  let fullDate: LockedDate | undefined
  const allocated = plans.map((plan, index) => {
    const newDateIds = difference(seatDatesAfter(plan), seatDatesBefore[index]!)
    for (const id of newDateIds) needed.set(id, (needed.get(id) ?? 0) + 1)
    const full = takeSeats(allocation, newDateIds)
    if (full.length === 0) return plan
    if (!waitlistIfFull || !allocation.dates.get(plan.dateId)!.hasWaitingList) {
      fullDate ??= full[0]
      return plan
    }
    releaseSeats(
      allocation,
      difference(seatDatesBefore[index]!, newDateIds).filter((id) => seatDatesAfter(plan).includes(id)),
    )
    return { ...plan, status: 'waitlisted' }
  })
  if (fullDate) {
    const hasWaitingList = plans.every(({ dateId }) => allocation.dates.get(dateId)!.hasWaitingList)
    throw noSeatsConflict(fullDate, freeBefore.get(fullDate.id)!, needed.get(fullDate.id)!, hasWaitingList)
  }
  return allocated
}

/**
 * Applies the plans, all or none, then promotes bookings from the waiting lists to the seats that became free.
 * @param waitlistIfFull plans without a free seat go on the waiting list
 * @returns the ids of the planned bookings in their order, then those of the promoted ones
 * @throws Failure 400, 404, 409
 */
export async function applyBookings(
  allocation: SeatAllocation,
  plans: readonly BookingPlan[],
  waitlistIfFull = false,
): Promise<number[]> {
  await lockDates(allocation, plans.flatMap(involvedDateIds))
  for (const { dateId, moduleDateIds } of plans)
    for (const id of [dateId, ...moduleDateIds])
      if (!allocation.dates.has(id)) throw badRequest([{ field: 'dateId', ...bookingErrors.unknownDate() }])
  const errors = plans.flatMap((plan) => validatePlan(allocation, plan))
  if (errors.length > 0) throw badRequest(errors.slice(0, 1))
  await rejectDoubleBookings(allocation, plans)
  const ids = await writePlans(allocation, allocateSeats(allocation, plans, waitlistIfFull))
  return [...ids, ...(await promoteFromWaitingLists(allocation))]
}

type WaitingBooking = StoredBooking & { autoPromote: boolean }

/** The waiting lists of the dates in their order, without persons who are already booked on one of the modules. */
async function loadWaitingList(
  allocation: SeatAllocation,
  dateIds: readonly number[],
): Promise<WaitingBooking[]> {
  const { rows } = await sql<WaitingBooking>`
    select p.id, p.contact_id as "contactId", p.date_id as "dateId", p.status, coalesce(p.series_booking_id, 0) as "parentId", p.comment, d.auto_promote as "autoPromote",
      array(select m.date_id from booking_module m where m.booking_id = p.id order by 1) as "moduleDateIds"
    from booking p join booking_status s on s.status = p.status and s.counts_as = 'waitlisted'
    join event_date d on d.id = p.date_id
    where p.id in (${bookingsAt(dateIds)})
      and not exists (
        select from booking_module m join booking q on q.date_id = m.date_id and q.contact_id = p.contact_id
        join booking_status t on t.status = q.status and t.counts_as <> 'none'
        where m.booking_id = p.id)
    order by p.waiting_position, coalesce(p.waiting_since, p.created_at), p.id`.execute(allocation.tx)
  return rows
}

/**
 * Promotes the first bookings of the waiting lists that find a free seat at all their dates; a series needs seats at its modules too.
 * @param manualDateId a date at which bookings are promoted even if `auto_promote` is off
 * @returns the ids of the promoted bookings
 */
export async function promoteFromWaitingLists(
  allocation: SeatAllocation,
  manualDateId = 0,
): Promise<number[]> {
  const datesWithFreeSeats = [...allocation.datesWithReleasedSeats, manualDateId].filter(
    (id) => id !== 0 && freeSeatsOf(allocation.dates.get(id)!) > 0,
  )
  if (datesWithFreeSeats.length === 0) return []
  let waiting = await loadWaitingList(allocation, datesWithFreeSeats)
  if (
    await lockDates(
      allocation,
      waiting.flatMap(({ dateId, moduleDateIds }) => [dateId, ...moduleDateIds]),
    )
  )
    waiting = await loadWaitingList(allocation, datesWithFreeSeats)
  const promoted = waiting.filter(({ dateId, moduleDateIds, autoPromote }) => {
    const dates = [dateId, ...moduleDateIds]
    if (!(autoPromote || dateId === manualDateId) || dates.some((id) => !allocation.dates.get(id)?.goesAhead))
      return false
    return takeSeats(allocation, dates).length === 0
  })
  const children = await loadBookings(
    allocation.tx,
    promoted.map(({ id }) => id),
  )
  return writePlans(
    allocation,
    promoted.map((stored) => ({
      ...stored,
      stored,
      children: children.get(stored.id)?.children ?? [],
      status: 'booked',
    })),
  )
}

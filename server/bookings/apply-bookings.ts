// Bookings are made, moved and cancelled: all that is wished for, or nothing.
import { sql } from 'kysely'
import { badRequest, conflict, type FieldError } from '../platform/http/errors.ts'
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
  countsAs,
  freeSeatsOf,
  type LockedDate,
  lockDates,
  noSeatsConflict,
  occupiesSeat,
  quotedDateName,
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
    return [{ field: 'dateId', message: `${quotedDateName(cancelledDate)} does not take place` }]
  return countsAs(allocation, plan.status) === 'waitlisted' && !date.waitingList
    ? [{ field: 'status', message: 'the date has no waiting list' }]
    : []
}

/** Nobody is booked twice at a date. @throws Failure 409 */
async function rejectDoubleBookings(
  allocation: SeatAllocation,
  plans: readonly BookingPlan[],
): Promise<void> {
  const isActive = ({ status }: { status: string }) => countsAs(allocation, status) !== 'none'
  const pairs = plans.filter(isActive).flatMap((plan) => {
    const { stored, children, contactId } = plan
    const here = (stored ? [stored, ...children] : []).filter(isActive).map(({ dateId }) => dateId)
    const dates = difference([plan.dateId, ...moduleDateIdsAfter(allocation, plan)], here)
    return dates.map((dateId) => ({ dateId, contactId }))
  })
  if (pairs.length === 0) return
  const seen = new Set<string>()
  const own = plans.flatMap(({ stored, children }) =>
    stored ? [stored.id, ...children.map(({ id }) => id)] : [],
  )
  const { rows } = await sql<{ name: string; dateId: number; contactId: number }>`
    select trim(c.first_name || ' ' || c.last_name) as name, g."dateId", c.id as "contactId"
    from json_to_recordset(${JSON.stringify(pairs)}::json) as g("dateId" int, "contactId" int)
    join contact c on c.id = g."contactId"
    where exists (
      select from booking p join booking_status s on s.status = p.status
      where p.contact_id = g."contactId" and p.date_id = g."dateId" and s.counts_as <> 'none' and not p.id = any(${own}::int[]))
    limit 1`.execute(allocation.tx)
  const duplicate =
    rows[0] ??
    pairs
      .filter(({ dateId, contactId }) => {
        const key = `${contactId} ${dateId}`
        return seen.has(key) || !seen.add(key)
      })
      .map((pair) => ({ ...pair, name: '' }))[0]
  if (duplicate)
    throw conflict(
      `"${duplicate.name.replaceAll('"', "'")}" is booked on ${quotedDateName(allocation.dates.get(duplicate.dateId)!)} already.`,
    )
}

/** Places for all wishes; those that find none go on the waiting list where that is asked for. @throws Failure 409 */
function allocateSeats(
  allocation: SeatAllocation,
  plans: readonly BookingPlan[],
  waitlistRest: boolean,
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
    if (!waitlistRest || !allocation.dates.get(plan.dateId)!.waitingList) {
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
    const hasWaitingList = plans.every(({ dateId }) => allocation.dates.get(dateId)!.waitingList)
    throw noSeatsConflict(fullDate, freeBefore.get(fullDate.id)!, needed.get(fullDate.id)!, hasWaitingList)
  }
  return allocated
}

/**
 * Carries wishes out, all or none, and then lets the first of the waiting lists take what became free.
 * @param waitlistRest who finds no place goes on the waiting list
 * @returns the ids of the bookings wished for, in their order, then of those that moved up
 * @throws Failure 400, 404, 409
 */
export async function applyBookings(
  allocation: SeatAllocation,
  plans: readonly BookingPlan[],
  waitlistRest = false,
): Promise<number[]> {
  await lockDates(allocation, plans.flatMap(involvedDateIds))
  for (const { dateId, moduleDateIds } of plans)
    for (const id of [dateId, ...moduleDateIds])
      if (!allocation.dates.has(id))
        throw badRequest([{ field: 'dateId', message: 'is not the id of a date' }])
  const errors = plans.flatMap((plan) => validatePlan(allocation, plan))
  if (errors.length > 0) throw badRequest(errors.slice(0, 1))
  await rejectDoubleBookings(allocation, plans)
  const ids = await writePlans(allocation, allocateSeats(allocation, plans, waitlistRest))
  return [...ids, ...(await promoteFromWaitingLists(allocation))]
}

type WaitingBooking = StoredBooking & { autoPromote: boolean }

/** Who waits for places at the dates, in their order; not who is booked on one of the modules already. */
async function loadWaitingList(
  allocation: SeatAllocation,
  dateIds: readonly number[],
): Promise<WaitingBooking[]> {
  const { rows } = await sql<WaitingBooking>`
    select p.id, p.contact_id as "contactId", p.date_id as "dateId", p.status, coalesce(p.series_booking_id, 0) as "parentId", p.comment, d.auto_promote as "autoPromote",
      array(select m.date_id from booking_module m where m.booking_id = p.id order by 1) as "moduleDateIds"
    from booking p join booking_status s on s.status = p.status and s.counts_as = 'waitlisted'
    join event_date d on d.id = p.date_id
    where (p.date_id = any(${dateIds}::int[]) or exists (
        select from booking_module m where m.booking_id = p.id and m.date_id = any(${dateIds}::int[])))
      and not exists (
        select from booking_module m join booking q on q.date_id = m.date_id and q.contact_id = p.contact_id
        join booking_status t on t.status = q.status and t.counts_as <> 'none'
        where m.booking_id = p.id)
    order by p.waiting_position, coalesce(p.waiting_since, p.created_at), p.id`.execute(allocation.tx)
  return rows
}

/**
 * Gives free places to the first of the waiting lists whose dates all have one; a series needs them at its modules, too.
 * @param manualDateId at this date, whatever its switch says
 * @returns the ids of the bookings that moved up
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

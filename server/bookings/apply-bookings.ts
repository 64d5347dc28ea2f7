// Applies booking plans: all of them, or none.
import { sql } from 'kysely'
import { badRequest, conflict, type FieldError } from '../platform/ground/errors.ts'
import { bookingErrors } from './booking.errors.ts'
import { type BookingPlan, involvedDateIds, moduleDateIdsAfter, occupiedDateIds } from './booking-plan.ts'
import { writePlans } from './booking-plan.write.ts'
import { isActive, isOffered, isWaitlisted } from './booking-statuses.ts'
import {
  countedStatus,
  freeSeatsOf,
  type LockedDate,
  lockDates,
  lockedDateLabel,
  noSeatsConflict,
  occupiesSeat,
  releaseSeats,
  type SeatAllocation,
  takeSeats,
} from './seat-allocation.ts'
import { deadlineOfOffer } from './waiting-list/offers.ts'
import { promoteFromWaitingLists } from './waiting-list/promote.ts'

const difference = (all: number[], some: number[]): number[] => all.filter((id) => !some.includes(id))

function validatePlan(allocation: SeatAllocation, plan: BookingPlan): FieldError[] {
  if (plan.stored && plan.stored.status === plan.status && plan.stored.dateId === plan.dateId) return []
  const next = countedStatus(allocation, plan.status)
  if (!isActive(next)) return []
  const date = allocation.dates.get(plan.dateId)!
  const cancelledDate = [plan.dateId, ...plan.moduleDateIds]
    .map((id) => allocation.dates.get(id)!)
    .find((one) => !one.goesAhead)
  if (
    cancelledDate &&
    !(plan.stored && occupiesSeat(allocation, plan.stored.status) && plan.stored.dateId === plan.dateId)
  )
    return [{ field: 'dateId', ...bookingErrors.dateCancelled({ date: lockedDateLabel(cancelledDate) }) }]
  if (isOffered(next) && !deadlineOfOffer(allocation, date))
    return [{ field: 'status', ...bookingErrors.tooLateToOffer({ date: lockedDateLabel(date) }) }]
  return isWaitlisted(next) && !date.hasWaitingList
    ? [{ field: 'status', ...bookingErrors.noWaitingList() }]
    : []
}

/** Rejects plans that book a person twice on a date. @throws Failure 409 */
async function rejectDoubleBookings(
  allocation: SeatAllocation,
  plans: readonly BookingPlan[],
): Promise<void> {
  const holdsSeat = ({ status }: { status: string }) => isActive(countedStatus(allocation, status))
  const pairs = plans.filter(holdsSeat).flatMap((plan) => {
    const { stored, children, contactId } = plan
    if (contactId === null) return []
    const bookedBefore = stored?.contactId === contactId ? [stored, ...children] : []
    const bookedDateIds = bookedBefore.filter(holdsSeat).map(({ dateId }) => dateId)
    const dates = difference([plan.dateId, ...moduleDateIdsAfter(allocation, plan)], bookedDateIds)
    return dates.map((dateId) => ({ dateId, contactId }))
  })
  const mayBeBooked = pairs.filter(({ contactId }) => !allocation.newContactIds.has(contactId))
  if (mayBeBooked.length > 0) await rejectBooked(allocation, plans, mayBeBooked)
  const seen = new Set<string>()
  const repeated = pairs.find(({ dateId, contactId }) => {
    const key = `${contactId} ${dateId}`
    return seen.has(key) || !seen.add(key)
  })
  if (repeated)
    throw conflict(
      bookingErrors.repeatedPerson({ date: lockedDateLabel(allocation.dates.get(repeated.dateId)!) }),
    )
}

/** @throws Failure 409 if one of the contacts has a booking at the date already */
async function rejectBooked(
  allocation: SeatAllocation,
  plans: readonly BookingPlan[],
  pairs: readonly { dateId: number; contactId: number }[],
): Promise<void> {
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
  const [booked] = rows
  if (!booked) return
  const date = lockedDateLabel(allocation.dates.get(booked.dateId)!)
  throw conflict(bookingErrors.alreadyBooked({ person: booked.name, date }), { kind: 'exists' })
}

/** Takes the seats that the plans need, or makes them waitlisted. @throws Failure 409 */
function allocateSeats(allocation: SeatAllocation, plans: readonly BookingPlan[]): BookingPlan[] {
  const changes = plans.map((plan) => ({
    plan,
    before: occupiedDateIds(allocation, plan),
    after: occupiesSeat(allocation, plan.status)
      ? [plan.dateId, ...moduleDateIdsAfter(allocation, plan)]
      : [],
  }))
  for (const { before, after } of changes) releaseSeats(allocation, difference(before, after))
  const freeBefore = new Map([...allocation.dates].map(([id, date]) => [id, freeSeatsOf(date)]))
  const needed = new Map<number, number>()
  let fullDate: LockedDate | undefined
  const allocated = changes.map(({ plan, before, after }) => {
    const newDateIds = difference(after, before)
    for (const id of newDateIds) needed.set(id, (needed.get(id) ?? 0) + 1)
    const full = takeSeats(allocation, newDateIds)
    if (full.length === 0) return plan
    if (!plan.waitlistIfFull || !allocation.dates.get(plan.dateId)!.hasWaitingList) {
      fullDate ??= full[0]
      return plan
    }
    const keptDateIds = before.filter((id) => after.includes(id))
    releaseSeats(allocation, keptDateIds)
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
 * @returns the ids of the planned bookings in their order, then those of the promoted ones
 * @throws Failure 400, 404, 409
 */
export async function applyBookings(
  allocation: SeatAllocation,
  plans: readonly BookingPlan[],
): Promise<number[]> {
  await lockDates(allocation, plans.flatMap(involvedDateIds))
  for (const { dateId, moduleDateIds } of plans)
    for (const id of [dateId, ...moduleDateIds])
      if (!allocation.dates.has(id)) throw badRequest([{ field: 'dateId', ...bookingErrors.unknownDate() }])
  const errors = plans.flatMap((plan) => validatePlan(allocation, plan))
  if (errors.length > 0) throw badRequest(errors.slice(0, 1))
  await rejectDoubleBookings(allocation, plans)
  const ids = await writePlans(allocation, allocateSeats(allocation, plans))
  return [...ids, ...(await promoteFromWaitingLists(allocation))]
}

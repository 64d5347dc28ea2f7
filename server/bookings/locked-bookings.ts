// Bookings that are locked with their dates, to be changed.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { bookingErrors } from './booking.errors.ts'
import { involvedDateIds, loadBookings, type StoredBooking } from './booking-plan.ts'
import { isRecorded } from './booking-statuses.ts'
import { lockDates, type SeatAllocation } from './seat-allocation.ts'

export type LockedBookings = Map<number, StoredBooking & { children: StoredBooking[] }>

/** Locks bookings and their dates. @throws Failure 404 */
export async function lockBookings(
  allocation: SeatAllocation,
  ids: readonly number[],
  additionalDateIds: readonly number[] = [],
): Promise<LockedBookings> {
  const before = await loadBookings(allocation.tx, ids)
  const missing = ids.find((id) => !before.has(id))
  if (missing !== undefined) throw notFound(generalErrors.notFound({ kind: 'booking', id: missing }))
  const dateIdsOf = (found: LockedBookings) =>
    [...found.values()].flatMap((one) => involvedDateIds({ ...one, stored: one }))
  await lockDates(allocation, [...dateIdsOf(before), ...additionalDateIds])
  await sql`select from booking where id = any(${ids}::int[]) order by id for no key update`.execute(
    allocation.tx,
  )
  const locked = await loadBookings(allocation.tx, ids)
  if (dateIdsOf(locked).some((id) => !allocation.dates.has(id)))
    throw conflict(bookingErrors.movedMeanwhile())
  return locked
}

/** @throws Failure 409 if the participant of the booking has attended or was absent */
export async function rejectRecordedAttendance(tx: Tx, booking: StoredBooking): Promise<void> {
  const { contactId } = booking
  if (contactId === null || !isRecorded(booking)) return
  const { person } = await tx
    .selectFrom('contact')
    .select(sql<string>`trim(first_name || ' ' || last_name)`.as('person'))
    .where('id', '=', contactId)
    .executeTakeFirstOrThrow()
  throw conflict(bookingErrors.attendanceRecorded({ person }))
}

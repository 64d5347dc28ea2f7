// Changes booked seats: their participant and their date.
import { applyBookings } from './apply-bookings.ts'
import type { BookingPlan } from './booking-plan.ts'
import { type LockedBookings, rejectRecordedAttendance } from './locked-bookings.ts'
import type { SeatAllocation } from './seat-allocation.ts'

/**
 * Fields that are left out stay as they are. `contactId` null with `entered`: a seat without a contact, with the entries of the visitor for staff.
 * A `dateId` comes with the modules of that date.
 */
export type SeatChange = Partial<
  Pick<BookingPlan, 'contactId' | 'entered' | 'answers' | 'dateId' | 'moduleDateIds'>
>

/**
 * Changes all seats, or none.
 * @param bookings locked
 * @param changes by the ids of bookings
 * @throws Failure 400, 409
 */
export async function changeSeats(
  allocation: SeatAllocation,
  bookings: LockedBookings,
  changes: ReadonlyMap<number, SeatChange>,
): Promise<void> {
  const plans = [...changes].map(([id, change]) => {
    const { children, ...stored } = bookings.get(id)!
    return { ...stored, ...change, stored, children }
  })
  for (const { stored, contactId } of plans)
    if (contactId !== stored.contactId) await rejectRecordedAttendance(allocation.tx, stored)
  await applyBookings(allocation, plans)
}

// Names the persons of seats: those named later, and those who replace somebody.
import { applyBookings } from './apply-bookings.ts'
import { type LockedBookings, rejectRecordedAttendance } from './locked-bookings.ts'
import type { SeatAllocation } from './seat-allocation.ts'

/** `contactId` null: a seat without a contact, of which staff see what was `entered`. */
export type SeatPerson = { contactId: number | null; entered: object }

/**
 * @param bookings locked
 * @param persons by the ids of bookings
 * @throws Failure 409
 */
export async function nameSeats(
  allocation: SeatAllocation,
  bookings: LockedBookings,
  persons: ReadonlyMap<number, SeatPerson>,
): Promise<void> {
  const plans = [...persons].map(([id, person]) => {
    const { children, ...stored } = bookings.get(id)!
    return { ...stored, ...person, stored, children }
  })
  for (const { stored } of plans) await rejectRecordedAttendance(allocation.tx, stored)
  await applyBookings(allocation, plans)
}

// Accepts or declines seats that are offered.
import { conflict } from '../../platform/ground/errors.ts'
import { changeStatus } from '../book.ts'
import { bookingErrors } from '../booking.errors.ts'
import { lockBookings } from '../locked-bookings.ts'
import type { SeatAllocation } from '../seat-allocation.ts'
import { openOffers } from './offers.ts'

/** A person who declines leaves the waiting list, and the seat goes to the next one. @throws Failure 409 if one of the offers has ended */
export async function answerOffers(
  allocation: SeatAllocation,
  ids: readonly number[],
  isAccepted: boolean,
): Promise<void> {
  await lockBookings(allocation, ids)
  const open = await openOffers(allocation.tx, ids, allocation.now)
  if (ids.some((id) => !open.has(id))) throw conflict(bookingErrors.offerEnded())
  await changeStatus(allocation, {
    ids: [...ids],
    status: isAccepted ? 'booked' : 'cancelled',
    ...(!isAccepted && { cancellation: { reason: '', fees: [] } }),
  })
}

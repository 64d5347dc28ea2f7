// Books new seats of one order.
import { applyBookings } from './apply-bookings.ts'
import type { Reduction, SeatPrice } from './booking.schema.ts'
import type { BookingPlan } from './booking-plan.ts'
import type { SeatAllocation } from './seat-allocation.ts'

type NewSeats = {
  dateId: number
  moduleDateIds: number[]
  /** One for each seat. `contactId` null: it is named later. `entered`: the person as a visitor entered it. */
  seats: readonly {
    contactId: number | null
    entered?: object | undefined
    answers?: object
    reductions?: readonly Reduction[]
  }[]
  status: string
  comment: string
  orderId: number
  price: SeatPrice | null
  /** Seats that are not free go on the waiting list; otherwise all are booked, or none. */
  waitlistIfFull: boolean
}

/** @returns ids of the bookings, in the order of the seats, then of those promoted @throws Failure 400, 409 */
export function bookSeats(
  allocation: SeatAllocation,
  { seats, orderId, price, waitlistIfFull, ...common }: NewSeats,
): Promise<number[]> {
  const plans = seats.map(
    ({ contactId, entered, answers, reductions = [] }): BookingPlan => ({
      ...common,
      stored: undefined,
      children: [],
      contactId,
      seat: { orderId, price, reductions },
      entered,
      answers,
    }),
  )
  return applyBookings(allocation, plans, waitlistIfFull)
}

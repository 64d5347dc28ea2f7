// Books new seats of an order.
import { applyBookings } from './apply-bookings.ts'
import type { Reduction, SeatPrice } from './booking.schema.ts'
import type { BookingPlan } from './booking-plan.ts'
import type { GroupDiscountStep } from './group-discount.ts'
import type { SeatAllocation } from './seat-allocation.ts'

/** New seats of an order at a date. */
type NewSeats = {
  dateId: number
  moduleDateIds: number[]
  /** One for each seat. `contactId` null: it is named later. `entered`: the person as a visitor entered it. */
  seats: readonly {
    contactId: number | null
    entered?: object | undefined
    answers?: object | undefined
    reductions?: readonly Reduction[]
  }[]
  status: string
  comment: string
  orderId: number
  price: SeatPrice | null
  /** Seats that are not free go on the waiting list. */
  waitlistIfFull: boolean
  /** The agreed steps of a group discount. */
  groupDiscount?: readonly GroupDiscountStep[]
}

/** Books all, or none. @returns ids of the bookings, in the order of dates and seats, then of those promoted @throws Failure 400, 409 */
export const bookSeats = (allocation: SeatAllocation, dates: readonly NewSeats[]): Promise<number[]> =>
  applyBookings(
    allocation,
    dates.flatMap(({ seats, orderId, price, groupDiscount = [], ...common }) =>
      seats.map(
        ({ contactId, entered, answers, reductions = [] }): BookingPlan => ({
          ...common,
          stored: undefined,
          children: [],
          contactId,
          seat: { orderId, price, reductions, groupDiscount },
          entered,
          answers,
        }),
      ),
    ),
  )

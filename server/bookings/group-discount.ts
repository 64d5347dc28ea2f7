// The group discount of an order: it holds for the seats that stay booked at a date. Seats on the waiting list do not count; each of
// them has the price that it would have as the next one booked. Cancelled seats keep their price and their fee.
import { sql } from 'kysely'
import { formatHundredths, parseHundredths, percentOf } from '../catalogue/records/vat.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { Language } from '../platform/ground/language.ts'
import { type CountsAs, isBooked } from './booking-statuses.ts'
import { insertReductions } from './reductions.ts'

export type GroupDiscountStep = { minSeats: number; discountPercent: number }

/** The name of a discount, in a quote and at the seats of a booking. */
export const groupDiscountName: Record<Language, (minSeats: number) => string> = {
  de: (minSeats) => `Gruppenrabatt ab ${minSeats} Plätzen`,
  en: (minSeats) => `Group discount from ${minSeats} seats on`,
}

/** The step that applies to a number of seats; undefined: none. */
export const reachedStep = (
  steps: readonly GroupDiscountStep[],
  seats: number,
): GroupDiscountStep | undefined =>
  steps.toSorted((a, b) => a.minSeats - b.minSeats).findLast(({ minSeats }) => minSeats <= seats)

/** A seat whose group discount is agreed. */
export type DiscountedSeat = {
  id: number
  countsAs: CountsAs
  steps: GroupDiscountStep[]
  price: string
  otherReductions: string
  groupDiscount: string
  /** The seats of the order that are booked at the date. */
  bookedSeats: number
}

/** The seats with an agreed group discount, of the orders of these bookings. */
export async function loadDiscountedSeats(
  reader: Reader,
  bookingIds: readonly number[],
): Promise<DiscountedSeat[]> {
  const { rows } = await sql<DiscountedSeat>`
    select b.id, s.counts_as as "countsAs", b.group_discount as steps, coalesce(b.price_amount, 0)::numeric(12, 2)::text as price,
      coalesce(r.others, 0)::numeric(12, 2)::text as "otherReductions", coalesce(r.grouped, 0)::numeric(12, 2)::text as "groupDiscount",
      (select count(*)::int from booking o join booking_status t on t.status = o.status and t.counts_as = 'booked'
        where o.order_id = b.order_id and o.date_id = b.date_id) as "bookedSeats"
    from booking b join booking_status s on s.status = b.status and s.counts_as <> 'none'
    left join lateral (select sum(amount) filter (where not is_group_discount) as others, sum(amount) filter (where is_group_discount) as grouped
      from booking_reduction where booking_id = b.id) r on true
    where b.order_id = any(array(select order_id from booking where id = any(${bookingIds}::int[]))) and b.group_discount <> '[]'
    order by b.id`.execute(reader)
  return rows
}

/** The discount of a seat at a price, if so many seats are booked. The other reductions leave the rest. */
export function groupDiscountAt(
  { steps, otherReductions }: Pick<DiscountedSeat, 'steps' | 'otherReductions'>,
  price: bigint,
  seats: number,
): { step: GroupDiscountStep | undefined; discount: bigint } {
  const step = reachedStep(steps, seats)
  const rest = price - parseHundredths(otherReductions)
  const share = step ? percentOf(price, step.discountPercent) : 0n
  return { step, discount: share < rest ? share : rest }
}

/** Gives the seats of the orders of these bookings the group discount for the number of seats that are booked now. */
export async function updateGroupDiscounts(tx: Tx, bookingIds: readonly number[]): Promise<void> {
  const changed = (await loadDiscountedSeats(tx, bookingIds)).flatMap((seat) => {
    const seats = isBooked(seat) ? seat.bookedSeats : seat.bookedSeats + 1
    const { step, discount } = groupDiscountAt(seat, parseHundredths(seat.price), seats)
    return discount === parseHundredths(seat.groupDiscount) ? [] : [{ id: seat.id, step, discount }]
  })
  if (changed.length === 0) return
  await tx
    .deleteFrom('booking_reduction')
    .where('booking_id', '=', sql<number>`any(${changed.map(({ id }) => id)}::int[])`)
    .where('is_group_discount', '=', true)
    .execute()
  await insertReductions(
    tx,
    changed.flatMap(({ id, step, discount }) =>
      step && discount > 0n
        ? {
            bookingId: id,
            reason: groupDiscountName.de(step.minSeats),
            amount: Number(formatHundredths(discount)),
            isGroupDiscount: true,
          }
        : [],
    ),
  )
}

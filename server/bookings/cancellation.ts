// The fees of cancelling bookings by the terms of their events.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { formatHundredths, parseHundredths, percentOf } from '../catalogue/records/vat.ts'
import type { Reader } from '../platform/database/database.ts'
import { daysBetween } from '../platform/ground/clock.ts'
import { Count, Id, Money, nullable, record } from '../platform/ground/schema.ts'
import type { Booking } from './booking.schema.ts'
import { isBooked } from './booking-statuses.ts'

const CancellationStep = record({ daysBefore: Count, feePercent: Money })
type Step = Static<typeof CancellationStep>

/**
 * The fee of cancelling a booking today by the terms of its event; nothing if the date does not take place, or the booking is not one
 * that counts as booked. `steps` are empty if the event has none.
 */
export const CancellationTerms = record({
  bookingId: Id,
  /** The days until the date starts; negative: since it has started. */
  daysBefore: Type.Integer(),
  steps: Type.Array(CancellationStep),
  feePercent: Money,
  fee: nullable(Money),
  finalPrice: nullable(Money),
  currency: Type.String(),
})
export type CancellationTerms = Static<typeof CancellationTerms>

/** The share of the price in percent: of the step with the most days that are left, afterwards of that with the fewest. */
export function feePercent(steps: readonly Step[], daysBefore: number): number {
  const byDays = steps.toSorted((a, b) => b.daysBefore - a.daysBefore)
  return (byDays.find((step) => daysBefore >= step.daysBefore) ?? byDays.at(-1))?.feePercent ?? 0
}

/** The fees of cancelling the bookings on a day. */
export async function cancellationTerms(
  reader: Reader,
  bookings: readonly Booking[],
  today: string,
): Promise<CancellationTerms[]> {
  const eventIds = [...new Set(bookings.map(({ eventId }) => eventId))]
  const { rows } = await sql<Step & { eventId: number }>`
    select event_id as "eventId", days_before as "daysBefore", fee_percent::float8 as "feePercent" from cancellation_step
    where event_id = any(${eventIds}::int[]) order by event_id, days_before desc`.execute(reader)
  const stepsByEvent = Map.groupBy(rows, ({ eventId }) => eventId)
  return bookings.map((booking) => {
    const { id, eventId, startDate, dateGoesAhead, finalPrice, priceCurrency } = booking
    const steps = (stepsByEvent.get(eventId) ?? []).map(({ eventId: _, ...step }) => step)
    const daysBefore = startDate === '' ? (steps[0]?.daysBefore ?? 0) : daysBetween(today, startDate) - 1
    const percent = dateGoesAhead && isBooked(booking) ? feePercent(steps, daysBefore) : 0
    return {
      bookingId: id,
      daysBefore,
      steps,
      feePercent: percent,
      fee:
        finalPrice === null
          ? null
          : Number(formatHundredths(percentOf(parseHundredths(finalPrice.toFixed(2)), percent))),
      finalPrice,
      currency: priceCurrency,
    }
  })
}

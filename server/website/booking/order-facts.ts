// The dates, provider and terms in the response of a booking: as page, mail and file show them.
import { loadOrderView, type OrderDate, type OrderSeat } from '../../documents/orders/order-view.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { OrderFacts } from './booking.schema.ts'
import type { PlacedOrder } from './visitor-order.ts'

const orNull = (time: string): string | null => (time === '' ? null : time)

const toDate = (
  { id, title, days, places, isOnline, changes }: OrderDate,
  seats: readonly OrderSeat[],
): OrderFacts['dates'][number] => ({
  id,
  title,
  days: days.map(({ day, startTime, endTime }) => ({
    date: day,
    from: orNull(startTime),
    to: orNull(endTime),
  })),
  places,
  isOnline,
  vatIncluded: seats.find(({ dateId, price }) => dateId === id && price)?.price?.vatIncluded ?? false,
  changes,
})

export async function loadOrderFacts(
  tx: Tx,
  { orderId, prices }: PlacedOrder,
  at: { now: Date; timeZone: string },
): Promise<OrderFacts> {
  const { dates, seats, provider, accepted } = (await loadOrderView(tx, orderId, at))!
  return {
    ...prices,
    dates: dates.map((date) => toDate(date, seats)),
    provider,
    accepted: accepted.map(({ title, version }) => ({ title, version })),
  }
}

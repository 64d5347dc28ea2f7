// The dates, provider and terms in the response of a booking: as page, mail and file show them.
import type { OrderDate, OrderSeat } from '../../documents/orders/order-view.ts'
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

export function toOrderFacts({ prices, view }: PlacedOrder): OrderFacts {
  const { dates, seats, provider, accepted } = view
  return {
    ...prices,
    dates: dates.map((date) => toDate(date, seats)),
    provider,
    accepted: accepted.map(({ title, version }) => ({ title, version })),
  }
}

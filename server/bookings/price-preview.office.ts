// The prices that the seats of an order have after a change of some of them, by its group discount. The change is made and undone.
import { sql } from 'kysely'
import Type from 'typebox'
import { bookingRights } from '../platform/ground/rights.ts'
import { Id, record, ShortText } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { changeStatus, chooseModules } from './book.ts'
import { Booking } from './booking.schema.ts'
import { bookingsById } from './booking.sql.ts'
import { changeSeats } from './change-seats.ts'
import { loadDiscountedSeats } from './group-discount.ts'
import { lockBookings } from './locked-bookings.ts'
import { openSeatAllocation, type SeatAllocation } from './seat-allocation.ts'

const { id, title, firstName, lastName, orderedBy, finalPrice, priceCurrency } = Booking.properties

async function moveSeats(
  allocation: SeatAllocation,
  ids: readonly number[],
  dateId: number,
  chosen: number[] | undefined,
): Promise<void> {
  const bookings = await lockBookings(allocation, ids, [dateId])
  const moduleDateIds = await chooseModules(allocation.tx, dateId, chosen)
  await changeSeats(allocation, bookings, new Map(ids.map((one) => [one, { dateId, moduleDateIds }])))
}

/** `status` or `dateId` is the change. */
export const previewPrices = officeEndpoint({
  method: 'POST',
  path: '/bookings/price-preview',
  isPreview: true,
  right: bookingRights,
  body: record({
    ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
    status: Type.Optional(ShortText),
    dateId: Type.Optional(Id),
    moduleDateIds: Type.Optional(Type.Array(Id, { maxItems: 200 })),
  }),
  /** The seats with another price. `finalPrice` is the new one. */
  response: Type.Array(
    record({ id, title, firstName, lastName, orderedBy, priceCurrency, finalPrice, priceBefore: finalPrice }),
  ),
  handle: async ({ tx, body: { ids, status, dateId, moduleDateIds }, now, settings: { timeZone } }) => {
    const seatIds = (await loadDiscountedSeats(tx, ids)).map((seat) => seat.id)
    if (seatIds.length === 0) return []
    const before = await bookingsById(tx, seatIds)
    await sql`savepoint price_preview`.execute(tx)
    const allocation = await openSeatAllocation(tx, { now, timeZone })
    if (dateId !== undefined) await moveSeats(allocation, [...new Set(ids)], dateId, moduleDateIds)
    if (status !== undefined) await changeStatus(allocation, { ids, status })
    const next = await bookingsById(tx, seatIds)
    await sql`rollback to savepoint price_preview`.execute(tx)
    return next.flatMap((seat, index) => {
      const priceBefore = before[index]!.finalPrice
      return seat.finalPrice === priceBefore
        ? []
        : {
            id: seat.id,
            title: seat.title,
            firstName: seat.firstName,
            lastName: seat.lastName,
            orderedBy: seat.orderedBy,
            priceCurrency: seat.priceCurrency,
            finalPrice: seat.finalPrice,
            priceBefore,
          }
    })
  },
})

// POST /bookings: a visitor books seats.
import { chooseModules } from '../../bookings/book.ts'
import { createOrderLink } from '../../bookings/orders/order-link.ts'
import { changeAndTell } from '../../messages/change-and-plan.ts'
import { publicWrite, type WriteVisit } from '../../platform/http/public/public-write.ts'
import { assertBookable, findShownDate, type ShownDate, withSeatsProblem } from './bookable-date.ts'
import { BookedOrder, VisitorBooking } from './booking.schema.ts'
import { consumeProof } from './proof.ts'
import { checkAnswers } from './questions.sql.ts'
import { checkAcceptance } from './terms.sql.ts'
import { maxOrders, rejectTooManyOrders } from './visitor-limits.ts'
import { type PlacedOrder, placeOrder } from './visitor-order.ts'

/** Books what a visitor has entered, and tells whom it concerns. @throws Failure 400, 409, 429 */
export async function bookVisit(visit: WriteVisit<VisitorBooking>, date: ShownDate): Promise<PlacedOrder> {
  const { tx, body, now, today } = visit
  assertBookable(date)
  if (!visit.key.isSecret) await rejectTooManyOrders(tx, body.orderer.email, now)
  const versionIds = await checkAcceptance(tx, body.accepted, body.isConsumer)
  const answers = await checkAnswers(tx, body.dateId, body.answers ?? [])
  return withSeatsProblem(visit, () =>
    changeAndTell(tx, { now, today }, async (allocation) => {
      const moduleDateIds = await chooseModules(tx, body.dateId, body.moduleDateIds)
      return placeOrder(allocation, visit, { moduleDateIds, versionIds, answers })
    }),
  )
}

export const createBooking = publicWrite({
  path: '/bookings',
  id: 'createBooking',
  tag: 'Booking',
  summary: 'Book seats',
  description: `Books all seats, or none of them; with \`whenFull: 'waitingList'\`, those that are not free go on the waiting list.
409 with \`free\` if there are not enough seats. A person who is known by e-mail address and last name is that contact, which stays as
it is. The confirmation goes out by mail. ${maxOrders} orders within an hour are the most for an e-mail address; with a
secret key, the website answers for its visitors.`,
  body: VisitorBooking,
  response: BookedOrder,
  examples: {
    body: {
      dateId: 139,
      seats: [
        { firstName: 'Mara', lastName: 'Lindt', email: 'mara.lindt@nordlicht.example' },
        { later: true },
      ],
      orderer: {
        firstName: 'Mara',
        lastName: 'Lindt',
        email: 'mara.lindt@nordlicht.example',
        company: 'Nordlicht GmbH',
      },
      invoiceTo: {
        company: 'Nordlicht GmbH',
        street: 'Hafenstraße',
        houseNumber: '7',
        zip: '20457',
        city: 'Hamburg',
        country: 'DE',
      },
      isConsumer: false,
      accepted: [],
    },
    response: {
      code: 'K7QF-3M2X',
      status: 'confirmed',
      seats: [
        { status: 'confirmed', name: 'Mara Lindt' },
        { status: 'confirmed', name: null },
      ],
      gross: { amount: '1380.00', currency: 'EUR' },
      manageUrl: 'https://kontor.example.org/booking/5b1d…',
    },
  },
  open: (instance) => async (visit) => {
    const date = await findShownDate(instance, visit, visit.body.dateId)
    return async (tx) => {
      if (!visit.key.isSecret) await consumeProof(tx, visit.body.proof)
      return bookVisit({ ...visit, tx }, date)
    }
  },
  complete: async ({ settings: { publicUrl } }, tx, { orderId, ...order }) => ({
    ...order,
    manageUrl: publicUrl + (await createOrderLink(tx, orderId)),
  }),
})

// POST /bookings: a visitor books seats.
import { createOrderLink } from '../../bookings/orders/order-link.ts'
import { changeAndTell } from '../../messages/change-and-plan.ts'
import { Accepted, publicWrite, type WriteVisit } from '../../platform/http/public/public-write.ts'
import {
  assertBookable,
  chooseShownModules,
  findShownDate,
  type ShownDate,
  withSeatsProblem,
} from './bookable-date.ts'
import { BookedOrder, PendingBooking, VisitorBooking } from './booking.schema.ts'
import { mustBeConfirmed, requestConfirmation } from './confirmation/pending-booking.ts'
import { consumeProof } from './proof.ts'
import { checkAnswers } from './questions.sql.ts'
import { checkAcceptance } from './terms.sql.ts'
import { maxOrders, rejectTooManyOrders } from './visitor-limits.ts'
import { type PlacedOrder, placeOrder } from './visitor-order.ts'

/** Books what a visitor has entered, and tells whom it concerns. @throws Failure 400, 409, 429 */
export async function bookVisit(
  visit: WriteVisit<VisitorBooking>,
  date: ShownDate,
): Promise<PlacedOrder | PendingBooking> {
  const { tx, body, now, today } = visit
  assertBookable(date)
  const { isSecret } = visit.key
  if (!isSecret) await rejectTooManyOrders(tx, body.orderer.email, now)
  const isConfirmedByMail = !isSecret && (await mustBeConfirmed(tx, body))
  const [versionIds, { answers, ofSeats }] = await Promise.all([
    checkAcceptance(tx, body.accepted, body.isConsumer),
    checkAnswers(tx, body),
  ])
  return withSeatsProblem(visit, () =>
    changeAndTell(tx, { now, today }, async (allocation) => {
      const moduleDateIds = await chooseShownModules(tx, date, body)
      const checked = { moduleDateIds, versionIds, answers, answersOfSeats: ofSeats }
      return isConfirmedByMail
        ? requestConfirmation(allocation, visit, checked)
        : placeOrder(allocation, visit, checked)
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
secret key, the website answers for its visitors. 202 instead of 201: nothing is booked yet, as the event asks for a confirmation by
mail (\`isConfirmedByMail\` of \`GET /terms\`), or for one of disposable e-mail addresses; not with a secret key.`,
  body: VisitorBooking,
  response: BookedOrder,
  accepted: {
    description:
      'The booking is made by a link in the mail that the orderer gets; the seats are held for an hour',
    response: PendingBooking,
    example: { status: 'toConfirm', expiresAt: '2027-01-15T11:30:00.000Z' },
  },
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
      const placed = await bookVisit({ ...visit, tx }, date)
      return 'orderId' in placed ? placed : new Accepted(placed)
    }
  },
  complete: async ({ settings: { publicUrl } }, tx, { orderId, ...order }) => ({
    ...order,
    manageUrl: publicUrl + (await createOrderLink(tx, orderId)),
  }),
})

// POST /bookings: a visitor books seats.
import { createOrderLinks } from '../../bookings/orders/order-link.ts'
import { changeAndTell } from '../../messages/change-and-plan.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Accepted, publicWrite, type Visit } from '../../platform/http/public/public-write.ts'
import type { Instance } from '../../platform/runtime/instance.ts'
import {
  assertBookable,
  chooseShownModules,
  findShownDate,
  type ShownDate,
  withSeatsProblem,
} from './bookable-date.ts'
import { BookedOrder, PendingBooking, VisitorBooking } from './booking.schema.ts'
import { mustBeConfirmed, requestConfirmation } from './confirmation/pending-booking.ts'
import type { OrderRequest } from './order-request.ts'
import { consumeProof } from './proof.ts'
import { checkAnswers, loadQuestionsOfDates } from './questions.sql.ts'
import { checkAcceptance, loadAcceptableVersions } from './terms.sql.ts'
import { maxOrders, rejectTooManyOrders } from './visitor-limits.ts'
import { type PlacedOrder, placeOrders } from './visitor-order.ts'

/** A visit that books, with the date as its key shows it. */
type BookingRequest = { visit: Visit<VisitorBooking>; date: ShownDate; isConfirmedByMail: boolean }

/** Reads what is known of a booking before its transaction. */
export async function openBooking(instance: Instance, visit: Visit<VisitorBooking>): Promise<BookingRequest> {
  const { key, body } = visit
  return {
    visit,
    date: await findShownDate(instance, visit, body.dateId),
    isConfirmedByMail: !key.isSecret && (await mustBeConfirmed(instance.db, body)),
  }
}

/**
 * Books what visitors have entered, all or none, and tells whom it concerns. A visit that may not share comes alone.
 * @throws Failure 400, 409, 429
 */
export async function bookVisits(
  tx: Tx,
  requests: readonly BookingRequest[],
): Promise<(PlacedOrder | PendingBooking)[]> {
  const bookable: { visit: Visit<VisitorBooking>; date: NonNullable<ShownDate> }[] = []
  for (const { visit, date } of requests) {
    assertBookable(date)
    bookable.push({ visit, date })
  }
  const [first] = requests
  const limited = requests.filter(({ visit }) => !visit.key.isSecret)
  if (limited.length > 0)
    await rejectTooManyOrders(
      tx,
      limited.map(({ visit }) => visit.body.orderer.email),
      first!.visit.now,
    )
  const [versions, questions] = await Promise.all([
    loadAcceptableVersions(tx),
    loadQuestionsOfDates(
      tx,
      requests.map(({ visit }) => visit.body.dateId),
    ),
  ])
  return withSeatsProblem(first!.visit, () =>
    changeAndTell(tx, first!.visit, async (allocation) => {
      const orders: OrderRequest[] = []
      for (const { visit, date } of bookable) {
        const { body } = visit
        const versionIds = checkAcceptance(versions, body)
        const { answers, ofSeats } = checkAnswers(questions.get(body.dateId)!, body)
        const moduleDateIds = await chooseShownModules(tx, date, body)
        orders.push({ visit, checked: { moduleDateIds, versionIds, answers, answersOfSeats: ofSeats } })
      }
      return first!.isConfirmedByMail
        ? [await requestConfirmation(allocation, orders[0]!.visit, orders[0]!.checked)]
        : placeOrders(allocation, orders)
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
    const request = await openBooking(instance, visit)
    // Of two orders with a voucher, the second one counts the first.
    return { input: request, mayShare: visit.body.voucher === undefined && !request.isConfirmedByMail }
  },
  async work(tx, requests) {
    for (const { visit } of requests) if (!visit.key.isSecret) await consumeProof(tx, visit.body.proof)
    const booked = await bookVisits(tx, requests)
    return booked.map((one) => ('orderId' in one ? one : new Accepted(one)))
  },
  async complete({ settings: { publicUrl } }, tx, placed) {
    const paths = await createOrderLinks(
      tx,
      placed.map(({ orderId }) => orderId),
    )
    return placed.map(({ orderId: _orderId, ...order }, index) => ({
      ...order,
      manageUrl: publicUrl + paths[index]!,
    }))
  },
})

// POST /bookings: a visitor books seats.
// A booking locks the dates, releases the seats of its hold and books them in the same allocation as the office
// (bookings/book-seats.ts); contacts, order, its signed record, accepted terms and messages are written in the same transaction, or none
// of them.
// The booking locks the voucher after the dates, so that two orders cannot both have its last use. The pages of an order
// (/booking/{secret}) and of a seat (/seat/{secret}, for participants who were booked by somebody else) change seats by the
// same plans (page/). The secret of the page is made after the transaction (complete), another one for each response, so that
// the stored response has none. A booking to be confirmed by mail (confirmation/) is a hold of an hour and a row of
// pending_booking with the checked request; the link places the order at the agreed price.
import { maxSeats } from '../../bookings/max-seats.ts'
import { createOrderLink } from '../../bookings/orders/order-link.ts'
import { saveAndNotify } from '../../messages/save-and-notify.ts'
import type { Tx } from '../../platform/database/database.ts'
import { badRequest, type FieldError } from '../../platform/ground/errors.ts'
import {
  AcceptedResponse,
  type PublicWriteRequest,
  publicWrite,
} from '../../platform/http/public/public-write.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import {
  assertBookable,
  chooseShownModules,
  findShownDate,
  type ShownDate,
  seatsTakenProblem,
} from './bookable-date.ts'
import { visitorErrors } from './booking.errors.ts'
import { BookedOrder, PendingBooking, VisitorBooking } from './booking.schema.ts'
import { findEarlierBookings } from './confirmation/earlier-bookings.sql.ts'
import {
  mustBeConfirmed,
  type RequestedBooking,
  requestConfirmation,
} from './confirmation/pending-booking.ts'
import { toOrderFacts } from './order-facts.ts'
import { fieldOfDate, requestedDates, toCheckedOrder } from './order-request.ts'
import { consumeProof } from './proof.ts'
import { checkAnswers, loadQuestionsOfDates } from './questions.sql.ts'
import { checkAcceptance, loadAcceptableVersions, loadProviders } from './terms.sql.ts'
import { areUnusual, maxOrders, rejectTooManyOrders } from './visitor-limits.ts'
import { type PlacedOrder, placeOrder } from './visitor-order.ts'

/** A request that books, with the dates as its key shows them. */
type BookingRequest = {
  request: PublicWriteRequest<VisitorBooking>
  secrets: Secrets
  /** In the order of the request. */
  dates: ShownDate[]
  isConfirmedByMail: boolean
}

/** Reads what is known of a booking before its transaction. */
export async function prepareBooking(
  instance: Instance,
  request: PublicWriteRequest<VisitorBooking>,
): Promise<BookingRequest> {
  const { key, body } = request
  return {
    request,
    secrets: instance.secrets,
    dates: await Promise.all(
      requestedDates(body).map(({ dateId }) => findShownDate(instance, request, dateId)),
    ),
    isConfirmedByMail: !key.isSecret && (await mustBeConfirmed(instance.db, body)),
  }
}

/** An order has one provider, each date once, and not too many seats. @throws Failure 400 */
async function checkDates(tx: Tx, body: VisitorBooking): Promise<void> {
  const { furtherDates = [] } = body
  if (furtherDates.length === 0) return
  const dates = requestedDates(body)
  const ids = dates.map(({ dateId }) => dateId)
  const providers = await loadProviders(tx, ids)
  const first = providers.get(body.dateId)!
  const errors = ids.flatMap((id, index): FieldError[] => {
    const field = fieldOfDate(index, 'dateId')
    if (ids.indexOf(id) < index) return [{ field, ...visitorErrors.repeatedDate() }]
    const { clientId, name } = providers.get(id)!
    return clientId === first.clientId
      ? []
      : [{ field, ...visitorErrors.otherProvider({ first: first.name, other: name }) }]
  })
  if (dates.reduce((sum, { seats }) => sum + seats.length, 0) > maxSeats)
    errors.push({ field: 'furtherDates', ...visitorErrors.tooManySeats({ most: maxSeats }) })
  if (errors.length > 0) throw badRequest(errors)
}

/**
 * Books what a visitor has entered, all or nothing, and tells whom it concerns.
 * @throws Failure 400, 409, 429
 */
export async function placeBooking(
  tx: Tx,
  { request, secrets, dates: shownDates, isConfirmedByMail }: BookingRequest,
): Promise<PlacedOrder | RequestedBooking> {
  const { key, body, now, origin } = request
  const dates = requestedDates(body)
  const shown = shownDates.map((date, index) => {
    assertBookable(date, fieldOfDate(index, 'dateId'))
    return date
  })
  await checkDates(tx, body)
  if (!key.isSecret) await rejectTooManyOrders(tx, body.orderer.email, now)
  const [versions, questions] = await Promise.all([
    loadAcceptableVersions(tx, body.dateId),
    loadQuestionsOfDates(
      tx,
      dates.map(({ dateId }) => dateId),
    ),
  ])
  // The form works without JavaScript, and so without proof of work.
  const isUnusual =
    !key.isSecret &&
    body.proof === undefined &&
    (await areUnusual(tx, {
      address: origin.address,
      dates: dates.map(({ dateId, seats }) => ({ dateId, seats: seats.length })),
      now,
    }))
  // By mail, so that nobody but the orderer is told.
  const isRepeated =
    !key.isSecret && body.proof === undefined && (await findEarlierBookings(tx, body)).length > 0
  return seatsTakenProblem(request, () =>
    saveAndNotify(tx, request, async (allocation) => {
      const versionIds = checkAcceptance(versions, body)
      const { answers, ofSeats } = checkAnswers(
        dates.map(({ dateId, seats }, index) => ({
          questions: questions.get(dateId)!,
          seats,
          field: fieldOfDate(index, 'seats'),
        })),
        body.answers,
      )
      const checkedDates = []
      for (const [index, date] of dates.entries())
        checkedDates.push({
          moduleDateIds: await chooseShownModules(
            tx,
            shown[index]!,
            date,
            fieldOfDate(index, 'moduleDateIds'),
          ),
          answersOfSeats: ofSeats[index]!,
        })
      const checked = toCheckedOrder(checkedDates, { versionIds, answers })
      return isConfirmedByMail || isUnusual || isRepeated
        ? requestConfirmation(allocation, request, { ...checked, isUnusual })
        : placeOrder(allocation, { request, checked, secrets })
    }),
  )
}

export const createBooking = publicWrite({
  path: '/bookings',
  id: 'createBooking',
  tag: 'Booking',
  summary: 'Book seats',
  description: `Books all seats at all dates, or none of them; with \`whenFull: 'waitingList'\`, those that are not free go on the waiting list.
409 with \`dateId\` and \`free\` if a date has not enough seats. A person who is known by e-mail address and last name is that contact, which stays as
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
      order: {
        seatPrices: [
          { amount: '690.00', currency: 'EUR' },
          { amount: '690.00', currency: 'EUR' },
        ],
        vatIncluded: true,
        net: { amount: '1159.66', currency: 'EUR' },
        tax: [{ rate: '19.00', amount: { amount: '220.34', currency: 'EUR' }, exemption: '' }],
        dates: [
          {
            id: 139,
            title: 'Projektmanagement kompakt',
            days: [{ date: '2027-03-01', from: '09:00', to: '17:00' }],
            places: ['Haus am Hafen, Kai 3, 20457 Hamburg'],
            isOnline: false,
            vatIncluded: true,
            changes: [{ what: ['move', 'cancel'], until: '2027-02-28' }],
          },
        ],
        provider: {
          name: 'Morgenfurt Akademie',
          addressLines: ['Kai 3', '20457 Hamburg'],
          phone: '040 123456',
          email: 'post@morgenfurt-akademie.example',
          website: 'https://www.morgenfurt-akademie.example',
        },
        accepted: [],
      },
      manageUrl: 'https://kontor.example.org/booking/5b1d…',
    },
  },
  prepare: prepareBooking,
  async work(tx, bookingRequest) {
    const { key, body } = bookingRequest.request
    if (!key.isSecret) await consumeProof(tx, bookingRequest.secrets, body.proof)
    const booked = await placeBooking(tx, bookingRequest)
    if (!('orderId' in booked)) {
      const { pendingId: _, ...pending } = booked
      return new AcceptedResponse(pending)
    }
    const { prices: _prices, view: _view, ...order } = booked
    return { ...order, order: toOrderFacts(booked) }
  },
  async complete({ settings: { publicUrl } }, tx, { orderId, ...order }) {
    return { ...order, manageUrl: publicUrl + (await createOrderLink(tx, orderId)) }
  },
})

// Places orders of visitors: contacts, what was entered and accepted, and the seats.
import { sql } from 'kysely'
import { bookSeats } from '../../bookings/book-seats.ts'
import type { Reduction } from '../../bookings/booking.schema.ts'
import { lockDates, type SeatAllocation } from '../../bookings/seat-allocation.ts'
import { withVat } from '../../bookings/seat-price.ts'
import { formatHundredths } from '../../catalogue/records/vat.ts'
import { addFormCategories, recordConsent } from '../../newsletter/newsletter.sql.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { badRequest, conflict } from '../../platform/http/errors.ts'
import { emailKey } from '../../platform/runtime/text.ts'
import { sumOf } from '../discounts/order-price.ts'
import { type PricedSeats, priceSeats } from '../discounts/price-seats.ts'
import { lockVoucher, useVoucher } from '../discounts/voucher.sql.ts'
import type { Money } from '../schemas.ts'
import { visitorErrors } from './booking.errors.ts'
import type { BookedOrder } from './booking.schema.ts'
import { type InsertedOrder, insertOrders } from './insert-orders.ts'
import {
  dateIdsOf,
  invoicedCompany,
  newOrderer,
  type OrderRequest,
  type OrderVisit,
  personsOf,
} from './order-request.ts'
import { discountName } from './quote.ts'
import { voucherObstacleText } from './quote-texts.ts'
import { contactsOfSeats, findOrCreateContacts, identityOf } from './visitor-contacts.ts'

/** The newsletter that visitors subscribe to; undefined: the client has none with double opt-in. */
export const findNewsletter = (reader: Reader, clientId: number) =>
  reader
    .selectFrom('newsletter_form')
    .select(['id', 'double_opt_in', 'last_name_required'])
    .where('client_id', '=', clientId)
    .where('double_opt_in', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** @throws Failure 400 if there is none */
export async function requireNewsletter(reader: Reader, clientId: number) {
  const form = await findNewsletter(reader, clientId)
  if (!form) throw badRequest([{ field: 'newsletter', ...visitorErrors.noNewsletter() }])
  return form
}

async function subscribe(tx: Tx, { key, body, now, origin }: OrderVisit, contactId: number): Promise<void> {
  const form = await requireNewsletter(tx, key.clientId)
  await addFormCategories(tx, form.id, contactId)
  await recordConsent(tx, form, {
    contactId,
    clientId: key.clientId,
    email: body.orderer.email,
    origin,
    now,
  })
}

/**
 * The prices of the visits' seats, as a quote says at this moment. A visit with a voucher comes alone: others do not count it.
 * @throws Failure 400 if the voucher does not apply
 */
export async function priceVisitorSeats(tx: Tx, visits: readonly OrderVisit[]): Promise<PricedSeats[]> {
  for (const { body } of visits) if (body.voucher !== undefined) await lockVoucher(tx, body.voucher)
  const priced = await priceSeats(
    tx,
    visits.map(({ today, body: { dateId, seats, visitorCategory, voucher, orderer } }) => ({
      dateId,
      day: today,
      seats: seats.length,
      visitorCategory,
      voucher,
      emailKey: emailKey(orderer.email),
    })),
  )
  for (const [index, { obstacle }] of priced.entries()) {
    const { voucher } = visits[index]!.body
    if (voucher === undefined || !obstacle) continue
    const reason = voucherObstacleText(voucher.trim(), obstacle, 'en')
    throw badRequest([{ field: 'voucher', ...visitorErrors.voucher({ reason }) }])
  }
  return priced
}

/** What all seats cost; null: not known. */
export const grossOf = ({ orderPrice }: PricedSeats): Money | null =>
  orderPrice && { amount: formatHundredths(orderPrice.gross), currency: orderPrice.currency }

const isSamePrice = (one: Money | null, other: Money | null): boolean =>
  one?.amount === other?.amount && one?.currency === other?.currency

/** What the discounts take off a seat. */
const reductionsOf = ({ orderPrice }: PricedSeats, index: number): Reduction[] =>
  (orderPrice?.discounts ?? []).flatMap((discount) => {
    const amount = discount.ofSeats[index]!
    const reason = discountName(discount, 'de')
    return amount > 0n ? [{ reason, amount: Number(formatHundredths(amount)) }] : []
  })

/** Those of the bookings that are on a waiting list. */
async function findWaiting(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from booking where id = any(${ids}::int[]) and status = 'waitlisted'`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** The contacts of who ordered, and of the seats of all orders, one after the other. */
async function findContacts(
  allocation: SeatAllocation,
  requests: readonly OrderRequest[],
): Promise<{ ordererIds: (number | null)[]; seatIds: (number | null)[] }> {
  // Who ordered comes first: of the same person, it has the address.
  const contacts = await findOrCreateContacts(allocation, [
    ...requests.map(({ visit }) => newOrderer(visit.body)),
    ...requests.flatMap((request) =>
      personsOf(request).flatMap((person) =>
        person ? [{ ...person, company: invoicedCompany(request.visit.body) }] : [],
      ),
    ),
  ])
  const seats = requests.flatMap((request) =>
    personsOf(request).map((person) => ({ person, dateIds: dateIdsOf(request) })),
  )
  return {
    ordererIds: requests.map(({ visit }) => contacts.get(identityOf(visit.body.orderer))!),
    seatIds: await contactsOfSeats(allocation, seats, contacts),
  }
}

export type PlacedOrder = Omit<BookedOrder, 'manageUrl'> & { orderId: number }

/**
 * Books the seats of visitors: each visit is an order. All are placed, or none.
 * @throws Failure 400, 409
 */
export async function placeOrders(
  allocation: SeatAllocation,
  requests: readonly OrderRequest[],
): Promise<PlacedOrder[]> {
  const { tx } = allocation
  const visits = requests.map(({ visit }) => visit)
  await lockDates(
    allocation,
    requests.flatMap(dateIdsOf),
    visits.flatMap(({ body }) => body.holdId ?? []),
  )
  const priced = await priceVisitorSeats(tx, visits)
  for (const [index, { agreedGross }] of requests.entries())
    if (agreedGross !== undefined && !isSamePrice(agreedGross, grossOf(priced[index]!)))
      throw conflict(visitorErrors.priceChanged())
  const { ordererIds, seatIds } = await findContacts(allocation, requests)
  const orders = await insertOrders(tx, requests, ordererIds)
  for (const [index, { voucher }] of priced.entries())
    if (voucher)
      await useVoucher(tx, {
        orderId: orders[index]!.id,
        voucherId: voucher.id,
        emailKey: emailKey(visits[index]!.body.orderer.email),
      })
  const nextSeatId = seatIds.values()
  const ids = await bookSeats(
    allocation,
    requests.map((request, order) => ({
      dateId: request.visit.body.dateId,
      moduleDateIds: request.checked.moduleDateIds,
      seats: personsOf(request).map((entered, index) => ({
        contactId: nextSeatId.next().value!,
        entered,
        answers: request.checked.answersOfSeats[index]!,
        reductions: reductionsOf(priced[order]!, index),
      })),
      status: 'booked',
      comment: '',
      orderId: orders[order]!.id,
      price: priceOf(priced[order]!),
      waitlistIfFull: mayWait(request.visit),
    })),
  )
  for (const [index, visit] of visits.entries()) {
    const ordererId = ordererIds[index]!
    if (visit.body.newsletter && ordererId !== null) await subscribe(tx, visit, ordererId)
  }
  const waiting = visits.some(mayWait) ? await findWaiting(tx, ids) : new Set<number>()
  const nextId = ids.values()
  return requests.map((request, index) => {
    const isWaiting = request.visit.body.seats.map(() => waiting.has(nextId.next().value!))
    return toPlacedOrder(request, orders[index]!, priced[index]!, isWaiting)
  })
}

const mayWait = ({ body }: OrderVisit): boolean => body.whenFull === 'waitingList'

/** The visitor has agreed to prices with VAT. From net prices, an invoice would have another sum. */
const priceOf = ({ chosen }: PricedSeats) => (chosen ? withVat(chosen) : null)

/** @param isWaiting in the order of the seats */
function toPlacedOrder(
  request: OrderRequest,
  { id, code }: InsertedOrder,
  { orderPrice }: PricedSeats,
  isWaiting: readonly boolean[],
): PlacedOrder {
  const confirmed = isWaiting.filter((waits) => !waits).length
  return {
    orderId: id,
    code,
    status: confirmed === isWaiting.length ? 'confirmed' : confirmed === 0 ? 'waitingList' : 'partly',
    seats: personsOf(request).map((person, index) => ({
      status: isWaiting[index] ? 'waitingList' : 'confirmed',
      name: person ? `${person.firstName} ${person.lastName}`.trim() : null,
    })),
    gross: orderPrice && {
      amount: formatHundredths(sumOf(orderPrice.ofSeats.filter((_, index) => !isWaiting[index]))),
      currency: orderPrice.currency,
    },
  }
}

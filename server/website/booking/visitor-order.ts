// Places the order of a visitor: contacts, what was entered and accepted, and the seats.
import { sql } from 'kysely'
import { bookSeats } from '../../bookings/book-seats.ts'
import type { Reduction } from '../../bookings/booking.schema.ts'
import { lockDates, type SeatAllocation } from '../../bookings/seat-allocation.ts'
import { withVat } from '../../bookings/seat-price.ts'
import { formatHundredths } from '../../catalogue/records/vat.ts'
import { addFormCategories, recordConsent } from '../../newsletter/newsletter.sql.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { badRequest, conflict } from '../../platform/ground/errors.ts'
import { emailKey } from '../../platform/ground/text.ts'
import { sumOf } from '../discounts/order-price.ts'
import { type PricedSeats, priceSeats } from '../discounts/price-seats.ts'
import { lockVoucher, useVoucher } from '../discounts/voucher.sql.ts'
import type { Money } from '../schemas.ts'
import { visitorErrors } from './booking.errors.ts'
import type { BookedOrder } from './booking.schema.ts'
import { type InsertedOrder, insertOrder } from './insert-order.ts'
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
import { assignContacts, findOrCreateContacts, identityOf } from './visitor-contacts.ts'

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

/** The price of a visitor's seats, as a quote says at this moment. @throws Failure 400 if the voucher does not apply */
export async function priceVisitorSeats(tx: Tx, { today, body }: OrderVisit): Promise<PricedSeats> {
  const { dateId, seats, visitorCategory, voucher, orderer } = body
  if (voucher !== undefined) await lockVoucher(tx, voucher)
  const priced = await priceSeats(tx, {
    dateId,
    day: today,
    seats: seats.length,
    visitorCategory,
    voucher,
    emailKey: emailKey(orderer.email),
  })
  if (voucher === undefined || !priced.obstacle) return priced
  const reason = voucherObstacleText(voucher.trim(), priced.obstacle, 'en')
  throw badRequest([{ field: 'voucher', ...visitorErrors.voucher({ reason }) }])
}

/** The price of all seats; null: not known. */
export const grossOf = ({ orderPrice }: PricedSeats): Money | null =>
  orderPrice && { amount: formatHundredths(orderPrice.gross), currency: orderPrice.currency }

const isSamePrice = (one: Money | null, other: Money | null): boolean =>
  one?.amount === other?.amount && one?.currency === other?.currency

/** The discounts of a seat. */
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

/** The contact of the orderer, and the seats with theirs. */
async function findContacts(allocation: SeatAllocation, request: OrderRequest) {
  const { body } = request.visit
  const dateIds = dateIdsOf(request)
  const seats = personsOf(request).map((person) => ({ person, dateIds }))
  const company = invoicedCompany(body)
  const contacts = await findOrCreateContacts(allocation, [
    // The orderer comes first: of the same person, it has the address.
    newOrderer(body),
    ...seats.flatMap(({ person }) => (person ? [{ ...person, company }] : [])),
  ])
  const ordererId = contacts.get(identityOf(body.orderer)) ?? null
  return {
    orderer: { id: ordererId, isKnown: ordererId !== null && !allocation.newContactIds.has(ordererId) },
    seats: await assignContacts(allocation, seats, contacts),
  }
}

export type PlacedOrder = Omit<BookedOrder, 'manageUrl'> & { orderId: number }

/**
 * Books the seats of a visitor, all or none.
 * @throws Failure 400, 409
 */
export async function placeOrder(allocation: SeatAllocation, request: OrderRequest): Promise<PlacedOrder> {
  const { tx } = allocation
  const { visit, checked, agreedGross } = request
  const { body } = visit
  await lockDates(allocation, dateIdsOf(request), body.holdId)
  const priced = await priceVisitorSeats(tx, visit)
  if (agreedGross !== undefined && !isSamePrice(agreedGross, grossOf(priced)))
    throw conflict(visitorErrors.priceChanged())
  const { orderer, seats } = await findContacts(allocation, request)
  const order = await insertOrder(tx, request, orderer)
  if (priced.voucher)
    await useVoucher(tx, {
      orderId: order.id,
      voucherId: priced.voucher.id,
      emailKey: emailKey(body.orderer.email),
    })
  const ids = await bookSeats(allocation, {
    dateId: body.dateId,
    moduleDateIds: checked.moduleDateIds,
    seats: seats.map(({ contactId, person }, index) => ({
      contactId,
      entered: person,
      answers: checked.answersOfSeats[index],
      reductions: reductionsOf(priced, index),
    })),
    status: 'booked',
    comment: '',
    orderId: order.id,
    price: priceOf(priced),
    waitlistIfFull: mayWait(visit),
  })
  if (body.newsletter && orderer.id !== null) await subscribe(tx, visit, orderer.id)
  const waiting = mayWait(visit) ? await findWaiting(tx, ids) : new Set<number>()
  const isWaiting = ids.slice(0, seats.length).map((id) => waiting.has(id))
  return toPlacedOrder(request, order, priced, isWaiting)
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

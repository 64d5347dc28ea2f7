// Places the order of a visitor: contacts, what was entered and accepted, and the seats.
import { sql } from 'kysely'
import { bookSeats } from '../../bookings/book-seats.ts'
import type { Reduction } from '../../bookings/booking.schema.ts'
import type { GroupDiscountStep } from '../../bookings/group-discount.ts'
import { enteredCompany } from '../../bookings/orders/entered-company.ts'
import type { SeatAllocation } from '../../bookings/seat-allocation.ts'
import { finalPrice } from '../../bookings/seat-price.ts'
import { lockForNewSeats } from '../../bookings/waiting-list/promote.ts'
import { documentSums } from '../../catalogue/records/document-sums.ts'
import { formatHundredths } from '../../catalogue/records/vat.ts'
import { recordOrder } from '../../documents/orders/order-record.ts'
import type { OrderView } from '../../documents/orders/order-view.ts'
import { addFormCategories, recordConsent } from '../../newsletter/newsletter.sql.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { badRequest, conflict } from '../../platform/ground/errors.ts'
import type { Language } from '../../platform/ground/language.ts'
import { emailKey } from '../../platform/ground/text.ts'
import { priceDates, shownTaxes, sumsOfDates } from '../discounts/price-dates.ts'
import type { PricedSeats } from '../discounts/price-seats.ts'
import { lockVoucher, useVoucher } from '../discounts/voucher.sql.ts'
import type { Money } from '../schemas.ts'
import { visitorErrors } from './booking.errors.ts'
import type { BookedOrder, OrderFacts } from './booking.schema.ts'
import { type InsertedOrder, insertOrder } from './insert-order.ts'
import {
  type DateRequest,
  dateIdsOf,
  fieldOfDate,
  newOrderer,
  type OrderRequest,
  orderDates,
  personsOf,
  requestedDates,
  type VisitorRequest,
  withModules,
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

async function subscribe(
  tx: Tx,
  { key, body, now, origin }: VisitorRequest,
  contactId: number,
): Promise<void> {
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
 * The prices of a visitor's seats at each date, as a quote says at this moment.
 * @throws Failure 400 if the voucher does not apply, or the dates have prices in several currencies
 */
export async function priceVisitorSeats(tx: Tx, { today, body }: VisitorRequest): Promise<PricedSeats[]> {
  const { voucher, orderer } = body
  if (voucher !== undefined) await lockVoucher(tx, voucher)
  const dates = requestedDates(body).map(({ dateId, seats, visitorCategory }, index) => ({
    dateId,
    seats: seats.length,
    visitorCategory,
    categoryField: fieldOfDate(index, 'visitorCategory'),
  }))
  const priced = await priceDates(tx, dates, { day: today, voucher, emailKey: emailKey(orderer.email) })
  const [first] = priced.flatMap(({ orderPrice }) => orderPrice ?? [])
  const others = priced.flatMap(({ orderPrice }, index) =>
    orderPrice && orderPrice.currency !== first!.currency
      ? [
          {
            field: fieldOfDate(index, 'dateId'),
            ...visitorErrors.otherCurrency({ first: first!.currency, other: orderPrice.currency }),
          },
        ]
      : [],
  )
  if (others.length > 0) throw badRequest(others)
  const obstacle = priced.find((one) => one.obstacle)?.obstacle
  if (voucher === undefined || !obstacle) return priced
  const reason = voucherObstacleText(voucher.trim(), obstacle, 'en')
  throw badRequest([{ field: 'voucher', ...visitorErrors.voucher({ reason }) }])
}

/** The price of all seats; null: not known. */
export const orderGross = (priced: readonly PricedSeats[]): Money | null => {
  const [total] = sumsOfDates(priced).totals
  return total ? { amount: total.gross, currency: total.currency } : null
}

const isSamePrice = (one: Money | null, other: Money | null): boolean =>
  one?.amount === other?.amount && one?.currency === other?.currency

/** The reduction of a seat by a voucher. */
const reductionsOf = ({ orderPrice }: PricedSeats, index: number): Reduction[] =>
  (orderPrice?.discounts ?? []).flatMap((discount) => {
    const amount = discount.ofSeats[index]!
    if ('minSeats' in discount.rule || amount === 0n) return []
    return [{ reason: discountName(discount, 'de'), amount: Number(formatHundredths(amount)) }]
  })

/** The steps of the group discount that are agreed, unless a voucher replaces it. */
const agreedSteps = ({ orderPrice }: PricedSeats): GroupDiscountStep[] =>
  orderPrice?.discounts.some(({ rule }) => 'minSeats' in rule)
    ? orderPrice.steps.flatMap(({ step, obstacle }) => (obstacle === 'tooFewSeats' ? [] : [step]))
    : []

/** Whether each of the seats waits, and its price. Those that wait do not count for a group discount. */
async function loadPlacedSeats(tx: Tx, ids: readonly number[]): Promise<PlacedSeat[]> {
  const { rows } = await sql<PlacedSeat>`
    select b.status = 'waitlisted' as "isWaiting", (${finalPrice('b')})::numeric(12, 2)::text as price
    from unnest(${ids}::int[]) with ordinality as g(id, position) join booking b on b.id = g.id order by g.position`.execute(
    tx,
  )
  return rows
}
type PlacedSeat = { isWaiting: boolean; price: string | null }

/** The contact of the orderer, and the seats with theirs. */
async function findContacts(allocation: SeatAllocation, orderRequest: OrderRequest) {
  const { body } = orderRequest.request
  const seats = orderDates(orderRequest).flatMap((date, at) =>
    personsOf(date).map((person) => ({ at, person, dateIds: withModules(date) })),
  )
  const company = enteredCompany(body)
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

export type PlacedOrder = Omit<BookedOrder, 'manageUrl' | 'order'> & {
  orderId: number
  /** As page, mail and file show it. */
  view: OrderView
  prices: Pick<OrderFacts, 'seatPrices' | 'vatIncluded' | 'net' | 'tax'>
}

/**
 * Books the seats of a visitor, all or none.
 * @throws Failure 400, 409
 */
export async function placeOrder(
  allocation: SeatAllocation,
  orderRequest: OrderRequest,
): Promise<PlacedOrder> {
  const { tx } = allocation
  const { request, agreedGross, secrets } = orderRequest
  const { body } = request
  await lockForNewSeats(allocation, dateIdsOf(orderRequest), body.holdId)
  const priced = await priceVisitorSeats(tx, request)
  if (agreedGross !== undefined && !isSamePrice(agreedGross, orderGross(priced)))
    throw conflict(visitorErrors.priceChanged())
  const { orderer, seats } = await findContacts(allocation, orderRequest)
  const order = await insertOrder(tx, orderRequest, orderer)
  const voucher = priced.find((one) => one.voucher)?.voucher
  if (voucher)
    await useVoucher(tx, {
      orderId: order.id,
      voucherId: voucher.id,
      emailKey: emailKey(body.orderer.email),
    })
  const dates = orderDates(orderRequest)
  const ids = await bookSeats(
    allocation,
    dates.map((date, at) => ({
      dateId: date.dateId,
      moduleDateIds: date.moduleDateIds,
      seats: seats
        .filter((seat) => seat.at === at)
        .map(({ contactId, person }, index) => ({
          contactId,
          entered: person,
          answers: date.answersOfSeats[index],
          reductions: reductionsOf(priced[at]!, index),
        })),
      status: 'booked',
      comment: '',
      orderId: order.id,
      price: priced[at]!.chosen ?? null,
      groupDiscount: agreedSteps(priced[at]!),
      waitlistIfFull: mayWait(date),
    })),
  )
  if (body.newsletter && orderer.id !== null) await subscribe(tx, request, orderer.id)
  const placed = dates.some(mayWait) ? await loadPlacedSeats(tx, ids.slice(0, seats.length)) : undefined
  let next = 0
  const placedSeats = dates.flatMap((date, at) =>
    personsOf(date).map((person, index) => ({
      person,
      priced: priced[at]!,
      ...(placed?.[next++] ?? { isWaiting: false, price: seatPrice(priced[at]!, index) }),
    })),
  )
  const { key, page, now, timeZone } = request
  const { language = 'de' } = body
  const view = await recordOrder(
    tx,
    {
      orderId: order.id,
      dateId: body.dateId,
      language,
      channel: { key: key.name, page },
    },
    { secrets, now, timeZone },
  )
  return { ...toPlacedOrder(order, placedSeats, language), view }
}

const seatPrice = ({ orderPrice }: PricedSeats, index: number): string | null =>
  orderPrice && formatHundredths(orderPrice.ofSeats[index]!)

const mayWait = ({ whenFull }: DateRequest): boolean => whenFull === 'waitingList'

type OrderedSeat = PlacedSeat & {
  person: ReturnType<typeof personsOf>[number]
  /** The prices of its date. */
  priced: PricedSeats
}

/** @param seats in the order of the request */
function toPlacedOrder(
  { id, code }: InsertedOrder,
  seats: readonly OrderedSeat[],
  language: Language,
): Omit<PlacedOrder, 'view'> {
  const confirmed = seats.filter(({ isWaiting }) => !isWaiting)
  const orderPrice = seats.find(({ priced }) => priced.orderPrice)?.priced.orderPrice
  const money = (amount: string) => ({ amount, currency: orderPrice?.currency ?? '' })
  const { taxes, totals } = documentSums(
    confirmed.flatMap(({ price, priced }) =>
      priced.orderPrice ? [{ ...priced.orderPrice, amount: price ?? '0.00' }] : [],
    ),
  )
  const total = totals[0] ?? { net: '0.00', gross: '0.00' }
  return {
    orderId: id,
    code,
    status:
      confirmed.length === seats.length ? 'confirmed' : confirmed.length === 0 ? 'waitingList' : 'partly',
    seats: seats.map(({ isWaiting, person }) => ({
      status: isWaiting ? 'waitingList' : 'confirmed',
      name: person ? `${person.firstName} ${person.lastName}`.trim() : null,
    })),
    gross: orderPrice ? money(total.gross) : null,
    prices: {
      seatPrices: seats.map(({ price }) => (price === null ? null : money(price))),
      vatIncluded: seats[0]!.priced.orderPrice?.vatIncluded ?? false,
      net: orderPrice ? money(total.net) : null,
      tax: shownTaxes(taxes, [...new Set(confirmed.map(({ priced }) => priced))], language),
    },
  }
}

// Orders of visitors: contacts, what was entered and accepted, and the seats.
import { sql } from 'kysely'
import { bookSeats } from '../../bookings/book-seats.ts'
import type { Reduction } from '../../bookings/booking.schema.ts'
import { lockDates, type SeatAllocation } from '../../bookings/seat-allocation.ts'
import { withVat } from '../../bookings/seat-price.ts'
import { formatHundredths } from '../../catalogue/records/vat.ts'
import type { NewPerson } from '../../contacts/contact.insert.ts'
import { addFormCategories, recordConsent } from '../../newsletter/newsletter.sql.ts'
import type { WebsiteKey } from '../../platform/auth/website-key.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { badRequest, conflict } from '../../platform/http/errors.ts'
import type { WriteVisit } from '../../platform/http/public/public-write.ts'
import { comparisonKey, emailKey } from '../../platform/runtime/text.ts'
import { sumOf } from '../discounts/order-price.ts'
import { type PricedSeats, priceSeats } from '../discounts/price-seats.ts'
import { lockVoucher, useVoucher } from '../discounts/voucher.sql.ts'
import type { Money } from '../schemas.ts'
import { visitorErrors } from './booking.errors.ts'
import type { BookedOrder, VisitorBooking } from './booking.schema.ts'
import { newOrderCode } from './order-code.ts'
import type { StoredAnswers } from './questions.sql.ts'
import { discountName } from './quote.ts'
import { voucherObstacleText } from './quote-texts.ts'
import { contactsOfSeats, findOrCreateContact, identityOf } from './visitor-contacts.ts'

/** Who books, and what. */
export type OrderVisit = Omit<WriteVisit<VisitorBooking>, 'key'> & { key: Pick<WebsiteKey, 'clientId'> }

const newOrderer = ({ orderer, invoiceTo }: VisitorBooking): NewPerson => {
  const { phone, company = invoiceTo.company, ...person } = orderer
  const { street, houseNumber, zip, city, country } = invoiceTo
  return {
    ...person,
    company,
    street,
    houseNumber,
    zip,
    city,
    country,
    ...(phone && { phone: { number: phone } }),
  }
}

/** The company of a person, if the invoice is for it. */
async function orderingCompany(tx: Tx, contactId: number, company: string): Promise<number | null> {
  if (comparisonKey(company) === '') return null
  const row = await tx
    .selectFrom('contact as c')
    .innerJoin('contact as f', 'f.id', 'c.company_id')
    .select('f.id')
    .where('c.id', '=', contactId)
    .where('f.last_name_key', '=', comparisonKey(company))
    .executeTakeFirst()
  return row?.id ?? null
}

/** What is known of an order before it is placed. `answersOfSeats`: in the order of the seats. */
export type CheckedOrder = {
  moduleDateIds: number[]
  versionIds: readonly number[]
  answers: StoredAnswers
  answersOfSeats: StoredAnswers[]
}

async function insertOrder(
  { tx, body, now, origin }: OrderVisit,
  ordererId: number | null,
  { versionIds, answers }: Pick<CheckedOrder, 'versionIds' | 'answers'>,
): Promise<{ id: number; code: string }> {
  const { orderer, invoiceTo, isConsumer, visitorCategory, comment = '', utm = {} } = body
  const companyId =
    ordererId === null
      ? null
      : await orderingCompany(tx, ordererId, invoiceTo.company ?? orderer.company ?? '')
  const insert = () =>
    tx
      .insertInto('booking_order')
      .values({
        code: newOrderCode(),
        source: 'website',
        orderer_id: ordererId,
        company_id: companyId,
        invoice_reference: invoiceTo.reference ?? '',
        comment,
        is_consumer: isConsumer,
        entered: JSON.stringify({
          orderer,
          invoiceTo,
          ...(Object.keys(answers).length > 0 && { answers }),
          ...(visitorCategory && { visitorCategory }),
        }),
        utm: JSON.stringify(utm),
        visitor_address: origin.address,
        created_at: now,
        terms_accepted_at: versionIds.length > 0 ? now : null,
      })
      .onConflict((on) => on.column('code').doNothing())
      .returning(['id', 'code'])
      .executeTakeFirst()
  const inserted = (await insert()) ?? (await insert())
  const { id, code } = inserted!
  if (versionIds.length > 0)
    await tx
      .insertInto('order_acceptance')
      .values(versionIds.map((version_id) => ({ order_id: id, version_id })))
      .execute()
  return { id, code: code! }
}

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

async function subscribe({ tx, key, body, now, origin }: OrderVisit, contactId: number): Promise<void> {
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

/** The price of the seats, as a quote says at this moment. @throws Failure 400 if the voucher does not apply */
export async function priceVisitorSeats({ tx, body, today }: OrderVisit): Promise<PricedSeats> {
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
  if (voucher !== undefined && priced.obstacle) {
    const reason = voucherObstacleText(voucher.trim(), priced.obstacle, 'en')
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

export type PlacedOrder = Omit<BookedOrder, 'manageUrl'> & { orderId: number }

/**
 * Books the seats of a visitor as one order.
 * @param agreedGross what the visitor has agreed to pay; undefined: what they cost
 * @throws Failure 400, 409
 */
export async function placeOrder(
  allocation: SeatAllocation,
  visit: OrderVisit,
  { moduleDateIds, ...checked }: CheckedOrder,
  agreedGross?: Money | null,
): Promise<PlacedOrder> {
  const { tx, body } = visit
  const { dateId, holdId, seats, whenFull } = body
  const dateIds = [dateId, ...moduleDateIds]
  await lockDates(allocation, dateIds, holdId)
  const priced = await priceVisitorSeats(visit)
  if (agreedGross !== undefined && !isSamePrice(agreedGross, grossOf(priced)))
    throw conflict(visitorErrors.priceChanged())
  const { chosen, orderPrice, voucher } = priced
  const ordererId = await findOrCreateContact(allocation, newOrderer(body))
  const persons = seats.map((seat) => {
    if ('later' in seat) return undefined
    const { answers: _answers, ...person } = seat
    return person
  })
  const contactIds = await contactsOfSeats(
    allocation,
    persons.map((person) => ({ person, dateIds })),
    body.invoiceTo.company ?? body.orderer.company,
    { known: new Map([[identityOf(body.orderer), ordererId]]) },
  )
  const order = await insertOrder(visit, ordererId, checked)
  if (voucher)
    await useVoucher(tx, {
      orderId: order.id,
      voucherId: voucher.id,
      emailKey: emailKey(body.orderer.email),
    })
  const ids = await bookSeats(allocation, {
    dateId,
    moduleDateIds,
    seats: persons.map((entered, index) => ({
      contactId: contactIds[index]!,
      entered,
      answers: checked.answersOfSeats[index]!,
      reductions: reductionsOf(priced, index),
    })),
    status: 'booked',
    comment: '',
    orderId: order.id,
    // The visitor has agreed to prices with VAT. From net prices, an invoice would have another sum.
    price: chosen ? withVat(chosen) : null,
    waitlistIfFull: whenFull === 'waitingList',
  })
  if (body.newsletter && ordererId !== null) await subscribe(visit, ordererId)
  const waiting = whenFull === 'waitingList' ? await findWaiting(tx, ids) : new Set()
  const booked = persons.map((person, index) => ({
    status: waiting.has(ids[index]!) ? ('waitingList' as const) : ('confirmed' as const),
    name: person ? `${person.firstName} ${person.lastName}`.trim() : null,
  }))
  const isConfirmed = booked.map(({ status }) => status === 'confirmed')
  const confirmed = isConfirmed.filter(Boolean).length
  return {
    orderId: order.id,
    code: order.code,
    status: confirmed === seats.length ? 'confirmed' : confirmed === 0 ? 'waitingList' : 'partly',
    seats: booked,
    gross: orderPrice && {
      amount: formatHundredths(sumOf(orderPrice.ofSeats.filter((_, index) => isConfirmed[index]))),
      currency: orderPrice.currency,
    },
  }
}

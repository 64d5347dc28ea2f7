// Creates and changes orders.
import { sql } from 'kysely'
import { moveDefaultAddress } from '../../contacts/company-of-contact.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fields, timestamp } from '../../platform/database/fields.ts'
import { insertRow, updateRow } from '../../platform/database/write-rows.ts'
import { badRequest, conflict, type FieldError } from '../../platform/ground/errors.ts'
import { comparisonKey } from '../../platform/ground/text.ts'
import { bookingErrors } from '../booking.errors.ts'
import { updateGroupDiscounts } from '../group-discount.ts'
import { type OrderFields, type OrderInput, orderFields } from './order.schema.ts'

const kinds = {
  ordererId: 'person',
  companyId: 'company',
  invoiceContactId: undefined,
} as const

/** Errors of the contacts that an order names. `path` is put before their fields. */
async function contactErrors(tx: Tx, order: OrderFields, path: string): Promise<FieldError[]> {
  const named = (Object.keys(kinds) as (keyof typeof kinds)[]).filter((field) => order[field])
  const rows = await tx
    .selectFrom('contact')
    .select(['id', 'contact_type'])
    .where('id', '=', sql<number>`any(${named.map((field) => order[field]!)}::int[])`)
    .execute()
  const types = new Map(rows.map((row) => [row.id, row.contact_type]))
  return named.flatMap((field): FieldError[] => {
    const type = types.get(order[field]!)
    if (type !== undefined && (kinds[field] === undefined || kinds[field] === type)) return []
    const error = {
      ordererId: bookingErrors.unknownPerson,
      companyId: bookingErrors.unknownCompany,
      invoiceContactId: bookingErrors.unknownContact,
    }[field]
    return [{ field: `${path}${field}`, ...error() }]
  })
}

const storedFields = {
  ...orderFields,
  ...fields({
    createdAt: timestamp,
    // The terms were accepted when that was first said.
    termsAcceptedAt: {
      ...timestamp,
      write: (input: string, stored: string) =>
        `case when ${input} <> '' then coalesce(${stored}, ${input}::timestamptz) end`,
    },
  }),
}

const storedValues = ({ termsAccepted, ...order }: OrderFields, now: Date) => ({
  ...order,
  invoiceReference: order.invoiceReference?.trim(),
  termsAcceptedAt: termsAccepted === undefined ? undefined : termsAccepted ? now.toISOString() : '',
})

/**
 * Creates an order of the back office.
 * @param participantId who ordered, if the order does not say it; the order then also has this person's company
 * @param path of the order in the request, with its dot
 * @throws Failure 400
 */
export async function createOrder(
  tx: Tx,
  order: OrderFields,
  participantId: number | undefined,
  now: Date,
  path = 'order.',
): Promise<number> {
  const errors = await contactErrors(tx, order, path)
  if (errors.length > 0) throw badRequest(errors)
  const ordererId = order.ordererId ?? (order.companyId ? 0 : (participantId ?? 0))
  const person = await tx
    .selectFrom('contact')
    .select('company_id')
    .where('id', '=', ordererId)
    .executeTakeFirst()
  return insertRow(tx, 'booking_order', storedFields, {
    companyId: person?.company_id ?? 0,
    ...storedValues(order, now),
    ordererId,
    createdAt: now.toISOString(),
  })
}

/** @throws Failure 400 */
export async function updateOrder(tx: Tx, id: number, order: OrderFields, now: Date): Promise<void> {
  const errors = await contactErrors(tx, order, '')
  if (errors.length > 0) throw badRequest(errors)
  await updateRow(tx, 'booking_order', storedFields, id, storedValues(order, now))
}

type LockedBooking = {
  id: number
  contactId: number | null
  orderId: number | null
  seriesBookingId: number | null
  createdAt: Date
}

/** Locks the bookings, in the order of `ids`. @throws Failure 400 if one is unknown, or belongs to that of its series */
async function lockBookings(tx: Tx, ids: readonly number[]): Promise<LockedBooking[]> {
  const { rows } = await sql<LockedBooking>`
    select id, contact_id as "contactId", order_id as "orderId", series_booking_id as "seriesBookingId", created_at as "createdAt"
    from booking where id = any(${ids}::int[]) order by id for no key update`.execute(tx)
  const seats = new Map(rows.map((seat) => [seat.id, seat]))
  const errors = ids.flatMap((id, index): FieldError[] => {
    const field = `bookingIds[${index}]`
    const seat = seats.get(id)
    if (!seat) return [{ field, ...bookingErrors.unknownBooking() }]
    return seat.seriesBookingId === null ? [] : [{ field, ...bookingErrors.ofSeries() }]
  })
  if (errors.length > 0) throw badRequest(errors)
  return ids.map((id) => seats.get(id)!)
}

const assignOrder = (tx: Tx, orderId: number, bookingIds: readonly number[]) =>
  sql`update booking set order_id = ${orderId} where id = any(${bookingIds}::int[]) and order_id is distinct from ${orderId}`.execute(
    tx,
  )

/**
 * Creates an order for bookings that have none. It is as old as the first of them, whose participant ordered if nobody else is named.
 * @throws Failure 400, 409 if one has an order
 */
export async function createOrderFor(
  tx: Tx,
  { bookingIds, ...order }: OrderInput,
  now: Date,
): Promise<number> {
  const seats = await lockBookings(tx, bookingIds)
  const ordered = seats.find(({ orderId }) => orderId !== null)
  if (ordered) throw conflict(bookingErrors.alreadyOrdered({ booking: ordered.id, order: ordered.orderId! }))
  const participantId = seats.find(({ contactId }) => contactId !== null)?.contactId ?? undefined
  const id = await createOrder(tx, order, participantId, now, '')
  const createdAt = new Date(Math.min(...seats.map((seat) => seat.createdAt.getTime())))
  await tx.updateTable('booking_order').set({ created_at: createdAt }).where('id', '=', id).execute()
  await assignOrder(tx, id, bookingIds)
  return id
}

/** Moves bookings to an order. Both orders have the group discount of the seats that are booked with them now. @throws Failure 400 */
export async function moveToOrder(tx: Tx, orderId: number, bookingIds: readonly number[]): Promise<void> {
  const moved = await lockBookings(tx, bookingIds)
  await assignOrder(tx, orderId, bookingIds)
  const left = await tx
    .selectFrom('booking')
    .select('id')
    .where('order_id', '=', sql<number>`any(${moved.flatMap((seat) => seat.orderId ?? [])}::int[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await updateGroupDiscounts(tx, [...bookingIds, ...left.map(({ id }) => id)])
}

/** Assigns the people of an order to a company if they named it, and have none. */
export async function assignPeople(tx: Tx, orderId: number, companyId: number): Promise<void> {
  const { rows } = await sql<{ id: number; company: string; companyKey: string }>`
    select c.id, c.company, f.last_name_key as "companyKey" from contact c join contact f on f.id = ${companyId}
    where c.company_id is null and c.contact_type = 'person' and (
      c.id = (select orderer_id from booking_order where id = ${orderId})
      or c.id in (select contact_id from booking where order_id = ${orderId}))
    order by c.id for no key update of c`.execute(tx)
  for (const { id, company, companyKey } of rows) {
    if (comparisonKey(company) !== companyKey) continue
    await tx.updateTable('contact').set({ company_id: companyId, company: '' }).where('id', '=', id).execute()
    await moveDefaultAddress(tx, id, null, companyId)
  }
}

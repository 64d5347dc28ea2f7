// Creates and changes orders.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, type FieldError } from '../platform/http/errors.ts'
import { bookingErrors } from './booking.errors.ts'
import type { OrderFields } from './order.schema.ts'

const kinds = {
  ordererId: 'person',
  companyId: 'company',
  invoiceContactId: undefined,
} as const

/** Errors of the contacts that an order names. `path` is put before their fields. */
async function contactErrors(tx: Tx, order: Partial<OrderFields>, path: string): Promise<FieldError[]> {
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

/** The columns of the fields that are given. */
const columnsOf = (order: Partial<OrderFields>) => ({
  ...(order.ordererId !== undefined && { orderer_id: order.ordererId || null }),
  ...(order.companyId !== undefined && { company_id: order.companyId || null }),
  ...(order.invoiceContactId !== undefined && { invoice_contact_id: order.invoiceContactId || null }),
  ...(order.invoiceReference !== undefined && { invoice_reference: order.invoiceReference.trim() }),
  ...(order.comment !== undefined && { comment: order.comment }),
})

/**
 * Creates an order of the back office.
 * @param participantId who ordered, if the order does not say it; the order then also has this person's company
 * @throws Failure 400
 */
export async function createOrder(
  tx: Tx,
  order: Partial<OrderFields>,
  participantId: number | undefined,
  now: Date,
): Promise<number> {
  const errors = await contactErrors(tx, order, 'order.')
  if (errors.length > 0) throw badRequest(errors)
  const ordererId = order.ordererId ?? (order.companyId ? 0 : (participantId ?? 0))
  const person = await tx
    .selectFrom('contact')
    .select('company_id')
    .where('id', '=', ordererId)
    .executeTakeFirst()
  const { id } = await tx
    .insertInto('booking_order')
    .values({
      company_id: person?.company_id ?? null,
      ...columnsOf({ ...order, ordererId }),
      created_at: now,
      terms_accepted_at: order.termsAccepted ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws Failure 400 */
export async function updateOrder(tx: Tx, id: number, order: Partial<OrderFields>, now: Date): Promise<void> {
  const errors = await contactErrors(tx, order, '')
  if (errors.length > 0) throw badRequest(errors)
  const { termsAccepted } = order
  const changes = {
    ...columnsOf(order),
    ...(termsAccepted !== undefined && {
      terms_accepted_at: termsAccepted ? sql<Date>`coalesce(terms_accepted_at, ${now})` : null,
    }),
  }
  if (Object.keys(changes).length > 0)
    await tx.updateTable('booking_order').set(changes).where('id', '=', id).execute()
}

// Inserts the order of a visitor.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { newOrderCode } from '../../platform/ground/matching/order-codes.ts'
import type { OrderRequest } from './order-request.ts'

/** The contact of an orderer; id null: none. `isKnown`: it was one before the order. */
type OrdererContact = { id: number | null; isKnown: boolean }

export type InsertedOrder = { id: number; code: string }

const orderColumns = ({ request, checked }: OrderRequest, { id, isKnown }: OrdererContact) => {
  const { orderer, invoiceTo, isConsumer, visitorCategory, language, comment = '', utm = {} } = request.body
  const { answers, versionIds } = checked
  const entered = {
    orderer,
    invoiceTo,
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(visitorCategory && { visitorCategory }),
    ...(language && { language }),
  }
  return {
    source: 'website',
    orderer_id: id,
    claims_contact: isKnown,
    invoice_reference: invoiceTo.reference ?? '',
    comment,
    is_consumer: isConsumer,
    entered: JSON.stringify(entered),
    utm: JSON.stringify(utm),
    visitor_address: request.origin.address,
    created_at: request.now,
    terms_accepted_at: versionIds.length > 0 ? request.now : null,
  }
}

/** Inserts an order. A code that another order has is replaced. */
async function insertWithCode(tx: Tx, columns: ReturnType<typeof orderColumns>): Promise<InsertedOrder> {
  const code = newOrderCode()
  const inserted = await tx
    .insertInto('booking_order')
    .values({ ...columns, code })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted ? { id: inserted.id, code } : insertWithCode(tx, columns)
}

/** Inserts an order without seats, with what was accepted. Staff assign it to the company that the visitor named. */
export async function insertOrder(
  tx: Tx,
  orderRequest: OrderRequest,
  orderer: OrdererContact,
): Promise<InsertedOrder> {
  const order = await insertWithCode(tx, orderColumns(orderRequest, orderer))
  const { versionIds } = orderRequest.checked
  if (versionIds.length > 0)
    await sql`insert into order_acceptance (order_id, version_id)
      select ${order.id}, unnest(${versionIds}::int[])`.execute(tx)
  return order
}

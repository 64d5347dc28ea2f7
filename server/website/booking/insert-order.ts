// Inserts the order of a visitor.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { comparisonKey } from '../../platform/ground/text.ts'
import { newOrderCode } from './order-code.ts'
import { invoicedCompany, type OrderRequest } from './order-request.ts'

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

export type InsertedOrder = { id: number; code: string }

const orderColumns = (
  { request, checked }: OrderRequest,
  ordererId: number | null,
  companyId: number | null,
) => {
  const { orderer, invoiceTo, isConsumer, visitorCategory, comment = '', utm = {} } = request.body
  const { answers, versionIds } = checked
  const entered = {
    orderer,
    invoiceTo,
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(visitorCategory && { visitorCategory }),
  }
  return {
    source: 'website',
    orderer_id: ordererId,
    company_id: companyId,
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

/** Inserts an order without seats, with what was accepted. */
export async function insertOrder(
  tx: Tx,
  orderRequest: OrderRequest,
  ordererId: number | null,
): Promise<InsertedOrder> {
  const company = invoicedCompany(orderRequest.request.body) ?? ''
  const companyId = ordererId === null ? null : await orderingCompany(tx, ordererId, company)
  const order = await insertWithCode(tx, orderColumns(orderRequest, ordererId, companyId))
  const { versionIds } = orderRequest.checked
  if (versionIds.length > 0)
    await sql`insert into order_acceptance (order_id, version_id)
      select ${order.id}, unnest(${versionIds}::int[])`.execute(tx)
  return order
}

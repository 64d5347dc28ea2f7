// Inserts the orders of visitors.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { comparisonKey } from '../../platform/runtime/text.ts'
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
  { visit, checked }: OrderRequest,
  ordererId: number | null,
  companyId: number | null,
) => {
  const { orderer, invoiceTo, isConsumer, visitorCategory, comment = '', utm = {} } = visit.body
  const { answers, versionIds } = checked
  return {
    code: newOrderCode(),
    orderer_id: ordererId,
    company_id: companyId,
    invoice_reference: invoiceTo.reference ?? '',
    comment,
    is_consumer: isConsumer,
    entered: {
      orderer,
      invoiceTo,
      ...(Object.keys(answers).length > 0 && { answers }),
      ...(visitorCategory && { visitorCategory }),
    },
    utm,
    visitor_address: visit.origin.address,
    created_at: visit.now,
    terms_accepted_at: versionIds.length > 0 ? visit.now : null,
  }
}
type OrderColumns = ReturnType<typeof orderColumns>

/** Inserts orders. A code that another order has is replaced. @returns in their order */
async function insertWithCodes(tx: Tx, orders: readonly OrderColumns[]): Promise<InsertedOrder[]> {
  const { rows } = await sql<InsertedOrder>`
    insert into booking_order (code, source, orderer_id, company_id, invoice_reference, comment, is_consumer, entered, utm,
      visitor_address, created_at, terms_accepted_at)
    select g.code, 'website', g.orderer_id, g.company_id, g.invoice_reference, g.comment, g.is_consumer, g.entered, g.utm,
      g.visitor_address, g.created_at, g.terms_accepted_at
    from json_to_recordset(${JSON.stringify(orders)}::json) as g(code text, orderer_id int, company_id int, invoice_reference text,
      comment text, is_consumer boolean, entered jsonb, utm jsonb, visitor_address text, created_at timestamptz,
      terms_accepted_at timestamptz)
    on conflict (code) do nothing returning id, code`.execute(tx)
  const byCode = new Map(rows.map((row) => [row.code, row]))
  const inserted = orders.map(({ code }) => {
    const row = byCode.get(code)
    // Two of them may have got the same code.
    byCode.delete(code)
    return row
  })
  const rejected = orders.flatMap((order, index) =>
    inserted[index] ? [] : [{ ...order, code: newOrderCode() }],
  )
  const others = rejected.length > 0 ? await insertWithCodes(tx, rejected) : []
  return inserted.map((row) => row ?? others.shift()!)
}

/** Inserts orders without seats, with what was accepted. @param ordererIds and the result are in the order of the requests */
export async function insertOrders(
  tx: Tx,
  requests: readonly OrderRequest[],
  ordererIds: readonly (number | null)[],
): Promise<InsertedOrder[]> {
  const rows: OrderColumns[] = []
  for (const [index, request] of requests.entries()) {
    const ordererId = ordererIds[index]!
    const company = invoicedCompany(request.visit.body) ?? ''
    const companyId = ordererId === null ? null : await orderingCompany(tx, ordererId, company)
    rows.push(orderColumns(request, ordererId, companyId))
  }
  const orders = await insertWithCodes(tx, rows)
  const accepted = requests.flatMap(({ checked }, index) =>
    checked.versionIds.map((versionId) => ({ orderId: orders[index]!.id, versionId })),
  )
  if (accepted.length > 0)
    await sql`insert into order_acceptance (order_id, version_id)
      select * from unnest(${accepted.map(({ orderId }) => orderId)}::int[], ${accepted.map(({ versionId }) => versionId)}::int[])`.execute(
      tx,
    )
  return orders
}

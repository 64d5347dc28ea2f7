// Orders in the back office.
import { sql } from 'kysely'
import Type from 'typebox'
import { lockRecord, lockVersion } from '../../platform/database/change-log.ts'
import { startOfDay } from '../../platform/ground/days.ts'
import { notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { bookContactsRights, bookingRights } from '../../platform/ground/rights.ts'
import { Id, IsoDate } from '../../platform/ground/schema.ts'
import { officeEndpoint, WithHeaders } from '../../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../../platform/http/list.ts'
import { Order, OrderBookings, OrderChange, OrderCompany, OrderInput, OrderSource } from './order.schema.ts'
import { orderById, selectOrders, toOrders } from './order.sql.ts'
import { assignPeople, createOrderFor, moveToOrder, updateOrder } from './order.ts'
import { revokeLinksOfOrder } from './order-link.ts'

const right = 'booking:access'
const params = Type.Object({ orderId: Id })
const response = Type.Array(Order)

const sorts = { createdAt: sql`o.created_at`, id: sql`o.id`, companyName: sql`f.last_name` }

const listOrders = officeEndpoint({
  method: 'GET',
  path: '/orders',
  right,
  query: listQuery({
    sorts: Object.keys(sorts) as (keyof typeof sorts)[],
    filters: {
      /** The id, the code, or words of the names and the reference. */
      q: Type.Optional(Type.String({ maxLength: 255 })),
      source: Type.Optional(OrderSource),
      from: Type.Optional(IsoDate),
      to: Type.Optional(IsoDate),
      /** The orderer, as a person or as the company: one of these. */
      contactId: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    },
  }),
  response,
  handle: async ({ db, query, settings }) => {
    const { q, source, from, to, contactId } = query
    const rows = selectOrders(db)
      .$if(q !== undefined, (all) =>
        all.where(
          sql<boolean>`(o.id::text = ${q!.trim()} or o.code = upper(${q!.trim()}) or ${containsWords(`concat_ws(' ', c.first_name, c.last_name, f.last_name, o.invoice_reference)`, q!)})`,
        ),
      )
      .$if(source !== undefined, (all) => all.where('o.source', '=', source!))
      .$if(from !== undefined, (all) =>
        all.where('o.created_at', '>=', startOfDay(from!, 0, settings.timeZone)),
      )
      .$if(to !== undefined, (all) => all.where('o.created_at', '<', startOfDay(to!, 1, settings.timeZone)))
      .$if(contactId !== undefined, (all) =>
        all.where(
          sql<boolean>`(o.orderer_id = any(${contactId}::int[]) or o.company_id = any(${contactId}::int[]))`,
        ),
      )
    const { records, headers } = await selectPage(db, rows, { order: 'desc', ...query }, sorts, 'o.id')
    return new WithHeaders(await toOrders(db, records), headers)
  },
})

const getOrder = officeEndpoint({
  method: 'GET',
  path: '/orders/{orderId}',
  right,
  params,
  response,
  handle: async ({ db, params: { orderId } }) => {
    const order = await orderById(db, orderId)
    if (!order) throw notFound(generalErrors.notFound({ kind: 'order', id: orderId }))
    return [order]
  },
})

const createOrder = officeEndpoint({
  method: 'POST',
  path: '/orders',
  right: bookContactsRights,
  body: OrderInput,
  response,
  handle: async ({ tx, body, now }) => [(await orderById(tx, await createOrderFor(tx, body, now)))!],
})

const addBookings = officeEndpoint({
  method: 'POST',
  path: '/orders/{orderId}/bookings',
  right: bookingRights,
  params,
  body: OrderBookings,
  response,
  handle: async ({ tx, params: { orderId }, body: { bookingIds } }) => {
    await lockRecord(tx, 'order', orderId)
    await moveToOrder(tx, orderId, bookingIds)
    return [(await orderById(tx, orderId))!]
  },
})

const patchOrder = officeEndpoint({
  method: 'PATCH',
  path: '/orders/{orderId}',
  right: bookContactsRights,
  params,
  body: OrderChange,
  response,
  handle: async ({ tx, params: { orderId }, body: { version, ...changes }, now }) => {
    await lockVersion(tx, 'order', orderId, version)
    await updateOrder(tx, orderId, changes, now)
    return [(await orderById(tx, orderId))!]
  },
})

const assignCompany = officeEndpoint({
  method: 'POST',
  path: '/orders/{orderId}/company',
  right: bookContactsRights,
  params,
  body: OrderCompany,
  response,
  handle: async ({ tx, params: { orderId }, body: { version, companyId }, now }) => {
    await lockVersion(tx, 'order', orderId, version)
    await updateOrder(tx, orderId, { companyId }, now)
    await assignPeople(tx, orderId, companyId)
    return [(await orderById(tx, orderId))!]
  },
})

const revokeLinks = officeEndpoint({
  method: 'POST',
  path: '/orders/{orderId}/links/revoke',
  right: bookingRights,
  params,
  response,
  handle: async ({ tx, params: { orderId } }) => {
    await lockRecord(tx, 'order', orderId)
    await revokeLinksOfOrder(tx, orderId)
    return [(await orderById(tx, orderId))!]
  },
})

export const ordersOffice = [
  listOrders,
  getOrder,
  createOrder,
  addBookings,
  patchOrder,
  assignCompany,
  revokeLinks,
]

// Webhooks in the back office: addresses, their secrets, and the log of deliveries.
import { sql } from 'kysely'
import Type from 'typebox'
import { lockVersion } from '../../platform/database/change-log.ts'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/ground/errors.ts'
import { Count, Id, Name, partly, record, Version } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../../platform/http/list.ts'
import { websiteErrors } from '../website.errors.ts'
import {
  changeWebhookSecret,
  createWebhook,
  deleteWebhook,
  loadAttempts,
  type SwitchedOff,
  selectDeliveries,
  selectWebhooks,
  sendAgain,
  sendTest,
  statusOfDelivery,
  updateWebhook,
} from './webhook.sql.ts'
import {
  type DeliveryStatus,
  deliveryStatusNames,
  type WebhookEvent,
  webhookEvents,
} from './webhook-events.ts'

const right = 'website'
const params = Type.Object({ webhookId: Id })
const deliveryParams = Type.Object({ webhookId: Id, deliveryId: Id })

const Events = Type.Array(Type.Unsafe<WebhookEvent>(Type.Enum([...webhookEvents])), {
  minItems: 1,
  maxItems: 100,
})

const Webhook = record({
  id: Id,
  version: Version,
  clientId: Id,
  clientName: Type.String(),
  name: Type.String(),
  url: Type.String(),
  events: Events,
  isActive: Type.Boolean(),
  /** Why Kontor switched it off; '': it is active, or a user did it. */
  switchedOff: Type.Unsafe<SwitchedOff>(Type.Enum(['', 'gone', 'failing'])),
  createdAt: Type.String(),
  secretChangedAt: Type.String(),
  /** '': the last attempt was successful, or there was none. */
  failingSince: Type.String(),
})

/** With a new secret, which cannot be read again. */
const NewSecret = record({ ...Webhook.properties, secret: Type.String() })

const Delivery = record({
  id: Id,
  event: Type.String(),
  recordId: Id,
  messageId: Type.String(),
  status: Type.Unsafe<DeliveryStatus>(Type.Enum(deliveryStatusNames)),
  createdAt: Type.String(),
  /** '': there will be no further attempt. */
  nextAttemptAt: Type.String(),
  deliveredAt: Type.String(),
  failedAt: Type.String(),
  attemptCount: Count,
  /** 0: there was no attempt, or no answer. */
  lastStatus: Type.Integer(),
  /** A code; '': the status tells. */
  lastError: Type.String(),
})

const WholeDelivery = record({
  ...Delivery.properties,
  attempts: Type.Array(
    record({
      attemptedAt: Type.String(),
      durationMs: Type.Integer(),
      url: Type.String(),
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.String(),
      status: Type.Integer(),
      answer: Type.String(),
      error: Type.String(),
    }),
  ),
})

const settings = {
  name: Name,
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  events: Events,
  isActive: Type.Boolean(),
}

async function loadWebhook(reader: Reader, id: number) {
  const found = await selectWebhooks(reader).where('w.id', '=', id).executeTakeFirst()
  if (!found) throw notFound(websiteErrors.noWebhook({ id }))
  return found
}

async function loadDelivery(reader: Reader, webhookId: number, id: number) {
  const found = await selectDeliveries(reader, webhookId).where('d.id', '=', String(id)).executeTakeFirst()
  if (!found) throw notFound(websiteErrors.noDelivery({ id }))
  return { ...found, attempts: await loadAttempts(reader, id) }
}

const listWebhooks = officeEndpoint({
  method: 'GET',
  path: '/webhooks',
  right,
  query: listQuery({
    sorts: ['name', 'clientName', 'createdAt', 'id'],
    filters: {
      q: Type.Optional(Type.String()),
      clientId: Type.Optional(Id),
      isActive: Type.Optional(Type.Boolean()),
    },
  }),
  response: Type.Array(Webhook),
  handle: ({ db, query }) => {
    const rows = selectWebhooks(db)
      .$if(query.q !== undefined, (q) =>
        q.where(containsWords(`w.name || ' ' || w.url || ' ' || c.name`, query.q!)),
      )
      .$if(query.clientId !== undefined, (q) => q.where('w.client_id', '=', query.clientId!))
      .$if(query.isActive !== undefined, (q) => q.where('w.is_active', '=', query.isActive!))
    return selectPage(
      db,
      rows,
      query,
      {
        name: sql`lower(w.name)`,
        clientName: sql`lower(c.name)`,
        createdAt: sql`w.created_at`,
        id: sql`w.id`,
      },
      'w.id',
    )
  },
})

const getWebhook = officeEndpoint({
  method: 'GET',
  path: '/webhooks/{webhookId}',
  right,
  params,
  response: Type.Array(Webhook),
  handle: async ({ db, params: { webhookId } }) => [await loadWebhook(db, webhookId)],
})

const createOne = officeEndpoint({
  method: 'POST',
  path: '/webhooks',
  confirmed: true,
  secretResponse: true,
  right,
  body: record({
    name: Name,
    clientId: Id,
    url: settings.url,
    events: Events,
    isActive: Type.Optional(settings.isActive),
  }),
  response: Type.Array(NewSecret),
  handle: async ({ tx, secrets, body: { isActive = true, ...body }, settings: { webhookNetworks } }) => {
    const input = { ...body, name: body.name.trim(), isActive }
    const { id, secret } = await createWebhook(tx, secrets, input, webhookNetworks)
    return [{ ...(await loadWebhook(tx, id)), secret }]
  },
})

const updateOne = officeEndpoint({
  method: 'PATCH',
  path: '/webhooks/{webhookId}',
  confirmed: true,
  right,
  params,
  body: record({ version: Version, ...partly(settings) }),
  response: Type.Array(Webhook),
  handle: async ({
    tx,
    params: { webhookId },
    body: { version, name, ...change },
    settings: { webhookNetworks },
  }) => {
    await lockVersion(tx, 'webhook', webhookId, version)
    await updateWebhook(
      tx,
      webhookId,
      { ...change, ...(name !== undefined && { name: name.trim() }) },
      webhookNetworks,
    )
    return [await loadWebhook(tx, webhookId)]
  },
})

const changeSecret = officeEndpoint({
  method: 'POST',
  path: '/webhooks/{webhookId}/secret',
  confirmed: true,
  secretResponse: true,
  right,
  params,
  response: Type.Array(NewSecret),
  handle: async ({ tx, secrets, params: { webhookId } }) => {
    const secret = await changeWebhookSecret(tx, secrets, webhookId)
    return [{ ...(await loadWebhook(tx, webhookId)), secret }]
  },
})

const deleteOne = officeEndpoint({
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  right,
  params,
  handle: async ({ tx, params: { webhookId } }) => {
    await deleteWebhook(tx, webhookId)
    return []
  },
})

const test = officeEndpoint({
  method: 'POST',
  path: '/webhooks/{webhookId}/test',
  right,
  params,
  response: Type.Array(WholeDelivery),
  handle: async ({ tx, params: { webhookId } }) => {
    const id = await sendTest(tx, webhookId)
    return [await loadDelivery(tx, webhookId, Number(id))]
  },
})

const listDeliveries = officeEndpoint({
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  right,
  params,
  query: listQuery({
    sorts: ['id'],
    filters: {
      event: Type.Optional(Type.String({ maxLength: 255 })),
      recordId: Type.Optional(Id),
      status: Type.Optional(Type.Unsafe<DeliveryStatus>(Type.Enum(deliveryStatusNames))),
    },
  }),
  response: Type.Array(Delivery),
  handle: async ({ db, params: { webhookId }, query }) => {
    await loadWebhook(db, webhookId)
    const rows = selectDeliveries(db, webhookId)
      .$if(query.event !== undefined, (q) => q.where('d.event', '=', query.event!))
      .$if(query.recordId !== undefined, (q) => q.where('d.record_id', '=', query.recordId!))
      .$if(query.status !== undefined, (q) => q.where(statusOfDelivery, '=', query.status!))
    return selectPage(db, rows, { order: 'desc', ...query }, { id: sql`d.id` }, 'd.id')
  },
})

const getDelivery = officeEndpoint({
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}',
  right,
  params: deliveryParams,
  response: Type.Array(WholeDelivery),
  handle: async ({ db, params: { webhookId, deliveryId } }) => [
    await loadDelivery(db, webhookId, deliveryId),
  ],
})

const sendOneAgain = officeEndpoint({
  method: 'POST',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}/send',
  right,
  params: deliveryParams,
  response: Type.Array(WholeDelivery),
  handle: async ({ tx, params: { webhookId, deliveryId } }) => {
    await sendAgain(tx, webhookId, deliveryId)
    return [await loadDelivery(tx, webhookId, deliveryId)]
  },
})

export const webhooksOffice = [
  listWebhooks,
  getWebhook,
  createOne,
  updateOne,
  changeSecret,
  deleteOne,
  test,
  listDeliveries,
  getDelivery,
  sendOneAgain,
]

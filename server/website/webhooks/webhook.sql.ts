// Addresses of webhooks: create, list, change, give a new secret, delete, send again.
import type { BlockList } from 'node:net'
import { sql } from 'kysely'
import { versionColumn } from '../../platform/database/change-log.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { badRequest, conflict, type FieldError, notFound } from '../../platform/ground/errors.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { websiteErrors } from '../website.errors.ts'
import { endWaitingDeliveries } from './delivery.sql.ts'
import { namesPrivateAddress } from './private-address.ts'
import { newWebhookSecret } from './signature.ts'
import { type DeliveryStatus, testEvent, type WebhookEvent } from './webhook-events.ts'

export type WebhookSettings = {
  name: string
  url: string
  events: readonly WebhookEvent[]
  isActive: boolean
}

export type SwitchedOff = '' | 'gone' | 'failing'

/** How long the secret before a new one still signs. */
const overlapHours = 24

/** The error of a URL; a name in a private network is only known when it is called. */
function errorsOfUrl(text: string, allowed: BlockList | undefined): FieldError[] {
  const url = URL.parse(text)
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.hash !== ''
  )
    return [{ field: 'url', ...websiteErrors.webhookUrl() }]
  return namesPrivateAddress(url, allowed) ? [{ field: 'url', ...websiteErrors.privateAddress() }] : []
}

/** @throws Failure 400 for an unknown client, and for a URL that must not be called */
export async function createWebhook(
  tx: Tx,
  secrets: Secrets,
  { clientId, name, url, events, isActive }: WebhookSettings & { clientId: number },
  allowed: BlockList | undefined,
): Promise<{ id: number; secret: string }> {
  const { rows: clients } = await sql`select from client where id = ${clientId}`.execute(tx)
  const errors = [
    ...(clients.length === 0 ? [{ field: 'clientId', ...websiteErrors.noClient({ id: clientId }) }] : []),
    ...errorsOfUrl(url, allowed),
  ]
  if (errors.length > 0) throw badRequest(errors)
  const { id } = await tx
    .insertInto('webhook')
    .values({ client_id: clientId, name, url, events: [...new Set(events)], is_active: isActive })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret: await insertSecret(tx, secrets, id) }
}

async function insertSecret(tx: Tx, secrets: Secrets, id: number): Promise<string> {
  const plain = newWebhookSecret()
  const secret = await secrets.seal(tx, 'webhookSecret', id, plain)
  await tx.insertInto('webhook_secret').values({ webhook_id: id, secret }).execute()
  return plain
}

async function lockWebhook(tx: Tx, id: number) {
  const stored = await tx
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!stored) throw notFound(websiteErrors.noWebhook({ id }))
  return stored
}

/**
 * Changes an address. Deliveries that wait when it is switched off are not sent later, unless they are sent again.
 * @throws Failure 400 as for a new one, 404
 */
export async function updateWebhook(
  tx: Tx,
  id: number,
  change: Partial<WebhookSettings>,
  allowed: BlockList | undefined,
): Promise<void> {
  const stored = await lockWebhook(tx, id)
  const { name = stored.name, url = stored.url, events = stored.events, isActive = stored.is_active } = change
  const errors = change.url === undefined ? [] : errorsOfUrl(url, allowed)
  if (errors.length > 0) throw badRequest(errors)
  const isSwitched = isActive !== stored.is_active
  await tx
    .updateTable('webhook')
    .set({
      name,
      url,
      events: [...new Set(events)],
      is_active: isActive,
      ...(isSwitched && { switched_off: '', failing_since: null }),
    })
    .where('id', '=', id)
    .execute()
  if (isSwitched && !isActive) await endWaitingDeliveries(tx, id)
}

/** Gives a new secret; the one before signs, too, for a day, and one before that no more. @throws Failure 404 */
export async function changeWebhookSecret(tx: Tx, secrets: Secrets, id: number): Promise<string> {
  await lockWebhook(tx, id)
  await sql`delete from webhook_secret where webhook_id = ${id} and expires_at is not null`.execute(tx)
  await sql`update webhook_secret set expires_at = now() + ${overlapHours}::int * interval '1 hour' where webhook_id = ${id}`.execute(
    tx,
  )
  const secret = await insertSecret(tx, secrets, id)
  await sql`update webhook set secret_changed_at = now() where id = ${id}`.execute(tx)
  return secret
}

/** Deletes an address with its deliveries. @throws Failure 404 */
export async function deleteWebhook(tx: Tx, id: number): Promise<void> {
  await lockWebhook(tx, id)
  await tx.deleteFrom('webhook').where('id', '=', id).execute()
}

async function lockActiveWebhook(tx: Tx, id: number): Promise<void> {
  const { is_active } = await lockWebhook(tx, id)
  if (!is_active) throw conflict(websiteErrors.webhookOff())
}

/** Sends a message that tells of nothing. @throws Failure 404, 409 if the address is switched off */
export async function sendTest(tx: Tx, id: number): Promise<string> {
  await lockActiveWebhook(tx, id)
  const { rows } = await sql<{ id: string }>`
    insert into webhook_delivery (webhook_id, event, record_id, next_attempt_at) values (${id}, ${testEvent}, ${id}, now())
    returning id`.execute(tx)
  return rows[0]!.id
}

/**
 * Sends a delivery once more at once, under the same webhook-id, with all further attempts.
 * @throws Failure 404, 409 if the address is switched off or the delivery is being sent
 */
export async function sendAgain(tx: Tx, webhookId: number, id: number): Promise<void> {
  await lockActiveWebhook(tx, webhookId)
  const { rows } = await sql<{ isBeingSent: boolean }>`
    select is_claimed and next_attempt_at > now() as "isBeingSent" from webhook_delivery
    where webhook_id = ${webhookId} and id = ${id} for update`.execute(tx)
  if (rows.length === 0) throw notFound(websiteErrors.noDelivery({ id }))
  if (rows[0]!.isBeingSent) throw conflict(websiteErrors.beingSent())
  await sql`update webhook_delivery set attempts = 0, is_claimed = false, delivered_at = null, failed_at = null, next_attempt_at = now()
    where id = ${id}`.execute(tx)
}

const isoTime = (column: string) => sql.raw<string>(`coalesce(to_json(${column}) #>> '{}', '')`)

export const selectWebhooks = (reader: Reader) =>
  reader
    .selectFrom('webhook as w')
    .innerJoin('client as c', 'c.id', 'w.client_id')
    .select([
      'w.id',
      versionColumn('webhook', 'w.id').as('version'),
      'w.client_id as clientId',
      'c.name as clientName',
      'w.name',
      'w.url',
      sql<WebhookEvent[]>`w.events`.as('events'),
      'w.is_active as isActive',
      sql<SwitchedOff>`w.switched_off`.as('switchedOff'),
      isoTime('w.created_at').as('createdAt'),
      isoTime('w.secret_changed_at').as('secretChangedAt'),
      isoTime('w.failing_since').as('failingSince'),
    ])

export const statusOfDelivery = sql<DeliveryStatus>`case when d.delivered_at is not null then 'delivered'
  when d.failed_at is not null then 'failed' when d.is_claimed and d.next_attempt_at > now() then 'sending' else 'waiting' end`

/** Deliveries of an address, with the outcome of the last attempt. */
export const selectDeliveries = (reader: Reader, webhookId: number) =>
  reader
    .selectFrom('webhook_delivery as d')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('webhook_attempt as a')
          .select(['a.status', 'a.error'])
          .whereRef('a.delivery_id', '=', 'd.id')
          .orderBy('a.id', 'desc')
          .limit(1)
          .as('l'),
      (join) => join.onTrue(),
    )
    .where('d.webhook_id', '=', webhookId)
    .select([
      sql<number>`d.id::float8`.as('id'),
      'd.event',
      'd.record_id as recordId',
      sql<string>`'msg_' || d.message_key`.as('messageId'),
      statusOfDelivery.as('status'),
      isoTime('d.created_at').as('createdAt'),
      sql<string>`case when d.delivered_at is null and d.failed_at is null then to_json(d.next_attempt_at) #>> '{}' else '' end`.as(
        'nextAttemptAt',
      ),
      isoTime('d.delivered_at').as('deliveredAt'),
      isoTime('d.failed_at').as('failedAt'),
      sql<number>`(select count(*)::int from webhook_attempt a where a.delivery_id = d.id)`.as(
        'attemptCount',
      ),
      sql<number>`coalesce(l.status, 0)`.as('lastStatus'),
      sql<string>`coalesce(l.error, '')`.as('lastError'),
    ])

/** The attempts of a delivery, in their order. */
export const loadAttempts = (reader: Reader, deliveryId: number) =>
  reader
    .selectFrom('webhook_attempt as a')
    .where('a.delivery_id', '=', String(deliveryId))
    .orderBy('a.id')
    .select([
      isoTime('a.attempted_at').as('attemptedAt'),
      'a.duration_ms as durationMs',
      'a.url',
      sql<Record<string, string>>`a.headers`.as('headers'),
      'a.body',
      'a.status',
      'a.answer',
      'a.error',
    ])
    .execute()

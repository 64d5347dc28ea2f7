// The queue of deliveries. Processes share it, so all times are those of the database's clock.
import { sql } from 'kysely'
import {
  type Db,
  inTransaction,
  type Reader,
  systemActor,
  type Tx,
} from '../../platform/database/database.ts'
import type { Backlog } from '../../platform/instance/background-jobs.ts'
import type { PostResult } from './post.ts'

/** Pauses after the first, second, … failed attempt, in seconds. */
export const retryDelaysSeconds: readonly number[] = [
  5,
  ...[5, 30].map((minutes) => minutes * 60),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3600),
]

/** Longer than an attempt can take: a process that exceeds it has died. */
const leaseMs = 60_000
/** Attempts at an address at the same time, of all processes. */
const maxOfAddress = 16
/** An address that fails for so long is switched off. */
const maxFailingDays = 5
const keptDays = 30

/** The condition of the partial index of due deliveries. */
const isOpen = sql<boolean>`d.delivered_at is null and d.failed_at is null`

/** A delivery that this process sends. */
export type ClaimedDelivery = {
  id: string
  webhookId: number
  event: string
  recordId: number
  messageId: string
  /** When the change was planned. */
  timestamp: string
  /** Including this one. */
  attempts: number
  url: string
  /** Of the attempt, since 1970. */
  seconds: number
  /** Encrypted, the newest first. */
  secrets: string[]
}

/** Claims the deliveries that have been due longest; each is claimed by one process. */
export async function claimDueDeliveries(db: Reader, limit: number): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as materialized (
      select one.id from webhook w cross join lateral (
        select d.id, d.next_attempt_at from webhook_delivery d where d.webhook_id = w.id and ${isOpen} and d.next_attempt_at <= now()
        order by d.next_attempt_at, d.id
        limit greatest(0, ${maxOfAddress}::int - (select count(*) from webhook_delivery d
          where d.webhook_id = w.id and ${isOpen} and d.is_claimed and d.next_attempt_at > now()))
        for update of d skip locked
      ) one where w.is_active order by one.next_attempt_at, one.id limit ${limit}
    )
    update webhook_delivery d set is_claimed = true, takes_changes = false, attempts = d.attempts + 1,
      next_attempt_at = now() + ${leaseMs}::int * interval '1 millisecond'
    from due, webhook w where d.id = due.id and w.id = d.webhook_id
    returning d.id, d.webhook_id as "webhookId", d.event, d.record_id as "recordId", 'msg_' || d.message_key as "messageId",
      to_json(d.created_at) #>> '{}' as timestamp, d.attempts, w.url, extract(epoch from now())::int as seconds,
      array(select s.secret from webhook_secret s where s.webhook_id = w.id and (s.expires_at is null or s.expires_at > now())
        order by s.id desc) as secrets`.execute(db)
  return rows
}

/** The milliseconds until a delivery is due; undefined: none is waiting. */
export async function findNextDeliveryMs(db: Reader): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from min(d.next_attempt_at) - now())::float8 * 1000 as ms
    from webhook_delivery d join webhook w on w.id = d.webhook_id where ${isOpen} and w.is_active`.execute(db)
  return rows[0]!.ms ?? undefined
}

/** The deliveries that are due, and those that failed. */
export async function readDeliveryBacklog(db: Reader): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(d.next_attempt_at)), 0)::float8 as "oldestSeconds",
      (select count(*)::int from webhook_delivery
        where failed_at is not null and coalesce(delivered_at, failed_at) > now() - interval '7 days') as failed
    from webhook_delivery d join webhook w on w.id = d.webhook_id
    where ${isOpen} and w.is_active and d.next_attempt_at <= now()`.execute(db)
  return rows[0]!
}

/** Undoes the claim, because the process stops. */
export async function releaseDelivery(
  db: Reader,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
): Promise<void> {
  await sql`update webhook_delivery d set is_claimed = false, attempts = attempts - 1, next_attempt_at = now()
    where id = ${id} and attempts = ${attempts} and ${isOpen}`.execute(db)
}

/** Ends the deliveries of an address that wait. */
export async function endWaitingDeliveries(tx: Tx, webhookId: number): Promise<void> {
  await sql`update webhook_delivery d set failed_at = now(), is_claimed = false, takes_changes = false
    where webhook_id = ${webhookId} and ${isOpen}`.execute(tx)
}

const noticeTexts = {
  de: {
    subject: 'Webhook abgeschaltet',
    gone: 'Die Adresse hat mit 410 geantwortet: Dort will niemand mehr etwas erfahren.',
    failing: 'Seit fünf Tagen kam keine Nachricht an.',
    end: 'Unter „Webhooks“ steht, was gesendet und geantwortet wurde; dort lässt sich der Webhook wieder einschalten.',
  },
  en: {
    subject: 'Webhook switched off',
    gone: 'The address answered 410: nobody wants to be told there any more.',
    failing: 'No message has arrived for five days.',
    end: '“Webhooks” has what was sent and answered; the webhook can be switched on again there.',
  },
}

/** Switches an address off and gives its client a task. */
async function switchOff(tx: Tx, webhookId: number, reason: 'gone' | 'failing'): Promise<void> {
  const { rows } = await sql<{ clientId: number; name: string; host: string; language: string }>`
    update webhook set is_active = false, switched_off = ${reason} where id = ${webhookId} and is_active
    returning client_id as "clientId", name, substring(url from '^https?://([^/?#]+)') as host,
      coalesce((select value from setting where name = 'message_language'), 'de') as language`.execute(tx)
  const [webhook] = rows
  if (!webhook) return
  await endWaitingDeliveries(tx, webhookId)
  const texts = webhook.language === 'en' ? noticeTexts.en : noticeTexts.de
  // Not the whole address, which may contain a secret: administrators alone see it.
  const body = [[webhook.name, webhook.host].filter(Boolean).join(', '), texts[reason], texts.end].join(
    '\n\n',
  )
  await sql`insert into task (client_id, kind, subject, body) values (${webhook.clientId}, 'todo', ${texts.subject}, ${body})`.execute(
    tx,
  )
}

const isSuccess = ({ status }: PostResult): boolean => status >= 200 && status < 300
const goneStatus = 410

/** An attempt that has ended. */
export type DeliveryAttempt = {
  delivery: ClaimedDelivery
  headers: Record<string, string>
  body: string
  outcome: PostResult
}

/** The row of an attempt, and the new state of its delivery. */
const toRow = ({ delivery: { id, attempts, seconds, url }, headers, body, outcome }: DeliveryAttempt) => {
  const isDelivered = isSuccess(outcome)
  /** null: no further attempt. */
  const delay = isDelivered ? null : (retryDelaysSeconds[attempts - 1] ?? null)
  return { id, attempts, seconds, url, headers, body, ...outcome, isDelivered, delay }
}

/** Writes attempts to the log, and the new states of their deliveries. A claim that has expired changes nothing else. */
export const recordAttempts = (db: Db, attempts: readonly DeliveryAttempt[]): Promise<void> =>
  inTransaction(db, systemActor, async (tx) => {
    const byWebhook = Map.groupBy(attempts, ({ delivery }) => delivery.webhookId)
    // In this order everywhere, so that no two transactions wait for each other.
    const { rows: webhooks } = await sql<{ id: number; isFailing: boolean }>`
      select id, coalesce(failing_since < now() - ${maxFailingDays}::int * interval '1 day', false) as "isFailing"
      from webhook where id = any(${[...byWebhook.keys()]}::int[]) order by id for no key update`.execute(tx)
    // Without those of addresses that were deleted meanwhile.
    const rows = webhooks.flatMap(({ id }) => byWebhook.get(id)!.map(toRow))
    const given = sql`json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, attempts int, seconds int, url text, headers jsonb,
      body text, status int, answer text, error text, "durationMs" int, "isDelivered" boolean, delay int)`
    await sql`insert into webhook_attempt (delivery_id, attempted_at, duration_ms, url, headers, body, status, answer, error)
      select id, to_timestamp(seconds), "durationMs", url, headers, body, status, answer, error from ${given}`.execute(
      tx,
    )
    const { rows: changed } = await sql<{ id: string }>`
      update webhook_delivery d set is_claimed = false, delivered_at = case when g."isDelivered" then now() end,
        failed_at = case when not g."isDelivered" and g.delay is null then now() end,
        next_attempt_at = coalesce(now() + g.delay * interval '1 second', d.next_attempt_at)
      from ${given} where d.id = g.id and d.attempts = g.attempts and d.is_claimed and ${isOpen} returning d.id`.execute(
      tx,
    )
    const changedIds = new Set(changed.map(({ id }) => id))
    for (const { id, isFailing } of webhooks) {
      const outcomes = byWebhook
        .get(id)!
        .filter(({ delivery }) => changedIds.has(delivery.id))
        .map(({ outcome }) => outcome)
      if (outcomes.length === 0) continue
      const isReached = outcomes.some(isSuccess)
      await (isReached
        ? sql`update webhook set failing_since = null where id = ${id} and failing_since is not null`
        : sql`update webhook set failing_since = now() where id = ${id} and failing_since is null`
      ).execute(tx)
      if (outcomes.some(({ status }) => status === goneStatus)) await switchOff(tx, id, 'gone')
      else if (!isReached && isFailing) await switchOff(tx, id, 'failing')
    }
  })

/** Deletes what has ended long ago. @returns how many */
export async function deleteOldDeliveries(db: Reader, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from webhook_delivery where id in (
    select id from webhook_delivery where (delivered_at is not null or failed_at is not null)
      and coalesce(delivered_at, failed_at) < now() - ${keptDays}::int * interval '1 day' limit ${limit})`.execute(
    db,
  )
  return Number(numAffectedRows)
}

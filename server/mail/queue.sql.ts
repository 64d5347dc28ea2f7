// The queue of mail. Processes share it, so all times are those of the database's clock.
import { sql } from 'kysely'
import {
  type Db,
  inTransaction,
  lockKey,
  lockNamespace,
  type Reader,
  systemActor,
} from '../platform/database/database.ts'
import type { Backlog } from '../platform/instance/background-jobs.ts'

export const mailKinds = [
  'template',
  'double_opt_in',
  'test',
  'account',
  'message',
  'reply',
  'withdrawal',
  'order_links',
  'booking_confirmation',
  'renewed_link',
  'calendar',
  'date_alert',
] as const
export type MailKind = (typeof mailKinds)[number]

/** Neither sent nor failed nor called back; the condition of the partial index of due mail. */
export const isOpen = sql<boolean>`sent_at is null and failed_at is null and called_back_at is null`

/** A mail that this process sends. */
export type ClaimedMail = {
  id: number
  kind: MailKind
  recipient: string
  /** '': does not matter. */
  language: string
  /** In the link of a double opt-in. */
  secret: string
  messageKey: string
  /** Of the visitor who caused it; '': nobody. */
  visitorAddress: string
  dateId: number | null
  /** Including this one. */
  attempts: number
  /** Due for too long to be sent without a user's request. */
  stale: boolean
}

/** Longer than sending a mail can take: a process that exceeds it has died. */
export const leaseMs = 300_000

const staleDays = 7

/** Pauses after the first, second, … failed attempt, in minutes: two days in all. */
export const retryDelaysMinutes: readonly number[] = [1, 5, 15, 60, 120, ...Array<number>(11).fill(240)]

/** The attempts that the rate still allows in this minute. */
async function attemptsLeft(db: Reader, perMinute: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox_mail where attempted_at > now() - interval '1 minute'`.execute(
    db,
  )
  return Math.max(0, perMinute - rows[0]!.count)
}

/**
 * Claims the mails that have been due longest; each mail is claimed by one process.
 * @param perMinute attempts of all processes in a minute; 0: no limit
 */
export const claimDueMails = (db: Db, limit: number, perMinute = 0): Promise<ClaimedMail[]> =>
  perMinute === 0
    ? claim(db, limit)
    : inTransaction(db, systemActor, async (tx) => {
        await lockKey(tx, lockNamespace.mailRate, '')
        return claim(tx, Math.min(limit, await attemptsLeft(tx, perMinute)))
      })

async function claim(db: Reader, limit: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as materialized (
      select id, next_attempt_at from outbox_mail
      where ${isOpen} and next_attempt_at <= now()
      order by next_attempt_at, id limit ${limit} for update skip locked)
    update outbox_mail o set is_claimed = true, attempts = attempts + 1, attempted_at = now(),
      next_attempt_at = now() + ${leaseMs}::int * interval '1 millisecond'
    from due where o.id = due.id
    returning o.id, o.kind, o.recipient, o.language, coalesce(o.data ->> 'secret', '') as secret, o.message_key as "messageKey", o.attempts,
      o.visitor_address as "visitorAddress", o.date_id as "dateId",
      due.next_attempt_at < now() - ${staleDays}::int * interval '1 day' as stale`.execute(db)
  return rows
}

/** The milliseconds until a mail is due and the rate allows an attempt; undefined: none is waiting. */
export async function findNextMailMs(db: Reader, perMinute = 0): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null; rateMs: number | null }>`
    select extract(epoch from min(next_attempt_at) - now())::float8 * 1000 as ms,
      (select extract(epoch from a.attempted_at + interval '1 minute' - now())::float8 * 1000 from outbox_mail a
        where ${perMinute}::int > 0 and a.attempted_at > now() - interval '1 minute'
        order by a.attempted_at desc offset ${Math.max(perMinute - 1, 0)}::int limit 1) as "rateMs"
    from outbox_mail where ${isOpen}`.execute(db)
  const { ms, rateMs } = rows[0]!
  return ms === null ? undefined : Math.max(ms, rateMs ?? 0)
}

/** The number of due mails, and of failed ones. */
export async function readMailBacklog(db: Reader): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as "oldestSeconds",
      (select count(*)::int from outbox_mail where failed_at > now() - interval '7 days') as failed
    from outbox_mail where ${isOpen} and next_attempt_at <= now()`.execute(db)
  return rows[0]!
}

const maxErrorLength = 500

/** Deletes the secret of the link and the calendar entry, too. `body`: the text of a message, which is kept. `rejected`: why it did not go to all. */
export async function markSent(
  db: Reader,
  id: number,
  { subject, body, rejected }: { subject: string; body?: string; rejected: string },
): Promise<void> {
  await sql`update outbox_mail set sent_at = now(), is_claimed = false, subject = ${subject}, body = coalesce(${body ?? null}, body),
      last_error = '', data = data - '{secret,calendar}'::text[], bounced_at = case when ${rejected === ''} then null else now() end,
      bounce_reason = ${rejected.slice(0, maxErrorLength)}
    where id = ${id} and ${isOpen}`.execute(db)
}

/** Schedules the next attempt; after the last one, the mail has failed. */
export async function markForRetry(
  db: Reader,
  { id, attempts }: Pick<ClaimedMail, 'id' | 'attempts'>,
  error: string,
): Promise<void> {
  const delay = retryDelaysMinutes[attempts - 1]
  if (delay === undefined) return markFailed(db, id, error)
  await sql`update outbox_mail set is_claimed = false, last_error = ${error.slice(0, maxErrorLength)},
      next_attempt_at = now() + ${delay}::int * interval '1 minute'
    where id = ${id} and ${isOpen}`.execute(db)
}

/** Undoes the claim, because the process stops. */
export async function releaseMail(db: Reader, id: number): Promise<void> {
  await sql`update outbox_mail set is_claimed = false, attempts = greatest(attempts - 1, 0), next_attempt_at = now()
    where id = ${id} and ${isOpen}`.execute(db)
}

export async function markCalledBack(db: Reader, id: number): Promise<void> {
  await sql`update outbox_mail set called_back_at = now(), is_claimed = false where id = ${id} and ${isOpen}`.execute(
    db,
  )
}

export async function markFailed(db: Reader, id: number, error: string): Promise<void> {
  await sql`update outbox_mail set failed_at = now(), is_claimed = false, last_error = ${error.slice(0, maxErrorLength)}
    where id = ${id} and ${isOpen}`.execute(db)
}

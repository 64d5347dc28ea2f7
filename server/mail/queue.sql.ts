// The queue of mail. Processes share it, so all times are those of the database's clock.
import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'

export type MailKind = 'template' | 'double_opt_in' | 'test' | 'account'

/** A mail that this process sends. */
export type ClaimedMail = {
  id: number
  kind: MailKind
  recipient: string
  /** In the link of a double opt-in. */
  secret: string
  messageKey: string
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

/** Claims the mails that have been due longest; each mail is claimed by one process. */
export async function claimDueMails(db: Reader, limit: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as materialized (
      select id, next_attempt_at from outbox_mail
      where sent_at is null and failed_at is null and next_attempt_at <= now()
      order by next_attempt_at, id limit ${limit} for update skip locked)
    update outbox_mail o set is_claimed = true, attempts = attempts + 1,
      next_attempt_at = now() + ${leaseMs}::int * interval '1 millisecond'
    from due where o.id = due.id
    returning o.id, o.kind, o.recipient, coalesce(o.data ->> 'secret', '') as secret, o.message_key as "messageKey", o.attempts,
      due.next_attempt_at < now() - ${staleDays}::int * interval '1 day' as stale`.execute(db)
  return rows
}

/** The milliseconds until a mail is due; undefined: none is waiting. */
export async function findNextDueMs(db: Reader): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from min(next_attempt_at) - now())::float8 * 1000 as ms
    from outbox_mail where sent_at is null and failed_at is null`.execute(db)
  return rows[0]!.ms ?? undefined
}

/** How long the mail that is due since longest has been waiting, in seconds. */
export async function readOldestDueSeconds(db: Reader): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as seconds
    from outbox_mail where sent_at is null and failed_at is null and next_attempt_at <= now()`.execute(db)
  return rows[0]!.seconds
}

/** Deletes the secret of the link, too. */
export async function markSent(db: Reader, id: number, subject: string): Promise<void> {
  await sql`update outbox_mail set sent_at = now(), is_claimed = false, subject = ${subject}, last_error = '', data = data - 'secret'
    where id = ${id} and sent_at is null and failed_at is null`.execute(db)
}

const maxErrorLength = 500

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
    where id = ${id} and sent_at is null and failed_at is null`.execute(db)
}

/** Undoes the claim, because the process stops. */
export async function releaseMail(db: Reader, id: number): Promise<void> {
  await sql`update outbox_mail set is_claimed = false, attempts = greatest(attempts - 1, 0), next_attempt_at = now()
    where id = ${id} and sent_at is null and failed_at is null`.execute(db)
}

export async function markFailed(db: Reader, id: number, error: string): Promise<void> {
  await sql`update outbox_mail set failed_at = now(), is_claimed = false, last_error = ${error.slice(0, maxErrorLength)}
    where id = ${id} and sent_at is null and failed_at is null`.execute(db)
}

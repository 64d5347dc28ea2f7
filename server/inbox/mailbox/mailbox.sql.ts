// The stored state of a mailbox and its mails.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Reader, Tx } from '../../platform/database/database.ts'

export type MailboxRow = {
  id: number
  startedAt: Date
  uidValidity: number
  lastUid: number
  initialUid: number
}

/** A mail that cannot be read is tried so often. */
export const maxAttempts = 3

/** The mailbox with this name; a new one begins now. */
export async function ensureMailbox(db: Db, name: string): Promise<MailboxRow> {
  await sql`insert into mailbox (name) values (${name}) on conflict do nothing`.execute(db)
  const { rows } = await sql<MailboxRow>`
    select id, started_at as "startedAt", uid_validity::float8 as "uidValidity", last_uid::float8 as "lastUid",
      initial_uid::float8 as "initialUid" from mailbox where name = ${name}`.execute(db)
  return rows[0]!
}

/** The mailbox has other UIDs than before, or is opened for the first time: it is looked through from its first mail. */
export async function restartUids(
  db: Db,
  mailbox: MailboxRow,
  uids: { uidValidity: number; initialUid: number },
): Promise<MailboxRow> {
  await sql`update mailbox set uid_validity = ${uids.uidValidity}, initial_uid = ${uids.initialUid}, last_uid = 0
    where id = ${mailbox.id}`.execute(db)
  return { ...mailbox, ...uids, lastUid: 0 }
}

/** The UIDs of mails that could not be read, and are tried again. */
export async function findUidsToRetry(db: Reader, { id, uidValidity }: MailboxRow): Promise<number[]> {
  const { rows } = await sql<{ uid: number }>`select uid::float8 as uid from mailbox_mail
    where mailbox_id = ${id} and uid_validity = ${uidValidity} and outcome = 'failed' and attempts < ${maxAttempts}
    order by uid`.execute(db)
  return rows.map(({ uid }) => uid)
}

/** Which of these mails need not be read again. */
export async function findReadUids(
  db: Reader,
  { id, uidValidity }: MailboxRow,
  uids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ uid: number }>`select uid::float8 as uid from mailbox_mail
    where mailbox_id = ${id} and uid_validity = ${uidValidity} and outcome <> 'failed' and uid = any(${uids}::bigint[])`.execute(
    db,
  )
  return rows.map(({ uid }) => uid)
}

/** Recognises a mail by its headers. */
export function fingerprintOf(beginning: Buffer): Buffer {
  const end = /\r?\n\r?\n/.exec(beginning.toString('latin1'))?.index ?? beginning.length
  return createHash('sha256').update(beginning.subarray(0, end)).digest()
}

export type MailKey = { uid: number; fingerprint: Buffer }

/** Whether the mail was read before the mailbox got its present UIDs. */
export async function isKnown(
  db: Reader,
  { id, uidValidity }: MailboxRow,
  fingerprint: Buffer,
): Promise<boolean> {
  const { rows } =
    await sql`select from mailbox_mail where mailbox_id = ${id} and fingerprint = ${fingerprint}
    and uid_validity <> ${uidValidity} and outcome <> 'failed' limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Records what becomes of a mail, in the transaction in which it becomes that.
 * @returns the id of the entry; undefined: another process has read the mail
 */
export async function recordOutcome(
  tx: Tx,
  mailbox: MailboxRow,
  { uid, fingerprint }: MailKey,
  outcome: 'filed' | 'bounce' | 'known',
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into mailbox_mail (mailbox_id, uid_validity, uid, fingerprint, outcome)
    values (${mailbox.id}, ${mailbox.uidValidity}, ${uid}, ${fingerprint}, ${outcome})
    on conflict (mailbox_id, uid_validity, uid) do update set outcome = excluded.outcome, fingerprint = excluded.fingerprint,
      attempts = mailbox_mail.attempts + 1, last_error = '' where mailbox_mail.outcome = 'failed'
    returning id`.execute(tx)
  await advance(tx, mailbox, uid)
  return rows[0]?.id
}

/** Counts an attempt that failed. @returns the number of attempts */
export async function recordFailure(
  tx: Tx,
  mailbox: MailboxRow,
  { uid, fingerprint }: MailKey,
  error: string,
): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    insert into mailbox_mail (mailbox_id, uid_validity, uid, fingerprint, outcome, last_error)
    values (${mailbox.id}, ${mailbox.uidValidity}, ${uid}, ${fingerprint}, 'failed', ${error.slice(0, 500)})
    on conflict (mailbox_id, uid_validity, uid) do update set attempts = mailbox_mail.attempts + 1, last_error = excluded.last_error
      where mailbox_mail.outcome = 'failed'
    returning attempts`.execute(tx)
  await advance(tx, mailbox, uid)
  return rows[0]?.attempts ?? 0
}

/** Mails up to this UID have been seen. */
export const advance = (db: Reader, { id, uidValidity }: MailboxRow, uid: number) =>
  sql`update mailbox set last_uid = greatest(last_uid, ${uid}) where id = ${id} and uid_validity = ${uidValidity}
    and last_uid < ${uid}`.execute(db)

/** @param error '': the mailbox was read */
export const recordReading = (db: Db, id: number, error: string) =>
  sql`update mailbox set last_error = ${error.slice(0, 500)}, read_at = case when ${error === ''} then now() else read_at end
    where id = ${id}`.execute(db)

import { sql } from 'kysely'
import { Failure, notFound } from '../http/errors.ts'
import { generalErrors } from '../http/general.errors.ts'
import type { Reader, Tx } from './database.ts'

/** The subjects of the change log: records that are logged together with their child rows, each with its table. */
const tables = {
  contact: 'contact',
  lead: 'lead',
  task: 'task',
  event: 'event',
  date: 'event_date',
  catalogue: 'catalogue',
  catalogue_category: 'catalogue_category',
  trainer: 'trainer',
  file: 'catalogue_file',
  booking: 'booking',
  invoice_confirmation: 'invoice_confirmation',
  article: 'article',
  user: 'app_user',
  client: 'client',
  token: 'token',
  contact_category: 'contact_category',
  lead_category: 'lead_category',
  newsletter_form: 'newsletter_form',
  communication_template: 'communication_template',
} as const

export type Subject = keyof typeof tables

/** A column for a select list: the version of the record with the id `id` (an SQL expression). */
export const versionColumn = (subject: Subject, id: string) =>
  sql<number>`(select coalesce(max(l.id), 0)::float8 from change_log l where l.subject = ${sql.lit(subject)} and l.subject_id = ${sql.raw(id)})`

/** The version of a record: the id of the last change log entry of the record or its child rows. */
export async function versionOf(reader: Reader, subject: Subject, id: number): Promise<number> {
  const { rows } = await sql<{
    version: number
  }>`select ${versionColumn(subject, String(id))} as version`.execute(reader)
  return rows[0]!.version
}

/**
 * Locks a record until the transaction ends.
 * @throws Failure 404 if there is none
 */
export async function lockRecord(tx: Tx, subject: Subject, id: number): Promise<void> {
  const { rows } =
    await sql`select from ${sql.table(tables[subject])} where id = ${id} for no key update`.execute(tx)
  if (rows.length === 0) throw notFound(generalErrors.notFound({ kind: subject.replaceAll('_', ' '), id }))
}

/**
 * Locks a record and rejects a version that is not its latest.
 * @throws Failure 404 if there is none, 409 with `X-Kontor-Conflict: stale`
 */
export async function lockVersion(tx: Tx, subject: Subject, id: number, version: number): Promise<void> {
  await lockRecord(tx, subject, id)
  if ((await versionOf(tx, subject, id)) !== version)
    throw new Failure(409, generalErrors.stale(), [], {
      'x-kontor-conflict': 'stale',
    })
}

// The table rejects updates, and deletions of entries of the last 30 days; a job deletes entries older than two years
// (changes/retention-job.ts), except the last change of each record, and those of accounts later. References that the log shows
// by name come from the foreign keys of the database. generated/database.types.ts shows the result of the migrations; a dump of
// the schema would need pg_dump, which the embedded server does not include.
import { sql } from 'kysely'
import { conflict, notFound } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import type { Right } from '../ground/rights.ts'
import type { Reader, Tx } from './database.ts'

/**
 * The subjects of the change log: records that are logged together with their child rows. Each has its table and the right to read
 * its changes; '': every user.
 */
const subjects = {
  contact: { table: 'contact', right: '090300:access' },
  // A decision that two contacts are not duplicates, under the id of one of them.
  duplicate: { table: 'contact', right: 'admin' },
  lead: { table: 'lead', right: 'lead:access' },
  task: { table: 'task', right: 'task:access' },
  event: { table: 'event', right: '' },
  date: { table: 'event_date', right: '' },
  catalogue: { table: 'catalogue', right: '' },
  catalogue_category: { table: 'catalogue_category', right: '' },
  trainer: { table: 'trainer', right: '' },
  file: { table: 'catalogue_file', right: '' },
  booking: { table: 'booking', right: 'booking:access' },
  order: { table: 'booking_order', right: 'booking:access' },
  invoice_confirmation: { table: 'invoice_confirmation', right: '100400' },
  certificate: { table: 'certificate', right: 'booking:access' },
  article: { table: 'article', right: '100100' },
  user: { table: 'app_user', right: 'admin' },
  role: { table: 'role', right: 'admin' },
  client: { table: 'client', right: 'admin' },
  token: { table: 'token', right: 'admin' },
  website_key: { table: 'website_key', right: 'website' },
  terms_document: { table: 'terms_document', right: 'website' },
  legal_page: { table: 'legal_page', right: 'website' },
  website_pages: { table: 'website_pages', right: 'website' },
  voucher: { table: 'voucher', right: 'website' },
  withdrawal: { table: 'withdrawal', right: 'booking:access' },
  webhook: { table: 'webhook', right: 'website' },
  contact_category: { table: 'contact_category', right: 'settings' },
  lead_category: { table: 'lead_category', right: 'settings' },
  newsletter_form: { table: 'newsletter_form', right: 'website' },
  message_rule: { table: 'message_rule', right: '' },
  message: { table: 'message', right: 'booking:access' },
  feedback_question: { table: 'feedback_question', right: '' },
  communication_template: { table: 'communication_template', right: 'settings' },
} as const satisfies Record<string, { table: string; right: Right | '' }>

export type Subject = keyof typeof subjects

/** The tables of the subjects. */
export const subjectTables: readonly string[] = [
  ...new Set(Object.values(subjects).map(({ table }) => table)),
]

const isSubject = (name: string): name is Subject => Object.hasOwn(subjects, name)

/** The table of a subject. The log also has subjects that are not records, such as look-up lists: their table has their name. */
export const tableOf = (subject: string): string => (isSubject(subject) ? subjects[subject].table : subject)

/** The subject whose record is a row of the table. */
export const subjectOf = (table: string): string =>
  Object.entries(subjects).find(([, one]) => one.table === table)?.[0] ?? table

/** The right to read the changes of a subject; '': every user. */
export const rightToChanges = (subject: string | undefined): Right | '' =>
  subject !== undefined && isSubject(subject) ? subjects[subject].right : 'admin'

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
    await sql`select from ${sql.table(tableOf(subject))} where id = ${id} for no key update`.execute(tx)
  if (rows.length === 0) throw notFound(generalErrors.notFound({ kind: subject.replaceAll('_', ' '), id }))
}

/**
 * Locks a record and rejects a version that is not its latest.
 * @throws Failure 404 if there is none, 409 with `X-Kontor-Conflict: stale`
 */
export async function lockVersion(tx: Tx, subject: Subject, id: number, version: number): Promise<void> {
  await lockRecord(tx, subject, id)
  if ((await versionOf(tx, subject, id)) !== version) throw conflict(generalErrors.stale(), { kind: 'stale' })
}

// The background job that deletes old entries of the change log.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Subject, tableOf } from '../platform/database/change-log.ts'
import type { Db } from '../platform/database/database.ts'
import type { Job } from '../platform/instance/background-jobs.ts'

/** Between two passes through the log. */
const intervalMs = 6 * 3_600_000
/** Entries of a step, so that no statement takes long. */
const batchSize = 2000
/** Between two steps, so that others find the database idle. */
const pauseMs = 20

/** After how many days entries are deleted; 0: never. */
export type ChangeLogRetention = { days: number; accountingDays: number }

/** Subjects from which the amounts of invoices follow: the law wants their changes to be kept as long as the accounts. */
export const accountingSubjects = [
  'article',
  'booking',
  'client',
  'invoice_confirmation',
  'order',
  'voucher',
  'withdrawal',
] as const satisfies readonly Subject[]

type OldEntry = {
  id: string
  subject: string
  subjectId: number
  tableName: string
  action: string
  isOld: boolean
  /** The shortest time is over. */
  isPast: boolean
  /** The last entry of its record. */
  isLast: boolean
  /** Belongs to the last change of its record. */
  isLatest: boolean
}

/** The next entries by id. The time is that of the database, by which entries are written. */
async function loadNextEntries(
  db: Db,
  { days, accountingDays }: ChangeLogRetention,
  afterId: string,
): Promise<OldEntry[]> {
  const shortestDays = Math.min(...[days, accountingDays].filter((one) => one > 0))
  const isAccounting = sql`l.subject = any(${[...accountingSubjects]}::text[])`
  const kept = sql`nullif(case when ${isAccounting} then ${accountingDays}::integer else ${days}::integer end, 0)`
  const { rows } = await sql<OldEntry>`
    select l.id, l.subject, l.subject_id as "subjectId", l.table_name as "tableName", l.action,
      coalesce(l.changed_at < now() - make_interval(days => ${kept}), false) as "isOld",
      l.changed_at < now() - make_interval(days => ${shortestDays}::integer) as "isPast",
      l.changed_at = latest.changed_at as "isLatest", l.id = latest.id as "isLast"
    from (select id, subject, subject_id, table_name, action, changed_at from change_log where id > ${afterId} order by id limit ${batchSize}) l
    cross join lateral (select n.id, n.changed_at from change_log n
      where n.subject = l.subject and n.subject_id = l.subject_id order by n.id desc limit 1) latest
    order by l.id`.execute(db)
  return rows
}

const keyOf = ({ subject, subjectId }: OldEntry): string => `${subject} ${subjectId}`

/** The records of the entries that exist. */
async function findRecords(db: Db, entries: readonly OldEntry[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const [subject, ofSubject] of Map.groupBy(entries, (entry) => entry.subject)) {
    const ids = [...new Set(ofSubject.map(({ subjectId }) => subjectId))]
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(tableOf(subject))} where id = any(${ids}::integer[])`.execute(db)
    for (const { id } of rows) found.add(`${subject} ${id}`)
  }
  return found
}

/** An entry of the last change that tells no more than the record: that one of its rows was inserted then, and with which values. */
const isRedundant = ({ action, isLast, subject, tableName }: OldEntry): boolean =>
  action === 'insert' && !isLast && tableName !== tableOf(subject)

/**
 * Deletes entries that are older than a number of days, a batch by id. The last change of a record that exists stays: its last entry is
 * the version of the record. Of the rows inserted with a record, such as addresses, the last entry alone stays. Subjects without an
 * id of their own, such as settings, count as one record.
 * @returns the id after which the next batch begins; undefined: there are no older entries
 */
export async function deleteOldChanges(
  db: Db,
  retention: ChangeLogRetention,
  afterId: string,
): Promise<{ deletedCount: number; nextAfterId: string | undefined }> {
  const entries = await loadNextEntries(db, retention, afterId)
  const old = entries.filter(({ isOld }) => isOld)
  const latest = old.filter(({ isLatest, subjectId }) => isLatest && subjectId > 0)
  const existing = await findRecords(db, latest)
  const deletable = old.filter(
    (entry) =>
      !entry.isLatest || (entry.subjectId > 0 && (isRedundant(entry) || !existing.has(keyOf(entry)))),
  )
  const ids = deletable.map(({ id }) => id)
  // Another process may be deleting them, too.
  const { numAffectedRows = 0n } = await sql`delete from change_log where id = any(${ids}::bigint[])`.execute(
    db,
  )
  const isLast = entries.length < batchSize || !entries.some(({ isPast }) => isPast)
  return { deletedCount: Number(numAffectedRows), nextAfterId: isLast ? undefined : entries.at(-1)!.id }
}

export function changeLogRetentionJob(): Job {
  let afterId = '0'
  let deletedCount = 0
  return {
    name: 'delete-old-changes',
    intervalMs,
    async run({ db, settings, log }, signal) {
      const { changeLogDays: days, changeLogAccountingDays: accountingDays } = settings
      if (days === 0 && accountingDays === 0) return false
      const batch = await deleteOldChanges(db, { days, accountingDays }, afterId)
      deletedCount += batch.deletedCount
      if (batch.nextAfterId !== undefined) {
        afterId = batch.nextAfterId
        await wait(pauseMs, undefined, { signal })
        return true
      }
      if (deletedCount > 0) log.info({ entries: deletedCount }, 'deleted old entries of the change log')
      afterId = '0'
      deletedCount = 0
      return false
    },
  }
}

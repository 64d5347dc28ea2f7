// The background job that deletes old entries of the change log.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { tableOf } from '../platform/database/change-log.ts'
import type { Db } from '../platform/database/database.ts'
import type { Job } from '../platform/runtime/background-jobs.ts'

/** Between two passes through the log. */
const intervalMs = 6 * 3_600_000
/** Entries of a step, so that no statement takes long. */
const batchSize = 2000
/** Between two steps, so that others find the database idle. */
const pauseMs = 20

type OldEntry = {
  id: string
  subject: string
  subjectId: number
  isOld: boolean
  /** Belongs to the last change of its record. */
  isLatest: boolean
}

/** The next entries by id. The time is that of the database, by which entries are written. */
async function loadNextEntries(db: Db, days: number, afterId: string): Promise<OldEntry[]> {
  const { rows } = await sql<OldEntry>`
    select l.id, l.subject, l.subject_id as "subjectId", l.changed_at < now() - make_interval(days => ${days}::integer) as "isOld",
      l.changed_at = latest.changed_at as "isLatest"
    from (select id, subject, subject_id, changed_at from change_log where id > ${afterId} order by id limit ${batchSize}) l
    cross join lateral (select n.changed_at from change_log n
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

/**
 * Deletes entries that are older than a number of days, a batch by id. The last change of a record that exists stays whole: its last
 * entry is the version of the record. Subjects without an id of their own, such as settings, count as one record.
 * @returns the id after which the next batch begins; undefined: there are no older entries
 */
export async function deleteOldChanges(
  db: Db,
  days: number,
  afterId: string,
): Promise<{ deletedCount: number; nextAfterId: string | undefined }> {
  const entries = await loadNextEntries(db, days, afterId)
  const old = entries.filter(({ isOld }) => isOld)
  const latest = old.filter(({ isLatest, subjectId }) => isLatest && subjectId > 0)
  const existing = await findRecords(db, latest)
  const deletable = old.filter(
    (entry) => !entry.isLatest || (entry.subjectId > 0 && !existing.has(keyOf(entry))),
  )
  const ids = deletable.map(({ id }) => id)
  // Another process may be deleting them, too.
  const { numAffectedRows = 0n } = await sql`delete from change_log where id = any(${ids}::bigint[])`.execute(
    db,
  )
  const isLast = entries.length < batchSize || old.length === 0
  return { deletedCount: Number(numAffectedRows), nextAfterId: isLast ? undefined : entries.at(-1)!.id }
}

export function changeLogRetentionJob(): Job {
  let afterId = '0'
  let deletedCount = 0
  return {
    name: 'delete-old-changes',
    intervalMs,
    async run({ db, settings, log }, signal) {
      if (settings.changeLogDays === 0) return false
      const batch = await deleteOldChanges(db, settings.changeLogDays, afterId)
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

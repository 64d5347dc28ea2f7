// The records of backups: table backup_run. Each run holds an advisory lock, so that one whose process was killed can be told from
// one that is still running.
import { type RawBuilder, sql } from 'kysely'
import { type Db, lockNamespace, type Reader } from '../../database/database.ts'
import type { BackupSettings, Settings } from '../../settings/settings.ts'

/** A backup, or the attempt of one. */
export type BackupRun = {
  id: number
  /** `schedule`: by the service; `command`: kontor backup */
  cause: 'schedule' | 'command'
  startedAt: Date
  /** null: it is running */
  endedAt: Date | null
  /** The folder or bucket, or the folder of the file; '-': standard output. */
  place: string
  /** The name of the archive at this place. */
  name: string
  /** Of the archive as it is stored. */
  bytes: number
  /** How many stored files it has. */
  files: number
  records: number
  /** The archive was read back in full. */
  isVerified: boolean
  /** Why it failed; '': it did not, or is running. */
  error: string
}

/** The state of the backups of an instance. */
export type BackupState = {
  /** The newest verified backup; undefined: there is none. */
  lastGood: BackupRun | undefined
  /** The newest run after it that failed, and how many did; undefined: none. */
  failure: BackupRun | undefined
  failureCount: number
  /** The schedule would have made a newer one long ago. */
  isOverdue: boolean
}

/** The error of a run whose process was killed. */
export const interruptedError = 'the process ended before the backup was complete'
/** A backup by schedule may take this long, or fail and be repeated, before it counts as overdue. */
const overdueAfterMs = 12 * 3_600_000

/** Of the lock that a backup by schedule holds, so that there is one at a time; the others are the ids of runs. */
const scheduleKey = 0

const isLocked = (key: RawBuilder<unknown>) => sql<boolean>`
  exists (select from pg_locks where locktype = 'advisory' and objsubid = 2 and classid = ${lockNamespace.backup} and objid = ${key}
    and database = (select oid from pg_database where datname = current_database()))`

const columns = sql`r.id, r.cause, r.started_at as "startedAt", r.place, r.name, r.bytes::float8 as bytes, r.files,
  r.records::float8 as records, r.is_verified as "isVerified"`

/** Runs, newest first. One that was killed has ended with an error. */
async function selectRuns(db: Reader, condition: RawBuilder<unknown>): Promise<BackupRun[]> {
  const { rows } = await sql<BackupRun>`
    select ${columns}, case when is_killed then started_at else ended_at end as "endedAt",
      case when is_killed then ${interruptedError} else error end as error
    from (select *, ended_at is null and not ${isLocked(sql`backup_run.id`)} as is_killed from backup_run) r
    where ${condition} order by r.id desc`.execute(db)
  return rows
}

/** Runs by schedule at a place, newest first. */
export const loadScheduledRuns = (db: Reader, place: string): Promise<BackupRun[]> =>
  selectRuns(db, sql`r.cause = 'schedule' and r.place = ${place}`)

/** The runs that are needed to tell the state: the newest verified one and those after it. @param condition which runs count */
async function loadRecentRuns(db: Reader, condition: RawBuilder<unknown>): Promise<BackupRun[]> {
  return selectRuns(
    db,
    sql`${condition} and r.id >= coalesce((select max(r.id) from backup_run r where r.is_verified and ${condition}), 0)`,
  )
}

/** The last and the next time of the schedule, in the time zone of the instance. */
export async function readSchedule(
  db: Reader,
  times: readonly string[],
  timeZone: string,
  now: Date,
): Promise<{ last: Date; next: Date }> {
  const { rows } = await sql<{ last: Date; next: Date }>`
    select max(due_at) filter (where due_at <= ${now}) as last, min(due_at) filter (where due_at > ${now}) as next
    from (select coalesce((select value from setting where name = 'time_zone'), ${timeZone}) as zone) z,
      unnest(${times}::time[]) as time, generate_series(-2, 2) as days,
      lateral (select ((${now}::timestamptz at time zone zone)::date + days + time) at time zone zone as due_at) d`.execute(
    db,
  )
  return rows[0]!
}

/** The state of the backups, by schedule and by command. @param now of the instance's clock */
export async function readBackupState(
  db: Reader,
  { backup, timeZone }: Pick<Settings, 'backup' | 'timeZone'>,
  now: Date,
): Promise<BackupState> {
  const runs = await loadRecentRuns(db, sql`true`)
  const failed = runs.filter(({ error }) => error !== '')
  const lastGood = runs.find(({ isVerified }) => isVerified)
  // Without any good one, it counts from the first attempt.
  const newest = lastGood ?? runs.at(-1)
  const isOverdue = async (since: Date, times: readonly string[]) => {
    const { last } = await readSchedule(db, times, timeZone, new Date(now.getTime() - overdueAfterMs))
    return since < last
  }
  return {
    lastGood,
    failure: failed[0],
    failureCount: failed.length,
    isOverdue:
      backup !== undefined && newest !== undefined && (await isOverdue(newest.startedAt, backup.times)),
  }
}

/** The pauses after failed backups, in seconds; the last one repeats. */
const pausesSeconds = [5, 60, 300, 1800]

/** When the next backup by schedule is due; in the past: now. undefined: one is running, or none is wanted. */
export async function findNextBackup(
  db: Reader,
  { backup, timeZone }: Pick<Settings, 'backup' | 'timeZone'>,
  now: Date,
): Promise<Date | undefined> {
  if (!backup) return undefined
  const { rows } = await sql<{ isRunning: boolean }>`
    select ${isLocked(sql`${scheduleKey}`)} as "isRunning"`.execute(db)
  if (rows[0]!.isRunning) return undefined
  const { last, next } = await readSchedule(db, backup.times, timeZone, now)
  const runs = await loadRecentRuns(db, sql`r.cause = 'schedule' and r.place = ${nameOfPlace(backup.place)}`)
  const lastGood = runs.find(({ isVerified }) => isVerified)
  if (lastGood && lastGood.startedAt >= last) return next
  const failed = runs.filter(({ error }) => error !== '')
  if (failed.length === 0) return last
  const pause = pausesSeconds[Math.min(failed.length, pausesSeconds.length) - 1]!
  return new Date(failed[0]!.endedAt!.getTime() + pause * 1000)
}

/** The folder, or the URL of the bucket. */
export const nameOfPlace = (place: BackupSettings['place']): string =>
  typeof place === 'string' ? place : place.name

/** A running backup. */
export type StartedRun = Pick<BackupRun, 'id' | 'startedAt'>

const keptCommands = 100

const deleteOldCommands = (db: Reader) =>
  sql`delete from backup_run where cause = 'command' and id <= (
    select id from backup_run where cause = 'command' order by id desc offset ${keptCommands} limit 1)`.execute(
    db,
  )

/**
 * Records that a backup has started, for as long as `work` runs.
 * @returns undefined: another backup by schedule is running
 */
export async function withBackupRun<T>(
  db: Db,
  run: Pick<BackupRun, 'cause' | 'place' | 'name'>,
  work: (run: StartedRun) => Promise<T>,
): Promise<T | undefined> {
  return db.connection().execute(async (connection) => {
    const lock = (key: number) =>
      sql<{
        locked: boolean
      }>`select pg_try_advisory_lock(${lockNamespace.backup}, ${key}) as locked`.execute(connection)
    try {
      if (run.cause === 'schedule' && !(await lock(scheduleKey)).rows[0]!.locked) return undefined
      const { rows } = await sql<StartedRun>`
        insert into backup_run (cause, place, name) values (${run.cause}, ${run.place}, ${run.name})
        returning id, started_at as "startedAt", pg_try_advisory_lock(${lockNamespace.backup}, id)`.execute(
        connection,
      )
      if (run.cause === 'command') await deleteOldCommands(connection)
      return await work(rows[0]!)
    } finally {
      await sql`select pg_advisory_unlock_all()`.execute(connection).catch(() => {})
    }
  })
}

/** Records the end of a run. */
export async function endBackupRun(
  db: Reader,
  { id }: StartedRun,
  {
    bytes,
    files,
    records,
    isVerified,
    error,
  }: Pick<BackupRun, 'bytes' | 'files' | 'records' | 'isVerified' | 'error'>,
): Promise<void> {
  await sql`
    update backup_run set ended_at = clock_timestamp(), bytes = ${bytes}::bigint, files = ${files}::integer, records = ${records}::bigint,
      is_verified = ${isVerified}, error = ${error.slice(0, 1000)} where id = ${id}`.execute(db)
}

/** Forgets runs, such as those whose archives were removed. */
export const deleteBackupRuns = (db: Reader, runs: readonly Pick<BackupRun, 'id'>[]) =>
  sql`delete from backup_run where id = any(${runs.map(({ id }) => id)}::integer[])`.execute(db)

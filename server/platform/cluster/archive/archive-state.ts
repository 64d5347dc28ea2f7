// The segments that arrive in the archive of the embedded database.
import type pg from 'pg'
import { Gauge } from 'prom-client'
import { withArchive } from '../../files/open-archive.ts'
import type { Bucket } from '../../settings/settings.ts'
import { type BaseBackup, listBaseBackups } from './base-backup.ts'

export type ArchiveState = {
  isFailing: boolean
  /** Of the last archived segment, in seconds since 1970; 0: none. */
  lastArchivedAt: number
  lastFailedSegment: string
}

/** The server's report about its archiving. */
export async function readArchiveState(db: { query: pg.Pool['query'] }): Promise<ArchiveState> {
  const { rows } = await db.query<ArchiveState>(`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing",
      coalesce(extract(epoch from last_archived_time), 0)::float8 as "lastArchivedAt",
      coalesce(last_failed_wal, '') as "lastFailedSegment"
    from pg_stat_archiver`)
  return rows[0]!
}

/** The base backups in an archive, or why they cannot be listed. */
export const listArchivedBackups = (place: string | Bucket): Promise<BaseBackup[] | Error> =>
  withArchive(place, listBaseBackups).catch((error: Error) => error)

/** The metrics of the archive. */
export function archiveMetrics(pool: pg.Pool): Gauge[] {
  const lastArchived = new Gauge({
    name: 'kontor_archive_last_archived_timestamp_seconds',
    help: 'When the last segment of the log was archived, in seconds since 1970',
    registers: [],
  })
  const failing = new Gauge({
    name: 'kontor_archive_failing',
    help: '1: the last attempt to archive a segment of the log failed',
    registers: [],
    async collect() {
      // Without the database, the values are those of the last time.
      const state = await readArchiveState(pool).catch(() => undefined)
      if (!state) return
      this.set(Number(state.isFailing))
      lastArchived.set(state.lastArchivedAt)
    },
  })
  return [lastArchived, failing]
}

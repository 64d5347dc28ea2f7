// Event catalogue: what changed since the read model was read (topics: migrations/0001-change-tracking.sql).
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'

/** The counters of a date as of the look. */
export type BookingCounters = {
  id: number
  booked_count: number
  reserved_count: number
  waitlisted_count: number
}

/** What changed between a snapshot and the one that this was read in. */
export type Changes = {
  snapshot: string
  /** Of dates of which nothing else changed. */
  counters: BookingCounters[]
  dates: number[]
  events: number[]
  trainers: number[]
  lookupTables: boolean
  /** Anything may have changed. */
  requiresReload: boolean
}

type Row = { snapshot: string; topic: string | null } & BookingCounters

/** The snapshot of the transaction. */
export async function currentSnapshot(reader: Reader): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(
    reader,
  )
  return rows[0]!.snapshot
}

/** What changed since a snapshot. One statement, so that all of it is of one moment. */
export async function changesSince(reader: Reader, since: string): Promise<Changes> {
  const { rows } = await sql<Row>`
    select pg_current_snapshot()::text as snapshot, c.topic, c.id, d.booked_count, d.reserved_count, d.waitlisted_count
    from (select) as one left join (
      select distinct topic, record_id as id from cache_invalidation
      where xid >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${since}::pg_snapshot)
        and topic <> 'access'
    ) as c on true left join event_date d on c.topic = 'seats' and d.id = c.id`.execute(reader)
  const idsOf = (topic: string) => rows.filter((row) => row.topic === topic).map(({ id }) => id)
  return {
    snapshot: rows[0]!.snapshot,
    counters: rows.filter((row) => row.topic === 'seats' && row.booked_count !== null),
    dates: idsOf('date'),
    events: idsOf('event'),
    trainers: idsOf('trainer'),
    lookupTables: rows.some((row) => row.topic === 'lookups'),
    requiresReload: rows.some((row) => row.topic === 'all'),
  }
}

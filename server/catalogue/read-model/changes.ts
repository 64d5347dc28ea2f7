// Reads the changes since a snapshot (topics: migrations/0001-change-tracking.sql).
import { sql } from 'kysely'
import { type ChangeTopic, changeTopics, concerns } from '../../platform/database/change-topics.ts'
import type { Reader } from '../../platform/database/database.ts'
import { anyOf, distinct } from '../records/rows.ts'

export type BookingCounters = {
  id: number
  booked_count: number
  reserved_count: number
  waitlisted_count: number
}

/** The changes between a snapshot and `snapshot`, in which they were read: ids by topic. */
export type Changes = {
  snapshot: string
  /** Dates whose bookings changed. */
  counters: BookingCounters[]
  dates: number[]
  events: number[]
  modules: number[]
  locations: number[]
  trainers: number[]
  files: number[]
  lookupTables: boolean
  /** Anything may have changed: topic `all`. */
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

/** Topics that the read model does not show. */
const otherTopics = changeTopics.filter((topic) => !concerns([{ topic }], 'readModel'))

/** The changes since a snapshot. One statement, so that changes and counters are of one snapshot. */
export async function changesSince(reader: Reader, since: string): Promise<Changes> {
  const { rows } = await sql<Row>`
    select pg_current_snapshot()::text as snapshot, c.topic, c.id, d.booked_count, d.reserved_count, d.waitlisted_count
    from (select) as one left join (
      select distinct topic, record_id as id from cache_invalidation
      where xid >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${since}::pg_snapshot)
        and not topic = any(${otherTopics}::text[])
    ) as c on true left join event_date d on c.topic = 'seats' and d.id = c.id`.execute(reader)
  const idsOf = (topic: ChangeTopic) => rows.filter((row) => row.topic === topic).map(({ id }) => id)
  return {
    snapshot: rows[0]!.snapshot,
    counters: rows.filter((row) => row.booked_count !== null),
    dates: idsOf('date'),
    events: idsOf('event'),
    modules: idsOf('module'),
    locations: idsOf('location'),
    trainers: idsOf('trainer'),
    files: idsOf('file'),
    lookupTables: idsOf('lookups').length > 0,
    requiresReload: idsOf('all').length > 0,
  }
}

/**
 * The events and dates that changed, and those that show a changed module, location, trainer or file. They are found in the
 * snapshot that the changes were read in: the transaction that changed a location did not see the dates that others were adding.
 */
export async function findAffected(
  reader: Reader,
  { dates, events, modules, locations, trainers, files }: Changes,
): Promise<{ dates: number[]; events: number[] }> {
  if (modules.length + locations.length + trainers.length + files.length === 0) return { dates, events }
  const { rows } = await sql<{ date_id: number | null; event_id: number | null }>`
    select date_id, null::int as event_id from series_module where id = ${anyOf(modules)}
    union all select date_id, null from date_location where contact_id = ${anyOf(locations)}
    union all select date_id, null from date_file where file_id = ${anyOf(files)}
    union all select null, event_id from event_file where file_id = ${anyOf(files)}
    -- A series shows the names of its modules' trainers.
    union all select m.date_id, null from date_trainer t join series_module_date l on l.linked_date_id = t.date_id
      join series_module m on m.id = l.series_module_id where t.trainer_id = ${anyOf(trainers)}`.execute(
    reader,
  )
  return {
    dates: distinct([...dates, ...rows.flatMap(({ date_id }) => date_id ?? [])]),
    events: distinct([...events, ...rows.flatMap(({ event_id }) => event_id ?? [])]),
  }
}

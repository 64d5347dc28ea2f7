// Reads the log of catalogue changes (migrations/0030-catalogue-changes.sql).
import { sql } from 'kysely'
import type { Db, Reader } from '../../platform/database/database.ts'
import type { DatabaseIdentity, PagePosition } from './change-cursor.ts'

/** Why a thing is told, the first one that applies. `event`: that of a date. `module`: a date of a series. */
export const changeReasons = [
  'deleted',
  'withdrawn',
  'content',
  'event',
  'module',
  'location',
  'trainer',
  'file',
  'lookups',
  'seats',
] as const
export type ChangeReason = (typeof changeReasons)[number]

export type CatalogueChange = {
  type: 'date' | 'event'
  id: number
  /** Whether it is published. The key of a website may show less. */
  isPublished: boolean
  reason: ChangeReason
}

/** Up to where the log was read. */
export type ReadState = DatabaseIdentity & { snapshot: string }

/** @param timeline an expression: see `primaryTimeline` */
const stateColumns = (timeline: string) => sql`pg_current_snapshot()::text as snapshot,
  (select system_identifier from pg_control_system())::text as system,
  (select oid from pg_database where datname = current_database())::text as database, ${sql.raw(timeline)} as timeline`

/** The current snapshot. */
export async function readState(reader: Reader, timeline: string): Promise<ReadState> {
  const { rows } = await sql<ReadState>`select ${stateColumns(timeline)}`.execute(reader)
  return rows[0]!
}

type Row = ReadState & {
  isReload: boolean
  type: 'date' | 'event' | null
  id: number
  isPublished: boolean
  reason: ChangeReason
}

/** The topics of the log, resolved in the snapshot of the reader: the writer did not see what concurrent transactions added. */
const resolved = sql`
  own (type, id, reason) as (
    select 'date', record_id, 3 from told where topic = 'date'
    union all select 'date', record_id, 2 from told where topic = 'date withdrawn'
    union all select 'date', record_id, 10 from told where topic = 'seats'
    union all select 'event', record_id, 3 from told where topic = 'event'
    union all select 'event', record_id, 2 from told where topic = 'event withdrawn'
    union all select 'date', d.id, case t.topic when 'event' then 4 else 2 end
      from told t join event_date d on d.event_id = t.record_id
      where t.topic = 'event' or t.topic = 'event withdrawn' and d.is_published
    union all select 'date', m.date_id, 5 from told t join series_module m on m.id = t.record_id where t.topic = 'module'
    union all select 'date', l.date_id, 6 from told t join date_location l on l.contact_id = t.record_id where t.topic = 'location'
    union all select 'date', dt.date_id, 7 from told t join date_trainer dt on dt.trainer_id = t.record_id where t.topic = 'trainer'
    union all select 'date', f.date_id, 8 from told t join date_file f on f.file_id = t.record_id where t.topic = 'file'
    union all select 'event', f.event_id, 8 from told t join event_file f on f.file_id = t.record_id where t.topic = 'file'
    union all select 'date', d.id, 8 from told t join event_file f on f.file_id = t.record_id
      join event_date d on d.event_id = f.event_id where t.topic = 'file'
    union all select 'event', e.id, 9 from event e where exists (select from told where topic = 'lookups')
    union all select 'date', d.id, 9 from event_date d where exists (select from told where topic = 'lookups')
  ), thing (type, id, reason) as (
    select * from own
    union all select 'date', m.date_id, greatest(o.reason, 5) from own o
      join series_module_date l on l.linked_date_id = o.id join series_module m on m.id = l.series_module_id
      where o.type = 'date'
  )`

/**
 * The changes that a snapshot does not see, in the order of type and id, each record once. Records that are not published are left out unless
 * it was withdrawn in between.
 * @returns `isReload`: anything may have changed (topic `all`)
 */
export async function readChanges(
  reader: Reader,
  from: string,
  page: PagePosition | undefined,
  limit: number,
  timeline: string,
): Promise<{ state: ReadState; changes: CatalogueChange[]; isReload: boolean }> {
  const isUntil = page ? sql`pg_visible_in_snapshot(xid, ${page.until}::pg_snapshot)` : sql`true`
  const isAfter = page ? sql`(t.type, t.id) > (${page.after.type}, ${page.after.id}::int)` : sql`true`
  const { rows } = await sql<Row>`
    with told as materialized (
      select distinct topic, record_id from catalogue_change
      where xid >= pg_snapshot_xmin(${from}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${from}::pg_snapshot) and ${isUntil}
    ), ${resolved}, change as (
      select t.type, t.id, min(t.reason) as reason, bool_or(t.reason = 2) as "isWithdrawn" from thing t where ${isAfter} group by t.type, t.id
    ), shown as (
      select c.*, coalesce(d.id, e.id) is not null as "exists",
        coalesce(case c.type when 'date' then d.is_published and de.is_published else e.is_published end, false) as "isPublished"
      from change c
      left join event_date d on c.type = 'date' and d.id = c.id left join event de on de.id = d.event_id
      left join event e on c.type = 'event' and e.id = c.id
    )
    select ${stateColumns(timeline)}, exists (select from told where topic = 'all') as "isReload",
      s.type, s.id, s."isPublished",
      (${[...changeReasons]}::text[])[case when not s."exists" then 1 when s."isPublished" then greatest(s.reason, 3) else 2 end] as reason
    from (select) as one left join (
      select * from shown where "isPublished" or "isWithdrawn" order by type, id limit ${limit}::int
    ) s on true order by s.type, s.id`.execute(reader)
  const { isReload, ...state } = rows[0]!
  const changes = rows.flatMap(({ type, id, isPublished, reason }) =>
    type === null ? [] : { type, id, isPublished, reason },
  )
  return { state, changes, isReload }
}

/**
 * Makes durable what the snapshots of now see. Otherwise a crash of the server could give the id of a transaction that was rolled
 * back, which such a snapshot counts as known, to a later one.
 */
export async function flushLog(db: Db): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'kontor', '')`.execute(db)
}

/** Longer than a cursor holds: a transaction may have begun long before its commit. */
const retentionDays = 32

/** Deletes old entries, and an entry if every reader of it sees a later one for the same record. */
export async function deleteOldEntries(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from catalogue_change c
    where c.changed_at < now() - ${retentionDays}::int * interval '1 day'
      or exists (select from catalogue_change n where n.topic = c.topic and n.record_id = c.record_id and n.after_xid > c.xid)`.execute(
    db,
  )
  return Number(numAffectedRows)
}

// Makes deliveries of changes, soon after the commit. The transaction of a change writes its row, so that no change is lost, and
// none is delivered that was rolled back: changes of the catalogue in catalogue_change, read from a snapshot in webhook_cursor
// that the transaction of the deliveries moves; changes of bookings, contacts and leads in webhook_change, which a trigger on
// the change log fills while an address listens.
//
// A delivery waits two seconds, and takes further changes of its record until it is claimed (takes_changes).
// send-webhooks-job.ts claims and sends; private-address.ts checks the address of a connection after its name was resolved.
import { sql } from 'kysely'
import {
  type CatalogueChange,
  type ReadState,
  readChanges,
  readState,
} from '../../catalogue/changes/catalogue-changes.sql.ts'
import type { PagePosition } from '../../catalogue/changes/change-cursor.ts'
import { clientOfDate } from '../../documents/date-data.sql.ts'
import {
  type Db,
  inTransaction,
  type Reader,
  systemActor,
  type Tx,
} from '../../platform/database/database.ts'
import type { Job } from '../../platform/instance/background-jobs.ts'

/** Changes of a thing within this time are one delivery. */
const collectMs = 2000
/** How often changes are looked for while there is an active address. */
const pauseMs = 1000
/** Changes of a step. */
const batchSize = 1000
/** An idle cursor would make its readers pass more and more entries. */
const idleCursorMs = 60_000

// The cursor belongs to the database and is restored with it, so that it needs no timeline.
const noTimeline = `''`

/**
 * Inserts the deliveries of changes (`id`, `event`, `record_id`, `client_id`), one for each address and thing; a delivery that waits
 * for further changes tells these, too. A cancellation is told as such, and a new record as new, even with further changes.
 * @param changes a table expression
 */
async function insertDeliveries(tx: Tx, changes: ReturnType<typeof sql>): Promise<void> {
  const isCancelled = (id: string) =>
    sql`not exists (select from booking b where b.id = ${sql.raw(id)} and b.status <> 'cancelled')`
  await sql`
    with change as (
      select c.id, c.record_id, coalesce(c.client_id, case split_part(c.event, '.', 1)
          when 'date' then (select ${clientOfDate} from event_date d where d.id = c.record_id)
          when 'booking' then (select ${clientOfDate} from booking b join event_date d on d.id = b.date_id where b.id = c.record_id)
        end) as client_id,
        case when c.event = 'booking.cancelled' and not ${isCancelled('c.record_id')} then 'booking.changed' else c.event end as event
      from (${changes}) c
    )
    insert into webhook_delivery as d (webhook_id, event, record_id, takes_changes, next_attempt_at)
    select distinct on (w.id, split_part(c.event, '.', 1), c.record_id)
      w.id, c.event, c.record_id, true, now() + ${collectMs}::int * interval '1 millisecond'
    from change c join webhook w on w.is_active and c.event = any(w.events) and (c.client_id is null or c.client_id = w.client_id)
    order by w.id, split_part(c.event, '.', 1), c.record_id,
      case c.event when 'booking.cancelled' then 1 when 'booking.created' then 2 else 3 end, c.id desc
    on conflict (webhook_id, kind, record_id) where takes_changes do update set event = case
      when excluded.event = 'booking.changed'
        and (d.event = 'booking.created' or d.event = 'booking.cancelled' and ${isCancelled('d.record_id')}) then d.event
      else excluded.event end`.execute(tx)
}

/** The deliveries of bookings, contacts and leads. @returns whether there may be more */
export const planRecordChanges = (db: Db): Promise<boolean> =>
  inTransaction(db, systemActor, async (tx) => {
    const { rows } = await sql<{ id: string; event: string; recordId: number; clientId: number | null }>`
      delete from webhook_change where id in (
        select id from webhook_change order by id limit ${batchSize} for update skip locked)
      returning id, event, record_id as "recordId", client_id as "clientId"`.execute(tx)
    if (rows.length === 0) return false
    const column = <Name extends keyof (typeof rows)[number]>(name: Name) => rows.map((row) => row[name])
    await insertDeliveries(
      tx,
      sql`select * from unnest(${column('id')}::bigint[], ${column('event')}::text[], ${column('recordId')}::int[], ${column('clientId')}::int[])
        as u(id, event, record_id, client_id)`,
    )
    return rows.length === batchSize
  })

type Cursor = { snapshot: string; system: string; database: string; isIdle: boolean }

async function loadCursor(reader: Reader): Promise<Cursor | undefined> {
  const { rows } = await sql<Cursor>`
    select snapshot, system, database, updated_at < now() - ${idleCursorMs}::int * interval '1 millisecond' as "isIdle"
    from webhook_cursor`.execute(reader)
  return rows[0]
}

/** Begins now: there is no cursor, or it belongs to the database that this one was copied from. */
async function resetCursor(db: Db): Promise<void> {
  const { snapshot, system, database } = await readState(db, noTimeline)
  await sql`insert into webhook_cursor (snapshot, system, database) values (${snapshot}, ${system}, ${database})
    on conflict (id) do update set snapshot = excluded.snapshot, system = excluded.system, database = excluded.database, updated_at = now()
      where (webhook_cursor.system, webhook_cursor.database) <> (excluded.system, excluded.database)`.execute(
    db,
  )
}

/** The changes after a cursor, all pages. 'all': anything may have changed. */
async function readAllChanges(
  db: Db,
  from: string,
): Promise<{ state: ReadState; changes: CatalogueChange[] | 'all' }> {
  const changes: CatalogueChange[] = []
  let first: ReadState | undefined
  for (let page: PagePosition | undefined; ; ) {
    const read = await readChanges(db, from, page, batchSize, noTimeline)
    first ??= read.state
    if (read.isReload) return { state: first, changes: 'all' }
    changes.push(...read.changes)
    if (read.changes.length < batchSize) return { state: first, changes }
    const { type, id } = read.changes.at(-1)!
    page = { until: first.snapshot, after: { type, id } }
  }
}

const everything = sql`
  select id, 'event.changed' as event, id as record_id, null::int as client_id from event where is_published
  union all select d.id, 'date.changed', d.id, null from event_date d join event e on e.id = d.event_id where d.is_published and e.is_published`

function changesOf(changes: readonly CatalogueChange[]) {
  const events = changes.map(({ type, isPublished }) => `${type}.${isPublished ? 'changed' : 'removed'}`)
  return sql`select u.record_id as id, u.event, u.record_id, null::int as client_id
    from unnest(${events}::text[], ${changes.map(({ id }) => id)}::int[]) as u(event, record_id)`
}

/** The deliveries of events and dates. The cursor is moved by the transaction that inserts them. */
export async function planCatalogueChanges(db: Db): Promise<void> {
  const cursor = await loadCursor(db)
  if (!cursor) return resetCursor(db)
  const { rows } = await sql<{ listens: boolean }>`
    select exists (select from webhook where is_active
      and events && '{date.changed,date.removed,event.changed,event.removed}') as listens`.execute(db)
  if (!rows[0]!.listens && !cursor.isIdle) return
  const { state, changes } = rows[0]!.listens
    ? await readAllChanges(db, cursor.snapshot)
    : { state: await readState(db, noTimeline), changes: [] }
  if (state.system !== cursor.system || state.database !== cursor.database) return resetCursor(db)
  if (changes.length === 0 && !cursor.isIdle) return
  // The transaction gets its id after the snapshot was taken. Its commit makes durable what the snapshot counts as ended.
  await inTransaction(db, systemActor, async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      update webhook_cursor set snapshot = ${state.snapshot}, updated_at = now() where snapshot = ${cursor.snapshot}`.execute(
      tx,
    )
    // Another process was faster.
    if (numAffectedRows === 0n || changes.length === 0) return
    await insertDeliveries(tx, changes === 'all' ? everything : changesOf(changes))
  })
}

export async function planDeliveries(db: Db): Promise<boolean> {
  await planCatalogueChanges(db)
  return planRecordChanges(db)
}

export const planWebhooksJob: Job = {
  name: 'plan-webhooks',
  intervalMs: 60_000,
  run: ({ db }) => planDeliveries(db),
  dueAfterMs: async ({ db }) => {
    const { rows } = await sql`select from webhook where is_active limit 1`.execute(db)
    return rows.length > 0 ? pauseMs : undefined
  },
}

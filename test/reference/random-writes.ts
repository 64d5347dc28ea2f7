// Random writes to all tables that GET /events shows, in short and long transactions, committed or rolled back.
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { DatabaseStates } from './database-states.ts'
import {
  type CatalogueContext,
  dateStatuses,
  insertRows,
  randomDay,
  randomId,
  randomText,
  type Table,
  tables,
} from './random-rows.ts'

const smallTables = new Set(['client', 'date_status', 'file_access_right', 'module_type', 'series_sort'])
const weightedTables = tables.flatMap((table) =>
  smallTables.has(table.name) || table.name === 'contact' ? [table] : [table, table, table],
)

type Statement = [text: string, values?: unknown[]]

/** Statements whose effects random changes of single columns rarely have. */
const specialStatements: readonly ((world: CatalogueContext) => Statement)[] = [
  (world) => ['update event set is_published = not is_published where id = $1', [randomId(world, 'event')]],
  (world) => [
    'update event_date set is_published = not is_published where id = $1',
    [randomId(world, 'event_date')],
  ],
  (world) => [
    'update event_date set event_id = $2 where id = $1',
    [randomId(world, 'event_date'), randomId(world, 'event')],
  ],
  (world) => [
    'update event_date set event_id = case event_id when $1 then $2 else $1 end where event_id in ($1, $2)',
    [randomId(world, 'event'), randomId(world, 'event')],
  ],
  (world) => [
    'update event_date set start_date = $2, end_date = null where id = $1',
    [randomId(world, 'event_date'), randomDay(world)],
  ],
  (world) => [
    'update catalogue_category set parent_id = nullif($2::int, $1) where id = $1',
    [randomId(world, 'catalogue_category'), randomId(world, 'catalogue_category')],
  ],
  (world) => [
    'update date_status set is_bookable = not is_bookable, goes_ahead = not goes_ahead where status = $1',
    [world.random.pick(dateStatuses)],
  ],
  () => ['update series_sort set by_date = not by_date'],
  (world) => [
    'update contact set last_name = $2 where id = $1',
    [randomId(world, 'location'), randomText(world)],
  ],
  (world) => [
    'update catalogue_file set access_right = null where id = $1',
    [randomId(world, 'catalogue_file')],
  ],
  (world) => [
    'update trainer set last_name = $2 where id = $1',
    [randomId(world, 'trainer'), randomText(world)],
  ],
  (world) => ['delete from series_module_date where linked_date_id = $1', [randomId(world, 'event_date')]],
  (world) => [
    `insert into booking (contact_id, date_id, status)
      select (select min(id) from contact), $1, status from booking_status order by random() limit 1`,
    [randomId(world, 'event_date')],
  ],
  () => [`update booking set status = 'cancelled' where id = (select max(id) from booking)`],
  (world) => ['update booking set date_id = $1 where status = $2', [randomId(world, 'event_date'), 'booked']],
  () => ['delete from booking where id in (select id from booking order by random() limit 3)'],
  (world) => [
    `update booking_status set counts_as = (array['none', 'booked', 'reserved'])[$1] where status = 'attended'`,
    [world.random.int(1, 3)],
  ],
  (world) => [
    `with gone as (delete from date_price where date_id = $1 returning *)
      update event_date set title = title || (select count(*) from gone) where id = $1`,
    [randomId(world, 'event_date')],
  ],
  (world) => [
    `update date_trainer a set trainer_id = b.trainer_id from date_trainer b where a.date_id = $1 and b.date_id = $2`,
    [randomId(world, 'event_date'), randomId(world, 'event_date')],
  ],
]

type Write = (client: pg.Client, world: CatalogueContext, table: Table) => Promise<number>

const newRow = (world: CatalogueContext, table: Table) =>
  table.row(world, world.random.int(1, Math.ceil(table.rows(world.counts)) + 1))

/** Inserts, changes or deletes one random row of a table. @returns the number of affected rows */
export const writes: Record<'insert' | 'update' | 'delete', Write> = {
  insert: (client, world, table) => insertRows(client, table.name, [newRow(world, table)]),
  async update(client, world, table) {
    const row = newRow(world, table)
    // Dates are moved by a special statement, which spares those that an import names: it rejects a date of another event.
    const fixed = ['id', 'contact_type', ...(table.name === 'event_date' ? ['event_id'] : [])]
    const columns = Object.keys(row).filter((name) => !fixed.includes(name))
    const set = world.random.sample(columns, world.random.int(1, 3))
    const { rowCount } = await client.query(
      `update ${table.name} t set ${set.map((name) => `${name} = n.${name}`).join(', ')}
        from json_populate_record(null::${table.name}, $1) n
        where t.ctid = (select ctid from ${table.name} order by random() limit 1)`,
      [JSON.stringify(row)],
    )
    return rowCount ?? 0
  },
  async delete(client, _world, table) {
    const { rowCount } = await client.query(
      `delete from ${table.name} where ctid = (select ctid from ${table.name} order by random() limit 1)`,
    )
    return rowCount ?? 0
  },
}

function writeRandomRow(client: pg.Client, world: CatalogueContext, table: Table): Promise<number> {
  const chance = world.random.next()
  const isDeleted = chance >= 0.85 && !smallTables.has(table.name)
  return writes[chance < 0.35 ? 'insert' : isDeleted ? 'delete' : 'update'](client, world, table)
}

/** Runs a write in a savepoint. @returns the number of affected rows; 0 if the database rejected it */
export async function runInSavepoint(client: pg.Client, write: () => Promise<number>): Promise<number> {
  await client.query('savepoint attempt')
  try {
    return await write()
  } catch (error) {
    if ((error as { code?: string }).code === undefined) throw error
    await client.query('rollback to attempt')
    return 0
  }
}

async function runSpecialStatement(client: pg.Client, world: CatalogueContext): Promise<number> {
  const [statement, values] = world.random.pick(specialStatements)(world)
  const { rowCount } = await client.query(statement, values)
  return rowCount ?? 0
}

/**
 * Runs a transaction of a few statements. Some are rolled back, some stay open while others commit.
 * @param client a connection with a short lock timeout
 */
export async function runRandomTransaction(
  client: pg.Client,
  world: CatalogueContext,
  states: DatabaseStates,
): Promise<void> {
  const { random } = world
  await client.query('begin')
  let rows = 0
  for (let left = random.pick([1, 1, 1, 2, 4]); left > 0; left--)
    rows += await runInSavepoint(client, () =>
      random.chance(0.3)
        ? runSpecialStatement(client, world)
        : writeRandomRow(client, world, random.pick(weightedTables)),
    )
  if (random.chance(0.1)) await wait(random.int(20, 150))
  if (rows === 0 || random.chance(0.1)) await client.query('rollback')
  else await states.commit(() => client.query('commit'))
}

/** Tables without references to them. */
export const truncatableTables = [
  'date_session_day',
  'date_partner',
  'catalogue_pdf',
  'date_catalogue',
  'date_file',
]

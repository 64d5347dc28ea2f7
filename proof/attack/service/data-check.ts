// Whether the data is whole: acknowledged records and files are there, and the change log tells of every change.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Ledger } from '../ledger.ts'

/** The state from which the change log is checked: its last entry, and the rows of each logged table. */
export type Snapshot = { entry: string; counts: Record<string, number> }

async function loggedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'log_insert' order by 1`,
  )
  return rows.map(({ name }) => name)
}

const countRows = async (client: pg.Client, table: string): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return rows[0]!.count
}

export async function takeSnapshot(client: pg.Client): Promise<Snapshot> {
  const { rows } = await client.query<{ entry: string }>(
    'select coalesce(max(id), 0)::text as entry from change_log',
  )
  const counts: Record<string, number> = {}
  for (const table of await loggedTables(client)) counts[table] = await countRows(client, table)
  return { entry: rows[0]!.entry, counts }
}

/** @returns what is wrong; the service must have stopped */
export async function checkData(
  client: pg.Client,
  before: Snapshot,
  ledger: Ledger,
  filesFolder: string,
): Promise<string[]> {
  const faults: string[] = []
  for (const [table, count] of Object.entries(before.counts)) {
    const { rows } = await client.query<{ added: number }>(
      `select (count(*) filter (where action = 'insert') - count(*) filter (where action = 'delete'))::int as added
       from change_log where id > $1 and table_name = $2`,
      [before.entry, table],
    )
    const now = await countRows(client, table)
    if (now !== count + rows[0]!.added)
      faults.push(`${table} has ${now} rows, the change log tells of ${count + rows[0]!.added}`)
    faults.push(...(await compareWithLog(client, table, before.entry)))
  }
  faults.push(...(await missingRecords(client, ledger)), ...(await missingFiles(ledger, filesFolder)))
  return faults
}

/** Rows whose columns have other values than the change log tells last. */
async function compareWithLog(client: pg.Client, table: string, entry: string): Promise<string[]> {
  const { rows: ids } = await client.query(
    `select from pg_attribute where attrelid = $1::regclass and attname = 'id' and atttypid = 'integer'::regtype`,
    [table],
  )
  if (ids.length === 0) return []
  const { rows } = await client.query<{ text: string }>(
    `select format('%s %s: %s is %s, the change log has %s', $2::text, told.row_id, told.key, to_jsonb(r) -> told.key, told.value) as text
     from (select distinct on (row_id, key) row_id, key, value from change_log, jsonb_each(after)
       where id > $1 and table_name = $2 and action <> 'delete' order by row_id, key, change_log.id desc) told
     join ${table} r on r.id = told.row_id
     where to_jsonb(r) -> told.key is distinct from told.value limit 5`,
    [entry, table],
  )
  return rows.map(({ text }) => text)
}

/** Acknowledged records that neither exist nor were deleted by a logged change. */
async function missingRecords(client: pg.Client, { records }: Ledger): Promise<string[]> {
  const faults: string[] = []
  for (const [table, ofTable] of Map.groupBy(records, (record) => record.table)) {
    const { column } = ofTable[0]!
    const { rows } = await client.query<{ id: number; value: string }>(
      `select given.id, given.value from unnest($1::integer[], $2::text[]) given(id, value)
       where not exists (select from change_log l where l.table_name = $3 and l.row_id = given.id
           and l.action = 'insert' and l.after ->> $4 = given.value)
         or not exists (select from ${table} r where r.id = given.id)
           and not exists (select from change_log l where l.table_name = $3 and l.row_id = given.id and l.action = 'delete')`,
      [ofTable.map(({ id }) => id), ofTable.map(({ value }) => value), table, column],
    )
    faults.push(...rows.map(({ id, value }) => `${table} ${id} (${value}) was acknowledged and is lost`))
  }
  return faults
}

async function missingFiles({ files }: Ledger, folder: string): Promise<string[]> {
  const faults: string[] = []
  for (const { path, sha256 } of files) {
    const hash = createHash('sha256')
    const found = await pipeline(createReadStream(join(folder, path)), hash).then(
      () => hash.digest('hex'),
      () => 'missing',
    )
    if (found !== sha256)
      faults.push(`the file ${path} was acknowledged and is ${found === 'missing' ? found : 'another'}`)
  }
  return faults
}

// The history in an archive of kontor backup: change log, merges, imports, webhooks, and what visitors accepted, which the data set does
// not include, and the secrets of webhooks, of the keys of certificates and of links to orders, seats and companies, which no export includes.
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/database.ts'

/** The tables of the history with their integer keys; referenced tables come first. */
export const historyTables: readonly { table: string; keys: readonly string[] }[] = [
  { table: 'contact_merge', keys: ['from_id'] },
  { table: 'duplicate_dismissal', keys: ['low_id', 'high_id'] },
  { table: 'contact_import', keys: ['id'] },
  { table: 'contact_import_row', keys: ['import_id', 'row_number'] },
  { table: 'signing_secret', keys: ['signing_key_id'] },
  { table: 'webhook', keys: ['id'] },
  { table: 'webhook_secret', keys: ['id'] },
  { table: 'order_acceptance', keys: ['order_id', 'version_id'] },
  { table: 'order_link', keys: ['id'] },
  { table: 'seat_link', keys: ['id'] },
  { table: 'company_link', keys: ['id'] },
  { table: 'change_log', keys: ['id'] },
]

const pageSize = 1000

/** The lines of the history: a head, then one row per line. */
export async function* historyLines(reader: Reader): AsyncGenerator<string> {
  yield `${JSON.stringify({ format: 'kontor history' })}\n`
  for (const { table, keys } of historyTables) {
    const columns = sql.join(keys.map((key) => sql.ref(`t.${key}`)))
    for (let last = keys.map(() => '0'); ; ) {
      const { rows } = await sql<{ keys: string[]; row: string }>`
        select array[${columns}]::text[] as keys, to_jsonb(t)::text as row from ${sql.table(table)} t
        where (${columns}) > (${sql.join(last.map((key) => sql`${key}::bigint`))}) order by ${columns} limit ${pageSize}`.execute(
        reader,
      )
      for (const { row } of rows) yield `{"table":"${table}","row":${row}}\n`
      if (rows.length < pageSize) break
      last = rows.at(-1)!.keys
    }
  }
}

/**
 * Prepares the restore of the change log: deletes the entries of the empty instance, and turns logging off until the transaction
 * ends.
 */
export async function prepareHistory(tx: Tx): Promise<void> {
  await sql`alter table change_log disable trigger append_only`.execute(tx)
  await sql`delete from change_log`.execute(tx)
  await sql`alter table change_log enable trigger append_only`.execute(tx)
  await sql`select set_config('kontor.change_log', 'off', true)`.execute(tx)
}

// Not readline, which treats U+2028 as the end of a line.
async function* splitLines(source: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of source.setEncoding('utf8')) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    yield* lines
  }
}

/** Writes the rows of a history with their ids. */
export async function writeHistory(tx: Tx, source: Readable): Promise<void> {
  const knownTables = new Set(historyTables.map(({ table }) => table))
  let table = ''
  let rows: string[] = []
  const flush = async () => {
    if (rows.length === 0) return
    const name = sql.table(table)
    await sql`insert into ${name} overriding system value
      select * from jsonb_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::jsonb)`.execute(tx)
    rows = []
  }
  for await (const line of splitLines(source)) {
    // Not parsed as JSON, which would change numbers such as 59.00.
    const [, tableOfLine = '', row = ''] = /^\{"table":"(\w+)","row":(.*)\}$/s.exec(line) ?? []
    if (!knownTables.has(tableOfLine)) continue
    if (tableOfLine !== table || rows.length === pageSize) await flush()
    table = tableOfLine
    rows.push(row)
  }
  await flush()
  for (const name of [
    'change_log',
    'contact_import',
    'order_link',
    'seat_link',
    'company_link',
    'webhook',
    'webhook_secret',
  ])
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), max(id)) from ${sql.table(name)} having max(id) is not null`.execute(
      tx,
    )
}

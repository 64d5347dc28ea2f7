// Loads the tables of an archive into the empty tables of a database with the same schema. The owner of the tables may do all of it:
// foreign keys and indexes are made again afterwards, which is also faster than checking and filling them row by row.
import { createReadStream } from 'node:fs'
import type pg from 'pg'
import { escapeIdentifier } from 'pg'
import { copyIn } from '../platform/database/copy.ts'
import { type ArchiveHead, BackupError, splitLines, tablesFolder } from './archive-format.ts'
import { readTables, tablesLeftOut } from './copied-tables.ts'

/** A table of an archive, in a local file. `name`: of its entry. */
export type ReceivedTable = { name: string; path: string; size: number }

/** Keys and indexes that are dropped while rows are loaded, and made again: statements for both. */
type Definition = { drop: string; create: string }

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by conname, conrelid`

/** Those of constraints stay. */
const indexes = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relname = any($1) and c.relnamespace = current_schema()::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid) order by indexrelid::regclass::text`

/** Of the trigram indexes, above all. */
const indexMemory = '256MB'

/**
 * Replaces the rows of all tables that a backup copies, in the transaction of the connection.
 * @param client of the owner of the tables
 * @param progress receives the number of bytes loaded
 * @throws BackupError if the database rejects a table
 */
export async function loadTables(
  client: pg.ClientBase,
  tables: readonly ReceivedTable[],
  { sequences }: ArchiveHead,
  progress: (bytes: number) => void,
): Promise<void> {
  const names = (await readTables(client)).map(({ name }) => name)
  const quoted = names.map(escapeIdentifier)
  const definitions = [
    ...(await client.query<Definition>(foreignKeys)).rows,
    ...(await client.query<Definition>(indexes, [names])).rows,
  ]
  for (const { drop } of definitions) await client.query(drop)
  await client.query(quoted.map((table) => `alter table ${table} disable trigger user`).join('; '))
  // Migrations have filled some.
  await client.query(`truncate ${quoted.join(', ')}`)
  for (const table of tables) {
    // An earlier version may have copied what is left out today.
    if (!(table.name.slice(tablesFolder.length) in tablesLeftOut)) await loadTable(client, table, names)
    progress(table.size)
  }
  for (const { name, last } of sequences)
    await client.query(
      `select setval(seqrelid, coalesce($2::bigint, seqstart), $2::bigint is not null)
       from pg_sequence where seqrelid = to_regclass(quote_ident($1))`,
      [name, last],
    )
  await client.query(`select set_config('maintenance_work_mem', '${indexMemory}', true)`)
  for (const { create } of definitions.toReversed())
    await client.query(create).catch(rejectRows('the rows of the archive'))
  await client.query(quoted.map((table) => `alter table ${table} enable trigger user`).join('; '))
}

const maxHeaderLength = 64 * 1024
/** PostgreSQL's codes of values that a column, a check, an index or a foreign key does not accept. */
const rejection = /^2[23]/

const rejectRows =
  (what: string) =>
  (error: Error & { code?: string }): never => {
    if (!rejection.test(error.code ?? '')) throw error
    throw new BackupError(`${what}: rejected by the database: ${error.message}`, { cause: error })
  }

async function loadTable(
  client: pg.ClientBase,
  { name, path }: ReceivedTable,
  known: readonly string[],
): Promise<void> {
  const table = name.slice(tablesFolder.length)
  if (!known.includes(table)) throw new BackupError(`${name}: is not a table of the schema of the archive`)
  const lines = splitLines(createReadStream(path, { end: maxHeaderLength }))
  const { value: header = '' } = await lines.next()
  await lines.return(undefined)
  const columns = header.split('\t').map(escapeIdentifier)
  const target = `${escapeIdentifier(table)} (${columns.join(', ')})`
  await copyIn(client, target, createReadStream(path)).catch(rejectRows(name))
}

// Remaining files are only removed while a lock on the rows of stored files is held, and a row is written before store looks
// for its object: a process that cleans up and one that stores the same file cannot miss each other.
import { sql } from 'kysely'
import { type Db, inTransaction } from '../database/database.ts'

/** The tables whose rows name stored files: their key, and the path below the store's root. All have `size` and `sha256`. */
export const storedRowTables = [
  { table: 'attachment', id: 'id', path: sql<string>`'crm/' || task_id || '/' || filename` },
  { table: 'stored_file', id: 'file_id', path: sql<string>`path` },
  { table: 'image', id: 'id', path: sql<string>`path` },
  { table: 'image_rendition', id: 'id', path: sql<string>`path` },
] as const

/** The stored files of tables, as a query. */
export const storedFilesOf = (tables: readonly (typeof storedRowTables)[number][]) =>
  sql<{ path: string; size: number; sha256: Buffer }>`${sql.join(
    tables.map(
      ({ table, path }) => sql`select ${path} as path, size::float8 as size, sha256 from ${sql.table(table)}`,
    ),
    sql` union all `,
  )}`

/** All stored files, as a query. */
export const storedFilesQuery = storedFilesOf(storedRowTables)

/**
 * Removes something of the store, unless a row names it. No such row can be written until `remove` has ended: otherwise another
 * process could store the same in between.
 */
export type RemoveUnlessStored = (
  file: { path: string } | { sha256: Buffer },
  remove: () => Promise<void>,
) => Promise<void>

/**
 * Waits for transactions that write rows of stored files: the commit of a killed process may still be running in its database.
 */
export const removeUnlessStoredIn =
  (db: Db): RemoveUnlessStored =>
  (file, remove) =>
    inTransaction(db, { userId: null, via: 'kontor' }, async (tx) => {
      await sql`lock table ${sql.join(storedRowTables.map(({ table }) => sql.table(table)))} in share mode`.execute(
        tx,
      )
      const named = 'sha256' in file ? bySha256(file.sha256) : byPath(file.path)
      if (!named) return
      const { rows } = await named.execute(tx)
      if (rows.length === 0) await remove()
    })

const bySha256 = (sha256: Buffer) =>
  sql`${sql.join(
    storedRowTables.map(({ table }) => sql`select from ${sql.table(table)} where sha256 = ${sha256}`),
    sql` union all `,
  )} limit 1`

/** @returns undefined: no path of a stored file */
function byPath(path: string) {
  if (path.startsWith('catalogue/')) return sql`select from stored_file where path = ${path}`
  if (path.startsWith('images/'))
    return sql`select from image where path = ${path} union all select from image_rendition where path = ${path}`
  const [, taskId, filename] = /^crm\/(\d+)\/(.+)$/s.exec(path) ?? []
  return taskId && filename
    ? sql`select from attachment where task_id = ${Number(taskId)} and filename = ${filename}`
    : undefined
}

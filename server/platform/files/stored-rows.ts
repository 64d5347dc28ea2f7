import { sql } from 'kysely'
import { type Db, inTransaction } from '../database/database.ts'

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
      await sql`lock table attachment, stored_file in share mode`.execute(tx)
      const named = 'sha256' in file ? bySha256(file.sha256) : byPath(file.path)
      if (!named) return
      const { rows } = await named.execute(tx)
      if (rows.length === 0) await remove()
    })

const bySha256 = (sha256: Buffer) =>
  sql`select from attachment where sha256 = ${sha256} union all select from stored_file where sha256 = ${sha256} limit 1`

/** @returns undefined: no path of a stored file */
function byPath(path: string) {
  if (path.startsWith('catalogue/')) return sql`select from stored_file where path = ${path}`
  const [, taskId, filename] = /^crm\/(\d+)\/(.+)$/s.exec(path) ?? []
  return taskId && filename
    ? sql`select from attachment where task_id = ${Number(taskId)} and filename = ${filename}`
    : undefined
}

// COPY, on a connection beside the pool: statements of the pool's connections are pipelined, which COPY excludes.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { type Db, openConnection } from './database.ts'

/** As in pg_dump: values have one form, whatever the settings of role and database are. */
const formats = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1`

/** Opens a connection that can copy. A transaction that `work` does not commit is rolled back. */
export async function withCopyConnection<T>(db: Db, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await openConnection(db)
  try {
    await client.query(formats)
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The rows of a query in the text format of COPY, after a line with the names of the columns. */
export const copyOut = (client: pg.ClientBase, query: string): Readable =>
  client.query(to(`copy (${query}) to stdout (header)`))

/** Writes rows in the format of `copyOut`. @param target the table with its columns, which must be those of the header */
export const copyIn = (client: pg.ClientBase, target: string, rows: Readable): Promise<void> =>
  pipeline(rows, client.query(from(`copy ${target} from stdin (header match)`)))

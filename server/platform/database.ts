import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import type { DB } from '../../generated/database.types.ts'

/** The tables, as `generated/database.types.ts` has them. */
export type Database = DB
export type Db = Kysely<DB>
export type Tx = Transaction<DB>
/** Takes a statement in a transaction or outside. A function that only reads may ask for this. */
export type Reader = Kysely<DB>

// A date must not pass through a JavaScript Date (it would move with the process's time zone); numeric and int8 arrive as
// strings, as pg leaves them.
const types = new pg.TypeOverrides()
types.setTypeParser(1082, (value: string) => value)

/** How a server is reached: an address, or the parts of a socket connection. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

/** A pool that never lets a lost idle connection end the process. */
export function openPool(
  connection: Connection,
  max: number,
  onError: (error: Error) => void = () => {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    types,
    application_name: 'kontor',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: '-c timezone=UTC -c synchronous_commit=on -c jit=off',
  })
  pool.on('error', onError)
  return pool
}

/** Kysely on a pool. Closing it closes the pool. */
export const openDb = (pool: pg.Pool): Db =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) })

const retryable = new Set(['40001', '40P01'])

/** Runs a transaction; once more, up to three times, where PostgreSQL ended it for another's sake (deadlock, serialisation). */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === 3 || !retryable.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

/** Namespaces of the advisory locks that settle races on keys without a row. */
export const lockSpace = { companyName: 1, newsletterEmail: 2, idempotency: 3 } as const

/** Holds the lock of a text key until the transaction ends; waits for another that has it. */
export async function lockKey(tx: Tx, space: number, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${space}, hashtext(${key}))`.execute(tx)
}

/** The lock of a text key, or false at once where another has it. */
export async function tryLockKey(tx: Tx, space: number, key: string): Promise<boolean> {
  const { rows } = await sql<{
    held: boolean
  }>`select pg_try_advisory_xact_lock(${space}, hashtext(${key})) as held`.execute(tx)
  return rows[0]!.held
}

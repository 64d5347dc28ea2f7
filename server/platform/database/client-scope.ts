// A request of single clients sees the rows of its clients alone (client-role.ts).
import { Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../../generated/database.types.ts'
import type { PoolDialect } from './driver.ts'
import { enteringDialect } from './entering-driver.ts'

type Db = Kysely<DB>
type Tx = Transaction<DB>

const dialects = new WeakMap<Db, PoolDialect>()

/** Lets a database have scopes. */
export const keepDialect = (db: Db, dialect: PoolDialect): void => {
  dialects.set(db, dialect)
}

/** The clients whose rows a request may see; undefined: all rows. */
export type ClientScope = { clientIds: readonly number[]; defaultClientId: number } | undefined

const scopedDbs = new WeakMap<Db, Map<string, Db>>()
const wholeDbs = new WeakMap<Db, Db>()
/** Combinations of clients, of which users have few. */
const maxScopes = 1000

/**
 * The database as the users of clients see it: the policies of `migrations/0062-clients-apart.sql` hide all other rows, in
 * transactions and outside them.
 */
export function scopedTo(db: Db, scope: ClientScope): Db {
  if (!scope) return db
  const enter = `select enter_clients('{${scope.clientIds.join()}}', ${scope.defaultClientId})`
  const known = scopedDbs.get(db) ?? new Map<string, Db>()
  scopedDbs.set(db, known)
  const existing = known.get(enter)
  if (existing) return existing
  const scoped = new Kysely<DB>({ dialect: enteringDialect(dialects.get(db)!, enter) })
  if (known.size >= maxScopes) known.clear()
  known.set(enter, scoped)
  wholeDbs.set(scoped, db)
  return scoped
}

/** The database of which `db` shows a part: what a process keeps in memory is kept once for all clients. */
export const wholeOf = (db: Db): Db => wholeDbs.get(db) ?? db

const scopedTransactions = new WeakSet<Tx>()

/**
 * Runs work on records that all clients share, such as the deletion of a contact, with the rows of all clients. Its results must not
 * reach the user.
 */
export async function acrossClients<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  if (!scopedTransactions.has(tx)) return work()
  // Only without the role is it known that the work sees all rows: a nested call does not leave twice.
  scopedTransactions.delete(tx)
  await sql`select set_config('role', 'none', true)`.execute(tx)
  // After an error the transaction is rolled back, or a savepoint that has the role.
  const result = await work()
  await sql`select set_config('role', client_role(), true)`.execute(tx)
  scopedTransactions.add(tx)
  return result
}

/** Remembers that a transaction belongs to a scope. */
export const keepScope = (tx: Tx, db: Db): void => {
  if (wholeDbs.has(db)) scopedTransactions.add(tx)
}

import { CompiledQuery, Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '../../../generated/database.types.ts'
import { PoolDialect, type Statement } from './driver.ts'
import { openSharedConnections, type SharedConnections } from './shared-connections.ts'

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

// A statement that comes again is parsed and planned once per connection. Bulk inserts, whose texts differ by their number of
// rows, are left out, and the number of names is bounded: a connection keeps each until it ends.
const statementNames = new Map<string, string>()
const maxNames = 500
const maxTextLength = 4000
let nameCount = 0

function assignName(text: string): string {
  const name = `kontor_${++nameCount}`
  statementNames.set(text, name)
  return name
}

function statementNameOf(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || text.length > maxTextLength || statementNames.size >= maxNames) return known
  return assignName(text)
}

/**
 * The text of a statement that is asked all day: prepared, however long it is. Without its layout, because PostgreSQL copies
 * the text each time that it runs a prepared statement.
 */
export function prepared(text: string): string {
  const compact = text.replace(/\s+/g, ' ').trim()
  if (!statementNames.has(compact)) assignName(compact)
  return compact
}

/** Prepares the statements that have parameters. */
class PreparingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const query = super.query as (...args: unknown[]) => unknown
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || rest.length > 0)
      return query.apply(this, args) as never
    const name = statementNameOf(text)
    if (name === undefined) return query.apply(this, args) as never
    const answer = query.call(this, { name, text, values }) as Promise<unknown>
    return answer.catch((error) => {
      // A migration changed what the statement answers with: from now on it is prepared anew.
      if (error.code === '0A000' && statementNames.get(text) === name) assignName(text)
      throw error
    }) as never
  }
}

/** A pool that never lets a lost idle connection end the process. */
export function openPool(
  connection: Connection,
  max: number,
  onError: (error: Error) => void = () => {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    Client: PreparingClient,
    types,
    application_name: 'kontor',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Statements are sent without waiting for the answers before them.
    pipeline: true,
    options: '-c timezone=UTC -c synchronous_commit=on -c jit=off',
  })
  pool.on('error', onError)
  // The pool listens to its idle connections alone; of one in use, the statement that fails tells.
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return pool
}

/** How many connections an instance has beside its pool, for short questions. */
export const sharedConnectionCount = 3
const sharedConnectionsOf = new WeakMap<Reader, SharedConnections>()

/** Kysely on a pool, with lanes beside it. Closing it closes both. */
export function openDb(pool: pg.Pool): Db {
  const sharedConnections = openSharedConnections(
    sharedConnectionCount,
    () => new PreparingClient(pool.options),
  )
  const db = new Kysely<DB>({ dialect: new PoolDialect(pool, () => sharedConnections.close()) })
  sharedConnectionsOf.set(db, sharedConnections)
  return db
}

/** As `ask`, for a statement that only reads and takes well under a millisecond: outside a transaction it shares its connection. */
export function queryShared<R>(db: Reader, text: string, values: readonly unknown[]): Promise<R[]> {
  const sharedConnections = sharedConnectionsOf.get(db)
  return sharedConnections ? sharedConnections.query<R>(text, values) : query<R>(db, text, values)
}

/**
 * Runs a statement that stands finished as text, made by `prepared`. For what is asked all day: building and compiling it each
 * time costs more than the way to the database.
 */
export async function query<R>(db: Reader, text: string, values: readonly unknown[]): Promise<R[]> {
  const { rows } = await db.executeQuery<R>(CompiledQuery.raw(text, values as unknown[]))
  return rows
}

/**
 * As `ask`, for the one statement that does all the writing of a transaction. Where nothing came before it, it is a
 * transaction by itself, without begin and commit; what follows it then may only read.
 */
export async function queryAutocommit<R>(tx: Tx, text: string, values: readonly unknown[]): Promise<R[]> {
  const statement: Statement = { ...CompiledQuery.raw(text, values as unknown[]), autocommit: true }
  const { rows } = await tx.executeQuery<R>(statement)
  return rows
}

/**
 * Reads by a plan made for these very values: where a word is rare another one is best than where it is not, and the plan that
 * PostgreSQL keeps for a prepared statement fits neither.
 */
export const queryWithCustomPlan = <R>(db: Reader, statement: RawBuilder<R>): Promise<R[]> =>
  db.transaction().execute(async (tx) => {
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
    return (await statement.execute(tx)).rows
  })

const retryable = new Set(['40001', '40P01'])

/** Who writes, as the log of changes tells it: a user (null: none), by way of `interface`, `office` or `kontor …`, a command. */
export type Actor = { userId: number | null; via: string }

const actors = new WeakMap<Tx, Actor>()
/** Kontor itself. */
export const systemActor: Actor = { userId: null, via: 'kontor' }

/** Who writes in a transaction; for the one statement that is a transaction by itself, which has to tell the log itself. */
export const actorOf = (tx: Tx): Actor => actors.get(tx) ?? systemActor

/** Tells the log of changes (migrations/0007-office.sql) who writes, by two parameters, until the transaction ends. */
export const setActor = (userId: string, via: string): string =>
  `set_config('kontor.user_id', ${userId}, true), set_config('kontor.via', ${via}, true)`

const setActorStatement = prepared(`select ${setActor('$1', '$2')}`)

/** Runs a transaction of an actor; once more, up to three times, where PostgreSQL ended it for another's sake (deadlock, serialisation). */
export async function inTransaction<T>(db: Db, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => {
        actors.set(tx, actor)
        const setActorQuery: Statement = {
          ...CompiledQuery.raw(setActorStatement, [String(actor.userId ?? ''), actor.via]),
          sendWithNext: true,
        }
        await tx.executeQuery(setActorQuery)
        return work(tx)
      })
    } catch (error) {
      if (attempt === 3 || !retryable.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

/** Namespaces of the advisory locks that settle races on keys without a row. */
export const lockNamespace = {
  companyName: 1,
  newsletterEmail: 2,
  idempotency: 3,
  administrators: 4,
  contactCategories: 5,
  personWithoutEmail: 6,
} as const

/** Holds the lock of a text key until the transaction ends; waits for another that has it. */
export async function lockKey(tx: Tx, namespace: number, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${namespace}, hashtext(${key}))`.execute(tx)
}

/** The lock of a text key, or false at once where another has it. */
export async function tryLockKey(tx: Tx, namespace: number, key: string): Promise<boolean> {
  const { rows } = await sql<{
    held: boolean
  }>`select pg_try_advisory_xact_lock(${namespace}, hashtext(${key})) as held`.execute(tx)
  return rows[0]!.held
}

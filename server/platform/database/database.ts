import { CompiledQuery, Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { DB } from '../../../generated/database.types.ts'
import { keepDialect, keepScope } from './client-scope.ts'
import { PoolDialect, type Statement, tooManyConnections } from './driver.ts'
import {
  LinkedClient,
  type LinkedConfig,
  linkedConfigOf,
  type PoolConfig,
  type ServerLink,
} from './server-link.ts'
import { openSharedConnections, type SharedConnections } from './shared-connections.ts'
import { serviceLimits, sharedReadLimits, type WriteLimits } from './time-limits.ts'

/** The tables, as `generated/database.types.ts` has them. */
export type Database = DB
export type Db = Kysely<DB>
export type Tx = Transaction<DB>
/** Runs statements inside or outside a transaction. Functions that only read take this type. */
export type Reader = Kysely<DB>

// A date must not become a JavaScript Date: it would shift with the process's time zone. numeric and int8 arrive as strings,
// which is pg's default.
const types = new pg.TypeOverrides()
types.setTypeParser(1082, (value: string) => value)

// A repeated statement is parsed and planned once per connection. Bulk inserts are not prepared, because their texts differ with
// the number of rows. The number of names is bounded, because a connection keeps each of them until it ends.
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
 * The text of a frequent statement, which is prepared regardless of its length. White space is removed, because PostgreSQL copies
 * the text every time it runs a prepared statement.
 */
export function prepared(text: string): string {
  const compact = text.replace(/\s+/g, ' ').trim()
  if (!statementNames.has(compact)) assignName(compact)
  return compact
}

/** Prepares the statements that have parameters. */
class PreparingClient extends LinkedClient {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares ten overloads, some of which return nothing
  override query(...args: any): any {
    const [text, values, ...rest] = args
    const isPreparable =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 && rest.length === 0
    const name = isPreparable ? statementNameOf(text) : undefined
    if (name === undefined) return super.query.apply(this, args)
    return super.query({ name, text, values }).catch((error) => {
      // A migration changed the columns of the result: prepare the statement again.
      if (error.code === '0A000' && statementNames.get(text) === name) assignName(text)
      throw error
    })
  }
}

/** `viaPooler`: its transactions need no session of their own; `onError` is told of lost idle connections. */
type PoolOptions = { viaPooler?: boolean; onError?: (error: Error) => void }

/** A pool whose lost idle connections do not end the process. */
export function openPool(
  link: ServerLink,
  max: number,
  limits: WriteLimits = serviceLimits,
  { viaPooler = false, onError = () => {} }: PoolOptions = {},
): pg.Pool {
  const config: PoolConfig & pg.PoolConfig = {
    link,
    limits,
    viaPooler,
    max,
    // The pool passes its options.
    Client: PreparingClient as unknown as new () => pg.ClientBase,
    types,
    application_name: 'kontor',
    connectionTimeoutMillis: 10_000,
    // Statements are sent without waiting for the answers before them.
    pipeline: true,
  }
  const pool = new pg.Pool(config)
  pool.on('error', onError)
  // The pool handles errors of idle connections only; if a connection in use fails, its statement reports the error.
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return pool
}

const optionsOf = new WeakMap<Reader, LinkedConfig>()

/** Opens a connection beside those of the pool, without their pipelines. End it when its work is done. */
export async function openConnection(db: Db): Promise<pg.Client> {
  // Long streams: the server limits the time of a statement.
  const client = new LinkedClient({
    ...optionsOf.get(db)!,
    viaPooler: false,
    pipeline: false,
    query_timeout: 0,
  })
  client.on('error', () => {})
  return client.connect()
}

/** Number of connections for short reads, beside the pool. */
export const sharedConnectionCount = 3
const sharedConnectionsOf = new WeakMap<Reader, SharedConnections>()

/** Kysely on a pool, with shared connections beside it. Closing it closes both. */
export function openDb(pool: pg.Pool): Db {
  const options = linkedConfigOf(pool)
  const sharedConnections = openSharedConnections(
    sharedConnectionCount,
    () => new PreparingClient({ ...options, limits: sharedReadLimits, viaPooler: false }),
  )
  const dialect = new PoolDialect(pool, options.limits.commitMs, () => sharedConnections.close())
  const db = new Kysely<DB>({ dialect })
  sharedConnectionsOf.set(db, sharedConnections)
  optionsOf.set(db, options)
  keepDialect(db, dialect)
  return db
}

/** PostgreSQL's code of a statement that waited too long for a lock. */
export const lockNotAvailable = '55P03'

/** Like `query`, for a statement that only reads and takes well under a millisecond. Outside a transaction it uses a shared connection. */
export function queryShared<R>(db: Reader, text: string, values: readonly unknown[]): Promise<R[]> {
  const sharedConnections = sharedConnectionsOf.get(db)
  if (!sharedConnections) return query<R>(db, text, values)
  return sharedConnections.query<R>(text, values).catch((error) => {
    // On a connection of its own it may wait for the lock, or for the connection.
    if (error.code !== lockNotAvailable && error.code !== tooManyConnections) throw error
    return query<R>(db, text, values)
  })
}

/**
 * Runs a statement with a text from `prepared`. For frequent statements: building and compiling one with Kysely costs more
 * than the round trip.
 */
export async function query<R>(db: Reader, text: string, values: readonly unknown[]): Promise<R[]> {
  const { rows } = await db.executeQuery<R>(CompiledQuery.raw(text, values as unknown[]))
  return rows
}

/**
 * Like `query`, for a statement that does all the writing of a transaction. If it is the first statement, it runs in autocommit
 * mode, without begin and commit; later statements may then only read.
 */
export async function queryAutocommit<R>(tx: Tx, text: string, values: readonly unknown[]): Promise<R[]> {
  const statement: Statement = { ...CompiledQuery.raw(text, values as unknown[]), autocommit: true }
  const { rows } = await tx.executeQuery<R>(statement)
  return rows
}

/**
 * Plans the statement for these values. A rare search word needs another plan than a frequent one, and the generic plan of a
 * prepared statement suits neither.
 */
export const queryWithCustomPlan = <R>(db: Reader, statement: RawBuilder<R>): Promise<R[]> =>
  db.transaction().execute(async (tx) => {
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
    return (await statement.execute(tx)).rows
  })

/** Serialisation failure, deadlock, exclusion: a repeated transaction sees the rows of the other one, and reports them. */
const retryable = new Set(['40001', '40P01', '23P01'])

/** The actor of a write, for the change log: a user (null: none), via `interface`, `office` or a command (`kontor …`). */
export type Actor = {
  userId: number | null
  via: string
  origin?: Origin
  /** The address of a visitor, for whose mail there is a budget. */
  visitorAddress?: string
}

/** The request of a transaction, for the security log. */
export type Origin = { address: string; requestId: string; log: Logger }

const actors = new WeakMap<Tx, Actor>()
/** Kontor itself. */
export const systemActor: Actor = { userId: null, via: 'kontor' }

/** The actor of a transaction. Statements that run in autocommit mode must set it themselves. */
export const actorOf = (tx: Tx): Actor => actors.get(tx) ?? systemActor

/** SQL that sets the actor of the change log until the transaction ends, from two parameters. */
export const setActor = (userId: string, via: string): string =>
  `set_config('kontor.user_id', ${userId}, true), set_config('kontor.via', ${via}, true)`

const callbacksOf = new WeakMap<Tx, (() => void)[]>()
/** Calls a function after the commit of a transaction that `inTransaction` runs. */
export const afterCommit = (tx: Tx, callback: () => void): void => {
  callbacksOf.get(tx)?.push(callback)
}

const setActorStatement = prepared(`select ${setActor('$1', '$2')}`)
// A booking is made of many small statements, most of which take longer to plan than to run: those of visitors are planned once per
// connection.
const setVisitorStatement = prepared(
  `select ${setActor('$1', '$2')}, set_config('kontor.visitor_address', $3, true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
)

function setActorQuery({ userId, via, visitorAddress = '' }: Actor): Statement {
  const values = [String(userId ?? ''), via]
  const query =
    via === 'website' || visitorAddress !== ''
      ? CompiledQuery.raw(setVisitorStatement, [...values, visitorAddress])
      : CompiledQuery.raw(setActorStatement, values)
  return { ...query, sendWithNext: true }
}

/** Runs a transaction of an actor. Retries it up to three times after a deadlock, a serialisation failure or a violated exclusion. */
export async function inTransaction<T>(db: Db, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const callbacks: (() => void)[] = []
    try {
      const result = await db.transaction().execute(async (tx) => {
        actors.set(tx, actor)
        callbacksOf.set(tx, callbacks)
        keepScope(tx, db)
        await tx.executeQuery(setActorQuery(actor))
        return work(tx)
      })
      for (const callback of callbacks) callback()
      return result
    } catch (error) {
      if (attempt === 3 || !retryable.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

/** Namespaces of advisory locks on keys that have no row to lock. */
export const lockNamespace = {
  companyName: 1,
  newsletterEmail: 2,
  idempotency: 3,
  administrators: 4,
  contactCategories: 5,
  personWithoutEmail: 6,
  dataSetImport: 7,
  mailRate: 8,
  letter: 9,
  visitorOrders: 10,
  backup: 11,
  calendar: 12,
  bookingForm: 13,
  requestedLink: 14,
  withdrawals: 15,
  enquiries: 16,
} as const

/** Locks a text key until the transaction ends; waits while another transaction holds it. */
export const lockKey = async (tx: Tx, namespace: number, key: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${namespace}, hashtext(${key}))`.execute(tx)
}

/** Locks a text key without waiting. @returns false if another transaction holds it */
export async function tryLockKey(tx: Tx, namespace: number, key: string): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${namespace}, hashtext(${key})) as "isLocked"`.execute(tx)
  return rows[0]!.isLocked
}

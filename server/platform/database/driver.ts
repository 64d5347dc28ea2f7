import { setTimeout as wait } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { LinkedClient, type LinkStatistics, linkedConfigOf } from './server-link.ts'
import { socketOf } from './server-state.ts'

/**
 * How a statement is sent. `autocommit`: as the first of a transaction, it runs without `begin` and commits by itself.
 * `sendWithNext`: its result is not needed, so it is sent together with the next statement, and not at all before one in
 * autocommit mode.
 */
export type Statement = CompiledQuery & { autocommit?: true; sendWithNext?: true }

const modifyingCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The server has committed, but no synchronous standby has confirmed it: a fail-over would lose the write. */
export class UnconfirmedCommit extends Error {
  /** PostgreSQL's code for a statement whose completion is unknown. */
  readonly code = '40003'

  constructor() {
    super('no synchronous standby has confirmed the commit')
  }
}

/** The state of synchronous replication for the connections of a pool. */
type Replication = {
  /** How long a commit waits for a synchronous standby, in milliseconds. */
  commitMs: number
  /** No standby has confirmed the last commits. One that is confirmed confirms all before it. */
  unconfirmed: boolean
}

/** Makes a commit wait for the standby even if its transaction writes nothing. */
const writeAhead = `select pg_logical_emit_message(true, 'kontor', '')`

/** A connection that sends `begin` together with the first statement of the transaction, which saves a round trip. */
export class PipelinedConnection implements DatabaseConnection {
  readonly client: pg.PoolClient
  readonly #replication: Replication
  /** The server may still cancel a statement: the connection must not be used again. */
  isCancelled = false
  #unconfirmed = false
  #isReadOnly = false
  /** Sent before the next statement. */
  #pendingBegin: string | undefined
  #pendingStatement: Statement | undefined
  #inTransaction = false

  constructor(client: pg.PoolClient, replication: Replication) {
    this.client = client
    this.#replication = replication
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.#unconfirmed = true
    })
  }

  /** @param isReadOnly the transaction only reads */
  begin(text: string, isReadOnly: boolean): void {
    this.#pendingBegin = text
    this.#isReadOnly = isReadOnly
    this.#pendingStatement = undefined
  }

  async end(text: 'commit' | 'rollback'): Promise<void> {
    this.#pendingBegin = undefined
    if (!this.#inTransaction) return
    this.#inTransaction = false
    if (text === 'rollback' || this.#isReadOnly) await this.client.query(text)
    else await this.#commit(text)
  }

  async #commit(text: string): Promise<void> {
    const replication = this.#replication
    const wasUnconfirmed = replication.unconfirmed
    if (wasUnconfirmed) await this.client.query(writeAhead)
    await this.#confirm(() => this.client.query(text))
    if (wasUnconfirmed) replication.unconfirmed = false
  }

  /** Sends a statement that commits. Waiting for a synchronous standby has no time limit of its own in PostgreSQL. */
  async #confirm<R>(send: () => Promise<R>): Promise<R> {
    const cancelling = setTimeout(() => {
      this.isCancelled = true
      if (this.client instanceof LinkedClient) this.client.requestCancel()
    }, this.#replication.commitMs)
    try {
      const answer = await send()
      this.#assertConfirmed()
      return answer
    } finally {
      clearTimeout(cancelling)
    }
  }

  /** @throws UnconfirmedCommit */
  #assertConfirmed(): void {
    if (!this.#unconfirmed) return
    this.#unconfirmed = false
    this.#replication.unconfirmed = true
    throw new UnconfirmedCommit()
  }

  async executeQuery<R>(statement: Statement): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#send(statement)
    this.#assertConfirmed()
    return modifyingCommands.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
  }

  /** Runs one statement in a transaction of its own: one round trip. */
  async executeAlone<R>(begin: string, { sql, parameters }: Statement): Promise<QueryResult<R>> {
    const socket = socketOf(this.client)
    socket.cork()
    const begun = this.client.query(begin)
    const sent = this.client.query(sql, parameters as unknown[])
    const ended = this.client.query('commit')
    socket.uncork()
    // After an error, the commit rolls back.
    const [entered, answer, commit] = await this.#confirm(() => Promise.allSettled([begun, sent, ended]))
    if (entered.status === 'rejected') throw entered.reason
    if (answer.status === 'rejected') throw answer.reason
    if (commit.status === 'rejected') throw commit.reason
    const { command, rowCount, rows } = answer.value
    return modifyingCommands.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
  }

  async #send(statement: Statement): Promise<pg.QueryResult> {
    const query = ({ sql, parameters }: Statement = statement) =>
      this.client.query(sql, parameters as unknown[])
    const begin = this.#pendingBegin
    if (begin === undefined) return query()
    if (statement.sendWithNext) {
      this.#pendingStatement = statement
      return { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }
    }
    if (statement.autocommit) {
      // The statement has committed. Later statements may read; PostgreSQL rejects writes.
      this.#pendingBegin = 'start transaction read only'
      this.#pendingStatement = undefined
      this.#isReadOnly = true
      return this.#confirm(query)
    }
    this.#pendingBegin = undefined
    this.#inTransaction = true
    const [answer] = await Promise.all(this.#sendTogether(begin, query))
    return answer!
  }

  /** Sends statements in one write: each write wakes the server. @returns what the last one answers, then the others */
  #sendTogether(begin: string, query: (statement?: Statement) => Promise<pg.QueryResult>) {
    const socket = socketOf(this.client)
    socket.cork()
    try {
      const before: Promise<pg.QueryResult>[] = [this.client.query(begin)]
      if (this.#pendingStatement) before.push(query(this.#pendingStatement))
      return [query(), ...before]
    } finally {
      socket.uncork()
    }
  }

  streamQuery(): never {
    throw new Error('not supported: long results are read in pages')
  }
}

/** The statement that begins a transaction. */
export const beginText = ({ isolationLevel, accessMode }: TransactionSettings): string => {
  const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
  return `start transaction${level} ${accessMode ?? ''}`
}

/** The server, or the role, permits no further connection. */
export const tooManyConnections = '53300'
/** After this time it is tried again whether more connections are permitted. */
export const limitedMs = 60_000
const maxWaitMs = 10_000

export class PoolDriver implements Driver {
  readonly pool: pg.Pool
  readonly #max: number
  #limited: NodeJS.Timeout | undefined
  readonly #close: () => Promise<void>
  readonly #connections = new WeakMap<pg.PoolClient, PipelinedConnection>()
  readonly #replication: Replication
  readonly #statistics: LinkStatistics

  constructor(pool: pg.Pool, commitMs: number, close: () => Promise<void>) {
    this.pool = pool
    this.#statistics = linkedConfigOf(pool).link.statistics
    this.#replication = { commitMs, unconfirmed: false }
    this.#max = pool.options.max
    this.#close = close
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PipelinedConnection> {
    const startedAt = performance.now()
    const client = await this.#takeClient()
    const { poolWaits } = this.#statistics
    poolWaits.count++
    poolWaits.seconds += (performance.now() - startedAt) / 1000
    const existing = this.#connections.get(client)
    if (existing) return existing
    const connection = new PipelinedConnection(client, this.#replication)
    this.#connections.set(client, connection)
    return connection
  }

  /** If fewer connections are permitted than the pool may have, requests wait for one of those. */
  async #takeClient(): Promise<pg.PoolClient> {
    const until = performance.now() + maxWaitMs
    for (;;) {
      try {
        return await this.pool.connect()
      } catch (error) {
        if ((error as { code?: string }).code !== tooManyConnections || performance.now() > until) throw error
        const { options } = this.pool
        options.max = Math.max(1, this.pool.totalCount)
        this.#limited ??= setTimeout(() => {
          options.max = this.#max
          this.#limited = undefined
        }, limitedMs).unref()
        await wait(50)
      }
    }
  }

  async beginTransaction(connection: PipelinedConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(beginText(settings), settings.accessMode === 'read only')
  }

  commitTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.end('commit')
  }

  rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.end('rollback')
  }

  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.client.release(connection.isCancelled)
  }

  async destroy(): Promise<void> {
    await this.#close()
    await this.pool.end()
  }
}

/** Kysely's PostgreSQL on a pool whose connections are pipelined. */
export class PoolDialect extends PostgresDialect {
  readonly driver: PoolDriver

  /**
   * @param commitMs how long a commit waits for a synchronous standby
   * @param close runs before the pool is closed
   */
  constructor(pool: pg.Pool, commitMs: number, close: () => Promise<void>) {
    super({ pool })
    this.driver = new PoolDriver(pool, commitMs, close)
  }

  override createDriver(): Driver {
    return this.driver
  }
}

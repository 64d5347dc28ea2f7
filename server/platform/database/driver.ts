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

/**
 * How a statement is sent. `autocommit`: as the first of a transaction, it runs without `begin` and commits by itself.
 * `sendWithNext`: its result is not needed, so it is sent together with the next statement, and not at all before one in
 * autocommit mode.
 */
export type Statement = CompiledQuery & { autocommit?: true; sendWithNext?: true }

const modifyingCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** A connection that sends `begin` together with the first statement of the transaction, which saves a round trip. */
class PipelinedConnection implements DatabaseConnection {
  readonly client: pg.PoolClient
  /** Sent before the next statement. */
  #pendingBegin: string | undefined
  #pendingStatement: Statement | undefined
  #inTransaction = false

  constructor(client: pg.PoolClient) {
    this.client = client
  }

  begin(text: string): void {
    this.#pendingBegin = text
    this.#pendingStatement = undefined
  }

  async end(text: 'commit' | 'rollback'): Promise<void> {
    this.#pendingBegin = undefined
    if (!this.#inTransaction) return
    this.#inTransaction = false
    await this.client.query(text)
  }

  async executeQuery<R>(statement: Statement): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#send(statement)
    return modifyingCommands.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
  }

  async #send(statement: Statement): Promise<pg.QueryResult> {
    const query = ({ sql, parameters }: Statement = statement) =>
      this.client.query(sql, parameters as unknown[])
    if (this.#pendingBegin === undefined) return query()
    if (statement.sendWithNext) {
      this.#pendingStatement = statement
      return { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }
    }
    if (statement.autocommit) {
      // The statement has committed. Later statements may read; PostgreSQL rejects writes.
      this.#pendingBegin = 'start transaction read only'
      this.#pendingStatement = undefined
      return query()
    }
    const pending: Promise<unknown>[] = [this.client.query(this.#pendingBegin)]
    if (this.#pendingStatement) pending.push(query(this.#pendingStatement))
    this.#pendingBegin = undefined
    this.#inTransaction = true
    const [answer] = await Promise.all([query(), ...pending])
    return answer
  }

  streamQuery(): never {
    throw new Error('not supported: long results are read in pages')
  }
}

/** The server, or the role, permits no further connection. */
export const tooManyConnections = '53300'
/** After this time it is tried again whether more connections are permitted. */
export const limitedMs = 60_000
const maxWaitMs = 10_000

class PoolDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #max: number
  #limited: NodeJS.Timeout | undefined
  readonly #close: () => Promise<void>
  readonly #connections = new WeakMap<pg.PoolClient, PipelinedConnection>()

  constructor(pool: pg.Pool, close: () => Promise<void>) {
    this.#pool = pool
    this.#max = pool.options.max
    this.#close = close
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#takeClient()
    const existing = this.#connections.get(client)
    if (existing) return existing
    const connection = new PipelinedConnection(client)
    this.#connections.set(client, connection)
    return connection
  }

  /** If fewer connections are permitted than the pool may have, requests wait for one of those. */
  async #takeClient(): Promise<pg.PoolClient> {
    const until = performance.now() + maxWaitMs
    for (;;) {
      try {
        return await this.#pool.connect()
      } catch (error) {
        if ((error as { code?: string }).code !== tooManyConnections || performance.now() > until) throw error
        const { options } = this.#pool
        options.max = Math.max(1, this.#pool.totalCount)
        this.#limited ??= setTimeout(() => {
          options.max = this.#max
          this.#limited = undefined
        }, limitedMs).unref()
        await wait(50)
      }
    }
  }

  async beginTransaction(connection: PipelinedConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    connection.begin(`start transaction${level} ${accessMode ?? ''}`)
  }

  commitTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.end('commit')
  }

  rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.end('rollback')
  }

  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.client.release()
  }

  async destroy(): Promise<void> {
    await this.#close()
    await this.#pool.end()
  }
}

/** Kysely's PostgreSQL on a pool whose connections are pipelined. */
export class PoolDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  readonly #close: () => Promise<void>

  /** @param close runs before the pool is closed */
  constructor(pool: pg.Pool, close: () => Promise<void>) {
    super({ pool })
    this.#pool = pool
    this.#close = close
  }

  override createDriver(): Driver {
    return new PoolDriver(this.#pool, this.#close)
  }
}

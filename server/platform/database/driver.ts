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
 * A statement that says of itself how it is sent: `alone`, it may be a transaction by itself; `withNext`, nobody waits for its
 * answer, so that it goes out together with the next one, and not before one that is alone.
 */
export type Statement = CompiledQuery & { alone?: true; withNext?: true }

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** A connection on which a transaction begins together with its first statement: one way to the database and back less. */
class Connection implements DatabaseConnection {
  readonly client: pg.PoolClient
  /** What the next statement is preceded by. */
  #due: string | undefined
  #first: Statement | undefined
  #open = false

  constructor(client: pg.PoolClient) {
    this.client = client
  }

  begin(text: string): void {
    this.#due = text
    this.#first = undefined
  }

  async end(text: 'commit' | 'rollback'): Promise<void> {
    this.#due = undefined
    if (!this.#open) return
    this.#open = false
    await this.client.query(text)
  }

  async executeQuery<R>(statement: Statement): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#send(statement)
    return counted.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
  }

  async #send(statement: Statement): Promise<pg.QueryResult> {
    const query = ({ sql, parameters }: Statement = statement) =>
      this.client.query(sql, parameters as unknown[])
    if (this.#due === undefined) return query()
    if (statement.withNext) {
      this.#first = statement
      return { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }
    }
    if (statement.alone) {
      // It is committed by itself. What follows may read, and PostgreSQL sees to it that it does not write.
      this.#due = 'start transaction read only'
      this.#first = undefined
      return query()
    }
    const before: Promise<unknown>[] = [this.client.query(this.#due)]
    if (this.#first) before.push(query(this.#first))
    this.#due = undefined
    this.#open = true
    const [answer] = await Promise.all([query(), ...before])
    return answer
  }

  streamQuery(): never {
    throw new Error('not used: what is long is read page by page')
  }
}

class PoolDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #close: () => Promise<void>
  readonly #connections = new WeakMap<pg.PoolClient, Connection>()

  constructor(pool: pg.Pool, close: () => Promise<void>) {
    this.#pool = pool
    this.#close = close
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#pool.connect()
    const known = this.#connections.get(client)
    if (known) return known
    const connection = new Connection(client)
    this.#connections.set(client, connection)
    return connection
  }

  async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    connection.begin(`start transaction${level} ${accessMode ?? ''}`)
  }

  commitTransaction(connection: Connection): Promise<void> {
    return connection.end('commit')
  }

  rollbackTransaction(connection: Connection): Promise<void> {
    return connection.end('rollback')
  }

  async releaseConnection(connection: Connection): Promise<void> {
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

  /** @param close closes what else is open for the database */
  constructor(pool: pg.Pool, close: () => Promise<void>) {
    super({ pool })
    this.#pool = pool
    this.#close = close
  }

  override createDriver(): Driver {
    return new PoolDriver(this.#pool, this.#close)
  }
}

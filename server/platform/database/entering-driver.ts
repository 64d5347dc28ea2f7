// Transactions that all begin with a statement, on the connections of another driver: those that see the rows of some clients.
import {
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import {
  beginText,
  type PipelinedConnection,
  type PoolDialect,
  type PoolDriver,
  type Statement,
} from './driver.ts'

/** A connection whose statements all run in transactions that begin with the statement `enter`. */
class EnteringConnection implements DatabaseConnection {
  readonly inner: PipelinedConnection
  readonly #enter: string
  #inTransaction = false

  constructor(inner: PipelinedConnection, enter: string) {
    this.inner = inner
    this.#enter = enter
  }

  begin(settings: TransactionSettings): void {
    this.#inTransaction = true
    this.inner.begin(`${beginText(settings)}; ${this.#enter}`, settings.accessMode === 'read only')
  }

  end(text: 'commit' | 'rollback'): Promise<void> {
    this.#inTransaction = false
    return this.inner.end(text)
  }

  async executeQuery<R>(statement: Statement): Promise<QueryResult<R>> {
    // In autocommit mode, the statement would run before the transaction is entered.
    const { autocommit: _, ...ordinary } = statement
    if (this.#inTransaction) return this.inner.executeQuery<R>(ordinary)
    return this.inner.executeAlone<R>(`${beginText({})}; ${this.#enter}`, ordinary)
  }

  streamQuery(): never {
    return this.inner.streamQuery()
  }
}

/** Connections of another driver, for transactions that begin with the statement `enter`. */
class EnteringDriver implements Driver {
  readonly #driver: PoolDriver
  readonly #enter: string

  constructor(driver: PoolDriver, enter: string) {
    this.#driver = driver
    this.#enter = enter
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new EnteringConnection(await this.#driver.acquireConnection(), this.#enter)
  }

  async beginTransaction(connection: EnteringConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(settings)
  }

  commitTransaction(connection: EnteringConnection): Promise<void> {
    return connection.end('commit')
  }

  rollbackTransaction(connection: EnteringConnection): Promise<void> {
    return connection.end('rollback')
  }

  releaseConnection({ inner }: EnteringConnection): Promise<void> {
    return this.#driver.releaseConnection(inner)
  }

  /** The connections are the other driver's. */
  async destroy(): Promise<void> {}
}

/** Kysely on the same connections, with transactions that begin with a statement. */
export function enteringDialect({ driver }: PoolDialect, statement: string): PostgresDialect {
  const entering = new EnteringDriver(driver, statement)
  return Object.assign(new PostgresDialect({ pool: driver.pool }), { createDriver: () => entering })
}

// All connections of a process lead to one server: the primary.
// Frequent statements are prepared texts, because building one with Kysely costs more than the round trip. The pool is
// pipelined (driver.ts): begin is sent together with the first statement. Short reads use three shared connections
// (shared-connections.ts), which plan a statement once for all values. Every connection is a LinkedClient of the process's one
// ServerLink: with the statement that sets its time limits it asks which server it has reached, rejects a standby and a former
// primary (of several listed servers, findServer in cluster/find-server.ts asks all, and takes the highest timeline), and
// closes all other connections if the server is another one than before. The barrier, which asks at least every two seconds,
// reports a silent server. Behind a connection pooler in transaction mode (cluster/pooler.ts), only transactions pass through
// it.
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseAddress, Host } from './database-address.ts'
import {
  connectionOf,
  greet,
  isSameServer,
  passwordOf,
  type ServerState,
  socketOf,
  UnsuitableServer,
  type WireConnection,
  wireClient,
} from './server-state.ts'
import { clientTimeoutMs, type TimeLimits, type WriteLimits } from './time-limits.ts'

/** The work of the connections of a process so far: counts and seconds. */
export type LinkStatistics = Record<'poolWaits' | 'cacheChecks', { count: number; seconds: number }> & {
  openedConnections: number
}

const readOnly = '25006'
/** PostgreSQL's code of a connection that could not be opened. */
export const cannotConnect = '08001'

/** `silent`: the other servers that gave no answer, with the reason of each. */
export type FoundServer = { host: Host; silent: readonly string[] }

/** Which server a link may lead to, and how it is found among several ones (`cluster/server-choice.ts`). */
export type ServerChoice = {
  /** @throws UnsuitableServer if a server is of no use */
  assertUsable(state: ServerState): void
  /**
   * @param assertSuitable throws if the link must not lead to a server
   * @param isKnown whether the link has led to a server before
   * @throws UnsuitableServer
   */
  find?(assertSuitable: (state: ServerState) => void, isKnown: boolean): Promise<FoundServer>
}

/** The connections of a process to its database. */
export type ServerLink = {
  address: DatabaseAddress
  /** A connection pooler before the same servers; undefined: there is none. */
  pooler: DatabaseAddress | undefined
  /** Waiting for a connection of the pool, the barrier's checks, and opened connections. */
  statistics: LinkStatistics
  /** The server that all connections lead to; undefined before the first. */
  server(): ServerState | undefined
  /** Calls the listener when the connections lead to another server than before, or to the same one after a restart. */
  onChange(listener: (server: ServerState) => void): void
  /**
   * Closes all connections if no byte has arrived on any of them since `bytes`, which `bytesRead` returned earlier: the server is
   * gone, and the network does not say so. @returns whether it did
   */
  closeIfSilent(bytes: number): Promise<boolean>
  /** The bytes received on all connections so far. */
  bytesRead(): number
  /** Closes all connections at once. */
  closeAll(): void
  /** Where a new connection should lead; undefined: the address has one server only. */
  findHost(): Promise<Host | undefined>
  /** The servers that gave no answer when the present one was chosen, with the reason of each. */
  silentServers(): readonly string[]
  /** A connection is to be opened. */
  add(client: LinkedClient): void
  /** A connection has opened. @throws UnsuitableServer */
  accept(client: LinkedClient, state: ServerState): void
  /** A connection has failed: the next one looks for the server again. */
  rejectServer(): void
}

/** @throws UnsuitableServer */
export function assertPrimary(state: ServerState, address: DatabaseAddress): void {
  // Not even reads: the caches depend on a table that a standby does not have.
  if (state.isStandby) throw new UnsuitableServer('the database server is a standby', readOnly)
  if (state.isReadOnly && address.mustWrite)
    throw new UnsuitableServer('the database server is read-only', readOnly)
}

/**
 * Opens a link to the servers of an address.
 * @param options `pooler`: leads to the same servers, for connections that ask for it; `choice`: left out: the address has one
 *   server, which must be a primary
 */
export function openServerLink(
  address: DatabaseAddress,
  { pooler, choice }: { pooler?: DatabaseAddress | undefined; choice?: ServerChoice | undefined } = {},
): ServerLink {
  const { assertUsable, find }: ServerChoice = choice ?? {
    assertUsable: (state) => assertPrimary(state, address),
  }
  if (address.hosts.length > 0 && !find) throw new Error('an address with several servers requires a choice')
  const clients = new Set<LinkedClient>()
  const listeners: ((server: ServerState) => void)[] = []
  let current: ServerState | undefined
  let found: Host | undefined
  let searching: Promise<Host> | undefined
  let silent: readonly string[] = []

  const assertNotOlder = ({ system, timeline }: ServerState) => {
    if (current?.system !== system || timeline >= current.timeline) return
    if (timeline === '')
      throw new UnsuitableServer(
        'the database server does not tell its timeline any more: it may have been replaced',
        cannotConnect,
      )
    throw new UnsuitableServer(
      `the database server was replaced: it is on timeline ${timeline}, another one on ${current.timeline}`,
      cannotConnect,
    )
  }

  const search = async (findServer: NonNullable<ServerChoice['find']>): Promise<Host> => {
    const assertSuitable = (state: ServerState) => {
      assertUsable(state)
      assertNotOlder(state)
    }
    const answer = await findServer(assertSuitable, current !== undefined)
    silent = answer.silent
    found = answer.host
    return found
  }

  const closeAll = (except?: LinkedClient) => {
    found = undefined
    for (const client of clients) if (client !== except) socketOf(client).destroy()
  }
  const statistics: LinkStatistics = {
    poolWaits: { count: 0, seconds: 0 },
    cacheChecks: { count: 0, seconds: 0 },
    openedConnections: 0,
  }
  let bytesOfClosed = 0
  const bytesRead = () =>
    [...clients].reduce((sum, client) => sum + socketOf(client).bytesRead, bytesOfClosed)

  return {
    address,
    pooler,
    statistics,
    server: () => current,
    onChange(listener) {
      listeners.push(listener)
    },
    bytesRead,
    async closeIfSilent(bytes) {
      // Sockets are read before: the process may have been paused.
      await setImmediate()
      if (bytesRead() > bytes) return false
      closeAll()
      return true
    },
    closeAll: () => closeAll(),
    async findHost() {
      if (!find) return undefined
      if (found) return found
      searching ??= search(find).finally(() => {
        searching = undefined
      })
      return searching
    },
    silentServers: () => silent,
    add(client) {
      clients.add(client)
      client.once('end', () => {
        clients.delete(client)
        bytesOfClosed += socketOf(client).bytesRead
      })
    },
    accept(client, state) {
      assertUsable(state)
      assertNotOlder(state)
      statistics.openedConnections++
      if (current && isSameServer(current, state)) return
      const isFirst = current === undefined
      current = state
      if (isFirst) return
      const host = found
      closeAll(client)
      found = host
      for (const listener of listeners) listener(state)
    },
    rejectServer() {
      found = undefined
    },
  }
}

/**
 * A connection of a link: `limits` apply to its statements; `viaPooler`: it needs no session of its own, and may use the pooler if
 * there is one.
 */
export type LinkedConfig = pg.ClientConfig & { link: ServerLink; limits: TimeLimits; viaPooler?: boolean }

/** The configuration of a pool of linked clients. */
export type PoolConfig = LinkedConfig & { limits: WriteLimits }

/** The pool passes its options to its clients, and its type does not know theirs. */
export const linkedConfigOf = (pool: pg.Pool): PoolConfig => pool.options as unknown as PoolConfig

/** A client whose connection leads to the server of its link, and has the limits of its work. */
export class LinkedClient extends pg.Client {
  readonly #link: ServerLink
  readonly #limits: TimeLimits
  readonly #pooler: DatabaseAddress | undefined

  constructor(config: LinkedConfig) {
    const { link, limits } = config
    const pooler = config.viaPooler ? link.pooler : undefined
    const address = pooler ?? link.address
    super({
      query_timeout: clientTimeoutMs(limits),
      keepAlive: true,
      // A server that cannot be reached any more is noticed by unanswered probes, which begin after ten seconds without traffic.
      keepAliveInitialDelayMillis: 10_000,
      ...config,
      ...address.config,
    })
    Object.assign(this, passwordOf(address))
    this.#link = link
    this.#limits = limits
    this.#pooler = pooler
    this.on('error', () => link.rejectServer())
    // A server that becomes read-only keeps its connections.
    if (link.address.hosts.length > 0)
      connectionOf(this).on('errorMessage', ({ code }) => {
        if (code === readOnly) link.closeAll()
      })
  }

  override connect(): Promise<this>
  override connect(callback: (error?: Error) => void): void
  override connect(callback?: (error?: Error) => void): Promise<this> | undefined {
    const opened = this.#open()
    if (!callback) return opened
    opened.then(() => callback(), callback)
    return undefined
  }

  async #open(): Promise<this> {
    try {
      if (!this.#pooler) Object.assign(this, await this.#link.findHost())
      this.#link.add(this)
      await super.connect()
      this.#link.accept(this, await greet(this, this.#limits))
      return this
    } catch (error) {
      this.#link.rejectServer()
      socketOf(this).destroy()
      throw error
    }
  }

  /** Asks the server to cancel the running statement. Nothing says whether it has; a later statement may be meant as well. */
  requestCancel(): void {
    const { processID, secretKey } = wireClient(this)
    // pg's types leave out the methods of a connection.
    const connection = new pg.Connection() as unknown as WireConnection
    connection.on('error', () => {})
    connection.on('connect', () => {
      connection.cancel(processID, secretKey)
      connection.end()
    })
    if (this.host.startsWith('/')) connection.connect(`${this.host}/.s.PGSQL.${this.port}`)
    else connection.connect(this.port, this.host)
  }
}

// All connections of a process lead to one server: the primary.
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseAddress, Host } from './database-address.ts'
import {
  askServer,
  connectionOf,
  greet,
  passwordOf,
  type ServerState,
  socketOf,
  UnsuitableServer,
  type WireConnection,
} from './server-state.ts'
import { clientTimeoutMs, type TimeLimits } from './time-limits.ts'

/** What the connections of a process have done so far: how often, and in how many seconds. */
export type LinkStatistics = Record<'poolWaits' | 'cacheChecks', { count: number; seconds: number }> & {
  openedConnections: number
}

const readOnly = '25006'
const cannotConnect = '08001'
/** After which time without an answer the next server is asked, too. */
const patienceMs = 250

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
  /** A connection is to be opened. */
  add(client: LinkedClient): void
  /** A connection has opened. @throws UnsuitableServer */
  accept(client: LinkedClient, state: ServerState): void
  /** A connection has failed: the next one looks for the server again. */
  distrust(): void
}

const isSame = (one: ServerState, other: ServerState): boolean =>
  one.system === other.system && one.timeline === other.timeline && one.startedAt === other.startedAt

/** @throws UnsuitableServer */
function assertStandby(state: ServerState, primary: ServerState | undefined): void {
  if (!state.isStandby) throw new UnsuitableServer('the replica is a primary', cannotConnect)
  if (state.timeline === '')
    throw new UnsuitableServer('the replica does not tell its timeline', cannotConnect)
  if (state.system !== primary?.system || state.timeline !== primary.timeline)
    throw new UnsuitableServer(
      'the replica is no standby of the primary, or has not learned of its promotion yet',
      cannotConnect,
    )
}

/** @throws UnsuitableServer */
function assertPrimary(state: ServerState, address: DatabaseAddress): void {
  // Not even reads: the caches depend on a table that a standby does not have.
  if (state.isStandby) throw new UnsuitableServer('the database server is a standby', readOnly)
  if (state.isReadOnly && address.mustWrite)
    throw new UnsuitableServer('the database server is read-only', readOnly)
  // Of several servers, a former primary may still run.
  if (state.timeline === '' && address.hosts.length > 0)
    throw new UnsuitableServer(
      'the database server does not tell its timeline, as each of several servers must',
      cannotConnect,
    )
}

/**
 * Opens a link to the servers of an address.
 * @param options `pooler`: leads to the same servers, for connections that ask for it; `standbyOf`: the link leads to a standby of
 *   this link's server, for reads, instead of a primary
 */
export function openServerLink(
  address: DatabaseAddress,
  { pooler, standbyOf }: { pooler?: DatabaseAddress | undefined; standbyOf?: ServerLink } = {},
): ServerLink {
  const assertUsable = (state: ServerState) =>
    standbyOf ? assertStandby(state, standbyOf.server()) : assertPrimary(state, address)
  const clients = new Set<LinkedClient>()
  const listeners: ((server: ServerState) => void)[] = []
  let current: ServerState | undefined
  let found: Host | undefined
  let searching: Promise<Host> | undefined

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

  const ask = async (host: Host): Promise<Host> => {
    try {
      const state = await askServer(address, host)
      assertUsable(state)
      assertNotOlder(state)
      return host
    } catch (error) {
      throw new Error(`${host.host}:${host.port}: ${(error as Error).message}`)
    }
  }

  const search = async (): Promise<Host> => {
    const asked: Promise<Host>[] = []
    for (const host of address.hosts) {
      asked.push(ask(host))
      // If the machine of one is gone, it does not answer.
      const answer = Promise.any(asked).catch(() => undefined)
      if (await Promise.race([answer, wait(patienceMs, undefined, { ref: false })])) break
    }
    try {
      found = await Promise.any(asked)
      return found
    } catch (error) {
      const reasons = (error as AggregateError).errors.map(({ message }: Error) => message)
      throw new UnsuitableServer(`no database server can be used: ${reasons.join('; ')}`, cannotConnect)
    }
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
      if (address.hosts.length === 0) return undefined
      if (found) return found
      searching ??= search().finally(() => {
        searching = undefined
      })
      return searching
    },
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
      if (current && isSame(current, state)) return
      const isFirst = current === undefined
      current = state
      if (isFirst) return
      const host = found
      closeAll(client)
      found = host
      for (const listener of listeners) listener(state)
    },
    distrust() {
      found = undefined
    },
  }
}

/**
 * A connection of a link: `limits` apply to its statements; `viaPooler`: it needs no session of its own, and may use the pooler if
 * there is one.
 */
export type LinkedConfig = pg.ClientConfig & { link: ServerLink; limits: TimeLimits; viaPooler?: boolean }

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
    this.on('error', () => link.distrust())
    // A server that becomes read-only keeps its connections.
    if (link.address.hosts.length > 0)
      connectionOf(this).on('errorMessage', ({ code }) => {
        if (code === readOnly) link.closeAll()
      })
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const opened = this.#open()
    if (!callback) return opened
    opened.then(() => callback(undefined as unknown as Error), callback)
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
      this.#link.distrust()
      socketOf(this).destroy()
      throw error
    }
  }

  /** Asks the server to cancel the running statement. Nothing says whether it has; a later statement may be meant as well. */
  requestCancel(): void {
    const { processID, secretKey } = this as unknown as { processID: number; secretKey: number }
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

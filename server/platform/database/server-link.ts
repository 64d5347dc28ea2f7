// All connections of a process lead to one server: the primary.
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseAddress, Host } from './database-address.ts'
import { clientTimeoutMs, sessionSettings, type TimeLimits } from './time-limits.ts'

/** How a server introduces itself on a new connection. */
export type ServerState = {
  /** The cluster: a standby and its primary have the same. */
  system: string
  /** Eight hexadecimal digits; every promotion begins a higher one. Empty on a standby. */
  timeline: string
  /** Seconds since 1970. */
  startedAt: string
  isStandby: boolean
  isReadOnly: boolean
}

const stateColumns = `
  (select system_identifier from pg_control_system())::text as system,
  case when pg_is_in_recovery() then '' else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline,
  extract(epoch from pg_postmaster_start_time())::text as "startedAt",
  pg_is_in_recovery() as "isStandby",
  current_setting('transaction_read_only') = 'on' as "isReadOnly"`

/** The server must not be used: the code of PostgreSQL says why. */
export class UnsuitableServer extends Error {
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

const readOnly = '25006'
const cannotConnect = '08001'

/** The connections of a process to its database. */
export type ServerLink = {
  address: DatabaseAddress
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

/** Parts of pg's connection that its types leave out. */
type WireConnection = {
  stream: { bytesRead: number; destroy(): void }
  on(event: 'errorMessage', listener: (message: { code: string }) => void): void
}
const connectionOf = (client: pg.Client) => (client as unknown as { connection: WireConnection }).connection
const socketOf = (client: pg.Client) => connectionOf(client).stream

const passwordOf = ({ password }: DatabaseAddress) => (password ? { password } : {})

const probeTimeoutMs = 2000
const probeLimits: TimeLimits = { statementMs: 2000, lockMs: 2000, idleInTransactionMs: 2000 }

/** Applies the limits to a new connection, and asks which server it has reached. */
async function greet(client: pg.Client, limits: TimeLimits): Promise<ServerState> {
  const { rows } = await client.query<ServerState>(`select ${stateColumns}, ${sessionSettings(limits)}`)
  return rows[0]!
}

const isSame = (one: ServerState, other: ServerState): boolean =>
  one.system === other.system && one.timeline === other.timeline && one.startedAt === other.startedAt

/** @throws UnsuitableServer */
function assertUsable(state: ServerState, address: DatabaseAddress): void {
  // Not even reads: the caches depend on a table that a standby does not have.
  if (state.isStandby) throw new UnsuitableServer('the database server is a standby', readOnly)
  if (state.isReadOnly && address.mustWrite)
    throw new UnsuitableServer('the database server is read-only', readOnly)
}

/** Asks a server on a connection of its own. @param host left out: that of the address */
export async function askServer(address: DatabaseAddress, host?: Host): Promise<ServerState> {
  const client = new pg.Client({
    ...address.config,
    application_name: 'kontor probe',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  // Not as options, which a URL overrides.
  Object.assign(client, host, passwordOf(address))
  client.on('error', () => {})
  try {
    await client.connect()
    return await greet(client, probeLimits)
  } finally {
    socketOf(client).destroy()
  }
}

/** Opens a link to the servers of an address. */
export function openServerLink(address: DatabaseAddress): ServerLink {
  const clients = new Set<LinkedClient>()
  const listeners: ((server: ServerState) => void)[] = []
  let current: ServerState | undefined
  let found: Host | undefined
  let searching: Promise<Host> | undefined

  const assertNotOlder = ({ system, timeline }: ServerState) => {
    if (current?.system === system && timeline < current.timeline)
      throw new UnsuitableServer(
        `the database server was replaced: it is on timeline ${timeline}, another one on ${current.timeline}`,
        cannotConnect,
      )
  }

  const search = async (): Promise<Host> => {
    const reasons: string[] = []
    for (const host of address.hosts)
      try {
        const state = await askServer(address, host)
        assertUsable(state, address)
        assertNotOlder(state)
        found = host
        return host
      } catch (error) {
        reasons.push(`${host.host}:${host.port}: ${(error as Error).message}`)
      }
    throw new UnsuitableServer(`no database server can be used: ${reasons.join('; ')}`, cannotConnect)
  }

  const closeAll = (except?: LinkedClient) => {
    found = undefined
    for (const client of clients) if (client !== except) socketOf(client).destroy()
  }
  let bytesOfClosed = 0
  const bytesRead = () =>
    [...clients].reduce((sum, client) => sum + socketOf(client).bytesRead, bytesOfClosed)

  return {
    address,
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
      assertUsable(state, address)
      assertNotOlder(state)
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

/** A connection of a link: `limits` apply to its statements. */
export type LinkedConfig = pg.ClientConfig & { link: ServerLink; limits: TimeLimits }

/** A client whose connection leads to the server of its link, and has the limits of its work. */
export class LinkedClient extends pg.Client {
  readonly #link: ServerLink
  readonly #limits: TimeLimits

  constructor(config: LinkedConfig) {
    const { link, limits } = config
    super({
      query_timeout: clientTimeoutMs(limits),
      keepAlive: true,
      // A server that cannot be reached any more is noticed by unanswered probes, which begin after ten seconds without traffic.
      keepAliveInitialDelayMillis: 10_000,
      ...config,
      ...link.address.config,
    })
    Object.assign(this, passwordOf(link.address))
    this.#link = link
    this.#limits = limits
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
      Object.assign(this, await this.#link.findHost())
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
}

// Which server a connection has reached.
import type pg from 'pg'
import type { DatabaseAddress } from './database-address.ts'
import { sessionSettings, type TimeLimits } from './time-limits.ts'

/** How a server introduces itself on a new connection. */
export type ServerState = {
  /** The cluster: a standby and its primary have the same. */
  system: string
  /**
   * Eight hexadecimal digits; every promotion begins a higher one. A standby learns it minutes later. Empty: the server does not tell
   * it, as some services do not.
   */
  timeline: string
  /** Seconds since 1970. */
  startedAt: string
  isStandby: boolean
  isReadOnly: boolean
}

/** The timeline of a primary, as an expression. */
export const primaryTimeline = 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)'

const reportedTimeline = `
  case when pg_is_in_recovery()
    then lpad(upper(to_hex((select timeline_id from pg_control_checkpoint()))), 8, '0')
    else ${primaryTimeline} end`

/** How a server refuses to tell its timeline: no right, no such function, not supported, not with its settings. */
const refusals = new Set(['42501', '42883', '0A000', '55000'])

/** Whether an error says that the server does not tell its timeline. */
export const hidesTimeline = ({ code }: { code?: string }): boolean => refusals.has(code ?? '')

const stateColumns = (timeline: string) => `
  (select system_identifier from pg_control_system())::text as system,
  ${timeline} as timeline,
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

/** Parts of pg's connection that its types leave out. */
export type WireConnection = {
  stream: { bytesRead: number; cork(): void; uncork(): void; destroy(): void }
  on(event: 'errorMessage', listener: (message: { code: string }) => void): void
  on(event: 'error' | 'connect', listener: () => void): void
  connect(portOrPath: number | string, host?: string): void
  cancel(processId: number, secretKey: number): void
  end(): void
}

/** A client with the parts that pg's types leave out: its wire, and the key that cancels its statements. */
export const wireClient = (client: pg.ClientBase) =>
  client as unknown as { connection: WireConnection; processID: number; secretKey: number }
/** The wire of a client. */
export const connectionOf = (client: pg.ClientBase) => wireClient(client).connection
/** The socket of a client. */
export const socketOf = (client: pg.ClientBase) => connectionOf(client).stream

/** The password of an address as pg takes it. */
export const passwordOf = ({ password }: DatabaseAddress) => (password ? { password } : {})

/** Applies the limits to a new connection, and asks which server it has reached. */
export async function greet(client: pg.Client, limits: TimeLimits): Promise<ServerState> {
  const ask = async (timeline: string) => {
    const columns = `${stateColumns(timeline)}, ${sessionSettings(limits)}`
    return (await client.query<ServerState>(`select ${columns}`)).rows[0]!
  }
  return ask(reportedTimeline).catch((error) => {
    if (!hidesTimeline(error)) throw error
    return ask(`''`)
  })
}

/** Whether both are one server, with no restart in between. */
export const isSameServer = (one: ServerState, other: ServerState): boolean =>
  one.system === other.system && one.timeline === other.timeline && one.startedAt === other.startedAt

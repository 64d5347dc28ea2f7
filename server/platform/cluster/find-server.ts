// Which of several servers is the primary.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseAddress, Host } from '../database/database-address.ts'
import type { FoundServer } from '../database/server-link.ts'
import {
  greet,
  isSameServer,
  passwordOf,
  type ServerState,
  socketOf,
  UnsuitableServer,
} from '../database/server-state.ts'
import type { TimeLimits } from '../database/time-limits.ts'

const probeTimeoutMs = 2000
const probeLimits: TimeLimits = { statementMs: 2000, lockMs: 2000, idleInTransactionMs: 2000 }

/** Asks a server on a connection of its own. @param host left out: that of the address */
export async function readServerState(address: DatabaseAddress, host?: Host): Promise<ServerState> {
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

/** A server that an address lists, with its state or why it gave none. */
type Answer = { name: string; host: Host; state?: ServerState; reason?: string }
type KnownAnswer = Answer & { state: ServerState }

/**
 * Asks all servers of an address at once, and decides by their answers which one to use: the one on the highest timeline that any of
 * them tells. A former primary answers like a primary, and knows nothing of the promotion.
 * @param assertUsable throws if a server is of no use
 * @param options `patienceMs`: how long to wait for the others after the first usable answer; left out: until each has answered, or
 *   its time is over; `anyOf`: the servers are interchangeable
 * @throws UnsuitableServer that names each server with its reason
 */
export async function findServer(
  address: DatabaseAddress,
  assertUsable: (state: ServerState) => void,
  { patienceMs, anyOf = false }: { patienceMs?: number | undefined; anyOf?: boolean } = {},
): Promise<FoundServer> {
  const answers: Answer[] = address.hosts.map((host) => ({ name: `${host.host}:${host.port}`, host }))
  const asked = answers.map(async (answer) => {
    try {
      answer.state = await readServerState(address, answer.host)
      assertUsable(answer.state)
    } catch (error) {
      answer.reason = (error as Error).message
      throw error
    }
  })
  const all = Promise.allSettled(asked)
  if (patienceMs !== undefined)
    await Promise.race([
      all,
      Promise.any(asked).then(() => wait(patienceMs, undefined, { ref: false })),
    ]).catch(() => {})
  else await all
  const known = answers.filter((answer): answer is KnownAnswer => answer.state !== undefined)
  const usable = known.filter(({ reason }) => reason === undefined)
  if (!anyOf) rejectFormerPrimaries(usable, known)
  const candidates = usable.filter(({ reason }) => reason === undefined)
  const [chosen] = candidates
  if (!chosen || (!anyOf && candidates.some(({ state }) => !isSameServer(state, chosen.state)))) {
    const reasons = answers.map(
      ({ name, reason = 'a primary of the same rank as another one' }) => `${name}: ${reason}`,
    )
    throw new UnsuitableServer(`no database server can be used: ${reasons.join('; ')}`, '08001')
  }
  const silent = answers.filter((answer) => answer !== chosen && answer.state === undefined)
  return {
    host: chosen.host,
    silent: silent.map(({ name, reason = 'no answer yet' }) => `${name} (${reason})`),
  }
}

/** Sets the reason of each usable server that is behind another one of the same system, or is of another system than another one. */
function rejectFormerPrimaries(usable: readonly KnownAnswer[], known: readonly KnownAnswer[]): void {
  for (const one of usable) {
    const { system, timeline } = one.state
    const ahead = known.find(({ state }) => state.system === system && state.timeline > timeline)
    const other = usable.find(({ state }) => state.system !== system)
    if (ahead)
      one.reason = `a former primary: it is on timeline ${timeline}, ${ahead.name} on ${ahead.state.timeline}`
    else if (other) one.reason = `it belongs to another database system than ${other.name}`
  }
}

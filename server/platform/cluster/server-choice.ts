// The server of a link: the primary among several ones, or a standby.
import type { DatabaseAddress } from '../database/database-address.ts'
import { assertPrimary, cannotConnect, type ServerChoice, type ServerLink } from '../database/server-link.ts'
import { type ServerState, UnsuitableServer } from '../database/server-state.ts'
import { findServer } from './find-server.ts'

/** How long a process that knows its server's timeline waits for further answers once a server can be used. */
const patienceMs = 250

/** The primary among the servers of an address, or its only server, which must be one. */
export const primaryOf = (address: DatabaseAddress): ServerChoice =>
  withSearch(address, false, (state) => {
    assertPrimary(state, address)
    // Of several servers, a former primary may still run.
    if (state.timeline === '' && address.hosts.length > 0)
      throw new UnsuitableServer(
        'the database server does not tell its timeline, as each of several servers must',
        cannotConnect,
      )
  })

/** A standby of the server that a link leads to, for reads. */
export const standbyOf = (address: DatabaseAddress, primary: ServerLink): ServerChoice =>
  withSearch(address, true, (state) => assertStandby(state, primary.server()))

const withSearch = (
  address: DatabaseAddress,
  anyOf: boolean,
  assertUsable: ServerChoice['assertUsable'],
): ServerChoice => ({
  assertUsable,
  ...(address.hosts.length > 0 && {
    find: (assertSuitable, isKnown) =>
      findServer(address, assertSuitable, { patienceMs: isKnown ? patienceMs : undefined, anyOf }),
  }),
})

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

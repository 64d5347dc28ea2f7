// A database on servers that Kontor does not start itself.
import type { Logger } from 'pino'
import type { DatabaseAddress } from '../database/database-address.ts'
import { startStep, waitForServer } from '../database/prepare-database.ts'
import { openServerLink, type ServerLink } from '../database/server-link.ts'
import { assertOwnSessions, assertPreparedStatements, setRoleDefaults } from './pooler.ts'
import { primaryOf } from './server-choice.ts'

/** Opens a link to the primary of an address. @param pooler before the same servers */
export const openPrimaryLink = (address: DatabaseAddress, pooler?: DatabaseAddress): ServerLink =>
  openServerLink(address, { pooler, choice: primaryOf(address) })

/** Opens a link to the primary of an address. @throws if its connections keep no sessions of their own */
export async function openOwnerLink(address: DatabaseAddress): Promise<ServerLink> {
  const link = openPrimaryLink(address)
  await assertOwnSessions(link)
  return link
}

/** Waits until an external database is there, and verifies how its connections behave. */
export async function awaitServers(link: ServerLink, log: Logger, waitMs: number): Promise<void> {
  const setting = link.pooler ? 'KONTOR_DATABASE_DIRECT_URL' : 'KONTOR_DATABASE_URL'
  await waitForServer(
    () => startStep(log, `the servers of ${setting}`, assertOwnSessions(link)),
    log,
    setting,
    waitMs,
  )
  const silent = link.silentServers()
  if (silent.length > 0)
    log.warn(
      { servers: silent },
      `of the servers of ${setting}, not all have answered: if one of them was promoted, it is not known here`,
    )
  if (!link.pooler) return
  await setRoleDefaults(link)
  await waitForServer(() => assertPreparedStatements(link), log, 'KONTOR_DATABASE_URL', waitMs)
}

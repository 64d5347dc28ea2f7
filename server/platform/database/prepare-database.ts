// The server, the schema and the rights that Kontor finds at its start.
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { openPool } from './database.ts'
import type { DatabaseAddress } from './database-address.ts'
import { assertRights, findOwnRole, MissingRights } from './grants.ts'
import { assertCurrentSchema, migrate, SchemaTooOld } from './migrate.ts'
import { openServerLink } from './server-link.ts'
import { commandLimits } from './time-limits.ts'

const minServerVersion = 150_000

/** A host with several addresses fails with an AggregateError. */
type ConnectionError = Error & { code?: string; errors?: ConnectionError[] }

/** A database server that Kontor does not support. */
export class ServerTooOld extends Error {}

/** The database is unavailable: one line for the operator, without a password. */
export class DatabaseUnavailableError extends Error {}

/** Errors of a server that is starting, or whose machine or name is not there yet. */
const notYetThere =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|57P03|08001)$|^Connection terminated|^timeout/

const isNotYetThere = ({ code, message, errors }: ConnectionError): boolean =>
  notYetThere.test(code ?? message) || errors?.some(isNotYetThere) === true

/**
 * @param options `external`: the server is not the embedded one; `waitMs`: how long it may take until the server is there
 * @throws ServerTooOld, DatabaseUnavailableError
 */
export async function assertSupportedServer(
  pool: pg.Pool,
  log: Logger,
  { external, waitMs }: { external: boolean; waitMs: number },
): Promise<void> {
  const queryVersion = async () => pool.query<{ server_version_num: string }>('show server_version_num')
  const until = performance.now() + waitMs
  const queryUntilThere = async (isFirst = true): Promise<Awaited<ReturnType<typeof queryVersion>>> => {
    try {
      return await queryVersion()
    } catch (thrown) {
      const error = thrown as ConnectionError
      if (!external) throw error
      if (!isNotYetThere(error) || performance.now() > until)
        throw new DatabaseUnavailableError(`KONTOR_DATABASE_URL: ${reasonOf(error)}`, { cause: error })
      if (isFirst) log.warn(`waiting for the database: ${reasonOf(error)}`)
      await wait(500)
      return queryUntilThere(false)
    }
  }
  const { rows } = await queryUntilThere()
  const version = Number(rows[0]!.server_version_num)
  if (version < minServerVersion)
    throw new ServerTooOld(`PostgreSQL 15 or later is required; this is ${Math.floor(version / 10_000)}`)
}

/** What is wrong with a connection, in one line without a password. */
export function reasonOf(error: ConnectionError): string {
  if (error.code === 'ERR_INVALID_URL') return 'must be a URL such as postgres://user@host:5432/database'
  // A host with several addresses fails with an AggregateError, which has no message of its own.
  return error.errors?.map(({ message }) => message).join('; ') || error.message || String(error.code)
}

/**
 * Migrates the database as its owner, and grants the application's role what it needs; without an owner's connection, the application
 * migrates if it owns the tables. Then verifies the rights of the application.
 * @param address that of the application
 * @returns the names of the migrations that were applied
 * @throws MissingRights, UnknownMigration, ChangedMigration, DatabaseUnavailableError
 */
export async function prepareDatabase(
  application: pg.Pool,
  address: DatabaseAddress,
  owner: DatabaseAddress | undefined,
): Promise<string[]> {
  const { role, isOwner } = await findOwnRole(application)
  if (owner || isOwner) {
    const applied = await migrateAs(owner ?? address, role)
    if (!isOwner) await assertRights(application)
    return applied
  }
  await assertRights(application)
  try {
    await assertCurrentSchema(application)
    return []
  } catch (error) {
    if (!(error instanceof SchemaTooOld)) throw error
    throw new MissingRights(
      `${error.message}, with the URL of the tables' owner in KONTOR_DATABASE_OWNER_URL: the role ${role} may not migrate`,
    )
  }
}

/** Migrates on a connection with the limits of commands: a migration may take long. */
async function migrateAs(owner: DatabaseAddress, applicationRole: string): Promise<string[]> {
  const pool = openPool(openServerLink(owner), 1, commandLimits)
  try {
    await pool.query('select').catch((error) => {
      throw new DatabaseUnavailableError(`KONTOR_DATABASE_OWNER_URL: ${reasonOf(error)}`, { cause: error })
    })
    return await migrate(pool, applicationRole)
  } finally {
    await pool.end()
  }
}

/** For work that only the owner of the tables may do. @throws MissingRights */
export async function assertOwner(pool: pg.Pool): Promise<void> {
  const { role, isOwner } = await findOwnRole(pool)
  if (!isOwner)
    throw new MissingRights(
      `the role ${role} does not own the tables, as this command requires: set KONTOR_DATABASE_OWNER_URL`,
    )
}

/** Warns if the application's role could do more than its work. */
export async function warnOfExcess(application: pg.Pool, log: Logger): Promise<void> {
  const { role, isOwner, isSuperuser } = await findOwnRole(application)
  if (isSuperuser || isOwner)
    log.warn(
      { role },
      `KONTOR_DATABASE_URL: the role ${role} ${isSuperuser ? 'is a superuser' : 'owns the tables'}; ` +
        'use another one for the service, and this one in KONTOR_DATABASE_OWNER_URL (docs/operating.md)',
    )
}

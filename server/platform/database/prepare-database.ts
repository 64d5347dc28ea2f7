// The server, the schema and the rights that Kontor finds at its start.
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { openPool } from './database.ts'
import type { DatabaseAddress } from './database-address.ts'
import { assertRights, findOwnRole, MissingRights } from './grants.ts'
import { assertCurrentSchema, migrate, SchemaTooOld } from './migrate.ts'
import { assertOwnSessions } from './pooler.ts'
import { openServerLink } from './server-link.ts'
import { commandLimits } from './time-limits.ts'

const minServerVersion = 150_000

/** A host with several addresses fails with an AggregateError. */
type ConnectionError = Error & { code?: string; errors?: ConnectionError[] }

/** A database server that Kontor does not support. */
export class UnsupportedServer extends Error {}

/** The database is unavailable: one line for the operator, without a password. */
export class DatabaseUnavailableError extends Error {}

/** Errors of a server that is starting, or whose machine or name is not there yet. */
const notYetThere =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|57P03|08001)$|^Connection terminated|^timeout/

const isNotYetThere = ({ code, message, errors }: ConnectionError): boolean =>
  notYetThere.test(code ?? message) || errors?.some(isNotYetThere) === true

/**
 * Repeats a first query until the server is there.
 * @param setting which leads to the server; undefined: the embedded one, which is there
 * @param waitMs how long it may take
 * @throws DatabaseUnavailableError
 */
export async function waitForServer<T>(
  query: () => Promise<T>,
  log: Logger,
  setting: string | undefined,
  waitMs: number,
): Promise<T> {
  const until = performance.now() + waitMs
  for (let attempt = 1; ; attempt++)
    try {
      return await query()
    } catch (thrown) {
      const error = thrown as ConnectionError
      if (!setting) throw error
      if (!isNotYetThere(error) || performance.now() > until)
        throw new DatabaseUnavailableError(`${setting}: ${reasonOf(error)}`, { cause: error })
      if (attempt === 1) log.warn(`waiting for the database: ${reasonOf(error)}`)
      await wait(500)
    }
}

const extensions = ['pg_trgm', 'unaccent']
// That of a connection's first statement are missing on servers that only speak PostgreSQL's protocol.
const functions = ['pg_visible_in_snapshot(xid8,pg_snapshot)', 'pg_try_advisory_xact_lock(integer,integer)']

const requirementsQuery = `
  select current_setting('server_version_num')::integer as version,
    pg_encoding_to_char((select encoding from pg_database where datname = current_database())) as encoding,
    array(select name from unnest($1::text[]) as name
      where not exists (select from pg_available_extensions e where e.name = name)
        and not exists (select from pg_extension where extname = name)) as "missingExtensions",
    array(select name from unnest($2::text[]) as name
      where to_regprocedure(name) is null or not has_function_privilege(to_regprocedure(name), 'execute')) as "missingFunctions"`

type Requirements = {
  version: number
  encoding: string
  missingExtensions: string[]
  missingFunctions: string[]
}

/** Verifies that the server and its database have what Kontor needs. @throws UnsupportedServer naming all that is missing */
export async function assertSupportedServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Requirements>(requirementsQuery, [extensions, functions])
  const { version, encoding, missingExtensions, missingFunctions } = rows[0]!
  if (version < minServerVersion)
    throw new UnsupportedServer(`PostgreSQL 15 or later is required; this is ${Math.floor(version / 10_000)}`)
  const faults = [
    ...(encoding === 'UTF8' ? [] : [`its encoding is ${encoding}, and must be UTF8`]),
    ...missingExtensions.map((name) => `the extension ${name} is not installed on the server`),
    ...missingFunctions.map((name) => `the function ${name} is missing, or the role may not use it`),
  ]
  if (faults.length > 0) throw new UnsupportedServer(`the database cannot be used: ${faults.join('; ')}`)
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
  const link = openServerLink(owner)
  const pool = openPool(link, 1, commandLimits)
  try {
    await assertOwnSessions(link).catch((error) => {
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

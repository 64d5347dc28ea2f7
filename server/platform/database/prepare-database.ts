// The server, the schema and the rights that Kontor finds at its start.
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { openPool } from './database.ts'
import type { DatabaseAddress } from './database-address.ts'
import { assertPrivileges, findOwnRole, MissingRights } from './grants.ts'
import { assertCurrentSchema, migrate, SchemaTooOld, type UpgradeSteps } from './migrate.ts'
import type { ServerLink } from './server-link.ts'
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

/** On a slow machine, the migrations of a new database take some seconds. */
const noticeAfterMs = 10_000
const noticeIntervalMs = 60_000
const maxStepMs = 120_000

/**
 * Waits for a step of the start. The log says what for if that takes longer than a moment, and again every minute.
 * @param maxMs after which time the start fails
 * @throws DatabaseUnavailableError
 */
export async function startStep<T>(
  log: Logger,
  waitsFor: string,
  step: Promise<T>,
  maxMs = maxStepMs,
): Promise<T> {
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  let isTold = false
  const tell = () => {
    isTold = true
    log.warn(`the start has been waiting for ${seconds()} s for ${waitsFor}`)
    timer = setTimeout(tell, noticeIntervalMs)
  }
  let timer = setTimeout(tell, noticeAfterMs)
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const expiry = setTimeout(
    () => reject(new DatabaseUnavailableError(`the start has waited for ${seconds()} s for ${waitsFor}`)),
    maxMs,
  )
  try {
    const result = await Promise.race([step, expired])
    if (isTold) log.info(`the start goes on: it waited for ${seconds()} s for ${waitsFor}`)
    return result
  } finally {
    clearTimeout(timer)
    clearTimeout(expiry)
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

/** The error of a connection, in one line without a password. */
export function reasonOf(error: ConnectionError): string {
  if (error.code === 'ERR_INVALID_URL') return 'must be a URL such as postgres://user@host:5432/database'
  // A host with several addresses fails with an AggregateError, which has no message of its own.
  return error.errors?.map(({ message }) => message).join('; ') || error.message || String(error.code)
}

/** Opens a link to the primary of an address. */
export type OpenLink = (address: DatabaseAddress) => Promise<ServerLink>

/**
 * Migrates the database as its owner, and grants the application's role what it needs; without an owner's connection, the application
 * migrates if it owns the tables. Then verifies the rights of the application.
 * @param link that of the application
 * @param openLink opens the link of the owner @throws if its connections keep no sessions of their own
 * @param steps what is done beside the migrations
 * @returns the names of the migrations that were applied
 * @throws MissingRights, UnknownMigration, ChangedMigration, DatabaseUnavailableError
 */
export async function prepareDatabase(
  application: pg.Pool,
  link: ServerLink,
  owner: DatabaseAddress | undefined,
  openLink: OpenLink,
  steps?: UpgradeSteps,
): Promise<string[]> {
  const { role, isOwner } = await findOwnRole(application)
  if (owner || isOwner) {
    const applied = await migrateAs(owner ?? link.address, role, link, openLink, steps)
    if (!isOwner) await assertPrivileges(application)
    return applied
  }
  await assertPrivileges(application)
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
async function migrateAs(
  owner: DatabaseAddress,
  applicationRole: string,
  application: ServerLink,
  openLink: OpenLink,
  steps: UpgradeSteps | undefined,
): Promise<string[]> {
  const failed = (error: Error) => {
    throw new DatabaseUnavailableError(`KONTOR_DATABASE_OWNER_URL: ${reasonOf(error)}`, { cause: error })
  }
  const link = await openLink(owner).catch(failed)
  const pool = openPool(link, 1, commandLimits)
  try {
    // The link knows its server once it has a connection.
    await pool.query('select 1').catch(failed)
    // A former primary would be migrated, or the new one by a process that then works on the former.
    const [ours, its] = [application.server(), link.server()]
    // One role may tell the timeline and the other not.
    const tellTimeline = Boolean(ours?.timeline && its?.timeline)
    if (ours?.system !== its?.system || (tellTimeline && ours?.timeline !== its?.timeline))
      throw new DatabaseUnavailableError(
        'KONTOR_DATABASE_OWNER_URL and KONTOR_DATABASE_URL lead to different servers',
      )
    return await migrate(pool, applicationRole, undefined, steps)
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

/** Warns if the application's role could do more than its work, or lacks the role for requests of single clients. */
export async function warnOfExcess(application: pg.Pool, log: Logger): Promise<void> {
  const { role, isOwner, isSuperuser } = await findOwnRole(application)
  if (isSuperuser || isOwner)
    log.warn(
      { role },
      `KONTOR_DATABASE_URL: the role ${role} ${isSuperuser ? 'is a superuser' : 'owns the tables'}; ` +
        'use another one for the service, and this one in KONTOR_DATABASE_OWNER_URL (docs/operating.md)',
    )
  const { rows } = await application.query<{ hasRole: boolean }>(
    `select exists (select from pg_roles where rolname = client_role()) as "hasRole"`,
  )
  if (!rows[0]!.hasRole)
    log.warn(
      'the database has no role for requests of users who are not of all clients: they are refused (docs/operating.md#clients)',
    )
}

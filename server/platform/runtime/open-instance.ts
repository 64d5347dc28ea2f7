import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Db, inTransaction, openDb, openPool } from '../database/database.ts'
import { type DatabaseAddress, parseDatabaseUrl, toAddress } from '../database/database-address.ts'
import type { PasswordSource } from '../database/database-password.ts'
import { assertCurrentSchema } from '../database/migrate.ts'
import {
  assertOwner,
  assertSupportedServer,
  DatabaseUnavailableError,
  prepareDatabase,
  warnOfExcess,
} from '../database/prepare-database.ts'
import { openServerLink, type ServerLink } from '../database/server-link.ts'
import type { TimeLimits } from '../database/time-limits.ts'
import { type Files, openFiles } from '../files/files.ts'
import { claimFilesFolder } from '../files/files-mark.ts'
import { createFileScan } from '../files/scan-file.ts'
import { type EmbeddedServer, startEmbedded } from '../postgres/embedded-postgres.ts'
import { type Account, nobody } from './account.ts'
import { openDatabaseClock } from './database-clock.ts'
import { namedAccount } from './give-up-root.ts'
import { type Instance, openCaches } from './instance.ts'
import { openReadiness } from './readiness.ts'
import { SettingError, type Settings } from './settings.ts'

/** An open instance and how to close it. */
export type OpenInstance = {
  instance: Instance
  /** The connections of `instance.db`. */
  pool: pg.Pool
  /** All connections of the instance. */
  link: ServerLink
  /** As root: the account that a service should run under. */
  account: Account | undefined
  /** Waits for running work. */
  close(): Promise<void>
  /** Does not wait: stops an embedded server that no other process uses. For a process that exits next. */
  abort(): Promise<void>
}

type OpenOptions = {
  exclusive: boolean
  migrate?: false
  limits: TimeLimits
  filesRequired: boolean
  asOwner?: boolean
}

/** Running statements have this time when an instance is closed. */
const closeMs = 5000

/**
 * Opens the instance of the settings: starts or finds the database, migrates it, opens the file store.
 * @param options `exclusive`: for `kontor serve`, the only service on the folder of an embedded database; `migrate: false`: another
 *   process has migrated, and a schema of another version is an error; `limits`: how long statements may take;
 *   `filesRequired`: the folder of the files must be the right one; `asOwner`: with the rights of the role that owns the tables
 * @throws EmbeddedInUse, UnknownMigration, ChangedMigration, SchemaTooOld, ServerTooOld, MissingRights, DatabaseUnavailableError; SettingError for a folder that
 *   cannot be written
 */
export async function openInstance(
  settings: Settings,
  log: Logger,
  options: OpenOptions,
): Promise<OpenInstance> {
  const account = namedAccount(settings)
  // A worker may only enter the folder of root.
  if (!settings.databaseUrl && options.migrate !== false)
    await ensureWritableFolder('KONTOR_DATA', settings.dataFolder)
  await ensureWritableFolder('KONTOR_FILES', settings.filesFolder)
  const embedded = settings.databaseUrl
    ? undefined
    : await startEmbeddedServer(settings, log, options.exclusive, account)
  const { databaseUrl, databaseOwnerUrl, databasePasswords } = settings
  const owner = embedded
    ? toAddress(embedded.ownerConnection)
    : toOptionalAddress(databaseOwnerUrl, databasePasswords.owner)
  const application = embedded
    ? toAddress(embedded.connection)
    : toOptionalAddress(databaseUrl, databasePasswords.application)!
  const link = openServerLink(options.asOwner ? (owner ?? application) : application)
  link.onChange(({ system, timeline }) =>
    log.warn({ system, timeline }, 'the database is on another server, or was restarted'),
  )
  const externalAccount = account ?? (process.getuid?.() === 0 ? nobody : undefined)
  let closing = false
  const pool = openPool(link, settings.databaseConnections, options.limits, (error) => {
    if (!closing) log.warn({ err: error }, 'a database connection was lost')
  })
  const db = openDb(pool)
  const caches = openCaches(link, db, settings)
  let files: Files | undefined
  let clock: Awaited<ReturnType<typeof openDatabaseClock>> | undefined
  const readiness = openReadiness(link, caches.barrier, settings, async () => files?.verify())
  const close = async () => {
    closing = true
    // A server that is gone does not confirm that connections end.
    const givingUp = setTimeout(() => link.closeAll(), closeMs)
    await readiness.close()
    clock?.close()
    await caches.barrier.close()
    await db.destroy()
    clearTimeout(givingUp)
    await embedded?.stop()
  }
  try {
    await assertSupportedServer(pool, log, {
      external: embedded === undefined,
      waitMs: options.exclusive ? settings.databaseWaitMs : 0,
    })
    if (options.migrate === false) await assertCurrentSchema(pool)
    else
      for (const name of await prepareDatabase(pool, link.address, owner))
        log.info({ migration: name }, 'migrated')
    if (options.asOwner) await assertOwner(pool)
    if (options.exclusive && !embedded) await warnOfExcess(pool, log)
    const mark = options.filesRequired ? await claimFilesFolder(db, settings.filesFolder) : undefined
    files = await openFiles(settings.filesFolder, mark, createFileScan(settings, log))
    await files.removeLeftovers((path) => isStored(db, path))
    clock = await openDatabaseClock(pool)
    const instance = { ...caches, db, files, settings, clock, log, readiness }
    const abort = async () => {
      closing = true
      await embedded?.stop()
    }
    return { instance, pool, link, account: embedded ? embedded.account : externalAccount, close, abort }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

const toOptionalAddress = (
  url: string | undefined,
  password: PasswordSource | undefined,
): DatabaseAddress | undefined => (url === undefined ? undefined : parseDatabaseUrl(url, password))

async function ensureWritableFolder(setting: string, folder: string): Promise<void> {
  try {
    await createFolder(folder)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new SettingError(`${setting}: ${folder} cannot be written (${(error as { code?: string }).code})`)
  }
}

// Not by recursive mkdir, which does not terminate below folders such as /proc.
async function createFolder(folder: string): Promise<void> {
  const createOne = () =>
    mkdir(folder, { mode: 0o700 }).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  await createOne().catch(async (error) => {
    if (error.code !== 'ENOENT') throw error
    await createFolder(dirname(folder))
    await createOne()
  })
}

async function startEmbeddedServer(
  settings: Settings,
  log: Logger,
  exclusive: boolean,
  account: Account | undefined,
): Promise<EmbeddedServer> {
  try {
    return await startEmbedded(settings.dataFolder, {
      exclusive,
      account,
      log: (line) => log.info({ from: 'postgres' }, line),
      // Error details contain values of rows, which must not stay in postgres.log.
      settings: { log_error_verbosity: 'terse' },
    })
  } catch (error) {
    if (error instanceof Error && error.constructor === Error)
      throw new DatabaseUnavailableError(error.message, { cause: error })
    throw error
  }
}

/**
 * Whether a stored file has its row. Waits for transactions that write such rows: the commit of a killed process may still be
 * running in its database.
 */
const isStored = (db: Db, path: string): Promise<boolean> =>
  inTransaction(db, { userId: null, via: 'kontor' }, async (tx) => {
    if (path.startsWith('catalogue/')) {
      await sql`lock table stored_file in share mode`.execute(tx)
      const { rows } = await sql`select from stored_file where path = ${path}`.execute(tx)
      return rows.length > 0
    }
    const [, taskId, filename] = /^crm\/(\d+)\/(.+)$/.exec(path) ?? []
    if (!taskId || !filename) return true
    await sql`lock table attachment in share mode`.execute(tx)
    const row = await tx
      .selectFrom('attachment')
      .select('id')
      .where('task_id', '=', Number(taskId))
      .where('filename', '=', filename)
      .executeTakeFirst()
    return row !== undefined
  })

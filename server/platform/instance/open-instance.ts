import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { openDb, openPool } from '../database/database.ts'
import { type DatabaseAddress, parseDatabaseUrl, toAddress } from '../database/database-address.ts'
import type { PasswordSource } from '../database/database-password.ts'
import { openDatabaseProbe } from '../database/database-probe.ts'
import { assertCurrentSchema, type UpgradeSteps } from '../database/migrate.ts'
import {
  assertOwner,
  assertSupportedServer,
  DatabaseUnavailableError,
  prepareDatabase,
  startStep,
  warnOfExcess,
} from '../database/prepare-database.ts'
import { withoutReplica } from '../database/replica.ts'
import { openServerLink, type ServerLink } from '../database/server-link.ts'
import { serviceLimits, type WriteLimits } from '../database/time-limits.ts'
import type { Files } from '../files/files.ts'
import { claimFiles } from '../files/files-mark.ts'
import { openFiles } from '../files/open-files.ts'
import { createFileScan } from '../files/scan-file.ts'
import { removeUnlessStoredIn } from '../files/stored-rows.ts'
import { type Account, nobody } from '../ground/account.ts'
import { type EmbeddedServer, startEmbedded } from '../postgres/embedded-postgres.ts'
import { availableMemory, memorySettings } from '../postgres/server-memory.ts'
import { embeddedUpgrade } from '../postgres/upgrade-backup.ts'
import { openDatabaseClock } from '../runtime/database-clock.ts'
import { namedAccount } from '../runtime/give-up-root.ts'
import { keyOwners, openSecrets } from '../secrets/secrets.ts'
import { SettingError } from '../settings/setting-error.ts'
import type { Settings } from '../settings/settings.ts'
import { type Instance, openCaches } from './instance.ts'

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
  limits: WriteLimits
  files: 'required' | 'used' | 'unused'
  asOwner?: boolean
  upgrade?: UpgradeListener
  migrations?: readonly string[]
}

/** A migration may rewrite large tables, and many files may have been left behind. */
const maxMigrationMs = 6 * 3_600_000
const maxCleaningMs = 3_600_000

/** Is told of the upgrade of a database: migrations that have run, and where an embedded one was copied to before. */
export type UpgradeListener = Required<Pick<UpgradeSteps, 'ran'>> & { copied(folder: string): void }

/** Running statements have this time when an instance is closed. */
const closeMs = 5000

/**
 * Opens the instance of the settings: starts or finds the database, migrates it, opens the file store.
 * @param options `exclusive`: for `kontor serve`, the only service on the folder of an embedded database; `migrate: false`: another
 *   process has migrated, and a schema of another version is an error; `limits`: how long statements may take;
 *   `files`: whether the store must be the right one, or is only used; `asOwner`: with the rights of the role that owns the tables;
 *   `upgrade`: is told of migrations; `migrations`: those that the schema is to have, instead of all
 * @throws EmbeddedInUse, UnknownMigration, SchemaTooNew, ChangedMigration, SchemaTooOld, UnsupportedServer, MissingRights, DatabaseUnavailableError, UpgradeBackupError, FilesUnavailable; SettingError for a folder
 *   that cannot be written
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
  await ensureWritableFolder(settings.filesBucket ? 'KONTOR_DATA' : 'KONTOR_FILES', settings.filesFolder)
  // The embedded database needs no module of `cluster/`.
  const external = settings.databaseUrl ? await import('../cluster/external-database.ts') : undefined
  const embedded = external ? undefined : await startEmbeddedServer(settings, log, options.exclusive, account)
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, databaseReplicaUrl, databasePasswords } = settings
  const owner = embedded
    ? toAddress(embedded.ownerConnection)
    : toOptionalAddress(databaseOwnerUrl, databasePasswords.owner)
  const application = embedded
    ? toAddress(embedded.connection)
    : toOptionalAddress(databaseDirectUrl ?? databaseUrl, databasePasswords.application)!
  // The sessions of a pooler have the limits of a service.
  const pooler =
    databaseDirectUrl && options.limits === serviceLimits
      ? toOptionalAddress(databaseUrl, databasePasswords.application)
      : undefined
  const address = options.asOwner ? (owner ?? application) : application
  const link = external?.openPrimaryLink(address, pooler) ?? openServerLink(address)
  link.onChange(({ system, timeline }) =>
    log.warn({ system, timeline }, 'the database is on another server, or was restarted'),
  )
  const externalAccount = account ?? (process.getuid?.() === 0 ? nobody : undefined)
  let closing = false
  const pool = openPool(link, settings.databaseConnections, options.limits, {
    viaPooler: true,
    onError: (error) => {
      if (!closing) log.warn({ err: error }, 'a database connection was lost')
    },
  })
  const db = openDb(pool)
  const replicaAddress = toOptionalAddress(databaseReplicaUrl, databasePasswords.application)
  const replica = replicaAddress
    ? (await import('../cluster/replica.ts')).openReplica(
        link,
        db,
        replicaAddress,
        settings.databaseConnections,
        log,
      )
    : withoutReplica(db)
  const caches = openCaches(link, db, settings)
  let files: Files | undefined
  let clock: Awaited<ReturnType<typeof openDatabaseClock>> | undefined
  const probe = openDatabaseProbe(link)
  const close = async () => {
    closing = true
    // A server that is gone does not confirm that connections end.
    const givingUp = setTimeout(() => link.closeAll(), closeMs)
    await probe.close()
    clock?.close()
    await caches.barrier.close()
    await replica.close()
    await db.destroy()
    files?.close()
    clearTimeout(givingUp)
    await embedded?.stop()
  }
  const { upgrade: listener } = options
  const upgrade: UpgradeSteps = {
    ...(embedded && embeddedUpgrade(embedded, settings.upgradeBackup, log, listener?.copied)),
    ...(listener && { ran: listener.ran }),
    only: options.migrations,
  }
  try {
    await external?.awaitServers(link, log, options.exclusive ? settings.databaseWaitMs : 0)
    await startStep(log, 'the database to tell its version', assertSupportedServer(pool))
    if (options.migrate === false) await startStep(log, 'the table of migrations', assertCurrentSchema(pool))
    else {
      const waitsFor = 'the migrations, or for another process that migrates'
      const migrated = await startStep(
        log,
        waitsFor,
        prepareDatabase(
          pool,
          link,
          owner,
          external?.openOwnerLink ?? (async (one) => openServerLink(one)),
          upgrade,
        ),
        maxMigrationMs,
      )
      for (const name of migrated) log.info({ migration: name }, 'migrated')
    }
    if (options.asOwner) await assertOwner(pool)
    if (options.exclusive && !embedded) await warnOfExcess(pool, log)
    if (options.exclusive && link.server()?.timeline === '')
      log.warn('the database server does not tell its timeline: a former primary is not rejected')
    const runsAs = embedded ? embedded.account : externalAccount
    const secrets = openSecrets(db, settings.secretKey, keyOwners(settings.secretKey, runsAs))
    if (options.files === 'required' && (await startStep(log, 'the key of the secrets', secrets.claim())))
      log.warn(
        { file: settings.secretKey.file },
        'made the key of the secrets in the database: keep a copy apart from the backups, and give it to all services of this instance',
      )
    const opened = openFiles(settings, {
      removeUnlessStored: removeUnlessStoredIn(db),
      scan: createFileScan(settings, log),
    })
    files = await startStep(log, 'the folder of the files', opened)
    if (options.files === 'required')
      files.expectMark(await startStep(log, `the mark of the files in ${files.name}`, claimFiles(db, files)))
    if (options.files !== 'unused')
      await startStep(
        log,
        'the removal of files that a crash has left',
        files.removeLeftovers(),
        maxCleaningMs,
      )
    clock = await startStep(log, 'the clock of the database', openDatabaseClock(pool))
    const instance = { ...caches, db, replica, files, secrets, settings, clock, log, probe }
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

/** The settings of the server of the embedded database. */
export const embeddedSettings = ({ databaseMemory }: Settings): Record<string, string> => ({
  ...memorySettings(databaseMemory, availableMemory()),
  // Error details contain values of rows, which must not stay in postgres.log.
  log_error_verbosity: 'terse',
})

/** Starts or finds the embedded database of the settings. */
export async function startEmbeddedServer(
  settings: Settings,
  log: Logger,
  exclusive: boolean,
  account: Account | undefined,
): Promise<EmbeddedServer> {
  const { archive } = settings
  try {
    return await startEmbedded(settings.dataFolder, {
      exclusive,
      account,
      log: (line) => log.info({ from: 'postgres' }, line),
      archive: archive
        ? (await import('../cluster/archive/wal-archive.ts')).logArchive(archive, settings)
        : undefined,
      settings: embeddedSettings(settings),
    })
  } catch (error) {
    if (error instanceof Error && error.constructor === Error)
      throw new DatabaseUnavailableError(error.message, { cause: error })
    throw error
  }
}

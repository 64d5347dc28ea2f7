// Copies of the embedded database from before its migrations, with which the version before starts.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import type { UpgradeSteps } from '../database/migrate.ts'
import { baseBackupLimits, sessionSettings } from '../database/time-limits.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { changeOwner } from '../ground/account.ts'
import { type BuildVersion, kontorVersion } from '../ground/version.ts'
import { copyRunningCluster, type SpaceForCopy, spaceForCopy } from './copy-cluster.ts'
import type { EmbeddedServer } from './embedded-postgres.ts'

/** The database cannot be copied before its migration: one line for the operator. */
export class UpgradeBackupError extends Error {}

/** The file that describes a copy; the copy beside it is the folder `postgres`. */
const descriptionFile = 'upgrade.json'
const kept = 2

/** A complete copy. `migrations`: those that it has; `to`: the version that the database was upgraded to. */
type UpgradeBackup = {
  name: string
  system: string
  migrations: readonly string[]
  to: Pick<BuildVersion, 'version' | 'commit'>
  madeAt: string
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

/** Why there is no room, and the remedy. */
export const noSpaceText = (place: string, { bytes, freeBytes }: SpaceForCopy): string =>
  `the database must be copied before it is migrated: ${place} needs ${gigabytes(bytes)} and has ${gigabytes(freeBytes)} free. ` +
  'Make room, name a folder on another disk in KONTOR_UPGRADE_BACKUP, or make a backup with the version before and set KONTOR_UPGRADE_BACKUP=off'

/** The nearest folder on the way to a place that exists. */
export async function existingFolder(place: string): Promise<string> {
  for (let folder = place; ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined)
    if (found?.isDirectory() || folder === dirname(folder)) return folder
  }
}

/** Creates the folder of the copies, for the account of the database. */
export async function createPlace(
  place: string,
  { account }: Pick<EmbeddedServer, 'account'>,
): Promise<void> {
  const created = await mkdir(place, { recursive: true, mode: 0o700 })
  if (created !== undefined && account) await changeOwner(place, account)
}

async function listBackups(place: string, system: string): Promise<UpgradeBackup[]> {
  const backups: UpgradeBackup[] = []
  const names = await readdir(place).catch((error) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  for (const name of names) {
    const text = await readFile(join(place, name, descriptionFile), 'utf8').catch(() => undefined)
    if (name.startsWith('.') || text === undefined) continue
    const backup = JSON.parse(text) as UpgradeBackup
    // Several instances may share the folder.
    if (backup.system === system) backups.push({ ...backup, name })
  }
  return backups.toSorted((one, other) => one.madeAt.localeCompare(other.madeAt))
}

async function systemOf(owner: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(owner)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`select ${sessionSettings(baseBackupLimits)}`)
    const { rows } = await client.query<{ system: string }>(
      'select system_identifier::text as system from pg_control_system()',
    )
    return rows[0]!.system
  } finally {
    await client.end()
  }
}

const equal = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one))

/**
 * Copies the database as it is before its migrations. The caller has the lock of migrations. A copy has its name when it is complete
 * and synced; the next process removes the rest of a killed one.
 * @param applied the migrations that the database has
 * @returns the folder of the copy
 * @throws UpgradeBackupError
 */
async function backUpBeforeUpgrade(
  server: EmbeddedServer,
  place: string,
  applied: readonly string[],
  to: BuildVersion,
): Promise<string> {
  await createPlace(place, server)
  const system = await systemOf(server.ownerConnection)
  const temporary = join(place, `.copying-${system}`)
  await rm(temporary, { recursive: true, force: true })
  // An upgrade that failed has left the state that is copied now.
  for (const { name, migrations } of await listBackups(place, system))
    if (equal(migrations, applied)) await removeBackup(place, name)
  const space = await spaceForCopy(server.data, place)
  if (!space.isEnough) throw new UpgradeBackupError(noSpaceText(place, space))
  try {
    await mkdir(temporary, { mode: 0o700 })
    const copied = join(temporary, 'postgres')
    const madeAt = await copyRunningCluster(server.ownerConnection, server.data, copied, server.account)
    const name = `before-${to.version}-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
    const { version, commit } = to
    const description = { system, migrations: applied, to: { version, commit }, madeAt: madeAt.toISOString() }
    const file = join(temporary, descriptionFile)
    await writeFile(file, `${JSON.stringify(description, undefined, 2)}\n`, { mode: 0o600, flush: true })
    if (server.account) for (const path of [file, temporary]) await changeOwner(path, server.account)
    await syncFolder(temporary)
    await rename(temporary, join(place, name))
    await syncFolder(place)
    return join(place, name)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw new UpgradeBackupError(
      `the database could not be copied to ${place} before it is migrated: ${(error as Error).message}; KONTOR_UPGRADE_BACKUP=off migrates without a copy`,
      { cause: error },
    )
  }
}

/** Keeps the newest copies. Called when the database is migrated. */
async function removeOldUpgradeBackups(server: EmbeddedServer, place: string): Promise<void> {
  const backups = await listBackups(place, await systemOf(server.ownerConnection))
  for (const { name } of backups.slice(0, -kept)) await removeBackup(place, name)
}

/** The description first: the rest is not taken for a copy. */
async function removeBackup(place: string, name: string): Promise<void> {
  await rm(join(place, name, descriptionFile), { force: true })
  await rm(join(place, name), { recursive: true, force: true })
}

/**
 * How an embedded database is upgraded: copied, then migrated in one transaction.
 * @param place the folder of the copies; left out: none are made
 * @param onCopied gets the folder of a copy
 */
export const embeddedUpgrade = (
  server: EmbeddedServer,
  place: string | undefined,
  log: Logger,
  onCopied: (folder: string) => void = () => {},
): UpgradeSteps => ({
  isAtomic: true,
  async before(applied) {
    if (place === undefined) return
    log.info({ folder: place }, 'copying the database before it is migrated')
    const folder = await backUpBeforeUpgrade(server, place, applied, kontorVersion())
    log.info({ folder }, 'copied the database')
    onCopied(folder)
  },
  async done() {
    if (place !== undefined) await removeOldUpgradeBackups(server, place)
  },
})

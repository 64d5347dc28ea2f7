// Base backups of the running embedded server, by PostgreSQL's low-level interface: its package has no pg_basebackup.
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { baseBackupLimits, sessionSettings } from '../database/time-limits.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { archivedSegments, archiveSettings, baseFolder, readArchiveState, walFolder } from './wal-archive.ts'

/** A complete base backup. */
export type BaseBackup = {
  name: string
  /** From when on states of the database can be restored with it. */
  endedAt: Date
  /** The first segment of the log that it needs. */
  startSegment: string
}

/** The base backup cannot be made, or there is none to use: one line for the operator. */
export class ArchiveError extends Error {}

const description = 'backup.json'
const namePattern = /^\d{4}-\d\d-\d\dT[\d-]+Z$/

/** In the database `postgres`; the other keys are in embedded-postgres.ts. */
const BASE_BACKUP_LOCK = 4

/** What the server creates again, or must not be copied while it runs. */
const emptyFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const skippedFiles =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|.*\.signal|pg_internal\.init.*|pgsql_tmp.*|\.s\.PGSQL.*|current_logfiles(\.tmp)?)$/
const controlFile = 'global/pg_control'

/** The folder with the copy of the data folder. */
export const baseData = (archive: string, { name }: Pick<BaseBackup, 'name'>): string =>
  join(baseFolder(archive), name, 'data')

/** The complete base backups of an archive, oldest first. */
export async function listBaseBackups(archive: string): Promise<BaseBackup[]> {
  const names = await readdir(baseFolder(archive)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  const backups: BaseBackup[] = []
  for (const name of names.filter((one) => namePattern.test(one)).toSorted()) {
    const { endedAt, startSegment } = JSON.parse(
      await readFile(join(baseFolder(archive), name, description), 'utf8'),
    ) as { endedAt: string; startSegment: string }
    backups.push({ name, endedAt: new Date(endedAt), startSegment })
  }
  return backups
}

/**
 * Copies the data folder of the running server into the archive. A folder with the name of a base backup is always complete.
 * @throws ArchiveError
 */
export async function takeBaseBackup(
  connection: pg.ClientConfig,
  data: string,
  archive: string,
): Promise<BaseBackup> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  client.on('error', () => {}) // the running statement fails
  await client.connect()
  await client.query(`select ${sessionSettings(baseBackupLimits)}`)
  const partial = join(baseFolder(archive), `.partial-${process.pid}`)
  try {
    await prepareBackup(client, archive)
    await mkdir(partial, { mode: 0o700 })
    const { rows: started } = await client.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('kontor base-backup', fast => true)) as segment`,
    )
    const copy = join(partial, 'data')
    await copyTree(data, copy, '')
    await copyControlFile(data, copy)
    const { rows: stopped } = await stopBackup(client)
    const { label, now } = stopped[0]!
    await writeSynced(join(copy, 'backup_label'), label)
    await syncFolder(copy)
    const backup = {
      name: now.toISOString().replace(/[:.]/g, '-'),
      endedAt: now,
      startSegment: started[0]!.segment,
    }
    await writeSynced(join(partial, description), `${JSON.stringify(backup)}\n`)
    await syncFolder(partial)
    await rename(partial, join(baseFolder(archive), backup.name))
    await syncFolder(baseFolder(archive))
    return backup
  } finally {
    await client.end().catch(() => {})
    await rm(partial, { recursive: true, force: true })
  }
}

/** Waits until the log of the time of the backup is archived: without it, the copy is worthless. */
async function stopBackup(client: pg.Client) {
  try {
    return await client.query<{ label: string; now: Date }>(
      `select labelfile as label, clock_timestamp() as now from pg_backup_stop(wait_for_archive => true)`,
    )
  } catch (error) {
    if ((error as { code?: string }).code !== '57014') throw error
    throw new ArchiveError('the database does not archive its log: see postgres.log and kontor doctor')
  }
}

async function copyTree(from: string, to: string, below: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const path = below ? `${below}/${entry.name}` : entry.name
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (skippedFiles.test(entry.name) || path === controlFile) continue
    if (entry.isDirectory()) {
      if (emptyFolders.has(path)) await createEmptyFolder(target, path)
      else await copyTree(source, target, path)
    } else if (entry.isFile()) await copySynced(source, target)
    else if (!entry.isSocket()) throw new ArchiveError(`${source} is neither a file nor a folder`)
  }
  await syncFolder(to)
}

async function createEmptyFolder(folder: string, path: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  if (path === 'pg_wal') await mkdir(join(folder, 'archive_status'), { mode: 0o700 })
  await syncFolder(folder)
}

async function copySynced(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE)
  } catch (error) {
    // A table was dropped meanwhile; the log says so.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const file = await open(target, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Last, and not while the server writes it: two equal reads. */
async function copyControlFile(data: string, copy: string): Promise<void> {
  const read = () => readFile(join(data, controlFile))
  let content = await read()
  for (let again = await read(); !again.equals(content); again = await read()) content = again
  await writeSynced(join(copy, controlFile), content)
  await syncFolder(join(copy, 'global'))
}

async function writeSynced(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Removes what killed processes have left. The caller has the lock. */
async function removePartial(archive: string): Promise<void> {
  for (const name of await readdir(baseFolder(archive)))
    if (name.startsWith('.partial-'))
      await rm(join(baseFolder(archive), name), { recursive: true, force: true })
}

/** @throws ArchiveError unless the server archives into this archive and no other process makes a base backup */
async function prepareBackup(client: pg.Client, archive: string): Promise<void> {
  const { rows } = await client.query<{ mode: string; command: string; locked: boolean }>(
    `select current_setting('archive_mode') as mode, current_setting('archive_command') as command,
       pg_try_advisory_lock(${BASE_BACKUP_LOCK}) as locked`,
  )
  const { mode, command, locked } = rows[0]!
  if (mode !== 'on' || command !== archiveSettings(archive)['archive_command'])
    throw new ArchiveError('the database runs without this KONTOR_ARCHIVE: restart the service with it')
  if (!locked) throw new ArchiveError('another process is making a base backup')
  await removePartial(archive)
}

/** Removes all but the newest base backups, and the log that only they need. @returns the number of removed base backups */
export async function removeOldBackups(archive: string, keep: number): Promise<number> {
  const backups = await listBaseBackups(archive)
  const old = backups.slice(0, -keep)
  for (const { name } of old) {
    // An incomplete folder must not have the name of a base backup.
    const removed = join(baseFolder(archive), `.partial-${process.pid}`)
    await rename(join(baseFolder(archive), name), removed)
    await rm(removed, { recursive: true, force: true })
  }
  await syncFolder(baseFolder(archive))
  const oldest = backups.at(-keep) ?? backups[0]
  for (const segment of await archivedSegments(archive))
    if (oldest && segment < oldest.startSegment) await unlink(join(walFolder(archive), `${segment}.gz`))
  return old.length
}

/** Whether base backups and log arrive, for `kontor doctor`. */
export const describeArchive = async (db: { query: pg.Pool['query'] }, archive: string) => ({
  ...(await readArchiveState(db)),
  last: (await listBaseBackups(archive)).at(-1),
})

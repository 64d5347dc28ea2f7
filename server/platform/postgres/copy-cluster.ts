// A copy of a data folder of the embedded PostgreSQL: a folder on which a server starts as after a crash.
import { constants, type Dirent } from 'node:fs'
import { copyFile, lchown, mkdir, open, readdir, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { baseBackupLimits, sessionSettings } from '../database/time-limits.ts'
import { syncFolder } from '../files/sync-folder.ts'
import type { Account } from '../ground/account.ts'
import { forEachAtOnce } from '../ground/concurrency.ts'
import { controlFile, emptyFolders, readControlFile, skippedFiles } from './data-folder.ts'

const copiedAtOnce = 4
const logFolder = 'pg_wal'
const segmentPattern = /^[0-9A-F]{24}$/
const historyPattern = /^[0-9A-F]{8}\.history$/

type Copy = { folders: string[]; files: string[] }

/** The entries to copy, without the log, which the running server goes on writing. */
async function listEntries(data: string): Promise<Copy> {
  const copy: Copy = { folders: [], files: [] }
  const visit = async (below: string) => {
    for (const entry of await readdir(join(data, below), { withFileTypes: true })) {
      const name = below + entry.name
      if (skippedFiles.test(entry.name) || name === controlFile) continue
      if (isFolder(data, name, entry)) {
        copy.folders.push(name)
        if (!emptyFolders.has(name)) await visit(`${name}/`)
      } else copy.files.push(name)
    }
  }
  await visit('')
  return copy
}

function isFolder(data: string, name: string, entry: Dirent): boolean {
  if (entry.isDirectory() || entry.isFile()) return entry.isDirectory()
  throw new Error(`${join(data, name)} is neither a file nor a folder: such a database cannot be copied`)
}

/** The log that a copy needs: that of a stopped server, or the segments of a time. */
async function listLog(data: string, segments?: { first: string; last: string }): Promise<string[]> {
  const names = await readdir(join(data, logFolder))
  const isNeeded = (name: string) =>
    segmentPattern.test(name) && (!segments || (name >= segments.first && name <= segments.last))
  return names
    .filter((name) => isNeeded(name) || historyPattern.test(name))
    .map((name) => `${logFolder}/${name}`)
}

async function copyFiles(data: string, target: string, names: readonly string[]): Promise<void> {
  await forEachAtOnce(names, copiedAtOnce, async (name) => {
    try {
      // File systems that can, share the blocks until one of both is changed.
      await copyFile(join(data, name), join(target, name), constants.COPYFILE_FICLONE)
    } catch (error) {
      // The table was dropped meanwhile; the log says so.
      if ((error as { code?: string }).code !== 'ENOENT') throw error
      return
    }
    await syncFile(join(target, name))
  })
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Copies all but the log. */
async function copyData(data: string, target: string): Promise<string[]> {
  const { folders, files } = await listEntries(data)
  for (const name of folders) await mkdir(join(target, name), { mode: 0o700 })
  await copyFiles(data, target, files)
  return folders
}

async function complete(
  data: string,
  target: string,
  folders: readonly string[],
  log: readonly string[],
): Promise<void> {
  await copyFiles(data, target, log)
  for (const folder of [...folders, '']) await syncFolder(join(target, folder))
}

async function chownCopy(account: Account | undefined, target: string): Promise<void> {
  if (!account) return
  const entries = await readdir(target, { recursive: true })
  for (const entry of [...entries, '']) await lchown(join(target, entry), account.uid, account.gid)
}

/** Copies the folder of a server that does not run. @param target a new folder */
export async function copyStoppedCluster(
  data: string,
  target: string,
  account: Account | undefined,
): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  const folders = await copyData(data, target)
  await writeFile(join(target, controlFile), await readControlFile(data), { mode: 0o600 })
  await complete(data, target, folders, await listLog(data))
  await chownCopy(account, target)
}

/**
 * Copies the folder of a running server, by PostgreSQL's low-level interface.
 * @param owner a connection of a superuser
 * @param target a new folder
 * @returns the time of which the copy has the state
 */
export async function copyRunningCluster(
  owner: pg.ClientConfig,
  data: string,
  target: string,
  account: Account | undefined,
): Promise<Date> {
  const client = new pg.Client({ ...owner, database: 'postgres' })
  client.on('error', () => {}) // the running statement fails
  await client.connect()
  try {
    await client.query(`select ${sessionSettings(baseBackupLimits)}`)
    // The log of the time of the copy stays, however much others write.
    await client.query(`select pg_create_physical_replication_slot('kontor_copy_${process.pid}', true, true)`)
    const { rows: started } = await client.query<{ first: string }>(
      `select pg_walfile_name(pg_backup_start('kontor upgrade', fast => true)) as first`,
    )
    await mkdir(target, { mode: 0o700 })
    const folders = await copyData(data, target)
    const control = await readControlFile(data)
    const { rows: stopped } = await client.query<{ last: string; label: string; at: Date }>(
      `select pg_walfile_name(lsn) as last, labelfile as label, clock_timestamp() as at
       from pg_backup_stop(wait_for_archive => false)`,
    )
    const { last, label, at } = stopped[0]!
    const written = { [controlFile]: control, backup_label: label }
    for (const [name, content] of Object.entries(written)) {
      await writeFile(join(target, name), content, { mode: 0o600 })
      await syncFile(join(target, name))
    }
    await complete(data, target, folders, await listLog(data, { first: started[0]!.first, last }))
    await chownCopy(account, target)
    return at
  } finally {
    // Ends the backup, and the slot.
    await client.end().catch(() => {})
  }
}

/** The bytes that a copy takes, at most. */
export async function clusterBytes(data: string): Promise<number> {
  const { files } = await listEntries(data)
  const log = await listLog(data)
  let bytes = 0
  for (const name of [...files, ...log])
    bytes += (await stat(join(data, name)).catch(() => undefined))?.size ?? 0
  return bytes
}

/** Free space that must stay: without it, the service is not ready. */
const spareBytes = 128 * 2 ** 20

/** The files to copy, and whether there is room for them. */
export type SpaceForCopy = { bytes: number; freeBytes: number; isEnough: boolean }

/** @param folder an existing one, on the disk of the copy */
export async function spaceForCopy(data: string, folder: string): Promise<SpaceForCopy> {
  const bytes = await clusterBytes(data)
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  return { bytes, freeBytes, isEnough: freeBytes >= bytes + spareBytes }
}

// Free space of the disks with the data folder, the embedded database and the stored files.
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Settings } from '../settings/settings.ts'

type DiskSettings = Pick<Settings, 'dataFolder' | 'filesFolder' | 'databaseUrl' | 'diskWarning'>

/** The contents of a disk. */
export const diskContents = ['data', 'database', 'files'] as const

/** A disk with one or more of the folders. */
export type Disk = {
  contents: (typeof diskContents)[number][]
  freeBytes: number
  totalBytes: number
  /** Less is free than KONTOR_DISK_WARNING says. */
  isLow: boolean
}

type FolderSpace = { device: number; freeBytes: number; totalBytes: number }

/** Running look-ups: a share that hangs must not occupy another thread with each one. */
const pending = new Map<string, Promise<FolderSpace | undefined>>()

async function lookUp(folder: string): Promise<FolderSpace | undefined> {
  try {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(folder), statfs(folder)])
    return { device: dev, freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

function readFolder(folder: string): Promise<FolderSpace | undefined> {
  const found = pending.get(folder) ?? lookUp(folder).finally(() => pending.delete(folder))
  pending.set(folder, found)
  return found
}

const limitOf = ({ diskWarning: { bytes, share } }: DiskSettings, totalBytes: number): number =>
  Math.max(bytes, share * totalBytes)

/** The disks of this machine that the instance uses. Those of an external database cannot be known. */
export async function readDisks(settings: DiskSettings): Promise<Disk[]> {
  const { dataFolder, filesFolder, databaseUrl } = settings
  const folders = {
    ...(databaseUrl ? {} : { data: dataFolder, database: join(dataFolder, 'postgres') }),
    files: filesFolder,
  }
  const disks = new Map<number, Disk>()
  for (const content of diskContents) {
    const folder = folders[content]
    const space = folder && (await readFolder(folder))
    if (!space) continue
    const { device, freeBytes, totalBytes } = space
    const isLow = freeBytes < limitOf(settings, totalBytes)
    const disk = disks.get(device) ?? { contents: [], freeBytes, totalBytes, isLow }
    disk.contents.push(content)
    disks.set(device, disk)
  }
  return [...disks.values()]
}

const intervalMs = 60_000

/** Around the limit, free space goes up and down: it is enough again when a tenth more is free. */
const enoughFactor = 1.1

/**
 * Looks at the disks every minute, and logs when the space of one begins and ceases to be low.
 * @param measure receives the disks for the metrics
 */
export function watchDisks(
  settings: DiskSettings,
  log: Pick<Logger, 'info' | 'warn'>,
  measure: (disks: readonly Disk[]) => void,
  everyMs = intervalMs,
): { stop(): void } {
  const low = new Set<string>()
  const check = async () => {
    const disks = await readDisks(settings)
    measure(disks)
    for (const { contents, freeBytes, totalBytes, isLow } of disks) {
      const name = contents.join(', ')
      const isEnough = freeBytes >= limitOf(settings, totalBytes) * enoughFactor
      const disk = { contents, freeBytes, totalBytes }
      if (isLow && !low.has(name)) {
        low.add(name)
        log.warn({ disk }, 'disk space is low')
      } else if (isEnough && low.delete(name)) log.info({ disk }, 'disk space is no longer low')
    }
  }
  // A folder that cannot be read is reported by the readiness check.
  const checkQuietly = () => void check().catch(() => {})
  checkQuietly()
  const timer = setInterval(checkQuietly, everyMs).unref()
  return { stop: () => clearInterval(timer) }
}

// A backup by schedule: written, read back, recorded; then old ones are removed.
import { statfs } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Archive } from '../platform/files/archive.ts'
import { encryptedSuffix, openCipher } from '../platform/files/archive-encryption.ts'
import { type ContentSum, measureContent } from '../platform/files/measure-content.ts'
import { withArchive } from '../platform/files/open-archive.ts'
import type { Instance } from '../platform/instance/instance.ts'
import {
  type BackupRun,
  deleteBackupRuns,
  endBackupRun,
  loadScheduledRuns,
  nameOfPlace,
  withBackupRun,
} from '../platform/runtime/backups/backup-record.ts'
import { backupsToRemove } from '../platform/runtime/backups/rotation.ts'
import { readCurrentSettings } from '../platform/settings/current-settings.ts'
import { BackupError } from './archive-format.ts'
import { passBackup } from './backup.ts'
import { type VerifiedArchive, verifyArchive } from './verify.ts'

/** How a backup by schedule ended. `busy`: another one is running. */
export type BackupOutcome =
  | { state: 'done'; name: string; bytes: number; files: number; records: number; removed: number }
  | { state: 'failed'; error: string }
  | { state: 'busy' }

const namePattern = /^kontor-[\dTZ-]+\.tar\.gz(\.age)?$/
const nameAt = (time: Date, isEncrypted: boolean) =>
  `kontor-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz${isEncrypted ? encryptedSuffix : ''}`

/** The disk of incoming files holds the data set meanwhile. With less free space the service itself would soon not be ready. */
const minFreeBytes = 256 * 2 ** 20
const lookEveryMs = 500

/** Ends with an error when a disk is nearly full. */
async function watchDisk(folder: string, signal: AbortSignal): Promise<never> {
  for (;;) {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < minFreeBytes)
      throw new BackupError(`${folder}: less than ${minFreeBytes / 2 ** 20} MiB are free`)
    await wait(lookEveryMs, undefined, { signal })
  }
}

/** Makes a backup in KONTOR_BACKUP. */
export async function makeScheduledBackup(instance: Instance): Promise<BackupOutcome> {
  const { db, clock } = instance
  const settings = await readCurrentSettings(db, instance.settings)
  const { backup } = settings
  if (!backup) throw new BackupError('a backup by schedule requires KONTOR_BACKUP')
  const place = nameOfPlace(backup.place)
  return withArchive(backup.place, async (archive) => {
    const name = nameAt(clock.now(), settings.backupEncryption !== undefined)
    const outcome = await withBackupRun(db, { cause: 'schedule', place, name }, async (run) => {
      await removeUnfinished(archive, await loadScheduledRuns(db, place), run.id)
      try {
        const { sum, found } = await writeVerified(instance, archive, name)
        await endBackupRun(db, run, { bytes: sum.size, ...found, isVerified: true, error: '' })
        const removed = await removeOld(instance, archive, place, settings).catch((error) => {
          instance.log.warn({ err: error }, 'old backups were not removed')
          return 0
        })
        return { state: 'done', name, bytes: sum.size, ...found, removed } satisfies BackupOutcome
      } catch (thrown) {
        const error = (thrown as Error).message
        await removeArchive(archive, name).catch(() => {})
        await endBackupRun(db, run, { bytes: 0, files: 0, records: 0, isVerified: false, error })
        return { state: 'failed', error } satisfies BackupOutcome
      }
    })
    return outcome ?? { state: 'busy' }
  })
}

/** @throws BackupError unless what can be read afterwards is a whole archive */
async function writeVerified(
  instance: Instance,
  archive: Archive,
  name: string,
): Promise<{ sum: ContentSum; found: VerifiedArchive }> {
  for await (const existing of archive.list(''))
    if (existing === name) throw new BackupError(`${archive.name}: ${name} exists already`)
  const done = new AbortController()
  const write = async () => {
    let sum: ContentSum | undefined
    const writeTo = async (content: Readable) => {
      sum = await archive.write(name, content)
    }
    const { backupEncryption } = instance.settings
    const cipher = backupEncryption && (await openCipher(backupEncryption))
    await passBackup(instance, writeTo, { compressed: true, cipher })
    const content = await archive.read(name)
    if (!content) throw new BackupError(`${archive.name}: ${name} is missing after it was written`)
    const { pass, sum: sumRead } = measureContent()
    const found = await verifyArchive(Readable.from(pass(content)), undefined, cipher?.unlock)
    if (!sum || !sumRead().sha256.equals(sum.sha256))
      throw new BackupError(`${archive.name}: ${name} differs from what was written`)
    return { sum, found }
  }
  const { filesFolder } = instance.settings
  try {
    return await Promise.race([write(), watchDisk(filesFolder, done.signal)])
  } finally {
    done.abort()
  }
}

async function removeArchive(archive: Archive, name: string): Promise<void> {
  await archive.abortWrites(name)
  await archive.remove(name)
}

/** Removes what killed or failed runs have left. If it fails, the next run does it. */
async function removeUnfinished(
  archive: Archive,
  runs: readonly BackupRun[],
  currentId: number,
): Promise<void> {
  for (const { id, name, isVerified } of runs)
    if (!isVerified && id !== currentId && namePattern.test(name))
      await removeArchive(archive, name).catch(() => {})
}

/** Removes the backups that need not be kept, and forgets failed ones. @returns how many were removed */
async function removeOld(
  { db }: Instance,
  archive: Archive,
  place: string,
  { backup, timeZone }: Instance['settings'],
): Promise<number> {
  const runs = await loadScheduledRuns(db, place)
  const good = runs.filter(({ isVerified }) => isVerified)
  const old = backup?.keep ? backupsToRemove(good, backup.keep, timeZone) : []
  for (const run of old) {
    await archive.remove(run.name)
    await deleteBackupRuns(db, [run])
  }
  await deleteBackupRuns(
    db,
    runs.filter(({ isVerified }) => !isVerified),
  )
  return old.length
}

// kontor restore --to-time: a state of the embedded database from its archive.
import { constants } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { recoverCluster } from '../platform/cluster/archive/recover.ts'
import type { Db } from '../platform/database/database.ts'
import { ArchiveError } from '../platform/files/archive.ts'
import type { Files, StoredFile } from '../platform/files/files.ts'
import { FilesUnavailable } from '../platform/files/files-unavailable.ts'
import { storedFilesQuery } from '../platform/files/stored-rows.ts'
import { namedAccount } from '../platform/runtime/give-up-root.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { type ArchiveKeyOptions, unlockOf } from './archive-keys.ts'
import { UsageError, withInstance } from './command.ts'
import { stopOnSignal } from './signals.ts'

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/

/** Parses the time to restore. @throws UsageError */
export function parseTarget(text: string): Date | 'latest' {
  if (text === 'latest') return text
  const time = timePattern.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(time.getTime()))
    throw new UsageError(
      '--to-time must be a time with its zone, such as 2026-11-23T10:00:00+01:00, or latest',
    )
  return time
}

/** Restores the database of a time into KONTOR_DATA, and names the files that its rows lack. */
export async function restoreToTime(
  toTime: string,
  archiveOption: string | undefined,
  keys: ArchiveKeyOptions,
): Promise<void> {
  const target = parseTarget(toTime)
  const settings = readSettings(process.env)
  if (settings.databaseUrl)
    throw new UsageError('--to-time is for the embedded database; unset KONTOR_DATABASE_URL')
  const { archive } =
    archiveOption === undefined ? settings : readSettings({ ...process.env, KONTOR_ARCHIVE: archiveOption })
  if (archive === undefined) throw new UsageError('--to-time requires KONTOR_ARCHIVE or --archive')
  const stopping = new AbortController()
  const recovering = recoverCluster(settings.dataFolder, {
    archive,
    target,
    unlock: unlockOf(keys, settings),
    account: namedAccount(settings),
    log: (line) => console.error(line),
    signal: stopping.signal,
  })
  const guard = stopOnSignal(async (signal) => {
    stopping.abort()
    await recovering.catch(() => {})
    return 128 + constants.signals[signal]
  })
  try {
    const { name } = await guard(recovering)
    console.error(`restored: base backup ${name} and the log until ${toTime}`)
    if (isDeepStrictEqual(settings.archive, archive))
      console.error('Set KONTOR_ARCHIVE to a new place: this archive belongs to the former database')
  } catch (error) {
    if (!(error instanceof ArchiveError || error instanceof FilesUnavailable)) throw error
    console.error(`kontor: ${error.message}\nkontor: nothing was restored`)
    process.exitCode = 1
    return
  }
  await withInstance(({ db, files }) => reportMissingFiles(db, files))
}

const shown = 20

/** The archive has no stored files: the store may be older or younger than the rows. */
async function reportMissingFiles(db: Db, files: Files): Promise<void> {
  const { rows } = await sql<StoredFile>`${storedFilesQuery} order by 1`.execute(db)
  const missing: string[] = []
  for (const file of rows) {
    const found = await files.read(file)
    if (found) found.content.destroy()
    else missing.push(file.path)
  }
  if (missing.length === 0) return
  console.error(
    `${missing.length} of ${rows.length} stored files are missing in ${files.name}; copy them from a backup:`,
  )
  for (const path of missing.slice(0, shown)) console.error(`  ${path}`)
  if (missing.length > shown) console.error(`  and ${missing.length - shown} more`)
}

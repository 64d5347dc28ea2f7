// Base backups of the running embedded server, by PostgreSQL's low-level interface: its package has no pg_basebackup.
// Copies the data folder of the running server between pg_backup_start and pg_backup_stop, into an Archive (archive.ts) of a
// folder or a bucket; a base backup is complete when it has its description.
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { baseBackupLimits, sessionSettings } from '../../database/time-limits.ts'
import { type Archive, ArchiveError } from '../../files/archive.ts'
import { encryptedSuffix, openCipher } from '../../files/archive-encryption.ts'
import { withArchive } from '../../files/open-archive.ts'
import { forEachAtOnce } from '../../ground/concurrency.ts'
import type { Bucket } from '../../settings/settings.ts'
import { packData } from './data-tar.ts'
import { archivedSegments, archiveSettings } from './wal-archive.ts'

/** A complete base backup. */
export type BaseBackup = {
  name: string
  /** From when on states of the database can be restored with it. */
  endedAt: Date
  /** The first segment of the log that it needs. */
  startSegment: string
  /** The file `backup_label`, and the checksum of the data; left out by Kontor 0.2.0, which has copied the folder as it is. */
  content?: { label: string; sha256: string; isEncrypted?: boolean }
}

const namePattern = /^\d{4}-\d\d-\d\dT[\d-]+Z$/

/** Written last: a base backup is complete when it has it. */
const descriptionOf = (name: string) => `base/${name}/backup.json`

/** The copy of the data folder. */
export const dataOf = ({ name, content }: Pick<BaseBackup, 'name' | 'content'>): string =>
  `base/${name}/data.tar.gz${content?.isEncrypted ? encryptedSuffix : ''}`

const removedAtOnce = 4

/** In the database `postgres`; the other keys are in embedded-postgres.ts. */
const BASE_BACKUP_LOCK = 4

/** The base backups of an archive by their names, oldest first, and whether they are complete. */
async function listNames(archive: Archive): Promise<Map<string, boolean>> {
  const names = new Map<string, boolean>()
  for await (const file of archive.list('base/')) {
    const name = file.split('/')[1]!
    names.set(name, names.get(name) || (namePattern.test(name) && file === descriptionOf(name)))
  }
  return names
}

/** The complete base backups of an archive, oldest first. */
export async function listBaseBackups(archive: Archive): Promise<BaseBackup[]> {
  const backups: BaseBackup[] = []
  for (const [name, isComplete] of await listNames(archive)) {
    const description = isComplete && (await archive.read(descriptionOf(name)))
    // Another process may remove it.
    if (!description) continue
    const found = JSON.parse(await text(description)) as BaseBackup
    backups.push({ ...found, name, endedAt: new Date(found.endedAt) })
  }
  return backups
}

/**
 * Copies the data folder of the running server into its archive.
 * @throws ArchiveError
 */
export async function takeBaseBackup(
  connection: pg.ClientConfig,
  data: string,
  place: string | Bucket,
  recipients: readonly string[],
): Promise<BaseBackup> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  client.on('error', () => {}) // the running statement fails
  await client.connect()
  try {
    await client.query(`select ${sessionSettings(baseBackupLimits)}`)
    return await withArchive(place, async (archive) => {
      await assertArchiving(client, archiveSettings(place, recipients))
      await removeIncomplete(archive)
      return copyData(client, data, archive, recipients)
    })
  } finally {
    await client.end().catch(() => {})
  }
}

async function copyData(
  client: pg.Client,
  data: string,
  archive: Archive,
  recipients: readonly string[],
): Promise<BaseBackup> {
  const isEncrypted = recipients.length > 0
  const cipher = isEncrypted ? await openCipher({ recipients }) : undefined
  const { rows: started } = await client.query<{ segment: string; now: Date }>(
    `select pg_walfile_name(pg_backup_start('kontor base-backup', fast => true)) as segment, clock_timestamp() as now`,
  )
  const { segment: startSegment, now } = started[0]!
  const name = now.toISOString().replace(/[:.]/g, '-')
  try {
    const packed = packData(data)
    const written = { name, content: { label: '', sha256: '', isEncrypted } }
    const { sha256 } = await archive.write(dataOf(written), cipher ? await cipher.encrypt(packed) : packed)
    const { label, endedAt } = await stopBackup(client)
    // The description is not encrypted: what is old is found without a private key.
    const content = { label, sha256: sha256.toString('hex'), ...(isEncrypted && { isEncrypted }) }
    const backup = { name, endedAt, startSegment, content }
    await archive.write(descriptionOf(name), Readable.from([Buffer.from(`${JSON.stringify(backup)}\n`)]))
    return backup
  } catch (error) {
    // If this fails, the next run does it.
    await archive.remove(`base/${name}/`).catch(() => {})
    throw error
  }
}

/** Waits until the log of the time of the backup is archived: without it, the copy is worthless. */
async function stopBackup(client: pg.Client): Promise<{ label: string; endedAt: Date }> {
  try {
    const { rows } = await client.query<{ label: string; endedAt: Date }>(
      `select labelfile as label, clock_timestamp() as "endedAt" from pg_backup_stop(wait_for_archive => true)`,
    )
    return rows[0]!
  } catch (error) {
    if ((error as { code?: string }).code !== '57014') throw error
    throw new ArchiveError('the database does not archive its log: see postgres.log and kontor doctor')
  }
}

/** Removes what killed processes have left. The caller has the lock. */
async function removeIncomplete(archive: Archive): Promise<void> {
  for (const [name, isComplete] of await listNames(archive))
    if (!isComplete) await archive.remove(`base/${name}/`)
  await archive.abortWrites('base/')
}

/** @throws ArchiveError unless the server archives into this archive and no other process makes a base backup */
async function assertArchiving(client: pg.Client, settings: Record<string, string>): Promise<void> {
  const { rows } = await client.query<{ mode: string; command: string; locked: boolean }>(
    `select current_setting('archive_mode') as mode, current_setting('archive_command') as command,
       pg_try_advisory_lock(${BASE_BACKUP_LOCK}) as locked`,
  )
  const { mode, command, locked } = rows[0]!
  if (mode !== 'on' || command !== settings['archive_command'])
    throw new ArchiveError(
      'the database runs without this KONTOR_ARCHIVE, or with other keys of encryption: restart the service with it',
    )
  if (!locked) throw new ArchiveError('another process is making a base backup')
}

/** Removes all but the newest base backups, and the log that only they need. @returns the number of removed base backups */
export async function removeOldBackups(archive: Archive, keep: number): Promise<number> {
  const backups = await listBaseBackups(archive)
  const old = backups.slice(0, -keep)
  for (const { name } of old) {
    await archive.remove(descriptionOf(name))
    await archive.remove(`base/${name}/`)
  }
  const oldest = backups.at(-keep) ?? backups[0]
  if (!oldest) return 0
  const segments = await Array.fromAsync(archivedSegments(archive))
  await forEachAtOnce(
    segments.filter(({ segment }) => segment < oldest.startSegment),
    removedAtOnce,
    ({ name }) => archive.remove(name),
  )
  return old.length
}

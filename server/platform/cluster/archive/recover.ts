// Point-in-time recovery: a new data folder from a base backup and the archived log.
// Fills a new folder from a base backup and lets a server replay the log, in place of initdb: in both cases the folder gets its
// name only when it is complete.
import { cp, lchown, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Archive, ArchiveError } from '../../files/archive.ts'
import { type ArchiveUnlock, assertUnlocks, readHeader } from '../../files/archive-encryption.ts'
import { withArchive } from '../../files/open-archive.ts'
import { syncFolder } from '../../files/sync-folder.ts'
import type { Account } from '../../ground/account.ts'
import { exists } from '../../postgres/binaries.ts'
import { prepareCluster, socketFolder } from '../../postgres/cluster.ts'
import { type Cluster, findPostmaster, startPostmaster, stopPostmaster } from '../../postgres/postmaster.ts'
import type { Bucket } from '../../settings/settings.ts'
import { archiveIdentities } from './archive-key.ts'
import { type BaseBackup, dataOf, listBaseBackups } from './base-backup.ts'
import { unpackData } from './data-tar.ts'
import {
  type ArchivedSegment,
  archivedSegments,
  archiveEnvironment,
  assertSegmentProgram,
  missingSegment,
  restoreCommand,
} from './wal-archive.ts'

type RecoveryOptions = {
  archive: string | Bucket
  /** The state to restore: that of this time, or the last one in the archive. */
  target: Date | 'latest'
  /** The keys that decrypt it. */
  unlock: ArchiveUnlock
  account: Account | undefined
  log: (line: string) => void
  signal: AbortSignal
}

const maxRecoveryMs = 24 * 3_600_000

/**
 * Creates `<dataDir>/postgres` with the state of a time. Until it is complete, the folder has another name.
 * @throws ArchiveError
 */
export async function recoverCluster(dataDir: string, options: RecoveryOptions): Promise<BaseBackup> {
  if (await exists(join(dataDir, 'postgres')))
    throw new ArchiveError(`${join(dataDir, 'postgres')} exists: use another KONTOR_DATA`)
  return withArchive(options.archive, (archive) => recoverFrom(archive, dataDir, options))
}

async function recoverFrom(archive: Archive, dataDir: string, options: RecoveryOptions): Promise<BaseBackup> {
  const base = await chooseBase(archive, options.target)
  const segments = await Array.fromAsync(archivedSegments(archive))
  const missing = missingSegment(segments, base.startSegment)
  if (missing)
    throw new ArchiveError(
      `the archive lacks the segment ${missing} of the log, which base backup ${base.name} needs`,
    )
  const needed = segments.filter(({ segment }) => segment >= base.startSegment)
  const identities = await unlockArchive(archive, base, needed, options.unlock)
  const isEncrypted = identities.length > 0
  const env = archiveEnvironment(options.archive, identities)
  await prepareCluster(dataDir, { ...options, env }, async (cluster) => {
    if (typeof options.archive !== 'string' || isEncrypted) await assertSegmentProgram(cluster.account)
    options.log(`Copying base backup ${base.name}`)
    await copyBase(archive, base, identities, cluster)
    options.log('Replaying the log')
    await replay(cluster, restoreCommand(options.archive, isEncrypted), options)
  })
  // If another process has created a database meanwhile, that one stays.
  if (!(await exists(join(dataDir, 'postgres', 'backup_label.old'))))
    throw new ArchiveError(`another process has created ${join(dataDir, 'postgres')}`)
  return base
}

/**
 * The private keys that decrypt what is needed; none: it is not encrypted.
 * @throws ArchiveError unless they fit the base backup and both ends of the log, before anything is copied
 */
async function unlockArchive(
  archive: Archive,
  base: BaseBackup,
  segments: readonly ArchivedSegment[],
  unlock: ArchiveUnlock,
): Promise<string[]> {
  const names = segments.filter(({ isEncrypted }) => isEncrypted).map(({ name }) => name)
  if (base.content?.isEncrypted) names.unshift(dataOf(base))
  if (names.length === 0) return []
  const identities = await archiveIdentities(archive, unlock)
  for (const name of new Set([names[0]!, names[1] ?? names[0]!, names.at(-1)!])) {
    const content = await archive.read(name)
    const header = content && (await readHeader(content))
    // Its own step tells what is missing or damaged.
    if (header !== undefined) await assertUnlocks(header, { identities })
  }
  return identities
}

async function chooseBase(archive: Archive, target: RecoveryOptions['target']): Promise<BaseBackup> {
  const backups = await listBaseBackups(archive)
  if (backups.length === 0) throw new ArchiveError(`there is no base backup in ${archive.name}`)
  if (target === 'latest') return backups.at(-1)!
  if (target.getTime() > Date.now()) throw new ArchiveError(`${target.toISOString()} is in the future`)
  const base = backups.findLast(({ endedAt }) => endedAt <= target)
  if (!base)
    throw new ArchiveError(
      `${target.toISOString()} is before the end of the first base backup (${backups[0]!.endedAt.toISOString()})`,
    )
  return base
}

async function copyBase(
  archive: Archive,
  base: BaseBackup,
  identities: readonly string[],
  { data, account }: Cluster,
): Promise<void> {
  const { name, content } = base
  if (content) {
    const packed = await archive.read(dataOf(base))
    if (!packed) throw new ArchiveError(`base backup ${name} lacks its data`)
    await unpackData(packed, data, content.sha256, { identities })
    await writeFile(join(data, 'backup_label'), content.label, { mode: 0o600 })
  } else {
    await cp(join(archive.name, 'base', name, 'data'), data, { recursive: true })
  }
  await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 })
  if (!account) return
  const entries = await readdir(data, { recursive: true })
  for (const entry of entries) await lchown(join(data, entry), account.uid, account.gid)
}

async function replay(cluster: Cluster, command: string, { target, signal }: RecoveryOptions): Promise<void> {
  Object.assign(cluster.settings, {
    archive_mode: 'off',
    hot_standby: 'off',
    restore_command: command,
    recovery_target_action: 'promote',
    // Names of zones, such as Z, are not yet known when this is read.
    ...(target !== 'latest' && { recovery_target_time: target.toISOString().replace('Z', '+00') }),
  })
  const stop = async () => {
    const postmaster = await findPostmaster(cluster.data)
    if (postmaster) await stopPostmaster(cluster, postmaster)
  }
  signal.addEventListener('abort', stop)
  cluster.socket = await socketFolder(cluster.data, cluster.account)
  try {
    await startPostmaster(cluster, Date.now() + maxRecoveryMs, signal)
  } catch (error) {
    if (/recovery ended before configured recovery target was reached/.test((error as Error).message))
      throw new ArchiveError(
        `the archive ends before ${(target as Date).toISOString()}: changes are archived within five minutes; --to-time latest restores all that it has`,
        { cause: error },
      )
    const [, unreadable] = /could not restore file "(\w+)" from archive/.exec((error as Error).message) ?? []
    if (unreadable !== undefined)
      throw new ArchiveError(`segment ${unreadable} of the log cannot be read; see ${cluster.logFile}`, {
        cause: error,
      })
    throw error
  } finally {
    await stop()
    if (cluster.socket !== cluster.data) await rm(cluster.socket, { recursive: true, force: true })
  }
  if (await exists(join(cluster.data, 'recovery.signal')))
    throw new Error(`the recovery did not end; see ${cluster.logFile}`)
  await syncFolder(cluster.data)
}

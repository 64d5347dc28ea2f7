// The archive of the write-ahead log: PostgreSQL runs a command for each segment.
// With KONTOR_ARCHIVE, the server archives its log by a command for each segment: a few lines of shell for a folder, the
// program segment.ts for a bucket, and for what is encrypted. The server itself thus knows the archived segments, keeps the others, and needs no
// process of Kontor for this; credentials get there by its environment.
import { chown, mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Archive } from '../../files/archive.ts'
import { encryptedSuffix } from '../../files/archive-encryption.ts'
import { FilesUnavailable } from '../../files/files-unavailable.ts'
import { type Account, firstInaccessible } from '../../ground/account.ts'
import { exists } from '../../postgres/binaries.ts'
import type { LogArchive } from '../../postgres/embedded-postgres.ts'
import type { Bucket, Settings } from '../../settings/settings.ts'
import { archiveRecipients } from './archive-key.ts'

const walFolder = (archive: string): string => join(archive, 'wal')

/** The name of a segment in an archive. */
export const segmentFile = (segment: string, isEncrypted: boolean): string =>
  `wal/${segment}.gz${isEncrypted ? encryptedSuffix : ''}`

/** The names that a segment may have: an archive may have been encrypted from some day on. */
export const segmentFiles = (segment: string): { name: string; isEncrypted: boolean }[] =>
  [false, true].map((isEncrypted) => ({ name: segmentFile(segment, isEncrypted), isEncrypted }))

const segmentProgram = join(import.meta.dirname, 'segment.ts')

/** In the environment of a server that restores an encrypted archive: the private keys, one a line. */
export const identitiesVariable = 'KONTOR_ARCHIVE_IDENTITIES'

/** A word for the shell in a command of PostgreSQL, which replaces `%` and a letter. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

/** How long changes of a quiet database wait until they are archived, in seconds. */
const archiveTimeout = 300

/**
 * Settings of a server that archives. A segment has its name only when it is complete and synced. One that is there already is
 * accepted if it is the same: the server may have been killed before it took note. A restored server has another timeline (the first 8
 * characters); the archive that it was restored from rejects it, because the states of two databases would be mixed up.
 * @param recipients public keys for which segments are encrypted; none: they are not
 */
export function archiveSettings(
  archive: string | Bucket,
  recipients: readonly string[],
): Record<string, string> {
  const command =
    typeof archive === 'string' && recipients.length === 0
      ? folderCommand(archive)
      : programCommand('archive', archive, recipients)
  return { archive_mode: 'on', archive_command: command, archive_timeout: `${archiveTimeout}s` }
}

const folderCommand = (archive: string) => `d=${quote(walFolder(archive))}; f="$d/%f.gz"; t="$d/.%f.tmp"
if [ -e "$f" ]; then gzip -dc "$f" | cmp -s - "%p"; exit; fi
if [ -e "$f${encryptedSuffix}" ]; then ${programCommand('archive', archive)}; fi
set -- "$d"/????????????????????????.gz*; b="\${1##*/}"
if [ -e "$1" ]; then case "%f" in "\${b%%????????????????.gz*}"*) ;; *)
echo "KONTOR_ARCHIVE has the log of another database: use a new folder" >&2; exit 1;; esac; fi
gzip -1c < "%p" > "$t" && sync "$t" && mv "$t" "$f" && sync "$d"`

const programCommand = (
  task: 'archive' | 'fetch',
  archive: string | Bucket,
  recipients: readonly string[] = [],
): string => {
  const place = typeof archive === 'string' ? archive : archive.name
  const keys = recipients.map((recipient) => ` ${quote(recipient)}`).join('')
  return `exec ${quote(process.execPath)} ${quote(segmentProgram)} ${task} ${quote(place)} %f "%p"${keys}`
}

/**
 * The environment of the server for its commands: the settings of the store, and where its credentials are.
 * @param identities private keys for the recovery from an encrypted archive
 */
export function archiveEnvironment(
  archive: string | Bucket,
  identities: readonly string[] = [],
): Record<string, string> {
  const needed =
    typeof archive === 'string'
      ? /^(NODE_COMPILE_CACHE|HOME)$/
      : /^(AWS_.*|KONTOR_FILES_.*|NODE_EXTRA_CA_CERTS|NODE_COMPILE_CACHE|HOME)$/
  const env = Object.entries(process.env).filter((entry): entry is [string, string] => needed.test(entry[0]))
  if (identities.length > 0) env.push([identitiesVariable, identities.join('\n')])
  return Object.fromEntries(env)
}

/** A command that fetches a segment. One that is damaged ends the recovery; one that is missing is the end of the archive. */
export const restoreCommand = (archive: string | Bucket, isEncrypted: boolean): string =>
  typeof archive === 'string' && !isEncrypted
    ? `d=${quote(walFolder(archive))}; [ -e "$d/%f.gz" ] || exit 1; gzip -dc "$d/%f.gz" > "%p" || exit 200`
    : programCommand('fetch', archive)

/**
 * Verifies that the account can run the program that works on the segments.
 * @throws Error
 */
export async function assertSegmentProgram(account: Account | undefined): Promise<void> {
  if (!account) return
  const packages = ['@aws-sdk/client-s3', 'age-encryption'].map((name) =>
    fileURLToPath(import.meta.resolve(name)),
  )
  const paths = await Promise.all(
    [process.execPath, segmentProgram, ...packages].map((path) => realpath(path)),
  )
  const blocked = await firstInaccessible(paths, account, 0o4)
  if (blocked)
    throw new Error(
      `KONTOR_ARCHIVE: the account of the database (uid ${account.uid}) has no access to ${blocked}; install Kontor in a folder that it may enter, or use a folder as archive, without encryption`,
    )
}

/**
 * Prepares an archive: creates its folders, or verifies that the bucket can be used.
 * @param account that the server runs under, if that is another one than that of this process
 * @param log receives a line if the store of the bucket is away, which may be back when it is needed
 * @throws Error if it cannot be used
 */
async function prepareArchive(
  archive: string | Bucket,
  isEncrypted: boolean,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<void> {
  if (typeof archive !== 'string' || isEncrypted) await assertSegmentProgram(account)
  if (typeof archive === 'string') return prepareFolder(archive, account)
  const { openBucketArchive } = await import('../../files/bucket-archive.ts')
  const { probe, close } = openBucketArchive(archive)
  try {
    await probe()
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    const message = `KONTOR_ARCHIVE: ${error.message}`
    if (error.isSetting) throw new Error(message, { cause: error })
    log(message)
  } finally {
    close()
  }
}

async function prepareFolder(archive: string, account: Account | undefined): Promise<void> {
  for (const folder of [archive, walFolder(archive), join(archive, 'base')]) {
    if (await exists(folder)) continue
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      throw new Error(`KONTOR_ARCHIVE: ${folder} cannot be created (${error.code})`)
    })
    if (account) await chown(folder, account.uid, account.gid)
  }
  const blocked = account && (await firstInaccessible([walFolder(archive)], account, 0o7))
  if (blocked)
    throw new Error(
      `KONTOR_ARCHIVE: the account of the database (uid ${account.uid}) cannot use ${blocked}; give it access, or use another folder`,
    )
}

/** The archive in a folder or a bucket, for the embedded server. */
export const logArchive = (
  archive: string | Bucket,
  { backupEncryption, dataFolder }: Pick<Settings, 'backupEncryption' | 'dataFolder'>,
): LogArchive => {
  let settings: Promise<Record<string, string>> | undefined
  const readRecipients = async () => {
    try {
      return archiveSettings(archive, await archiveRecipients(archive, backupEncryption, dataFolder))
    } catch (error) {
      settings = undefined
      throw new Error(`KONTOR_ARCHIVE: ${(error as Error).message}`, { cause: error })
    }
  }
  return {
    settings: () => (settings ??= readRecipients()),
    env: archiveEnvironment(archive),
    prepare: (account, log) => prepareArchive(archive, backupEncryption !== undefined, account, log),
  }
}

const segmentPattern = /^wal\/([0-9A-F]{24})\.gz(\.age)?$/
const segmentsPerLog = 256 // of 16 MiB

/** An archived segment of the log; `name`: of its file. */
export type ArchivedSegment = { segment: string; name: string; isEncrypted: boolean }

/** The archived segments, in their order. */
export async function* archivedSegments(archive: Archive): AsyncGenerator<ArchivedSegment> {
  for await (const name of archive.list('wal/')) {
    const [, segment, suffix] = segmentPattern.exec(name) ?? []
    if (segment !== undefined) yield { segment, name, isEncrypted: suffix !== undefined }
  }
}

/** The segment that follows: 8 digits each for the timeline, the log and the segment of the log. */
function nextSegment(name: string): string {
  const number =
    Number.parseInt(name.slice(8, 16), 16) * segmentsPerLog + Number.parseInt(name.slice(16), 16) + 1
  const digits = (part: number) => part.toString(16).toUpperCase().padStart(8, '0')
  return name.slice(0, 8) + digits(Math.floor(number / segmentsPerLog)) + digits(number % segmentsPerLog)
}

/** The first segment from `first` to the last archived one that is missing. */
export function missingSegment(
  segments: readonly Pick<ArchivedSegment, 'segment'>[],
  first: string,
): string | undefined {
  let expected = first
  for (const { segment } of segments) {
    if (segment < expected) continue
    if (segment !== expected) return expected
    expected = nextSegment(segment)
  }
  return expected === first ? first : undefined
}

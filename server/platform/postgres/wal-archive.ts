// The archive of the write-ahead log: `wal/` has its segments, `base/` the base backups (base-backup.ts).
import { chown, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { type Account, firstInaccessible } from '../runtime/account.ts'
import { exists } from './binaries.ts'

export const walFolder = (archive: string): string => join(archive, 'wal')
export const baseFolder = (archive: string): string => join(archive, 'base')

/** A word for the shell in a command of PostgreSQL, which replaces `%` and a letter. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

/** How long changes of a quiet database wait until they are archived, in seconds. */
const archiveTimeout = 300

/**
 * Settings of a server that archives. A segment has its name only when it is complete and synced. One that is there already is
 * accepted if it is the same: the server may have been killed before it took note. A restored server has another timeline (the first 8
 * characters); the archive that it was restored from rejects it, because the states of two databases would be mixed up.
 */
export function archiveSettings(archive: string): Record<string, string> {
  const command = `d=${quote(walFolder(archive))}; f="$d/%f.gz"; t="$d/.%f.tmp"
if [ -e "$f" ]; then gzip -dc "$f" | cmp -s - "%p"; exit; fi
set -- "$d"/????????????????????????.gz; b="\${1##*/}"
if [ -e "$1" ]; then case "%f" in "\${b%%????????????????.gz}"*) ;; *)
echo "KONTOR_ARCHIVE has the log of another database: use a new folder" >&2; exit 1;; esac; fi
gzip -1c < "%p" > "$t" && sync "$t" && mv "$t" "$f" && sync "$d"`
  return { archive_mode: 'on', archive_command: command, archive_timeout: `${archiveTimeout}s` }
}

/** A command that fetches a segment. One that is damaged ends the recovery; one that is missing is the end of the archive. */
export const restoreCommand = (archive: string): string =>
  `d=${quote(walFolder(archive))}; [ -e "$d/%f.gz" ] || exit 1; gzip -dc "$d/%f.gz" > "%p" || exit 200`

/**
 * Creates the folders of an archive.
 * @param account that the server runs under, if that is another one than that of this process
 * @throws Error if it cannot be written
 */
export async function prepareArchive(archive: string, account: Account | undefined): Promise<void> {
  for (const folder of [archive, walFolder(archive), baseFolder(archive)]) {
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

export type ArchiveState = {
  isFailing: boolean
  /** Of the last archived segment, in seconds since 1970; 0: none. */
  lastArchivedAt: number
  lastFailedSegment: string
}

/** What the server says about its archiving. */
export async function readArchiveState(db: { query: pg.Pool['query'] }): Promise<ArchiveState> {
  const { rows } = await db.query<ArchiveState>(`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing",
      coalesce(extract(epoch from last_archived_time), 0)::float8 as "lastArchivedAt",
      coalesce(last_failed_wal, '') as "lastFailedSegment"
    from pg_stat_archiver`)
  return rows[0]!
}

const segmentPattern = /^[0-9A-F]{24}\.gz$/
const segmentsPerLog = 256 // of 16 MiB

/** The names of the archived segments, in their order. */
export const archivedSegments = async (archive: string): Promise<string[]> =>
  (await readdir(walFolder(archive)))
    .filter((name) => segmentPattern.test(name))
    .map((name) => name.slice(0, -'.gz'.length))
    .toSorted()

/** The segment that follows: 8 digits each for the timeline, the log and the segment of the log. */
function nextSegment(name: string): string {
  const number =
    Number.parseInt(name.slice(8, 16), 16) * segmentsPerLog + Number.parseInt(name.slice(16), 16) + 1
  const digits = (part: number) => part.toString(16).toUpperCase().padStart(8, '0')
  return name.slice(0, 8) + digits(Math.floor(number / segmentsPerLog)) + digits(number % segmentsPerLog)
}

/** The first segment from `first` to the last archived one that is missing. */
export function missingSegment(segments: readonly string[], first: string): string | undefined {
  let expected = first
  for (const segment of segments) {
    if (segment < first) continue
    if (segment !== expected) return expected
    expected = nextSegment(segment)
  }
  return expected === first ? first : undefined
}

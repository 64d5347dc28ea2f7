// Reads the contents of an archive: its head, then all other entries, which the manifest at its end must list.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readMigrations } from '../platform/database/migrate.ts'
import type { ContentSum } from '../platform/files/measure-content.ts'
import {
  type ArchiveHead,
  archiveVersion,
  BackupError,
  type Entry,
  filesFolder,
  headName,
  manifestName,
  splitLines,
  tablesFolder,
  toEntry,
} from './archive-format.ts'
import type { ArchiveEntries } from './archive-reader.ts'

/** The head of an archive, with its entry. */
export type ReadHead = { head: ArchiveHead; entry: Entry }

const isHead = (value: unknown): value is ArchiveHead =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === 'kontor backup'

const otherVersion = (version: string | number) =>
  `has version ${version} of the archive format, expected ${archiveVersion}; restore it with the version of Kontor that wrote it`

/** @throws BackupError */
function parseHead(content: Buffer): ArchiveHead {
  let head: unknown
  try {
    head = JSON.parse(content.toString())
  } catch {
    throw new BackupError(`${headName}: is damaged: it is not JSON`)
  }
  if (!isHead(head)) throw new BackupError(`${headName}: is damaged, or not of a backup of Kontor`)
  if (head.version !== archiveVersion) throw new BackupError(`${headName}: ${otherVersion(head.version)}`)
  return head
}

/** @throws BackupError for an archive of another form */
export async function readHead(entries: ArchiveEntries): Promise<ReadHead> {
  let found: ReadHead | undefined
  await entries.next(async (name, content) => {
    // The first entry of earlier versions, which listed all others.
    if (name === manifestName)
      throw new BackupError(
        `${name}: ${otherVersion('3 or earlier')}, and upgrade that instance as it is (docs/operating.md)`,
      )
    if (name !== headName) throw new BackupError(`${JSON.stringify(name)}: was found instead of ${headName}`)
    const bytes = await buffer(content)
    const sha256 = createHash('sha256').update(bytes).digest()
    found = { head: parseHead(bytes), entry: toEntry(name, { size: bytes.length, sha256 }) }
  })
  if (!found) throw new BackupError(`${headName}: is missing; the archive ends before it`)
  return found
}

/**
 * An archive is restored by the version whose migrations its schema has, and by all later ones. While services are upgraded one after the
 * other, the version before backs up a newer schema.
 * @throws BackupError
 */
export async function assertKnownSchema({ migrations }: ArchiveHead): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
  const unknown = migrations.filter(({ name }) => !known.has(name))
  if (unknown.length > 0)
    throw new BackupError(
      `${headName}: the archive was written by a newer Kontor (${unknown.map(({ name }) => name).join(', ')}); restore it with that version or a later one`,
    )
  const changed = migrations.filter(({ name, checksum }) => checksum !== null && checksum !== known.get(name))
  if (changed.length > 0)
    throw new BackupError(
      `${headName}: the archive was written with other contents of ${changed.map(({ name }) => name).join(', ')}; restore it with the version of Kontor that wrote it`,
    )
}

/**
 * Reads the entries after the head to the end of the archive.
 * @param receive reads the content of a table or stored file
 * @throws BackupError that names the entry that is damaged or does not belong there
 */
export async function readContents(
  entries: ArchiveEntries,
  { entry: headEntry }: ReadHead,
  receive: (name: string, content: Readable) => Promise<ContentSum>,
): Promise<void> {
  const found: Entry[] = [headEntry]
  let isListed = false
  const readEntry = async (name: string, content: Readable) => {
    if (isListed) throw new BackupError(`${JSON.stringify(name)}: follows the manifest`)
    if (name === manifestName) {
      await assertListed(found, content)
      isListed = true
    } else if (name.startsWith(tablesFolder) || name.startsWith(filesFolder))
      found.push(toEntry(name, await receive(name, content)))
    else throw new BackupError(`${JSON.stringify(name)}: is rejected: no backup has such an entry`)
  }
  while (await entries.next(readEntry));
  if (!isListed) throw new BackupError(`${manifestName}: is missing; the archive ends before it`)
}

/** @throws BackupError unless the manifest lists these entries and no others */
async function assertListed(found: readonly Entry[], manifest: Readable): Promise<void> {
  let count = 0
  for await (const line of splitLines(manifest)) {
    const entry = found[count++]
    if (!entry) throw new BackupError(`${manifestName}: is damaged: it lists entries that the archive lacks`)
    if (line !== JSON.stringify(entry))
      throw new BackupError(`${entry.name}: is damaged: it differs from the manifest`)
  }
  const unlisted = found[count]
  if (unlisted) throw new BackupError(`${unlisted.name}: is not in the manifest`)
}

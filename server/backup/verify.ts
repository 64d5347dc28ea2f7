// Verifies an archive of kontor backup without an instance, and without storing anything.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ArchiveUnlock } from '../platform/files/archive-encryption.ts'
import { measureContent } from '../platform/files/measure-content.ts'
import { type ArchiveHead, filesFolder } from './archive-format.ts'
import { readArchive } from './archive-reader.ts'
import { readContents, readHead } from './read-contents.ts'

/** The content of an archive. `records`: the rows of its tables. */
export type VerifiedArchive = { files: number; records: number }

const lineFeed = 0x0a

function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) count++
  return count
}

/**
 * Reads an archive in full: its tar, and the checksum of every entry.
 * @param assertHead throws if the archive is of no use, such as one of a schema that this Kontor cannot restore
 * @param unlock the keys of an encrypted archive
 * @throws BackupError that names the damaged entry
 */
export const verifyArchive = (
  source: Readable,
  assertHead: (head: ArchiveHead) => Promise<void> = async () => {},
  unlock?: ArchiveUnlock,
): Promise<VerifiedArchive> =>
  readArchive(
    source,
    async (entries) => {
      const counts = { files: 0, records: 0 }
      const head = await readHead(entries)
      await assertHead(head.head)
      await readContents(entries, head, async (name, content) => {
        const isFile = name.startsWith(filesFolder)
        if (isFile) counts.files++
        // The first line of a table has its columns; in values, line feeds are escaped.
        else counts.records--
        const { pass, sum } = measureContent()
        await pipeline(content, pass, async (chunks: AsyncIterable<Buffer>) => {
          for await (const chunk of chunks) if (!isFile) counts.records += countLines(chunk)
        })
        return sum()
      })
      return counts
    },
    { unlock },
  )

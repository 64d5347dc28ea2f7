// PostgreSQL runs this program for each segment of its log if the archive is a bucket: `archive URL SEGMENT PATH`, or `fetch …`.
// The settings of the store and its credentials are in the environment, not in the arguments, which every account can see.
import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type Archive, ArchiveError } from '../../files/archive.ts'
import { withArchive } from '../../files/open-archive.ts'
import { readPostmaster } from '../../postgres/postmaster.ts'
import { readSettings } from '../../settings/settings.ts'
import { archivedSegments, segmentFile } from './wal-archive.ts'

const missingCode = 1
const failedCode = 1
/** A code above 125 ends the recovery or the archiver. */
const fatalCode = 200

/** By the rules of archiveSettings. */
async function archiveSegment(archive: Archive, segment: string, path: string): Promise<void> {
  const name = segmentFile(segment)
  const content = await readFile(path)
  const archived = await archive.read(name)
  if (archived) {
    // One that is damaged has not been verified, because the attempt was killed.
    const found = await promisify(gunzip)(await buffer(archived)).catch(() => undefined)
    if (found?.equals(content)) return
    if (found) throw new ArchiveError('KONTOR_ARCHIVE has another segment of this name: use a new prefix')
  }
  for await (const first of archivedSegments(archive)) {
    if (segment.startsWith(first.slice(0, 8))) break
    throw new ArchiveError('KONTOR_ARCHIVE has the log of another database: use a new prefix')
  }
  await archive.write(name, Readable.from([await promisify(gzip)(content)]))
}

/** @returns whether the archive has the segment */
async function fetchSegment(archive: Archive, segment: string, path: string): Promise<boolean> {
  const archived = await archive.read(segmentFile(segment))
  if (!archived) return false
  await writeFile(path, await promisify(gunzip)(await buffer(archived)))
  return true
}

const [task, url, segment, path] = process.argv.slice(2) as [string, string, string, string]
try {
  const { archive: place } = readSettings({ ...process.env, KONTOR_ARCHIVE: url })
  await withArchive(place!, async (archive) => {
    if (task === 'archive') await archiveSegment(archive, segment, path)
    else if (!(await fetchSegment(archive, segment, path))) process.exitCode = missingCode
  })
} catch (error) {
  console.error(`kontor: segment ${segment} of the log: ${(error as Error).message}`)
  // Its working folder is that of the server. One that stops would try six times, and does so when it starts again.
  const isStopping = (await readPostmaster('.'))?.status === 'stopping'
  process.exitCode = task === 'fetch' || isStopping ? fatalCode : failedCode
}

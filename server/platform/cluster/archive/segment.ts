// PostgreSQL runs this program for each segment of its log if the archive is a bucket or encrypted: `archive URL SEGMENT PATH [KEY…]`
// with the public keys, or `fetch …`. The settings of the store, its credentials and private keys are in the environment, not in the
// arguments, which every account can see.
import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type Archive, ArchiveError } from '../../files/archive.ts'
import { withArchive } from '../../files/open-archive.ts'
import { readPostmaster } from '../../postgres/postmaster.ts'
import { readSettings } from '../../settings/settings.ts'
import { compareSegment, packSegment, unpackSegment } from './segment-cipher.ts'
import { archivedSegments, identitiesVariable, segmentFile, segmentFiles } from './wal-archive.ts'

const missingCode = 1
const failedCode = 1
/** A code above 125 ends the recovery or the archiver. */
const fatalCode = 200

/** By the rules of archiveSettings. */
async function archiveSegment(
  archive: Archive,
  segment: string,
  path: string,
  recipients: readonly string[],
): Promise<void> {
  const content = await readFile(path)
  const replaced: string[] = []
  for (const { name, isEncrypted } of segmentFiles(segment)) {
    const archived = await archive.read(name)
    if (!archived) continue
    const state = await compareSegment(archived, content, isEncrypted)
    if (state === 'same') return
    if (state === 'other')
      throw new ArchiveError('KONTOR_ARCHIVE has another segment of this name: use a new place')
    // Its attempt was killed before it was verified.
    replaced.push(name)
  }
  for await (const { segment: first } of archivedSegments(archive)) {
    if (segment.startsWith(first.slice(0, 8))) break
    throw new ArchiveError('KONTOR_ARCHIVE has the log of another database: use a new place')
  }
  const name = segmentFile(segment, recipients.length > 0)
  await archive.write(name, Readable.from([await packSegment(content, recipients)]))
  for (const former of replaced) if (former !== name) await archive.remove(former)
}

/** @returns whether the archive has the segment */
async function fetchSegment(
  archive: Archive,
  segment: string,
  path: string,
  identities: readonly string[],
): Promise<boolean> {
  for (const { name } of segmentFiles(segment)) {
    const archived = await archive.read(name)
    if (!archived) continue
    await writeFile(path, await unpackSegment(archived, identities))
    return true
  }
  return false
}

const [task, url, segment, path, ...recipients] = process.argv.slice(2) as [string, string, string, string]
try {
  const { [identitiesVariable]: identities = '', ...env } = process.env
  const { archive: place } = readSettings({ ...env, KONTOR_ARCHIVE: url })
  await withArchive(place!, async (archive) => {
    if (task === 'archive') await archiveSegment(archive, segment, path, recipients)
    else if (!(await fetchSegment(archive, segment, path, identities.split('\n').filter(Boolean))))
      process.exitCode = missingCode
  })
} catch (error) {
  console.error(`kontor: segment ${segment} of the log: ${(error as Error).message}`)
  // Its working folder is that of the server. One that stops would try six times, and does so when it starts again.
  const isStopping = (await readPostmaster('.'))?.status === 'stopping'
  process.exitCode = task === 'fetch' || isStopping ? fatalCode : failedCode
}

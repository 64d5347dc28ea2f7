// Writes the entries of an archive: tables and manifest from local files, stored files from their store.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'
import type { Files, ReceivedFile, StoredFile } from '../platform/files/files.ts'
import { BackupError, type Entry, filesFolder, manifestName, splitLines, toEntry } from './archive-format.ts'

/** Entries that are written to local files first, because the header of an archive entry contains its size. */
export type Snapshot = {
  parts: { entry: Entry; file: ReceivedFile }[]
  manifest: ReceivedFile
  totals: WrittenArchive
}

/** The content of an archive; `bytes` without the headers of its entries. */
export type WrittenArchive = { files: number; bytes: number }

/** Writes the entries of a snapshot, and ends the stream. @throws BackupError if a stored file is missing or changed */
export async function writeArchive(
  out: Writable,
  { parts, manifest }: Snapshot,
  files: Files,
  progress: (bytes: number) => void,
): Promise<void> {
  const archive = pack()
  const addReceived = (entry: Entry, { temporaryPath, size }: ReceivedFile) =>
    addEntry(
      archive,
      entry,
      { name: temporaryPath, size, content: createReadStream(temporaryPath) },
      progress,
    )
  const addEntries = async () => {
    try {
      for (const { entry, file } of parts) await addReceived(entry, file)
      let index = 0
      for await (const line of splitLines(createReadStream(manifest.temporaryPath))) {
        if (index++ < parts.length) continue
        const entry: Entry = JSON.parse(line)
        await addEntry(archive, entry, await openStored(files, entry), progress)
      }
      await addReceived(toEntry(manifestName, manifest), manifest)
      archive.finalize()
    } catch (error) {
      archive.destroy(error as Error)
      throw error
    }
  }
  const entriesAdded = addEntries()
  const archiveWritten = pipeline(archive, out)
  const [entriesResult, archiveResult] = await Promise.allSettled([entriesAdded, archiveWritten])
  // A full disk fails both; only addEntries knows which stored file is wrong.
  if (entriesResult.status === 'rejected' && entriesResult.reason instanceof BackupError)
    throw entriesResult.reason
  if (archiveResult.status === 'rejected') throw archiveResult.reason
  if (entriesResult.status === 'rejected') throw entriesResult.reason
}

/** The content of an entry. `name`: where it comes from, for messages. */
type EntrySource = { name: string; size: number; content: Readable }

/** The stored file of an entry below `files/`. */
const toStoredFile = ({ name, size, sha256 }: Entry): StoredFile => ({
  path: name.slice(filesFolder.length),
  size,
  sha256: Buffer.from(sha256, 'hex'),
})

async function openStored(files: Files, entry: Entry): Promise<EntrySource> {
  const file = toStoredFile(entry)
  const found = await files.read(file)
  if (!found) throw new BackupError(`${files.locate(file)}: is missing`)
  return { name: files.locate(file), ...found }
}

async function addEntry(
  archive: Pack,
  { name, size, sha256 }: Entry,
  source: EntrySource,
  progress: (bytes: number) => void,
): Promise<void> {
  if (source.size !== size) {
    source.content.destroy()
    throw new BackupError(`${source.name}: was changed (its size differs)`)
  }
  const hash = createHash('sha256')
  await pipeline(
    source.content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        progress(chunk.length)
        yield chunk
      }
    },
    archive.entry({ name, size, mode: 0o600, mtime: new Date(0), type: 'file' }),
  )
  if (hash.digest('hex') !== sha256)
    throw new BackupError(`${source.name}: was changed (its checksum differs)`)
}

// kontor backup: the data set and the stored files in one archive (decision 12).
import { createHash } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'
import type { Db } from '../platform/database/database.ts'
import type { Files, ReceivedFile, StoredFile } from '../platform/files/files.ts'
import { syncFolder } from '../platform/files/sync-folder.ts'
import type { Instance } from '../platform/runtime/instance.ts'
import { exportDataSet, toChunks } from './export.ts'
import { readRecords } from './records/read-records.ts'
import { historyLines } from './sections/history.ts'

/** An archive cannot be written, or is damaged: one line for the operator that names the entry. */
export class BackupError extends Error {}

/** The entries of an archive, in this order: manifest, data set, history, and every stored file below `files/`. */
export const manifestName = 'manifest.jsonl'
export const dataSetName = 'data-set.json'
export const historyName = 'history.jsonl'
export const filesFolder = 'files/'

/** Incremented when the tables of the history change. */
export const archiveVersion = 3

/** The first line of a manifest. */
export const manifestHead = `${JSON.stringify({ format: 'kontor backup', version: archiveVersion })}\n`

type SnapshotFiles = { dataSet: ReceivedFile; history: ReceivedFile }

/** An entry beside the manifest; `size` in bytes, `sha256` in hexadecimal. */
export type Entry = { name: string; size: number; sha256: string }

/** A further line of a manifest. */
export const manifestLine = (entry: Entry): string => `${JSON.stringify(entry)}\n`

/** The entry of a received file. */
export const toEntry = (name: string, { size, sha256 }: ReceivedFile): Entry => ({
  name,
  size,
  sha256: sha256.toString('hex'),
})

/** The entries of the stored files that a data set lists, in its order. */
export async function* storedFileEntries(dataSet: ReceivedFile): AsyncGenerator<Entry> {
  for await (const { section, index, value } of readRecords(
    createReadStream(dataSet.temporaryPath),
    'events',
    (name) => name === 'storedFiles' || name === 'images' || name === 'attachments',
  )) {
    if (index === -1) continue
    if (section === 'storedFiles' || section === 'images') {
      const { path, size, sha256 } = (value ?? {}) as Entry & { path: string }
      yield { name: `${filesFolder}${path}`, size, sha256 }
    }
    if (section !== 'attachments') continue
    const { taskId, filename, size, sha256 } = (value ?? {}) as Entry & { taskId: number; filename: string }
    yield { name: `${filesFolder}crm/${taskId}/${filename}`, size, sha256 }
  }
}

/**
 * Writes the archive, a plain tar that is the same for the same instance. The data set is one snapshot. Stored files never change,
 * so the files of this snapshot can be read later; each is verified against its checksum.
 * @param progress receives the number of bytes written, and the total
 * @throws BackupError if a stored file is missing or changed; no archive remains
 */
export async function backup(
  { db, files }: Pick<Instance, 'db' | 'files'>,
  file: string,
  progress: (done: number, total: number) => void = () => {},
): Promise<{ files: number; bytes: number }> {
  const partial = `${file}.partial-${process.pid}`
  const temporaryFiles = [partial]
  const remove = () => {
    for (const path of temporaryFiles) rmSync(path, { force: true })
  }
  process.once('exit', remove)
  try {
    const out = (await open(partial, 'w', 0o600)).createWriteStream({ flush: true })
    try {
      const { dataSet, history } = await writeSnapshot(db, files, temporaryFiles)
      const headEntries = [toEntry(dataSetName, dataSet), toEntry(historyName, history)]
      const totals = { files: 0, bytes: dataSet.size + history.size }
      const manifest = await files.receive(
        Readable.from(manifestLines(headEntries, dataSet, totals)),
        Number.POSITIVE_INFINITY,
      )
      temporaryFiles.push(manifest.temporaryPath)
      let done = 0
      await writeArchive(out, { manifest, dataSet, history }, files, (bytes) => {
        done += bytes
        progress(done, totals.bytes + manifest.size)
      })
      await rename(partial, file)
      await syncFolder(dirname(file))
      return totals
    } finally {
      out.destroy()
    }
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** Writes the data set and the history to files, because the header of an archive entry contains its size. */
async function writeSnapshot(db: Db, files: Files, temporaryFiles: string[]): Promise<SnapshotFiles> {
  const receive = async (source: Readable) => {
    const file = await files.receive(source, Number.POSITIVE_INFINITY)
    temporaryFiles.push(file.temporaryPath)
    return file
  }
  let history: ReceivedFile | undefined
  const dataSetStream = new PassThrough()
  const exported = exportDataSet(db, dataSetStream, async (tx) => {
    history = await receive(Readable.from(toChunks(historyLines(tx)), { objectMode: false }))
  }).then(
    () => dataSetStream.end(),
    (error) => dataSetStream.destroy(error),
  )
  const [dataSet] = await Promise.all([receive(dataSetStream), exported])
  return { dataSet, history: history! }
}

async function* manifestLines(
  headEntries: readonly Entry[],
  dataSet: ReceivedFile,
  totals: { files: number; bytes: number },
): AsyncGenerator<Buffer> {
  yield Buffer.from(manifestHead + headEntries.map(manifestLine).join(''))
  for await (const entry of storedFileEntries(dataSet)) {
    totals.files++
    totals.bytes += entry.size
    yield Buffer.from(manifestLine(entry))
  }
}

async function writeArchive(
  out: Writable,
  { manifest, dataSet, history }: SnapshotFiles & { manifest: ReceivedFile },
  files: Files,
  progress: (bytes: number) => void,
): Promise<void> {
  const archive = pack()
  const addEntries = async () => {
    try {
      for (const [name, file] of [
        [manifestName, manifest],
        [dataSetName, dataSet],
        [historyName, history],
      ] as const) {
        const { temporaryPath, size } = file
        const source = { name: temporaryPath, size, content: createReadStream(temporaryPath) }
        await addEntry(archive, toEntry(name, file), source, progress)
      }
      for await (const entry of storedFileEntries(dataSet))
        await addEntry(archive, entry, await openStored(files, entry), progress)
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

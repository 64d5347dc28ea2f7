// kontor backup: the data set and the stored files in one archive (decision 12).
import { createHash } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'
import type { Db } from '../platform/database/database.ts'
import type { Files, ReceivedFile } from '../platform/runtime/files.ts'
import type { Instance } from '../platform/runtime/instance.ts'
import { exportDataSet, inChunks } from './export.ts'
import { readRecords } from './records/records.ts'
import { historyLines } from './sections/history.ts'

/** An archive that cannot be made, or is damaged: one line for the operator that names the entry. */
export class BackupFault extends Error {}

/** What an archive holds, in this order: its manifest, the data set, the history, and every stored file below `files/`. */
export const manifestName = 'manifest.jsonl'
export const dataSetName = 'data-set.json'
export const historyName = 'history.jsonl'
export const filesFolder = 'files/'

/** The first line of a manifest. */
export const manifestHead = `${JSON.stringify({ format: 'kontor backup', version: 2 })}\n`

type Snapshot = { dataSet: ReceivedFile; history: ReceivedFile }

/** An entry beside the manifest; `size` in bytes, `sha256` in hexadecimal. */
export type Entry = { name: string; size: number; sha256: string }

/** A further line of a manifest. */
export const manifestLine = (entry: Entry): string => `${JSON.stringify(entry)}\n`

/** A received file as the entry that it is. */
export const entryOf = (name: string, { size, sha256 }: ReceivedFile): Entry => ({
  name,
  size,
  sha256: sha256.toString('hex'),
})

/** The stored files that a data set tells of, in its order. */
export async function* attachmentsOf(dataSet: ReceivedFile): AsyncGenerator<Entry> {
  for await (const { section, index, value } of readRecords(
    createReadStream(dataSet.temporaryPath),
    'events',
  )) {
    if (index === -1) continue
    if (section === 'storedFiles') {
      const { path, size, sha256 } = (value ?? {}) as Entry & { path: string }
      yield { name: `${filesFolder}${path}`, size, sha256 }
    }
    if (section !== 'attachments') continue
    const { taskId, filename, size, sha256 } = (value ?? {}) as Entry & { taskId: number; filename: string }
    yield { name: `${filesFolder}crm/${taskId}/${filename}`, size, sha256 }
  }
}

/**
 * Writes the archive, a plain tar that is the same for the same instance. The data set is one snapshot, and the attachments are
 * those of this snapshot: a stored file never changes, so it may be read later. Each is held against its checksum while it is read.
 * @param progress is called with the bytes that have been written, and that there are
 * @throws BackupFault where a stored file is missing or changed; then no archive is left
 */
export async function backup(
  { db, files }: Pick<Instance, 'db' | 'files'>,
  file: string,
  progress: (done: number, total: number) => void = () => {},
): Promise<{ files: number; bytes: number }> {
  const partial = `${file}.partial-${process.pid}`
  const made = [partial]
  const remove = () => {
    for (const path of made) rmSync(path, { force: true })
  }
  process.once('exit', remove)
  try {
    const out = (await open(partial, 'w', 0o600)).createWriteStream({ flush: true })
    try {
      const { dataSet, history } = await takeSnapshot(db, files, made)
      const heads = [entryOf(dataSetName, dataSet), entryOf(historyName, history)]
      const sum = { files: 0, bytes: dataSet.size + history.size }
      const manifest = await files.receive(
        Readable.from(manifestOf(heads, dataSet, sum)),
        Number.POSITIVE_INFINITY,
      )
      made.push(manifest.temporaryPath)
      let done = 0
      await write(out, { manifest, dataSet, history }, files, (bytes) => {
        done += bytes
        progress(done, sum.bytes + manifest.size)
      })
      await rename(partial, file)
      const folder = await open(dirname(file))
      await folder.sync().finally(() => folder.close())
      return sum
    } finally {
      out.destroy()
    }
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** The data set and the history in files: an archive tells the size of an entry before it. */
async function takeSnapshot(db: Db, files: Files, made: string[]): Promise<Snapshot> {
  const keep = async (source: Readable) => {
    const file = await files.receive(source, Number.POSITIVE_INFINITY)
    made.push(file.temporaryPath)
    return file
  }
  let history: ReceivedFile | undefined
  const through = new PassThrough()
  const exported = exportDataSet(db, through, async (tx) => {
    history = await keep(Readable.from(inChunks(historyLines(tx)), { objectMode: false }))
  }).then(
    () => through.end(),
    (error) => through.destroy(error),
  )
  const [dataSet] = await Promise.all([keep(through), exported])
  return { dataSet, history: history! }
}

async function* manifestOf(
  heads: readonly Entry[],
  dataSet: ReceivedFile,
  sum: { files: number; bytes: number },
): AsyncGenerator<Buffer> {
  yield Buffer.from(manifestHead + heads.map(manifestLine).join(''))
  for await (const entry of attachmentsOf(dataSet)) {
    sum.files++
    sum.bytes += entry.size
    yield Buffer.from(manifestLine(entry))
  }
}

async function write(
  out: Writable,
  { manifest, dataSet, history }: Snapshot & { manifest: ReceivedFile },
  files: Files,
  progress: (bytes: number) => void,
): Promise<void> {
  const archive = pack()
  const fill = async () => {
    try {
      await add(archive, entryOf(manifestName, manifest), manifest.temporaryPath, progress)
      await add(archive, entryOf(dataSetName, dataSet), dataSet.temporaryPath, progress)
      await add(archive, entryOf(historyName, history), history.temporaryPath, progress)
      for await (const entry of attachmentsOf(dataSet))
        await add(archive, entry, join(files.root, entry.name.slice(filesFolder.length)), progress)
      archive.finalize()
    } catch (error) {
      archive.destroy(error as Error)
      throw error
    }
  }
  const filled = fill()
  const written = pipeline(archive, out)
  const [why, how] = await Promise.allSettled([filled, written])
  // A disk that is full ends both; what is wrong with a stored file is told by the filling alone.
  if (why.status === 'rejected' && why.reason instanceof BackupFault) throw why.reason
  if (how.status === 'rejected') throw how.reason
  if (why.status === 'rejected') throw why.reason
}

async function add(
  archive: Pack,
  { name, size, sha256 }: Entry,
  path: string,
  progress: (bytes: number) => void,
): Promise<void> {
  const found = await stat(path).catch((error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new BackupFault(`${path}: is missing`)
    throw error
  })
  if (!found.isFile() || found.size !== size) throw new BackupFault(`${path}: was changed (its size differs)`)
  const hash = createHash('sha256')
  await pipeline(
    createReadStream(path),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        progress(chunk.length)
        yield chunk
      }
    },
    archive.entry({ name, size, mode: 0o600, mtime: new Date(0), type: 'file' }),
  )
  if (hash.digest('hex') !== sha256) throw new BackupFault(`${path}: was changed (its checksum differs)`)
}

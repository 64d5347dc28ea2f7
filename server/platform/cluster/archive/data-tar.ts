// A data folder as a tar (gzip).
import { type FileHandle, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline as connect, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Extract, extract, type Pack, pack } from 'tar-stream'
import { ArchiveError } from '../../files/archive.ts'
import { type ArchiveUnlock, decrypted } from '../../files/archive-encryption.ts'
import { FilesUnavailable } from '../../files/files-unavailable.ts'
import { measureContent } from '../../files/measure-content.ts'
import { controlFile, emptyFolders, readControlFile, skippedFiles } from '../../postgres/data-folder.ts'

const fileMode = 0o600
const folderMode = 0o700

/** Packs the data folder of a running server, of which it is a copy together with the log of the same time. */
export function packData(data: string): Readable {
  const tar = pack()
  // More takes longer than the disk.
  const compressed = createGzip({ level: 1 })
  // The reader gets the error.
  connect(tar, compressed, () => {})
  addEntries(tar, data).then(
    () => tar.finalize(),
    (error) => tar.destroy(error),
  )
  return compressed
}

async function addEntries(tar: Pack, data: string): Promise<void> {
  await addFolder(tar, data, '')
  const control = await readControlFile(data)
  await addFile(tar, controlFile, control.length, [control])
}

async function addFolder(tar: Pack, data: string, below: string): Promise<void> {
  for (const entry of await readdir(join(data, below), { withFileTypes: true })) {
    const name = below + entry.name
    if (skippedFiles.test(entry.name) || name === controlFile) continue
    if (entry.isDirectory()) {
      tar.entry({ name, type: 'directory', mode: folderMode })
      if (!emptyFolders.has(name)) await addFolder(tar, data, `${name}/`)
    } else if (entry.isFile()) await copyFile(tar, data, name)
    else if (!entry.isSocket()) throw new ArchiveError(`${join(data, name)} is neither a file nor a folder`)
  }
}

async function copyFile(tar: Pack, data: string, name: string): Promise<void> {
  const file = await open(join(data, name), 'r').catch((error: NodeJS.ErrnoException) => {
    // The table was dropped meanwhile; the log says so.
    if (error.code !== 'ENOENT') throw error
  })
  if (!file) return
  try {
    const { size } = await file.stat()
    await addFile(tar, name, size, readExactly(file, size))
  } finally {
    await file.close()
  }
}

const chunkBytes = 2 ** 18

/** A file may become longer or shorter while it is read; the log says what it has. */
async function* readExactly(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < size; ) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, size - position))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position)
    const length = bytesRead || chunk.length
    yield chunk.subarray(0, length)
    position += length
  }
}

async function addFile(
  tar: Pack,
  name: string,
  size: number,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const entry = tar.entry({ name, size, type: 'file', mode: fileMode })
  await pipeline(Readable.from(content, { objectMode: false }), entry)
}

/**
 * Unpacks what `packData` has packed.
 * @throws FilesUnavailable, the error of a disk, or ArchiveError if it is damaged, or has another checksum
 */
export async function unpackData(
  packed: Readable,
  data: string,
  sha256: string,
  unlock?: ArchiveUnlock,
): Promise<void> {
  const { pass, sum } = measureContent()
  const tar = extract()
  const results = await Promise.allSettled([
    pipeline(packed, pass, (chunks: AsyncIterable<Buffer>) => decrypted(chunks, unlock), createGunzip(), tar),
    writeEntries(tar, data),
  ])
  // One that fails ends the other.
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []))
  const outer = errors.find((error) => 'syscall' in error || error instanceof FilesUnavailable)
  if (outer) throw outer
  if (errors.length > 0 || sum().sha256.toString('hex') !== sha256)
    throw new ArchiveError('the base backup is damaged', { cause: errors[0] })
}

async function writeEntries(tar: Extract, data: string): Promise<void> {
  for await (const entry of tar) {
    const { name, type } = entry.header
    const path = join(data, name)
    if (type === 'directory') {
      await mkdir(path, { recursive: true, mode: folderMode })
      entry.resume()
    } else {
      await mkdir(dirname(path), { recursive: true, mode: folderMode })
      // `pipeline` would wait for ever for an entry that was destroyed before.
      await writeFile(path, Readable.from(entry), { mode: fileMode })
    }
  }
}

// Reads an archive of kontor backup entry by entry. It may be compressed with gzip, and encrypted.
import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { ArchiveError } from '../platform/files/archive.ts'
import { type ArchiveUnlock, decrypted } from '../platform/files/archive-encryption.ts'
import { BackupError } from './archive-format.ts'

/** The entries of an archive, in their order. */
export type ArchiveEntries = {
  /**
   * Reads the next entry, to its end.
   * @returns false after the last one
   * @throws BackupError that names it, if it cannot be read, or the archive has no end
   */
  next(receive: (name: string, content: Readable) => Promise<void>): Promise<boolean>
}

/** `progress` receives the length of each chunk; `unlock`: the keys of an encrypted archive. */
export type ReadOptions = { progress?: (bytes: number) => void; unlock?: ArchiveUnlock | undefined }

/** The two blocks of zeros that end every tar. */
const endLength = 1024

/**
 * @param source is read to its end
 */
export async function readArchive<T>(
  source: Readable,
  work: (entries: ArchiveEntries) => Promise<T>,
  { progress = () => {}, unlock }: ReadOptions = {},
): Promise<T> {
  const reader = extract()
  let tail: Buffer = Buffer.alloc(0)
  const readToEnd = pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        yield chunk
        progress(chunk.length)
      }
    },
    (chunks: AsyncIterable<Buffer>) => decrypted(chunks, unlock),
    decompress,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        tail = (chunk.length < endLength ? Buffer.concat([tail, chunk]) : chunk).subarray(-endLength)
        yield chunk
      }
    },
    reader,
  )
  // A reader that stops ends the streams before the archive, too; their errors then tell nothing.
  let isStopping = false
  let failure: Error | undefined
  const ended = readToEnd.catch((error: Error & { code?: string }) => {
    if (!isStopping && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') failure = error
  })
  const stopReading = async (): Promise<Error | undefined> => {
    // An error of the archive arrives at its entry and here at the same time.
    await setImmediate()
    isStopping = true
    reader.destroy()
    await ended
    return failure
  }
  const withEntryName = async <R>(name: string, read: () => Promise<R>): Promise<R> => {
    try {
      return await read()
    } catch (error) {
      if (isSystemError(error) || error instanceof ArchiveError) throw error
      throw toBackupError(name, (await stopReading()) ?? (error as Error))
    }
  }
  const iterator = reader[Symbol.asyncIterator]()
  try {
    return await work({
      async next(receive) {
        const { value: entry, done } = await withEntryName('the next entry', () => iterator.next())
        if (!done) {
          const { name } = entry.header
          assertHeader(entry.header)
          await withEntryName(name, () => receive(name, ReadableStream.from(entry, { objectMode: false })))
          return true
        }
        // A source that is closed before its end reports an error.
        await withEntryName('the end of the archive', () => readToEnd)
        if (tail.some((byte) => byte !== 0))
          throw new BackupError('the end of the archive is missing; the archive ends too early')
        return false
      },
    })
  } finally {
    await stopReading()
  }
}

const isGzip = (head: Buffer) => head[0] === 0x1f && head[1] === 0x8b

async function* decompress(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    head = Buffer.concat([head, next.value])
    if (head.length >= 2) break
  }
  const whole = async function* () {
    yield head
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  if (!isGzip(head)) return yield* whole()
  const gunzip = createGunzip()
  // The reader gets the error, too.
  pipeline(whole, gunzip).catch(() => {})
  yield* gunzip
}

const isSystemError = (error: unknown) => (error as { syscall?: string }).syscall !== undefined

function toBackupError(name: string, reason: Error): Error {
  if (isSystemError(reason) || reason instanceof ArchiveError) return reason
  const what = /end of (data|file)/i.test(reason.message)
    ? 'is incomplete: the archive ends too early'
    : `cannot be read: ${reason.message}`
  return new BackupError(`${name}: ${what}`, { cause: reason })
}

/** @throws BackupError if the entry is a link or a folder, or has a path outside the store */
function assertHeader({ name, type }: Header): void {
  const shown = JSON.stringify(name)
  const parts = name.split(/[/\\]/)
  if (type !== 'file') throw new BackupError(`${shown}: is rejected: it is not a file but a ${type}`)
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new BackupError(`${shown}: is rejected: its path is outside the store`)
}

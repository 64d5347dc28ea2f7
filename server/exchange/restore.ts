// kontor restore: an archive of kontor backup into an empty instance, all of it or nothing (decision 12).
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type RawBuilder, sql } from 'kysely'
import { type Extract, extract, type Header } from 'tar-stream'
import { subjectTables } from '../platform/database/change-log.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { Files, ReceivedFile } from '../platform/files/files.ts'
import { claimFiles } from '../platform/files/files-mark.ts'
import { forEachAtOnce } from '../platform/runtime/concurrency.ts'
import type { Instance } from '../platform/runtime/instance.ts'
import {
  archiveVersion,
  BackupError,
  dataSetName,
  type Entry,
  filesFolder,
  historyName,
  manifestHead,
  manifestLine,
  manifestName,
  storedFileEntries,
  toEntry,
} from './backup.ts'
import { importDataSet } from './import.ts'
import { prepareHistory, writeHistory } from './sections/history.ts'
import { pauseSearch, writeSearch } from './sections/search-entries.ts'

/** The instance is not empty. */
export class InstanceNotEmpty extends Error {}

type RestoreOptions = {
  /** Receives the number of bytes read and verified, and the total. */
  onRead?: (done: number, total: number) => void
  /** Receives the number of records written, and the total. */
  onImport?: (done: number, total: number) => void
}

const stagedAtOnce = 4

/** The contents of an archive: received files, each stored file with its path below the store's root. */
type UnpackedArchive = {
  dataSet: ReceivedFile
  history: ReceivedFile
  attachments: { file: ReceivedFile; path: string }[]
}

/**
 * Restores an archive. First the whole archive is read and verified, into the store's folder for incoming files. Then one
 * transaction stores the files and imports the data set. The next start removes what a crash leaves behind.
 * @throws InstanceNotEmpty, BackupError, ImportError; then nothing has been stored
 */
export async function restore(
  { db, files }: Pick<Instance, 'db' | 'files'>,
  archive: string,
  options: RestoreOptions = {},
): Promise<{ counts: Record<string, number>; files: number }> {
  await assertEmpty(db)
  if (!(await files.isEmpty()))
    throw new InstanceNotEmpty(
      `restore requires an empty instance; ${files.name} contains files. Use another KONTOR_FILES`,
    )
  await claimFiles(db, files)
  const temporaryFiles: ReceivedFile[] = []
  const completeFiles = async () => {
    for (const file of temporaryFiles) await files.complete(file)
  }
  try {
    const { dataSet, history, attachments } = await unpack(
      files,
      archive,
      temporaryFiles,
      options.onRead ?? (() => {}),
    )
    await forEachAtOnce(attachments, stagedAtOnce, ({ file }) => files.stage(file))
    const { counts } = await importDataSet(db, createReadStream(dataSet.temporaryPath), {
      ...(options.onImport && { progress: options.onImport }),
      via: 'kontor restore',
      async before(tx) {
        await lockEmpty(tx)
        await prepareHistory(tx)
        await pauseSearch(tx)
        for (const { file, path } of attachments) await files.store(file, path)
      },
      async after(tx) {
        await writeSearch(tx)
        await writeHistory(tx, createReadStream(history.temporaryPath))
      },
    })
    await completeFiles()
    return { counts, files: attachments.length }
  } catch (error) {
    // If the database or the store is away, it is for all of them.
    for (const file of temporaryFiles) if (!(await files.discard(file))) break
    throw error
  }
}

/** Of a table that migrations fill: the rows that are not theirs. */
const ownRows: Readonly<Record<string, RawBuilder<boolean>>> = {
  // The general questions, which the archive has, too.
  feedback_question: sql`event_id is not null`,
  // The only row.
  website_pages: sql`false`,
}

/** Every other record belongs to a subject of the change log. */
async function assertEmpty(reader: Reader): Promise<void> {
  for (const table of subjectTables) {
    const { rows } =
      await sql`select from ${sql.table(table)} where ${ownRows[table] ?? sql`true`} limit 1`.execute(reader)
    if (rows.length > 0)
      throw new InstanceNotEmpty(
        `restore requires an empty instance; this one has ${table === 'app_user' ? 'user' : table.replaceAll('_', ' ')} records. Use another KONTOR_DATA or another database`,
      )
  }
}

/** Blocks other writers, such as a service that creates its first user. */
async function lockEmpty(tx: Tx): Promise<void> {
  await sql`lock table ${sql.join(subjectTables.map((table) => sql.table(table)))} in share row exclusive mode`.execute(
    tx,
  )
  // The rows of the stored files follow later.
  await sql`lock table attachment, stored_file, image in row exclusive mode`.execute(tx)
  await assertEmpty(tx)
}

async function unpack(
  files: Files,
  archive: string,
  temporaryFiles: ReceivedFile[],
  progress: (done: number, total: number) => void,
): Promise<UnpackedArchive> {
  const { size: total } = await stat(archive)
  const reader = extract()
  const readToEnd = pipeline(
    createReadStream(archive),
    async function* (chunks: AsyncIterable<Buffer>) {
      let done = 0
      for await (const chunk of chunks) {
        yield chunk
        done += chunk.length
        progress(done, total)
      }
    },
    reader,
  )
  const failure = readToEnd.then(
    () => undefined,
    (error: Error & { code?: string }) => (error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? undefined : error),
  )
  const stopReading = () => {
    reader.destroy()
    return failure
  }
  const withEntryName: WithEntryName = async (name, read) => {
    try {
      return await read()
    } catch (error) {
      throw isSystemError(error) ? error : toBackupError(name, (await stopReading()) ?? (error as Error))
    }
  }
  try {
    const unpacked = await readEntries(reader[Symbol.asyncIterator](), withEntryName, files, temporaryFiles)
    if (!(await endsInZeros(archive, total)))
      throw new BackupError('the end of the archive is missing; the archive ends too early')
    return unpacked
  } finally {
    await stopReading()
  }
}

/** Reads, and names the expected entry in errors. */
type WithEntryName = <T>(name: string, read: () => Promise<T>) => Promise<T>

const isSystemError = (error: unknown) => (error as { syscall?: string }).syscall !== undefined

function toBackupError(name: string, reason: Error): Error {
  if (isSystemError(reason)) return reason
  const what = /end of data/i.test(reason.message)
    ? 'is incomplete: the archive ends too early'
    : `cannot be read: ${reason.message}`
  return new BackupError(`${name}: ${what}`, { cause: reason })
}

type Entries = ReturnType<Extract[typeof Symbol.asyncIterator]>

async function readEntries(
  entries: Entries,
  withEntryName: WithEntryName,
  files: Files,
  temporaryFiles: ReceivedFile[],
): Promise<UnpackedArchive> {
  const receiveEntry = async (name: string): Promise<ReceivedFile> => {
    const { value: entry, done } = await withEntryName(name, () => entries.next())
    if (done) throw new BackupError(`${name}: is missing; the archive ends before it`)
    assertHeader(entry.header, name)
    const file = await withEntryName(name, () =>
      files.receive(Readable.from(entry), Number.POSITIVE_INFINITY),
    )
    temporaryFiles.push(file)
    return file
  }

  const manifest = await receiveEntry(manifestName)
  const head = await readManifestHead(manifest)
  if (!head.startsWith(manifestHead)) throw new BackupError(`${manifestName}: ${describeOtherHead(head)}`)
  const dataSet = await receiveEntry(dataSetName)
  const dataSetLine = manifestLine(toEntry(dataSetName, dataSet))
  if (!head.slice(manifestHead.length).startsWith(dataSetLine))
    throw new BackupError(`${dataSetName}: is damaged: its checksum differs from the manifest`)
  const history = await receiveEntry(historyName)
  const historyLine = manifestLine(toEntry(historyName, history))
  if (!head.slice(manifestHead.length + dataSetLine.length).startsWith(historyLine))
    throw new BackupError(`${historyName}: is damaged: its checksum differs from the manifest`)
  const expected = createHash('sha256').update(manifestHead + dataSetLine + historyLine)
  const attachments: UnpackedArchive['attachments'] = []
  for await (const entry of storedFileEntries(dataSet)) {
    expected.update(manifestLine(entry))
    const file = await receiveEntry(entry.name)
    if (!isSame(toEntry(entry.name, file), entry))
      throw new BackupError(`${entry.name}: is damaged: its checksum differs from the data set`)
    attachments.push({ file, path: entry.name.slice(filesFolder.length) })
  }
  const { value: unexpected, done } = await withEntryName('the end of the archive', () => entries.next())
  if (!done) throw new BackupError(`${JSON.stringify(unexpected.header.name)}: is not in the data set`)
  if (!expected.digest().equals(manifest.sha256))
    throw new BackupError(`${manifestName}: is damaged: its files differ from those of the data set`)
  return { dataSet, history, attachments }
}

/** @throws BackupError if the entry is a link or a folder, has a path outside the store, is empty, or is not the expected one */
function assertHeader({ name, type, size }: Header, expected: string): void {
  const shown = JSON.stringify(name)
  const parts = name.split(/[/\\]/)
  if (type !== 'file') throw new BackupError(`${shown}: is rejected: it is not a file but a ${type}`)
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new BackupError(`${shown}: is rejected: its path is outside the store`)
  if (name !== expected) throw new BackupError(`${shown}: was found instead of ${JSON.stringify(expected)}`)
  if (!size) throw new BackupError(`${shown}: is empty`)
}

const isSame = (one: Entry, other: Entry): boolean => one.size === other.size && one.sha256 === other.sha256

/** Why an archive with this beginning of its manifest cannot be restored. */
function describeOtherHead(head: string): string {
  const [, version] = /^\{"format":"kontor backup","version":(\d+)\}\n/.exec(head) ?? []
  return version === undefined
    ? 'is damaged, or was written by another version of Kontor'
    : `has version ${version} of the archive format, expected ${archiveVersion}. Restore it with the version of Kontor that wrote it, then transfer the data with kontor export and kontor import`
}

/** Reads the beginning of a manifest; its first three lines are shorter. */
const readManifestHead = async ({ temporaryPath }: ReceivedFile) =>
  (await readPart(temporaryPath, 0)).toString()

/** Whether an archive ends with the two blocks of zeros that end every tar. */
const endsInZeros = async (archive: string, size: number) =>
  (await readPart(archive, Math.max(0, size - partLength))).every((byte) => byte === 0)

const partLength = 1024

async function readPart(path: string, position: number): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(partLength), 0, partLength, position)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

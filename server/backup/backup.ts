// kontor backup: a copy of the tables and the stored files in one archive (decision 12).
import { rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { escapeIdentifier } from 'pg'
import { copyOut, withCopyConnection } from '../platform/database/copy.ts'
import type { Db } from '../platform/database/database.ts'
import type { ArchiveCipher } from '../platform/files/archive-encryption.ts'
import type { ReceivedFile, StoredFile } from '../platform/files/files.ts'
import { storedFilesOf, storedRowTables } from '../platform/files/stored-rows.ts'
import { syncFolder } from '../platform/files/sync-folder.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { usedKeysStatement } from '../platform/secrets/stored-secrets.ts'
import {
  type ArchiveHead,
  archiveVersion,
  BackupError,
  filesFolder,
  headName,
  manifestLine,
  tablesFolder,
  toEntry,
} from './archive-format.ts'
import { type Snapshot, type WrittenArchive, writeArchive } from './archive-writer.ts'
import { readSequences, readTables, tablesLeftOut } from './copied-tables.ts'

/** Higher levels take twice the time for a tenth less. */
const compressionLevel = 3

/**
 * Writes an archive, a plain tar that is the same for the same instance, and ends the stream. The tables are one snapshot. Stored files
 * never change, so the files of this snapshot can be read later; each is verified against its checksum.
 * @param progress receives the number of bytes written, and the total
 * @throws BackupError if a stored file is missing or changed; then the stream is destroyed
 */
export async function writeBackup(
  { db, files }: Pick<Instance, 'db' | 'files'>,
  out: Writable,
  progress: (done: number, total: number) => void = () => {},
): Promise<WrittenArchive> {
  const temporaryFiles: string[] = []
  const remove = () => {
    for (const path of temporaryFiles) rmSync(path, { force: true })
  }
  process.once('exit', remove)
  try {
    const receive = async (source: Readable) => {
      const file = await files.receive(source, Number.POSITIVE_INFINITY)
      temporaryFiles.push(file.temporaryPath)
      return file
    }
    const snapshot = await writeSnapshot(db, receive)
    let done = 0
    await writeArchive(out, snapshot, files, (bytes) => {
      done += bytes
      progress(done, snapshot.totals.bytes + snapshot.manifest.size)
    })
    return snapshot.totals
  } catch (error) {
    out.destroy(error as Error)
    throw error
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/**
 * Writes an archive to a file, compressed with gzip if its name ends in `.gz` or `.gz.age`. An existing file is replaced when the new one is complete.
 * @throws BackupError as writeBackup; then the file is as it was
 */
export async function backup(
  instance: Pick<Instance, 'db' | 'files'>,
  file: string,
  { progress, cipher }: Pick<PassOptions, 'progress' | 'cipher'> = {},
): Promise<WrittenArchive> {
  const partial = `${file}.partial-${process.pid}`
  const remove = () => rmSync(partial, { force: true })
  process.once('exit', remove)
  try {
    const handle = await open(partial, 'w', 0o600)
    const write = (content: Readable) => pipeline(content, handle.createWriteStream({ flush: true }))
    const written = await passBackup(instance, write, {
      compressed: /\.gz(\.age)?$/.test(file),
      progress,
      cipher,
    })
    await rename(partial, file)
    await syncFolder(dirname(file))
    return written
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** `cipher`: left out, the archive is not encrypted. */
export type PassOptions = {
  compressed: boolean
  progress?: ((done: number, total: number) => void) | undefined
  cipher?: ArchiveCipher | undefined
}

/**
 * Passes an archive to a function that writes it.
 * @throws BackupError as writeBackup; errors of the function
 */
export async function passBackup(
  instance: Pick<Instance, 'db' | 'files'>,
  write: (content: Readable) => Promise<unknown>,
  options: PassOptions,
): Promise<WrittenArchive> {
  const archive = options.compressed ? createGzip({ level: compressionLevel }) : new PassThrough()
  const writeContent = async () => write(options.cipher ? await options.cipher.encrypt(archive) : archive)
  const [made, written] = await Promise.allSettled([
    writeBackup(instance, archive, options.progress),
    writeContent().catch((error) => {
      archive.destroy(error)
      throw error
    }),
  ])
  // A full disk fails both; only the archive knows which stored file is wrong.
  if (made.status === 'rejected' && made.reason instanceof BackupError) throw made.reason
  if (written.status === 'rejected') throw written.reason
  if (made.status === 'rejected') throw made.reason
  return made.value
}

/** Copies the tables, and lists the stored files that they name. */
async function writeSnapshot(
  db: Db,
  receive: (source: Readable) => Promise<ReceivedFile>,
): Promise<Snapshot> {
  const parts: Snapshot['parts'] = []
  const totals = { files: 0, bytes: 0 }
  const add = async (name: string, content: Readable) => {
    const file = await receive(content)
    parts.push({ entry: toEntry(name, file), file })
    totals.bytes += file.size
  }
  const manifest = await withCopyConnection(db, async (client) => {
    const names = (await readTables(client)).map(({ name }) => escapeIdentifier(name))
    await client.query('start transaction isolation level repeatable read, read only')
    // Before the first query, which takes the snapshot: no table may be altered under it.
    await client.query(`lock table ${names.join(', ')} in access share mode`)
    await add(headName, Readable.from([await readHead(client)], { objectMode: false }))
    for (const { name, columns, order } of await readTables(client))
      await add(
        `${tablesFolder}${name}`,
        copyOut(client, `select ${columns.join(', ')} from ${escapeIdentifier(name)} order by ${order}`),
      )
    const stored = storedFilesOf(storedRowTables.filter(({ table }) => !(table in tablesLeftOut)))
    const lines = manifestLines(client, parts, totals, stored.compile(db).sql)
    const listed = await receive(Readable.from(lines, { objectMode: false }))
    await client.query('commit')
    return listed
  })
  return { parts, manifest, totals }
}

/** The key of the secrets in the copied tables; undefined: they have none. A schema of before has no table of keys. */
async function readSecretKey(client: pg.ClientBase): Promise<string | undefined> {
  const { rows: tables } = await client.query(`select where to_regclass('secret_key') is not null`)
  if (tables.length === 0) return undefined
  const { rows: used } = await client.query(usedKeysStatement((table) => !(table in tablesLeftOut)))
  if (used.length === 0) return undefined
  return (await client.query<{ id: string }>('select id from secret_key')).rows[0]?.id
}

async function readHead(client: pg.ClientBase): Promise<Buffer> {
  const { rows: migrations } = await client.query<ArchiveHead['migrations'][number]>(
    'select name, checksum from migration order by name collate "C"',
  )
  const head: ArchiveHead = {
    format: 'kontor backup',
    version: archiveVersion,
    migrations,
    sequences: await readSequences(client),
    secretKey: await readSecretKey(client),
  }
  return Buffer.from(`${JSON.stringify(head)}\n`)
}

const pageSize = 1000

/** The manifest: the parts, then the stored files of the snapshot. Counts these in `totals`. */
async function* manifestLines(
  client: pg.ClientBase,
  parts: Snapshot['parts'],
  totals: WrittenArchive,
  storedFiles: string,
): AsyncGenerator<Buffer> {
  yield Buffer.from(parts.map(({ entry }) => manifestLine(entry)).join(''))
  await client.query(
    `declare stored_file_list cursor for select * from (${storedFiles}) f order by path collate "C"`,
  )
  for (;;) {
    const { rows } = await client.query<StoredFile>(`fetch ${pageSize} from stored_file_list`)
    if (rows.length === 0) return
    totals.files += rows.length
    totals.bytes += rows.reduce((sum, { size }) => sum + size, 0)
    yield Buffer.from(rows.map((row) => manifestLine(toEntry(`${filesFolder}${row.path}`, row))).join(''))
  }
}

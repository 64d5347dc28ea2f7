// kontor restore: an archive of kontor backup into an empty instance, all of it or nothing (decision 12).
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { recordSecurityEvent } from '../platform/auth/security-log.ts'
import { subjectTables } from '../platform/database/change-log.ts'
import { withCopyConnection } from '../platform/database/copy.ts'
import { type Db, inTransaction } from '../platform/database/database.ts'
import type { ArchiveUnlock } from '../platform/files/archive-encryption.ts'
import type { Files, ReceivedFile } from '../platform/files/files.ts'
import { claimFiles } from '../platform/files/files-mark.ts'
import { forEachAtOnce } from '../platform/ground/concurrency.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { filesFolder, tablesFolder } from './archive-format.ts'
import { type ArchiveEntries, readArchive } from './archive-reader.ts'
import { loadTables, type ReceivedTable } from './load-tables.ts'
import { assertKnownSchema, type ReadHead, readContents, readHead } from './read-contents.ts'

/** The instance is not empty. */
export class InstanceNotEmpty extends Error {}

type EmptyInstance = Pick<Instance, 'db' | 'files'>

/**
 * Opens an instance whose schema has these migrations, with the rights of the owner of the tables, for as long as `work` runs.
 */
export type OpenEmpty = <T>(
  migrations: readonly string[],
  work: (instance: EmptyInstance) => Promise<T>,
) => Promise<T>

type RestoreOptions = {
  /** The keys of an encrypted archive. */
  unlock?: ArchiveUnlock | undefined
  /** Is told the key of the secrets in the archive, before anything is stored; undefined: they are not encrypted. */
  onSecretKey?: (id: string | undefined) => void
  /** Receives the number of bytes read and verified, and the total. */
  onRead?: (done: number, total: number) => void
  /** Receives the number of bytes of tables loaded, and the total. */
  onLoad?: (done: number, total: number) => void
}

const stagedAtOnce = 4

/** The contents of an archive: received files, each stored file with its path below the store's root. */
type Unpacked = { tables: ReceivedTable[]; storedFiles: { file: ReceivedFile; path: string }[] }

/** The restored tables and files. */
export type Restored = { tables: number; files: number }

/**
 * Restores an archive, a file or a stream. First the whole archive is read and verified, into the store's folder for incoming files. Then one
 * transaction stores the files and loads the tables. The next start removes what a crash leaves behind.
 * @param open is called when the archive has told its schema
 * @throws InstanceNotEmpty, BackupError; then nothing has been stored
 */
export async function restore(
  open: OpenEmpty,
  archive: string | Readable,
  options: RestoreOptions = {},
): Promise<Restored> {
  return readArchive(
    typeof archive === 'string' ? createReadStream(archive) : archive,
    async (entries) => {
      const head = await readHead(entries)
      await assertKnownSchema(head.head)
      options.onSecretKey?.(head.head.secretKey)
      const migrations = head.head.migrations.map(({ name }) => name)
      return open(migrations, async (instance) => {
        await assertEmpty(instance)
        await claimFiles(instance.db, instance.files)
        const received: ReceivedFile[] = []
        try {
          const contents = await unpack(entries, head, instance.files, received)
          await load(instance, head, contents, options.onLoad)
          for (const file of received) await instance.files.complete(file)
          return { tables: contents.tables.length, files: contents.storedFiles.length }
        } catch (error) {
          // If the database or the store is away, it is for all of them.
          for (const file of received) if (!(await instance.files.discard(file))) break
          throw error
        }
      })
    },
    { progress: await readProgress(archive, options.onRead), unlock: options.unlock },
  )
}

async function unpack(
  entries: ArchiveEntries,
  head: ReadHead,
  files: Files,
  received: ReceivedFile[],
): Promise<Unpacked> {
  const contents: Unpacked = { tables: [], storedFiles: [] }
  await readContents(entries, head, async (name, content) => {
    const file = await files.receive(content, Number.POSITIVE_INFINITY)
    received.push(file)
    if (name.startsWith(tablesFolder))
      contents.tables.push({ name, path: file.temporaryPath, size: file.size })
    else contents.storedFiles.push({ file, path: name.slice(filesFolder.length) })
    return file
  })
  return contents
}

/** Stores the files and loads the tables in one transaction. */
async function load(
  { db, files }: EmptyInstance,
  { head }: ReadHead,
  { tables, storedFiles }: Unpacked,
  progress: RestoreOptions['onLoad'] = () => {},
): Promise<void> {
  await forEachAtOnce(storedFiles, stagedAtOnce, ({ file }) => files.stage(file))
  const total = tables.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  await withCopyConnection(db, async (client) => {
    await client.query('start transaction')
    await lockEmpty(client)
    await loadTables(client, tables, head, (bytes) => {
      done += bytes
      progress(done, total)
    })
    // A service that has another key says so at its start.
    if (head.secretKey !== undefined)
      await client.query(
        'insert into secret_key (id) values ($1) on conflict (is_only) do update set id = excluded.id',
        [head.secretKey],
      )
    // The sizes of images for websites are made again.
    await client.query('insert into image_resize (image_id) select id from image')
    for (const { file, path } of storedFiles) await files.store(file, path)
    await client.query('commit')
    // Until autovacuum runs, the planner would use the statistics of an empty database.
    await client.query('analyze')
  })
}

/** The last steps in an instance that was restored, and then migrated to the schema of this Kontor. */
export async function completeRestore(db: Db): Promise<void> {
  await inTransaction(db, { userId: null, via: 'kontor restore' }, (tx) =>
    recordSecurityEvent(tx, { event: 'dataImported' }),
  )
}

/** Of a table that migrations fill: the rows that are not theirs, as SQL. */
const ownRows: Readonly<Record<string, string>> = {
  // The general questions, which the archive has, too.
  feedback_question: 'event_id is not null',
  // Without users, nobody has a role.
  role: 'false',
  // The only row.
  website_pages: 'false',
}

/** The tables of the subjects of the change log, to one of which every other record belongs. An older schema has fewer. */
async function readSubjectTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(quote_ident(name)) is not null',
    [subjectTables],
  )
  return rows.map(({ name }) => name)
}

async function assertNoRecords(client: pg.ClientBase): Promise<void> {
  for (const table of await readSubjectTables(client)) {
    const { rows } = await client.query(`select from ${table} where ${ownRows[table] ?? 'true'} limit 1`)
    if (rows.length > 0)
      throw new InstanceNotEmpty(
        `restore requires an empty instance; this one has ${table === 'app_user' ? 'user' : table.replaceAll('_', ' ')} records. Use another KONTOR_DATA or another database`,
      )
  }
}

async function assertEmpty({ db, files }: EmptyInstance): Promise<void> {
  await withCopyConnection(db, assertNoRecords)
  if (!(await files.isEmpty()))
    throw new InstanceNotEmpty(
      `restore requires an empty instance; ${files.name} contains files. Use another KONTOR_FILES`,
    )
}

/** Blocks others, such as a service that creates its first user. */
async function lockEmpty(client: pg.ClientBase): Promise<void> {
  await client.query(`lock table ${(await readSubjectTables(client)).join(', ')} in access exclusive mode`)
  await assertNoRecords(client)
}

/** The size of a stream is not known before its end. */
async function readProgress(
  archive: string | Readable,
  onRead: RestoreOptions['onRead'],
): Promise<(bytes: number) => void> {
  if (typeof archive !== 'string' || !onRead) return () => {}
  const { size } = await stat(archive)
  let done = 0
  return (bytes) => {
    done += bytes
    onRead(done, size)
  }
}

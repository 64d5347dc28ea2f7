// Copies the files of an instance from one store to another.
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { forEachAtOnce } from '../ground/concurrency.ts'
import { Failure } from '../ground/errors.ts'
import type { Files, ReceivedFile, StoredFile } from './files.ts'
import { storedFilesQuery, storedRowTables } from './stored-rows.ts'

const pageSize = 1000
const copiedAtOnce = 4

/** The result. `missing` and `damaged`: where the files should be. */
export type CopyResult = {
  copied: number
  present: number
  bytes: number
  missing: string[]
  damaged: string[]
}

/** The number and the size of the files that rows name. */
export async function measureFiles(db: Db): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes
    from (${storedFilesQuery}) f`.execute(db)
  return rows[0]!
}

/** The files that rows name. */
async function* storedFiles(db: Db): AsyncGenerator<StoredFile> {
  for (const { table, id, path } of storedRowTables) {
    let last = 0
    for (;;) {
      const { rows } = await sql<StoredFile & { id: number }>`
        select ${sql.ref(id)} as id, ${path} as path, size::float8 as size, sha256
        from ${sql.table(table)} where ${sql.ref(id)} > ${last} order by ${sql.ref(id)} limit ${pageSize}`.execute(
        db,
      )
      yield* rows
      const end = rows.at(-1)
      if (!end) break
      last = end.id
    }
  }
}

/**
 * Copies every file that a row names and that `to` does not hold with its checksum. Can be repeated after an interruption.
 * @param progress receives the bytes of the files that are done
 * @throws FilesUnavailable
 */
export async function copyFiles(
  db: Db,
  { from, to }: { from: Files; to: Files },
  progress: (bytes: number) => void,
): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, present: 0, bytes: 0, missing: [], damaged: [] }
  await forEachAtOnce(storedFiles(db), copiedAtOnce, async (file) => {
    const outcome = (await to.holds(file)) ? 'present' : await copyFile(from, to, file)
    if (outcome === 'missing' || outcome === 'damaged') result[outcome].push(from.locate(file))
    else result[outcome]++
    if (outcome === 'copied') result.bytes += file.size
    progress(file.size)
  })
  return result
}

async function copyFile(from: Files, to: Files, file: StoredFile): Promise<'copied' | 'missing' | 'damaged'> {
  const source = await from.read(file)
  if (!source) return 'missing'
  if (source.size !== file.size) {
    source.content.destroy()
    return 'damaged'
  }
  let received: ReceivedFile
  try {
    received = await to.receive(source.content, file.size)
  } catch (error) {
    if (error instanceof Failure) return 'damaged'
    throw error
  }
  try {
    if (received.size !== file.size || !received.sha256.equals(file.sha256)) {
      await to.discard(received)
      return 'damaged'
    }
    await to.stage(received)
    await to.store(received, file.path)
  } catch (error) {
    await to.discard(received)
    throw error
  }
  await to.complete(received)
  return 'copied'
}

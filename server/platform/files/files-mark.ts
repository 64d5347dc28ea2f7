// The mark of the file store: the store of another instance, or the empty folder below a share that is not mounted, must not be taken
// for the right one.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction, systemActor } from '../database/database.ts'
import { NotReady } from '../ground/errors.ts'
import { SettingError } from '../settings/setting-error.ts'
import type { Files } from './files.ts'

/** The file of a folder, or the object of a bucket, with the mark. */
export const markName = '.kontor-files'
/** The folders of stored files. */
export const storedFolders = ['crm', 'catalogue', 'images']
/** The folder of uploads in progress. */
export const incomingName = '.incoming'
/** The names that Kontor creates in the folder. */
export const storeEntries: readonly string[] = [...storedFolders, incomingName, markName]

/**
 * Makes the store that of the instance, once, and afterwards verifies that it is.
 * @returns the mark
 * @throws SettingError if it is another one
 */
export async function claimFiles(db: Db, files: Files): Promise<string> {
  // Nothing to write, and no lock to wait for, at every start but the first.
  const mark = await loadMark(db)
  if (mark === undefined) return claimFirst(db, files)
  assertOwnStore(files, await files.readMark(), mark)
  return mark
}

/** @throws SettingError */
function assertOwnStore({ name }: Files, found: string | undefined, mark: string): void {
  if (found === mark) return
  throw new SettingError(
    found === undefined
      ? `KONTOR_FILES: ${name} is not the place of this instance’s files, or its share is not mounted: it has no file ${markName}. If it is the right one, create this file with the content ${mark}`
      : found === copyingMark(mark)
        ? `KONTOR_FILES: kontor files copy to ${name} has not ended: run it again`
        : `KONTOR_FILES: ${name} is the place of another instance’s files: ${markName} contains ${found}, not ${mark}`,
  )
}

const claimFirst = (db: Db, files: Files): Promise<string> =>
  inTransaction(db, systemActor, async (tx) => {
    // Two services that start on an empty database at the same time agree on one store.
    await sql`lock table files_folder in share row exclusive mode`.execute(tx)
    const row = await tx.selectFrom('files_folder').select('mark').executeTakeFirst()
    const found = await files.readMark()
    if (row) {
      assertOwnStore(files, found, row.mark)
      return row.mark
    }
    // A start that was killed before its commit leaves a mark, but no files.
    if (found !== undefined && !(await files.isEmpty()))
      throw new SettingError(
        `KONTOR_FILES: ${files.name} is the place of another instance’s files: it has a file ${markName}. Use a place of its own for each instance`,
      )
    const mark = found ?? randomUUID()
    await tx.insertInto('files_folder').values({ mark }).execute()
    if (found === undefined) await files.writeMark(mark)
    return mark
  })

/** The mark of the instance; undefined: it has no store yet. */
export const loadMark = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('files_folder').select('mark').executeTakeFirst())?.mark

/** The mark of a store to which the files of an instance are being copied. */
export const copyingMark = (mark: string): string => `copying ${mark}`

/** Verifies the mark that a store has. @throws NotReady */
export function assertMark(name: string, found: string | undefined, mark: string): void {
  if (found !== mark)
    throw new NotReady(
      `${name} is not the place of this instance’s files, or its share is not mounted: ${markName} is ${found === undefined ? 'missing' : 'another one'}`,
    )
}

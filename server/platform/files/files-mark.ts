// The mark of the folder of the files: the folder of another instance, or the empty folder below a share that is not mounted, must not
// be taken for the right one.
import { randomUUID } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Db, inTransaction, systemActor } from '../database/database.ts'
import { inheritOwner } from '../runtime/account.ts'
import { NotReady } from '../runtime/readiness.ts'
import { SettingError } from '../runtime/settings.ts'
import { syncFolder } from './sync-folder.ts'

const markName = '.kontor-files'
/** The folders of stored files. */
const storedFolders = ['crm', 'catalogue']
/** The folder of uploads in progress. */
export const incomingName = '.incoming'
/** What Kontor creates in the folder. */
export const storeEntries: readonly string[] = [...storedFolders, incomingName, markName]

async function readMark(root: string): Promise<string | undefined> {
  try {
    return (await readFile(join(root, markName), 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function writeMark(root: string, mark: string): Promise<void> {
  const file = await open(join(root, markName), 'wx', 0o600)
  try {
    await file.writeFile(`${mark}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await inheritOwner(join(root, markName))
  await syncFolder(root)
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function hasStoredFiles(root: string): Promise<boolean> {
  for (const name of storedFolders) if (await exists(join(root, name))) return true
  return false
}

/**
 * Makes the folder that of the instance, once, and afterwards verifies that it is.
 * @returns the mark
 * @throws SettingError if it is another folder
 */
export const claimFilesFolder = (db: Db, root: string): Promise<string> =>
  inTransaction(db, systemActor, async (tx) => {
    // Two services that start on an empty database at the same time agree on one folder.
    await sql`lock table files_folder in share row exclusive mode`.execute(tx)
    const row = await tx.selectFrom('files_folder').select('mark').executeTakeFirst()
    const found = await readMark(root)
    if (row) {
      if (found === row.mark) return row.mark
      throw new SettingError(
        found === undefined
          ? `KONTOR_FILES: ${root} is not the folder of this instance’s files, or its share is not mounted: it has no file ${markName}. If it is the right folder, create this file with the content ${row.mark}`
          : `KONTOR_FILES: ${root} is the folder of another instance’s files: ${markName} contains ${found}, not ${row.mark}`,
      )
    }
    // A start that was killed before its commit leaves a mark, but no files.
    if (found !== undefined && (await hasStoredFiles(root)))
      throw new SettingError(
        `KONTOR_FILES: ${root} is the folder of another instance’s files: it has a file ${markName}. Use a folder of its own for each instance`,
      )
    const mark = found ?? randomUUID()
    await tx.insertInto('files_folder').values({ mark }).execute()
    if (found === undefined) await writeMark(root, mark)
    return mark
  })

/** Verifies that the folder is still the right one. @throws NotReady */
export async function verifyMark(root: string, mark: string): Promise<void> {
  const found = await readMark(root)
  if (found !== mark)
    throw new NotReady(
      `the folder of the files is not that of this instance, or its share is not mounted: ${markName} is ${found === undefined ? 'missing' : 'another one'}`,
    )
}

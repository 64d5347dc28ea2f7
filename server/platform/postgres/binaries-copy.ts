// A copy of the embedded PostgreSQL's programs, for an account that may not enter the folder of the installation.
import { spawnSync } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { chmod, copyFile, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Account } from '../ground/account.ts'

/** Folders that every account may enter; of the second, programs may not be executable. */
const defaultFolders = ['/var/cache/kontor-postgres', '/tmp/kontor-postgres']

/** A link of the programs' folder, which npm cannot pack. */
export type LibraryLink = { source: string; target: string }

/**
 * Finds or creates a copy of the folder `native` that the account can run. The name of a copy is the checksum of its content, which
 * is verified before it is used.
 * @returns the folder of the copy
 * @throws Error if the account can run none
 */
export async function copyBinaries(
  native: string,
  links: readonly LibraryLink[],
  account: Account,
  folders: readonly string[] = defaultFolders,
): Promise<string> {
  const checksum = await checksumOf(native)
  const problems: string[] = []
  for (const folder of folders) {
    const copy = join(folder, checksum.slice(0, 32))
    try {
      await ensurePrivateFolder(folder)
      if (!(await isComplete(copy, checksum, links))) await createCopy(native, links, copy, checksum)
      const { status, error } = spawnSync(join(copy, 'bin', 'postgres'), ['--version'], {
        ...account,
        cwd: '/',
        stdio: 'ignore',
      })
      if (status === 0) return copy
      problems.push(`${copy} cannot be run${error ? ` (${(error as NodeJS.ErrnoException).code})` : ''}`)
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  throw new Error(
    `PostgreSQL cannot run as root, and the account that it would run as (uid ${account.uid}) cannot read ${native}: ${problems.join('; ')}. ` +
      'Install Kontor in a folder that every account may enter, or run it as an ordinary user.',
  )
}

/** Everybody may enter the folder, and nobody else may change it: another account could exchange the programs. */
async function ensurePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { uid, mode } = await lstat(folder)
  const isPrivate = uid === process.getuid?.() && (mode & 0o170000) === 0o040000 && (mode & 0o022) === 0
  if (!isPrivate) throw new Error(`${folder} belongs to another account or may be changed by others`)
  await chmod(folder, 0o755)
}

async function isComplete(copy: string, checksum: string, links: readonly LibraryLink[]): Promise<boolean> {
  try {
    await Promise.all(links.map(({ target }) => stat(join(copy, target))))
    return (await checksumOf(copy)) === checksum
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Writes to a temporary folder, which is then renamed: a copy is complete, also if another process creates it at the same time. */
async function createCopy(
  native: string,
  links: readonly LibraryLink[],
  copy: string,
  checksum: string,
): Promise<void> {
  const temporary = `${copy}.new-${process.pid}-${randomInt(1e9)}`
  const damaged = `${temporary}-damaged`
  try {
    // Modes of the installation follow the umask under which npm ran.
    for (const { path, isExecutable } of await filesIn(native)) {
      const target = join(temporary, path)
      await mkdir(dirname(target), { recursive: true })
      await copyFile(join(native, path), target)
      await chmod(target, isExecutable ? 0o755 : 0o644)
    }
    for (const { source, target } of links)
      await symlink(relative(dirname(target), source), join(temporary, target))
    const entries = await readdir(temporary, { recursive: true, withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory())
    for (const { parentPath, name } of folders) await chmod(join(parentPath, name), 0o755)
    await chmod(temporary, 0o755)
    await rename(temporary, copy).catch(async (error) => {
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error
      // Another process has just created it, or it is damaged.
      if (await isComplete(copy, checksum, links)) return
      await rename(copy, damaged)
      await rename(temporary, copy)
    })
  } finally {
    for (const folder of [temporary, damaged]) await rm(folder, { recursive: true, force: true })
  }
}

async function filesIn(folder: string): Promise<{ path: string; isExecutable: boolean }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(
    files.toSorted().map(async (file) => ({
      path: relative(folder, file),
      isExecutable: ((await stat(file)).mode & 0o100) !== 0,
    })),
  )
}

async function checksumOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const { path, isExecutable } of await filesIn(folder)) {
    const content = await readFile(join(folder, path))
    hash.update(`${path}\0${isExecutable}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

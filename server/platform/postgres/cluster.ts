// The data folder of the embedded PostgreSQL: created by initdb, owned by the server's account, with a folder for the socket.
import { createHash, randomInt } from 'node:crypto'
import {
  chown,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { syncFolder } from '../files/sync-folder.ts'
import { type Account, nobody } from '../ground/account.ts'
import { isAlive } from '../ground/process.ts'
import { exists, launcher } from './binaries.ts'
import { type Cluster, findPostmaster, lastLine, PORT, socketFile, spawnLogged } from './postmaster.ts'

/** The superuser of the cluster, who owns the tables. */
export const OWNER = 'kontor'
const SOCKET_PATH_LIMIT = 103 // macOS; Linux allows 107

const SETTINGS = {
  max_connections: '500', // for up to 64 workers; unused connections cost almost nothing
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off', // the log file is not rotated
  jit: 'off',
}

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

type ClusterOptions = {
  account?: Account | undefined
  log?: (line: string) => void
  settings?: Record<string, string>
  env?: Record<string, string>
  durable?: boolean
}

/**
 * Creates the data folder and its cluster if they are missing.
 * @param fill writes the files of a new cluster; default: initdb
 */
export async function prepareCluster(
  dataDir: string,
  options: ClusterOptions,
  fill: (cluster: Cluster) => Promise<void> = initdb,
): Promise<Cluster> {
  await mkdir(resolve(dataDir), { recursive: true, mode: 0o700 })
  const home = await realpath(dataDir)
  const data = join(home, 'postgres')
  const logFile = join(home, 'postgres.log')
  const account = process.getuid?.() === 0 ? await accountOf(data, options.account) : undefined
  const ownUid = account?.uid ?? process.getuid?.()
  if ((await exists(data)) && (await stat(data)).uid !== ownUid && !account) {
    throw new Error(
      `${data} belongs to another account (uid ${(await stat(data)).uid}): run Kontor under that account.`,
    )
  }
  const log = options.log ?? (() => {})
  const launch = await launcher(home, account)
  const settings = {
    ...SETTINGS,
    ...options.settings,
    ...(options.durable === false ? NOT_DURABLE : DURABLE),
    listen_addresses: '',
  }
  const { env = {} } = options
  const cluster = { data, logFile, account, socket: data, launch, settings, env, log }
  await initialise(data, account, (folder) =>
    fill({ ...cluster, data: folder, socket: folder, settings: { ...settings } }),
  )
  return { ...cluster, socket: await socketFolder(data, account) }
}

/** For root: the account that is named, otherwise that which owns the data, otherwise nobody. It gets the data. */
async function accountOf(data: string, named: Account | undefined): Promise<Account> {
  const found = await stat(data).catch(() => undefined)
  if (!found) return named ?? nobody
  const isRoots = found.uid === 0 // a copy that root restored
  const account = named ?? (isRoots ? nobody : { uid: found.uid, gid: found.gid })
  if (account.uid === found.uid) return account
  if (await findPostmaster(data))
    throw new Error(
      `PostgreSQL runs on ${data} under another account (uid ${found.uid}) than KONTOR_USER: stop all Kontor processes that use it.`,
    )
  const entries = await readdir(data, { recursive: true })
  for (const entry of [...entries, '']) await lchown(join(data, entry), account.uid, account.gid)
  return account
}

/**
 * The cluster is written to a temporary folder, which is then renamed: a folder named `postgres` is always complete, and if two
 * processes start at the same time, one rename succeeds.
 */
async function initialise(
  data: string,
  account: Account | undefined,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  await removeLeftovers(data)
  if (await isCluster(data)) return
  const temporary = `${data}.new-${process.pid}-${randomInt(1e9)}`
  await mkdir(temporary, { mode: 0o700 })
  try {
    if (account) await chown(temporary, account.uid, account.gid)
    await fill(temporary)
    await rename(temporary, data)
    await syncFolder(resolve(data, '..'))
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if (!(await isCluster(data))) throw error
  }
}

async function initdb({ data, logFile, launch, log }: Cluster): Promise<void> {
  log(`Creating a database in ${resolve(data, '..')}`)
  const options = ['--username', OWNER, '--auth-local=trust', '--auth-host=reject']
  options.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  options.push('--data-checksums', '--no-instructions')
  const args = (folder: string) => ['--pgdata', folder, ...options]
  const run = await spawnLogged(logFile, (file) => launch('initdb', { folder: data, args, log: file }))
  const code = await run.exited
  if (code !== 0) throw new Error(`initdb failed (${code}): ${lastLine(await run.output())}; see ${logFile}`)
}

async function isCluster(data: string): Promise<boolean> {
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  if (version.trim() === '18') return true
  if (version)
    throw new Error(`${data} was created by PostgreSQL ${version.trim()}; the embedded version is 18.`)
  const entries = await readdir(data).catch(() => [])
  if (entries.length > 0) throw new Error(`${data} is not empty, and is not a PostgreSQL database.`)
  return false
}

/** Removes folders of killed initdb runs. If another program has the process id now, the folder is removed after an hour. */
async function removeLeftovers(data: string): Promise<void> {
  const home = resolve(data, '..')
  // A worker may enter the folder of root, but not read it.
  const names = await readdir(home).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES') throw error
    return []
  })
  for (const name of names) {
    const owner = new RegExp(`^${basename(data)}\\.new-(\\d+)-`).exec(name)?.[1]
    if (!owner) continue
    const modifiedAt = (await stat(join(home, name)).catch(() => undefined))?.mtimeMs ?? 0
    if (isAlive(Number(owner)) && Date.now() - modifiedAt < 3_600_000) continue
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

/** The data folder; if its path is too long for a socket, a private temporary folder. */
export async function socketFolder(data: string, account: Account | undefined): Promise<string> {
  if (Buffer.byteLength(socketFile(data, PORT)) <= SOCKET_PATH_LIMIT) return data
  const name = `kontor-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`
  // TMPDIR of root may be a folder that the account may not enter.
  const base = account || Buffer.byteLength(tmpdir()) >= 60 ? '/tmp' : tmpdir()
  const folder = join(base, name)
  const owner = account ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const created = await mkdir(folder, { mode: 0o700 }).then(
    () => folder,
    async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      const found = await lstat(folder)
      // Root may have been killed between mkdir and chown.
      const ours = found.uid === owner.uid || found.uid === process.getuid?.()
      const isPrivate = found.isDirectory() && ours && (found.mode & 0o077) === 0
      // Another account created it. Clients find the new folder by postmaster.pid.
      return isPrivate ? folder : mkdtemp(`${folder}-`)
    },
  )
  if (account) await chown(created, account.uid, account.gid)
  return created
}

import { execFile } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import {
  type Account,
  exists,
  findBinaries,
  type Launch,
  launcher,
  type PostgresBinaries,
} from './embedded-binaries.ts'

/** A running embedded server and this process's hold on it. */
export type EmbeddedServer = {
  /** For `pg`: `host` is the folder of the Unix socket. No password; only this account (and root) reaches it. */
  connection: { host: string; port: number; user: string; database: string }
  /** Gives up the hold and stops the server unless another Kontor process holds it. Close pools before. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** The one server of the folder (`kontor serve`): a second one is refused with EmbeddedInUse. */
  exclusive?: boolean
  /** Receives one line, without a line end, for what an operator may want to know. */
  log?: (line: string) => void
  /** Server settings by name; they count only if this call starts the server. Durability cannot be switched off. */
  settings?: Record<string, string>
}

/** Another process already holds the folder exclusively. */
export class EmbeddedInUse extends Error {}

const USER = 'kontor'
const DATABASE = 'kontor'
const PORT = 5432
const WAIT = 30_000
const SOCKET_PATH_LIMIT = 103 // macOS; Linux allows 107
const NOBODY: Account = { uid: 65534, gid: 65534 }

// Keys of advisory locks in the database `postgres`, which nothing else of Kontor uses.
const USERS = 1
const SERVE = 2
const SERVE_PROCESS = 3

const SETTINGS = {
  shared_buffers: '256MB',
  max_connections: '100',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off', // the log file is not rotated
  jit: 'off',
}

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', listen_addresses: '' }

/** What is known of a data folder before a server runs on it. */
type Place = {
  data: string
  logFile: string
  socket: string
  binaries: PostgresBinaries
  launch: Launch
  settings: Record<string, string>
  log: (line: string) => void
}

/** What postmaster.pid says of a live server. */
type Postmaster = { pid: number; port: number; socket: string; status: string }

/**
 * Makes sure that the embedded PostgreSQL runs on `<dataDir>/postgres` and holds it for this process. Makes the
 * folder and the database where they are missing, uses a server that already runs, waits up to 30 s for one that is
 * starting or stopping. If the server goes away later it is started again on the same socket.
 * Throws EmbeddedInUse (option `exclusive`), or an Error whose message says what the operator can do.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  const exclusive = options.exclusive ?? false
  const place = await preparePlace(dataDir, options)
  const ending = new AbortController()
  const first = await attach(place, exclusive, ending.signal)
  place.socket = first.postmaster.socket
  let holder: pg.Client | undefined = first.holder
  let regaining = Promise.resolve()

  const watch = (client: pg.Client) => {
    client.once('end', () => {
      holder = undefined
      if (!ending.signal.aborted) regaining = regain()
    })
  }
  const regain = async () => {
    let said = 'The connection to the embedded PostgreSQL was lost; connecting again'
    place.log(said)
    while (!ending.signal.aborted) {
      try {
        holder = (await attach(place, exclusive, ending.signal)).holder
        watch(holder)
        return
      } catch (error) {
        if (ending.signal.aborted) return
        if (messageOf(error) !== said) place.log(messageOf(error))
        said = messageOf(error)
        await sleep(1000, undefined, { signal: ending.signal }).catch(() => {})
      }
    }
  }
  watch(first.holder)

  let stopped: Promise<void> | undefined
  const stop = async () => {
    ending.abort()
    await regaining
    await release(place, holder)
  }
  return {
    connection: { host: place.socket, port: first.postmaster.port, user: USER, database: DATABASE },
    stop: () => (stopped ??= stop()),
  }
}

async function preparePlace(dataDir: string, options: EmbeddedOptions): Promise<Place> {
  await mkdir(resolve(dataDir), { recursive: true, mode: 0o700 })
  const home = await realpath(dataDir)
  const data = join(home, 'postgres')
  const logFile = join(home, 'postgres.log')
  const binaries = await findBinaries(home)
  const account = process.getuid?.() === 0 ? await accountOf(data) : undefined
  const own = account?.uid ?? process.getuid?.()
  if ((await exists(data)) && (await stat(data)).uid !== own && !account) {
    throw new Error(
      `${data} belongs to another account (uid ${(await stat(data)).uid}): run Kontor under that one.`,
    )
  }
  const log = options.log ?? (() => {})
  const launch = await launcher(binaries, account, [home, tmpdir()])
  await initialise({ data, logFile, binaries, launch, account, log })
  const socket = await socketFolder(data, account)
  const settings = { ...SETTINGS, ...options.settings, ...DURABLE }
  return { data, logFile, socket, binaries, launch, settings, log }
}

/** For root: the account that owns the data, or nobody. A copy that root restored is given to nobody. */
async function accountOf(data: string): Promise<Account> {
  const found = await stat(data).catch(() => undefined)
  if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  if (found) {
    const entries = await readdir(data, { recursive: true })
    for (const entry of ['', ...entries]) await lchown(join(data, entry), NOBODY.uid, NOBODY.gid)
  }
  return NOBODY
}

type Initialisation = Pick<Place, 'data' | 'logFile' | 'binaries' | 'launch' | 'log'> & {
  account: Account | undefined
}

/**
 * initdb works in a folder of its own that is then renamed: a folder named `postgres` is always complete, and of two
 * processes that start together one rename counts.
 */
async function initialise({ data, logFile, binaries, launch, account, log }: Initialisation): Promise<void> {
  await removeLeftovers(data)
  if (await isCluster(data)) return
  log(`Making a database in ${data}`)
  const made = `${data}.new-${process.pid}-${randomInt(1e9)}`
  await mkdir(made, { mode: 0o700 })
  try {
    if (account) await chown(made, account.uid, account.gid)
    const args = ['--pgdata', made, '--username', USER, '--auth-local=trust', '--auth-host=reject']
    args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
    args.push('--data-checksums', '--no-instructions')
    const run = await logged(logFile, (file) => launch(binaries.initdb, args, file))
    const code = await run.exited
    if (code !== 0)
      throw new Error(`initdb failed (${code}): ${lastLine(await run.output())}; see ${logFile}`)
    await rename(made, data)
    const parent = await open(resolve(data, '..'))
    await parent.sync().finally(() => parent.close())
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    if (!(await isCluster(data))) throw error
  }
}

async function isCluster(data: string): Promise<boolean> {
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  if (version.trim() === '18') return true
  if (version) throw new Error(`${data} was made by PostgreSQL ${version.trim()}; the embedded one is 18.`)
  const entries = await readdir(data).catch(() => [])
  if (entries.length > 0) throw new Error(`${data} is not empty, but holds no PostgreSQL database.`)
  return false
}

/** Folders whose maker was killed within initdb. A process id that lives on as another program's counts for an hour. */
async function removeLeftovers(data: string): Promise<void> {
  const home = resolve(data, '..')
  for (const name of await readdir(home)) {
    const owner = new RegExp(`^${basename(data)}\\.new-(\\d+)-`).exec(name)?.[1]
    if (!owner) continue
    const made = (await stat(join(home, name)).catch(() => undefined))?.mtimeMs ?? 0
    if (isAlive(Number(owner)) && Date.now() - made < 3_600_000) continue
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

/** The data folder itself, or where its path is too long for a socket a private folder among the temporary ones. */
async function socketFolder(data: string, account: Account | undefined): Promise<string> {
  if (Buffer.byteLength(socketFile(data, PORT)) <= SOCKET_PATH_LIMIT) return data
  const name = `kontor-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`
  const base = Buffer.byteLength(tmpdir()) < 60 ? tmpdir() : '/tmp'
  const folder = join(base, name)
  const own = account ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => folder,
    async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      const found = await lstat(folder)
      // Root may have been killed between mkdir and chown.
      const ours = found.uid === own.uid || found.uid === process.getuid?.()
      const isPrivate = found.isDirectory() && ours && (found.mode & 0o077) === 0
      // Somebody else put it there. The server's own word (postmaster.pid) leads to this one.
      return isPrivate ? folder : mkdtemp(`${folder}-`)
    },
  )
  if (account) await chown(made, account.uid, account.gid)
  return made
}

function socketFile(folder: string, port: number): string {
  return join(folder, `.s.PGSQL.${port}`)
}

/** Starts the server where none runs, and takes this process's hold on it. */
async function attach(
  place: Place,
  exclusive: boolean,
  signal: AbortSignal,
): Promise<{ holder: pg.Client; postmaster: Postmaster }> {
  const deadline = Date.now() + WAIT
  let problem = ''
  for (let pause = 20; ; pause = Math.min(pause * 1.5, 500)) {
    const postmaster = await findPostmaster(place.data)
    try {
      if (postmaster) return { holder: await hold(place, postmaster, exclusive), postmaster }
      await startPostmaster(place, deadline, signal)
    } catch (error) {
      if (!isPassing(error)) throw error
      problem = messageOf(error)
    }
    if (postmaster?.status === 'ready' && !(await exists(socketFile(postmaster.socket, postmaster.port)))) {
      problem = `its socket in ${postmaster.socket} is gone; 'kill -INT ${postmaster.pid}' stops it, then start again`
    }
    signal.throwIfAborted()
    if (Date.now() > deadline) {
      const who = postmaster ? ` (process ${postmaster.pid}, ${postmaster.status})` : ''
      throw new Error(`PostgreSQL${who} on ${place.data} does not answer: ${problem}. See ${place.logFile}`)
    }
    await sleep(pause)
  }
}

/** Errors that pass when a server has started, stopped or recovered. */
class Passing extends Error {}

function isPassing(error: unknown): boolean {
  if (error instanceof Passing) return true
  if (error instanceof EmbeddedInUse || !(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return /^(57P0[1-5]|53300|55P03)$/.test(error.code ?? '')
  const code = (error as NodeJS.ErrnoException).code
  if (code) return ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EAGAIN'].includes(code)
  return /terminated|timeout|not queryable/i.test(error.message)
}

async function connect(postmaster: Postmaster): Promise<pg.Client> {
  const client = new pg.Client({
    host: postmaster.socket,
    port: postmaster.port,
    user: USER,
    database: 'postgres',
    application_name: 'kontor',
    connectionTimeoutMillis: 5000,
    lock_timeout: 10_000,
    ssl: false,
  })
  client.on('error', () => {}) // 'end' follows and is what counts
  await client.connect()
  return client
}

/**
 * The hold is a session's advisory locks: the server itself forgets them when the process dies. The shared one waits
 * while another process has the key alone, because it is stopping the server, and then fails with it.
 */
async function hold(place: Place, postmaster: Postmaster, exclusive: boolean): Promise<pg.Client> {
  const client = await connect(postmaster)
  try {
    await client.query('select pg_advisory_lock_shared($1)', [USERS])
    if (exclusive) await holdAlone(client, place)
    await createDatabase(client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function holdAlone(client: pg.Client, place: Place): Promise<void> {
  // The backend of a holder that was killed may live on for a moment.
  for (const deadline = Date.now() + 2000; ; await sleep(50)) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      SERVE,
    ])
    if (rows[0]?.locked) break
    if (Date.now() < deadline) continue
    const { rows: holders } = await client.query<{ pid: number }>(
      `select objid::int as pid from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2`,
      [SERVE_PROCESS],
    )
    const who = holders[0] ? ` (process ${holders[0].pid})` : ''
    throw new EmbeddedInUse(`Another Kontor${who} already serves the folder ${resolve(place.data, '..')}.`)
  }
  await client.query('select pg_advisory_lock_shared($1, $2)', [SERVE_PROCESS, process.pid])
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount) return
  await client.query(`create database ${DATABASE}`).catch((error: pg.DatabaseError) => {
    // Another process made it meanwhile: duplicate_database or unique_violation.
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}

/** Of two that release together the second finds itself alone, since each lets go before it looks. */
async function release(place: Place, holder: pg.Client | undefined): Promise<void> {
  const postmaster = await findPostmaster(place.data)
  if (!postmaster) return
  let client = holder
  try {
    client ??= await connect(postmaster)
    await client.query('select pg_advisory_unlock_all()')
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
      USERS,
    ])
    if (rows[0]?.alone) await stopPostmaster(place, postmaster)
  } catch (error) {
    if (!isPassing(error)) throw error
  } finally {
    await client?.end().catch(() => {})
  }
}

async function stopPostmaster(place: Place, { pid }: Postmaster): Promise<void> {
  if (!(await isServerOn(place.data, pid))) return
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
    throw error
  }
  for (const deadline = Date.now() + 2 * WAIT; Date.now() < deadline; await sleep(20)) {
    if (!(await isServerOn(place.data, pid))) return // postmaster.pid goes a moment before the process
  }
  place.log(`PostgreSQL (process ${pid}) is still stopping; see ${place.logFile}`)
}

/** Returns when the server is ready, or not so after the deadline; throws Passing when another one is in the way, which may be about to end. */
async function startPostmaster(place: Place, deadline: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await chmod(place.data, 0o700)
  await removeBroken(join(place.data, 'postmaster.pid'))
  // Guards a socket folder that several servers share. This one is the data folder's own, which has its lock.
  await rm(`${socketFile(place.socket, PORT)}.lock`, { force: true })
  const socket = `"${place.socket.replaceAll('"', '""')}"`
  const settings = {
    ...place.settings,
    port: `${PORT}`,
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
  }
  const args = [
    '-D',
    place.data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  // PostgreSQL itself clears away a postmaster.pid that names a dead process, but only this tells it that a live
  // process of that number is no server: it takes the file for its own starter's.
  const stale = (await readPostmaster(place.data))?.pid
  if (stale) place.binaries.env['PG_GRANDPARENT_PID'] = String(stale)
  else delete place.binaries.env['PG_GRANDPARENT_PID']

  const run = await logged(place.logFile, (file) => place.launch(place.binaries.postgres, args, file))
  let ended = false
  const exited = run.exited.finally(() => {
    ended = true
  })
  let owned = Date.now()
  let displaced = false
  while (!ended && Date.now() < deadline) {
    const postmaster = await readPostmaster(place.data)
    if (postmaster && postmaster.pid === run.child.pid) {
      if (postmaster.status === 'ready') break
      owned = Date.now()
    }
    // Of two that clear away the same stale postmaster.pid one can lose its own new file.
    if (!displaced && Date.now() - owned > 3000) displaced = run.child.kill('SIGINT')
    await Promise.race([exited, sleep(20)])
  }
  run.child.unref() // not before: until here it has to keep this process
  if (!ended) return
  const output = await run.output()
  const reason = `PostgreSQL did not start: ${lastLine(output) || (await exited)}; see ${place.logFile}`
  const killed = ['SIGKILL', 'SIGINT', 'SIGTERM'].includes(String(await exited))
  throw displaced || killed || IN_THE_WAY.test(output) ? new Passing(reason) : new Error(reason)
}

/** What PostgreSQL says while an earlier server, or the last of its processes, is ending, or another one starts. */
const IN_THE_WAY =
  /lock file ".*" (already exists|is empty)|(bogus data in|remove old) lock file|shared memory block .* still in use/

/** A power loss can leave a lock file without content, which PostgreSQL takes for one just being written. */
async function removeBroken(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (!found || Math.abs(Date.now() - found.mtimeMs) < 5000) return
  if (!/^-?[1-9]\d*\n/.test(await readFile(file, 'utf8'))) await rm(file, { force: true })
}

type Run = { child: ReturnType<Launch>; exited: Promise<number | string>; output(): Promise<string> }

/** Runs a program with its output appended to the log file, where it stays when this process is gone. */
async function logged(logFile: string, start: (file: number) => ReturnType<Launch>): Promise<Run> {
  const file = await open(logFile, 'a', 0o600)
  try {
    const from = (await file.stat()).size
    const child = start(file.fd)
    const exited = new Promise<number | string>((done) => {
      child.once('error', (error) => done(error.message))
      child.once('exit', (code, signal) => done(code ?? signal ?? ''))
    })
    const output = async () => (await readFile(logFile)).subarray(from).toString()
    return { child, exited, output }
  } finally {
    await file.close()
  }
}

/** The server that runs on the folder, if one does. */
async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const found = await readPostmaster(data)
  return found && isAlive(found.pid) && (await isServerOn(data, found.pid)) ? found : undefined
}

/** postmaster.pid by its lines: process id, data folder, start time, port, socket folder, address, memory, status. */
async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid < 1) return undefined
  return {
    pid,
    port: Number(lines[3]) || PORT,
    socket: lines[4] || data,
    status: lines[7]?.trim() || 'starting',
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** After a power loss the number in postmaster.pid may be any program's: a server works in its data folder. */
async function isServerOn(data: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
    if (basename(words[0] ?? '') !== 'postgres') return false
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    return folder === undefined ? words.includes(data) : folder === data
  }
  const listed = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', `${pid}`]).catch(
    () => undefined,
  )
  return listed !== undefined && /\bpostgres\b/.test(listed.stdout) && listed.stdout.includes(` ${data} `)
}

function lastLine(output: string): string {
  const lines = output.trim().split('\n')
  return (lines.findLast((line) => /(FATAL|ERROR|error):/.test(line)) ?? lines.at(-1) ?? '').trim()
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

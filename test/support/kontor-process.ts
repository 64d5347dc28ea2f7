// Runs the program like a user: child processes, real ports, separate data folders.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { processesIn } from './processes.ts'

export { processesIn } from './processes.ts'
export { waitUntil } from './wait-until.ts'

const program = join(import.meta.dirname, '../../bin/kontor')

// Services of root go on under another account, which also writes the files that `npm run coverage` collects.
const coverageFolder = process.env['NODE_V8_COVERAGE']
if (coverageFolder && process.getuid?.() === 0) chmodSync(coverageFolder, 0o777)

type Env = Record<string, string | undefined>

/** A process of the program with its output so far. */
export type RunningProcess = {
  child: ChildProcess
  pid: number
  stdout(): string
  stderr(): string
  /** The exit code, or the name of the signal that killed it. */
  ended: Promise<number | string>
}

const alive = new Set<ChildProcess>()

// A failed test may leave a service running, which would keep this process alive.
after(() => {
  setTimeout(() => {
    for (const child of alive) child.kill('SIGKILL')
  }, 30_000).unref()
})

/** Starts `kontor …args`. `prefix`: a command that starts it. */
export function start(args: string[], env: Env, prefix: string[] = []): RunningProcess {
  const [file, ...rest] = [...prefix, program, ...args]
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('KONTOR_')),
  )
  const child = spawn(file!, rest, {
    // Many servers run at once.
    env: { ...clean, KONTOR_STOP_DELAY: '0', KONTOR_DATABASE_MEMORY: '64MiB', ...env },
  })
  alive.add(child)
  child.once('exit', () => alive.delete(child))
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal)
  return { child, pid: child.pid!, stdout: () => stdout, stderr: () => stderr, ended }
}

/** Runs a command to its end. */
export async function run(args: string[], env: Env, input = '') {
  const running = start(args, env)
  running.child.stdin!.on('error', () => {})
  running.child.stdin!.end(input)
  const code = await running.ended
  return { code, stdout: running.stdout(), stderr: running.stderr() }
}

/** Creates a data folder; see `removeDataFolder`. */
export async function dataFolder(below = tmpdir()): Promise<string> {
  return mkdtemp(join(below, 'kontor-process-'))
}

/** A service that is ready at `url`. */
export type RunningService = RunningProcess & { url: string }

/** Waits for the address that a service prints. @throws if it exits instead */
export async function waitUntilServing(running: RunningProcess): Promise<RunningService> {
  let hasEnded = false
  running.ended.then(() => {
    hasEnded = true
  })
  for (;;) {
    const url = /interface is at (http\S+)\/restapi/.exec(running.stderr())?.[1]
    if (url) return { ...running, url }
    if (hasEnded) throw new Error(`the service exited (${await running.ended}): ${running.stderr()}`)
    await wait(5)
  }
}

/** `kontor serve` on a folder, at any free port. */
export const serve = (data: string, env: Env = {}, prefix: string[] = []): Promise<RunningService> =>
  waitUntilServing(start(['serve'], { KONTOR_DATA: data, KONTOR_PORT: '0', ...env }, prefix))

export async function stop(service: RunningProcess): Promise<number | string> {
  service.child.kill('SIGTERM')
  return service.ended
}

/** A new token of the administrator. */
export async function adminToken(data: string, env: Env = {}): Promise<string> {
  const { stdout, stderr } = await run(['token', 'create', '--user', 'admin@localhost'], {
    KONTOR_DATA: data,
    ...env,
  })
  if (!stdout) throw new Error(stderr)
  return stdout.trim()
}

/** A call below the prefix. */
export async function call(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const raw = body instanceof Uint8Array
  const answer = await fetch(`${url}/restapi/v1${path}`, {
    method,
    headers: {
      authorization: `token ${token}`,
      ...(body === undefined
        ? {}
        : { 'content-type': raw ? 'application/octet-stream' : 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? Buffer.from(body) : JSON.stringify(body) }),
  })
  const text = await answer.text()
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: answer.status, headers: answer.headers, json: JSON.parse(text) as any }
}

/** The process id of the embedded server of a folder, or undefined. */
export async function postmaster(data: string): Promise<number | undefined> {
  const text = await readFile(join(data, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  return Number(text.split('\n')[0]) || undefined
}

/** Resident memory of a process, in MiB. */
export const residentMemory = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** Removes a data folder, and stops a server that a failed test left running on it. */
export async function removeDataFolder(data: string): Promise<void> {
  const pid = await postmaster(data)
  if (pid && processesIn(data).includes(pid)) process.kill(pid, 'SIGQUIT')
  await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** Runs a statement in the embedded database of a service, beside it, as the owner of the tables. */
export async function queryDatabase<R = Record<string, unknown>>(
  data: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ host: join(data, 'postgres'), user: 'kontor', database: 'kontor' })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as R[]
  } finally {
    await client.end()
  }
}

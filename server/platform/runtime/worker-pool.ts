import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Failure } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import { busy, limitHeavyWork } from '../ground/heavy-work.ts'

/** A task needed more time or memory than it may use. */
export class TaskTooLarge extends Failure {
  constructor(cause: unknown) {
    super(422, generalErrors.tooLargeToProcess())
    this.cause = cause
  }
}

/** An exported function of a file. */
export type WorkerTask = { file: URL; name: string }

/**
 * Runs a task in another process, so that the event loop goes on.
 * @param input and the result are copied (structured clone)
 * @param timeoutMs of the task alone, without the time that it waits for a process
 * @throws TaskTooLarge; Failure 503 if too many tasks wait, this one waited too long, or the machine hardly ran it; errors of the task
 */
export type RunInWorker = <Input, Result>(
  task: WorkerTask,
  input: Input,
  timeoutMs: number,
) => Promise<Result>

/** The request to a process of the pool, and its answer. */
export type TaskRequest = { file: string; name: string; input: unknown }
export type TaskResult = { result: unknown } | { error: unknown }

const program = new URL('./task-process/task-process.ts', import.meta.url)

/** The environment without settings, which may hold secrets. */
const taskEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('KONTOR_')))

/** Tasks read hostile files: they may read, but neither write nor start programs. `deny-network.ts` denies the network. */
const permissions = ['--permission', '--allow-fs-read=*']
/** Native code is not bound by these permissions. */
const withAddons = ['--allow-addons']

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

function startProcess(maxMemoryMb: number, allowsAddons: boolean): ChildProcess {
  const child = fork(program, [], {
    env: taskEnvironment(),
    execArgv: [`--max-old-space-size=${maxMemoryMb}`, ...permissions, ...(allowsAddons ? withAddons : [])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  // A process that cannot be started, or a message to one that has just ended: `ask` reports it.
  child.on('error', () => {})
  return child
}

/** The processor time that a process has used, in ms; undefined where the system does not tell it. */
function processorMs(pid: number | undefined): number | undefined {
  try {
    // utime and stime, in hundredths of a second on every Linux (proc(5)); the name of the program may hold spaces
    const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\) )/)
    const [user, system] = fields!.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) * 10
  } catch {
    return undefined
  }
}

/** @throws TaskTooLarge if there is no answer in time, or the process ends instead; Failure 503 if other programs had the processor */
async function ask(child: ChildProcess, request: TaskRequest, timeoutMs: number): Promise<TaskResult> {
  const usedBefore = processorMs(child.pid) ?? 0
  const settled = new AbortController()
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(timeoutMs)])
  const ended = once(child, 'exit', { signal }).then(([code, killedBy]) => {
    throw new Error(`the process of a task ended: ${killedBy ?? `exit code ${code}`}`)
  })
  try {
    child.send(request)
    const [answer] = await Promise.race([once(child, 'message', { signal }), ended])
    return answer
  } catch (error) {
    const used = signal.aborted ? processorMs(child.pid) : undefined
    child.kill('SIGKILL')
    // A process that could not be started has no id.
    if (child.pid === undefined) throw error
    throw used !== undefined && used - usedBefore < timeoutMs / 4 ? busy(error) : new TaskTooLarge(error)
  } finally {
    settled.abort()
    ended.catch(() => {})
  }
}

/**
 * Processes that are started when they are needed and used again. They are processes, because a thread that needs too much can end the
 * whole service (V8 aborts), and its freed memory stays with the service. Own code, because a task that takes too long ends its
 * process: with tinypool 2.2 and piscina 5.3 the tasks that waited then were never run, or were run in the ended one.
 * @param maxMemoryMb of the heap of each process
 * @param maxWaiting and maxWaitMs: tasks beyond these limits fail
 * @param allowsAddons tasks may load native code
 * @param idleMs a process without a task ends after this time, because it would keep the memory of its largest one
 */
export function workerPool({
  maxProcesses,
  maxMemoryMb,
  maxWaiting,
  maxWaitMs,
  allowsAddons = false,
  idleMs = 10_000,
}: Record<'maxProcesses' | 'maxMemoryMb' | 'maxWaiting' | 'maxWaitMs', number> & {
  allowsAddons?: boolean
  idleMs?: number
}): RunInWorker {
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const inTurn = limitHeavyWork(maxProcesses, maxWaitMs, maxWaiting)

  function takeProcess(): ChildProcess {
    for (const [child, timeout] of idle) {
      clearTimeout(timeout)
      idle.delete(child)
      if (child.connected) return child
    }
    return startProcess(maxMemoryMb, allowsAddons)
  }

  function keepIdle(child: ChildProcess): void {
    child.unref()
    child.channel?.unref()
    const end = () => {
      idle.delete(child)
      child.kill('SIGKILL')
    }
    idle.set(child, setTimeout(end, idleMs).unref())
  }

  async function run<Result>({ file, name }: WorkerTask, input: unknown, timeoutMs: number): Promise<Result> {
    const child = takeProcess()
    child.ref()
    child.channel?.ref()
    const answer = await ask(child, { file: file.href, name, input }, timeoutMs)
    keepIdle(child)
    if ('error' in answer) throw answer.error
    return answer.result as Result
  }

  return (task, input, timeoutMs) => inTurn(() => run<never>(task, input, timeoutMs))
}

/** For tasks of seconds: large JSON bodies, mails, PDF. */
export const runInWorker = workerPool({
  maxProcesses: 2,
  maxMemoryMb: 512,
  maxWaiting: 50,
  maxWaitMs: 10_000,
})

/** For tables that are uploaded or exported, which take longer and more memory. */
export const runFileTask = workerPool({
  maxProcesses: 2,
  maxMemoryMb: 1024,
  maxWaiting: 10,
  maxWaitMs: 60_000,
})

/** For images, which native code decodes: one at a time, because its memory is not that of the heap. */
export const runImageTask = workerPool({
  maxProcesses: 1,
  maxMemoryMb: 256,
  maxWaiting: 20,
  maxWaitMs: 60_000,
  allowsAddons: true,
})

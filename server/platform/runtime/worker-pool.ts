import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Failure } from '../http/errors.ts'
import { generalErrors } from '../http/general.errors.ts'
import { limitConcurrency, WaitedTooLong } from './concurrency.ts'

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
 * Runs a task in a thread, so that the event loop goes on.
 * @param input and the result are copied (structured clone)
 * @param timeoutMs of the task alone, without the time that it waits for a thread
 * @throws TaskTooLarge; Failure 503 if too many tasks wait, or this one waited too long; what the task throws
 */
export type RunInWorker = <Input, Result>(
  task: WorkerTask,
  input: Input,
  timeoutMs: number,
) => Promise<Result>

/** The answer of a thread. */
export type TaskResult = { result: unknown } | { error: unknown }

/**
 * Threads that are started when they are needed and used again. Own code, because a task that takes too long ends its
 * thread: with tinypool 2.2 and piscina 5.3 the tasks that waited then were never run, or were run in the ended thread.
 * @param maxMemoryMb of each thread
 * @param maxWaiting and maxWaitMs: tasks beyond these limits fail
 * @param idleMs a thread without a task ends after this time, because it would keep the memory of its largest one
 */
export function workerPool({
  maxThreads,
  maxMemoryMb,
  maxWaiting,
  maxWaitMs,
  idleMs = 10_000,
}: Record<'maxThreads' | 'maxMemoryMb' | 'maxWaiting' | 'maxWaitMs', number> & {
  idleMs?: number
}): RunInWorker {
  const idle = new Map<Worker, NodeJS.Timeout>()
  const inTurn = limitConcurrency(maxThreads, maxWaitMs, maxWaiting)

  function startThread(): Worker {
    const thread = new Worker(new URL('./worker-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    })
    // One that fails after its task took too long would end the process.
    thread.on('error', () => idle.delete(thread))
    return thread
  }

  function takeThread(): Worker {
    const [entry] = idle
    if (!entry) return startThread()
    const [thread, timeout] = entry
    clearTimeout(timeout)
    idle.delete(thread)
    return thread
  }

  function end(thread: Worker): void {
    idle.delete(thread)
    void thread.terminate()
  }

  async function run<Result>({ file, name }: WorkerTask, input: unknown, timeoutMs: number): Promise<Result> {
    const thread = takeThread()
    thread.ref()
    const signal = AbortSignal.timeout(timeoutMs)
    let answer: TaskResult
    try {
      thread.postMessage({ file: file.href, name, input })
      ;[answer] = await once(thread, 'message', { signal })
    } catch (error) {
      await thread.terminate()
      if (signal.aborted || (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new TaskTooLarge(error)
      throw error
    }
    thread.unref()
    idle.set(thread, setTimeout(end, idleMs, thread).unref())
    if ('error' in answer) throw answer.error
    return answer.result as Result
  }

  return (task, input, timeoutMs) =>
    inTurn(() => run<never>(task, input, timeoutMs)).catch((error) => {
      if (error instanceof WaitedTooLong)
        throw new Failure(503, generalErrors.overloaded(), [], { 'retry-after': '2' })
      throw error
    })
}

/** For tasks of seconds: large JSON bodies, mails, PDF. */
export const runInWorker = workerPool({ maxThreads: 2, maxMemoryMb: 512, maxWaiting: 50, maxWaitMs: 10_000 })

/** For tables that are uploaded or exported, which take longer and more memory. */
export const runFileTask = workerPool({ maxThreads: 2, maxMemoryMb: 1024, maxWaiting: 10, maxWaitMs: 60_000 })

import { availableParallelism } from 'node:os'
import Tinypool from 'tinypool'
import { Failure } from '../http/errors.ts'
import { generalErrors } from '../http/general.errors.ts'

const maxThreads = Math.min(2, availableParallelism())
/** Tasks that wait for a thread. More of them are rejected. */
const maxQueue = 50
const maxMemoryMb = 512

let pool: Tinypool | undefined

/** A task needed more time or memory than it may use. */
export class TaskTooLarge extends Error {}

/**
 * Runs a function that a file exports in a worker thread, so that the event loop goes on.
 * @param input and the result are copied (structured clone)
 * @param timeoutMs includes the time that the task waits for a thread
 * @throws TaskTooLarge, or Failure 503 if too many tasks wait
 */
export async function runInWorker<Input, Result>(
  { file, name }: { file: URL; name: string },
  input: Input,
  timeoutMs: number,
): Promise<Result> {
  pool ??= new Tinypool({
    minThreads: 0,
    maxThreads,
    maxQueue,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  })
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await pool.run(input, { filename: file.href, name, signal })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.message === 'Task queue is at limit')
      throw new Failure(503, generalErrors.overloaded(), [], { 'retry-after': '2' })
    if (signal.aborted || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
      throw new TaskTooLarge(error.message, { cause: error })
    throw error
  }
}

// An uploaded table: read by a thread of its own, in bounded memory and time.
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { badRequest, type Failure } from '../platform/http/errors.ts'
import type { NumberedRow, TableHead } from './table-error.ts'

const readTimeoutMs = 120_000

type Message = { head?: TableHead; rows?: NumberedRow[]; done?: true; error?: string }

const fileError = (message: string): Failure => badRequest([{ field: 'file', message }])

/**
 * Reads a table.
 * @param sheet name of the sheet of a workbook; undefined: the first
 * @throws Failure 400 where it is none
 */
export async function* readTable(
  path: string,
  sheet: string | undefined,
): AsyncGenerator<{ head: TableHead } | { rows: NumberedRow[] }> {
  const worker = new Worker(new URL('./table.worker.ts', import.meta.url), {
    workerData: { path, sheet },
    resourceLimits: { maxOldGenerationSizeMb: 2048 },
  })
  const signal = AbortSignal.timeout(readTimeoutMs)
  try {
    for await (const [message] of on(worker, 'message', { signal, close: ['exit'] })) {
      const { head, rows, done, error } = message as Message
      if (error !== undefined) throw fileError(error)
      if (done) return
      if (head) yield { head }
      if (rows) yield { rows }
      worker.postMessage('more')
    }
  } catch (error) {
    if (signal.aborted) throw fileError('takes too long to read')
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw fileError('takes too much memory to read')
    throw error
  } finally {
    await worker.terminate()
  }
  throw fileError('cannot be read')
}

// Reads an uploaded table in a thread of its own, within limits of memory and time.
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ErrorText } from '../platform/http/error-text.ts'
import { badRequest, type Failure } from '../platform/http/errors.ts'
import { importErrors } from './import.errors.ts'
import type { NumberedRow, TableHead } from './table-error.ts'

const readTimeoutMs = 120_000

type Message = { head?: TableHead; rows?: NumberedRow[]; done?: true; error?: ErrorText }

const fileError = (error: ErrorText): Failure => badRequest([{ field: 'file', ...error }])

/**
 * Reads a table.
 * @param worksheet its name in a workbook; undefined: the first one
 * @throws Failure 400 for a file that is not a table
 */
export async function* readTable(
  path: string,
  worksheet: string | undefined,
): AsyncGenerator<{ head: TableHead } | { rows: NumberedRow[] }> {
  const worker = new Worker(new URL('./table.worker.ts', import.meta.url), {
    workerData: { path, worksheet },
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
    if (signal.aborted) throw fileError(importErrors.timeout())
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw fileError(importErrors.outOfMemory())
    throw error
  } finally {
    await worker.terminate()
  }
  throw fileError(importErrors.unreadable())
}

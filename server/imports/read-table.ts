// Reads an uploaded table in another process, within limits of memory and time.
import { stat } from 'node:fs/promises'
import type { ErrorText } from '../platform/ground/error-text.ts'
import { badRequest, type Failure } from '../platform/ground/errors.ts'
import { runFileTask, runInWorker, TaskTooLarge } from '../platform/runtime/worker-pool.ts'
import { importErrors } from './import.errors.ts'
import type { Table, TableFile } from './table.worker.ts'

/** Up to so many, a table does not wait behind large ones. */
const smallBytes = 100 * 1024
const small = { run: runInWorker, timeoutMs: 20_000 }
const large = { run: runFileTask, timeoutMs: 120_000 }

const fileError = (error: ErrorText): Failure => badRequest([{ field: 'file', ...error }])

/** Reads a table. @throws Failure 400 for a file that is not a table, 503 if too many tables wait */
export async function readTable(file: TableFile): Promise<Table> {
  const { size } = await stat(file.path)
  const { run, timeoutMs } = size > smallBytes ? large : small
  const table = await run<TableFile, Table | { error: ErrorText }>(
    { file: new URL('./table.worker.ts', import.meta.url), name: 'readTableFile' },
    file,
    timeoutMs,
  ).catch((error) => {
    throw error instanceof TaskTooLarge ? fileError(importErrors.tooLargeToRead()) : error
  })
  if ('error' in table) throw fileError(table.error)
  return table
}

import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { byteOrderMark, type CsvCell, csvLines } from '../runtime/csv.ts'
import { runFileTask, runInWorker } from '../runtime/worker-pool.ts'
import { FileResponse } from './endpoint.ts'
import type { TableText } from './spreadsheet.worker.ts'

type TableExport = {
  /** File name without extension. */
  name: string
  format: 'csv' | 'xlsx'
  /** Column headings. */
  columns: readonly string[]
  rows: readonly (readonly CsvCell[])[]
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const rowsPerText = 1000
/** Up to so many, a table does not wait behind large ones. */
const smallRows = 2000
const timeoutMs = 120_000

/** Writes a table as CSV or XLSX, in another process. Formulas are escaped. */
export async function spreadsheetResponse({
  name,
  format,
  columns,
  rows,
}: TableExport): Promise<FileResponse> {
  const texts: string[] = []
  for (let at = 0; at < rows.length; at += rowsPerText) {
    texts.push(JSON.stringify(rows.slice(at, at + rowsPerText)))
    await nextTurn()
  }
  const run = rows.length > smallRows ? runFileTask : runInWorker
  const content = await run<TableText, Uint8Array>(
    { file: new URL('./spreadsheet.worker.ts', import.meta.url), name: 'writeTable' },
    { format, columns, rows: texts },
    timeoutMs,
  )
  return new FileResponse({ type: types[format], name: `${name}.${format}`, content })
}

/**
 * Sends a table of any length as CSV while it is read.
 * @param lines its rows as CSV (`csvLines`); an error before the first of them is the response
 */
export async function csvStreamResponse(
  name: string,
  columns: readonly string[],
  lines: AsyncGenerator<string>,
): Promise<FileResponse> {
  const first = await lines.next()
  async function* texts() {
    yield byteOrderMark + csvLines([columns])
    if (first.done) return
    yield first.value
    yield* lines
  }
  return new FileResponse({
    type: types.csv,
    name: `${name}.csv`,
    content: Readable.from(texts(), { objectMode: false }),
  })
}

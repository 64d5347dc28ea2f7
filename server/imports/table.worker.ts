// Reads a table in a thread of its own, so that a large file does not block the server. Sends the rows in batches, on request.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { generalErrors } from '../platform/http/general.errors.ts'
import { unescapeFormula } from '../platform/runtime/formula.ts'
import { decodeText, parseCsv } from './csv.ts'
import { importErrors } from './import.errors.ts'
import {
  maxColumns,
  maxRows,
  type NumberedRow,
  TableError,
  type TableHead,
  unreadable,
} from './table-error.ts'
import { readWorkbook } from './xlsx.ts'

const { path, worksheet } = workerData as { path: string; worksheet: string | undefined }
const port = parentPort!
const rowsPerMessage = 1000
const sampleRows = 1000

async function parseFile(): Promise<Omit<TableHead, 'columns' | 'samples'> & { rows: string[][] }> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04')))
    return { format: 'xlsx', encoding: '', delimiter: '', ...(await readWorkbook(path, worksheet)) }
  const { text, encoding } = decodeText(bytes)
  return { format: 'csv', encoding, worksheets: [], worksheet: '', ...parseCsv(text) }
}

const cleanCell = (cell: string) => unescapeFormula(cell.replaceAll('\0', '').toWellFormed().trim()).trim()

function numberNonEmptyRows(rows: string[][]): NumberedRow[] {
  const found: NumberedRow[] = []
  rows.forEach((row, index) => {
    const cells = row.map(cleanCell)
    if (cells.some((cell) => cell !== '')) found.push([index + 1, cells])
  })
  return found
}

try {
  const { rows, ...head } = await parseFile()
  const numbered = numberNonEmptyRows(rows)
  const [heading, ...body] = numbered
  if (!heading) throw new TableError(generalErrors.emptyFile())
  const wrong = heading[1].findIndex((cell) => cell.includes(unreadable))
  if (wrong >= 0) throw new TableError(importErrors.unreadableHeading({ row: heading[0], column: wrong + 1 }))
  if (body.length === 0) throw new TableError(importErrors.noRows())
  if (body.length > maxRows) throw new TableError(importErrors.tooManyRows({ max: maxRows }))
  const width = body.reduce((most, [, cells]) => Math.max(most, cells.length), heading[1].length)
  if (width > maxColumns) throw new TableError(importErrors.tooManyColumns({ max: maxColumns }))
  const columns = Array.from({ length: width }, (_, at) => heading[1][at] ?? '')
  const samples = body.slice(0, sampleRows).map(([, cells]) => cells)
  port.postMessage({ head: { ...head, columns, samples } satisfies TableHead })
  for (let at = 0; at < body.length; at += rowsPerMessage) {
    await once(port, 'message')
    port.postMessage({ rows: body.slice(at, at + rowsPerMessage) })
  }
  port.postMessage({ done: true })
} catch (error) {
  if (!(error instanceof TableError)) throw error
  port.postMessage({ error: error.text })
}

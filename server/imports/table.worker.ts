// Reads a table in a process of a worker pool, so that a large file does not block the server.
import { readFile } from 'node:fs/promises'
import type { ErrorText } from '../platform/ground/error-text.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { unescapeFormula } from '../platform/runtime/formula.ts'
import { decodeCsv, parseCsv } from './csv.ts'
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

/** The file; the name of the worksheet in a workbook, undefined: the first one. */
export type TableFile = { path: string; worksheet: string | undefined }

/** A table. Its rows are JSON texts of many rows each, which are copied between processes more quickly than values. */
export type Table = { head: TableHead; count: number; rows: string[] }

const rowsPerText = 1000
const sampleRows = 1000

async function parseFile({
  path,
  worksheet,
}: TableFile): Promise<Omit<TableHead, 'columns' | 'samples'> & { rows: string[][] }> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04')))
    return { format: 'xlsx', encoding: '', delimiter: '', ...(await readWorkbook(path, worksheet)) }
  const { text, encoding } = decodeCsv(bytes)
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

async function parseTable(file: TableFile): Promise<Table> {
  const { rows, ...head } = await parseFile(file)
  const [heading, ...body] = numberNonEmptyRows(rows)
  if (!heading) throw new TableError(generalErrors.emptyFile())
  const wrong = heading[1].findIndex((cell) => cell.includes(unreadable))
  if (wrong >= 0) throw new TableError(importErrors.unreadableHeading({ row: heading[0], column: wrong + 1 }))
  if (body.length === 0) throw new TableError(importErrors.noRows())
  if (body.length > maxRows) throw new TableError(importErrors.tooManyRows({ max: maxRows }))
  const width = body.reduce((most, [, cells]) => Math.max(most, cells.length), heading[1].length)
  if (width > maxColumns) throw new TableError(importErrors.tooManyColumns({ max: maxColumns }))
  const columns = Array.from({ length: width }, (_, at) => heading[1][at] ?? '')
  const samples = body.slice(0, sampleRows).map(([, cells]) => cells)
  const texts: string[] = []
  for (let at = 0; at < body.length; at += rowsPerText)
    texts.push(JSON.stringify(body.slice(at, at + rowsPerText)))
  return { head: { ...head, columns, samples }, count: body.length, rows: texts }
}

export async function readTableFile(file: TableFile): Promise<Table | { error: ErrorText }> {
  try {
    return await parseTable(file)
  } catch (error) {
    if (error instanceof TableError) return { error: error.text }
    throw error
  }
}

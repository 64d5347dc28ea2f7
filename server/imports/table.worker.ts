// Reads a table in a process of a worker pool, so that a large file does not block the server.
import { readFile } from 'node:fs/promises'
import type { ErrorText } from '../platform/ground/error-text.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { unescapeFormula } from '../platform/runtime/formula.ts'
import type { CodePage } from './code-pages.ts'
import { decodeCsv, parseCsv } from './csv.ts'
import { type Finding, Findings, isDamagedNumber, isShortZip } from './findings.ts'
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
import type { WorksheetFacts } from './xlsx-facts.ts'

/** The file; the name of the worksheet in a workbook, undefined: the first one; the code page, undefined: the one that fits best. */
export type TableFile = { path: string; worksheet: string | undefined; encoding: CodePage | undefined }

/** A table. Its rows are JSON texts of many rows each, which are copied between processes more quickly than values. */
export type Table = { head: TableHead; count: number; rows: string[] }

const rowsPerText = 1000
const sampleRows = 1000

async function parseFile({
  path,
  worksheet,
  encoding: chosen,
}: TableFile): Promise<
  Omit<TableHead, 'columns' | 'samples' | 'findings'> & { rows: string[][]; facts?: WorksheetFacts }
> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04')))
    return {
      format: 'xlsx',
      encoding: '',
      encodings: [],
      delimiter: '',
      ...(await readWorkbook(path, worksheet)),
    }
  const { text, ...encoding } = decodeCsv(bytes, chosen)
  return { format: 'csv', ...encoding, worksheets: [], worksheet: '', ...parseCsv(text) }
}

const cleanCell = (cell: string) => unescapeFormula(cell.replaceAll('\0', '').toWellFormed().trim()).trim()

function numberNonEmptyRows(rows: string[][], facts: WorksheetFacts | undefined): NumberedRow[] {
  const found: NumberedRow[] = []
  rows.forEach((row, index) => {
    const cells = row.map(cleanCell)
    if (cells.some((cell) => cell !== ''))
      found.push([index + 1, cells, facts?.hiddenRows.has(index) ?? false, []])
  })
  return found
}

/** Fills the empty cells of merged areas below the headings. */
function fillMergedCells([heading, ...body]: NumberedRow[], { merged }: WorksheetFacts): void {
  const rowsByNumber = new Map(body.map((row) => [row[0], row]))
  for (const { top, left, bottom, right } of merged) {
    if (top + 1 <= (heading?.[0] ?? 0)) continue
    const value = rowsByNumber.get(top + 1)?.[1][left]
    if (!value) continue
    const last = Math.min(bottom + 1, body.at(-1)?.[0] ?? 0)
    for (let number = top + 1; number <= last; number++) {
      const row = rowsByNumber.get(number)
      for (let column = left; row && column <= Math.min(right, maxColumns - 1); column++)
        if (!row[1][column]) {
          while (row[1].length < column) row[1].push('')
          row[1][column] = value
          row[3].push(column)
        }
    }
  }
}

function findIn(
  heading: NumberedRow,
  body: readonly NumberedRow[],
  facts: WorksheetFacts | undefined,
): Finding[] {
  const findings = new Findings()
  for (const [number, cells, isHidden, mergedColumns] of body) {
    if (isHidden) findings.add('hiddenRow', -1, String(number))
    for (const column of mergedColumns) findings.add('mergedCell', column, cells[column]!)
    cells.forEach((cell, column) => {
      if (isDamagedNumber(cell)) findings.add('damagedNumber', column, cell)
      else if (isShortZip(cell)) findings.add('shortZip', column, cell)
    })
  }
  for (const { row, column } of facts?.emptyFormulas ?? [])
    if (row + 1 > heading[0]) findings.add('emptyFormula', column, String(row + 1))
  return findings.list()
}

async function parseTable(file: TableFile): Promise<Table> {
  const { rows, facts, ...head } = await parseFile(file)
  const numbered = numberNonEmptyRows(rows, facts)
  if (facts) fillMergedCells(numbered, facts)
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
  const texts: string[] = []
  for (let at = 0; at < body.length; at += rowsPerText)
    texts.push(JSON.stringify(body.slice(at, at + rowsPerText)))
  const findings = findIn(heading, body, facts)
  return { head: { ...head, columns, samples, findings }, count: body.length, rows: texts }
}

export async function readTableFile(file: TableFile): Promise<Table | { error: ErrorText }> {
  try {
    return await parseTable(file)
  } catch (error) {
    if (error instanceof TableError) return { error: error.text }
    throw error
  }
}

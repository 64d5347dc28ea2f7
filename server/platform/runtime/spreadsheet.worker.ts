// Writes a table as a file in a thread.
import Papa from 'papaparse'
import type { SheetData } from 'write-excel-file/node'
import { escapeFormula } from './formula.ts'

/** A cell: text, number, date `YYYY-MM-DD` as text, boolean; '' and null are empty. */
export type Cell = string | number | boolean | null

/** A table whose rows are JSON texts of many rows each. */
export type TableText = { format: 'csv' | 'xlsx'; columns: readonly string[]; rows: readonly string[] }

function toCsv(columns: readonly string[], rows: readonly Cell[][]): Buffer {
  const text = Papa.unparse(
    {
      fields: columns.map(escapeFormula),
      data: rows.map((row) =>
        row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : (cell ?? ''))),
      ),
    },
    { delimiter: ';', newline: '\r\n' },
  )
  return Buffer.from(`\ufeff${text}\r\n`)
}

const toXlsxCell = (value: Cell) =>
  value === null || value === ''
    ? null
    : typeof value === 'string'
      ? { value, type: String }
      : typeof value === 'number'
        ? { value, type: Number }
        : { value, type: Boolean }

async function toXlsx(columns: readonly string[], rows: readonly Cell[][]): Promise<Buffer> {
  const head = columns.map((value) => ({ value, fontWeight: 'bold' as const, type: String }))
  // Loaded when it is needed: CSV does without.
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  const sheet = [head, ...rows.map((row) => row.map(toXlsxCell))] as SheetData
  return writeXlsxFile(sheet, { sheet: 'Kontor' }).toBuffer()
}

export function writeTable({ format, columns, rows }: TableText): Buffer | Promise<Buffer> {
  const parsed = rows.flatMap((text) => JSON.parse(text) as Cell[][])
  return format === 'csv' ? toCsv(columns, parsed) : toXlsx(columns, parsed)
}

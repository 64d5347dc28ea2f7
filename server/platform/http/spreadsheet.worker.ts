// Writes a table as a file for a process of a worker pool.
import type { SheetData } from 'write-excel-file/node'
import { byteOrderMark, type CsvCell, csvLines } from '../runtime/csv.ts'

/** A table whose rows are JSON texts of many rows each. */
export type TableText = { format: 'csv' | 'xlsx'; columns: readonly string[]; rows: readonly string[] }

const toXlsxCell = (value: CsvCell) =>
  value === null || value === ''
    ? null
    : typeof value === 'string'
      ? { value, type: String }
      : typeof value === 'number'
        ? { value, type: Number }
        : { value, type: Boolean }

async function toXlsx(columns: readonly string[], rows: readonly CsvCell[][]): Promise<Buffer> {
  const head = columns.map((value) => ({ value, fontWeight: 'bold' as const, type: String }))
  // Loaded when it is needed: CSV does without.
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  const sheet = [head, ...rows.map((row) => row.map(toXlsxCell))] as SheetData
  return writeXlsxFile(sheet, { sheet: 'Kontor' }).toBuffer()
}

export function writeTable({ format, columns, rows }: TableText): Buffer | Promise<Buffer> {
  const parsed = rows.flatMap((text) => JSON.parse(text) as CsvCell[][])
  return format === 'csv'
    ? Buffer.from(byteOrderMark + csvLines([columns, ...parsed]))
    : toXlsx(columns, parsed)
}

import Papa from 'papaparse'
import { escapeFormula } from './formula.ts'

/** A cell: text, number, date `YYYY-MM-DD` as text, boolean; '' and null are empty. */
export type CsvCell = string | number | boolean | null

/** Begins a CSV file: spreadsheets take it for UTF-8. */
export const byteOrderMark = '\ufeff'

/** Rows as lines of CSV with semicolons, as European spreadsheets expect. Formulas are escaped. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  if (rows.length === 0) return ''
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : (cell ?? ''))),
  )
  return `${Papa.unparse(cells, { delimiter: ';', newline: '\r\n' })}\r\n`
}

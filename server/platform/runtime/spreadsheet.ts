import Papa from 'papaparse'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { FileAnswer } from '../http/endpoint.ts'

/** A cell: text, number, date `YYYY-MM-DD` as text, yes or no; '' and null are empty. */
export type Cell = string | number | boolean | null

export type Sheet = {
  /** File name without its ending. */
  name: string
  format: 'csv' | 'xlsx'
  /** Heads of the columns. */
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
}

// A spreadsheet runs a text that begins so; in front of it a quote makes it a text.
const formula = /^[=+\-@\t\r]/
const number = /^[+-]?\d+([.,]\d+)?$/

/** A text that no spreadsheet takes for a formula (CSV only; a cell of XLSX says itself that it is a text). */
export const escapeFormula = (text: string): string =>
  formula.test(text) && !number.test(text) ? `'${text}` : text

/**
 * A table as a file: CSV in UTF-8 with a byte order mark and semicolons, as spreadsheets in Europe open it, or XLSX. Formulas are
 * escaped.
 */
export async function sheetAnswer({ name, format, columns, rows }: Sheet): Promise<FileAnswer> {
  if (format === 'csv') {
    const text = Papa.unparse(
      {
        fields: columns.map(escapeFormula),
        data: rows.map((row) =>
          row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : (cell ?? ''))),
        ),
      },
      { delimiter: ';', newline: '\r\n' },
    )
    return new FileAnswer({
      type: 'text/csv; charset=utf-8',
      name: `${name}.csv`,
      content: `\ufeff${text}\r\n`,
    })
  }
  const head = columns.map((value) => ({ value, fontWeight: 'bold' as const, type: String }))
  const body = rows.map((row) =>
    row.map((value) =>
      value === null || value === ''
        ? null
        : typeof value === 'string'
          ? { value, type: String }
          : typeof value === 'number'
            ? { value, type: Number }
            : { value, type: Boolean },
    ),
  )
  const content = await writeXlsxFile([head, ...body] as SheetData, { sheet: 'Kontor' }).toBuffer()
  return new FileAnswer({
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    name: `${name}.xlsx`,
    content,
  })
}

import Papa from 'papaparse'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { FileResponse } from '../http/endpoint.ts'

/** A cell: text, number, date `YYYY-MM-DD` as text, yes or no; '' and null are empty. */
export type Cell = string | number | boolean | null

export type TableExport = {
  /** File name without its ending. */
  name: string
  format: 'csv' | 'xlsx'
  /** Heads of the columns. */
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
}

// A spreadsheet runs a text that begins so; in front of it a quote makes it a text.
const formulaStart = /^[=+\-@\t\r]/
const numericText = /^[+-]?\d+([.,]\d+)?$/

/** A text that no spreadsheet takes for a formula (CSV only; a cell of XLSX says itself that it is a text). */
export const escapeFormula = (text: string): string =>
  formulaStart.test(text) && !numericText.test(text) ? `'${text}` : text

/**
 * A table as a file: CSV in UTF-8 with a byte order mark and semicolons, as spreadsheets in Europe open it, or XLSX. Formulas are
 * escaped.
 */
export async function spreadsheetResponse({
  name,
  format,
  columns,
  rows,
}: TableExport): Promise<FileResponse> {
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
    return new FileResponse({
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
  return new FileResponse({
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    name: `${name}.xlsx`,
    content,
  })
}

import Papa from 'papaparse'
import type { SheetData } from 'write-excel-file/node'
import { FileResponse } from '../http/endpoint.ts'
import { escapeFormula } from './formula.ts'

/** A cell: text, number, date `YYYY-MM-DD` as text, boolean; '' and null are empty. */
export type Cell = string | number | boolean | null

type TableExport = {
  /** File name without extension. */
  name: string
  format: 'csv' | 'xlsx'
  /** Column headings. */
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/**
 * Writes a table as CSV (UTF-8 with byte order mark, semicolons, as European spreadsheets expect) or XLSX. Formulas are escaped.
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
  // Loaded when it is needed: it would slow down every start.
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  const content = await writeXlsxFile([head, ...body] as SheetData, { sheet: 'Kontor' }).toBuffer()
  return new FileResponse({
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    name: `${name}.xlsx`,
    content,
  })
}

import type { ErrorText } from '../platform/ground/error-text.ts'
import type { Finding } from './findings.ts'

/** A file that is not a table. */
export class TableError extends Error {
  readonly text: ErrorText
  constructor(text: ErrorText) {
    super(text.message)
    this.text = text
  }
}

export type TableHead = {
  format: 'csv' | 'xlsx'
  encoding: string
  /** The code pages from which a user may choose; empty: there is no doubt. */
  encodings: string[]
  delimiter: string
  worksheets: string[]
  worksheet: string
  columns: string[]
  /** The first rows. */
  samples: string[][]
  findings: Finding[]
}
/** @see contact_import_row for hidden rows and merged columns */
export type NumberedRow = [number: number, cells: string[], isHidden: boolean, mergedColumns: number[]]

/** Stands for bytes that are not UTF-8 in a file that is. */
export const unreadable = '\ufffd'

export const maxRows = 200_000
export const maxColumns = 200

/** A file that is no table: what is said of it. */
export class TableError extends Error {}

/** A table that was read: its head first, then its rows in batches, each row with its number. */
export type TableHead = {
  format: 'csv' | 'xlsx'
  encoding: string
  delimiter: string
  sheets: string[]
  sheet: string
  columns: string[]
}
export type NumberedRow = [number: number, cells: string[]]

export const maxRows = 200_000
export const maxColumns = 200

// Writes entries of the change log as CSV, large ones in a process of a worker pool.
import { type CsvCell, csvLines } from '../platform/runtime/csv.ts'

/** An entry: the cells that all its lines begin with, and its values as JSON texts. */
export type LogLines = { cells: readonly CsvCell[]; before: string; after: string }

const toCell = (value: unknown): CsvCell =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : (value as CsvCell)

/** A line for each column that changed. */
export const toLogCsv = (entries: readonly LogLines[]): string =>
  csvLines(
    entries.flatMap(({ cells, ...texts }) => {
      const before: Record<string, unknown> = JSON.parse(texts.before)
      const after: Record<string, unknown> = JSON.parse(texts.after)
      return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((column) => [
        ...cells,
        column,
        toCell(before[column]),
        toCell(after[column]),
      ])
    }),
  )

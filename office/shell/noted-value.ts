// A value of the log: numbers of records as the names of these.
import type { Change } from './conflict.ts'

/** A number that names a record, not a quantity: its name where it is known. */
export const notedValue = (change: Change, column: string, value: unknown): unknown => {
  if (typeof value !== 'number') return value
  const name = change.names?.[`${column}:${value}`]
  if (name) return name
  return column.endsWith('_id') && value !== 0 ? `#${value}` : value
}

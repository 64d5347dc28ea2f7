// Event catalogue: rows of flat queries, joined in memory.
import { sql } from 'kysely'

/** `= any(ids)`: one statement, one plan, whatever the number of ids. */
export const anyOf = (ids: readonly number[]) => sql<number>`any(${ids}::int[])`

/** What is read: what the website shows, or everything there is (for the export). */
export type Scope = { publishedOnly: boolean }

/** Rows by an id, in the order in which they came. */
export function group<Row, Value>(
  rows: readonly Row[],
  key: (row: Row) => number,
  value: (row: Row) => Value,
): Map<number, Value[]> {
  const groups = new Map<number, Value[]>()
  for (const row of rows) {
    const id = key(row)
    const found = groups.get(id)
    if (found) found.push(value(row))
    else groups.set(id, [value(row)])
  }
  return groups
}

/** Each id once. */
export const distinct = (ids: Iterable<number>): number[] => [...new Set(ids)]

/** numeric arrives as text and becomes a number here, at the end: with two decimals and up to 15 digits that is exact. */
export const numericToNumber = (text: string | null): number => (text === null ? 0 : Number(text))

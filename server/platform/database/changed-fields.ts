import { isDeepStrictEqual } from 'node:util'
import { sanitizeHtml } from '../ground/html.ts'
import { type ChildTable, completeRows, type WantedRow } from './child-rows.ts'
import type { Field, Fields } from './fields.ts'

/**
 * The fields of a request that differ from the stored record; HTML is sanitised. HTML that was imported and is not edited stays as
 * it is.
 */
export function changedFields(of: Fields, stored: object, input: object): Record<string, unknown> {
  const values = new Map(Object.entries(input))
  const before = new Map(Object.entries(stored))
  return Object.fromEntries(
    Object.entries<Field>(of).flatMap(([name, [, type]]) => {
      const value: unknown = values.get(name)
      if (value === undefined || isDeepStrictEqual(value, before.get(name))) return []
      return [[name, type.isHtml ? sanitizeHtml(String(value)) : value]]
    }),
  )
}

/** The rows of a request with all their fields, HTML as in `changedFields`. */
export function sanitizedRows(
  { fields }: ChildTable,
  rows: readonly WantedRow[],
  stored: readonly WantedRow[],
): WantedRow[] {
  const storedRows = new Map(stored.map((row) => [row.id, row]))
  return completeRows(fields, rows).map((row) => ({
    ...row,
    ...changedFields(fields, storedRows.get(row.id) ?? {}, row),
  }))
}

import { isDeepStrictEqual } from 'node:util'
import type { Field, Fields } from '../../platform/database/fields.ts'
import { html } from './child-tables.ts'
import { sanitizeHtml } from './html.ts'

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
      return [[name, type === html ? sanitizeHtml(String(value)) : value]]
    }),
  )
}

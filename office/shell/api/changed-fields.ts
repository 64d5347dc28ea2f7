// The fields that a form changed, in the values of the server.
import { isEqual, type Values } from './conflict.ts'

/** The server has no null: an emptied field gets the value that means none. */
function emptyValue(before: unknown): unknown {
  if (typeof before === 'number') return 0
  if (typeof before === 'boolean') return false
  return Array.isArray(before) ? [] : ''
}

/** Removes fields without a value, also in nested records. */
export function omitEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(omitEmpty)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, nested]) => nested !== undefined && nested !== null)
      .map(([name, nested]) => [name, omitEmpty(nested)]),
  )
}

/** The fields that the user changed. */
export function changedFields(data: Values, before: Values): Values {
  const changed: Values = {}
  for (const [name, value] of Object.entries(data)) {
    if (name === 'id' || name === 'version' || value === undefined) continue
    if (value === null && before[name] === null) continue
    const next = value === null ? emptyValue(before[name]) : omitEmpty(value)
    if (!isEqual(next, omitEmpty(before[name]))) changed[name] = next
  }
  return changed
}

// What a form changed, in the values that Kontor knows.
import { same, type Values } from '../history/conflict.ts'

/** Kontor knows no null: what a form emptied becomes the value that means none. */
function none(before: unknown): unknown {
  if (typeof before === 'number') return 0
  if (typeof before === 'boolean') return false
  return Array.isArray(before) ? [] : ''
}

/** What has no value is left out, in nested records too. */
export function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, below]) => below !== undefined && below !== null)
      .map(([name, below]) => [name, filled(below)]),
  )
}

/** The fields that the user changed. */
export function changedFields(data: Values, before: Values): Values {
  const changed: Values = {}
  for (const [name, value] of Object.entries(data)) {
    if (name === 'id' || name === 'version' || value === undefined) continue
    const next = value === null ? none(before[name]) : filled(value)
    if (!same(next, before[name])) changed[name] = next
  }
  return changed
}

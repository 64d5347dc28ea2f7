// kontor import --merge: a record of a data set is completed with its stored fields.
import { elementKey, elementsByKey, isElsewhere, isObject } from './record-lists.ts'
import type { DataRecord } from './section.ts'

/**
 * A record with the stored values of fields that it leaves out. A given list replaces the stored one; its elements keep what they
 * leave out if they can be told apart.
 */
export function mergeRecords(stored: DataRecord, input: DataRecord): DataRecord {
  // In the order of the stored record, so that equal records are equal texts.
  const merged: DataRecord = {}
  for (const [field, value] of Object.entries(stored))
    if (input[field] !== undefined || !isElsewhere(field)) merged[field] = value
  for (const [field, value] of Object.entries(input)) merged[field] = merge(field, stored[field], value)
  return merged
}

function merge(name: string, stored: unknown, input: unknown): unknown {
  if (isObject(stored) && isObject(input)) return mergeRecords(stored, input)
  return Array.isArray(stored) && Array.isArray(input) ? mergeLists(name, stored, input) : input
}

function mergeLists(name: string, stored: readonly unknown[], input: readonly unknown[]): unknown[] {
  const storedByKey = elementsByKey(name, stored)
  const mergeElement = (element: unknown): unknown => {
    if (Array.isArray(element)) return element.map(mergeElement)
    if (!isObject(element)) return element
    if (Array.isArray(element['module_type']))
      return { ...element, module_type: element['module_type'].map(mergeElement) }
    const key = elementKey(name, element)
    const known = key === undefined ? undefined : storedByKey.get(key)
    return isObject(known) ? mergeRecords(known, element) : element
  }
  return input.map(mergeElement)
}

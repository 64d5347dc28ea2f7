// The fields that an import changes in a record, and those that it would lose.
import { elementKey, elementsByKey, elementsOf, isElsewhere, isObject } from './record-lists.ts'
import type { DataRecord } from './section.ts'

/** A field that changes; elements of lists are named by their keys. undefined: no such element. */
export type Difference = { field: string; before: unknown; after: unknown }

/** The names of fields of two records that differ, as a text. */
export const differingFields = (one: object, other: object): string =>
  [...new Set(differences(one, other).map(({ field }) => field.slice(1)))].join(', ')

/** The differences between two records, without derived fields. */
export function differences(before: unknown, after: unknown, field = ''): Difference[] {
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
      // The dates of a module are views of dates that have their own event.
      if (isElsewhere(name) && (name !== 'dates' || 'config' in before)) return []
      const below = `${field}/${name}`
      if (Array.isArray(before[name]) && Array.isArray(after[name]))
        return listDifferences(name, before[name], after[name], below)
      return differences(before[name], after[name], below)
    })
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }]
}

function listDifferences(
  name: string,
  before: readonly unknown[],
  after: readonly unknown[],
  field: string,
): Difference[] {
  const [beforeElements, afterElements] = [elementsOf(before, field), elementsOf(after, field)]
  const hasKeys = [...beforeElements, ...afterElements].every(
    ({ element }) => elementKey(name, element) !== undefined,
  )
  if (hasKeys) {
    const [beforeByKey, afterByKey] = [elementsByKey(name, before), elementsByKey(name, after)]
    return [...new Set([...beforeByKey.keys(), ...afterByKey.keys()])].flatMap((key) =>
      differences(beforeByKey.get(key), afterByKey.get(key), `${field}/${key}`),
    )
  }
  if (beforeElements.length === afterElements.length)
    return beforeElements.flatMap(({ element, pointer }, index) =>
      differences(element, afterElements[index]?.element, pointer),
    )
  return [{ field, before, after }]
}

/** Fields to which a record without them gives a value other than the absent one. */
const fieldsWithDefaults = ['unit', 'currency', 'clientId', 'defaultClientId', 'addressType']

/**
 * The fields that a given record leaves out and that an import of it empties, as paths below the record.
 * @param before the record as it was stored
 * @param after the record as the import stores it
 */
export function lostFields(input: DataRecord, before: DataRecord, after: DataRecord, path = ''): string[] {
  return Object.entries(before).flatMap(([field, stored]) => {
    const [value, next] = [input[field], after[field]]
    const below = `${path}${field}`
    if (value === undefined) {
      if (isElsewhere(field)) return []
      const isLost = fieldsWithDefaults.includes(field) ? stored !== next : isLoss(field, stored, next)
      return isLost ? [below] : []
    }
    if (isObject(value) && isObject(stored) && isObject(next))
      return lostFields(value, stored, next, `${below}/`)
    if (!Array.isArray(value) || !Array.isArray(stored) || !Array.isArray(next)) return []
    const [storedByKey, nextByKey] = [elementsByKey(field, stored), elementsByKey(field, next)]
    return elementsOf(value, below).flatMap(({ element, pointer }) => {
      const key = elementKey(field, element)
      if (key === undefined || !isObject(element)) return []
      const [one, other] = [storedByKey.get(key), nextByKey.get(key)]
      return isObject(one) && isObject(other) ? lostFields(element, one, other, `${pointer}/`) : []
    })
  })
}

/** Fields that keep their value if they are left out. */
const keptFields = [
  'createdAt',
  'givenAt',
  'stateAt',
  'nextAttemptAt',
  'messageKey',
  'kind',
  'state',
  'contactType',
]

/** The fields of a record that an import of it would empty, as far as is known before. */
export const expectedLosses = (input: DataRecord, before: DataRecord): string[] =>
  Object.keys(before).filter(
    (field) =>
      input[field] === undefined &&
      !isElsewhere(field) &&
      !keptFields.includes(field) &&
      !isAbsent(before[field]),
  )

const maxNamedFields = 20

/** The error of a record that an import would empty in part. */
export function describeLoss(lost: readonly string[]): string {
  const more = lost.length > maxNamedFields ? ` and ${lost.length - maxNamedFields} more` : ''
  return `exists and would lose ${lost.slice(0, maxNamedFields).join(', ')}${more}, which the record leaves out; --merge keeps what is left out, --replace empties it`
}

/** Whether something of a value is no longer there. Another value is no loss. */
function isLoss(name: string, before: unknown, after: unknown): boolean {
  if (isAbsent(before)) return false
  if (isAbsent(after)) return true
  if (isObject(before) && isObject(after))
    return Object.keys(before).some(
      (field) => !isElsewhere(field) && isLoss(field, before[field], after[field]),
    )
  if (!Array.isArray(before) || !Array.isArray(after)) return false
  const afterElements = elementsOf(after, '').map(({ element }) => element)
  const afterByKey = elementsByKey(name, after)
  return elementsOf(before, '').some(({ element }, index) => {
    const key = elementKey(name, element)
    return isLoss(name, element, key === undefined ? afterElements[index] : afterByKey.get(key))
  })
}

/** Whether a value is that of a field which was left out (decision 1.1); a phone keeps its type. */
export function isAbsent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (!isObject(value)) return !value
  return Object.entries(value).every(([field, inner]) => field === 'type' || isAbsent(inner))
}

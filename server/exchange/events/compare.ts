// Data set: reads imported events back and compares them with the data set, field by field (decision 12).
import { loadEvents } from '../../catalogue/records/load-events.ts'
import type { Tx } from '../../platform/database/database.ts'
import { abbreviate, type ValidationErrors } from '../records/import-error.ts'
import { derivedFields, elementKey, elementsByKey, elementsOf, isObject } from '../records/record-lists.ts'
import type { SectionRecords } from '../records/section.ts'
import { eventRecordsOf } from './check.ts'

/** Reports fields that are read back with another value. Fields that were left out are not compared. */
export async function compareStoredEvents(
  tx: Tx,
  records: SectionRecords,
  errors: ValidationErrors,
): Promise<void> {
  const events = eventRecordsOf(records)
  const index = new Map(events.map(({ event }, at) => [event.event_id, at]))
  for await (const stored of loadEvents(tx, {
    ids: [...index.keys()],
    everything: true,
    today: '2000-01-01',
  })) {
    const at = index.get(stored.event_id)!
    reportDifferences(events[at]!.raw, stored, records.pointer(at), errors)
  }
}

function reportDifferences(
  imported: unknown,
  stored: unknown,
  pointer: string,
  errors: ValidationErrors,
): void {
  if (isObject(imported) && isObject(stored)) {
    for (const [field, value] of Object.entries(imported)) {
      if (derivedFields.has(field) || (field === 'main_trainer' && typeof value === 'string')) continue
      const other = stored[field]
      if (Array.isArray(value) && Array.isArray(other))
        reportListDifferences(field, value, other, `${pointer}/${field}`, errors)
      // An id of 0 was assigned by the database.
      else if (value === 0 && (field === 'id' || field.endsWith('_id'))) continue
      else reportDifferences(value, other, `${pointer}/${field}`, errors)
    }
  } else if (imported !== stored) errors.add(pointer, `would be returned as ${abbreviate(stored)}`)
}

function reportListDifferences(
  field: string,
  imported: unknown[],
  stored: unknown[],
  pointer: string,
  errors: ValidationErrors,
): void {
  const [importedItems, storedItems] = [elementsOf(imported, pointer), elementsOf(stored, '')]
  // Dates that an event no longer lists are not deleted.
  if (field !== 'dates' && importedItems.length !== storedItems.length) {
    errors.add(pointer, `would be returned with ${storedItems.length} elements`)
    return
  }
  if (field === 'date_catalog') {
    const sorted = (list: typeof importedItems) =>
      JSON.stringify(list.map(({ element }) => Number(element)).sort((a, b) => a - b))
    if (sorted(importedItems) !== sorted(storedItems))
      errors.add(pointer, `would be returned as ${abbreviate(stored)}`)
    return
  }
  const hasKeys = importedItems.every(({ element }) => elementKey(field, element) !== undefined)
  const byKey = hasKeys ? elementsByKey(field, stored) : undefined
  for (const [index, { element, pointer: below }] of importedItems.entries())
    reportDifferences(
      element,
      byKey ? byKey.get(elementKey(field, element)) : storedItems[index]?.element,
      below,
      errors,
    )
}

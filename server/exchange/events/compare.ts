// Data set: reads imported events back and compares them with the data set, field by field (decision 12).
import { loadEvents } from '../../catalogue/records/load-events.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ValidationErrors } from '../records/import-error.ts'
import type { Item, SectionRecords } from '../records/section.ts'
import { eventRecordsOf } from './check.ts'

const derivedFields = new Set([
  'free_places',
  'date_is_bookable',
  'next_dates',
  'series_parents',
  'participants_count',
  'participants_reserved',
  'participants_waitlist',
  'is_generally_bookable',
  'trainer',
])

/** Lists that Kontor orders itself: their items are matched by these keys. Lists of lists are flattened. */
const itemKeys: Readonly<Record<string, (item: Item) => unknown>> = {
  dates: (item) => item['date_id'],
  event_catalog_categories: (item) => item['eventcat_id'],
  hotel_quota: (item) => item['id'],
  location: (item) => item['location_id'],
  linked_dates: (item) => item['linked_date_id'],
  prices: (item) => item['price_id'],
  series_dates: (item) => item['config']?.date_config_id,
  event_files: (item) => item['diskitem_id'],
  date_files: (item) => item['diskitem_id'],
}

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

const isObject = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const abbreviate = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
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
  const key = itemKeys[field]
  const [importedItems, storedItems] = [flattenList(field, imported, pointer), flattenList(field, stored, '')]
  // Dates that an event no longer lists are not deleted.
  if (field !== 'dates' && importedItems.length !== storedItems.length) {
    errors.add(pointer, `would be returned with ${storedItems.length} elements`)
    return
  }
  if (field === 'date_catalog') {
    const sorted = (list: ItemWithPointer[]) =>
      JSON.stringify(list.map(({ item }) => Number(item)).sort((a, b) => a - b))
    if (sorted(importedItems) !== sorted(storedItems))
      errors.add(pointer, `would be returned as ${abbreviate(stored)}`)
    return
  }
  const keyed = key !== undefined && importedItems.every(({ item }) => isObject(item) && key(item))
  const byKey = keyed ? new Map(storedItems.map(({ item }) => [key(item as Item), item])) : undefined
  for (const [index, { item, itemPointer }] of importedItems.entries())
    reportDifferences(
      item,
      byKey ? byKey.get(key!(item as Item)) : storedItems[index]?.item,
      itemPointer,
      errors,
    )
}

type ItemWithPointer = { item: unknown; itemPointer: string }

/** The items of a list with their pointers; lists of lists and of groups are flattened. */
function flattenList(field: string, list: unknown[], pointer: string): ItemWithPointer[] {
  const withPointers = (items: unknown[], below: string): ItemWithPointer[] =>
    items.map((item, index) => ({ item, itemPointer: `${below}/${index}` }))
  if (field === 'series_dates')
    return list.flatMap((group, index) =>
      withPointers(
        (group as { module_type?: unknown[] }).module_type ?? [],
        `${pointer}/${index}/module_type`,
      ),
    )
  if (field === 'event_files' || field === 'date_files')
    return list.flatMap((group, index) => withPointers(group as unknown[], `${pointer}/${index}`))
  return withPointers(list, pointer)
}

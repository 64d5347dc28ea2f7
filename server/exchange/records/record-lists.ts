// Lists within records of a data set: which of them have elements that can be told apart.
import type { DataRecord } from './section.ts'

/** The keys of elements, by the name of the list. The elements of other lists have none: such a list is one value. */
const elementKeys: Readonly<Record<string, (element: DataRecord) => unknown>> = {
  ...Object.fromEntries(
    [
      'allAddress',
      'defaultAddress',
      'invoiceAddress',
      'invoiceSendAddress',
      'emails',
      'phones',
      'otherEmails',
      'otherPhones',
      'trn_data',
      'loc_data',
      'hotel_quota',
      'elements',
    ].map((list) => [list, (element: DataRecord) => element['id']]),
  ),
  dates: (element) => element['date_id'],
  event_catalog_categories: (element) => element['eventcat_id'],
  location: (element) => element['location_id'],
  linked_dates: (element) => element['linked_date_id'],
  prices: (element) => element['price_id'],
  series_dates: (element) => element['config']?.date_config_id,
  event_files: (element) => element['diskitem_id'],
  date_files: (element) => element['diskitem_id'],
}

export const isObject = (value: unknown): value is DataRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The key of an element; undefined: it has none. */
export function elementKey(list: string, element: unknown): unknown {
  return (isObject(element) && elementKeys[list]?.(element)) || undefined
}

/** An element with the pointer of its place in the record. */
type Element = { element: unknown; pointer: string }

/** The elements of a list; lists of lists and of groups are flattened. */
export function elementsOf(list: readonly unknown[], pointer: string): Element[] {
  return list.flatMap((element, index): Element[] => {
    const below = `${pointer}/${index}`
    if (Array.isArray(element)) return elementsOf(element, below)
    const modules = isObject(element) ? element['module_type'] : undefined
    if (Array.isArray(modules)) return elementsOf(modules, `${below}/module_type`)
    return [{ element, pointer: below }]
  })
}

/** The elements of a list by their keys. */
export const elementsByKey = (name: string, list: readonly unknown[]): Map<unknown, unknown> =>
  new Map(elementsOf(list, '').map(({ element }) => [elementKey(name, element), element]))

/** Fields of events and dates that Kontor computes (decision 11.4). */
export const derivedFields: ReadonlySet<string> = new Set([
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

/**
 * Fields that no record has of itself: derived ones, names of other records, and dates, which an event has until they are
 * deleted.
 */
export const isElsewhere = (field: string): boolean =>
  derivedFields.has(field) || ['dates', 'category', 'processor', 'parentContact'].includes(field)

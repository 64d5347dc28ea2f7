// Data set: what has been imported is read back and held against what was given, field for field (decision 12).
import { loadEvents } from '../../catalogue/records/load-events.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { FaultList } from '../records/fault.ts'
import type { Given, Item } from '../records/section.ts'
import { eventsIn } from './check.ts'

const derived = new Set([
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

/** Lists whose order is ours: their items are known by this. A list of lists counts as one. */
const keys: Readonly<Record<string, (item: Item) => unknown>> = {
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

/** Tells where the database gives another answer than the data set. Fields that were left out are not compared. */
export async function compareEvents(tx: Tx, given: Given, faults: FaultList): Promise<void> {
  const events = eventsIn(given)
  const index = new Map(events.map(({ event }, at) => [event.event_id, at]))
  for await (const stored of loadEvents(tx, {
    ids: [...index.keys()],
    everything: true,
    today: '2000-01-01',
  })) {
    const at = index.get(stored.event_id)!
    different(events[at]!.raw, stored, given.pointer(at), faults)
  }
}

const isObject = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

function different(given: unknown, stored: unknown, pointer: string, faults: FaultList): void {
  if (isObject(given) && isObject(stored)) {
    for (const [field, value] of Object.entries(given)) {
      if (derived.has(field) || (field === 'main_trainer' && typeof value === 'string')) continue
      const other = stored[field]
      if (Array.isArray(value) && Array.isArray(other))
        differentLists(field, value, other, `${pointer}/${field}`, faults)
      // An id that was given as 0 or left out is found by the database.
      else if (value === 0 && (field === 'id' || field.endsWith('_id'))) continue
      else different(value, other, `${pointer}/${field}`, faults)
    }
  } else if (given !== stored) faults.add(pointer, `would come back as ${shown(stored)}`)
}

function differentLists(
  field: string,
  given: unknown[],
  stored: unknown[],
  pointer: string,
  faults: FaultList,
): void {
  const key = keys[field]
  const [ours, theirs] = [flat(field, given, pointer), flat(field, stored, '')]
  // Dates that an event no longer lists stay.
  if (field !== 'dates' && ours.length !== theirs.length) {
    faults.add(pointer, `would come back with ${theirs.length} entries`)
    return
  }
  if (field === 'date_catalog') {
    const sorted = (list: Placed[]) =>
      JSON.stringify(list.map(({ item }) => Number(item)).sort((a, b) => a - b))
    if (sorted(ours) !== sorted(theirs)) faults.add(pointer, `would come back as ${shown(stored)}`)
    return
  }
  const keyed = key !== undefined && ours.every(({ item }) => isObject(item) && key(item))
  const byKey = keyed ? new Map(theirs.map(({ item }) => [key(item as Item), item])) : undefined
  for (const [index, { item, at }] of ours.entries())
    different(item, byKey ? byKey.get(key!(item as Item)) : theirs[index]?.item, at, faults)
}

type Placed = { item: unknown; at: string }

/** The entries of a list and where they stand; a list of lists, or of groups, is one list of what is in them. */
function flat(field: string, list: unknown[], pointer: string): Placed[] {
  const place = (items: unknown[], below: string): Placed[] =>
    items.map((item, index) => ({ item, at: `${below}/${index}` }))
  if (field === 'series_dates')
    return list.flatMap((group, index) =>
      place((group as { module_type?: unknown[] }).module_type ?? [], `${pointer}/${index}/module_type`),
    )
  if (field === 'event_files' || field === 'date_files')
    return list.flatMap((group, index) => place(group as unknown[], `${pointer}/${index}`))
  return place(list, pointer)
}

// Reads what the read model lacks or has to replace, from one snapshot of the database.
import type { Db, Reader } from '../../platform/database/database.ts'
import { anyOf } from '../records/rows.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { type Changes, changesSince, currentSnapshot, findAffected } from './changes.ts'
import {
  type DateEntry,
  type EventEntry,
  loadDateEntries,
  loadDependentDateIds,
  loadEventEntries,
} from './entries.ts'
import { type LookupTables, loadLookupTables } from './lookup-tables.ts'
import {
  type SerializedDate,
  type SerializedEvent,
  type SerializedTrainer,
  serializeDates,
  serializeEvents,
  serializeTrainers,
} from './serialized-records.ts'
import {
  loadWebsiteLocations,
  loadWebsiteTrainers,
  type WebsiteLocation,
  type WebsiteTrainer,
} from './website-records.ts'

/** Records that a response needs and that are not serialized yet. */
export type Missing = { events: number[]; dates: number[]; trainers: number[] }

export const nothingMissing: Missing = { events: [], dates: [], trainers: [] }

/** @returns `nothingMissing` itself if all are empty */
export const toMissing = (events: number[], dates: number[], trainers: number[]): Missing =>
  events.length + dates.length + trainers.length === 0 ? nothingMissing : { events, dates, trainers }

/** Read in one transaction and applied to the read model at once. */
export type Renewal = {
  snapshot: string
  counters: Changes['counters']
  lookupTables?: LookupTables
  events: EventEntry[]
  removedEvents: number[]
  dates: DateEntry[]
  removedDates: number[]
  trainers: WebsiteTrainer[]
  locations: WebsiteLocation[]
  serialized: {
    events: Map<number, SerializedEvent>
    dates: Map<number, SerializedDate>
    trainers: Map<number, SerializedTrainer>
  }
  /** If only counters changed, responses without these dates remain valid. */
  onlyCounters: boolean
}

const pageSize = 500

/**
 * Reads what changed since a snapshot, and missing records.
 * @param index undefined: the read model is empty, and the whole index is read
 * @returns 'everything' if all data must be discarded
 */
export async function readRenewal(
  db: Db,
  index: CatalogueIndex | undefined,
  since: string,
  missing: Missing,
): Promise<Renewal | 'everything'> {
  // If only counters changed, the query for changes has read them: no transaction is needed.
  if (index && missing === nothingMissing) {
    const changes = await changesSince(db, since)
    if (hasOnlyCounters(changes)) return counterRenewal(changes)
  }
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((reader) => readInSnapshot(reader, index, since, missing))
}

const hasOnlyCounters = (changes: Changes): boolean =>
  !changes.lookupTables &&
  !changes.requiresReload &&
  [changes.dates, changes.events, changes.modules, changes.locations, changes.trainers, changes.files].every(
    ({ length }) => length === 0,
  )

const counterRenewal = ({ snapshot, counters }: Changes): Renewal => ({
  snapshot,
  counters,
  events: [],
  removedEvents: [],
  dates: [],
  removedDates: [],
  trainers: [],
  locations: [],
  serialized: { events: new Map(), dates: new Map(), trainers: new Map() },
  onlyCounters: true,
})

const initialChanges = (snapshot: string): Changes => ({
  snapshot,
  counters: [],
  dates: [],
  events: [],
  modules: [],
  locations: [],
  trainers: [],
  files: [],
  lookupTables: true,
  requiresReload: false,
})

async function readInSnapshot(
  reader: Reader,
  index: CatalogueIndex | undefined,
  since: string,
  missing: Missing,
): Promise<Renewal | 'everything'> {
  const changes = index ? await changesSince(reader, since) : initialChanges(await currentSnapshot(reader))
  if (changes.requiresReload) return 'everything'
  const lookupTables = changes.lookupTables ? await loadLookupTables(reader) : undefined
  const affected = await findAffected(reader, changes)
  const events = await loadEventEntries(reader, index ? affected.events : undefined)
  const publishedIds = new Set(events.map(({ id }) => id))
  const removedEvents = affected.events.filter((id) => index?.events.has(id) && !publishedIds.has(id))
  const newlyPublished = events.filter(({ id }) => index && !index.events.has(id)).map(({ id }) => id)

  let dateIds: number[] | undefined
  if (index) {
    const addedOrRemoved = [...newlyPublished, ...removedEvents]
    const datesOfNewlyPublished = newlyPublished.length > 0 ? await loadDateIds(reader, newlyPublished) : []
    // The status of its modules decides whether a series can be booked.
    const series = lookupTables
      ? [...index.dates.values()].filter(({ facts }) => facts.modules.length > 0).map(({ id }) => id)
      : []
    const touched = [...affected.dates, ...datesOfNewlyPublished, ...series]
    const dependents =
      touched.length + addedOrRemoved.length > 0
        ? await loadDependentDateIds(reader, touched, addedOrRemoved)
        : []
    dateIds = [...new Set([...touched, ...dependents])]
  }
  const dates = await loadDateEntries(reader, dateIds)
  const publishedDateIds = new Set(dates.map(({ id }) => id))
  const removedDates = (dateIds ?? []).filter((id) => index?.dates.has(id) && !publishedDateIds.has(id))

  // Serialized records are replaced; others are loaded when a response needs them.
  const cachedEvents = events.filter(({ id }) => index?.events.get(id)?.serialized).map(({ id }) => id)
  const cachedDates = dates.filter(({ id }) => index?.dates.get(id)?.serialized).map(({ id }) => id)
  return {
    snapshot: changes.snapshot,
    counters: changes.counters,
    ...(lookupTables && { lookupTables }),
    events,
    removedEvents,
    dates,
    removedDates,
    trainers: await loadWebsiteTrainers(reader, index ? changes.trainers : undefined),
    locations: await loadWebsiteLocations(reader, index ? changes.locations : undefined),
    serialized: {
      events: await loadInPages(union(cachedEvents, missing.events), (ids) => serializeEvents(reader, ids)),
      dates: await loadInPages(union(cachedDates, missing.dates), (ids) => serializeDates(reader, ids)),
      trainers: await loadInPages(union(changes.trainers, missing.trainers), (ids) =>
        serializeTrainers(reader, ids),
      ),
    },
    onlyCounters: hasOnlyCounters(changes),
  }
}

const loadDateIds = async (reader: Reader, eventIds: number[]): Promise<number[]> =>
  (await reader.selectFrom('event_date').select('id').where('event_id', '=', anyOf(eventIds)).execute()).map(
    ({ id }) => id,
  )

const union = (some: readonly number[], others: readonly number[]): number[] => [
  ...new Set([...some, ...others]),
]

// In pages, so that rows can be collected before the next ones are read.
async function loadInPages<Record>(
  ids: number[],
  load: (ids: number[]) => Promise<Map<number, Record>>,
): Promise<Map<number, Record>> {
  const records = new Map<number, Record>()
  for (let start = 0; start < ids.length; start += pageSize)
    for (const [id, record] of await load(ids.slice(start, start + pageSize))) records.set(id, record)
  return records
}

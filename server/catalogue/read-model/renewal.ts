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
  type DatePiece,
  type EventPiece,
  loadDatePieces,
  loadEventPieces,
  loadTrainerPieces,
  type TrainerPiece,
} from './pieces.ts'
import { type LocationFact, loadLocationFacts, loadTrainerFacts, type TrainerFact } from './website-facts.ts'

/** Pieces that a response needs and that are not loaded. */
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
  trainers: TrainerFact[]
  locations: LocationFact[]
  pieces: {
    events: Map<number, EventPiece>
    dates: Map<number, DatePiece>
    trainers: Map<number, TrainerPiece>
  }
  /** If only counters changed, responses without these dates remain valid. */
  onlyCounters: boolean
}

const pageSize = 500

/**
 * Reads what changed since a snapshot, and missing pieces.
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
  pieces: { events: new Map(), dates: new Map(), trainers: new Map() },
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

  // Loaded pieces are replaced; others are loaded when a response needs them.
  const cachedEvents = events.filter(({ id }) => index?.events.get(id)?.piece).map(({ id }) => id)
  const cachedDates = dates.filter(({ id }) => index?.dates.get(id)?.piece).map(({ id }) => id)
  return {
    snapshot: changes.snapshot,
    counters: changes.counters,
    ...(lookupTables && { lookupTables }),
    events,
    removedEvents,
    dates,
    removedDates,
    trainers: await loadTrainerFacts(reader, index ? changes.trainers : undefined),
    locations: await loadLocationFacts(reader, index ? changes.locations : undefined),
    pieces: {
      events: await loadInPages(union(cachedEvents, missing.events), (ids) => loadEventPieces(reader, ids)),
      dates: await loadInPages(union(cachedDates, missing.dates), (ids) => loadDatePieces(reader, ids)),
      trainers: await loadInPages(union(changes.trainers, missing.trainers), (ids) =>
        loadTrainerPieces(reader, ids),
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
async function loadInPages<Piece>(
  ids: number[],
  load: (ids: number[]) => Promise<Map<number, Piece>>,
): Promise<Map<number, Piece>> {
  const pieces = new Map<number, Piece>()
  for (let start = 0; start < ids.length; start += pageSize)
    for (const [id, piece] of await load(ids.slice(start, start + pageSize))) pieces.set(id, piece)
  return pieces
}

// Event catalogue: what the read model reads anew, all of it from one snapshot of the database.
import type { Db, Reader } from '../../platform/database/database.ts'
import { anyOf } from '../records/rows.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { type Changes, changesSince, currentSnapshot } from './changes.ts'
import {
  type DateEntry,
  type EventEntry,
  loadDateEntries,
  loadDependents,
  loadEventEntries,
} from './entries.ts'
import { type Lists, loadLists } from './lookup-tables.ts'
import {
  type DatePiece,
  type EventPiece,
  loadDatePieces,
  loadEventPieces,
  loadTrainerPieces,
  type TrainerPiece,
} from './pieces.ts'

/** Pieces that an answer needs and that are not there. */
export type Missing = { events: number[]; dates: number[]; trainers: number[] }

export const nothing: Missing = { events: [], dates: [], trainers: [] }

/** What is read in one transaction and then put in place at once. */
export type Renewal = {
  snapshot: string
  counters: Changes['counters']
  lists?: Lists
  events: EventEntry[]
  removedEvents: number[]
  dates: DateEntry[]
  removedDates: number[]
  pieces: {
    events: Map<number, EventPiece>
    dates: Map<number, DatePiece>
    trainers: Map<number, TrainerPiece>
  }
  /** Only counters differ, so that only answers with these dates do. */
  isCounters: boolean
}

const pageOfPieces = 500

/**
 * Reads what changed since a snapshot, and what is missing.
 * @param index what is known; undefined: nothing, and all is read
 * @returns 'everything' where a change leaves nothing that could be kept
 */
export async function readRenewal(
  db: Db,
  index: CatalogueIndex | undefined,
  known: string,
  missing: Missing,
): Promise<Renewal | 'everything'> {
  // Bookings alone are told by one statement.
  if (index && missing === nothing) {
    const changes = await changesSince(db, known)
    if (isOnlyCounters(changes)) return countersOf(changes)
  }
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((reader) => readInSnapshot(reader, index, known, missing))
}

const isOnlyCounters = ({ dates, events, trainers, lists, everything }: Changes): boolean =>
  !lists && !everything && dates.length + events.length + trainers.length === 0

const countersOf = ({ snapshot, counters }: Changes): Renewal => ({
  snapshot,
  counters,
  events: [],
  removedEvents: [],
  dates: [],
  removedDates: [],
  pieces: { events: new Map(), dates: new Map(), trainers: new Map() },
  isCounters: true,
})

const firstChanges = (snapshot: string): Changes => ({
  snapshot,
  counters: [],
  dates: [],
  events: [],
  trainers: [],
  lists: true,
  everything: false,
})

async function readInSnapshot(
  reader: Reader,
  index: CatalogueIndex | undefined,
  known: string,
  missing: Missing,
): Promise<Renewal | 'everything'> {
  const changes = index ? await changesSince(reader, known) : firstChanges(await currentSnapshot(reader))
  if (changes.everything) return 'everything'
  const lists = changes.lists ? await loadLists(reader) : undefined
  const events = await loadEventEntries(reader, index ? changes.events : undefined)
  const isPublished = new Set(events.map(({ id }) => id))
  const removedEvents = changes.events.filter((id) => index?.events.has(id) && !isPublished.has(id))
  const appeared = events.filter(({ id }) => index && !index.events.has(id)).map(({ id }) => id)

  let dateIds: number[] | undefined
  if (index) {
    const comeOrGone = [...appeared, ...removedEvents]
    const ofAppeared = appeared.length > 0 ? await loadDateIds(reader, appeared) : []
    const touched = [...changes.dates, ...ofAppeared]
    const dependents =
      touched.length + comeOrGone.length > 0 ? await loadDependents(reader, touched, comeOrGone) : []
    dateIds = [...new Set([...touched, ...dependents])]
  }
  const dates = await loadDateEntries(reader, dateIds)
  const found = new Set(dates.map(({ id }) => id))
  const removedDates = (dateIds ?? []).filter((id) => index?.dates.has(id) && !found.has(id))

  // Of what changed, what is held is renewed; the rest waits until it is asked for.
  const heldEvents = events.filter(({ id }) => index?.events.get(id)?.piece).map(({ id }) => id)
  const heldDates = dates.filter(({ id }) => index?.dates.get(id)?.piece).map(({ id }) => id)
  return {
    snapshot: changes.snapshot,
    counters: changes.counters,
    ...(lists && { lists }),
    events,
    removedEvents,
    dates,
    removedDates,
    pieces: {
      events: await inPages(union(heldEvents, missing.events), (ids) => loadEventPieces(reader, ids)),
      dates: await inPages(union(heldDates, missing.dates), (ids) => loadDatePieces(reader, ids)),
      trainers: await inPages(union(changes.trainers, missing.trainers), (ids) =>
        loadTrainerPieces(reader, ids),
      ),
    },
    isCounters: isOnlyCounters(changes),
  }
}

const loadDateIds = async (reader: Reader, eventIds: number[]): Promise<number[]> =>
  (await reader.selectFrom('event_date').select('id').where('event_id', '=', anyOf(eventIds)).execute()).map(
    ({ id }) => id,
  )

const union = (some: readonly number[], others: readonly number[]): number[] => [
  ...new Set([...some, ...others]),
]

// Rows of a page are garbage before those of the next are read.
async function inPages<Piece>(
  ids: number[],
  load: (ids: number[]) => Promise<Map<number, Piece>>,
): Promise<Map<number, Piece>> {
  const pieces = new Map<number, Piece>()
  for (let start = 0; start < ids.length; start += pageOfPieces)
    for (const [id, piece] of await load(ids.slice(start, start + pageOfPieces))) pieces.set(id, piece)
  return pieces
}

// The read model, from which GET /events is answered; "The way of a change" in ARCHITECTURE.md describes how it stays current.
// The index has the columns that filters and rules need of every published event and date; a filter starts with the smallest of
// its sets. Records are serialized as bytes, field by field: flags and `fields` choose ranges of them. Values that depend on a
// booking, the day or the query, and values that many records share, are placeholders that response-body.ts fills. Responses are
// finished bodies with their ETag and compressed forms. The day is part of their key, so that midnight needs no write.
//
// Renewals run one at a time, and each reads the missing records of all waiting requests. A renewal compares its own snapshot
// with that of the model, so that it does not depend on the order in which checks and renewals end. After a booking, one
// statement reads the new counters. Serialized records and responses may each take half of KONTOR_CATALOGUE_MB; the least recently used are
// dropped first.
import type { BarrierSubscriber } from '../../platform/database/barrier.ts'
import { concerns } from '../../platform/database/change-topics.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  type CachedResponse,
  createResponseCache,
  type ResponseCache,
} from '../../platform/http/response-cache.ts'
import type { EventQuery } from '../contract/event.schema.ts'
import { distinct } from '../records/rows.ts'
import { ByteWriter } from './byte-writer.ts'
import { type CatalogueIndex, type MatchingEvent, openIndex } from './catalogue-index.ts'
import type { DateEntry } from './entries.ts'
import { type ParsedQuery, parseQuery } from './query.ts'
import { type Missing, nothingMissing, type Renewal, readRenewal, toMissing } from './renewal.ts'
import { writeBody } from './response-body.ts'
import { datesShownBy, type SerializedTrainer } from './serialized-records.ts'

/** The read model of an instance in one process. It subscribes to the barrier, and must be used only behind it. */
export type ReadModel = BarrierSubscriber & {
  /**
   * The response to a query.
   * @param key equal queries have equal keys
   * @param today the calendar date in the instance's time zone
   * @throws Failure 400 for unknown values of eventDateFiles
   */
  respond(query: EventQuery, key: string, today: string): CachedResponse | Promise<CachedResponse>
  /**
   * A cached response that the caller builds from the index, without waiting. May be built more than once.
   * @param key unlike those of `respond`
   */
  respondWith(
    key: string,
    build: (index: CatalogueIndex) => CatalogueResponse,
  ): CachedResponse | Promise<CachedResponse>
  /** Looks something up in the current index, without a response. */
  read<T>(find: (index: CatalogueIndex) => T): Promise<T>
  /** Calls back when only counters of dates have changed. All other changes make `index.revision` another one. */
  onCounters(listener: (dates: readonly DateEntry[]) => void): void
  /** The approximate memory of responses and serialized records. */
  bytes(): number
}

/** A response, with the counters that it shows; or what it lacks. */
export type CatalogueResponse =
  | { bytes: Buffer; headers: Readonly<Record<string, string>>; counters: ReadonlySet<number> }
  | { missing: Missing }

// The counters of a response, as one number: of all dates of an event, of one date, of any date.
export const countersOfEvent = (id: number): number => id
export const countersOfDate = (id: number): number => -id
export const allCounters = 0

type CachedEntry<P> = { serialized: P | undefined; lastUsed: number }

/**
 * Opens an empty read model.
 * @param limit the size of the cache in bytes: one half for serialized records, one half for responses with their compressed forms. The least
 * recently used ones are evicted
 */
export function openReadModel(db: Db, limit: number): ReadModel {
  const responses: ResponseCache<ReadonlySet<number>> = createResponseCache(limit / 2)
  const pieceLimit = limit / 2
  const out = new ByteWriter()
  const counterListeners: ((dates: readonly DateEntry[]) => void)[] = []
  let index: CatalogueIndex | undefined
  let snapshot = ''
  let trainers = new Map<number, SerializedTrainer>()
  /** By date: the events whose serialized records show its counters. */
  let eventsShowingDate = new Map<number, Set<number>>()
  let size = 0
  let lruClock = 0
  let isStale = true
  let generation = 0
  let running: Promise<void> | undefined
  /** Missing records of requests that wait for the running renewal: the next one reads them. */
  let wanted: Missing[] = []

  const clear = () => {
    generation++
    index = undefined
    trainers = new Map()
    eventsShowingDate = new Map()
    size = 0
    responses.invalidate()
  }

  /** Reads changes and missing records, and applies them. */
  const renew = async (missing: Missing): Promise<void> => {
    const startGeneration = generation
    isStale = false
    try {
      const renewal = await readRenewal(db, index, snapshot, missing)
      if (startGeneration !== generation) return
      if (renewal === 'everything') return clear()
      apply(renewal)
    } catch (error) {
      clear()
      throw error
    }
  }

  const apply = (renewal: Renewal): void => {
    snapshot = renewal.snapshot
    if (!index) index = openIndex(renewal.lookupTables!)
    else if (renewal.lookupTables) index.setLookupTables(renewal.lookupTables)
    const current = index
    for (const id of renewal.removedDates) detachSerialized(current.dates.get(id))
    for (const id of renewal.removedEvents) {
      for (const date of current.events.get(id)?.dates ?? []) detachSerialized(date)
      detachSerialized(current.events.get(id))
    }
    for (const { id } of renewal.events) detachSerialized(current.events.get(id))
    for (const { id } of renewal.dates) detachSerialized(current.dates.get(id))
    for (const id of renewal.removedEvents) current.removeEvent(id)
    current.removeDates(renewal.removedDates)
    for (const event of renewal.events) current.setEvent(event)
    current.setDates(renewal.dates)
    for (const trainer of renewal.trainers) current.trainers.set(trainer.id, trainer)
    for (const location of renewal.locations) current.locations.set(location.id, location)
    const counted = current.setCounters(renewal.counters)
    lruClock++
    for (const [id, serialized] of renewal.serialized.events)
      attachSerialized(current.events.get(id), serialized)
    for (const [id, serialized] of renewal.serialized.dates) {
      const date = current.dates.get(id)
      attachSerialized(date, serialized)
      for (const shownDateId of date ? datesShownBy(serialized) : []) {
        const events = eventsShowingDate.get(shownDateId) ?? new Set()
        eventsShowingDate.set(shownDateId, events.add(date!.event_id))
      }
    }
    for (const [id, serialized] of renewal.serialized.trainers) {
      size += serialized.size - (trainers.get(id)?.size ?? 0)
      trainers.set(id, serialized)
    }
    if (!renewal.onlyCounters) {
      current.revision = {}
      responses.invalidate()
    } else if (counted.length > 0) {
      const touched = new Set([allCounters])
      for (const { id, event_id } of counted) {
        touched.add(countersOfDate(id)).add(countersOfEvent(event_id))
        for (const event of eventsShowingDate.get(id) ?? []) touched.add(countersOfEvent(event))
      }
      responses.invalidate((shown) => !touched.isDisjointFrom(shown))
      for (const listener of counterListeners) listener(counted)
    }
    // After the response that waits for these records.
    if (size > pieceLimit) setImmediate(evict)
  }

  const attachSerialized = <P extends { size: number }>(
    entry: CachedEntry<P> | undefined,
    serialized: P,
  ): void => {
    if (!entry) return
    detachSerialized(entry)
    entry.serialized = serialized
    entry.lastUsed = lruClock
    size += serialized.size
  }
  const detachSerialized = (entry: CachedEntry<{ size: number }> | undefined): void => {
    if (!entry?.serialized) return
    size -= entry.serialized.size
    entry.serialized = undefined
  }

  const evict = (): void => {
    if (!index || size <= pieceLimit) return
    const entries = [...index.events.values(), ...index.dates.values()].filter(({ serialized }) => serialized)
    entries.sort((one, other) => one.lastUsed - other.lastUsed)
    for (const entry of entries) {
      if (size <= pieceLimit) return
      detachSerialized(entry)
    }
    for (const [id, { size: pieceSize }] of trainers) {
      if (size <= pieceLimit) return
      trainers.delete(id)
      size -= pieceSize
    }
  }

  const isReady = () => index !== undefined && !isStale && running === undefined

  // One at a time: of two, the later one could apply an older snapshot, or the earlier one end while `isStale` is the other's.
  const renewalWith = (missing: Missing): Promise<void> => {
    if (missing !== nothingMissing) wanted.push(missing)
    running ??= renew(takeWanted()).finally(() => {
      running = undefined
    })
    return running
  }

  const takeWanted = (): Missing => {
    const lacks = (name: keyof Missing, isLoaded: (id: number) => unknown) =>
      distinct(wanted.flatMap((one) => one[name])).filter((id) => !isLoaded(id))
    const events = lacks('events', (id) => index?.events.get(id)?.serialized)
    const dates = lacks('dates', (id) => index?.dates.get(id)?.serialized)
    const missingTrainers = lacks('trainers', (id) => trainers.has(id))
    wanted = []
    return toMissing(events, dates, missingTrainers)
  }

  // If the renewal fails, so do the requests that wait for it.
  const untilReady = async (missing: Missing): Promise<CatalogueIndex> => {
    while (!isReady()) await renewalWith(missing)
    return index!
  }

  // Also without requests, because rows of cache_invalidation are deleted after a while.
  const renewUntilCurrent = async (): Promise<void> => {
    while (index && isStale) await renewalWith(nothingMissing)
  }

  /** The serialized records that a response lacks. The others are marked as used. */
  const findMissing = (matching: readonly MatchingEvent[], parsedQuery: ParsedQuery): Missing => {
    const events: number[] = []
    const dates: number[] = []
    const needed = new Set<number>()
    const { emptyFields } = parsedQuery
    const includesDates = parsedQuery.fields?.event.has('dates') ?? true
    lruClock++
    for (const { event, dates: datesOfEvent } of matching) {
      if (event.serialized) event.lastUsed = lruClock
      else events.push(event.id)
      if (!includesDates) continue
      for (const date of datesOfEvent) {
        if (date.serialized) date.lastUsed = lruClock
        else dates.push(date.id)
        if (!emptyFields.has('all_trainers')) for (const id of date.listedTrainerIds) needed.add(id)
        if (!emptyFields.has('main_trainer')) for (const id of date.mainTrainerIds) needed.add(id)
      }
    }
    const missingTrainers = [...needed].filter((id) => !trainers.has(id))
    return toMissing(events, dates, missingTrainers)
  }

  const buildResponse = async (
    key: string,
    build: (index: CatalogueIndex) => CatalogueResponse,
  ): Promise<CachedResponse> => {
    let missing = nothingMissing
    for (;;) {
      const current = await untilReady(missing)
      // Another request may have built the same response meanwhile.
      const cached = responses.get(key)
      if (cached) return cached
      const built = build(current)
      if ('bytes' in built) return responses.set(key, built.bytes, built.headers, built.counters)
      missing = built.missing
      await renewalWith(missing)
    }
  }

  const buildEvents = (current: CatalogueIndex, query: EventQuery, today: string): CatalogueResponse => {
    const parsedQuery = parseQuery(query, today, current.lookupTables.accessRights)
    const matching = current.find(parsedQuery.filter)
    const page = matching.slice(parsedQuery.offset, parsedQuery.offset + parsedQuery.limit)
    const missing = findMissing(page, parsedQuery)
    if (missing !== nothingMissing) return { missing }
    return {
      bytes: writeBody(current, trainers, page, parsedQuery, out),
      headers: { 'x-total-count': String(matching.length) },
      counters: new Set(page.map(({ event }) => countersOfEvent(event.id))),
    }
  }

  const cachedResponse = (key: string) => (isReady() ? responses.get(key) : undefined)

  return {
    applyChanges(changes) {
      if (!concerns(changes, 'readModel')) return
      isStale = true
      renewUntilCurrent().catch(() => {})
    },
    reset: clear,
    respond: (query, key, today) =>
      cachedResponse(key) ?? buildResponse(key, (current) => buildEvents(current, query, today)),
    respondWith: (key, build) => cachedResponse(key) ?? buildResponse(key, build),
    read: async (find) => find(await untilReady(nothingMissing)),
    onCounters: (listener) => void counterListeners.push(listener),
    bytes: () => size + responses.bytes(),
  }
}

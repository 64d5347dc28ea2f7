// The read model, from which GET /events is answered. ARCHITECTURE.md describes how it stays current.
import type { BarrierSubscriber } from '../../platform/database/barrier.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  type CachedResponse,
  createResponseCache,
  type ResponseCache,
} from '../../platform/http/response-cache.ts'
import type { EventQuery } from '../contract/event.schema.ts'
import { ByteWriter } from './byte-writer.ts'
import { type CatalogueIndex, type MatchingEvent, openIndex } from './catalogue-index.ts'
import { datesShownBy, type TrainerPiece } from './pieces.ts'
import { type ParsedQuery, parseQuery } from './query.ts'
import { type Missing, nothingMissing, type Renewal, readRenewal } from './renewal.ts'
import { writeBody } from './response-body.ts'

/** The read model of an instance in one process. It subscribes to the barrier, and must be used only behind it. */
export type ReadModel = BarrierSubscriber & {
  /**
   * The response to a query.
   * @param key equal queries have equal keys
   * @param today the calendar date in the instance's time zone
   * @throws Failure 400 for unknown values of eventDateFiles
   */
  respond(query: EventQuery, key: string, today: string): CachedResponse | Promise<CachedResponse>
  /** The approximate memory of responses and pieces. */
  bytes(): number
}

type CachedEntry<P> = { piece: P | undefined; lastUsed: number }

/**
 * Opens an empty read model.
 * @param limit the size of the cache in bytes: one half for pieces, one half for responses with their compressed forms. The least
 * recently used ones are evicted
 */
export function openReadModel(db: Db, limit: number): ReadModel {
  const responses: ResponseCache<ReadonlySet<number>> = createResponseCache(limit / 2)
  const pieceLimit = limit / 2
  const out = new ByteWriter()
  let index: CatalogueIndex | undefined
  let snapshot = ''
  let trainers = new Map<number, TrainerPiece>()
  /** By date: the events whose pieces show its counters. */
  let eventsShowingDate = new Map<number, Set<number>>()
  let size = 0
  let lruClock = 0
  let isStale = true
  let generation = 0
  let running: Promise<void> | undefined

  const clear = () => {
    generation++
    index = undefined
    trainers = new Map()
    eventsShowingDate = new Map()
    size = 0
    responses.invalidate()
  }

  /** Reads changes and missing pieces, and applies them. Must not be called while it runs. */
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
    for (const id of renewal.removedDates) detachPiece(current.dates.get(id))
    for (const id of renewal.removedEvents) {
      for (const date of current.events.get(id)?.dates ?? []) detachPiece(date)
      detachPiece(current.events.get(id))
    }
    for (const { id } of renewal.events) detachPiece(current.events.get(id))
    for (const { id } of renewal.dates) detachPiece(current.dates.get(id))
    for (const id of renewal.removedEvents) current.removeEvent(id)
    current.removeDates(renewal.removedDates)
    for (const event of renewal.events) current.setEvent(event)
    current.setDates(renewal.dates)
    for (const { id, ...counters } of renewal.counters) {
      const date = current.dates.get(id)
      if (date) Object.assign(date, counters)
    }
    lruClock++
    for (const [id, piece] of renewal.pieces.events) attachPiece(current.events.get(id), piece)
    for (const [id, piece] of renewal.pieces.dates) {
      const date = current.dates.get(id)
      attachPiece(date, piece)
      for (const shownDateId of date ? datesShownBy(piece) : []) {
        const events = eventsShowingDate.get(shownDateId) ?? new Set()
        eventsShowingDate.set(shownDateId, events.add(date!.event_id))
      }
    }
    for (const [id, piece] of renewal.pieces.trainers) {
      size += piece.size - (trainers.get(id)?.size ?? 0)
      trainers.set(id, piece)
    }
    if (!renewal.onlyCounters) responses.invalidate()
    else {
      const touchedEvents = new Set<number>()
      for (const { id } of renewal.counters) {
        const date = current.dates.get(id)
        if (date) touchedEvents.add(date.event_id)
        for (const event of eventsShowingDate.get(id) ?? []) touchedEvents.add(event)
      }
      responses.invalidate((events) => !touchedEvents.isDisjointFrom(events))
    }
    // After the response that waits for these pieces.
    if (size > pieceLimit) setImmediate(evict)
  }

  const attachPiece = <P extends { size: number }>(entry: CachedEntry<P> | undefined, piece: P): void => {
    if (!entry) return
    detachPiece(entry)
    entry.piece = piece
    entry.lastUsed = lruClock
    size += piece.size
  }
  const detachPiece = (entry: CachedEntry<{ size: number }> | undefined): void => {
    if (!entry?.piece) return
    size -= entry.piece.size
    entry.piece = undefined
  }

  const evict = (): void => {
    if (!index || size <= pieceLimit) return
    const entries = [...index.events.values(), ...index.dates.values()].filter(({ piece }) => piece)
    entries.sort((one, other) => one.lastUsed - other.lastUsed)
    for (const entry of entries) {
      if (size <= pieceLimit) return
      detachPiece(entry)
    }
    for (const [id, { size: pieceSize }] of trainers) {
      if (size <= pieceLimit) return
      trainers.delete(id)
      size -= pieceSize
    }
  }

  const isReady = () => index !== undefined && !isStale && running === undefined

  const startRenewal = (missing: Missing): Promise<void> => {
    running = renew(missing).finally(() => {
      running = undefined
    })
    return running
  }

  // Also without requests, because rows of cache_invalidation are deleted after a while.
  const renewUntilCurrent = async (): Promise<void> => {
    while (index && isStale) await (running ?? startRenewal(nothingMissing))
  }

  /** The pieces that a response lacks. The others are marked as used. */
  const findMissing = (matching: readonly MatchingEvent[], parsedQuery: ParsedQuery): Missing => {
    const events: number[] = []
    const dates: number[] = []
    const needed = new Set<number>()
    const { emptyFields } = parsedQuery
    const includesDates = parsedQuery.fields?.event.has('dates') ?? true
    lruClock++
    for (const { event, dates: datesOfEvent } of matching) {
      if (event.piece) event.lastUsed = lruClock
      else events.push(event.id)
      if (!includesDates) continue
      for (const date of datesOfEvent) {
        if (date.piece) date.lastUsed = lruClock
        else dates.push(date.id)
        if (!emptyFields.has('all_trainers')) for (const id of date.listedTrainerIds) needed.add(id)
        if (!emptyFields.has('main_trainer')) for (const id of date.mainTrainerIds) needed.add(id)
      }
    }
    const missingTrainers = [...needed].filter((id) => !trainers.has(id))
    return events.length + dates.length + missingTrainers.length === 0
      ? nothingMissing
      : { events, dates, trainers: missingTrainers }
  }

  const buildResponse = async (query: EventQuery, key: string, today: string): Promise<CachedResponse> => {
    let missing = nothingMissing
    for (;;) {
      // If the renewal fails, so do the requests that wait for it.
      while (!isReady()) await (running ?? startRenewal(missing))
      // Another request may have built the same response meanwhile.
      const cached = responses.get(key)
      if (cached) return cached
      const current = index!
      const parsedQuery = parseQuery(query, today, current.lookupTables.accessRights)
      const matching = current.find(parsedQuery.filter)
      const page = matching.slice(parsedQuery.offset, parsedQuery.offset + parsedQuery.limit)
      missing = findMissing(page, parsedQuery)
      if (missing === nothingMissing) {
        const bytes = writeBody(current, trainers, page, parsedQuery, out)
        const headers = { 'x-total-count': String(matching.length) }
        return responses.set(key, bytes, headers, new Set(page.map(({ event }) => event.id)))
      }
      await startRenewal(missing)
    }
  }

  return {
    applyChanges(changes) {
      if (changes.every(({ topic }) => topic === 'access')) return
      isStale = true
      renewUntilCurrent().catch(() => {})
    },
    reset: clear,
    respond: (query, key, today) =>
      (isReady() ? responses.get(key) : undefined) ?? buildResponse(query, key, today),
    bytes: () => size + responses.bytes(),
  }
}

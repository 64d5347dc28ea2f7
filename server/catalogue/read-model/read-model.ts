// Event catalogue: the read model. GET /events is answered from it; ARCHITECTURE.md tells how it is kept current.

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

/** The read model of an instance's catalogue in one process. A follower of the barrier, and asked only behind it. */
export type ReadModel = BarrierSubscriber & {
  /**
   * The answer to a query.
   * @param key tells queries apart: equal for equal ones
   * @param today the calendar date in the instance's zone
   * @throws Failure 400 for eventDateFiles that mean nothing here
   */
  answer(query: EventQuery, key: string, today: string): CachedResponse | Promise<CachedResponse>
}

type CachedEntry<P> = { piece: P | undefined; lastUsed: number }

/**
 * Opens a read model, empty.
 * @param limit bytes that pieces may take, and kept answers with their compressed forms again; the longest unused go first
 */
export function openReadModel(db: Db, limit: number): ReadModel {
  const answers: ResponseCache<ReadonlySet<number>> = createResponseCache(limit / 2)
  const pieceLimit = limit / 2
  const out = new ByteWriter()
  let index: CatalogueIndex | undefined
  let snapshot = ''
  let trainers = new Map<number, TrainerPiece>()
  /** Events whose pieces tell the counters of a date of another event. */
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
    answers.invalidate()
  }

  /** Reads what changed, or everything for the first time, and what is missing; puts it in place. Nobody calls it while it runs. */
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
    if (!renewal.onlyCounters) answers.invalidate()
    else {
      const touchedEvents = new Set<number>()
      for (const { id } of renewal.counters) {
        const date = current.dates.get(id)
        if (date) touchedEvents.add(date.event_id)
        for (const event of eventsShowingDate.get(id) ?? []) touchedEvents.add(event)
      }
      answers.invalidate((events) => !touchedEvents.isDisjointFrom(events))
    }
    // Who waits for these pieces comes first.
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

  // What is held is renewed even if nobody asks for it: rows of changes are deleted after a while.
  const renewUntilCurrent = async (): Promise<void> => {
    while (index && isStale) await (running ?? startRenewal(nothingMissing))
  }

  /** The chosen events' pieces that are not there; those that are count as used now. */
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

  const buildAnswer = async (query: EventQuery, key: string, today: string): Promise<CachedResponse> => {
    let missing = nothingMissing
    for (;;) {
      // Whoever waits for a renewal that fails, fails with it.
      while (!isReady()) await (running ?? startRenewal(missing))
      // Of those who asked for the same meanwhile, one makes it.
      const cachedAnswer = answers.get(key)
      if (cachedAnswer) return cachedAnswer
      const current = index!
      const parsedQuery = parseQuery(query, today, current.lookupTables.accessRights)
      const matching = current.find(parsedQuery.filter)
      const page = matching.slice(parsedQuery.offset, parsedQuery.offset + parsedQuery.limit)
      missing = findMissing(page, parsedQuery)
      if (missing === nothingMissing) {
        const bytes = writeBody(current, trainers, page, parsedQuery, out)
        const headers = { 'x-total-count': String(matching.length) }
        return answers.set(key, bytes, headers, new Set(page.map(({ event }) => event.id)))
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
    answer: (query, key, today) =>
      (isReady() ? answers.get(key) : undefined) ?? buildAnswer(query, key, today),
  }
}

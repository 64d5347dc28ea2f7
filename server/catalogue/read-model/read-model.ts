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
import { type CatalogueIndex, type Chosen, openIndex } from './catalogue-index.ts'
import type { DateEntry, EventEntry } from './entries.ts'
import { type DatePiece, datesTold, type EventPiece, type TrainerPiece } from './pieces.ts'
import { type Asked, readQuery } from './query.ts'
import { type Missing, nothing, type Renewal, readRenewal } from './renewal.ts'
import { writeBody } from './response-body.ts'

/** The read model of an instance's catalogue in one process. A follower of the barrier, and asked only behind it. */
export type Catalogue = BarrierSubscriber & {
  /**
   * The answer to a query.
   * @param key tells queries apart: equal for equal ones
   * @param today the calendar date in the instance's zone
   * @throws Failure 400 for eventDateFiles that mean nothing here
   */
  answer(query: EventQuery, key: string, today: string): CachedResponse | Promise<CachedResponse>
}

/**
 * Opens a read model, empty.
 * @param limit bytes that pieces may take, and kept answers with their compressed forms again; the longest unused go first
 */
export function openCatalogue(db: Db, limit: number): Catalogue {
  const answers: ResponseCache<ReadonlySet<number>> = createResponseCache(limit / 2)
  const pieceLimit = limit / 2
  const out = new ByteWriter()
  let index: CatalogueIndex | undefined
  let snapshot = ''
  let trainers = new Map<number, TrainerPiece>()
  /** Events whose pieces tell the counters of a date of another event. */
  let toldIn = new Map<number, Set<number>>()
  let size = 0
  let tick = 0
  let isStale = true
  let generation = 0
  let running: Promise<void> | undefined

  const forget = () => {
    generation++
    index = undefined
    trainers = new Map()
    toldIn = new Map()
    size = 0
    answers.invalidate()
  }

  /** Reads what changed, or everything for the first time, and what is missing; puts it in place. Nobody calls it while it runs. */
  const renew = async (missing: Missing): Promise<void> => {
    const began = generation
    isStale = false
    try {
      const renewal = await readRenewal(db, index, snapshot, missing)
      if (began !== generation) return
      if (renewal === 'everything') return forget()
      apply(renewal)
    } catch (error) {
      forget()
      throw error
    }
  }

  const apply = (renewal: Renewal): void => {
    snapshot = renewal.snapshot
    if (!index) index = openIndex(renewal.lists!)
    else if (renewal.lists) index.setLists(renewal.lists)
    const current = index
    for (const id of renewal.removedDates) drop(current.dates.get(id))
    for (const id of renewal.removedEvents) {
      for (const date of current.events.get(id)?.dates ?? []) drop(date)
      drop(current.events.get(id))
    }
    for (const { id } of renewal.events) drop(current.events.get(id))
    for (const { id } of renewal.dates) drop(current.dates.get(id))
    for (const id of renewal.removedEvents) current.removeEvent(id)
    current.removeDates(renewal.removedDates)
    for (const event of renewal.events) current.placeEvent(event)
    current.placeDates(renewal.dates)
    for (const { id, ...counters } of renewal.counters) {
      const date = current.dates.get(id)
      if (date) Object.assign(date, counters)
    }
    tick++
    for (const [id, piece] of renewal.pieces.events) keep(current.events.get(id), piece)
    for (const [id, piece] of renewal.pieces.dates) {
      const date = current.dates.get(id)
      keep(date, piece)
      for (const told of date ? datesTold(piece) : []) {
        const events = toldIn.get(told) ?? new Set()
        toldIn.set(told, events.add(date!.event_id))
      }
    }
    for (const [id, piece] of renewal.pieces.trainers) {
      size += piece.size - (trainers.get(id)?.size ?? 0)
      trainers.set(id, piece)
    }
    if (!renewal.isCounters) answers.invalidate()
    else {
      const touched = new Set<number>()
      for (const { id } of renewal.counters) {
        const date = current.dates.get(id)
        if (date) touched.add(date.event_id)
        for (const event of toldIn.get(id) ?? []) touched.add(event)
      }
      answers.invalidate((events) => !touched.isDisjointFrom(events))
    }
    // Who waits for these pieces comes first.
    if (size > pieceLimit) setImmediate(evict)
  }

  const keep = (entry: EventEntry | DateEntry | undefined, piece: EventPiece | DatePiece): void => {
    if (!entry) return
    drop(entry)
    entry.piece = piece as never
    entry.used = tick
    size += piece.size
  }
  const drop = (entry: EventEntry | DateEntry | undefined): void => {
    if (!entry?.piece) return
    size -= entry.piece.size
    entry.piece = undefined
  }

  const evict = (): void => {
    if (!index || size <= pieceLimit) return
    const all = [...index.events.values(), ...index.dates.values()].filter(({ piece }) => piece)
    all.sort((one, other) => one.used - other.used)
    for (const entry of all) {
      if (size <= pieceLimit) return
      drop(entry)
    }
    for (const [id, { size: taken }] of trainers) {
      if (size <= pieceLimit) return
      trainers.delete(id)
      size -= taken
    }
  }

  const isReady = () => index !== undefined && !isStale && running === undefined

  const start = (missing: Missing): Promise<void> => {
    running = renew(missing).finally(() => {
      running = undefined
    })
    return running
  }

  // What is held is renewed even if nobody asks for it: rows of changes are deleted after a while.
  const keepUp = async (): Promise<void> => {
    while (index && isStale) await (running ?? start(nothing))
  }

  /** The chosen events' pieces that are not there; those that are count as used now. */
  const missingOf = (chosen: readonly Chosen[], asked: Asked): Missing => {
    const events: number[] = []
    const dates: number[] = []
    const needed = new Set<number>()
    const { emptied } = asked
    const sendsDates = asked.fields?.event.has('dates') ?? true
    tick++
    for (const { event, dates: ofEvent } of chosen) {
      if (event.piece) event.used = tick
      else events.push(event.id)
      if (!sendsDates) continue
      for (const date of ofEvent) {
        if (date.piece) date.used = tick
        else dates.push(date.id)
        if (!emptied.has('all_trainers')) for (const id of date.listed) needed.add(id)
        if (!emptied.has('main_trainer')) for (const id of date.main) needed.add(id)
      }
    }
    const absent = [...needed].filter((id) => !trainers.has(id))
    return events.length + dates.length + absent.length === 0 ? nothing : { events, dates, trainers: absent }
  }

  const make = async (query: EventQuery, key: string, today: string): Promise<CachedResponse> => {
    let missing = nothing
    for (;;) {
      // Whoever waits for a renewal that fails, fails with it.
      while (!isReady()) await (running ?? start(missing))
      // Of those who asked for the same meanwhile, one makes it.
      const kept = answers.get(key)
      if (kept) return kept
      const current = index!
      const asked = readQuery(query, today, current.lists.accessRights)
      const chosen = current.choose(asked.filter)
      const sent = chosen.slice(asked.offset, asked.offset + asked.limit)
      missing = missingOf(sent, asked)
      if (missing === nothing) {
        const bytes = writeBody(current, trainers, sent, asked, out)
        const headers = { 'x-total-count': String(chosen.length) }
        return answers.set(key, bytes, headers, new Set(sent.map(({ event }) => event.id)))
      }
      await start(missing)
    }
  }

  return {
    applyChanges(changes) {
      if (changes.every(({ topic }) => topic === 'access')) return
      isStale = true
      keepUp().catch(() => {})
    },
    reset: forget,
    answer: (query, key, today) => (isReady() ? answers.get(key) : undefined) ?? make(query, key, today),
  }
}

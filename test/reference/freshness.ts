// Asks for answers while the database is written, and tells those that show no state that they may show (decision 11.5).
import type { EventQuery } from '../../server/catalogue/contract/event.schema.ts'
import type { Random } from '../../server/demo/random.ts'
import { dateIn } from '../../server/platform/runtime/clock.ts'
import type { DatabaseStates } from './database-states.ts'
import type { ReadWriteLock } from './read-write-lock.ts'

/** Gives the body of GET /events. */
export type RequestEvents = (query: EventQuery) => Promise<string>

export type Mismatch = { query: EventQuery; from: number; to: number; actual: string; expected: string }

export type FreshnessResult = {
  /** Answers that were compared. */
  answers: number
  /** Those during whose request a commit was under way, so that more than one state would be right. */
  spanning: number
  /** Those that show a newer state than the last acknowledged one before the request. */
  newer: number
  mismatches: Mismatch[]
}

/**
 * Every answer must be that of one state: at the earliest the last one that was acknowledged before the request, at the
 * latest the last one whose commit had begun when the answer came.
 * @param count how many answers to compare; it ends with the first faults
 */
export async function checkFreshness(
  requesters: readonly RequestEvents[],
  {
    states,
    readers,
    queries,
    random,
    count,
    timeZone,
    result,
  }: {
    states: DatabaseStates
    /** Closed while no answer may be under way. */
    readers: ReadWriteLock
    queries: readonly EventQuery[]
    random: Random
    count: number
    timeZone: string
    /** What is counted, from the beginning on. */
    result: FreshnessResult
  },
): Promise<void> {
  let requestCount = 0
  const today = () => dateIn(timeZone, new Date())

  const checkOne = async (requestEvents: RequestEvents, query: EventQuery) => {
    const day = today()
    const { from, release } = states.pin()
    try {
      const actual = await requestEvents(query)
      const to = states.begun()
      // At midnight both days would be right.
      if (today() !== day) return
      result.answers++
      if (to > from) result.spanning++
      for (let state = from; state <= to; state++)
        if ((await states.expected(state, query, day)) === actual) {
          if (state > from) result.newer++
          return
        }
      result.mismatches.push({ query, from, to, actual, expected: await states.expected(from, query, day) })
    } finally {
      release()
    }
  }
  await Promise.all(
    requesters.map(async (ask) => {
      while (requestCount++ < count && result.mismatches.length === 0)
        await readers.shared(() => checkOne(ask, random.pick(queries)))
    }),
  )
}

export const emptyResult = (): FreshnessResult => ({ answers: 0, spanning: 0, newer: 0, mismatches: [] })

// Sends requests while the database is written, and reports responses that show no allowed state (decision 11.5).
import type { EventQuery } from '../../server/catalogue/contract/event.schema.ts'
import type { Random } from '../../server/demo/random.ts'
import { dateIn } from '../../server/platform/ground/clock.ts'
import type { DatabaseStates } from './database-states.ts'
import type { ReadWriteLock } from './read-write-lock.ts'

/** Requests GET /events. @returns the body */
export type RequestEvents = (query: EventQuery) => Promise<string>

export type Mismatch = { query: EventQuery; from: number; to: number; actual: string; expected: string }

export type FreshnessResult = {
  /** Compared responses. */
  answers: number
  /** Responses with a commit during the request, so that more than one state is allowed. */
  spanning: number
  /** Responses with a state newer than the last one acknowledged before the request. */
  newer: number
  mismatches: Mismatch[]
}

/**
 * Every response must show exactly one state: not older than the last one acknowledged before the request, and not newer than
 * the last one whose commit had begun when the response arrived.
 * @param count the number of responses to compare; stops at the first mismatch
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
    /** Held exclusively while no request may be running. */
    readers: ReadWriteLock
    queries: readonly EventQuery[]
    random: Random
    count: number
    timeZone: string
    /** Updated while the check runs. */
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
      // Around midnight, responses of both days are correct.
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

// Asks for answers while the database is written, and tells those that show no state that they may show (decision 11.5).
import type { EventQuery } from '../../server/catalogue/contract/event.schema.ts'
import type { Random } from '../../server/demo/random.ts'
import { dateIn } from '../../server/platform/runtime/clock.ts'
import type { Gate } from './gate.ts'
import type { States } from './states.ts'

/** Gives the body of GET /events. */
export type Ask = (query: EventQuery) => Promise<string>

export type Fault = { query: EventQuery; from: number; to: number; got: string; wanted: string }

export type Result = {
  /** Answers that were compared. */
  answers: number
  /** Those during whose request a commit was under way, so that more than one state would be right. */
  spanning: number
  /** Those that show a newer state than the last acknowledged one before the request. */
  newer: number
  faults: Fault[]
}

/**
 * Every answer must be that of one state: at the earliest the last one that was acknowledged before the request, at the
 * latest the last one whose commit had begun when the answer came.
 * @param count how many answers to compare; it ends with the first faults
 */
export async function checkAnswers(
  asks: readonly Ask[],
  {
    states,
    readers,
    queries,
    random,
    count,
    timeZone,
    result,
  }: {
    states: States
    /** Closed while no answer may be under way. */
    readers: Gate
    queries: readonly EventQuery[]
    random: Random
    count: number
    timeZone: string
    /** What is counted, from the beginning on. */
    result: Result
  },
): Promise<void> {
  let asked = 0
  const today = () => dateIn(timeZone, new Date())

  const one = async (ask: Ask, query: EventQuery) => {
    const day = today()
    const { from, release } = states.pin()
    try {
      const got = await ask(query)
      const to = states.begun()
      // At midnight both days would be right.
      if (today() !== day) return
      result.answers++
      if (to > from) result.spanning++
      for (let state = from; state <= to; state++)
        if ((await states.expected(state, query, day)) === got) {
          if (state > from) result.newer++
          return
        }
      result.faults.push({ query, from, to, got, wanted: await states.expected(from, query, day) })
    } finally {
      release()
    }
  }
  await Promise.all(
    asks.map(async (ask) => {
      while (asked++ < count && result.faults.length === 0)
        await readers.shared(() => one(ask, random.pick(queries)))
    }),
  )
}

export const nothingCompared = (): Result => ({ answers: 0, spanning: 0, newer: 0, faults: [] })

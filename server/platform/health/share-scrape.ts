import { setTimeout as wait } from 'node:timers/promises'

/** Gauges that are read at the same time share one answer: each scrape has the values of its moment. */
export function shareScrape<T>(read: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () => {
    pending ??= read().finally(() => {
      pending = undefined
    })
    return pending
  }
}

/** @returns undefined: it failed, or did not answer within the time */
export const within = <T>(maxMs: number, answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer.catch(() => undefined), wait(maxMs, undefined, { ref: false })])

/** Work waited too long for its turn, or too much waits already. */
export class WaitedTooLong extends Error {}

/** Runs work as soon as it is its turn. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Limits how much work runs at the same time; the rest waits in the order of arrival.
 * @param maxWaitMs work that has waited longer fails with WaitedTooLong
 * @param maxWaiting work beyond this number fails at once with WaitedTooLong
 */
export function limitConcurrency(
  max: number,
  maxWaitMs: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): ConcurrencyLimit {
  let running = 0
  const waiting = new Set<() => void>()
  const waitForTurn = () =>
    new Promise<void>((start, fail) => {
      if (waiting.size >= maxWaiting) throw new WaitedTooLong(`${maxWaiting} wait already`)
      const timeout = setTimeout(() => {
        waiting.delete(proceed)
        fail(new WaitedTooLong(`waited ${maxWaitMs} ms for its turn`))
      }, maxWaitMs)
      const proceed = () => {
        clearTimeout(timeout)
        start()
      }
      waiting.add(proceed)
    })

  return async (work) => {
    if (running < max) running++
    else await waitForTurn()
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) {
        waiting.delete(next)
        next()
      } else running--
    }
  }
}

/**
 * Does the work for every item, for `limit` of them at once. After an error no other item is begun; the work that runs is awaited.
 * @throws the first error
 */
export async function forEachAtOnce<T>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = (async function* () {
    yield* items
  })()
  const errors: unknown[] = []
  const lane = async () => {
    try {
      for await (const item of rest) await work(item)
    } catch (error) {
      errors.push(error)
    }
  }
  await Promise.all(Array.from({ length: limit }, lane))
  if (errors.length > 0) throw errors[0]
}

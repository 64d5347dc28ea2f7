import { type ConcurrencyLimit, limitConcurrency, WaitedTooLong } from './concurrency.ts'
import { Failure } from './errors.ts'
import { generalErrors } from './general.errors.ts'

/**
 * Limits work outside the database, as `limitConcurrency` does.
 * @throws Failure 503 instead of WaitedTooLong, which stands for a busy database
 */
export function limitHeavyWork(...limits: Parameters<typeof limitConcurrency>): ConcurrencyLimit {
  const inTurn = limitConcurrency(...limits)
  return (work) =>
    inTurn(work).catch((error) => {
      if (!(error instanceof WaitedTooLong)) throw error
      const busy = new Failure(503, generalErrors.overloaded(), [], { 'retry-after': '2' })
      busy.cause = error
      throw busy
    })
}

import { type ConcurrencyLimit, limitConcurrency, WaitedTooLong } from './concurrency.ts'
import { Failure } from './errors.ts'
import { generalErrors } from './general.errors.ts'

/** The machine is busy: the same work may succeed later. */
export function busy(cause: unknown): Failure {
  const failure = new Failure(503, generalErrors.overloaded(), [], { 'retry-after': '2' })
  failure.cause = cause
  return failure
}

/**
 * Limits work outside the database, as `limitConcurrency` does.
 * @throws Failure 503 instead of WaitedTooLong, which stands for a busy database
 */
export function limitHeavyWork(...limits: Parameters<typeof limitConcurrency>): ConcurrencyLimit {
  const inTurn = limitConcurrency(...limits)
  return (work) =>
    inTurn(work).catch((error) => {
      throw error instanceof WaitedTooLong ? busy(error) : error
    })
}

// Slows down guessing: after some free attempts the wait doubles with each further one.
import type { Reader, Tx } from '../platform/database/database.ts'
import { type Failure, tooManyRequests } from '../platform/ground/errors.ts'
import { countRateLimited } from '../platform/http/metrics.ts'
import { accessErrors } from './access.errors.ts'

type Rule = { freeAttempts: number; maxWaitSeconds: number }

/** The subject whose attempts are counted. */
export type Counter = Rule & { key: string }

export const passwordRule: Rule = { freeAttempts: 5, maxWaitSeconds: 300 }
// A code has a million values: with longer waits, guessing it takes years.
export const codeRule: Rule = { freeAttempts: 5, maxWaitSeconds: 3600 }
// Several people may share a network.
export const networkRule: Rule = { freeAttempts: 50, maxWaitSeconds: 300 }

/** An attempt that was counted; `previous`: the times of the attempts before it. */
export type Attempt = { counters: readonly Counter[]; now: Date; previous: ReadonlyMap<string, Date> }

const forgottenAfterMs = 24 * 3_600_000

/**
 * Counts an attempt before it is checked, so that concurrent ones are all counted. The caller commits in any case.
 * @returns 429 if one of the counters makes it wait; then it is not counted
 */
export async function countAttempt(
  tx: Tx,
  counters: readonly Counter[],
  now: Date,
): Promise<Attempt | Failure> {
  // One statement: a row that was only looked for could be deleted by a successful attempt in between. A fixed order prevents deadlocks.
  const rows = await tx
    .insertInto('sign_in_failure')
    .values(
      counters
        .map(({ key }) => ({ key, count: 0, last_failed_at: now }))
        .toSorted((one, other) => (one.key < other.key ? -1 : 1)),
    )
    .onConflict((on) => on.column('key').doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })))
    .returning(['key', 'count', 'last_failed_at'])
    .execute()
  const states = rows.map(({ key, count, last_failed_at }) => {
    const { freeAttempts, maxWaitSeconds } = counters.find((counter) => counter.key === key)!
    const elapsedMs = now.getTime() - last_failed_at.getTime()
    const attempts = elapsedMs > forgottenAfterMs ? 0 : count
    const waitSeconds =
      attempts < freeAttempts ? 0 : Math.min(2 ** (attempts - freeAttempts + 1), maxWaitSeconds)
    return { key, attempts, last_failed_at, remainingSeconds: Math.ceil(waitSeconds - elapsedMs / 1000) }
  })
  const seconds = Math.max(...states.map(({ remainingSeconds }) => remainingSeconds))
  if (seconds > 0) {
    countRateLimited('sign-in')
    return tooManyRequests(accessErrors.tooManyAttempts({ seconds }), seconds)
  }
  for (const { key, attempts } of states)
    await tx
      .updateTable('sign_in_failure')
      .set({ count: attempts + 1, last_failed_at: now })
      .where('key', '=', key)
      .execute()
  return { counters, now, previous: new Map(states.map((state) => [state.key, state.last_failed_at])) }
}

/** Takes an attempt back that was no failure. Earlier ones stay counted. */
export async function releaseAttempt(tx: Tx, { counters, now, previous }: Attempt): Promise<void> {
  for (const key of counters.map((counter) => counter.key).toSorted())
    await tx
      .updateTable('sign_in_failure')
      .set((eb) => ({
        count: eb.fn<number>('greatest', [eb('count', '-', 1), eb.lit(0)]),
        // A concurrent attempt may have failed since.
        last_failed_at: eb
          .case()
          .when('last_failed_at', '=', now)
          .then(previous.get(key)!)
          .else(eb.ref('last_failed_at'))
          .end(),
      }))
      .where('key', '=', key)
      .execute()
}

/** Forgets the failures of counters. */
export async function resetAttempts(tx: Tx, counters: readonly Counter[]): Promise<void> {
  const keys = counters.map(({ key }) => key).toSorted()
  for (const key of keys) await tx.deleteFrom('sign_in_failure').where('key', '=', key).execute()
}

/** Deletes counts that no longer count. @returns how many */
export async function deleteExpiredAttempts(db: Reader, now: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_failure')
    .where('key', 'in', (eb) =>
      eb
        .selectFrom('sign_in_failure')
        .select('key')
        .where('last_failed_at', '<', new Date(now.getTime() - forgottenAfterMs))
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

// How many responses are stored for repeated requests.
import type { Tx } from '../database/database.ts'
import { tooManyRequests } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import type { Settings } from '../settings/settings.ts'
import { countRateLimited } from './metrics.ts'

/** Limits the stored responses of an owner and of all. */
export type KeyQuota = {
  /**
   * Counts a response that is about to be stored. Beyond a limit new keys are rejected, because a stored response that is deleted
   * before its time would let a repeated request run twice.
   * @throws Failure 429
   */
  take(tx: Tx, owner: string, now: Date): Promise<void>
}

/** Between two counts in the database a process adds only its own. */
const recountMs = 5 * 60_000
const recountIfFullMs = 10_000
const retryAfterSeconds = 600
/** Beyond the limit of all, owners with less than this part of it are still accepted. */
const smallShare = 1 / 1000

export function createKeyQuota({ idempotencyKeys: limits }: Settings): KeyQuota {
  let counts = new Map<string, number>()
  let total = 0
  let countedAt = Number.NEGATIVE_INFINITY

  const recount = async (tx: Tx, now: number) => {
    countedAt = now
    const rows = await tx
      .selectFrom('idempotency_key')
      .select(({ fn }) => ['owner', fn.countAll<string>().as('count')])
      .groupBy('owner')
      .execute()
    counts = new Map(rows.map(({ owner, count }) => [owner, Number(count)]))
    total = rows.reduce((sum, { count }) => sum + Number(count), 0)
  }
  const isFull = (owner: string): boolean => {
    const own = counts.get(owner) ?? 0
    return (
      (limits.owner > 0 && own >= limits.owner) ||
      (limits.all > 0 && total >= limits.all && own >= limits.all * smallShare)
    )
  }

  return {
    async take(tx, owner, now) {
      if (limits.owner === 0 && limits.all === 0) return
      const age = Math.abs(now.getTime() - countedAt)
      if (age >= (isFull(owner) ? recountIfFullMs : recountMs)) await recount(tx, now.getTime())
      if (isFull(owner)) {
        countRateLimited('idempotency-key')
        throw tooManyRequests(generalErrors.tooManyKeys(), retryAfterSeconds)
      }
      counts.set(owner, (counts.get(owner) ?? 0) + 1)
      total++
    },
  }
}

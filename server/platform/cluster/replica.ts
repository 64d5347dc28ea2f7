// A standby for reads: it is asked only once it has everything that was committed before the request.
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import type { Logger } from 'pino'
import { type Db, openDb, openPool, queryShared } from '../database/database.ts'
import type { DatabaseAddress } from '../database/database-address.ts'
import type { Replica } from '../database/replica.ts'
import { openServerLink, type ServerLink } from '../database/server-link.ts'
import { serviceLimits } from '../database/time-limits.ts'
import { isConnectionLost } from '../ground/errors.ts'
import { standbyOf } from './server-choice.ts'

/** How long a read waits until the standby has what was committed before it. */
const maxLagMs = 500
/** How long it may take to ask both servers, that wait included. */
const maxSilenceMs = 3000
/** A standby that failed or lags is left alone for this time. */
const restMs = 10_000

/** Whether the standby is to blame: not for statements that the primary would reject as well, nor for a statement that takes too long. */
const isOfStandby = (error: unknown): error is Error =>
  error instanceof DatabaseError
    ? !/^(22|23|42|57014)/.test(error.code ?? '')
    : error instanceof Error && isConnectionLost(error)

/**
 * @param primary leads to the primary, whose standby the replica must be
 * @param db the primary
 */
export function openReplica(
  primary: ServerLink,
  db: Db,
  address: DatabaseAddress,
  connections: number,
  log: Logger,
): Replica {
  const link = openServerLink(address, { choice: standbyOf(address, primary) })
  const replicaDb = openDb(openPool(link, connections, serviceLimits))
  let restUntil = 0
  /** As it was logged; undefined: it is used. */
  let unusedReason: string | undefined = ''
  let lastWaitMs = 0

  const rest = (reason: string) => {
    restUntil = performance.now() + restMs
    if (reason !== unusedReason) log.warn(`the replica is not used: ${reason}`)
    unusedReason = reason
  }

  /** Waits until the standby has what is committed now. @throws if that takes too long */
  const catchUp = async () => {
    const [position] = await queryShared<{ lsn: string }>(db, 'select pg_current_wal_lsn() as lsn', [])
    const until = performance.now() + maxLagMs
    for (let pauseMs = 2; ; pauseMs *= 2) {
      const [replayed] = await queryShared<{ isCurrent: boolean }>(
        replicaDb,
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as "isCurrent"',
        [position!.lsn],
      )
      // The positions of another timeline mean other writes.
      if (link.server()?.timeline !== primary.server()?.timeline) {
        link.closeAll()
        throw new Error('it is on another timeline than the primary')
      }
      if (replayed!.isCurrent) return
      if (performance.now() > until) throw new Error(`it lags by more than ${maxLagMs} ms`)
      await wait(pauseMs)
    }
  }

  /** A standby that does not answer is given up, with all that wait for it. */
  const silence = async () => {
    await wait(maxSilenceMs, undefined, { ref: false })
    link.closeAll()
    throw new Error(`it does not answer within ${maxSilenceMs} ms`)
  }

  return {
    async read(work) {
      if (performance.now() < restUntil) return work(db)
      const startedAt = performance.now()
      try {
        await Promise.race([catchUp(), silence()])
        lastWaitMs = performance.now() - startedAt
      } catch (error) {
        rest((error as Error).message)
        return work(db)
      }
      if (unusedReason !== undefined) log.info('the replica is used')
      unusedReason = undefined
      try {
        return await work(replicaDb)
      } catch (error) {
        if (!isOfStandby(error)) throw error
        rest(error.message)
        return work(db)
      }
    },
    lastWaitMs: () => lastWaitMs,
    isUsed: () => unusedReason === undefined && performance.now() >= restUntil,
    async close() {
      link.closeAll()
      await replicaDb.destroy()
    },
  }
}

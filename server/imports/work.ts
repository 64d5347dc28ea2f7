// Imports that are under way go on by themselves: one step after the other, in whichever process comes first, whether anybody looks
// on or not.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../platform/database/database.ts'
import type { Job } from '../platform/runtime/background-jobs.ts'
import type { Instance } from '../platform/runtime/instance.ts'
import { underWay } from './import.rows.ts'
import { goOn } from './steps.ts'

const everyMs = 500
/** Between two steps: whoever waits for the row comes first. */
const breathMs = 5
/** Nobody waits longer for another's lock, so that a process can end. */
const lockTimeout = '5s'
const lockNotAvailable = '55P03'
const mostFailures = 3

/** One step of each import that is under way. */
export function importsJob(): Job {
  const failures = new Map<number, number>()

  const step = async (instance: Instance, id: number, userId: number): Promise<boolean> => {
    const { db, clock, log } = instance
    try {
      const went = await inTransaction(db, { userId, via: 'office' }, async (tx) => {
        await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(tx)
        return goOn(tx, id, userId, clock.now())
      })
      failures.delete(id)
      return went
    } catch (error) {
      if ((error as { code?: string }).code === lockNotAvailable) return false
      const count = (failures.get(id) ?? 0) + 1
      failures.set(id, count)
      log.error({ err: error, import: id }, 'a step of an import failed')
      if (count < mostFailures) return false
      failures.delete(id)
      await pause(db, id)
      return false
    }
  }

  return {
    name: 'imports',
    intervalMs: everyMs,
    async run(instance, signal) {
      const found = await instance.db
        .selectFrom('contact_import')
        .select(['id', 'driven_by'])
        .where('state', 'in', underWay)
        .where('paused', 'is', null)
        .where('driven_by', 'is not', null)
        .orderBy('id')
        .execute()
      let went = false
      for (const { id, driven_by } of found) {
        if (signal.aborted) return false
        went = (await step(instance, id, driven_by!)) || went
      }
      if (went) await wait(breathMs)
      return went
    },
  }
}

const pause = (db: Db, id: number) =>
  inTransaction(db, { userId: null, via: 'kontor' }, async (tx) => {
    await tx
      .updateTable('contact_import')
      .set({ paused: 'fault' })
      .where('id', '=', id)
      .where('paused', 'is', null)
      .where('state', 'in', underWay)
      .execute()
  })

import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Reader } from '../../server/platform/database/database.ts'

/** Waits until something holds. @param what names it in the error */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  what = 'a condition holds',
  ms = 120_000,
): Promise<void> {
  for (const deadline = Date.now() + ms; !(await condition()); await wait(50))
    assert.ok(Date.now() < deadline, `in time: ${what}`)
}

/** Waits until a statement in the database waits for a lock. */
export const waitForLock = (db: Reader): Promise<void> =>
  waitUntil(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      db,
    )
    return rows.length > 0
  }, 'a statement waits for a lock')

// Gives seats back whose holds have run out, to those who wait for them.
import { sql } from 'kysely'
import { promoteFromWaitingLists } from '../bookings/apply-bookings.ts'
import { lockDates, openSeatAllocation } from '../bookings/seat-allocation.ts'
import { inTransaction, systemActor } from '../platform/database/database.ts'
import type { Job } from '../platform/runtime/background-jobs.ts'
import { dateIn } from '../platform/runtime/clock.ts'
import { changeAndTell } from './change-and-plan.ts'

export const releaseHoldsJob: Job = {
  name: 'release-holds',
  intervalMs: 60_000,
  async run({ db, clock, settings: { timeZone } }, signal) {
    const { rows } = await sql<{ id: number }>`
      select distinct date_id as id from seat_hold where expires_at <= clock_timestamp() order by 1`.execute(
      db,
    )
    for (const { id } of rows) {
      if (signal.aborted) return false
      const now = clock.now()
      await inTransaction(db, systemActor, (tx) =>
        changeAndTell(tx, { now, today: dateIn(timeZone, now) }, async () => {
          const allocation = await openSeatAllocation(tx, now)
          await lockDates(allocation, [id])
          await promoteFromWaitingLists(allocation)
        }),
      )
    }
    return false
  },
  async dueAfterMs({ db }) {
    const { rows } = await sql<{ ms: number | null }>`
      select ceil(extract(epoch from min(expires_at) - clock_timestamp()) * 1000)::float8 as ms from seat_hold`.execute(
      db,
    )
    return rows[0]!.ms ?? undefined
  },
}

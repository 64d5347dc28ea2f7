// Gives free seats to those who wait for them: seats whose holds or offers have ended, and those that a change has left free that
// promotes nobody itself, such as an import. A trigger of event_date wakes it (migrations/0071-waiting-lists.sql).
import { sql } from 'kysely'
import { changeStatus } from '../bookings/book.ts'
import { lockBookings } from '../bookings/locked-bookings.ts'
import type { SeatAllocation } from '../bookings/seat-allocation.ts'
import { endedOffers, offered } from '../bookings/waiting-list/offers.ts'
import { datesToPromote, promoteFromWaitingLists } from '../bookings/waiting-list/promote.ts'
import { inTransaction, systemActor } from '../platform/database/database.ts'
import type { Job } from '../platform/instance/background-jobs.ts'
import { saveAndNotify } from './save-and-notify.ts'

async function releaseSeats(allocation: SeatAllocation, dateId: number): Promise<void> {
  const { tx, now } = allocation
  const idsOfEnded = async () => (await endedOffers(tx, now, dateId)).map(({ id }) => id)
  await lockBookings(allocation, await idsOfEnded(), [dateId])
  const ids = await idsOfEnded()
  if (ids.length === 0) await promoteFromWaitingLists(allocation)
  else await changeStatus(allocation, { ids, status: 'cancelled', cancellation: { reason: '', fees: [] } })
}

export const releaseSeatsJob: Job = {
  name: 'release-seats',
  intervalMs: 60_000,
  async run({ db, clock, settingsCache }, signal) {
    const { timeZone } = settingsCache.settings
    const { rows: holds } = await sql<{ dateId: number }>`
      select date_id as "dateId" from seat_hold where expires_at <= clock_timestamp()`.execute(db)
    const ended = [...holds, ...(await endedOffers(db, clock.now()))].map(({ dateId }) => dateId)
    const freed = await datesToPromote(db, { now: clock.now(), timeZone })
    const dateIds = new Set([...ended, ...freed].toSorted((a, b) => a - b))
    for (const dateId of dateIds) {
      if (signal.aborted) return false
      const now = clock.now()
      await inTransaction(db, systemActor, (tx) =>
        saveAndNotify(tx, { now, timeZone }, (allocation) => releaseSeats(allocation, dateId)),
      )
    }
    return false
  },
  async dueAfterMs({ db, clock }) {
    const { rows } = await sql<{ ms: number | null }>`
      select ceil(extract(epoch from least(
        (select min(expires_at) from seat_hold) - clock_timestamp(),
        (select min(offered_until) from booking where status = ${sql.lit(offered)}) - ${clock.now()}::timestamptz)) * 1000)::float8 as ms`.execute(
      db,
    )
    return rows[0]!.ms ?? undefined
  },
}

// Deletes bookings that nobody has confirmed in time, with their entries; those that are booked after a day.
import { sql } from 'kysely'
import type { Job } from '../../../platform/instance/background-jobs.ts'

const batchSize = 1000

export const deleteExpiredBookingsJob: Job = {
  name: 'delete-expired-bookings',
  intervalMs: 10 * 60_000,
  async run({ db }) {
    const { numAffectedRows } = await sql`
      delete from pending_booking where id in (
        select id from pending_booking
        where expires_at < clock_timestamp() - case when booked_order_id is null then interval '0' else interval '1 day' end
        order by expires_at limit ${batchSize} for update skip locked)`.execute(db)
    return Number(numAffectedRows) === batchSize
  },
}

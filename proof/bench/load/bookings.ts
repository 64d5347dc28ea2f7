// Bookings of dates while something is measured.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Instance } from '../instance/instance.ts'
import type { BookingData } from './booking-worker.ts'

/** The maximum of a booked date: its free seats must not run out. */
const seats = 1_000_000

/** Dates that can be booked. Disposing of them restores the dates. */
export type BookableDates = AsyncDisposable & {
  /** Books the dates in turn while something runs, and takes the bookings back afterwards. */
  bookDuring<T>(perSecond: number, action: () => Promise<T>): Promise<T>
}

export async function openBookableDates(
  { client, connection }: Instance,
  dateIds: readonly number[],
): Promise<BookableDates> {
  const { rows } = await client.query<{ id: number; before: number }>(
    'select id, participants_max as before from event_date where id = any($1)',
    [dateIds],
  )
  const { rows: contacts } = await client.query<{ id: number }>(
    `insert into contact (contact_type, last_name) values ('person', 'Bench') returning id`,
  )
  const contactId = contacts[0]!.id
  await client.query('update event_date set participants_max = $2 where id = any($1)', [dateIds, seats])
  return {
    async bookDuring(perSecond, action) {
      const counts = new Int32Array(new SharedArrayBuffer(12))
      const workerData: BookingData = { connection, dateIds, contactId, perSecond, counts }
      const thread = new Worker(new URL('./booking-worker.ts', import.meta.url), { workerData })
      const failed = once(thread, 'error').then(([error]) => Promise.reject(error))
      await Promise.race([once(thread, 'message'), failed])
      try {
        return await Promise.race([action(), failed])
      } finally {
        const ended = once(thread, 'exit')
        Atomics.store(counts, 2, 1)
        await ended
        await client.query('delete from booking where contact_id = $1', [contactId])
      }
    },
    async [Symbol.asyncDispose]() {
      await client.query('delete from contact where id = $1', [contactId])
      await client.query(
        `update event_date d set participants_max = o.before from unnest($1::int[], $2::int[]) o (id, before) where d.id = o.id`,
        [rows.map(({ id }) => id), rows.map(({ before }) => before)],
      )
    },
  }
}

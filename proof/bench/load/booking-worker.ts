// A thread that books dates in turn at a given rate, each booking in a transaction of its own, and counts started and acknowledged
// bookings.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'

/** `counts[0]`: started bookings, `counts[1]`: acknowledged bookings, `counts[2]`: 1 to stop. */
export type BookingData = {
  connection: pg.ClientConfig
  dateIds: readonly number[]
  contactId: number
  perSecond: number
  counts: Int32Array<SharedArrayBuffer>
}

const { connection, dateIds, contactId, perSecond, counts } = workerData as BookingData
const client = new pg.Client(connection)
await client.connect()
const startedAt = performance.now()
parentPort!.postMessage('ready')
while (Atomics.load(counts, 2) === 0) {
  const due = startedAt + (Atomics.load(counts, 0) * 1000) / perSecond
  const wait = due - performance.now()
  if (wait > 0) {
    await sleep(wait)
    continue
  }
  const started = Atomics.add(counts, 0, 1)
  await client.query({
    name: 'book',
    text: `insert into booking (contact_id, date_id, status) values ($1, $2, 'booked')`,
    values: [contactId, dateIds[started % dateIds.length]],
  })
  Atomics.add(counts, 1, 1)
}
await client.end()

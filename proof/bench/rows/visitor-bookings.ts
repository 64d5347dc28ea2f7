// How many visitors book a second, each with a hold, a quote and a booking, on an instance with all its contacts and bookings. The
// ceiling is fastify with one statement for each request.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { publicPrefix } from '../../../server/website/cursor.ts'
import { runKontor, startServeBeside } from '../../support/kontor.ts'
import { startCeiling } from '../ceilings/start-ceiling.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'

const targetPerSecond = 100
const visitorsAtOnce = 32
const dateCount = 200

/** Dates that visitors book, with a price and seats enough. @returns their ids */
async function insertDates({ instance: { client } }: LoadedInstance): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `with status as (select status from date_status where is_bookable order by status limit 1),
    dates as (insert into event_date (event_id, participants_max, start_date, end_date, status, is_published)
      select e.id, 1000000, date '2040-01-01' + n, date '2040-01-01' + n, s.status, true
      from (select id from event where is_published order by id limit 1) e, status s, generate_series(1, $1::int) n returning id)
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included)
    select id, 1, 'Bench', 690, 'EUR', 19, true from dates returning date_id as id`,
    [dateCount],
  )
  return rows.map(({ id }) => id)
}

type Post = (path: string, body: object, idempotencyKey?: string) => Promise<Record<string, unknown>>

/** @returns sends a POST over kept connections. It rejects if nothing was written */
const openPost =
  (address: string, key: string, agent: Agent): Post =>
  (path, body, idempotencyKey) =>
    new Promise((resolve, reject) => {
      const outgoing = request(address + publicPrefix + path, {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
      })
      outgoing.once('error', reject)
      outgoing.once('response', async (response) => {
        const text = Buffer.concat(await response.toArray()).toString()
        if (response.statusCode! < 300) resolve(JSON.parse(text))
        else reject(new Error(`POST ${path} returned ${response.statusCode}: ${text}`))
      })
      outgoing.end(JSON.stringify(body))
    })

/** @param hasKeys the requests have Idempotency-Keys, as those of the clients have */
async function visit(post: Post, dateId: number, id: string, hasKeys: boolean): Promise<void> {
  const [holdKey, quoteKey, bookingKey] = hasKeys ? [`hold-${id}`, `quote-${id}`, `booking-${id}`] : []
  const { id: holdId } = await post('/holds', { dateId, seats: 1 }, holdKey)
  await post('/quotes', { dateId, seats: 1 }, quoteKey)
  const person = { firstName: 'Visitor', lastName: id, email: `${id}@bench.example` }
  const booking = {
    dateId,
    holdId,
    seats: [person],
    orderer: person,
    invoiceTo: { street: 'Weg', houseNumber: '1', zip: '20457', city: 'Hamburg', country: 'DE' },
    isConsumer: false,
    accepted: [],
  }
  await post('/bookings', booking, bookingKey)
}

const tables = [
  'contact',
  'address',
  'email_address',
  'contact_identity',
  'booking_order',
  'booking',
  'message',
  'outbox_mail',
  'order_link',
  'seat_hold',
]

async function countRows({ client }: LoadedInstance['instance']): Promise<number[]> {
  const counts = tables.map((table) => `(select count(*)::int from ${table})`)
  const { rows } = await client.query<{ counts: number[] }>(`select array[${counts.join()}] as counts`)
  return rows[0]!.counts
}

export async function measureVisitorBookings(
  loaded: LoadedInstance,
  quick: boolean,
): Promise<{ isMet: boolean; text: string }> {
  await using stack = new AsyncDisposableStack()
  const { client, data, connection } = loaded.instance
  const dateIds = await insertDates(loaded)
  const key = await runKontor(data, 'key', 'create', '--client', '1', '--name', 'visitors', '--server')
  const unlimited = { KONTOR_RATE_WEBSITE: '0', KONTOR_RATE_WEBSITE_WRITE: '0' }
  const service = await startServeBeside(data, connection, { extra: unlimited })
  stack.defer(() => service.stop())
  const ceiling = await startCeiling('bookings', { connection })
  stack.defer(() => ceiling.stop())
  const agent = new Agent({ keepAlive: true, maxSockets: visitorsAtOnce })
  stack.defer(() => agent.destroy())
  let booked = 0
  const visitOnce = async (post: Post, n: number, hasKeys: boolean): Promise<void> => {
    await visit(post, dateIds[n % dateIds.length]!, randomUUID(), hasKeys)
    booked++
  }
  const bookFor = async (post: Post, seconds: number, hasKeys = false): Promise<number> => {
    const before = booked
    const began = performance.now()
    const visitInTurn = async (_: unknown, visitor: number) => {
      for (let n = visitor; performance.now() - began < seconds * 1000; n += visitorsAtOnce)
        await visitOnce(post, n, hasKeys)
    }
    await Promise.all(Array.from({ length: visitorsAtOnce }, visitInTurn))
    return (booked - before) / ((performance.now() - began) / 1000)
  }
  const post = openPost(service.address, key, agent)
  const postCeiling = openPost(ceiling.address, key, agent)
  const before = await countRows(loaded.instance)
  await visitOnce(post, 0, false)
  const between = await countRows(loaded.instance)
  await visitOnce(postCeiling, 0, false)
  const after = await countRows(loaded.instance)
  const insertedRows = (from: number[], to: number[]) => to.map((count, table) => count - from[table]!)
  if (!isDeepStrictEqual(insertedRows(before, between), insertedRows(between, after)))
    throw new Error('the ceiling creates other rows than the service')
  // The first ones compile code.
  await bookFor(post, quick ? 0.1 : 5)
  const perSecond = await bookFor(post, quick ? 1 : 15)
  const perSecondWithKeys = await bookFor(post, quick ? 0.5 : 15, true)
  await bookFor(postCeiling, quick ? 0.1 : 2)
  const ceilingPerSecond = await bookFor(postCeiling, quick ? 0.5 : 15)
  const { rows } = await client.query<{ stored: number; contacts: number; bookings: number }>(
    `select (select count(*)::int from booking where date_id = any($1) and status = 'booked') as stored,
      (select count(*)::int from contact) as contacts, (select count(*)::int from booking) as bookings`,
    [dateIds],
  )
  const { stored, contacts, bookings } = rows[0]!
  if (stored !== booked) throw new Error(`${booked} visitors were told that they have booked, ${stored} have`)
  const ratio = (perSecond / ceilingPerSecond).toFixed(2)
  return {
    isMet: perSecond >= targetPerSecond,
    text: `${Math.round(perSecond)} a second, each with hold, quote and booking, ${visitorsAtOnce} at once, with ${contacts.toLocaleString('en')} contacts and ${bookings.toLocaleString('en')} bookings (target: ${targetPerSecond} a second); ${Math.round(perSecondWithKeys)} a second with Idempotency-Keys; ceiling ${Math.round(ceilingPerSecond)} a second, ratio ${ratio}`,
  }
}

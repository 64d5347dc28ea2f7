// 11.5 and 503: the database is restarted twice under load, with two processes of one instance.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { EventQuery } from '../../server/catalogue/contract/event.schema.ts'
import { seededRandom } from '../../server/demo/random.ts'
import { dateIn } from '../../server/platform/ground/clock.ts'
import { expectedBody } from '../reference/events.reference.ts'
import { randomQuery, valuesFor } from '../reference/random-queries.ts'
import { insertCatalogue, insertRows } from '../reference/random-rows.ts'
import { instanceFolder } from '../support/data-folders.ts'
import {
  adminToken,
  dataFolder,
  postmaster,
  type RunningService,
  removeDataFolder,
  serve,
  stop,
} from '../support/kontor-process.ts'

const timeZone = 'Europe/Berlin'
const maxMs = 15_000
/** How the server stops: a fast shutdown, and a crash. */
const signals = ['SIGQUIT', 'SIGKILL'] as const
const readersPerProcess = 3

/** The event whose location the writer changes from town to town; nothing else is written meanwhile. */
const ownIds = { event: 90, date: 90, location: 290 }
const ofOwn: EventQuery = { eventId: ownIds.event }

type Answer = { status: number; text: string }
/** Writes by the interface: the number of the last acknowledged town, and of the last one sent. */
type TownCounter = { acknowledged: number; sent: number }
type ResponseStats = { answers: number; away: number; slowest: number }

/** Sends a request. Asserts that it is answered in time, with 200 or with a correct 503. */
async function sendRequest(
  service: RunningService,
  token: string,
  seen: ResponseStats,
  method: string,
  path: string,
  body?: unknown,
) {
  const begun = performance.now()
  const answer = await fetch(`${service.url}/restapi/v1${path}`, {
    method,
    headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(maxMs),
  })
  const text = await answer.text()
  seen.answers++
  seen.slowest = Math.max(seen.slowest, performance.now() - begun)
  if (answer.status !== 503) {
    const log = service
      .stdout()
      .split('\n')
      .filter((line) => line.includes(answer.headers.get('x-request-id')!))
    assert.equal(answer.status, 200, `${method} ${path}: ${text.slice(0, 300)} ${log.join('\n')}`)
    return { status: 200, text }
  }
  seen.away++
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9][0-9]*$/, `${method} ${path}`)
  const { error, code, message, ...rest } = JSON.parse(text)
  assert.deepEqual([error, code, typeof message, rest], ['Service Unavailable', 503, 'string', {}])
  return { status: 503, text }
}

const search = (query: EventQuery) =>
  new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => String(value) !== '')
      .map(([name, value]): [string, string] => [name, String(value)]),
  )

const townIn = (text: string): number => {
  const { city } = JSON.parse(text)[0].dates[0].location[0]
  return Number(city.slice('Town '.length))
}

/** Asserts that responses show no town older than the last one acknowledged before the request, and none that was not sent. */
async function readTowns(
  towns: TownCounter,
  over: () => boolean,
  get: (path: string) => Promise<Answer>,
): Promise<void> {
  for (let round = 0; !over(); round++) {
    const from = towns.acknowledged
    const { status, text } = await get(
      round % 3 === 2 ? `/contacts/${ownIds.location}` : '/events?eventId=90',
    )
    if (status !== 200 || round % 3 === 2) {
      if (status !== 200) await wait(5)
      continue
    }
    const town = townIn(text)
    assert.ok(town >= from && town <= towns.sent, `Town ${town} is one of ${from} to ${towns.sent}`)
  }
}

async function write(
  towns: TownCounter,
  over: () => boolean,
  patch: (body: object) => Promise<Answer>,
): Promise<void> {
  while (!over()) {
    const town = ++towns.sent
    const { status } = await patch({ city: `Town ${town}` })
    if (status === 200) towns.acknowledged = town
    await wait(5)
  }
}

test('the database is restarted twice under load: 503, then correct responses', {
  timeout: 600_000,
}, async (t) => {
  const [data, other] = [await instanceFolder(), await dataFolder()]
  const services: RunningService[] = []
  after(async () => {
    await Promise.all(services.map(stop))
    await Promise.all([removeDataFolder(data), removeDataFolder(other)])
  })
  const database = { host: join(data, 'postgres'), user: 'kontor', database: 'kontor' }
  const first = await serve(data)
  const second = await serve(other, {
    KONTOR_DATABASE_URL: `postgres://kontor@localhost/kontor?host=${encodeURIComponent(database.host)}`,
    KONTOR_FILES: join(data, 'files'),
    KONTOR_SECRET_KEY_FILE: join(data, 'secret-key'),
  })
  services.push(first, second)
  const ended: (number | string)[] = []
  for (const service of services) service.ended.then((how) => ended.push(how))
  const token = await adminToken(data)
  const today = () => dateIn(timeZone, new Date())

  const connect = async (): Promise<pg.Client> => {
    for (const deadline = Date.now() + maxMs; ; await wait(50)) {
      const client = new pg.Client({ ...database, options: '-c jit=off' })
      client.on('error', () => {})
      try {
        await client.connect()
        return client
      } catch (error) {
        if (Date.now() > deadline) throw error
      }
    }
  }
  const filling = await connect()
  const counts = {
    catalogue: 4,
    catalogue_category: 8,
    client: 2,
    catalogue_file: 8,
    event: 8,
    event_date: 24,
  }
  const world = {
    random: seededRandom(1, 'restart'),
    today: today(),
    counts: { ...counts, location: 5, trainer: 6, series_module: 8 },
  }
  await insertCatalogue(filling, world)
  await insertRows(filling, 'contact', [{ id: ownIds.location, contact_type: 'location', last_name: 'Hall' }])
  await insertRows(filling, 'location', [{ contact_id: ownIds.location }])
  await insertRows(filling, 'event', [{ id: ownIds.event, title: 'Own' }])
  await insertRows(filling, 'event_date', [{ id: ownIds.date, event_id: ownIds.event, start_date: today() }])
  await insertRows(filling, 'date_location', [{ date_id: ownIds.date, contact_id: ownIds.location }])
  await filling.end()

  const towns: TownCounter = { acknowledged: 0, sent: 0 }
  const seen: ResponseStats = { answers: 0, away: 0, slowest: 0 }
  const patch = (service: RunningService) => (body: object) =>
    sendRequest(service, token, seen, 'PATCH', `/contacts/${ownIds.location}`, body)
  const get = (service: RunningService) => (path: string) => sendRequest(service, token, seen, 'GET', path)
  const writeOnce = async () => {
    for (const deadline = Date.now() + maxMs; ; await wait(20)) {
      towns.sent++
      if ((await patch(first)({ city: `Town ${towns.sent}` })).status === 200) break
      assert.ok(Date.now() < deadline, 'no write succeeded')
    }
    towns.acknowledged = towns.sent
  }
  await writeOnce()

  /** Asserts that both processes return the current data: no response is older, although the first ones may be 503. */
  const assertTrue = async (what: string, queries: readonly EventQuery[]) => {
    const client = await connect()
    for (const query of queries) {
      for (const [index, service] of services.entries())
        for (const deadline = Date.now() + maxMs; ; await wait(20)) {
          const day = today()
          const expected = await expectedBody(client, query, day)
          const { status, text } = await get(service)(`/events?${search(query)}`)
          // At midnight both days are correct.
          if (status === 200 && today() === day) {
            assert.ok(text === expected, `${what}: process ${index} answers ${JSON.stringify(query)}`)
            break
          }
          assert.ok(Date.now() < deadline, `${what}: process ${index} answers again`)
        }
    }
    await client.end()
  }
  const queries = [
    {},
    ofOwn,
    ...Array.from({ length: 6 }, () => randomQuery(valuesFor(today()), world.random)),
  ]
  await assertTrue('before', queries)

  for (const [round, ending] of signals.entries()) {
    let over = false
    const awayBefore = seen.away
    const done = () => over
    // The second process is idle in the second round: it notices the restart with its next request.
    const asking = round === 0 ? services : [first]
    const working = Promise.all([
      write(towns, done, patch(first)),
      ...asking.flatMap((service) =>
        Array.from({ length: readersPerProcess }, () => readTowns(towns, done, get(service))),
      ),
    ])
    const failed = working.then(
      () => {},
      (error) => {
        over = true
        return error
      },
    )
    await wait(300)
    const server = (await postmaster(data))!
    process.kill(server, ending)
    for (const deadline = Date.now() + maxMs; !over; await wait(20)) {
      const now = await postmaster(data)
      if (now !== undefined && now !== server) break
      assert.ok(Date.now() < deadline, 'the server is started again')
    }
    await (await connect()).end()
    const acknowledged = towns.acknowledged
    for (const deadline = Date.now() + maxMs; towns.acknowledged === acknowledged && !over; await wait(20))
      assert.ok(Date.now() < deadline, 'writes succeed again')
    await wait(300)
    over = true
    const error = await failed
    if (error) throw error
    assert.ok(seen.away > awayBefore, `${ending}: some were answered with 503`)

    // By plain SQL, before either process receives a request.
    const client = await connect()
    await client.query('update event set title = $1 where id = $2', [`after ${ending}`, ownIds.event])
    await client.end()
    await assertTrue(`after ${ending}, written by hand`, [ofOwn])
    await writeOnce()
    await assertTrue(`after ${ending}, written by the first process`, queries)
    assert.deepEqual(ended, [], 'both processes live')
  }
  t.diagnostic(
    `${seen.answers} answers, ${seen.away} of them 503, the slowest after ${(seen.slowest / 1000).toFixed(1)} s; ${towns.acknowledged} writes`,
  )
  assert.equal(await stop(second), 0)
  assert.equal(await stop(first), 0)
})

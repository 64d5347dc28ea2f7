// The TypeScript client beside an instance.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import {
  type CachedAnswer,
  createClient,
  KontorError,
  verifyWebhook,
  WebhookError,
} from '../../clients/typescript/src/index.ts'
import { openWebsite, type Website } from '../support/website.ts'

let site: Website
let baseUrl: string
let key: string
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
  await sql`
    insert into catalogue (id, name) values (1, 'Open');
    insert into catalogue_category (id, catalogue_id, parent_id, name, language) values (1, 1, null, 'Data', 'de'), (2, 1, 1, 'R', 'de');
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true) on conflict do nothing;
    insert into event (id, title) values (1, 'R'), (2, 'Python');
    update event set is_published = true;
    insert into event_in_category (event_id, category_id) values (1, 2);
    insert into contact (id, contact_type, last_name) values (901, 'location', 'House');
    insert into location (contact_id) values (901);
    insert into address (contact_id, address_type_id, city, is_default) values (901, (select min(id) from address_type), 'Bad Orb & Gelnhausen', true);
    insert into event_date (id, event_id, title, start_date, participants_max, status, is_published)
      select i, i % 2 + 1, '', date '2027-01-01' + i, 10, 'open', true from generate_series(1, 250) i;
    insert into date_location (date_id, contact_id) select i, 901 from generate_series(1, 5) i`.execute(
    site.kontor.db,
  )
  key = await site.createKey()
  baseUrl = await site.kontor.app.listen({ port: 0, host: '127.0.0.1' })
})
after(() => site.kontor.close())

/** A client whose requests are recorded. */
function recordingClient(options: { key?: string; cache?: Map<string, CachedAnswer> } = {}) {
  const requests: { url: string; headers: Headers; status: number }[] = []
  const client = createClient({
    baseUrl,
    key,
    ...options,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      requests.push({ url, headers: new Headers(init.headers), status: response.status })
      return response
    },
  })
  return { client, requests }
}

test('all dates are read page by page, each once', async () => {
  const { client, requests } = recordingClient()
  const { total, data, next } = await client.dates({ limit: 2 })
  assert.deepEqual([total, data.length, typeof next], [250, 2, 'string'])
  const ids = (await Array.fromAsync(client.allDates())).map(({ id }) => id)
  assert.deepEqual(
    ids,
    Array.from({ length: 250 }, (_, at) => at + 1),
  )
  assert.equal(requests.length, 4)
  const titles = (await Array.fromAsync(client.allEvents({ limit: 1 }))).map(({ title }) => title)
  assert.deepEqual(titles, ['Python', 'R'])
})

test('filters, facets, categories, events, calendars and JSON-LD', async () => {
  const { client } = recordingClient()
  assert.equal((await client.dates({ city: ['Bad Orb & Gelnhausen', 'Köln'] })).total, 5)
  assert.equal((await client.dates({ category: [1], availability: ['available'] })).total, 125)
  assert.deepEqual((await client.facets({ category: [2] })).cities, [
    { id: 'Bad Orb & Gelnhausen', name: 'Bad Orb & Gelnhausen', count: 2 },
  ])
  const [data] = await client.categories()
  assert.deepEqual([data?.name, data?.children[0]?.name], ['Data', 'R'])
  assert.equal((await client.date(3)).location?.city, 'Bad Orb & Gelnhausen')
  assert.equal((await client.event(1)).title, 'R')
  assert.equal((await client.event('python')).id, 2)
  await sql`update event set title = 'Python 3' where id = 2`.execute(site.kontor.db)
  assert.equal((await client.event('python')).slug, 'python-3')
  assert.match(await client.dateCalendar(3), /^BEGIN:VCALENDAR/)
  assert.match(await (await fetch(client.calendarUrl({ category: [1] }))).text(), /^BEGIN:VCALENDAR/)
  assert.match(await (await fetch(client.feedUrl())).text(), /<feed/)
  assert.equal((await client.jsonLd(1))['@type'], 'Course')
})

test('an error is a KontorError with its problem details', async () => {
  const { client } = recordingClient()
  const failureOf = async (promise: Promise<unknown>) => {
    const error: unknown = await promise.then(
      () => assert.fail('it succeeded'),
      (reason) => reason,
    )
    assert.ok(error instanceof KontorError)
    return error
  }
  const missing = await failureOf(client.date(999))
  assert.deepEqual([missing.status, missing.kind], [404, 'not-found'])
  assert.ok(missing.problem.requestId)
  const wrong = await failureOf(client.dates({ limit: 1000 }))
  assert.equal(wrong.problem.errors?.[0]?.pointer, '/limit')
  assert.match(wrong.message, /^limit/)
  const refused = await failureOf(recordingClient({ key: 'pk_unknown' }).client.dates())
  assert.equal(refused.kind, 'invalid-key')
  assert.throws(() => createClient({ baseUrl: 'kontor.example', key }), /^TypeError: baseUrl: /)
  assert.throws(() => createClient({ baseUrl, key: 'demo' }), /^TypeError: key: /)
})

test('a publishable key needs no preflight, a secret one is never part of an address', async () => {
  const open = recordingClient()
  await open.client.dates()
  assert.deepEqual([...open.requests[0]!.headers], [])
  assert.equal(new URL(open.requests[0]!.url).searchParams.get('key'), key)
  const secret = await site.createKey({ isSecret: true })
  const { client, requests } = recordingClient({ key: secret })
  for await (const date of client.allDates({ limit: 100 }, { visitorAddress: '192.0.2.1' }))
    assert.ok(date.id)
  assert.equal(requests.length, 3)
  for (const { url, headers } of requests) {
    assert.ok(!url.includes(secret))
    assert.equal(headers.get('authorization'), `Bearer ${secret}`)
    assert.equal(headers.get('x-visitor-address'), '192.0.2.1')
  }
  assert.throws(() => client.calendarUrl(), /a secret key must not be part of an address/)
})

test('with a cache an unchanged answer is 304, a changed one is read', async () => {
  const { client, requests } = recordingClient({ cache: new Map() })
  const anyState = { availability: ['any' as const] }
  const first = await client.date(7, anyState)
  assert.deepEqual(await client.date(7, anyState), first)
  await sql`update event_date set booked_count = 10 where id = 7`.execute(site.kontor.db)
  assert.equal((await client.date(7, anyState)).availability, 'full')
  assert.deepEqual(
    requests.map(({ status }) => status),
    [200, 304, 200],
  )
})

test('requests are repeated after the pause that the answer asks for, and end with their signal', async () => {
  const received: number[] = []
  const server = createServer((_request, response) => {
    received.push(Date.now())
    const problem = {
      type: '/problems/too-many-requests',
      title: 'Too many requests',
      detail: '',
      requestId: '',
    }
    if (received.length < 2)
      response
        .writeHead(429, { 'retry-after': '1', 'content-type': 'application/problem+json' })
        .end(JSON.stringify({ ...problem, status: 429 }))
    else if (received.length < 3) response.destroy()
    else if (received.length < 4) response.writeHead(200).end('{"data":[],"total":0,"next":null}')
    else response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  try {
    const { port } = server.address() as AddressInfo
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}/`, key, retries: 2 })
    assert.equal((await client.dates()).total, 0)
    assert.ok(received[1]! - received[0]! >= 990)
    await assert.rejects(client.dates(), { name: 'KontorError', status: 502, message: 'Bad Gateway' })
    await assert.rejects(client.dates({}, { signal: AbortSignal.abort() }), { name: 'AbortError' })
    assert.equal(received.length, 4)
  } finally {
    server.close()
  }
})

test('webhooks: a signature is verified, also while the secret is changed; altered or old messages are refused', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const former = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  const body = JSON.stringify({ type: 'date.changed', timestamp: '2026-11-25T10:00:00Z', data: { id: 41 } })
  const headersAt = (when: Date, by = secret) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(when.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(by).sign('msg_1', when, body)}`,
  })
  const now = new Date()
  const message = await verifyWebhook({ secret, headers: headersAt(now), body })
  assert.deepEqual(message, { id: 'msg_1', ...JSON.parse(body) })
  const asFetched = { headers: new Headers(headersAt(now, former)), body: new TextEncoder().encode(body) }
  assert.equal((await verifyWebhook({ secret: [secret, former], ...asFetched })).type, 'date.changed')
  const refused: [Parameters<typeof verifyWebhook>[0], RegExp][] = [
    [
      { secret, headers: headersAt(now), body: body.replace('41', '42') },
      /webhook-signature: does not match/,
    ],
    [{ secret: former, headers: headersAt(now), body }, /webhook-signature/],
    [{ secret, headers: headersAt(new Date(now.getTime() - 301_000)), body }, /webhook-timestamp/],
    [{ secret, headers: headersAt(new Date(now.getTime() + 302_000)), body }, /webhook-timestamp/],
    [{ secret, headers: {}, body }, /webhook-id: the header is missing/],
  ]
  for (const [request, expected] of refused)
    await assert.rejects(verifyWebhook(request), (error: unknown) => {
      assert.ok(error instanceof WebhookError)
      assert.match(error.message, expected)
      return true
    })
})

test('seats are quoted, held and booked; a repeated call books once', async () => {
  const secret = await site.createKey({ isSecret: true })
  const { client, requests } = recordingClient({ key: secret })
  assert.deepEqual(await client.terms({ dateId: 200 }), {
    documents: [],
    cancellation: [],
    withdrawalException: '',
    questions: [],
    hasNewsletter: false,
    takesVouchers: false,
    provider: 'Kontor',
    isConfirmedByMail: false,
  })
  assert.equal((await client.challenge()).parameters.algorithm, 'PBKDF2/SHA-256')
  assert.equal((await client.quote({ dateId: 200, seats: 2, language: 'en' })).gross, null)
  const hold = await client.hold({ dateId: 200, seats: 9 })
  const person = { firstName: 'Jana', lastName: 'Köhler', email: 'jana@kontor.example' }
  const invoiceTo = { street: 'Weg', zip: '20457', city: 'Hamburg', country: 'DE' }
  const booking = {
    dateId: 200,
    holdId: hold.id,
    seats: [person, { later: true as const }],
    orderer: person,
    invoiceTo,
    isConsumer: false,
    accepted: [],
  }
  const options = { idempotencyKey: 'one', visitorAddress: '192.0.2.7' }
  const first = await client.book(booking, options)
  const again = await client.book(booking, options)
  assert.ok(first.status === 'confirmed')
  assert.deepEqual(again, { ...first, manageUrl: (again as typeof first).manageUrl })
  assert.equal((await client.date(200)).seats.free, 8)
  const taken = await client.hold({ dateId: 200, seats: 9 }).catch((error) => error)
  assert.ok(taken instanceof KontorError)
  assert.deepEqual([taken.kind, taken.status], ['seats-taken', 409])
  const keys = requests.map(({ headers }) => headers.get('idempotency-key')).filter((one) => one !== null)
  assert.deepEqual([keys.length, new Set(keys).size], [5, 4])
})

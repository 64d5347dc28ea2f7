// The public interface: keys, origins, limits, errors, caching.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../test/support/website.ts'

const limit = 90
const writeLimit = 20
let site: Website
before(async () => {
  const rates = {
    token: 0,
    catalogue: 0,
    website: limit,
    websiteWrite: writeLimit,
    session: 0,
    address: 0,
    newsletter: 0,
  }
  site = await openWebsite({ settings: { rates }, start: '2026-11-25T12:00:00Z' })
  await sql`
    insert into catalogue (id, name) values (1, 'Open'), (2, 'In-house');
    insert into catalogue_category (id, catalogue_id, parent_id, name, language, is_protected) values
      (1, 1, null, 'Data', 'de', false), (2, 1, 1, 'Statistics', 'de', false), (3, 2, null, 'Law', 'en', false), (4, 1, null, 'Secret', 'de', true);
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true), ('off', 'off', false, false)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title) values (1, 'Introduction to R'), (2, 'Employment law'), (3, 'Hidden'), (4, 'Planned');
    update event set is_published = true;
    insert into event_in_category (event_id, category_id) values (1, 2), (2, 3), (3, 4);
    insert into event_date (id, event_id, title, start_date, start_time, end_date, end_time, participants_max, status, is_published) values
      (10, 1, '', '2027-03-01', '09:00', '2027-03-02', '17:00', 10, 'open', true),
      (11, 1, '', '2027-07-01', '', '2027-07-01', '', 10, 'off', true),
      (20, 2, 'Law for managers', '2027-04-01', '10:00', '2027-04-01', '12:00', 4, 'open', true),
      (30, 3, '', '2027-04-01', '', null, '', 4, 'open', true),
      (40, 4, '', '2027-04-01', '', null, '', 4, 'open', false)`.execute(site.kontor.db)
})
after(() => site.kontor.close())

test('no key: 401 as a problem that every page may read', async () => {
  const { status, headers, json } = await site.get('/dates', { key: null })
  assert.equal(status, 401)
  assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8')
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(json.type, '/problems/invalid-key')
  assert.equal(json.requestId, headers['x-request-id'])
  for (const key of ['pk_wrong', site.kontor.token])
    assert.equal((await site.get('/dates', { key })).status, 401)
})

test('Sent as `Authorization: Bearer pk_…` or `?key=pk_…` (no preflight)', async () => {
  const key = await site.createKey()
  const byHeader = await site.get('/dates', { key })
  const byParameter = await site.get(`/dates?key=${key}`, { key: null })
  assert.deepEqual(byHeader.json.data, byParameter.json.data)
  assert.equal(byHeader.status, 200)
  const { json } = await site.get(`/dates?limit=1&key=${key}`, { key: null })
  assert.match(json.next, new RegExp(`key=${key}`))
  assert.equal((await site.get(json.next.replace('/public/v1', ''), { key: null })).status, 200)
})

test('a revoked key is refused with the next request', async () => {
  const key = await site.createKey()
  assert.equal((await site.get('/dates', { key })).status, 200)
  await sql`update website_key set revoked_at = now() where key = ${key}`.execute(site.kontor.db)
  assert.equal((await site.get('/dates', { key })).status, 401)
})

test('A key belongs to a client, may be narrowed to catalogues, and to origins: then `Access-Control-Allow-Origin` answers those alone, and a request whose `Origin` is another one is 403', async () => {
  const key = await site.createKey({ origins: ['https://www.example.org'] })
  const from = (origin: string) => site.get('/dates', { key, headers: { origin } })
  const allowed = await from('https://www.example.org')
  assert.equal(allowed.status, 200)
  assert.equal(allowed.headers['access-control-allow-origin'], 'https://www.example.org')
  assert.match(String(allowed.headers['vary']), /Origin/)
  for (const origin of ['https://example.org', 'https://www.example.org.evil.example', 'null']) {
    const { status, headers, json } = await from(origin)
    assert.equal(status, 403, origin)
    assert.equal(json.type, '/problems/origin-not-allowed')
    assert.equal(headers['access-control-allow-origin'], undefined)
  }
  assert.equal((await site.get('/dates', { key })).status, 200)
})

test('Without origins: `*`', async () => {
  const { headers } = await site.get('/dates', { headers: { origin: 'https://any.example' } })
  assert.equal(headers['access-control-allow-origin'], '*')
})

test('a secret key has no CORS', async () => {
  const key = await site.createKey({ isSecret: true })
  assert.match(key, /^sk_/)
  const { status, headers } = await site.get('/dates', { key })
  assert.equal(status, 200)
  assert.equal(headers['access-control-allow-origin'], undefined)
  assert.equal((await site.get('/dates', { key, headers: { origin: 'https://a.example' } })).status, 403)
})

test('Preflights are answered with `Access-Control-Max-Age: 86400`', async () => {
  const { statusCode, headers } = await site.kontor.app.inject({
    method: 'OPTIONS',
    url: '/public/v1/dates',
    headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
  })
  assert.equal(statusCode, 204)
  assert.equal(headers['access-control-max-age'], '86400')
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.match(String(headers['access-control-allow-headers']), /Authorization/)
})

test('an unknown parameter or value is 400 that names it and what is expected', async () => {
  const { status, json } = await site.get(
    '/dates?colour=red&availability=some,few&sort=price&from=tomorrow&limit=0',
  )
  assert.equal(status, 400)
  assert.equal(json.type, '/problems/invalid-request')
  const byPointer = new Map(
    json.errors.map((one: { pointer: string; detail: string }) => [one.pointer, one.detail]),
  )
  assert.deepEqual([...byPointer.keys()].toSorted(), ['/availability/0', '/colour', '/from', '/limit'])
  assert.match(String(byPointer.get('/availability/0')), /"available", "few"/)
  assert.match(String(byPointer.get('/from')), /YYYY-MM-DD/)
  assert.equal((await site.get('/dates?from=2027-02-01&to=2027-01-01')).json.errors[0].pointer, '/to')
  assert.equal((await site.get('/dates?cursor=abc')).json.errors[0].pointer, '/cursor')
})

test('Parameters: repeated keys and comma lists mean the same; an empty value counts as not given', async () => {
  const expected = (await site.get('/dates?availability=any&category=1,3')).json
  for (const query of ['category=1&category=3', 'category[]=1&category[]=3', 'category=1%2C3&city=&q=&from='])
    assert.deepEqual((await site.get(`/dates?availability=any&${query}`)).json.data, expected.data, query)
  assert.equal(expected.total, 3)
})

/** The quota comes back while it is used up: on a slow machine some more requests are accepted. */
async function untilRefused(visit: () => ReturnType<Website['get']>) {
  let answer = await visit()
  for (let count = 0; answer.status === 200 && count < limit; count++) answer = await visit()
  return answer
}

test('Errors: RFC 9457 `application/problem+json`: `type` (a stable address below `/problems/` that explains itself in a browser), `title`, `status`, `detail`, `errors: [{ pointer, code, detail }]`, `requestId`', async () => {
  const nowhere = await site.get('/nothing')
  assert.equal(nowhere.status, 404)
  assert.equal(nowhere.json.type, '/problems/not-found')
  const { statusCode, headers, body } = await site.kontor.app.inject({
    method: 'POST',
    url: '/public/v1/dates',
  })
  assert.equal(statusCode, 405)
  assert.match(String(headers['allow']), /GET/)
  assert.equal(JSON.parse(body).type, '/problems/method-not-allowed')
  const key = await site.createKey()
  const visit = (remoteAddress: string) => site.get('/dates', { key, remoteAddress })
  for (let count = 0; count < limit; count++) assert.equal((await visit('192.0.2.1')).status, 200)
  const refused = await untilRefused(() => visit('192.0.2.1'))
  assert.equal(refused.status, 429)
  assert.equal(refused.json.type, '/problems/too-many-requests')
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.match(String(refused.headers['ratelimit']), /"website";r=[01];/)
  assert.equal((await visit('192.0.2.2')).status, 200)
})

test('codes of vouchers are not guessed: a quote with one counts as a write', async () => {
  const key = await site.createKey()
  const quote = (more: object) =>
    site.post('/quotes', { dateId: 10, seats: 1, ...more }, { key, remoteAddress: '192.0.2.3' })
  for (let count = 0; count < writeLimit; count++)
    assert.equal((await quote({ voucher: `GUESS-${count}` })).status, 200)
  assert.equal((await untilRefused(() => quote({ voucher: 'GUESS' }))).status, 429)
  assert.equal((await quote({})).status, 200)
})

test('a secret key gives the address of its visitor in X-Visitor-Address for limits', async () => {
  const key = await site.createKey({ isSecret: true })
  const visit = (address: string) => site.get('/dates', { key, headers: { 'x-visitor-address': address } })
  for (let count = 0; count < limit; count++) assert.equal((await visit('198.51.100.1')).status, 200)
  assert.equal((await untilRefused(() => visit('198.51.100.1'))).status, 429)
  assert.equal((await visit('198.51.100.2')).status, 200)
})

test('Strong ETags, 304, gzip/br/zstd, `Cache-Control: public, max-age=0, must-revalidate` (a setting raises it for sites behind a CDN)', async (t) => {
  const { headers } = await site.get('/dates')
  assert.equal(headers['cache-control'], 'public, max-age=0, must-revalidate')
  assert.match(String(headers['etag']), /^"/)
  const again = await site.get('/dates', { headers: { 'if-none-match': String(headers['etag']) } })
  assert.equal(again.status, 304)
  for (const encoding of ['gzip', 'br', 'zstd']) {
    const compressed = await site.get('/dates', { headers: { 'accept-encoding': encoding } })
    assert.equal(compressed.headers['content-encoding'], encoding)
    assert.notEqual(compressed.headers['etag'], headers['etag'])
  }
  const raised = await openWebsite({ settings: { websiteCacheControl: 'public, max-age=60' } })
  t.after(() => raised.kontor.close())
  assert.equal((await raised.get('/dates')).headers['cache-control'], 'public, max-age=60')
})

test('Fresh: never older than the last acknowledged write before the request, as `GET /events`; availability: `available`, `few` (at most a fifth, or 3), `waitingList`, `full`, `closed` (before or after the time of booking, or not bookable), `cancelled`', async () => {
  const seats = async () => (await site.get('/dates/20?availability=any')).json
  assert.equal((await seats()).availability, 'available')
  await sql`update event_date set booked_count = 1 where id = 20`.execute(site.kontor.db)
  assert.deepEqual((await seats()).seats, { max: 4, free: 3 })
  assert.equal((await seats()).availability, 'few')
  assert.equal((await site.get('/dates?availability=few')).json.total, 1)
  await sql`update event_date set booked_count = 4 where id = 20`.execute(site.kontor.db)
  assert.equal((await seats()).availability, 'full')
  assert.equal((await site.get('/dates?availability=few')).json.total, 0)
  assert.equal((await site.get('/dates?availability=full')).json.data[0].id, 20)
  await sql`update event_date set has_waiting_list = true where id = 20`.execute(site.kontor.db)
  assert.equal((await seats()).availability, 'waitingList')
  await sql`update event_date set booked_count = 0, has_waiting_list = false, booking_end_date = '2020-01-01' where id = 20`.execute(
    site.kontor.db,
  )
  assert.equal((await seats()).availability, 'closed')
  await sql`update event_date set booking_end_date = null, booking_start_date = '2027-01-01' where id = 20`.execute(
    site.kontor.db,
  )
  assert.equal((await seats()).availability, 'closed')
  await sql`update event_date set booking_start_date = null, is_bookable = false where id = 20`.execute(
    site.kontor.db,
  )
  assert.equal((await seats()).availability, 'closed')
  await sql`update event_date set is_bookable = true, participants_max = 20, booked_count = 15 where id = 20`.execute(
    site.kontor.db,
  )
  assert.equal((await seats()).availability, 'available')
  await sql`update event_date set booked_count = 16 where id = 20`.execute(site.kontor.db)
  assert.equal((await seats()).availability, 'few')
  await sql`update event_date set participants_max = 4, booked_count = 0 where id = 20`.execute(
    site.kontor.db,
  )
  assert.equal((await site.get('/dates/11?availability=any')).json.availability, 'cancelled')
})

test("What is shown: published events and dates of the key's catalogues, the fields below; protected categories are never shown", async () => {
  const idsFor = async (catalogueIds: number[]) => {
    const key = await site.createKey({ catalogueIds })
    return (await site.get('/dates?availability=any', { key })).json.data.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual(await idsFor([]), [10, 20, 11])
  assert.deepEqual(await idsFor([1]), [10, 11])
  assert.deepEqual(await idsFor([2]), [20])
  const key = await site.createKey({ catalogueIds: [2] })
  assert.equal((await site.get('/dates/10?availability=any', { key })).status, 404)
  assert.equal((await site.get('/events/1', { key })).status, 404)
  for (const path of ['/dates/30', '/dates/40', '/events/3', '/events/hidden'])
    assert.equal((await site.get(path)).status, 404, path)
  const tree = (await site.get('/categories')).json.data
  assert.deepEqual(
    tree.map(({ name, children }: { name: string; children: { name: string }[] }) => [
      name,
      children.map((one) => one.name),
    ]),
    [
      ['Data', ['Statistics']],
      ['Law', []],
    ],
  )
})

test('a date outside its display period is not shown', async () => {
  await sql`update event_date set display_start_date = '2999-01-01' where id = 20`.execute(site.kontor.db)
  assert.equal((await site.get('/dates/20?availability=any')).status, 404)
  assert.equal((await site.get('/facets?event=2')).json.total, 0)
  await sql`update event_date set display_start_date = null where id = 20`.execute(site.kontor.db)
  assert.equal((await site.get('/dates/20?availability=any')).status, 200)
})

test('an instance may show seats.free or hide it (null)', async () => {
  const key = await site.createKey({ hidesSeats: true })
  assert.deepEqual((await site.get('/dates/10?availability=any', { key })).json.seats, {
    max: 10,
    free: null,
  })
})

test('moments with offset, days, and the time zone with every date', async () => {
  const { json } = await site.get('/dates/10?availability=any')
  assert.equal(json.start, '2027-03-01T09:00:00+01:00')
  assert.equal(json.end, '2027-03-02T17:00:00+01:00')
  assert.equal(json.timeZone, 'Europe/Berlin')
  assert.deepEqual(json.days, [
    { date: '2027-03-01', from: '09:00', to: '17:00' },
    { date: '2027-03-02', from: '09:00', to: '17:00' },
  ])
  assert.equal((await site.get('/dates/11?availability=any')).json.start, '2027-07-01')
})

test('a changed title keeps the old slug as a redirect', async () => {
  assert.equal((await site.get('/events/introduction-to-r')).json.id, 1)
  await sql`update event set title = 'R for beginners' where id = 1`.execute(site.kontor.db)
  const { status, headers } = await site.get('/events/introduction-to-r')
  assert.equal(status, 301)
  assert.equal(headers['location'], '/public/v1/events/r-for-beginners')
  assert.equal(headers['access-control-allow-origin'], '*')
  const { json } = await site.get('/events/r-for-beginners')
  assert.equal(json.slug, 'r-for-beginners')
  assert.deepEqual(
    json.dates.map(({ id }: { id: number }) => id),
    [10, 11],
  )
})

test('`GET /events`, `GET /events/{id or slug}`: events, with `dates` (upcoming), by pages', async () => {
  await sql`update event set description = '<p>“Quoted” \\ text</p>' where id = 2`.execute(site.kontor.db)
  const first = (await site.get('/events?limit=1')).json
  assert.equal(first.total, 3)
  assert.equal(first.data[0].description, '<p>“Quoted” \\ text</p>')
  const second = (await site.get(first.next.replace('/public/v1', ''))).json
  assert.equal(second.data[0].id, 4)
  const third = (await site.get(second.next.replace('/public/v1', ''))).json
  assert.equal(third.data[0].id, 1)
  assert.equal(third.next, null)
  assert.equal((await site.get('/events?category=1')).json.total, 1)
  assert.equal((await site.get('/events?q=mangers')).json.total, 0)
  assert.equal((await site.get('/events?q=employmnet')).json.total, 1)
})

test('requests are counted by key and day', async () => {
  const key = await site.createKey()
  for (let count = 0; count < 3; count++) await site.get('/dates', { key })
  await site.kontor.app.close()
  const { rows } = await sql<{ requests: string; day: string }>`
    select u.requests, u.day from website_key_use u join website_key k on k.id = u.key_id where k.key = ${key}`.execute(
    site.kontor.db,
  )
  assert.deepEqual(rows, [{ requests: '3', day: '2026-11-25' }])
})

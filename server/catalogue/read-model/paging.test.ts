// Additions of GET /events to the interface: limit, offset, fields, X-Total-Count, cache headers.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { fixtureSql } from '../../../test/support/catalogue-data.ts'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'

let kontor: TestInstance
let ids: number[]
before(async () => {
  kontor = await testInstance()
  await sql.raw(fixtureSql).execute(kontor.db)
  await sql`insert into event (id, title) values (2001, 'more'), (2002, 'and more')`.execute(kontor.db)
  ids = (await kontor.call('GET', '/events')).json.map(({ event_id }: { event_id: number }) => event_id)
})
after(() => kontor.close())

const page = async (query: string) => {
  const { status, json, headers } = await kontor.call('GET', `/events?${query}`)
  assert.equal(status, 200)
  const found = json.map(({ event_id }: { event_id: number }) => event_id)
  return { ids: found, total: headers['x-total-count'] }
}

test('limit and offset select a page of events; X-Total-Count is the number of all matching events', async () => {
  const total = String(ids.length)
  assert.ok(ids.length >= 3)
  assert.deepEqual(await page(''), { ids, total })
  assert.deepEqual(await page('limit=2'), { ids: ids.slice(0, 2), total })
  assert.deepEqual(await page('limit=1&offset=1'), { ids: ids.slice(1, 2), total })
  assert.deepEqual(await page(`offset=${ids.length - 1}&limit=50`), { ids: ids.slice(-1), total })
  assert.deepEqual(await page(`offset=${ids.length}`), { ids: [], total })
  assert.deepEqual(await page('offset=2147483647'), { ids: [], total })
  assert.deepEqual(await page(`eventId=${ids[0]}&limit=5`), { ids: [ids[0]], total: '1' })
  assert.deepEqual(await page('eventId=2147483647'), { ids: [], total: '0' })
})

const invalidQueries: [query: string, field: string][] = [
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=x', 'limit'],
  ['limit=1.5', 'limit'],
  ['offset=-1', 'offset'],
  ['offset=99999999999', 'offset'],
  ['fields=event_id,nonsense', 'fields[1]'],
  ['fields=dates.date_id', 'fields[0]'],
]
for (const [query, field] of invalidQueries)
  test(`400 for ${query} names ${field}`, async () => {
    const { status, json } = await kontor.call('GET', `/events?${query}`)
    assert.equal(status, 400)
    assert.deepEqual(
      json.details.map((detail: { field: string }) => detail.field),
      [field],
    )
  })

test('fields chooses fields of events and dates, in the order of the interface', async () => {
  const { json: full } = await kontor.call('GET', '/events')
  const fieldsOf = async (fields: string) => (await kontor.call('GET', `/events?fields=${fields}`)).json
  assert.deepEqual(
    await fieldsOf('event_title,event_id'),
    full.map(({ event_id, event_title }: Record<string, unknown>) => ({ event_id, event_title })),
  )
  const [first] = await fieldsOf('event_title,event_id')
  assert.deepEqual(Object.keys(first), ['event_id', 'event_title'])
  assert.deepEqual(
    await fieldsOf('dates'),
    full.map(({ dates }: Record<string, unknown>) => ({ dates })),
  )
  // A field that only dates have includes `dates`; a field that both have is returned on both.
  assert.deepEqual(
    await fieldsOf('event_id,free_places,event_pdfs,series_parents'),
    full.map(({ event_id, event_pdfs, dates }: Record<string, unknown>) => ({
      event_id,
      event_pdfs,
      dates: (dates as Record<string, unknown>[]).map(({ free_places, series_parents, event_pdfs }) => ({
        free_places,
        series_parents,
        event_pdfs,
      })),
    })),
  )
  const { json } = await kontor.call('GET', '/events', {
    body: { fields: ['event_id', 'date_prices'], prices: true, limit: 1 },
  })
  assert.deepEqual(Object.keys(json[0]), ['event_id', 'dates'])
})

test('Cache-Control is private, no-cache, or what the setting says; X-Total-Count is on a 304, too', async () => {
  const { headers } = await kontor.call('GET', '/events')
  assert.equal(headers['cache-control'], 'private, no-cache')
  const again = await kontor.call('GET', '/events', { headers: { 'if-none-match': String(headers['etag']) } })
  assert.deepEqual([again.status, again.text], [304, ''])
  assert.equal(again.headers['x-total-count'], String(ids.length))
  const cached = await testInstance({ settings: { cacheControl: 'private, max-age=60' } })
  try {
    assert.equal((await cached.call('GET', '/events')).headers['cache-control'], 'private, max-age=60')
  } finally {
    await cached.close()
  }
})

for (const broken of ['"', 'W/', ',,,', '"abc', 'abc"', '*"', '\u00fc', `"${'x'.repeat(5000)}"`])
  test(`an invalid If-None-Match (${JSON.stringify(broken).slice(0, 20)}) is ignored`, async () => {
    const { status } = await kontor.call('GET', '/events', { headers: { 'if-none-match': broken } })
    assert.equal(status, 200)
  })

test('406 with an error body if every encoding is forbidden', async () => {
  for (const refused of ['identity;q=0, *;q=0', 'identity;q=0', '*;q=0']) {
    const { status, json } = await kontor.call('GET', '/events', { headers: { 'accept-encoding': refused } })
    assert.equal(status, 406, refused)
    assert.equal(json.code, 406)
  }
})

test('a request with a body is not cacheable', async () => {
  const { headers: without } = await kontor.call('GET', '/events')
  const { status, headers } = await kontor.call('GET', '/events', {
    body: {},
    headers: { 'if-none-match': String(without['etag']) },
  })
  assert.deepEqual([status, headers['cache-control'], headers['etag']], [200, 'no-store', undefined])
})

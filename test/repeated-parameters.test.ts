// A parameter that the address has twice is refused with its name, also where no schema reads it: the key, and the pages.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from './support/website.ts'

let site: Website
let key: string
before(async () => {
  site = await openWebsite()
  key = await site.createKey()
  await sql`insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = true, goes_ahead = true;
    insert into event (id, title, is_published) values (1, 'R', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published) values (10, 1, '2040-03-01', 5, 'open', true);
    update website_pages set key_id = (select max(id) from website_key)`.execute(site.kontor.db)
})
after(() => site.kontor.close())

test('a key that is given twice is refused, whatever else the request has', async () => {
  const other = await site.createKey()
  for (const path of ['/dates', '/facets', '/events'])
    for (const query of [
      `key=${key}&key=${other}`,
      `key=${key}&key=`,
      `key=&key=${key}`,
      `key=${key}&limit=1&key=${key}`,
    ]) {
      const { status, json } = await site.get(`${path}?${query}`, { key: null })
      assert.equal(status, 400, `${path}?${query}`)
      assert.equal(json.errors[0].pointer, '/key')
    }
  assert.equal((await site.get(`/dates?key=${key}&key=${other}`, { key })).status, 400)
  const written = await site.post(`/quotes?key=${key}&key=${other}`, { dateId: 10, seats: 1 }, { key: null })
  assert.equal(written.status, 400)
})

test('the pages refuse what they read, and pass over the parameters of others', async () => {
  const cases: [path: string, name: string][] = [
    ['/dates?lang=de&lang=en', 'lang'],
    ['/dates?city=a&city=b', 'city'],
    ['/dates?cursor=a&cursor=b', 'cursor'],
    ['/dates?month=2040-03&month=2040-04', 'month'],
    ['/events/r-1?lang=de&lang=de', 'lang'],
    ['/book/10?seats=1&seats=2', 'seats'],
    ['/booking/none?lang=en&lang=de', 'lang'],
    ['/withdraw?contract=A&contract=B', 'contract'],
  ]
  for (const [path, name] of cases) {
    const { status, text } = await site.open(path)
    assert.equal(status, 400, path)
    assert.match(text, new RegExp(`[„“]${name}[“”]`), path)
  }
  const posted = await site.send('/book/10?lang=de&lang=en', { seatCount: '1' })
  assert.equal(posted.status, 400)
  assert.equal((await site.open('/docs/de/search?q=a&q=b')).status, 400)
  for (const path of [
    '/dates?utm_source=a&utm_source=b',
    '/dates?x=1&x=2',
    '/book/10?utm_source=a&utm_source=b',
  ])
    assert.equal((await site.open(path)).status, 200, path)
})

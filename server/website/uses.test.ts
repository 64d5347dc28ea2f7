// The use of keys: views and begun bookings are counted by day, without data about visitors.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../test/support/website.ts'

let site: Website
let key: string
beforeEach(async (context) => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
  key = await site.createKey()
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'Rhetorik', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published) values (10, 1, '2027-03-01', 9, 'open', true)`.execute(
    site.kontor.db,
  )
  await sql`update website_pages set key_id = (select id from website_key where key = ${key})`.execute(
    site.kontor.db,
  )
  ;(context as { after(work: () => Promise<void>): void }).after(() => site.kontor.close())
})

/** Stops the service, which writes the counts. */
async function counted() {
  await site.kontor.app.close()
  const { rows } = await sql<{ day: string; requests: string; views: string; begun: string }>`
    select u.day, u.requests, u.views, u.begun from website_key_use u join website_key k on k.id = u.key_id where k.key = ${key}`.execute(
    site.kontor.db,
  )
  return rows
}
const open = (
  url: string,
  agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  method: 'GET' | 'HEAD' = 'GET',
) => site.kontor.app.inject({ method, url, headers: { 'user-agent': agent } })

test('dates and events that are read, and holds that are no extension', async () => {
  await site.get('/dates', { key })
  await site.get('/dates/10?availability=any', { key })
  await site.get('/dates/11?availability=any', { key })
  await site.get('/events/1', { key })
  const { json } = await site.post('/holds', { dateId: 10, seats: 1 }, { key })
  await site.post('/holds', { dateId: 10, seats: 2, holdId: json.id }, { key })
  await site.post('/holds', { dateId: 10, seats: 99 }, { key })
  assert.deepEqual(await counted(), [{ day: '2026-11-25', requests: '7', views: '3', begun: '1' }])
})

test('a copy that a secret key keeps is no visitor', async () => {
  const secret = await site.createKey({ isSecret: true })
  await site.get('/dates/10?availability=any', { key: secret })
  await site.post('/holds', { dateId: 10, seats: 1 }, { key: secret })
  await site.kontor.app.close()
  const { rows } = await sql`select requests, views, begun from website_key_use`.execute(site.kontor.db)
  assert.deepEqual(rows, [{ requests: '2', views: '0', begun: '0' }])
})

test('pages that are opened, without crawlers and pages that there are not', async () => {
  assert.equal((await open('/events/rhetorik')).statusCode, 200)
  assert.equal((await open('/book/10')).statusCode, 200)
  await open('/dates')
  await open('/events/rhetorik', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')
  await open('/book/10', 'curl/8.5.0', 'HEAD')
  assert.equal((await open('/events/unknown')).statusCode, 404)
  assert.equal((await open('/book/99')).statusCode, 404)
  assert.deepEqual(await counted(), [{ day: '2026-11-25', requests: '0', views: '1', begun: '1' }])
})

// GET /changes.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../test/support/website.ts'

let site: Website
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
  await sql`
    insert into catalogue (id, name) values (1, 'Open'), (2, 'In-house');
    insert into event (id, title) values (1, 'R');
    update event set is_published = true;
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true) on conflict do nothing;
    insert into event_date (id, event_id, title, start_date, participants_max, is_published, booking_end_date, status) values
      (10, 1, '', '2027-03-01', 10, true, null, 'open'), (11, 1, '', '2027-04-01', 10, true, '2026-11-25', 'open')`.execute(
    site.kontor.db,
  )
})
after(() => site.kontor.close())

const read = async (since?: string, key?: string) => {
  const { status, json } = await site.get(`/changes${since ? `?since=${since}` : ''}`, key ? { key } : {})
  assert.equal(status, 200, JSON.stringify(json))
  return json as { data: { type: string; id: number; change: string; reason: string }[]; next: string }
}
const run = (text: string) => sql.raw(text).execute(site.kontor.db)
const told = ({ data }: Awaited<ReturnType<typeof read>>) =>
  data.map(({ type, id, change, reason }) => `${type} ${id} ${change} ${reason}`)

test("`GET /changes`: the newest cursor; `?since=cursor`: `{ data: [{ type: 'date'|'event', id, change: 'changed'|'removed', reason }], next }`, each once, and nothing with the same cursor", async () => {
  const { data, next } = await read()
  assert.deepEqual(data, [])
  assert.deepEqual(await read(next), { data: [], next })
  await run('update event_date set booked_count = 1 where id = 10')
  const booked = await read(next)
  assert.deepEqual(told(booked), ['date 10 changed seats'])
  await run(`update event set title = 'R for all' where id = 1`)
  const renamed = await read(booked.next)
  assert.deepEqual(told(renamed), [
    'date 10 changed event',
    'date 11 changed event',
    'event 1 changed content',
  ])
})

test("Removed: deleted, withdrawn, out of the key's catalogues", async () => {
  const key = await site.createKey({ catalogueIds: [1] })
  await run(`insert into date_catalogue (date_id, catalogue_id) values (10, 1)`)
  const start = await read(undefined, key)
  await run('update date_catalogue set catalogue_id = 2 where date_id = 10')
  const moved = await read(start.next, key)
  assert.deepEqual(told(moved), ['date 10 removed content'])
  assert.deepEqual(told(await read(start.next)), ['date 10 changed content'])
  await run('update event_date set is_published = false where id = 10')
  const withdrawn = await read(moved.next)
  assert.deepEqual(told(withdrawn), ['date 10 removed withdrawn'])
  await run('update event_date set is_published = true where id = 10')
  const again = await read(withdrawn.next)
  await run('delete from event_date where id = 10')
  assert.deepEqual(told(await read(again.next)), ['date 10 removed deleted'])
})

test('never leaves out a late commit', async () => {
  const { next } = await read()
  let release = () => {}
  const late = site.kontor.db.transaction().execute(async (tx) => {
    await sql`update event_date set subtitle = 'late' where id = 11`.execute(tx)
    await new Promise<void>((resolve) => {
      release = resolve
    })
  })
  await run(`update event set subtitle = 'early' where id = 1`)
  while (!(await read(next)).data.some(({ type }) => type === 'event')) await new Promise(setImmediate)
  const early = await read(next)
  release()
  await late
  assert.deepEqual(told(await read(early.next)), ['date 11 changed content'])
})

test('changes at midnight are reported; a cursor holds for 30 days, then 410', async () => {
  const { next } = await read()
  assert.equal((await site.get('/dates/11?availability=any')).json.bookableTo, '2026-11-25')
  site.kontor.clock.set('2026-11-26T12:00:00Z')
  const overnight = await read(next)
  assert.deepEqual(told(overnight), ['date 11 removed day'])
  assert.deepEqual(told(await read(overnight.next)), [])
  site.kontor.clock.set('2026-12-26T12:00:00Z')
  assert.equal((await site.get(`/changes?since=${overnight.next}`)).status, 200)
  site.kontor.clock.set('2026-12-28T12:00:00Z')
  const gone = await site.get(`/changes?since=${overnight.next}`)
  assert.equal(gone.status, 410)
  assert.equal(gone.json.type, '/problems/cursor-expired')
  const malformed = await site.get('/changes?since=nothing')
  assert.equal(malformed.json.errors[0].pointer, '/since')
})

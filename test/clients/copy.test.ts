// Copies of the catalogue that the TypeScript client keeps up to date.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Copy, createClient, followChanges, updateCopy } from '../../clients/typescript/src/index.ts'
import { waitUntil } from '../support/wait-until.ts'
import { openWebsite, type Website } from '../support/website.ts'

const today = '2026-11-25'
let site: Website
let baseUrl: string
let key: string
before(async () => {
  site = await openWebsite({ start: `${today}T12:00:00Z` })
  await sql`
    insert into catalogue (id, name) values (1, 'Open');
    insert into event (id, title) values (1, 'R'), (2, 'Python');
    update event set is_published = true;
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true) on conflict do nothing;
    insert into event_date (id, event_id, title, start_date, participants_max, is_published, status)
      select i, i % 2 + 1, 'Date ' || i, date '2027-01-01' + i, 10, true, 'open' from generate_series(1, 120) i`.execute(
    site.kontor.db,
  )
  key = await site.createKey()
  baseUrl = await site.kontor.app.listen({ port: 0, host: '127.0.0.1' })
})
after(() => site.kontor.close())

const run = (text: string) => sql.raw(text).execute(site.kontor.db)

/** A copy in memory. */
function createCopy() {
  const records = new Map<string, unknown>()
  let cursor: string | undefined
  const copy: Copy = {
    readCursor: () => cursor,
    writeCursor: (next) => {
      cursor = next
    },
    put: ({ type, id, record }) => records.set(`${type} ${id}`, record),
    remove: (type, id) => records.delete(`${type} ${id}`),
    keepOnly: (type, ids) => {
      for (const name of records.keys())
        if (name.startsWith(`${type} `) && !ids.has(Number(name.split(' ')[1]))) records.delete(name)
    },
  }
  return { copy, records, cursor: () => cursor }
}

const sorted = (records: Map<string, unknown>) =>
  [...records].toSorted(([one], [other]) => one.localeCompare(other, 'en'))

/** The present state of the interface, by the names of a copy. */
async function shown(): Promise<Map<string, unknown>> {
  const kontor = createClient({ baseUrl, key })
  const dates = await Array.fromAsync(kontor.allDates())
  const events = await Array.fromAsync(kontor.allEvents())
  return new Map<string, unknown>([
    ...dates.map((date) => [`date ${date.id}`, date] as const),
    ...events.map(({ dates: _, ...event }) => [`event ${event.id}`, event] as const),
  ])
}

test('a copy has everything after the first update, and then reads only the changes', async () => {
  const kontor = createClient({ baseUrl, key })
  const { copy, records } = createCopy()
  assert.deepEqual(await updateCopy(kontor, copy), { isComplete: true, put: 120, removed: 0 })
  assert.equal(records.size, 120)
  assert.deepEqual(await updateCopy(kontor, copy), { isComplete: false, put: 0, removed: 0 })
  await run(`update event_date set booked_count = 10 where id in (1, 2);
    update event_date set is_published = false where id = 3; delete from event_date where id = 4;
    update event_date set title = 'Moved' where id = 5`)
  assert.deepEqual(await updateCopy(kontor, copy), { isComplete: false, put: 1, removed: 4 })
  await run(`update event set title = 'R for all' where id = 1`)
  await updateCopy(kontor, copy)
  const dates = [...(await shown())].filter(([name]) => name.startsWith('date '))
  assert.deepEqual(sorted(records), sorted(new Map(dates)))
})

test('after a cursor has expired, the copy reads everything, keeps its records meanwhile, and loses deleted ones', async () => {
  const kontor = createClient({ baseUrl, key })
  const { copy, records, cursor } = createCopy()
  await updateCopy(kontor, copy, { types: ['date', 'event'] })
  const before = cursor()
  await run('delete from event_date where id in (10, 11)')
  site.kontor.clock.set('2026-12-28T12:00:00Z')
  const sizes: number[] = []
  const observed: Copy = {
    ...copy,
    put: (copied) => {
      if (copied.type === 'date') sizes.push(records.size)
      return copy.put(copied)
    },
  }
  const { isComplete } = await updateCopy(kontor, observed, { types: ['date', 'event'] })
  assert.ok(isComplete)
  assert.ok(sizes.every((size) => size === sizes[0]))
  assert.deepEqual(sorted(records), sorted(await shown()))
  assert.notEqual(cursor(), before)
  assert.equal((await updateCopy(kontor, observed, { types: ['date', 'event'] })).isComplete, false)
})

test('a live copy shows a change at once, survives failures, and ends with its signal or its key', async () => {
  let isUnreachable = false
  const kontor = createClient({
    baseUrl,
    key,
    fetch: (url, init) => fetch(isUnreachable ? 'http://127.0.0.1:1/' : url, init),
  })
  const { copy, records } = createCopy()
  const ending = new AbortController()
  const errors: unknown[] = []
  const following = followChanges(kontor, copy, {
    signal: ending.signal,
    everyMs: 50,
    onError: (error) => errors.push(error),
  })
  const titleOf = (id: number) => (records.get(`date ${id}`) as { title: string } | undefined)?.title
  await waitUntil(() => titleOf(20) === 'Date 20')
  isUnreachable = true
  await waitUntil(() => errors.length > 1)
  await run(`update event_date set title = 'Live' where id = 20`)
  isUnreachable = false
  await waitUntil(() => titleOf(20) === 'Live')
  ending.abort()
  await following
  const ownKey = await site.createKey()
  await run(`update website_key set revoked_at = now() where key = '${ownKey}'`)
  const refused = followChanges(createClient({ baseUrl, key: ownKey }), createCopy().copy, {
    signal: new AbortController().signal,
  })
  await assert.rejects(refused, { name: 'KontorError', status: 401 })
})

// The availability of a series is that of what can be booked: the fewest seats of its own and of the modules that a booking takes.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../test/support/website.ts'

let site: Website
let key: string
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
  key = await site.createKey({ isSecret: true })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true), ('off', 'off', false, false)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published, visitors_may_move) values (1, 'Series', true, true), (2, 'Modules', false, true);
    -- The modules are not published.
    insert into event_date (id, event_id, start_date, participants_max, status, is_published) values
      (20, 1, '2027-04-01', 20, 'open', true), (30, 1, '2027-05-01', 20, 'open', true),
      (21, 2, '2027-04-01', 10, 'open', false), (22, 2, '2027-04-02', 10, 'open', false), (23, 2, '2027-04-03', 10, 'open', false);
    insert into series_module (id, date_id, position, is_mandatory) values (1, 20, 1, true), (2, 20, 2, false);
    insert into series_module_date (series_module_id, position, linked_date_id) values (1, 1, 21), (1, 2, 22), (2, 1, 23);
    update website_pages set key_id = (select min(id) from website_key)`.execute(site.kontor.owner)
})
beforeEach(async () => {
  await sql`delete from booking; delete from order_link; delete from booking_order; update event_date set status = 'open', has_waiting_list = false;
    update series_module_date set is_preselected = false; update date_status set goes_ahead = true where status = 'open'`.execute(
    site.kontor.owner,
  )
})
after(() => site.kontor.close())

const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const book = (dateId: number, count: number) =>
  site.post(
    '/bookings',
    {
      dateId,
      seats: Array(count).fill({ later: true }),
      orderer: ben,
      invoiceTo: { street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' },
      isConsumer: false,
      accepted: [],
    },
    { key },
  )
const fill = (dateId: number, count: number) =>
  sql`with o as (insert into booking_order (source) values ('import') returning id)
    insert into booking (date_id, status, order_id) select ${dateId}::int, 'booked', o.id from o, generate_series(1, ${count}::int)`.execute(
    site.kontor.owner,
  )

/** The series in each channel. */
async function shown() {
  const { json: date } = await site.get('/dates/20?availability=any')
  const { json: list } = await site.get('/dates?event=1&availability=any')
  const { json: ld } = await site.get('/events/1/schema.json')
  const { json: full } = await site.get('/dates?event=1&availability=full')
  return {
    date: [date.availability, date.seats.free],
    list: list.data
      .filter(({ id }: { id: number }) => id === 20)
      .map(({ availability, seats }: typeof date) => [availability, seats.free]),
    full: full.data.map(({ id }: { id: number }) => id),
    offers: JSON.stringify(ld),
  }
}

test('a full module makes the series full, in every channel, and is told as its change', async () => {
  const before = await shown()
  assert.deepEqual(before.date, ['available', 10])
  await fill(21, 8)
  assert.deepEqual((await shown()).date, ['few', 2])
  const { json: changes } = await site.get('/changes')
  await fill(21, 2)
  const after = await shown()
  assert.deepEqual([after.date, after.list, after.full], [['full', 0], [['full', 0]], [20]])
  assert.match(after.offers, /"identifier":"20".*?"remainingAttendeeCapacity":0/)
  assert.match((await site.open('/dates')).text, /ausgebucht/)
  const told = (await site.get(`/changes?since=${changes.next}`)).json
  assert.ok(
    told.data.some(
      ({ type, id, reason }: { type: string; id: number; reason: string }) =>
        type === 'date' && id === 20 && reason === 'seats',
    ),
  )
  assert.equal((await book(20, 1)).status, 409)
  // The counters of the date are its own.
  const [seats] = (await (await site.kontor.signIn({ rights: ['catalogue'] })).call('GET', '/dates/20/seats'))
    .json
  assert.deepEqual([seats.freeSeats, seats.bookedCount], [0, 0])
  await sql`update event_date set has_waiting_list = true where id = 20`.execute(site.kontor.owner)
  assert.deepEqual((await shown()).date, ['waitingList', 0])
  await sql`delete from booking`.execute(site.kontor.owner)
  await sql`update event_date set has_waiting_list = false where id = 20`.execute(site.kontor.owner)
  assert.deepEqual((await shown()).date, ['available', 10])
})

test('a module that a booking does not take is left out, until it is preselected', async () => {
  await fill(22, 10)
  await fill(23, 10)
  assert.deepEqual((await shown()).date, ['available', 10])
  assert.equal((await book(20, 1)).status, 201)
  await sql`update series_module_date set is_preselected = true where linked_date_id = 23`.execute(
    site.kontor.owner,
  )
  assert.deepEqual((await shown()).date, ['full', 0])
  assert.equal((await book(20, 1)).status, 409)
})

test('a cancelled module gives way to the next date of it; without one, the series is closed', async () => {
  await sql`update event_date set status = 'off' where id = 21`.execute(site.kontor.owner)
  assert.deepEqual((await shown()).date, ['available', 10])
  await sql`update event_date set status = 'off' where id = 22`.execute(site.kontor.owner)
  assert.equal((await shown()).date[0], 'closed')
  await sql`update date_status set goes_ahead = true where status = 'off'`.execute(site.kontor.owner)
  assert.deepEqual((await shown()).date, ['available', 10])
  await sql`update date_status set goes_ahead = false where status = 'off'`.execute(site.kontor.owner)
  assert.equal((await shown()).date[0], 'closed')
})

test('seats move only to a series whose modules have seats', async () => {
  const { json } = await book(30, 1)
  const path = json.manageUrl
  assert.match((await site.open(`${path}?part=move`)).text, /10 Plätze frei/)
  await fill(21, 10)
  assert.doesNotMatch((await site.open(`${path}?part=move`)).text, /Plätze frei/)
})

// POST /holds: seats are held for a while, and never twice.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { waitForLock } from '../../../test/support/wait-until.ts'
import { openWebsite, type Website } from '../../../test/support/website.ts'
import { releaseSeatsJob } from '../../messages/release-seats-job.ts'

let site: Website
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
  await sql`
    insert into catalogue (id, name) values (1, 'Open'), (2, 'In-house');
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true), ('off', 'off', false, false)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'R', true), (2, 'Series', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published, has_waiting_list, booking_end_date) values
      (10, 1, '2027-03-01', 3, 'open', true, true, null), (11, 1, '2027-03-01', 10, 'off', true, false, null),
      (12, 1, '2027-03-01', 10, 'open', false, false, null), (13, 1, '2027-03-01', 10, 'open', true, false, '2026-01-01'),
      (20, 2, '2027-04-01', 20, 'open', true, false, null), (21, 2, '2027-04-01', 5, 'open', true, false, null),
      (22, 2, '2027-04-02', 5, 'open', true, false, null);
    insert into date_catalogue (date_id, catalogue_id) values (20, 2);
    insert into series_module (id, date_id, position, is_mandatory) values (1, 20, 1, true), (2, 20, 2, false);
    insert into series_module_date (series_module_id, position, linked_date_id) values (1, 1, 21), (2, 1, 22);
    insert into contact (id, contact_type, last_name, last_name_key) select id, 'person', 'P' || id, 'p' || id from generate_series(101, 105) id`.execute(
    site.kontor.db,
  )
})
beforeEach(() => sql`delete from booking; delete from seat_hold`.execute(site.kontor.db))
after(() => site.kontor.close())

const hold = (body: object, options = {}) => site.post('/holds', body, options)
const free = async (id: number) => (await site.get(`/dates/${id}?availability=any`)).json.seats.free
const expire = () =>
  sql`update seat_hold set expires_at = clock_timestamp() - interval '1 second'`.execute(site.kontor.db)
const runJob = () => releaseSeatsJob.run(site.kontor, new AbortController().signal)

test('`POST /holds`: `{ dateId, moduleDateIds?, seats }` → 201 `{ id, expiresAt }`: seats are held for 15 minutes, extended while the form is filled, given back after', async () => {
  const { status, json, headers } = await hold({ dateId: 10, seats: 2 })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(json), ['id', 'expiresAt'])
  assert.equal(headers['cache-control'], 'no-store')
  const minutes = (Date.parse(json.expiresAt) - Date.now()) / 60_000
  assert.ok(minutes > 14.5 && minutes < 15.5, String(minutes))
  assert.equal(await free(10), 1)

  await sql`update seat_hold set expires_at = clock_timestamp() + interval '1 second'`.execute(site.kontor.db)
  const extended = await hold({ dateId: 10, seats: 3, holdId: json.id })
  assert.deepEqual([extended.status, extended.json.id], [201, json.id])
  assert.ok(Date.parse(extended.json.expiresAt) >= Date.parse(json.expiresAt))
  assert.equal(await free(10), 0)
  assert.equal((await hold({ dateId: 10, seats: 1, holdId: json.id })).status, 201)
  assert.equal(await free(10), 2)

  await expire()
  await runJob()
  assert.equal(await free(10), 3)
  assert.equal((await hold({ dateId: 10, seats: 1, holdId: json.id })).status, 201)
})

test('A hold counts as taken: 409 `/problems/seats-taken` with `free`', async () => {
  assert.equal((await hold({ dateId: 10, seats: 2 })).status, 201)
  const { status, json } = await hold({ dateId: 10, seats: 2 })
  assert.deepEqual([status, json.type, json.free], [409, '/problems/seats-taken', 1])
  const hidden = await hold({ dateId: 10, seats: 2 }, { key: await site.createKey({ hidesSeats: true }) })
  assert.deepEqual([hidden.status, hidden.json.free], [409, null])
  assert.equal(hidden.json.detail, '"R, 2027-03-01" has not enough free seats.')
  const office = await site.kontor.signIn({ rights: ['090300', 'booking', 'message', 'catalogue'] })
  const book = (count: number) =>
    office.call('POST', '/bookings', { dateId: 10, status: 'booked', participants: [], unnamedSeats: count })
  assert.equal((await book(2)).status, 409)
  assert.equal((await book(1)).status, 200)
  assert.equal(await free(10), 0)
})

test('holds that have run out end by the clock of the database, without the job', async () => {
  await hold({ dateId: 10, seats: 3 })
  assert.equal((await hold({ dateId: 10, seats: 1 })).status, 409)
  await expire()
  assert.equal((await hold({ dateId: 10, seats: 3 })).status, 201)
  assert.equal(await free(10), 0)
})

test('seats of a hold that runs out go to those who wait for them, who are told', async () => {
  await sql`update message_rule set is_enabled = true where cause = 'promoted'`.execute(site.kontor.db)
  await hold({ dateId: 10, seats: 3 })
  const office = await site.kontor.signIn({ rights: ['090300', 'booking', 'message', 'catalogue'] })
  const waiting = await office.call('POST', '/bookings', {
    dateId: 10,
    status: 'waitlisted',
    participants: [{ contactId: 101 }],
  })
  assert.equal(waiting.json[0].status, 'waitlisted')
  await expire()
  await runJob()
  const { rows } = await sql<{ status: string }>`select status from booking`.execute(site.kontor.db)
  assert.deepEqual(rows, [{ status: 'booked' }])
  const told = await sql<{ causes: string[] }>`select causes from outbox_mail where contact_id = 101`.execute(
    site.kontor.db,
  )
  assert.deepEqual(told.rows, [{ causes: ['promoted'] }])
  assert.equal(await free(10), 2)
  assert.equal(await releaseSeatsJob.dueAfterMs!(site.kontor), undefined)
})

test('a series is held with its modules, or not at all', async () => {
  assert.equal((await hold({ dateId: 20, seats: 4, moduleDateIds: [21, 22] })).status, 201)
  assert.deepEqual([await free(20), await free(21), await free(22)], [1, 1, 1])
  // The mandatory module alone.
  assert.equal((await hold({ dateId: 20, seats: 1 })).status, 201)
  assert.deepEqual([await free(20), await free(21), await free(22)], [0, 0, 1])
  const { status, json } = await hold({ dateId: 20, seats: 1, moduleDateIds: [21, 22] })
  assert.deepEqual([status, json.free], [409, 0])
  assert.deepEqual([await free(20), await free(21), await free(22)], [0, 0, 1])
  const missing = await hold({ dateId: 20, seats: 1, moduleDateIds: [22] })
  assert.deepEqual([missing.status, missing.json.errors[0].pointer], [400, '/moduleDateIds'])
})

test('from a site, 100 seats are held at most; with a secret key, the website answers for its visitors', async () => {
  await sql`insert into event_date (id, event_id, start_date, participants_max, status, is_published)
    select id, 1, '2027-05-01', 200, 'open', true from generate_series(31, 32) id`.execute(site.kontor.db)
  const from = { remoteAddress: '192.0.2.1' }
  const first = await hold({ dateId: 31, seats: 60 }, from)
  // A hold that is changed does not count twice.
  const { holdId } = { holdId: first.json.id }
  assert.equal((await hold({ dateId: 31, seats: 70, holdId }, from)).status, 201)
  const refused = await hold({ dateId: 32, seats: 31 }, from)
  assert.deepEqual(
    [refused.status, refused.json.type, refused.headers['retry-after']],
    [429, '/problems/too-many-requests', '900'],
  )
  assert.equal(await free(32), 200)
  assert.equal((await hold({ dateId: 32, seats: 30 }, from)).status, 201)
  assert.equal((await hold({ dateId: 20, seats: 1 }, from)).status, 429)
  assert.equal((await hold({ dateId: 20, seats: 1 }, { remoteAddress: '192.0.2.2' })).status, 429)
  assert.equal((await hold({ dateId: 20, seats: 5 }, { remoteAddress: '198.51.100.2' })).status, 201)
  const secret = { ...from, key: await site.createKey({ isSecret: true }) }
  assert.equal((await hold({ dateId: 32, seats: 100 }, secret)).status, 201)
  assert.equal((await hold({ dateId: 32, seats: 50 }, secret)).status, 201)
  await expire()
  assert.equal((await hold({ dateId: 31, seats: 100 }, from)).status, 201)
})

test('requests at once of a site hold no more than 100 seats', async () => {
  await sql`insert into event_date (id, event_id, start_date, participants_max, status, is_published)
    values (33, 1, '2027-05-01', 500, 'open', true)`.execute(site.kontor.db)
  const answers = await Promise.all(Array.from({ length: 10 }, () => hold({ dateId: 33, seats: 30 })))
  const held = answers.filter(({ status }) => status === 201)
  assert.equal(held.length, 3, answers.map(({ status }) => status).join())
})

test('seats that cannot be booked are not held', async () => {
  const pointers = async (body: unknown, options = {}) => {
    const { status, json } = await site.post('/holds', body, options)
    return [status, ...(json.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)]
  }
  for (const dateId of [12, 99]) assert.deepEqual(await pointers({ dateId, seats: 1 }), [400, '/dateId'])
  const other = await site.createKey({ catalogueIds: [1] })
  assert.deepEqual(await pointers({ dateId: 20, seats: 1 }, { key: other }), [400, '/dateId'])
  for (const dateId of [11, 13]) assert.deepEqual(await pointers({ dateId, seats: 1 }), [409])
  assert.deepEqual(await pointers({ dateId: 10, seats: 0 }), [400, '/seats'])
  assert.deepEqual(await pointers({ dateId: 10, seats: 1, holdId: 'x' }), [400, '/holdId'])
  assert.deepEqual(await pointers({ dateId: 10, seats: 1, colour: 1 }), [400, '/colour'])
  assert.equal((await site.post('/holds', '{', {})).status, 400)
  assert.equal((await site.post('/holds', { dateId: 10, seats: 1, x: 'y'.repeat(200_000) })).status, 413)
  const text = { headers: { 'content-type': 'text/plain' } }
  assert.equal((await site.post('/holds', 'dateId=10', text)).status, 415)
  assert.equal((await site.post('/holds', { dateId: 10, seats: 1 }, { key: null })).status, 401)
  assert.equal((await site.get('/holds')).status, 405)
  assert.equal(await free(10), 3)
})

test('a repeated request with its `Idempotency-Key` holds once', async () => {
  const options = { headers: { 'idempotency-key': 'one' } }
  const [first, second] = [
    await hold({ dateId: 10, seats: 2 }, options),
    await hold({ dateId: 10, seats: 2 }, options),
  ]
  assert.deepEqual([second.status, second.text], [201, first.text])
  assert.equal(second.headers['idempotency-replayed'], 'true')
  assert.equal(await free(10), 1)
  assert.equal((await hold({ dateId: 10, seats: 1 }, options)).status, 409)
  const full = { headers: { 'idempotency-key': 'two' } }
  const refused = await hold({ dateId: 10, seats: 2 }, full)
  const again = await hold({ dateId: 10, seats: 2 }, full)
  assert.deepEqual([again.status, again.text], [409, refused.text])
  assert.equal(again.headers['content-type'], 'application/problem+json; charset=utf-8')
})

test('many at once: exactly the seats that there are', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, () => hold({ dateId: 20, seats: 1, moduleDateIds: [21, 22] })),
  )
  assert.equal(outcomes.filter(({ status }) => status === 201).length, 5)
  assert.ok(outcomes.every(({ status }) => status === 201 || status === 409))
  assert.deepEqual([await free(20), await free(21), await free(22)], [0, 0, 0])
})

test('holds at once: one that finds no seats does not keep the others from theirs', async () => {
  const [held] = await Promise.all([hold({ dateId: 22, seats: 2 }), hold({ dateId: 10, seats: 1 })])
  const outcomes = await Promise.all([
    hold({ dateId: 22, seats: 1 }),
    hold({ dateId: 10, seats: 1 }),
    hold({ dateId: 22, seats: 3, holdId: held!.json.id }),
    hold({ dateId: 21, seats: 6 }),
    hold({ dateId: 13, seats: 1 }),
  ])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    [201, 201, 201, 409, 409],
  )
  assert.equal(outcomes[2]!.json.id, held!.json.id)
  assert.deepEqual([await free(10), await free(21), await free(22)], [1, 5, 1])
})

test('a status that counts otherwise leaves held seats held', async () => {
  await hold({ dateId: 10, seats: 1 })
  const { db } = site.kontor
  await sql`insert into booking (contact_id, date_id, status) values (102, 10, 'reserved')`.execute(db)
  await sql`update booking_status set counts_as = 'booked' where status = 'reserved'`.execute(db)
  assert.equal(await free(10), 1)
  await sql`update booking_status set counts_as = 'reserved' where status = 'reserved'`.execute(db)
  assert.equal(await free(10), 1)
})

test('A transaction never waits for another connection of the pool: with a single one, and the catalogue to be read again', async (t) => {
  const { kontor, createKey, post } = await openWebsite({ settings: { databaseConnections: 1 } })
  t.after(() => kontor.close())
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true) on conflict do nothing;
    insert into event (id, title, is_published) values (1, 'R', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published) values (10, 1, '2027-03-01', 3, 'open', true)`.execute(
    kontor.db,
  )
  const person = { firstName: 'A', lastName: 'B', email: 'a@b.example' }
  const booking = {
    dateId: 10,
    seats: [person],
    orderer: person,
    invoiceTo: { street: 'Weg', zip: '1', city: 'Ort', country: 'DE' },
    isConsumer: false,
    accepted: [],
  }
  const key = await createKey({ isSecret: true })
  const statuses: number[] = []
  for (const [path, body] of [
    ['/quotes', { dateId: 10, seats: 1 }],
    ['/holds', { dateId: 10, seats: 1 }],
    ['/bookings', booking],
  ] as const) {
    await sql`truncate date_price`.execute(kontor.owner)
    statuses.push((await post(path, body, { key })).status)
  }
  assert.deepEqual(statuses, [200, 201, 201])
})

test('a date that is cancelled while its lock is waited for is not held', async () => {
  const { db } = site.kontor
  const held = await db.transaction().execute(async (tx) => {
    await sql`update event_date set status = 'off' where id = 10`.execute(tx)
    const waiting = site.post('/holds', { dateId: 10, seats: 1 })
    await waitForLock(db)
    return { waiting }
  })
  const { status, json } = await held.waiting
  await sql`update event_date set status = 'open' where id = 10`.execute(db)
  assert.deepEqual([status, json.errors?.[0].pointer], [400, '/dateId'])
})

// 11.5: no answer is older than the last write that was acknowledged before its request, whoever wrote.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type Barrier, type Change, openBarrier } from './barrier.ts'
import { type TestInstance, testInstance } from './test-instance.ts'

let kontor: TestInstance
before(async () => {
  kontor = await testInstance()
})
after(() => kontor.close())

async function byHand<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(kontor.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A follower that keeps what it is told. */
function listen(barrier: Barrier) {
  const told: (Change | 'reset')[] = []
  barrier.follow({ changed: (changes) => told.push(...changes), reset: () => told.push('reset') })
  return { told, take: () => told.splice(0) }
}

const titles = async () => {
  const answer = await kontor.call('GET', '/events')
  assert.equal(answer.status, 200)
  return answer.json.map((event: { event_title: string }) => event.event_title)
}

test('11.5 what is written by plain SQL is in the next answer', async () => {
  await byHand(async (client) => {
    const { rows } = await client.query(`insert into event (title) values ('eins') returning id`)
    const id = rows[0].id
    assert.deepEqual(await titles(), ['eins'])
    await client.query(`update event set title = 'zwei' where id = ${id}`)
    assert.deepEqual(await titles(), ['zwei'])
    await client.query('begin')
    await client.query(`update event set title = 'drei' where id = ${id}`)
    assert.deepEqual(await titles(), ['zwei'])
    await client.query('rollback')
    assert.deepEqual(await titles(), ['zwei'])
    await client.query('truncate event cascade')
    assert.deepEqual(await titles(), [])
  })
})

test('11.5 a transaction that began early and commits late is seen at once after its commit', async () => {
  await byHand(async (early) => {
    await early.query('begin')
    await early.query(`insert into event (title) values ('früh begonnen')`)
    await byHand((other) => other.query(`insert into event (title) values ('dazwischen')`))
    assert.deepEqual(await titles(), ['dazwischen'])
    await byHand((other) => other.query(`update event set title = 'später'`))
    assert.deepEqual(await titles(), ['später'])
    await early.query('commit')
    assert.deepEqual((await titles()).toSorted(), ['früh begonnen', 'später'])
  })
})

test('11.5 every table that an answer shows is followed', async () => {
  const one = async (text: string) => (await byHand((client) => client.query(text))).rows[0]?.id as number
  const catalog = await one(`insert into catalog (name) values ('K') returning id`)
  const category = await one(
    `insert into catalog_category (catalog_id, name) values (${catalog}, 'A') returning id`,
  )
  const event = await one(`insert into event (title) values ('Reihe') returning id`)
  const date = await one(
    `insert into event_date (event_id, participants_max) values (${event}, 5) returning id`,
  )
  const module = await one(`insert into event_date (event_id) values (${event}) returning id`)
  const place = await one(
    `insert into contact (contact_type, last_name) values ('location', 'Haus') returning id`,
  )
  const trainer = await one(`insert into trainer (identifier, last_name) values ('T1', 'Alt') returning id`)
  const file = await one(`insert into disk_item (name, access_right) values ('f', 'public') returning id`)
  const config = await one(
    `insert into series_module (date_id, module_type) values (${date}, 'mandatory') returning id`,
  )
  const contact = await one(
    `insert into contact (contact_type, last_name) values ('person', 'P') returning id`,
  )
  const steps = [
    `insert into event_in_category values (${event}, ${category})`,
    `update catalog_category set name = 'B'`,
    `insert into event_price (event_id, position, title) values (${event}, 1, 'x')`,
    `insert into event_file values (${event}, ${file})`,
    `update disk_item set name = 'g'`,
    `insert into catalogue_pdf (date_id, position) values (${date}, 1)`,
    `insert into conference_package_item (event_id, position) values (${event}, 1)`,
    `insert into event_date_catalog values (${date}, ${catalog})`,
    `insert into date_file values (${date}, ${file})`,
    `insert into date_partner (date_id, position) values (${date}, 1)`,
    `insert into date_responsible (date_id, position) values (${date}, 1)`,
    `insert into date_hours (date_id, position) values (${date}, 1)`,
    `insert into location (contact_id) values (${place}); insert into date_location values (${date}, ${place})`,
    `update location set link = 'https://haus.example'`,
    `update contact set last_name = 'Neues Haus' where id = ${place}`,
    `insert into address (contact_id, address_type, is_default, city) values (${place}, 1, true, 'Bonn')`,
    `update address set city = 'Köln'`,
    `insert into phone (contact_id, type, number, is_default) values (${place}, 'phone', '1', true)`,
    `insert into date_trainer (date_id, position, trainer_id, is_main) values (${date}, 1, ${trainer}, true)`,
    `update trainer set last_name = 'Neu'`,
    `insert into date_price (date_id, position, title) values (${date}, 1, 'y')`,
    `insert into hotel_quota (date_id, name) values (${date}, 'H')`,
    `insert into series_module_date (series_module_id, linked_date_id) values (${config}, ${module})`,
    `update series_module set position = 3`,
    `update event_date set title = 'Modul' where id = ${module}`,
    `update date_status set is_bookable = false where status = 'planned'`,
    `insert into participation (contact_id, date_id, status) values (${contact}, ${date}, 'booked')`,
    `update participation set status = 'cancelled'`,
    `delete from date_price`,
  ]
  const flags =
    'mainDateTrainer=1&allDateTrainers=1&prices=1&eventMetaData=1&dateMetaData=1&eventMetaTags=1&ebgData=1&hotelQuota=1&eventDateFiles=all'
  // An application without a memory of its own says what is true.
  for (const step of steps) {
    const before = (await kontor.call('GET', `/events?${flags}`)).text
    await byHand((client) => client.query(step))
    const answer = (await kontor.call('GET', `/events?${flags}`)).text
    kontor.answers.reset()
    assert.equal(answer, (await kontor.call('GET', `/events?${flags}`)).text, step)
    if (!/is_bookable = false|^update series_module/.test(step)) assert.notEqual(answer, before, step)
  }
})

test('11.5 two processes on one database see each other’s writes', async () => {
  const other = openBarrier(kontor.connection)
  try {
    const { take } = listen(other)
    await other.pass()
    assert.ok(take().includes('reset'))
    await other.pass()
    assert.deepEqual(take(), [])
    const { id } = await kontor.db
      .insertInto('event')
      .values({ title: 'neu' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await other.pass()
    assert.deepEqual(take(), [{ topic: 'event', id }])
    await kontor.addUser()
    await other.pass()
    assert.deepEqual(new Set(take().map((change) => change !== 'reset' && change.topic)), new Set(['access']))
  } finally {
    await other.close()
  }
})

test('11.5 calls that wait at the same moment share a look, and none shares one that has begun', async () => {
  const passed: number[] = []
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      await kontor.barrier.pass()
      passed.push(index)
    }),
  )
  assert.equal(passed.length, 50)
  const first = kontor.barrier.pass()
  assert.equal(first, kontor.barrier.pass())
  await new Promise((done) => setImmediate(done))
  assert.notEqual(first, kontor.barrier.pass())
  await first
})

test('11.5 after a lost connection everything is read anew', async () => {
  const { take } = listen(kontor.barrier)
  await kontor.barrier.pass()
  take()
  await byHand((client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'kontor barrier' and datname = current_database()`),
  )
  await byHand((client) => client.query('truncate event cascade'))
  const answer = await kontor.call('GET', '/events')
  assert.deepEqual([answer.status, answer.json], [200, []])
  assert.ok(take().includes('reset'))
})

test('3.1 revoking, locking and a lost right hold with the next request, though tokens are kept in memory', async () => {
  const { id, token } = await kontor.addUser({ rights: ['090300'] })
  const status = async () => (await kontor.call('GET', '/contacts/search/category/1', { token })).status
  assert.deepEqual([await status(), await status()], [200, 200])
  await kontor.db.deleteFrom('user_right').where('user_id', '=', id).execute()
  assert.equal(await status(), 403)
  await kontor.db.insertInto('user_right').values({ user_id: id, code: '090300' }).execute()
  assert.equal(await status(), 200)
  await kontor.db.updateTable('app_user').set({ locked_at: new Date() }).where('id', '=', id).execute()
  assert.equal(await status(), 401)
  await kontor.db.updateTable('app_user').set({ locked_at: null }).where('id', '=', id).execute()
  assert.equal(await status(), 200)
  await kontor.db
    .updateTable('token')
    .set({ expires_at: new Date('2026-06-15T11:00:00Z') })
    .where('user_id', '=', id)
    .execute()
  assert.equal(await status(), 200)
  kontor.clock.set('2026-06-15T11:00:00Z')
  assert.equal(await status(), 401)
})

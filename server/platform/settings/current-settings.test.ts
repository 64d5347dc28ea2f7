// The time zone set in the back office takes effect with the next request, in every process, for all writers.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { linkTo } from '../../../test/support/servers/connections.ts'
import { testInstance } from '../../../test/support/test-instance.ts'
import { buildApp } from '../../app.ts'
import { openDb, openPool } from '../database/database.ts'
import { openCaches } from '../instance/instance.ts'

// In Berlin it is the 15th, in Auckland the 16th.
const kontor = await testInstance({ start: '2026-06-15T20:00:00Z' })
after(() => kontor.close())

/** Another process of the service: own caches and connections, the same database. */
async function otherProcess() {
  const db = openDb(openPool(linkTo(kontor.connection), 2))
  const caches = openCaches(linkTo(kontor.connection), db, kontor.settings)
  const app = buildApp({ ...kontor, ...caches, db })
  await app.ready()
  const close = async () => {
    await app.close()
    await caches.barrier.close()
    await db.destroy()
  }
  return { app, close }
}

const setZone = (value: string) =>
  kontor.db
    .insertInto('setting')
    .values({ name: 'time_zone', value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute()

/** The number of events that are displayed today. */
async function countDisplayedEvents(app = kontor.app) {
  const answer = await app.inject({
    url: '/restapi/v1/events?excludeWithoutDisplayDate=1',
    headers: { authorization: `token ${kontor.token}` },
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().length as number
}

test('today follows the time zone with the next request, in two processes', async () => {
  const other = await otherProcess()
  try {
    const { id } = await kontor.db
      .insertInto('event')
      .values({ title: 'Von heute an' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kontor.db
      .insertInto('event_date')
      .values({
        event_id: id,
        start_date: '2026-09-01',
        end_date: '2026-09-01',
        display_start_date: '2026-06-16',
      })
      .execute()
    assert.deepEqual([await countDisplayedEvents(), await countDisplayedEvents(other.app)], [0, 0])
    for (let round = 0; round < 5; round++) {
      await setZone('Pacific/Auckland')
      assert.deepEqual(await Promise.all([countDisplayedEvents(), countDisplayedEvents(other.app)]), [1, 1])
      await setZone('America/New_York')
      assert.deepEqual(await Promise.all([countDisplayedEvents(other.app), countDisplayedEvents()]), [0, 0])
    }
    await setZone('Pacific/Auckland')
    await kontor.db.deleteFrom('setting').execute()
    assert.deepEqual(
      [await countDisplayedEvents(), await countDisplayedEvents(other.app)],
      [0, 0],
      'without a row the environment applies',
    )
  } finally {
    await other.close()
  }
})

test('a change during the query is read too', async () => {
  const { settingsCache, barrier } = kontor
  for (let round = 0; round < 10; round++) {
    const zones = ['Asia/Tokyo', 'Europe/Lisbon', 'Asia/Kolkata']
    for (const zone of zones) {
      const set = setZone(zone)
      await Promise.all([barrier.ensureCurrent(), set])
      await barrier.ensureCurrent()
      assert.equal(settingsCache.settings.timeZone, zone)
    }
  }
})

test('the settings are read again after a lost connection', async () => {
  await kontor.barrier.ensureCurrent()
  const client = new pg.Client(kontor.ownerConnection)
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(`update setting set value = 'Asia/Seoul'`)
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'kontor barrier %' and datname = current_database()`,
  )
  await client.end()
  await kontor.barrier.ensureCurrent()
  assert.equal(kontor.settingsCache.settings.timeZone, 'Asia/Seoul')
})

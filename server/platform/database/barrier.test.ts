// 11.5: no response is older than the last write acknowledged before its request, by any writer.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { linkTo } from '../../../test/support/servers/connections.ts'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { type Barrier, type Invalidation, openBarrier } from './barrier.ts'

let kontor: TestInstance
before(async () => {
  kontor = await testInstance()
})
after(() => kontor.close())

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(kontor.ownerConnection)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A subscriber that records what it receives. */
function recordChanges(barrier: Barrier) {
  const received: (Invalidation | 'reset')[] = []
  barrier.subscribe({
    applyChanges: (changes) => received.push(...changes),
    reset: () => received.push('reset'),
  })
  return { take: () => received.splice(0) }
}

const titles = async () => {
  const answer = await kontor.call('GET', '/events')
  assert.equal(answer.status, 200)
  return answer.json.map((event: { event_title: string }) => event.event_title)
}

test('11.5 a write by plain SQL is in the next response', async () => {
  await withClient(async (client) => {
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

test('11.5 a transaction that begins early and commits late is seen immediately after its commit', async () => {
  await withClient(async (early) => {
    await early.query('begin')
    await early.query(`insert into event (title) values ('früh begonnen')`)
    await withClient((other) => other.query(`insert into event (title) values ('dazwischen')`))
    assert.deepEqual(await titles(), ['dazwischen'])
    await withClient((other) => other.query(`update event set title = 'später'`))
    assert.deepEqual(await titles(), ['später'])
    await early.query('commit')
    assert.deepEqual((await titles()).toSorted(), ['früh begonnen', 'später'])
  })
})

test('11.5 two processes on one database see each other’s writes', async () => {
  const other = openBarrier(linkTo(kontor.connection))
  try {
    const { take } = recordChanges(other)
    await other.ensureCurrent()
    assert.ok(take().includes('reset'))
    await other.ensureCurrent()
    assert.deepEqual(take(), [])
    const { id } = await kontor.db
      .insertInto('event')
      .values({ title: 'neu' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await other.ensureCurrent()
    assert.deepEqual(take(), [{ topic: 'event', id }])
    await kontor.addUser()
    await other.ensureCurrent()
    assert.deepEqual(new Set(take().map((change) => change !== 'reset' && change.topic)), new Set(['access']))
  } finally {
    await other.close()
  }
})

test('11.5 waiting calls share the next check, never one that has already started', async () => {
  const resolved: number[] = []
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      await kontor.barrier.ensureCurrent()
      resolved.push(index)
    }),
  )
  assert.equal(resolved.length, 50)
  const first = kontor.barrier.ensureCurrent()
  assert.equal(first, kontor.barrier.ensureCurrent())
  // The check starts in the event loop's next iteration.
  for (let turn = 0; turn < 2; turn++) await new Promise((done) => setImmediate(done))
  assert.notEqual(first, kontor.barrier.ensureCurrent())
  await first
})

test('11.5 a lost connection resets the caches', async () => {
  const { take } = recordChanges(kontor.barrier)
  await kontor.barrier.ensureCurrent()
  take()
  await withClient((client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'kontor barrier %' and datname = current_database()`),
  )
  await withClient((client) => client.query('truncate event cascade'))
  const answer = await kontor.call('GET', '/events')
  assert.deepEqual([answer.status, answer.json], [200, []])
  assert.ok(take().includes('reset'))
})

test('3.1 revoking a token, locking a user and removing a right take effect with the next request, although tokens are cached', async () => {
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

test('3.1 a request without a token is 401 without a query', async () => {
  const other = await testInstance()
  try {
    await other.barrier.close()
    assert.equal((await other.call('GET', '/events', { token: null })).status, 401)
    assert.equal(
      (await other.call('GET', '/events', { token: null, headers: { authorization: 'Basic eDp5' } })).status,
      401,
    )
    assert.equal((await other.call('GET', '/events')).status, 503)
  } finally {
    await other.close()
  }
})

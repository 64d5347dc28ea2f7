import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { testInstance } from '../../../test/support/test-instance.ts'
import { prepareClientRole } from './client-role.ts'
import { scopedTo } from './client-scope.ts'
import { inTransaction, systemActor } from './database.ts'

const kontor = await testInstance()
const owner = new pg.Client(kontor.ownerConnection)
await owner.connect()
after(async () => {
  await owner.end()
  await kontor.close()
})
await sql`insert into client (id, name) values (2, 'Nord')`.execute(kontor.owner)
const { rows } = await sql<{ role: string; number: string }>`
  select current_user as role, (select oid::text from pg_database where datname = current_database()) as number`.execute(
  kontor.db,
)
const { role: application, number } = rows[0]!
const created = `kontor_clients_${number}`

test('a scope begins with each statement and transaction, and ends with it', async () => {
  const scoped = scopedTo(kontor.db, { clientIds: [2], defaultClientId: 2 })
  const who = sql<{ clients: number[]; role: string }>`select own_clients() as clients, current_user as role`
  const { rows: inside } = await who.execute(scoped)
  assert.deepEqual(inside[0]!.clients, [2])
  assert.notEqual(inside[0]!.role, application)
  await assert.rejects(sql`select 1 / 0`.execute(scoped), /division by zero/)
  await assert.rejects(
    inTransaction(scoped, systemActor, async (tx) => {
      assert.deepEqual((await who.execute(tx)).rows, inside)
      throw new Error('rolled back')
    }),
    /rolled back/,
  )
  for (let i = 0; i < 20; i++)
    assert.deepEqual((await who.execute(kontor.db)).rows, [{ clients: [], role: application }])
  // Several at once use several connections.
  const many = await Promise.all(Array.from({ length: 20 }, () => who.execute(scoped)))
  for (const one of many) assert.deepEqual(one.rows, inside)
})

test('the role sees no row without the clients of its transaction', async () => {
  const event = await kontor.db
    .insertInto('event')
    .values({ title: 'E' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kontor.db.insertInto('event_date').values({ event_id: event.id, client_id: 1 }).execute()
  await kontor.db.transaction().execute(async (tx) => {
    await sql`select set_config('role', client_role(), true)`.execute(tx)
    assert.deepEqual(await tx.selectFrom('event_date').select('id').execute(), [])
  })
})

// At the end: the role of the other tests is gone then.
test('without the role, requests of single clients are 503 and others are answered; an owner that may not create it says so', async (t) => {
  const plain = `plain_${number}`
  await owner.query(`create role ${plain} nologin`)
  t.after(() => owner.query(`drop owned by ${created}; drop role ${created}; drop role ${plain}`))
  await owner.query(
    `create or replace function client_role() returns text language sql immutable parallel safe as $$ select ''::text $$`,
  )
  const single = await kontor.signIn({ rights: ['090300'] })
  const admin = await kontor.signIn()
  assert.equal((await single.call('GET', '/bookings')).status, 503)
  assert.equal((await admin.call('GET', '/bookings')).status, 200)
  await owner.query(`set role ${plain}`)
  assert.equal(await prepareClientRole(owner, application), false)
  await owner.query('reset role')
  assert.equal((await single.call('GET', '/bookings')).status, 503)
  assert.equal(await prepareClientRole(owner, application), true)
  assert.equal((await single.call('GET', '/bookings')).status, 200)
  assert.equal(await prepareClientRole(owner, application), true)
})

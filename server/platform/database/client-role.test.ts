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

test('a role that sees all rows has the plans that it would have without policies', async () => {
  const statements = [
    `select * from booking b join event_date d on d.id = b.date_id join contact c on c.id = b.contact_id where c.last_name like 'A%' order by b.id limit 25`,
    `select count(*) from booking where date_id = 7 and status = 'booked'`,
    `select d.*, (select count(*) from booking b where b.date_id = d.id) from event_date d where d.start_date >= '2026-01-01' order by d.start_date`,
    `select * from change_log where subject = 'booking' and subject_id = 4 order by id desc`,
    `select * from lead l where l.client_id = 1 and l.name ilike '%x%'`,
    `update outbox_mail set attempts = attempts + 1 where date_id = 3 and sent_at is null`,
  ]
  const plans = async () => {
    const found: string[] = []
    for (const statement of statements) {
      const { rows: lines } = await sql.raw<Record<string, string>>(`explain ${statement}`).execute(kontor.db)
      found.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
    }
    return found
  }
  const withPolicies = await plans()
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity`.execute(
    kontor.owner,
  )
  const change = (what: string) =>
    sql
      .raw(tables.map(({ name }) => `alter table ${name} ${what} row level security`).join(';'))
      .execute(kontor.owner)
  await change('disable')
  assert.deepEqual(await plans(), withPolicies)
  await change('enable')
})

// At the end: the role of the other tests is gone then.
test('without the role, requests of single clients are 503 and others are answered; an owner that may not create it says so', async (t) => {
  const plain = `plain_${number}`
  await owner.query(`create role ${plain} nologin`)
  t.after(() => owner.query(`drop owned by ${created}; drop role ${created}; drop role ${plain}`))
  await owner.query(
    `create or replace function client_role() returns text language sql immutable parallel safe as $$ select ''::text $$`,
  )
  const single = await kontor.signIn({ rights: ['booking:access'] })
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

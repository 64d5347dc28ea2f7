import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { linkTo } from '../../../test/support/servers/connections.ts'
import { testInstance } from '../../../test/support/test-instance.ts'
import { inTransaction, openPool } from './database.ts'
import { grantRights } from './grants.ts'
import { migrate } from './migrate.ts'
import { analyzeGrownTables } from './statistics.ts'

const kontor = await testInstance()
after(() => kontor.close())

const denied = '42501'

/** Forbidden statements of the application: the statement, and nothing but the missing right may reject it. */
const forbidden = [
  `select pg_read_file('/etc/passwd')`,
  `select pg_ls_dir('.')`,
  `select lo_import('/etc/passwd')`,
  `copy contact to program 'true'`,
  `copy contact from '/etc/passwd'`,
  'create role intruder',
  'alter role current_user superuser',
  'create extension dblink',
  `create function f() returns int language c as 'x'`,
  'create table intruder (id integer)',
  'create schema intruder',
  'drop table contact',
  'truncate contact',
  'alter table contact add column x integer',
  'create index on contact (id)',
  'create trigger t before insert on contact for each row execute function reject_change()',
  'alter table contact disable trigger all',
  'alter table change_log disable trigger append_only',
  'drop trigger append_only on change_log',
  'alter function change_log_enabled() owner to current_user',
  'set session_replication_role = replica',
  `update change_log set via = 'x'`,
  'truncate change_log',
  `insert into migration (name) values ('9999-later.sql')`,
  'delete from migration',
  `select pg_reload_conf()`,
  'alter system set fsync = off',
  'drop table graphile_worker._private_jobs',
  'truncate graphile_worker._private_jobs',
  'alter table graphile_worker._private_jobs disable trigger all',
  'delete from graphile_worker._private_tasks',
  'delete from graphile_worker.migrations',
  'insert into graphile_worker.migrations (id) values (9999)',
  'create table graphile_worker.intruder (id integer)',
]

test('the application’s role may not do more than the application’s work', async () => {
  const client = new pg.Client(kontor.connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ superuser: boolean; owned: string[] }>(`
      select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as superuser,
        array(select relname::text from pg_class where relowner = r.oid) as owned
      from pg_roles r where rolname = current_user`)
    assert.deepEqual(rows, [{ superuser: false, owned: [] }])
    for (const statement of forbidden)
      await assert.rejects(client.query(statement), (error: pg.DatabaseError) => {
        assert.equal(error.code, denied, `${statement}: ${error.message}`)
        return true
      })
  } finally {
    await client.end()
  }
})

test('only the owner can turn the change log off', async () => {
  const countAfter = async (db: typeof kontor.db): Promise<number> =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('kontor.change_log', 'off', true)`.execute(tx)
      const { id } = await tx
        .insertInto('contact_category')
        .values({ name: 'Presse' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const entries = await tx
        .selectFrom('change_log')
        .select('id')
        .where('table_name', '=', 'contact_category')
        .where('row_id', '=', id)
        .execute()
      return entries.length
    })
  assert.equal(await countAfter(kontor.db), 1)
  assert.equal(await countAfter(kontor.owner), 0)
})

test('tables and sequences of later migrations get their rights at the next start', async () => {
  const pool = openPool(linkTo(kontor.ownerConnection), 1)
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(kontor.db)
  const role = rows[0]!.role
  try {
    await pool.query('create table later (id integer primary key generated always as identity, name text)')
    await assert.rejects(sql`insert into later (name) values ('x')`.execute(kontor.db), { code: denied })
    assert.deepEqual(await migrate(pool, role), [])
    await sql`insert into later (name) values ('x')`.execute(kontor.db)
    await sql`update later set name = 'y'`.execute(kontor.db)
    await sql`select setval('later_id_seq', 10)`.execute(kontor.db)
    const { rows: kept } = await sql`delete from later returning name`.execute(kontor.db)
    assert.deepEqual(kept, [{ name: 'y' }])
    await assert.rejects(sql`drop table later`.execute(kontor.db), { code: denied })
  } finally {
    await pool.query('drop table if exists later')
    await pool.end()
  }
})

test('rights that are there are not granted again', async () => {
  const client = new pg.Client(kontor.ownerConnection)
  await client.connect()
  try {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(kontor.db)
    await client.query('begin read only')
    await grantRights(client, rows[0]!.role)
  } finally {
    await client.end()
  }
})

test('the application’s role updates the statistics of tables that it has filled', async () => {
  await inTransaction(kontor.db, { userId: null, via: 'test' }, async (tx) => {
    const rows = Array.from({ length: 600 }, (_, n) => ({ name: `Verlage ${n}` }))
    await tx.insertInto('contact_category').values(rows).execute()
    await analyzeGrownTables(tx)
  })
  const { rows } = await sql<{ reltuples: number }>`
    select reltuples from pg_class where relname = 'contact_category'`.execute(kontor.db)
  assert.ok(rows[0]!.reltuples >= 600)
})

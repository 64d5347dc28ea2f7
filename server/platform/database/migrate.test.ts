import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { linkTo } from '../../../test/support/servers/connections.ts'
import { testInstance } from '../../../test/support/test-instance.ts'
import { openPool } from './database.ts'
import { MissingRights } from './grants.ts'
import { migrateJobQueue } from './job-queue.ts'
import { assertCurrentSchema, ChangedMigration, migrate, SchemaTooOld, UnknownMigration } from './migrate.ts'

const kontor = await testInstance()
const pool = openPool(linkTo(kontor.ownerConnection), 1)
after(async () => {
  await pool.end()
  await kontor.close()
})

const assertRejected = async (message: RegExp) => {
  for (const check of [migrate, assertCurrentSchema])
    await assert.rejects(check(pool), (thrown) => {
      assert.ok(thrown instanceof UnknownMigration)
      assert.match(thrown.message, message)
      return true
    })
}

test('an up-to-date database is not changed', async () => {
  assert.deepEqual(await migrate(pool), [])
  await assertCurrentSchema(pool)
})

test('processes that start at the same time create the job queue once, with the rights of the application', async () => {
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(kontor.db)
  await pool.query('drop schema graphile_worker cascade')
  const other = openPool(linkTo(kontor.ownerConnection), 1)
  try {
    assert.deepEqual(await Promise.all([pool, other].map((one) => migrate(one, rows[0]!.role))), [[], []])
  } finally {
    await other.end()
  }
  await sql`select graphile_worker.add_job('try')`.execute(kontor.db)
  const { rows: jobs } = await sql`select from graphile_worker._private_jobs`.execute(kontor.db)
  assert.equal(jobs.length, 1)
})

test('an owner who may not create the schema of the job queue is told so', async () => {
  await pool.query('alter schema graphile_worker rename to moved')
  const application = openPool(linkTo(kontor.connection), 1)
  try {
    const client = await application.connect()
    await assert.rejects(migrateJobQueue(client), (error) => {
      assert.ok(error instanceof MissingRights)
      assert.match(
        error.message,
        /may not create or change the schema graphile_worker .*grant create on database/,
      )
      return true
    })
    client.release()
  } finally {
    await application.end()
    await pool.query('alter schema moved rename to graphile_worker')
  }
})

test('a process that does not migrate rejects a database without the last migration', async () => {
  await pool.query('begin')
  await pool.query('delete from migration where name = (select max(name) from migration)')
  await assert.rejects(assertCurrentSchema(pool), SchemaTooOld)
  await pool.query('rollback')
})

test('a migration that was changed after it was applied is rejected', async () => {
  const changed = (text: string) =>
    pool.query(`update migration set checksum = ${text} where name like '0002%'`)
  const { rows } = await pool.query(`select checksum from migration where name like '0002%'`)
  await changed(`'other'`)
  for (const check of [migrate, assertCurrentSchema]) await assert.rejects(check(pool), ChangedMigration)
  // A database that was migrated before checksums were kept.
  await changed('null')
  assert.deepEqual(await migrate(pool), [])
  await changed(`'${rows[0].checksum}'`)
  assert.deepEqual(await migrate(pool), [])
})

test('a migration that waits for a lock lets requests pass, and is tried again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-migrations-'))
  t.after(() => rm(folder, { recursive: true }))
  await cp(join(import.meta.dirname, '../../../migrations'), folder, { recursive: true })
  await writeFile(join(folder, '9998-test.sql'), 'alter table contact add column later integer;')
  const backup = new pg.Client(kontor.ownerConnection)
  await backup.connect()
  await backup.query('begin; select from contact limit 1')
  const migrated = migrate(pool, undefined, folder)
  const answers: number[] = []
  for (const until = performance.now() + 4000; performance.now() < until; await wait(200))
    answers.push((await kontor.call('GET', '/contacts/search/email/a@kontor.example')).status)
  assert.deepEqual(new Set(answers), new Set([200]))
  await backup.query('commit')
  await backup.end()
  assert.deepEqual(await migrated, ['9998-test.sql'])
  await pool.query(
    `alter table contact drop column later; delete from migration where name = '9998-test.sql'`,
  )
})

test('a database of a newer Kontor is rejected, naming the migration', async () => {
  await pool.query(`insert into migration (name) values ('9999-later.sql')`)
  await assertRejected(/a newer Kontor \(9999-later\.sql\)/)
})

test('a database with other migrations is rejected, explaining how to transfer its data', async () => {
  await pool.query(`update migration set name = 'x' || name`)
  await assertRejected(/development version.*\(kontor export\).*\(kontor import\)/)
})

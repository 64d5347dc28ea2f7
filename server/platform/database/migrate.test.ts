import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { linkTo, testInstance } from '../../../test/support/test-instance.ts'
import { openPool } from './database.ts'
import { assertCurrentSchema, migrate, SchemaTooOld, UnknownMigration } from './migrate.ts'

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

test('a process that does not migrate rejects a database without the last migration', async () => {
  await pool.query('begin')
  await pool.query('delete from migration where name = (select max(name) from migration)')
  await assert.rejects(assertCurrentSchema(pool), SchemaTooOld)
  await pool.query('rollback')
})

test('a database of a newer Kontor is rejected, naming the migration', async () => {
  await pool.query(`insert into migration (name) values ('9999-later.sql')`)
  await assertRejected(/a newer Kontor \(9999-later\.sql\)/)
})

test('a database with other migrations is rejected, explaining how to transfer its data', async () => {
  await pool.query(`update migration set name = 'x' || name`)
  await assertRejected(/development version.*\(kontor export\).*\(kontor import\)/)
})

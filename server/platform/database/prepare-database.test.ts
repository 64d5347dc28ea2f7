import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { linkTo, toDatabase } from '../../../test/support/servers/connections.ts'
import { testInstance } from '../../../test/support/test-instance.ts'
import { openPool } from './database.ts'
import { assertSupportedServer, UnsupportedServer } from './prepare-database.ts'

const kontor = await testInstance()
after(() => kontor.close())

/** The error of a database of the test server. */
async function faultOf(connection: typeof kontor.connection): Promise<string> {
  const pool = openPool(linkTo(connection), 1)
  try {
    return await assertSupportedServer(pool).then(
      () => 'none',
      (error) => {
        assert.ok(error instanceof UnsupportedServer)
        return error.message
      },
    )
  } finally {
    await pool.end()
  }
}

test('the missing features of a database are named at the start', async () => {
  const database = `kontor_ascii_${process.pid}`
  const there = toDatabase(kontor.connection, database)
  await sql`create database ${sql.id(database)} template template0 encoding 'SQL_ASCII'
    locale_provider libc lc_collate 'C' lc_ctype 'C'`.execute(kontor.owner)
  try {
    assert.equal(
      await faultOf(there),
      'the database cannot be used: its encoding is SQL_ASCII, and must be UTF8',
    )
  } finally {
    await sql`drop database ${sql.id(database)} with (force)`.execute(kontor.owner)
  }

  const name = 'pg_visible_in_snapshot(xid8,pg_snapshot)'
  await sql.raw(`revoke execute on function ${name} from public`).execute(kontor.owner)
  assert.equal(
    await faultOf(kontor.connection),
    `the database cannot be used: the function ${name} is missing, or the role may not use it`,
  )
  await sql.raw(`grant execute on function ${name} to public`).execute(kontor.owner)
  assert.equal(await faultOf(kontor.connection), 'none')
})

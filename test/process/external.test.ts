// Two services on one external database.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import {
  adminToken,
  call,
  dataFolder,
  removeDataFolder,
  run,
  serve,
  stop,
} from '../support/kontor-process.ts'
import { secretKeyFile } from '../support/secret-key.ts'

const databaseUrl = process.env['KONTOR_TEST_DATABASE_URL']

test('two services start together on an empty database and share it', {
  timeout: 600_000,
  skip: databaseUrl ? false : 'KONTOR_TEST_DATABASE_URL is not set',
}, async () => {
  const name = `kontor_process_${randomUUID().replaceAll('-', '')}`
  const owner = new pg.Client(databaseUrl)
  await owner.connect()
  await owner.query(`create database ${name} template template0 encoding 'UTF8'`)
  const [one, other] = [await dataFolder(), await dataFolder()]
  after(async () => {
    await owner.query(`drop database ${name} with (force)`)
    await owner.end()
    await Promise.all([removeDataFolder(one), removeDataFolder(other)])
  })
  const address = new URL(databaseUrl!)
  address.pathname = `/${name}`
  const env = {
    KONTOR_DATABASE_URL: address.href,
    KONTOR_FILES: join(one, 'files'),
    KONTOR_SECRET_KEY_FILE: secretKeyFile(one),
  }
  const [first, second] = await Promise.all([serve(one, env), serve(other, env)])
  const output = [first, second].filter((service) => /token create/.test(service.stderr()))
  assert.equal(output.length, 1, 'one of them created the administrator')

  const token = await adminToken(one, env)
  const body = { lastName: 'Anders', email: 'a.anders@kontor.example' }
  const created = await call(first.url, token, 'POST', '/contacts', body)
  assert.equal(created.status, 200)
  const found = await call(second.url, token, 'GET', '/contacts/search/email/a.anders@kontor.example')
  assert.equal(found.json[0].id, created.json[0].id)
  const again = await call(second.url, token, 'POST', '/contacts', body)
  assert.equal(again.status, 409)
  assert.equal(await stop(first), 0)
  assert.equal((await call(second.url, token, 'GET', '/events')).status, 200)
  assert.equal(await stop(second), 0)

  address.pathname = `/${name}`
  const inside = new pg.Client(address.href)
  await inside.connect()
  await inside.query(`insert into migration (name) values ('9999-later.sql')`)
  await inside.end()
  const older = await run(['serve'], { KONTOR_DATA: one, KONTOR_PORT: '0', ...env })
  assert.equal(older.code, 1)
  assert.match(
    older.stderr,
    /^kontor: the database was migrated by a newer Kontor \(9999-later\.sql\)[^\n]*\n$/,
  )
})

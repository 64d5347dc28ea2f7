// What the service and its database may do.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { instanceFolder } from '../support/data-folders.ts'
import { adminToken, call, removeDataFolder, run, serve, stop } from '../support/kontor-process.ts'

/** Runs a statement in the embedded database as the owner of its tables. */
async function queryAsOwner(data: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: join(data, 'postgres'), user: 'kontor', database: 'kontor' })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('the service uses a role without power, also on a database of an earlier version', {
  timeout: 600_000,
}, async () => {
  const data = await instanceFolder()
  try {
    const service = await serve(data)
    // Earlier versions had one role, which owned the tables.
    await queryAsOwner(data, 'drop owned by kontor_app; drop role kontor_app')
    await stop(service)

    const upgraded = await serve(data)
    const token = await adminToken(data)
    const body = { lastName: 'Anders', email: 'a.anders@kontor.example' }
    assert.equal((await call(upgraded.url, token, 'POST', '/contacts', body)).status, 200)
    assert.equal((await call(upgraded.url, token, 'GET', '/events')).status, 200)
    assert.equal((await fetch(`${upgraded.url}/readyz`)).status, 200)
    const roles = await queryAsOwner(
      data,
      `select distinct usename as role from pg_stat_activity where datname = 'kontor' and pid <> pg_backend_pid()`,
    )
    assert.deepEqual(roles, [{ role: 'kontor_app' }])
    const owners = await queryAsOwner(
      data,
      `select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'public'::regnamespace`,
    )
    assert.deepEqual(owners, [{ owner: 'kontor' }])
    assert.equal(await stop(upgraded), 0)
    assert.equal((await run(['export'], { KONTOR_DATA: data })).code, 0)
  } finally {
    await removeDataFolder(data)
  }
})

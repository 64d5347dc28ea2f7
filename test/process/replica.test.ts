// Reads on a standby: never older than earlier commits, and on the primary while the standby cannot keep up.
import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { openReplica } from '../../server/platform/cluster/replica.ts'
import { type Db, openDb, openPool } from '../../server/platform/database/database.ts'
import { parseDatabaseUrl } from '../../server/platform/database/database-address.ts'
import { openServerLink } from '../../server/platform/database/server-link.ts'
import { dataFolder, removeDataFolder, serve, stop, waitUntil } from '../support/kontor-process.ts'
import { secretKeyFile } from '../support/secret-key.ts'
import { type ProxiedServer, startPrimaryAndStandby, urlAs } from '../support/standby.ts'

let servers: Awaited<ReturnType<typeof startPrimaryAndStandby>>
before(async () => {
  servers = await startPrimaryAndStandby()
  await ask(
    servers.primary,
    'create table written as select 0 as n; grant select, update on written to kontor_app',
  )
})
after(() => servers.stop())

function open(t: { after(work: () => Promise<unknown>): void }) {
  const { primary, standby } = servers
  const link = openServerLink(parseDatabaseUrl(urlAs('kontor_app', primary)))
  const db = openDb(openPool(link, 2))
  const address = parseDatabaseUrl(urlAs('kontor_app', standby))
  const replica = openReplica(link, db, address, 2, pino({ level: 'silent' }))
  t.after(async () => {
    await replica.close()
    await db.destroy()
  })
  return { db, replica }
}

const ask = async ({ embedded }: ProxiedServer, text: string) => {
  const client = new pg.Client(embedded.ownerConnection)
  await client.connect()
  // The servers of tests are not durable; Kontor's own connections are.
  await client.query('set synchronous_commit = on')
  await client.query(text)
  await client.end()
}

const write = (db: Db, n: number) => sql`update written set n = ${n}`.execute(db)
const read = async (db: Db) => {
  const { rows } = await sql<{ n: number; onStandby: boolean }>`
    select n, pg_is_in_recovery() as "onStandby" from written`.execute(db)
  return rows[0]!
}

test('a read on the standby sees every write that was committed before it', {
  timeout: 60_000,
}, async (t) => {
  const { db, replica } = open(t)
  await waitUntil(async () => (await replica.read(read)).onStandby, 'the standby is used', 30_000)
  let onStandby = 0
  for (let n = 1; n <= 100; n++) {
    await write(db, n)
    const found = await replica.read(read)
    assert.equal(found.n, n)
    if (found.onStandby) onStandby++
  }
  // On a busy machine, it may lag.
  assert.ok(onStandby > 0)
  t.diagnostic(`${onStandby} of 100 on the standby`)
})

test('while the standby lags, falls silent or rejects a read, the primary answers; later the standby again', {
  timeout: 120_000,
}, async (t) => {
  const { db, replica } = open(t)
  await write(db, 200)
  await waitUntil(async () => (await replica.read(read)).onStandby, 'the standby is used', 30_000)

  await ask(servers.standby, 'select pg_wal_replay_pause()')
  await write(db, 201)
  const startedAt = performance.now()
  assert.deepEqual(await replica.read(read), { n: 201, onStandby: false })
  assert.ok(performance.now() - startedAt < 10_000)
  assert.equal(replica.isUsed(), false)
  await ask(servers.standby, 'select pg_wal_replay_resume()')
  await waitUntil(async () => (await replica.read(read)).onStandby, 'the standby is used again', 30_000)

  const attempts: boolean[] = []
  await replica.read(async (reader) => {
    const { onStandby } = await read(reader)
    attempts.push(onStandby)
    await write(reader, 202)
  })
  assert.deepEqual(attempts, [true, false])
  await waitUntil(async () => (await replica.read(read)).onStandby, 'the standby is used once more', 30_000)

  servers.standby.proxy.stall()
  await write(db, 203)
  assert.deepEqual(await replica.read(read), { n: 203, onStandby: false })
  servers.standby.proxy.restore()
})

test('a service reads for the back office on its standby, until that is promoted', {
  timeout: 120_000,
}, async (t) => {
  const { primary, standby, filesFolder } = servers
  const data = await dataFolder()
  t.after(() => removeDataFolder(data))
  const service = await serve(data, {
    KONTOR_DATABASE_URL: urlAs('kontor_app', primary),
    KONTOR_DATABASE_OWNER_URL: urlAs('kontor', primary),
    KONTOR_DATABASE_REPLICA_URL: urlAs('kontor_app', standby),
    KONTOR_FILES: filesFolder,
    KONTOR_SECRET_KEY_FILE: secretKeyFile(dirname(filesFolder)),
  })
  const isUsed = async () => {
    assert.equal((await fetch(`${service.url}/office/api/instance`)).status, 200)
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    return /^kontor_database_replica_used 1$/m.test(metrics)
  }
  await waitUntil(isUsed, 'the standby is used', 30_000)
  const measured = async () => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    return [
      'kontor_database_connections_opened_total',
      'kontor_database_pool_waits_total',
      'kontor_database_pool_wait_seconds_total',
      'kontor_cache_checks_total',
      'kontor_cache_check_seconds_total',
      'kontor_database_replica_wait_seconds',
    ].every((name) => new RegExp(`^${name} [0-9.e-]*[1-9]`, 'm').test(metrics))
  }
  await waitUntil(measured, 'every metric has a value')
  // Its connections fail first: the reason that counts is found by a later read.
  standby.proxy.stall()
  await waitUntil(async () => !(await isUsed()), 'the silent server is not used')
  await ask(servers.standby, 'select pg_promote()')
  standby.proxy.restore()
  await waitUntil(
    async () => !(await isUsed()) && /not used: the replica is a primary/.test(service.stdout()),
    'the promoted server is not used',
    30_000,
  )
  assert.equal(await stop(service), 0)
})

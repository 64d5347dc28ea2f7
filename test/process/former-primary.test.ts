// Starts with two servers in the list, one of which is a former primary that runs again.
import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openPrimaryLink } from '../../server/platform/cluster/external-database.ts'
import { openPool } from '../../server/platform/database/database.ts'
import { parseDatabaseUrl } from '../../server/platform/database/database-address.ts'
import {
  adminToken,
  call,
  dataFolder,
  removeDataFolder,
  run,
  serve,
  start,
  stop,
  waitUntil,
  waitUntilServing,
} from '../support/kontor-process.ts'
import { secretKeyFile } from '../support/secret-key.ts'
import { type ProxiedServer, startPrimaryAndStandby, urlAs } from '../support/standby.ts'

const timeout = 300_000
let servers: Awaited<ReturnType<typeof startPrimaryAndStandby>>
let data: string

const environment = (...hosts: ProxiedServer[]) => ({
  KONTOR_DATABASE_URL: urlAs('kontor_app', ...hosts),
  KONTOR_DATABASE_OWNER_URL: urlAs('kontor', ...hosts),
  KONTOR_FILES: servers.filesFolder,
  KONTOR_SECRET_KEY_FILE: secretKeyFile(dirname(servers.filesFolder)),
})
const queryOn = async ({ embedded }: ProxiedServer, ...statements: string[]) => {
  const client = new pg.Client(embedded.ownerConnection)
  await client.connect()
  let rows: Record<string, unknown>[] = []
  for (const statement of statements) ({ rows } = await client.query(statement))
  await client.end()
  return rows
}
const usersOf = (server: ProxiedServer) => queryOn(server, 'select name from app_user order by id')

before(async () => {
  servers = await startPrimaryAndStandby()
  data = await dataFolder()
  await run(['user', 'list'], { KONTOR_DATA: data, ...environment(servers.primary) })
})
after(async () => {
  await servers.stop()
  await removeDataFolder(data)
})

test('a start that has nothing to migrate writes nothing, and does not wait for a lost standby', {
  timeout,
}, async (t) => {
  const { primary } = servers
  const settings = { KONTOR_DATA: data, ...environment(primary) }
  assert.equal(await stop(await serve(data, settings)), 0, 'it has its first user')
  const setStandby = (name: string) =>
    queryOn(primary, `alter system set synchronous_standby_names = '${name}'`, 'select pg_reload_conf()')
  await setStandby('nobody')
  t.after(() => setStandby(''))
  await waitUntil(
    async () =>
      (await queryOn(primary, 'show synchronous_standby_names'))[0]!['synchronous_standby_names'] ===
      'nobody',
    'the setting is in effect',
  )
  const startedAt = performance.now()
  const { code, stderr } = await run(['user', 'list'], settings)
  assert.deepEqual([code, stderr], [0, ''])
  const service = await serve(data, settings)
  const ms = performance.now() - startedAt
  // Each commit would wait for five seconds, and one with the limits of commands for minutes.
  assert.ok(ms < 60_000, `${ms} ms`)
  t.diagnostic(`${Math.round(ms)} ms`)
  await setStandby('')
  assert.equal(await stop(service), 0)
})

test('a start names the reason of its waiting', { timeout }, async () => {
  const { primary } = servers
  const lock = new pg.Client(primary.embedded.ownerConnection)
  await lock.connect()
  await lock.query('begin')
  await lock.query('lock table migration in access exclusive mode')
  const starting = start(['serve'], { KONTOR_DATA: data, KONTOR_PORT: '0', ...environment(primary) })
  await waitUntil(
    () => /the start has been waiting for \d+ s for the migrations/.test(starting.stdout()),
    'the line',
    60_000,
  )
  await lock.end()
  const service = await waitUntilServing(starting)
  await waitUntil(() => service.stdout().includes('the start goes on'), 'it goes on')
  assert.equal(await stop(service), 0)
})

test('a former primary that runs again is not used at a start, whichever is listed first', {
  timeout,
}, async (t) => {
  const { primary, standby } = servers
  // Frozen while the standby is promoted, as a machine that is paused.
  primary.proxy.stall()
  await queryOn(standby, 'select pg_promote()')
  primary.proxy.restore()
  for (const hosts of [
    [primary, standby],
    [standby, primary],
  ]) {
    const link = openPrimaryLink(parseDatabaseUrl(urlAs('kontor_app', ...hosts)))
    const pool = openPool(link, 1)
    await pool.query('select 1')
    assert.equal(link.server()?.timeline, '00000002')
    assert.equal((await link.findHost())?.port, standby.proxy.port)
    await pool.end()
  }
  const settings = { KONTOR_DATA: data, ...environment(primary, standby) }
  const before = await usersOf(primary)
  const added = await run(['user', 'create', '--name', 'Neu', '--email', 'neu@kontor.example'], settings)
  assert.equal(added.code, 0, added.stderr)
  assert.deepEqual(await usersOf(primary), before, 'the former one has got nothing')
  assert.equal((await usersOf(standby)).length, before.length + 1)
  const service = await serve(data, settings)
  const token = await adminToken(data, settings)
  const body = { lastName: 'Anders', email: 'a.anders@kontor.example' }
  assert.equal((await call(service.url, token, 'POST', '/contacts', body)).status, 200)
  const found = "select from contact where last_name = 'Anders'"
  assert.deepEqual([(await queryOn(primary, found)).length, (await queryOn(standby, found)).length], [0, 1])
  assert.equal(await stop(service), 0)

  // Nobody can tell while the new one is silent: the log says so.
  standby.proxy.stall()
  t.after(() => standby.proxy.restore())
  const { code, stderr } = await run(['user', 'list'], settings)
  assert.equal(code, 0, stderr)
  assert.match(stderr, /of the servers of KONTOR_DATABASE_URL, not all have answered/)
})

test('the two URLs must not lead to different servers', { timeout }, async () => {
  const { primary, standby } = servers
  const { code, stderr } = await run(['user', 'list'], {
    ...{ KONTOR_DATA: data, ...environment(standby) },
    KONTOR_DATABASE_OWNER_URL: urlAs('kontor', primary),
  })
  assert.deepEqual(
    [code, stderr],
    [1, 'kontor: KONTOR_DATABASE_OWNER_URL and KONTOR_DATABASE_URL lead to different servers\n'],
  )
})

// A primary and its standby: which of them is used, before and after the standby is promoted; and servers that fall silent.
import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openPrimaryLink } from '../../server/platform/cluster/external-database.ts'
import { openBarrier } from '../../server/platform/database/barrier.ts'
import { openDb, openPool, queryShared } from '../../server/platform/database/database.ts'
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
import { openTcpProxy } from '../support/servers/tcp-proxy.ts'
import { type ProxiedServer, startPrimaryAndStandby, urlAs } from '../support/standby.ts'

let primary: ProxiedServer
let standby: ProxiedServer
let servers: Awaited<ReturnType<typeof startPrimaryAndStandby>>

const environment = (...hosts: ProxiedServer[]) => ({
  KONTOR_DATABASE_URL: urlAs('kontor_app', ...hosts),
  KONTOR_DATABASE_OWNER_URL: urlAs('kontor', ...hosts),
  KONTOR_FILES: servers.filesFolder,
  KONTOR_SECRET_KEY_FILE: secretKeyFile(dirname(servers.filesFolder)),
})

function open(t: { after(work: () => Promise<unknown>): void }, ...hosts: ProxiedServer[]) {
  const link = openPrimaryLink(parseDatabaseUrl(urlAs('kontor_app', ...hosts)))
  const pool = openPool(link, 3)
  const db = openDb(pool)
  const barrier = openBarrier(link)
  t.after(async () => {
    link.closeAll()
    await barrier.close()
    await db.destroy()
  })
  const timeline = () => link.server()?.timeline
  return { link, pool, db, barrier, timeline }
}

before(async () => {
  servers = await startPrimaryAndStandby()
  primary = servers.primary
  standby = servers.standby
})

after(() => servers.stop())

test('a server that falls silent: all connections are given up, and opened again after its return', {
  timeout: 60_000,
}, async (t) => {
  const { pool, db, barrier } = open(t, primary)
  await barrier.ensureCurrent()
  await queryShared(db, 'select 1', [])
  const silentFrom = performance.now()
  primary.proxy.stall()
  const waiting = [
    assert.rejects(pool.query('select 1'), /terminated/),
    assert.rejects(queryShared(db, 'select 2', []), /terminated/),
  ]
  await Promise.all(waiting)
  const silentMs = performance.now() - silentFrom
  // Both bounds are for a machine that runs other tests as well.
  assert.ok(silentMs < 15_000, `${silentMs} ms`)
  t.diagnostic(`given up after ${Math.round(silentMs)} ms`)
  await wait(3000)
  primary.proxy.restore()
  const backFrom = performance.now()
  const isBack = () =>
    barrier.ensureCurrent().then(
      () => true,
      () => false,
    )
  await waitUntil(isBack, 'the database is back')
  await pool.query('select 1')
  await queryShared(db, 'select 3', [])
  const backMs = performance.now() - backFrom
  assert.ok(backMs < 5000, `${backMs} ms`)
  t.diagnostic(`back after ${Math.round(backMs)} ms`)
})

test('SIGTERM ends a service whose database is silent', { timeout: 120_000 }, async (t) => {
  const data = await dataFolder()
  t.after(() => removeDataFolder(data))
  const service = await serve(data, environment(primary))
  t.after(() => primary.proxy.restore())
  primary.proxy.stall()
  const startedAt = performance.now()
  service.child.kill('SIGTERM')
  assert.equal(await service.ended, 0)
  const ms = performance.now() - startedAt
  assert.ok(ms < 30_000, `${ms} ms`)
})

test('at its start a service waits for its database', { timeout: 60_000 }, async (t) => {
  const data = await dataFolder()
  t.after(() => removeDataFolder(data))
  primary.proxy.refuse()
  t.after(() => primary.proxy.restore())
  const settings = { KONTOR_DATA: data, KONTOR_PORT: '0', ...environment(primary) }
  const { code, stderr } = await run(['serve'], { ...settings, KONTOR_DATABASE_WAIT: '1' })
  assert.equal(code, 1)
  assert.match(stderr, /^kontor: KONTOR_DATABASE_URL: [^\n]+\n$/)
  const starting = start(['serve'], settings)
  await waitUntil(() => starting.stdout().includes('waiting for the database'), 'the service waits')
  primary.proxy.restore()
  assert.equal(await stop(await waitUntilServing(starting)), 0)
})

test('a role that may open three connections lets requests wait', { timeout: 60_000 }, async (t) => {
  const owner = new pg.Client(primary.embedded.ownerConnection)
  await owner.connect()
  await owner.query('alter role kontor_app connection limit 3')
  t.after(async () => {
    await owner.query('alter role kontor_app connection limit -1')
    await owner.query(`delete from contact where last_name = 'Drei'; delete from outbox_mail`)
    await owner.end()
  })
  const data = await dataFolder()
  t.after(() => removeDataFolder(data))
  await owner.query(`insert into outbox_mail (kind, recipient) values ('test', 'drei@kontor.example')`)
  const service = await serve(data, {
    ...environment(primary),
    KONTOR_URL: 'https://kontor.example',
    KONTOR_SMTP_URL: 'smtp://127.0.0.1:1',
    KONTOR_MAIL_FROM: 'office@kontor.example',
  })
  const token = await adminToken(data, {
    ...environment(primary),
    KONTOR_DATABASE_URL: environment(primary).KONTOR_DATABASE_OWNER_URL,
  })
  const create = async (name: string) => {
    const email = `${name}@kontor.example`
    const created = await call(service.url, token, 'POST', '/contacts', { lastName: 'Drei', email })
    const found = await call(service.url, token, 'GET', `/contacts/search/email/${email}`)
    return [created.status, found.status, found.json.length]
  }
  // More at once would, on a busy machine, wait longer than a request may.
  for (let round = 0; round < 5; round++) {
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, n) => create(`drei-${round}-${n}`)))
    assert.deepEqual(new Set(statuses.map(String)), new Set(['200,200,1']))
  }
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
  // Background jobs do without connections of their own.
  await waitUntil(async () => {
    const { rows } = await owner.query('select from outbox_mail where attempts > 0')
    return rows.length === 1
  }, 'an attempt to send the mail')
  assert.equal(service.stdout().match(/the job queue is not available/g)?.length, 1)
  assert.equal(await stop(service), 0)
})

test('a standby is not used', async (t) => {
  const { pool } = open(t, standby)
  await assert.rejects(pool.query('select'), { code: '25006', message: 'the database server is a standby' })
  const data = await dataFolder()
  t.after(() => removeDataFolder(data))
  const { code, stderr } = await run(['serve'], {
    KONTOR_DATA: data,
    KONTOR_PORT: '0',
    ...environment(standby),
  })
  assert.deepEqual([code, stderr], [1, 'kontor: KONTOR_DATABASE_URL: the database server is a standby\n'])
})

test('servers that do not answer hardly delay the search for the primary', async (t) => {
  const { host, port } = primary.embedded.connection
  const silent = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const proxy = await openTcpProxy(join(host, `.s.PGSQL.${port}`))
      t.after(() => proxy.close())
      proxy.stall()
      return { embedded: primary.embedded, proxy }
    }),
  )
  const { link, pool } = open(t, ...silent, primary)
  const from = performance.now()
  await pool.query('select 1')
  const ms = performance.now() - from
  assert.equal((await link.findHost())?.port, primary.proxy.port)
  // Waiting for one after the other takes eight seconds.
  assert.ok(ms < 6000, `${ms} ms`)
  t.diagnostic(`${Math.round(ms)} ms`)
})

test('of several servers the primary is used, after a promotion the new one, and the old one never again', {
  timeout: 120_000,
}, async (t) => {
  const data = await dataFolder()
  t.after(() => removeDataFolder(data))
  const service = await serve(data, environment(standby, primary))
  const examine = () => run(['doctor'], { KONTOR_DATA: data, ...environment(standby, primary) })
  const healthy = await examine()
  assert.equal(healthy.code, 0, healthy.stdout)
  assert.match(healthy.stdout, /: a standby\nok +servers +127\.0\.0\.1:\d+: a primary, timeline 1\n/)
  const token = await adminToken(data, environment(standby, primary))
  const create = (lastName: string) =>
    call(service.url, token, 'POST', '/contacts', { lastName, email: 'a@kontor.example' })
  assert.equal((await create('Vorher')).status, 200)

  const { link, pool, db, barrier, timeline } = open(t, standby, primary)
  const reset = t.mock.fn()
  barrier.subscribe({ applyChanges() {}, reset })
  const changes: string[] = []
  link.onChange((server) => changes.push(server.timeline))
  await barrier.ensureCurrent()
  await queryShared(db, 'select 1', [])
  assert.deepEqual([timeline(), changes], ['00000001', []])
  reset.mock.resetCalls()
  const running = assert.rejects(pool.query('select pg_sleep(60)'), /terminated/)

  const admin = new pg.Client(standby.embedded.ownerConnection)
  await admin.connect()
  await admin.query('select pg_promote()')
  await admin.end()
  // The old primary lives on; one connection to it breaks.
  primary.proxy.refuse()
  await running
  await barrier.ensureCurrent()
  assert.deepEqual([timeline(), reset.mock.callCount(), changes], ['00000002', 1, ['00000002']])
  const promotedAt = performance.now()
  for (let n = 1; ; n++) {
    const { status } = await create(`Nachher ${n}`)
    if (status === 200) break
    assert.equal(status, 503)
  }
  assert.ok(performance.now() - promotedAt < 5000)
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  assert.match(metrics, /^kontor_database_server_changes_total 1$/m)
  assert.match(metrics, /^kontor_database_server_info\{system="\d+",timeline="2"\} 1$/m)
  const found = await pool.query('select last_name from contact order by id')
  assert.match(found.rows.map(({ last_name: name }) => name).join(), /^Vorher,Nachher \d+$/)
  await pool.query('select 1')
  await queryShared(db, 'select 2', [])

  primary.proxy.restore()
  standby.proxy.refuse()
  await assert.rejects(barrier.ensureCurrent(), /is on timeline 00000001, another one on 00000002/)
  await assert.rejects(pool.query('select 1'), /is on timeline 00000001, another one on 00000002/)
  standby.proxy.restore()
  await barrier.ensureCurrent()
  assert.equal(timeline(), '00000002')
  const divided = await examine()
  assert.equal(divided.code, 1)
  assert.match(divided.stdout, /failed +servers +more than one server is a primary/)
  assert.equal(await stop(service), 0)
})

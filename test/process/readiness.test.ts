// /readyz tells the truth, and requests that cannot be served now are 503, not 500.
import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import pg from 'pg'
import { instanceFolder } from '../support/data-folders.ts'
import {
  adminToken,
  call,
  type RunningService,
  removeDataFolder,
  start,
  stop,
  waitUntil,
  waitUntilServing,
} from '../support/kontor-process.ts'

const timeout = 600_000

const serveWith = (data: string, args: string[] = [], env: Record<string, string> = {}) =>
  waitUntilServing(start(['serve', ...args], { KONTOR_DATA: data, KONTOR_PORT: '0', ...env }))

const readyStatus = async ({ url }: RunningService) =>
  (await fetch(`${url}/readyz`, { headers: { connection: 'close' } })).status

const errorLines = (service: RunningService) =>
  service
    .stdout()
    .split('\n')
    .slice(0, -1)
    .map((line): { level: number; err?: { code?: string } } => JSON.parse(line))
    .filter(({ level }) => level >= 50)

describe('/readyz', { concurrency: 2 }, () => {
  test('a read-only database: 503 with Retry-After for writes and readyz, and one line of the log', {
    timeout,
  }, async (t) => {
    const data = await instanceFolder()
    const service = await serveWith(data)
    t.after(async () => {
      await stop(service)
      await removeDataFolder(data)
    })
    const token = await adminToken(data)
    const setReadOnly = async (value: string) => {
      const client = new pg.Client({ host: join(data, 'postgres'), user: 'kontor', database: 'kontor' })
      await client.connect()
      await client.query('set default_transaction_read_only = off')
      await client.query(`alter database kontor set default_transaction_read_only = ${value}`)
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'kontor%' and pid <> pg_backend_pid()`,
      )
      await client.end()
    }
    const write = () => call(service.url, token, 'POST', '/todo/import', { subject: 'x' })
    assert.equal(await readyStatus(service), 200)
    assert.equal((await write()).status, 200)

    await setReadOnly('on')
    await waitUntil(async () => (await readyStatus(service)) === 503, 'readyz is 503', 60_000)
    // The first may have taken a connection that was just closed.
    await waitUntil(async () => (await write()).headers.get('retry-after') === '10', 'writes notice', 60_000)
    for (let index = 0; index < 40; index++) {
      const { status, headers } = await write()
      assert.deepEqual([status, headers.get('retry-after')], [503, '10'])
      assert.equal(await readyStatus(service), 503)
    }
    assert.equal((await call(service.url, token, 'GET', '/events')).status, 200, 'it can be read')
    const errorCodes = () => errorLines(service).map(({ err }) => err?.code)
    await waitUntil(() => errorCodes().includes('25006'), 'a line of level error', 60_000)
    assert.equal(new Set(errorCodes()).size, errorCodes().length, 'one line for each fault')

    await setReadOnly('off')
    await waitUntil(async () => (await readyStatus(service)) === 200, 'readyz is 200', 60_000)
    assert.equal((await write()).status, 200)
  })

  test('without the folder of the files it is not ready', { timeout }, async (t) => {
    const data = await instanceFolder()
    const service = await serveWith(data)
    t.after(async () => {
      await stop(service)
      await removeDataFolder(data)
    })
    assert.equal(await readyStatus(service), 200)
    await rename(join(data, 'files'), join(data, 'unmounted'))
    assert.equal(await readyStatus(service), 503)
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
    await rename(join(data, 'unmounted'), join(data, 'files'))
    assert.equal(await readyStatus(service), 200)
  })

  for (const args of [[], ['--workers', '2']])
    test(`kontor serve ${args.join(' ')}: SIGTERM, 503, and then the port is closed`, {
      timeout,
    }, async (t) => {
      const data = await instanceFolder()
      t.after(() => removeDataFolder(data))
      const service = await serveWith(data, args, { KONTOR_STOP_DELAY: '3' })
      assert.equal(await readyStatus(service), 200)
      const signalledAt = performance.now()
      service.child.kill('SIGTERM')
      await waitUntil(async () => (await readyStatus(service)) === 503, 'readyz is 503', 60_000)
      assert.equal((await fetch(`${service.url}/healthz`, { headers: { connection: 'close' } })).status, 200)
      assert.ok(performance.now() - signalledAt < 3000)
      assert.equal(await service.ended, 0)
      assert.ok(performance.now() - signalledAt >= 3000)
    })
})

// Writes while the synchronous standby is away: PostgreSQL commits them, but a fail-over would lose them.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { startEmbedded } from '../../server/platform/postgres/embedded-postgres.ts'
import { instanceFolder } from '../support/data-folders.ts'
import {
  adminToken,
  call,
  dataFolder,
  removeDataFolder,
  serve,
  stop,
  waitUntil,
} from '../support/kontor-process.ts'
import { secretKeyFile } from '../support/secret-key.ts'

test('a write that no synchronous standby confirms is 503, also when it is repeated', {
  timeout: 120_000,
}, async (t) => {
  const [folder, data, otherData] = [await instanceFolder(), await dataFolder(), await dataFolder()]
  const server = await startEmbedded(folder, { durable: false })
  const owner = new pg.Client(server.ownerConnection)
  await owner.connect()
  t.after(async () => {
    await owner.end()
    await server.stop()
    await Promise.all([folder, data, otherData].map(removeDataFolder))
  })
  const urlAs = (role: string) =>
    `postgres://${role}@${encodeURIComponent(server.connection.host!)}:${server.connection.port}/kontor`
  const settings = {
    KONTOR_DATABASE_URL: urlAs('kontor_app'),
    KONTOR_DATABASE_OWNER_URL: urlAs('kontor'),
    KONTOR_FILES: join(folder, 'files'),
    KONTOR_SECRET_KEY_FILE: secretKeyFile(folder),
  }
  const setStandby = async (name: string) => {
    await owner.query(`alter system set synchronous_standby_names = '${name}'`)
    await owner.query('select pg_reload_conf()')
    const isSet = async () =>
      (await owner.query('show synchronous_standby_names')).rows[0].synchronous_standby_names === name
    await waitUntil(isSet, 'the setting is in effect')
  }
  const service = await serve(data, settings)
  const other = await serve(otherData, settings)
  const token = await adminToken(data, {
    ...settings,
    KONTOR_DATABASE_URL: settings.KONTOR_DATABASE_OWNER_URL,
  })
  const send = async (
    method: string,
    path: string,
    body: object,
    { key, url = service.url }: { key?: string; url?: string } = {},
  ) => {
    const startedAt = performance.now()
    const response = await fetch(`${url}/restapi/v1${path}`, {
      method,
      headers: {
        authorization: `token ${token}`,
        'content-type': 'application/json',
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    const ms = performance.now() - startedAt
    return { status: response.status, ms, headers: response.headers }
  }
  const once = { key: 'once' }
  const contact = { lastName: 'Fern', email: 'fern@kontor.example' }

  await setStandby('nobody')
  const first = await send('POST', '/contacts', contact, once)
  assert.deepEqual([first.status, first.headers.get('retry-after')], [503, '10'])
  // Without a bound of its own a commit has that of every statement, a minute.
  assert.ok(first.ms < 30_000, `${first.ms} ms`)
  const found = await call(service.url, token, 'GET', `/contacts/search/email/${contact.email}`)
  assert.deepEqual([found.status, found.json.length], [200, 1])
  const change = () => send('PATCH', `/contacts/${found.json[0].id}`, { firstName: 'Nah' })
  const [repeated, changed] = await Promise.all([
    send('POST', '/contacts', contact, { ...once, url: other.url }),
    change(),
  ])
  assert.deepEqual([repeated.status, changed.status], [503, 503])
  assert.equal((await change()).status, 503, 'a change that changes nothing any more')

  await setStandby('')
  const confirmed = await send('POST', '/contacts', contact, once)
  assert.deepEqual([confirmed.status, confirmed.headers.get('idempotency-replayed')], [200, 'true'])
  assert.equal((await change()).status, 200)
  assert.match(service.stdout(), /no synchronous standby has confirmed the commit/)
  assert.deepEqual([await stop(service), await stop(other)], [0, 0])
})

// The checks of `npm run faults` notice lost, doubled and stale records, and answers that no fault explains.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createNetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { addPlaces, checkRecords, domain, emptyLedger, placeOf } from '../../proof/faults/clients/records.ts'
import { startTraffic } from '../../proof/faults/clients/traffic.ts'
import { openTcpProxy } from '../support/servers/tcp-proxy.ts'
import { testInstance } from '../support/test-instance.ts'
import { waitUntil } from '../support/wait-until.ts'

const kontor = await testInstance()
const owner = new pg.Client(kontor.ownerConnection)
await owner.connect()
after(async () => {
  await owner.end()
  await kontor.close()
})

test('lost and doubled records are noticed', async () => {
  const ledger = emptyLedger()
  for (const name of ['a', 'b'].map((letter) => `${letter}@${domain}`)) {
    const body = { lastName: 'Fault', email: name }
    ledger.contacts.set(name, (await kontor.call('POST', '/contacts', { body })).json[0].id)
    const task = (await kontor.call('POST', '/todo/import', { body: { subject: name } })).json[0].id
    ledger.tasks.set(name, task)
    const headers = { 'content-type': 'application/octet-stream' }
    await kontor.call('POST', `/attachment/crm/${task}/a.bin`, { payload: name, headers })
  }
  const { rows } = await owner.query<{ path: string; sha256: string }>(
    `select 'crm/' || task_id || '/' || filename as path, encode(sha256, 'hex') as sha256 from attachment`,
  )
  for (const { path, sha256 } of rows) ledger.files.set(path, sha256)
  const contents = new Map(
    [...ledger.tasks].map(([name, task]): [string, Buffer] => [`crm/${task}/a.bin`, Buffer.from(name)]),
  )
  const check = () => checkRecords(owner, ledger, async (path) => contents.get(path))
  assert.deepEqual(await check(), { lost: [], doubled: [] })

  await owner.query('update task set subject = $1', [`a@${domain}`])
  await owner.query('delete from contact where id = $1', [ledger.contacts.get(`b@${domain}`)])
  contents.set(rows[0]!.path, Buffer.from('other'))
  const { lost, doubled } = await check()
  assert.deepEqual(
    [lost.map((text) => text.split(' ')[0]), doubled],
    [['contact', 'task', 'file'], [`task a@${domain}: 2`]],
  )
})

test('the events of the clients show the city that a client changes', async () => {
  await addPlaces(owner, 1)
  const id = placeOf(0)
  assert.equal((await kontor.call('PATCH', `/contacts/${id}`, { body: { city: '17' } })).status, 200)
  const { json } = await kontor.call('GET', `/events?eventId=${id}`)
  assert.equal(json[0].dates[0].location[0].city, '17')
})

/** A service that acknowledges every write and forgets it; `status` of every other write. */
async function startForgetfulService(status: number) {
  let requests = 0
  const server = createServer((request, response) => {
    request.resume()
    const isWrite = request.method !== 'GET'
    response.statusCode = isWrite && ++requests % 2 === 0 ? status : 200
    const event = { dates: [{ location: [{ city: '0' }] }] }
    const body = request.url!.includes('/events') ? event : { id: requests, path: String(requests) }
    response.end(JSON.stringify([isWrite || request.url!.includes('/events') ? body : { id: -1 }]))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

for (const [status, isWrong] of [
  [503, false],
  [500, true],
] as const)
  test(`stale answers are noticed, and ${status} is ${isWrong ? 'wrong' : 'repeated'}`, async (t) => {
    const service = await startForgetfulService(status)
    t.after(service.close)
    const traffic = startTraffic({ urls: [service.url], token: 'x', ledger: emptyLedger() })
    await waitUntil(() => traffic.acknowledged() > 100)
    const { stale, wrong, reads } = await traffic.stop()
    assert.ok(reads > 10)
    for (const part of ['lacks contact', 'was acknowledged'])
      assert.ok(
        stale.some((text) => text.includes(part)),
        part,
      )
    assert.equal(wrong.length > 0, isWrong)
    assert.equal(traffic.failures() > 0, !isWrong)
  })

test('a late network keeps the order of packets, also when it becomes fast again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-proxy-'))
  const path = join(folder, 'socket')
  const server = createNetServer().listen(path)
  const received = once(server, 'connection').then(([socket]) => text(socket))
  const proxy = await openTcpProxy(path)
  const client = connect(proxy.port, '127.0.0.1')
  await once(client, 'connect')
  proxy.delay(200)
  client.write('late ')
  await wait(50)
  proxy.restore()
  client.write('in time')
  await wait(50)
  client.end()
  assert.equal(await received, 'late in time')
  await proxy.close()
  server.close()
  await rm(folder, { recursive: true })
})

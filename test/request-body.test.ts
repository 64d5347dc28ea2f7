// The body of a request is limited in size, time and number of values, and decoded.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, test } from 'node:test'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { watchProgress } from '../server/platform/http/request/request-body.ts'
import { runUnblocking } from './support/blocked-time.ts'
import { insertSamples } from './support/samples.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
await insertSamples(kontor)
await kontor.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = kontor.app.server.address() as AddressInfo

const person = { lastName: 'Köhler', email: 'jana@kontor.example' }
const binary = 'application/octet-stream'
const token = `token ${kontor.token}`

const post = (path: string, body: Buffer | string, headers: Record<string, string>) =>
  fetch(`http://127.0.0.1:${port}/restapi/v1${path}`, {
    method: 'POST',
    headers: { authorization: token, ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })

test('13.2 a compressed body is decoded, limited after decoding, and stored as it was before', async () => {
  const encode = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }
  for (const [encoding, compress] of Object.entries(encode)) {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const contact = JSON.stringify({ ...person, email: `${encoding}@kontor.example` })
    const created = await post('/contacts', compress(contact), headers)
    assert.equal(created.status, 200, encoding)
    const [{ id }] = (await created.json()) as [{ id: number }]
    assert.equal((await kontor.call('GET', `/contacts/${id}`)).json[0].email, `${encoding}@kontor.example`)

    const text = `Anlage ${encoding}`.repeat(1000)
    const file = await post(`/attachment/crm/21/${encoding}.txt`, compress(text), {
      ...headers,
      'content-type': binary,
    })
    assert.equal(file.status, 200, await file.text())
    const stored = await kontor.db
      .selectFrom('attachment')
      .select('size')
      .where('filename', '=', `${encoding}.txt`)
      .execute()
    assert.deepEqual(stored, [{ size: String(text.length) }])

    const bomb = compress(Buffer.alloc(64 * 1024 * 1024, ' '))
    const large = await post('/contacts', bomb, headers)
    assert.equal(large.status, 413, encoding)

    const damaged = await post('/contacts', compress(contact).subarray(0, -3), headers)
    const { details } = (await damaged.json()) as { details: { field: string }[] }
    assert.deepEqual([damaged.status, details[0]?.field], [400, 'body'], encoding)
  }
  const unknown = await post('/contacts', '{}', {
    'content-type': 'application/json',
    'content-encoding': 'zstd',
  })
  assert.deepEqual([unknown.status, unknown.headers.get('accept-encoding')], [415, 'gzip, deflate, br'])
})

test('2.5 a body of more than 50,000 values is 413 before it is parsed', async () => {
  const type = { 'content-type': 'application/json' }
  const keys = `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`).join()}}`
  // The client runs in the same process: it copies 36 MB.
  const { result: answers } = await runUnblocking(500, () =>
    Promise.all([keys, keys, keys].map((body) => post('/contacts', body, type))),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [413, 413, 413],
  )
})

test('a large body is parsed beside the event loop, with the same errors', async () => {
  const type = { 'content-type': 'application/json' }
  const comment = '"\\n'.repeat(1000)
  const large = (body: object) => ({ ...body, mailBody: 'ä"\n'.repeat(1_000_000) })
  const mail = { subject: 'Groß', mailFrom: 'a@kontor.example', mailTo: 'b@kontor.example', comment }
  const text = JSON.stringify(large(mail))
  const rejected = await post('/todo/import', `${text.slice(0, -1)},"subject":"noch einmal"}`, type)
  const body = (await rejected.json()) as { message: string }
  assert.deepEqual([rejected.status, /subject/.test(body.message)], [400, true], body.message)
  assert.equal((await post('/todo/import', `${text}x`, type)).status, 400)
})

test('2.5 a body that stalls is 408', { timeout: 60_000 }, async () => {
  for (const type of ['application/json', binary]) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const path = type === binary ? '/attachment/crm/21/langsam.txt' : '/contacts'
    socket.write(
      `POST /restapi/v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\nContent-Type: ${type}\r\nContent-Length: 50000\r\n\r\n{"lastName":`,
    )
    let answer = ''
    socket.on('data', (bytes) => {
      answer += bytes
    })
    await once(socket, 'close')
    assert.match(answer, /^HTTP\/1\.1 408 /, answer)
  }
})

test('a body whose bytes wait in the socket, because the service stood still, is not too slow', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const raw = { socket: { bytesRead: 0 }, complete: false, destroyed: false, readableLength: 0 }
  const stop = t.mock.fn()
  watchProgress(raw as unknown as IncomingMessage, stop)
  const passTime = async (bytes: number) => {
    t.mock.timers.tick(10_000)
    // After a pause timers run first, then sockets are read.
    raw.socket.bytesRead += bytes
    await setImmediate()
  }
  await passTime(20_000)
  await passTime(20_000)
  assert.equal(stop.mock.callCount(), 0)
  await passTime(10_000)
  assert.equal(stop.mock.callCount(), 1)
})

test('13.2 a client that is still sending its body receives the response, and the connection ends', async () => {
  const upload = (path: string, length: number) =>
    `POST /restapi/v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\nContent-Type: ${binary}\r\nContent-Length: ${length}\r\n\r\n`
  const cases = [
    [upload('/attachment/crm/2147483647/a.pdf', 50_000_000), '404'],
    [upload('/attachment/crm/21/a%5Cb', 50_000_000), '400'],
    [upload('/attachment/crm/21/a.pdf', 1_000_000_000), '413'],
    ['this is not HTTP\r\n\r\n', '400'],
  ] as const
  await Promise.all(
    cases.map(async ([start, status]) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      const errors: string[] = []
      socket.on('error', (error) => errors.push(error.message))
      let answer = ''
      const answered = new Promise<void>((done) => {
        socket.on('data', (bytes) => {
          answer += bytes
          if (answer.endsWith('}')) done()
        })
      })
      socket.write(start)
      await answered
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} .*\r\n`), start)
      assert.match(answer, /\r\nconnection: close\r\n/i, start)
      for (let sent = 0; sent < 10; sent++) {
        socket.write(Buffer.alloc(64 * 1024))
        await wait(20)
      }
      assert.deepEqual(errors, [], start)
      // The connection does not stay, whether or not the client closes it.
      while (!socket.destroyed) {
        socket.write('x')
        await wait(100)
      }
    }),
  )
})

test('connections beyond the limit of an address are closed; closed ones count no more', async () => {
  const limited = await testInstance({ settings: { connections: { all: 0, address: 3 } } })
  after(() => limited.close())
  await limited.app.listen({ port: 0, host: '127.0.0.1' })
  const { port: limitedPort } = limited.app.server.address() as AddressInfo
  const open = async () => {
    const socket = connect(limitedPort, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const answered = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'close').then(() => false),
    ])
    return { socket, answered }
  }
  const opened = [await open(), await open(), await open()]
  assert.deepEqual(
    opened.map(({ answered }) => answered),
    [true, true, true],
  )
  assert.equal((await open()).answered, false)
  const [first] = opened
  first!.socket.destroy()
  await once(first!.socket, 'close')
  // The server learns of it a moment later.
  let again = await open()
  for (let tries = 0; tries < 100 && !again.answered; tries++) again = await open()
  assert.equal(again.answered, true)
  for (const { socket } of [...opened, again]) socket.destroy()
})

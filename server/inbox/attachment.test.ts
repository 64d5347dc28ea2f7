// Interface: POST /attachment/crm/{taskId}/{filename}.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db, files, token } = kontor
await db.insertInto('client').values({ name: 'Akademie Nord' }).execute()

const octets = 'application/octet-stream'

async function newTask(client_id = 1): Promise<number> {
  const row = await db
    .insertInto('task')
    .values({ client_id, kind: 'todo', subject: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const upload = (taskId: number | string, name: string, payload: Buffer | string = 'Inhalt', headers = {}) =>
  kontor.call('POST', `/attachment/crm/${taskId}/${name}`, {
    payload,
    headers: { 'content-type': octets, ...headers },
  })
const attachments = (taskId: number) =>
  db.selectFrom('attachment').selectAll().where('task_id', '=', taskId).orderBy('id').execute()
const leftovers = () => readdir(join(files.name, '.incoming'))
const fields = (answer: { json: { details: { field: string }[] } }) =>
  answer.json.details.map(({ field }) => field)

test('7.4 a file is stored as crm/<taskId>/<filename>, byte for byte', async () => {
  const taskId = await newTask()
  const bytes = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, index) => index % 256))
  const { status, json, text } = await upload(taskId, 'Anmeldung%20Müller.pdf', bytes)
  assert.equal(status, 200, text)
  const path = `crm/${taskId}/Anmeldung Müller.pdf`
  assert.deepEqual(json, [{ path }])
  assert.ok((await readFile(join(files.name, path))).equals(bytes))
  const [row] = await attachments(taskId)
  assert.deepEqual([row?.filename, row?.size], ['Anmeldung Müller.pdf', '70000'])
  assert.ok(row?.sha256.equals(createHash('sha256').update(bytes).digest()))
  assert.deepEqual(await leftovers(), [])
})

test('7.4 an existing name gets (2), (3) before its extension, and nothing is overwritten', async () => {
  const taskId = await newTask()
  const names: [string, string][] = [
    ['a.pdf', 'a.pdf'],
    ['a.pdf', 'a (2).pdf'],
    ['a.pdf', 'a (3).pdf'],
    ['a%20(2).pdf', 'a (2) (2).pdf'],
    ['archiv.tar.gz', 'archiv.tar.gz'],
    ['archiv.tar.gz', 'archiv.tar (2).gz'],
    ['.htaccess', '.htaccess'],
    ['.htaccess', '.htaccess (2)'],
    ['LIESMICH', 'LIESMICH'],
    ['LIESMICH', 'LIESMICH (2)'],
    ['100%25.txt', '100%.txt'],
    ['...', '...'],
  ]
  for (const [index, [requested, stored]] of names.entries()) {
    const { json } = await upload(taskId, requested, `Inhalt ${index}`)
    assert.deepEqual(json, [{ path: `crm/${taskId}/${stored}` }])
  }
  for (const [index, [, stored]] of names.entries())
    assert.equal(await readFile(join(files.name, `crm/${taskId}/${stored}`), 'utf8'), `Inhalt ${index}`)
  assert.deepEqual((await upload(await newTask(), 'a.pdf')).json[0].path.split('/')[2], 'a.pdf')
})

test('7.4 ten concurrent uploads of the same name get ten names', async () => {
  const taskId = await newTask()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => upload(taskId, 'scan.pdf', `Inhalt ${index}`)),
  )
  const paths = answers.map((answer) => answer.json[0].path as string)
  assert.equal(new Set(paths).size, 10)
  const contents = await Promise.all(paths.map((path) => readFile(join(files.name, path), 'utf8')))
  assert.deepEqual(
    contents,
    contents.map((_, index) => `Inhalt ${index}`),
  )
  assert.equal((await attachments(taskId)).length, 10)
  assert.deepEqual(await leftovers(), [])
})

test('7.4 a numbered name stays within 255 bytes and is cut between characters', async () => {
  const taskId = await newTask()
  for (const name of [
    `${'ü'.repeat(125)}x.pdf`,
    `${'👩‍👩‍👧'.repeat(13)}.docx`,
    'x'.repeat(255),
    `a.${'y'.repeat(253)}`,
  ]) {
    const paths: string[] = []
    for (const content of ['1', '2', '3']) {
      const { json, text } = await upload(taskId, encodeURIComponent(name), content)
      assert.ok(json[0]?.path, text)
      paths.push(json[0].path)
      assert.equal(await readFile(join(files.name, json[0].path), 'utf8'), content)
    }
    const stored = paths.map((path) => path.split('/')[2]!)
    assert.equal(stored[0], name)
    for (const one of stored) assert.ok(Buffer.byteLength(one) <= 255, one)
    for (const one of stored.slice(1))
      assert.match(one, /^(ü*x?|(👩‍👩‍👧)*|x*|a\.y*) \([23]\)(\.pdf|\.docx)?$/u)
    assert.equal(new Set(stored).size, 3)
  }
})

test('7.4 a filename is one path segment of at most 255 bytes', async () => {
  const taskId = await newTask()
  for (const name of [
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2fetc%2fpasswd',
    'a%2Fb',
    'a%5Cb',
    'a%00b',
    'a%0ab',
    'a%7fb',
    // Direction marks would show gpj.exe as exe.jpg.
    ...['\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'].map((mark) =>
      encodeURIComponent(`a${mark}gpj.exe`),
    ),
    encodeURIComponent('ü'.repeat(150)),
    'x'.repeat(256),
  ]) {
    const answer = await upload(taskId, name)
    assert.equal(answer.status, 400, `${name} ${answer.text}`)
    assert.deepEqual([...new Set(fields(answer))], ['filename'], name)
  }
  assert.equal((await upload(taskId, '%ff%fe')).status, 400)
  assert.equal((await upload(taskId, 'a/b')).status, 404)
  assert.deepEqual(await attachments(taskId), [])
  assert.deepEqual(await leftovers(), [])
})

test('2.7 an unknown task is 404, and so is one of another client', async () => {
  assert.equal((await upload('2147483647', 'a.pdf')).status, 404)
  assert.equal((await upload(await newTask(2), 'a.pdf')).status, 404)
  assert.deepEqual(fields(await upload('x', 'a.pdf')), ['taskId'])
  assert.deepEqual(await leftovers(), [])
})

test('7.4 an empty body is 400', async () => {
  const taskId = await newTask()
  const answer = await upload(taskId, 'a.pdf', '')
  assert.deepEqual([answer.status, answer.json?.details[0].field], [400, 'body'])
  assert.deepEqual(await attachments(taskId), [])
  assert.deepEqual(await leftovers(), [])
})

test('2.2 another media type is 415', async () => {
  const taskId = await newTask()
  for (const type of [
    'application/json',
    'application/pdf',
    'multipart/form-data; boundary=x',
    'text/plain',
  ]) {
    const answer = await upload(taskId, 'a.pdf', '{}', { 'content-type': type })
    assert.deepEqual([answer.status, answer.json?.error], [415, 'Error'], type)
  }
  assert.equal(
    (await upload(taskId, 'a.pdf', 'x', { 'content-type': `${octets}; charset=binary` })).status,
    200,
  )
})

test('2.10 the same Idempotency-Key stores one file', async () => {
  const taskId = await newTask()
  const headers = { 'idempotency-key': 'upload-1' }
  const first = await upload(taskId, 'a.pdf', 'eins', headers)
  assert.deepEqual((await upload(taskId, 'a.pdf', 'eins', headers)).json, first.json)
  assert.equal((await upload(taskId, 'a.pdf', 'zwei', headers)).status, 409)
  assert.equal((await attachments(taskId)).length, 1)
  assert.deepEqual(await leftovers(), [])
  assert.deepEqual(await readdir(join(files.name, `crm/${taskId}`)), ['a.pdf'])
})

type Sent = { status: number; json: { path: string }[] }

/** Sends a body of a size in pieces through a real port; `stopAfter` breaks the connection there. */
function send(port: number, path: string, size: number, stopAfter = size): Promise<Sent | 'broken'> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/restapi/v1${path}`,
      headers: { authorization: `token ${token}`, 'content-type': octets, 'content-length': size },
    })
    outgoing.on('error', (error) => (stopAfter < size ? resolve('broken') : reject(error)))
    outgoing.on('response', (answer) => {
      answer.setEncoding('utf8')
      let text = ''
      answer.on('data', (piece) => (text += piece))
      answer.on('end', () => {
        outgoing.destroy()
        resolve({ status: answer.statusCode ?? 0, json: JSON.parse(text) })
      })
    })
    const piece = Buffer.alloc(64 * 1024, 'kontor')
    const body = Readable.from(
      (function* () {
        for (let sent = 0; sent < stopAfter; sent += piece.length) yield piece.subarray(0, stopAfter - sent)
      })(),
    )
    if (stopAfter === 0) outgoing.flushHeaders()
    else if (stopAfter === size) body.pipe(outgoing)
    else {
      body.pipe(outgoing, { end: false })
      body.on('end', () => setTimeout(() => outgoing.destroy(), 50))
    }
  })
}

test('7.4 uploads over a socket: an aborted one leaves no file, and a large one needs little memory', async () => {
  await kontor.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = kontor.app.server.address() as AddressInfo
  const taskId = await newTask()
  const path = `/attachment/crm/${taskId}/gro%C3%9F.bin`

  // Through a port, for a client that injects resolves these names itself.
  for (const name of ['.', '..', '%2e', '%2E%2e', 'a\\b']) {
    const answer = await send(port, `/attachment/crm/${taskId}/${name}`, 10)
    assert.ok(answer !== 'broken' && answer.status === 400, name)
  }
  // Nothing of this body is ever sent.
  const unsent = await send(port, '/attachment/crm/2147483647/a.pdf', 5_000_000, 0)
  assert.ok(unsent !== 'broken' && unsent.status === 404)
  assert.equal(await send(port, path, 5_000_000, 1_000_000), 'broken')
  for (let tries = 0; tries < 100 && (await leftovers()).length > 0; tries++) await wait(20)
  assert.deepEqual(await leftovers(), [])
  assert.deepEqual(await attachments(taskId), [])

  const megabyte = 1024 * 1024
  // Node's memory for pieces on their way is reached once; from then on it must not grow.
  await send(port, path, 100 * megabyte)
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 5)
  const large = await send(port, path, 100 * megabyte)
  clearInterval(watch)
  assert.deepEqual(large, { status: 200, json: [{ path: `crm/${taskId}/groß (2).bin` }] })
  // Pieces wait for a busy disk; the whole body would be 100 MiB.
  assert.ok(most - before < 70 * megabyte, `grew by ${Math.round((most - before) / megabyte)} MiB`)
  assert.deepEqual(
    (await attachments(taskId)).map((row) => Number(row.size)),
    [100 * megabyte, 100 * megabyte],
  )

  const over = await send(port, path, 100 * megabyte + 1)
  assert.ok(over !== 'broken' && over.status === 413)
  assert.deepEqual(await leftovers(), [])
  assert.equal((await attachments(taskId)).length, 2)
})

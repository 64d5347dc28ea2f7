// Invalid requests are rejected with clear details, and nothing is stored.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { insertSamples } from './support/samples.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
const small = await testInstance({ settings: { maxBodyBytes: 100_000, maxAttachmentBytes: 100_000 } })
after(async () => {
  await kontor.close()
  await small.close()
})
await insertSamples(kontor)
await insertSamples(small)
await kontor.app.listen({ port: 0, host: '127.0.0.1' })
await small.app.listen({ port: 0, host: '127.0.0.1' })

type Answer = Awaited<ReturnType<typeof kontor.call>>
const fieldsOf = (answer: { json: { details: { field: string }[] } }) =>
  answer.json.details.map(({ field }) => field)
const json = { 'content-type': 'application/json' }
const person = { lastName: 'Köhler', email: 'jana@kontor.example' }

async function dumpDatabase(): Promise<unknown> {
  const tables = [
    'contact',
    'address',
    'phone',
    'email_address',
    'contact_in_category',
    'lead',
    'lead_contact',
    'task',
  ]
  const more = ['attachment', 'logbook_entry', 'invoice_confirmation', 'newsletter_consent', 'outbox_mail']
  const counts = [...tables, ...more].map((table) => `(select count(*) from ${table}) as ${table}`)
  const { rows } = await sql.raw(`select ${counts.join(', ')}`).execute(kontor.db)
  return rows[0]
}

/** Asserts 400 with exactly these fields, and that nothing was stored. */
async function assertRejected(
  send: () => Promise<Answer>,
  fields: string[],
  what = fields.join(),
): Promise<Answer> {
  const before = await dumpDatabase()
  const answer = await send()
  assert.equal(answer.status, 400, `${what}: ${answer.text.slice(0, 500)}`)
  assert.deepEqual([...new Set(fieldsOf(answer))].toSorted(), fields.toSorted(), what)
  assert.deepEqual(await dumpDatabase(), before, what)
  return answer
}
/** Measures processor time, which does not depend on the load of the machine. */
function assertSoon(since: NodeJS.CpuUsage, what: string): void {
  const { user, system } = process.cpuUsage(since)
  const ms = (user + system) / 1000
  assert.ok(ms < 10_000, `${what} took ${ms} ms`)
}

const raw = (method: string, path: string, payload: string | Buffer) =>
  kontor.call(method, path, { headers: json, payload })

type RawResponse = { status: number; head: string; body: string; closed: boolean }

/** Sends bytes over a socket, and reads until one response is complete or the connection ends. */
async function sendRaw(bytes: (string | Buffer)[], on = kontor, pauseMs = 0): Promise<RawResponse> {
  const socket = connect((on.app.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  let closed = false
  socket.on('error', () => {})
  socket.on('close', () => {
    closed = true
  })
  socket.setEncoding('utf8')
  const whole = new Promise<void>((resolve) => {
    socket.on('data', (piece: string) => {
      text += piece
      const end = text.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? Number.NaN)
      if (end >= 0 && Buffer.byteLength(text.slice(end + 4)) >= length) resolve()
    })
    socket.on('close', () => resolve())
  })
  await once(socket, 'connect')
  for (const piece of bytes) {
    if (closed || text !== '') break
    socket.write(piece)
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  const timer = setTimeout(() => socket.destroy(), 8000)
  await whole
  clearTimeout(timer)
  await new Promise((resolve) => setTimeout(resolve, 10))
  const result = { closed }
  socket.destroy()
  const end = text.indexOf('\r\n\r\n')
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0),
    head: text.slice(0, end),
    body: text.slice(end + 4),
    ...result,
  }
}
/** The response to the second of two requests on one connection. */
async function sendTwice(first: string, second: string): Promise<RawResponse> {
  const socket = connect((kontor.app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.setEncoding('utf8').write(first)
  await once(socket, 'data')
  let text = ''
  socket.on('data', (piece: string) => {
    text += piece
  })
  socket.write(second)
  await once(socket, 'close')
  const end = text.indexOf('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)
  return { status, head: text.slice(0, end), body: text.slice(end + 4), closed: true }
}
/** Sends more than the limit. While a client is still sending, a connection reset may discard the response: then try again. */
async function sendTooMuch(bytes: (string | Buffer)[]): Promise<RawResponse> {
  for (let attempt = 1; ; attempt++) {
    const answer = await sendRaw(bytes, small, 5)
    if (answer.status !== 0 || attempt === 5) return answer
  }
}
const requestHead = (request: string, headers: Record<string, string | number> = {}, on = kontor) =>
  [
    `${request} HTTP/1.1`,
    'Host: kontor.example',
    `Authorization: token ${on.token}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')
const detailsOf = ({ body }: RawResponse): string[] => fieldsOf({ json: JSON.parse(body) })

test('1.5 ids in a body are integers from 1 to 2147483647', async () => {
  for (const id of [
    '0',
    '-1',
    '2147483648',
    '1.5',
    '"1"',
    'true',
    '[1]',
    '{}',
    '1e30',
    '99999999999999999999',
  ]) {
    // Where an id is optional, 0 is none (decision 13.9).
    if (id !== '0') {
      const body = `{"lastName":"K","email":"a@b.example","categoryId":${id}}`
      await assertRejected(() => raw('POST', '/contacts', body), ['categoryId'], id)
    }
    await assertRejected(() => raw('POST', '/leads/createLead', `{"leadContact":${id}}`), ['leadContact'], id)
  }
  await assertRejected(
    () => raw('POST', '/contacts', '{"lastName":"K","email":"a@b.example","categoryId":01}'),
    ['body'],
  )
})

test('13.1 lists by commas, repeated, `key[]` and `key[0]` mean the same; an empty parameter counts as not given', async () => {
  const { json: expected } = await kontor.call('GET', '/events?eventId=1,2')
  assert.equal(expected.length, 2)
  for (const query of [
    'eventId=1&eventId=2',
    'eventId[]=1&eventId[]=2',
    'eventId[0]=1&eventId[1]=2',
    'eventId%5B%5D=1,2&dateId=&prices=',
  ])
    assert.deepEqual((await kontor.call('GET', `/events?${query}`)).json, expected, query)
  await assertRejected(() => kontor.call('GET', '/events?dateId=10&dateId=10'), ['dateId'])
  await assertRejected(() => kontor.call('GET', '/events?dateId[]=10'), ['dateId[]'])
  await assertRejected(() => kontor.call('GET', '/events?unknown='), ['unknown'])
})

test('1.5 ids in a query have one canonical form', async () => {
  for (const id of [
    '0',
    '-1',
    '+1',
    '%2B1',
    '01',
    '1e3',
    '1.0',
    '2147483648',
    '%201',
    '0x1',
    '9'.repeat(40),
  ]) {
    await assertRejected(() => kontor.call('GET', `/events?dateId=${id}`), ['dateId'], id)
    await assertRejected(() => kontor.call('GET', `/users/crmUsers?clientId=${id}`), ['clientId'], id)
  }
  await assertRejected(() => kontor.call('GET', '/events?eventId=1,,2'), ['eventId[1]'])
  await assertRejected(() => kontor.call('GET', '/events?catalogId=1,01,x'), ['catalogId[1]', 'catalogId[2]'])
})

test('4.10 a category search accepts only ids separated by commas', async () => {
  for (const list of ['0', 'x', '1,', ',1', '1,,3', '1;3', '1,%203', '2147483648', '-1', '01', '1.0', '%00'])
    await assertRejected(() => kontor.call('GET', `/contacts/search/category/${list}`), ['categoryId'], list)
  const { status, json: found } = await kontor.call('GET', `/contacts/search/category/${'1,'.repeat(4000)}3`)
  assert.deepEqual([status, found.length], [200, 1])
})

test('2.5 percent-encoding that is not UTF-8 is 400', async () => {
  for (const path of [
    '/contacts/search/email/%FF@kontor.example',
    '/contacts/%',
    '/contacts/%zz',
    '/attachment/crm/21/%C3.pdf',
  ]) {
    const method = path.startsWith('/attachment') ? 'POST' : 'GET'
    await assertRejected(() => kontor.call(method, path), ['path'], path)
    assert.equal((await kontor.call(method, path, { token: null })).status, 401, path)
    const answer = await sendRaw([requestHead(`${method} /restapi/v1${path}`)])
    assert.deepEqual([answer.status, detailsOf(answer)], [400, ['path']], path)
  }
  await assertRejected(() => kontor.call('GET', '/events?displayDate=%FF'), ['displayDate'])
  await assertRejected(() => kontor.call('GET', '/events?%FF=1'), ['query'])
  await assertRejected(() => kontor.call('GET', '/events?prices=%'), ['prices'])
})

test('2.5 raw UTF-8 in the request line is read', async () => {
  const email = 'jörg@bücher.example'
  assert.equal((await kontor.call('POST', '/contacts', { body: { lastName: 'Röhm', email } })).status, 200)
  const raws = await sendRaw([requestHead(`GET /restapi/v1/contacts/search/email/${email}`)])
  const encoded = await sendRaw([
    requestHead(`GET /restapi/v1/contacts/search/email/${encodeURIComponent(email)}`),
  ])
  assert.deepEqual([raws.status, raws.body], [200, encoded.body])
  assert.equal(JSON.parse(raws.body).length, 1)
  // After another request of the same connection, and in two packets with a body.
  const health = 'GET /healthz HTTP/1.1\r\nHost: kontor.example\r\n\r\n'
  const second = await sendTwice(health, requestHead('GET /restapi/v1/ü'))
  assert.equal(second.status, 404)
  const body = '{"lastName":"Müller","email":"anna@kontor.example"}'
  const head = requestHead('POST /restapi/v1/contacts?ü=1', {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  const posted = await sendRaw([head, body.slice(0, 9), body.slice(9)], kontor, 20)
  assert.deepEqual([posted.status, detailsOf(posted)], [400, ['ü']])
})

test('percent-encoding that is not UTF-8 is a problem below /public/v1, and asks for no token at a page', async () => {
  const headers = { authorization: 'Bearer pk_x' }
  const problem = await kontor.app.inject({ url: '/public/v1/events/%FF/schema.json', headers })
  assert.deepEqual([problem.statusCode, problem.json().type], [400, '/problems/invalid-request'])
  for (const url of ['/booking/%FF', '/events/%C3', '/%']) {
    const { statusCode, json } = await kontor.app.inject({ url })
    assert.deepEqual([statusCode, json().details[0].field], [400, 'path'], url)
  }
})

test('2.5 a body that is not UTF-8 is 400', async () => {
  const latin = Buffer.from('{"lastName":"Köhler","email":"a@b.example"}', 'latin1')
  await assertRejected(() => raw('POST', '/contacts', latin), ['body'])
  await assertRejected(
    () => raw('POST', '/contacts', Buffer.from('{"lastName":"K","email":"a@b.example"}', 'utf16le')),
    ['body'],
  )
  await assertRejected(() => raw('POST', '/contacts', Buffer.from([0x7b, 0xed, 0xa0, 0x80, 0x7d])), ['body'])
})

test('2.5 a NUL character or a lone surrogate is 400 in any field', async () => {
  for (const bad of ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00\\ud800', 'x\\udfff']) {
    const field = (name: string, value: string) =>
      raw('POST', '/contacts', `{"lastName":"K","email":"a@b.example",${value}}`).then((answer) => ({
        ...answer,
        name,
      }))
    await assertRejected(() => field('firstName', `"firstName":"${bad}"`), ['firstName'], bad)
    await assertRejected(() => field('phone', `"phone":{"number":"${bad}"}`), ['phone.number'], bad)
    await assertRejected(
      () => raw('POST', '/contacts', `{"lastName":"${bad}","email":"a@b.example"}`),
      ['lastName'],
      bad,
    )
    await assertRejected(
      () => raw('POST', '/contacts', `{"lastName":"K","email":"a${bad}@b.example"}`),
      ['email'],
      bad,
    )
    await assertRejected(
      () => raw('POST', '/todo/import', `{"subject":"${bad}","mailBody":"${bad}"}`),
      ['subject', 'mailBody'],
      bad,
    )
    await assertRejected(
      () => raw('POST', '/contacts', `{"lastName":"K","email":"a@b.example","${bad}":1}`),
      [JSON.parse(`"${bad}"`)],
      bad,
    )
  }
  await assertRejected(
    () => kontor.call('GET', '/contacts/search/email/a%00b@kontor.example'),
    ['emailaddress'],
  )
  await assertRejected(() => kontor.call('GET', '/events?eventDateFiles=%00'), ['eventDateFiles'])
  // The raw byte is not JSON.
  await assertRejected(() => raw('POST', '/contacts', '{"lastName":"a\0b","email":"a@b.example"}'), ['body'])
  // A surrogate pair is a character.
  const { status } = await raw(
    'POST',
    '/contacts',
    '{"lastName":"\\ud83d\\ude00","email":"paar@kontor.example"}',
  )
  assert.equal(status, 200)
})

test('2.4 a duplicate key is 400 and named', async () => {
  await assertRejected(
    () => raw('POST', '/contacts', '{"lastName":"A","lastName":"B","email":"a@b.example"}'),
    ['lastName'],
  )
  await assertRejected(
    () => raw('POST', '/contacts', '{"lastName":"A","last\\u004eame":"B","email":"a@b.example"}'),
    ['lastName'],
  )
  await assertRejected(
    () =>
      raw('POST', '/contacts', '{"lastName":"A","email":"a@b.example","phone":{"number":"1","number":"2"}}'),
    ['phone.number'],
  )
  await assertRejected(
    () =>
      raw(
        'POST',
        '/invoiceConfirm',
        '{"contactId":102,"elements":[{"resTyp":"ART","resId":31},{"resTyp":"ART","resId":31,"resId":31}]}',
      ),
    ['elements[1].resId'],
  )
  await assertRejected(() => raw('GET', '/events', '{"prices":true,"prices":true}'), ['prices'])
})

test('2.4 a duplicate query parameter is 400 and named', async () => {
  await assertRejected(() => kontor.call('GET', '/events?dateId=10&dateId=10'), ['dateId'])
  await assertRejected(
    () => kontor.call('GET', '/contacts/102?loadAllAddresses=1&loadAllAddresses=1'),
    ['loadAllAddresses'],
  )
})

test('2.4 __proto__, constructor and the like are unknown fields', async () => {
  for (const name of [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
  ]) {
    const body = `{"lastName":"K","email":"a@b.example","${name}":{"isAdmin":true}}`
    await assertRejected(() => raw('POST', '/contacts', body), [name])
    await assertRejected(
      () => raw('POST', '/contacts', `{"lastName":"K","email":"a@b.example","phone":{"${name}":1}}`),
      [`phone.${name}`],
    )
    await assertRejected(() => kontor.call('GET', `/events?${name}=1`), [name])
    await assertRejected(() => kontor.call('GET', `/contacts/102?${name}=1`), [name])
    await assertRejected(() => raw('GET', '/events', `{"${name}":1}`), [name])
  }
  assert.equal(({} as Record<string, unknown>)['isAdmin'], undefined)
})

test('2.4 arrays of 15,000 elements are rejected quickly, with a response of limited size', async () => {
  const elements = (element: unknown) => ({
    contactId: 102,
    elements: Array.from({ length: 15_000 }, () => element),
  })
  for (const [path, body, field] of [
    ['/invoiceConfirm', elements({ resTyp: 'ART', resId: 31 }), 'elements'],
    ['/invoiceConfirm', elements({ resTyp: 'X', unknown: 1 }), 'elements'],
    ['/invoiceConfirm', elements('\0'), undefined],
    ['/contacts', { ...person, lastName: Array.from({ length: 15_000 }, () => 'x') }, 'lastName'],
    ['/contacts', Array.from({ length: 15_000 }, () => person), 'body'],
    [
      '/contacts',
      {
        ...person,
        ...Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`f${index}`, index])),
      },
      undefined,
    ],
    [
      '/invoiceConfirm',
      { contactId: 102, elements: Array.from({ length: 1000 }, () => ({ a: 1, b: 2, c: 3 })) },
      undefined,
    ],
  ] as const) {
    const start = process.cpuUsage()
    const answer = await kontor.call('POST', path, { body })
    assertSoon(start, path)
    assert.equal(answer.status, 400, answer.text.slice(0, 500))
    if (field !== undefined) assert.ok(fieldsOf(answer).includes(field), answer.text.slice(0, 500))
    assert.ok(answer.json.details.length <= 1000)
    assert.ok(answer.text.length < 200_000, `${path} answers with ${answer.text.length} bytes`)
  }
  const many = { contactCategoriesId: Array.from({ length: 15_000 }, () => 1) }
  await assertRejected(() => kontor.call('PATCH', '/contacts/102', { body: many }), ['contactCategoriesId'])
  const ids = Array.from({ length: 15_000 }, (_, index) => index + 1)
  const start = process.cpuUsage()
  const events = await kontor.call('GET', '/events', { body: { eventId: ids } })
  assertSoon(start, '/events')
  assert.ok(events.status === 200 || events.status === 400, events.text.slice(0, 500))
})

test('2.4 deep nesting is 400, at 33 levels and at 100,000', async () => {
  for (const depth of [33, 5000, 100_000]) {
    const start = process.cpuUsage()
    await assertRejected(
      () => raw('POST', '/contacts', '['.repeat(depth) + ']'.repeat(depth)),
      ['body'],
      `${depth} arrays`,
    )
    await assertRejected(
      () => raw('POST', '/contacts', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
      ['body'],
      `${depth} objects`,
    )
    await assertRejected(
      () => raw('GET', '/events', `{"eventId":${'['.repeat(depth)}${']'.repeat(depth)}}`),
      ['body'],
      `${depth} in a GET`,
    )
    assertSoon(start, `${depth} levels`)
  }
  await assertRejected(
    () =>
      raw(
        'POST',
        '/contacts',
        `{"lastName":"K","email":"a@b.example","x":${'['.repeat(31)}${']'.repeat(31)}}`,
      ),
    ['x'],
  )
})

test('4.2 e-mail addresses are validated', async () => {
  for (const email of [
    '',
    ' ',
    'x',
    '@',
    'a@',
    '@b',
    'a@b@c',
    'a b@c.example',
    'a@b c',
    'a\n@b',
    'a;b@c.example',
    'a@b,de',
    '<a@b.de>',
    `${'x'.repeat(250)}@b.de`,
  ]) {
    await assertRejected(
      () => kontor.call('POST', '/contacts', { body: { ...person, email } }),
      ['email'],
      email,
    )
    await assertRejected(() => kontor.call('PATCH', '/contacts/102', { body: { email } }), ['email'], email)
    await assertRejected(
      () => kontor.call('POST', '/newsletter/subscribe/1', { body: { email } }),
      ['email'],
      email,
    )
    if (email !== '')
      await assertRejected(
        () => kontor.call('POST', '/companies', { body: { name: 'K', email } }),
        ['email'],
        email,
      )
    if (email.trim() !== '' && !email.includes('\n'))
      await assertRejected(
        () => kontor.call('GET', `/contacts/search/email/${encodeURIComponent(email)}`),
        ['emailaddress'],
        email,
      )
  }
})

test('4.9 the search path finds addresses with +, / and %', async () => {
  for (const email of [
    'a+b@kontor.example',
    'a/b@kontor.example',
    'a%b@kontor.example',
    'a%2Fb@kontor.example',
    'ä?#&=@müller.example',
    'o\'k"@kontor.example',
  ]) {
    const created = await kontor.call('POST', '/contacts', { body: { lastName: 'Zeichen', email } })
    assert.equal(created.status, 200, created.text)
    for (const path of [encodeURIComponent(email), encodeURIComponent(email.toUpperCase())]) {
      const answer = await sendRaw([requestHead(`GET /restapi/v1/contacts/search/email/${path}`)])
      assert.equal(answer.status, 200, answer.body)
      assert.deepEqual(
        JSON.parse(answer.body).map(({ id }: { id: number }) => id),
        [created.json[0].id],
        email,
      )
    }
  }
  // A plus sign in a path is a plus sign.
  assert.equal((await kontor.call('GET', '/contacts/search/email/a+b@kontor.example')).json.length, 1)
  assert.equal((await kontor.call('GET', '/contacts/search/email/a%20b@kontor.example')).status, 400)
})

test('7.4 a filename that leaves its folder is 400, over a socket', async () => {
  const names = [
    '..%2f..%2fetc%2fpasswd',
    'a%5Cb',
    '%2e%2e',
    '%2e',
    'a%00b',
    'a%0Ab',
    'a%7Fb',
    encodeURIComponent('ü'.repeat(150)),
    '%2fetc%2fpasswd',
    `${'x'.repeat(256)}`,
  ]
  const before = await dumpDatabase()
  for (const name of names) {
    const answer = await sendRaw([
      requestHead(`POST /restapi/v1/attachment/crm/21/${name}`, {
        'Content-Type': 'application/octet-stream',
        'Content-Length': 4,
      }),
      'abcd',
    ])
    assert.equal(answer.status, 400, `${name} ${answer.body}`)
    assert.deepEqual([...new Set(detailsOf(answer))], ['filename'])
  }
  assert.deepEqual(await dumpDatabase(), before)
  // An empty name is the path without its last segment, as a trailing slash does not count.
  const slash = await kontor.call('POST', '/attachment/crm/21/', {
    headers: { 'content-type': 'application/octet-stream' },
    payload: 'x',
  })
  assert.equal(slash.status, 404)
})

test('2.5 chunked bodies without a length are read, and their size is checked while they arrive', async () => {
  const chunked = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }
  const body = JSON.stringify({ lastName: 'Stück', email: 'stueck@kontor.example' })
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
  const created = await sendRaw([
    requestHead('POST /restapi/v1/contacts', chunked),
    chunk(body.slice(0, 10)),
    chunk(body.slice(10)),
    '0\r\n\r\n',
  ])
  assert.equal(created.status, 200, created.body)
  const broken = await sendRaw([requestHead('POST /restapi/v1/contacts', chunked), chunk('{'), '0\r\n\r\n'])
  assert.deepEqual([broken.status, detailsOf(broken)], [400, ['body']])
  const none = await sendRaw([requestHead('POST /restapi/v1/contacts', chunked), '0\r\n\r\n'])
  assert.deepEqual([none.status, detailsOf(none)], [400, ['body']])
  const torn = await sendRaw([requestHead('POST /restapi/v1/contacts', chunked), 'zz\r\n{}\r\n0\r\n\r\n'])
  assert.equal(torn.status, 400)
  const file = await sendRaw([
    requestHead('POST /restapi/v1/attachment/crm/21/stueck.txt', {
      ...chunked,
      'Content-Type': 'application/octet-stream',
    }),
    chunk('abc'),
    chunk('def'),
    '0\r\n\r\n',
  ])
  assert.equal(file.status, 200, file.body)
  for (const path of ['/contacts', '/attachment/crm/21/gross.txt']) {
    const type = path === '/contacts' ? 'application/json' : 'application/octet-stream'
    const pieces = Array.from({ length: 60 }, () => chunk('x'.repeat(10_000)))
    const large = await sendTooMuch([
      requestHead(`POST /restapi/v1${path}`, { ...chunked, 'Content-Type': type }, small),
      ...pieces,
    ])
    assert.equal(large.status, 413, `${path} ${large.body}`)
    assert.match(large.head, /connection: close/i)
  }
})

test('2.5 a body over the limit is rejected while it is still being sent', async () => {
  for (const [path, type] of [
    ['/contacts', 'application/json'],
    ['/attachment/crm/21/gross.bin', 'application/octet-stream'],
  ] as const) {
    const pieces = Array.from({ length: 60 }, () => Buffer.alloc(10_000, 'x'))
    const headers = { 'Content-Type': type, 'Content-Length': 1_000_000_000 }
    const answer = await sendTooMuch([requestHead(`POST /restapi/v1${path}`, headers, small), ...pieces])
    assert.equal(answer.status, 413, `${path} ${answer.body}`)
    assert.equal(JSON.parse(answer.body).error, 'Payload Too Large')
    assert.match(answer.head, /connection: close/i)
  }
})

test('2.5 a body that is shorter or longer than its Content-Length is 400', async () => {
  const body = JSON.stringify({ lastName: 'Länge', email: 'laenge@kontor.example' })
  const before = await dumpDatabase()
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) - 2 }
  const cut = await sendRaw([requestHead('POST /restapi/v1/contacts', headers), body])
  assert.equal(cut.status, 400)
  for (const length of ['abc', '-1', '1, 2'])
    assert.equal(
      (await sendRaw([requestHead('POST /restapi/v1/contacts', { 'Content-Length': length }), body])).status,
      400,
      length,
    )
  const both = { 'Content-Type': 'application/json', 'Content-Length': 5, 'Transfer-Encoding': 'chunked' }
  assert.equal(
    (await sendRaw([requestHead('POST /restapi/v1/contacts', both), '5\r\n{"a":\r\n0\r\n\r\n'])).status,
    400,
  )
  // Too short: the client closes the connection before the end of the body.
  const socket = connect((kontor.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.end(requestHead('POST /restapi/v1/contacts', { ...headers, 'Content-Length': 1000 }) + body)
  socket.resume()
  await once(socket, 'close')
  assert.deepEqual(await dumpDatabase(), before)
})

test('open endpoints take at most 8 KiB, within five seconds', { timeout: 60_000 }, async () => {
  const type = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ email: 'a@kontor.example', password: 'x' })
  const large = `${body.slice(0, -1)},"code":"${' '.repeat(8192)}"}`
  for (const headers of [{ 'Content-Length': large.length }, { 'Transfer-Encoding': 'chunked' }]) {
    const sent = 'Content-Length' in headers ? large : `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`
    const answer = await sendRaw([requestHead('POST /office/api/session', { ...type, ...headers }), sent])
    assert.equal(answer.status, 413, answer.body)
  }
  const allowed = { ...type, 'Content-Length': body.length }
  assert.equal((await sendRaw([requestHead('POST /office/api/session', allowed), body])).status, 401)

  const begun = performance.now()
  const stalled = await sendRaw([requestHead('POST /office/api/session', allowed), body.slice(0, 5)])
  assert.deepEqual([stalled.status, JSON.parse(stalled.body).code], [408, 'bodyTooSlow'])
  assert.match(stalled.head, /connection: close/i)
  assert.ok(performance.now() - begun >= 4900)
})

test('a connection of a replaced worker, a new one for node, may be idle as long as a used one', () => {
  const { headersTimeout, keepAliveTimeout, keepAliveTimeoutBuffer } = kontor.app.server
  assert.ok(headersTimeout > keepAliveTimeout + keepAliveTimeoutBuffer)
})

test('malformed HTTP gets the error object', async () => {
  const answer = await sendRaw(['GARBAGE\r\n\r\n'])
  assert.equal(answer.status, 400)
  assert.deepEqual(Object.keys(JSON.parse(answer.body)), ['error', 'message', 'code', 'details'])
  for (const [path, allow] of [
    ['/events', 'GET, HEAD'],
    ['/contacts/102?loadAllAddresses=1', 'PATCH, GET, HEAD'],
    ['/contacts', 'POST'],
  ] as const) {
    const unknown = await sendRaw([requestHead(`FETCH /restapi/v1${path}`, {})])
    assert.deepEqual([unknown.status, JSON.parse(unknown.body).code], [405, 405])
    assert.deepEqual(/^allow: (.*)$/im.exec(unknown.head)?.[1]?.trim(), allow, 'the methods of the path')
  }
  const nowhere = await sendRaw([requestHead('FETCH /restapi/v1/nowhere', {})])
  assert.deepEqual([nowhere.status, JSON.parse(nowhere.body).code], [404, 404])
  const withoutHost = await sendRaw([
    `GET /restapi/v1/events HTTP/1.1\r\nAuthorization: token ${kontor.token}\r\n\r\n`,
  ])
  assert.equal(withoutHost.status, 400)
  assert.deepEqual(detailsOf(withoutHost), ['Host'])
  const expecting = await sendRaw([requestHead('GET /restapi/v1/events', { Expect: 'a-miracle' })])
  assert.deepEqual([expecting.status, JSON.parse(expecting.body).error], [417, 'Error'])
  const large = await sendRaw([requestHead('GET /restapi/v1/events', { 'X-Large': 'x'.repeat(100_000) })])
  assert.deepEqual([large.status, JSON.parse(large.body).code], [431, 431])
})

test('a client that closes its side after its request gets the response', async () => {
  const socket = connect({
    port: (kontor.app.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  })
  await once(socket, 'connect')
  socket.end(requestHead('GET /restapi/v1/contacts/102'))
  const text = (await socket.toArray()).join('')
  assert.match(text, /^HTTP\/1\.1 200 /)
  assert.match(text, /"Sabine"/)
})

test('2.5 a path that is neither percent-encoded nor UTF-8 is named', async () => {
  const head = requestHead('GET /restapi/v1/contacts/search/email/jürgen@müller.example')
  const answer = await sendRaw([Buffer.from(head, 'latin1')])
  assert.deepEqual([answer.status, detailsOf(answer)], [400, ['path']])
})

test('2.3 the body of a GET that documents none is ignored, and the connection stays usable', async () => {
  const paths = [
    '/contacts/102',
    '/contacts/search/email/sabine@lindner.example',
    '/contacts/search/category/1',
    '/companies/101',
    '/leads/search/cid/102',
    '/participations/search/cid/102/3',
  ]
  for (const path of paths) {
    const plain = (await kontor.call('GET', path)).text
    for (const type of [undefined, 'application/json', 'text/plain', 'nonsense'])
      for (const payload of ['{"broken', '{"id":1}', 'x'.repeat(100)]) {
        const answer = await kontor.call('GET', path, {
          payload,
          headers: type ? { 'content-type': type } : {},
        })
        assert.deepEqual([answer.status, answer.text], [200, plain], `${path} ${type}`)
      }
  }
  // Two requests on one connection: the ignored body must not be parsed as the second.
  const first = `${requestHead('GET /restapi/v1/companies/101', { 'Content-Length': 5 })}hello`
  const socket = connect((kontor.app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(first + requestHead('GET /restapi/v1/companies/999', { Connection: 'close' }))
  const text = (await socket.toArray()).join('')
  assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 404'])
  for (const type of [{}, { 'Content-Type': 'application/json' }]) {
    const chunked = await sendRaw([
      requestHead('GET /restapi/v1/companies/101', { 'Transfer-Encoding': 'chunked', ...type }),
      '3\r\nabc\r\n0\r\n\r\n',
    ])
    assert.equal(chunked.status, 200)
  }
})

test('2.3 an empty body with a JSON content type is allowed on the GETs that accept one', async () => {
  for (const path of ['/events', '/leadCategories/findByClientId', '/users/crmUsers']) {
    assert.equal((await kontor.call('GET', path, { headers: json })).status, 200)
    const lengths = [{}, { 'Content-Length': 0 }]
    for (const length of lengths)
      assert.equal(
        (
          await sendRaw([
            requestHead(`GET /restapi/v1${path}`, {
              'Content-Type': 'application/json',
              Connection: 'close',
              ...length,
            }),
          ])
        ).status,
        200,
      )
    const chunked = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }
    assert.equal((await sendRaw([requestHead(`GET /restapi/v1${path}`, chunked), '0\r\n\r\n'])).status, 200)
  }
  const byBody = await sendRaw([
    requestHead('GET /restapi/v1/users/crmUsers', {
      'Content-Type': 'application/json',
      'Content-Length': 14,
    }),
    '{"clientId":1}',
  ])
  assert.deepEqual(JSON.parse(byBody.body), [{ id: 1, name: 'Admin' }])
})

test('2.1 an unknown path is 404 with any body', async () => {
  for (const [type, payload] of [
    ['nonsense', 'x'],
    ['application/json', '{"broken'],
    ['application/json', ' '.repeat(200_000)],
    ['application/octet-stream', 'x'],
  ] as const)
    for (const method of ['POST', 'PATCH', 'GET', 'QUERY'])
      assert.equal(
        (await small.call(method, '/nowhere', { headers: { 'content-type': type }, payload })).status,
        404,
        `${method} ${type}`,
      )
  assert.equal((await small.call('QUERY', '/nowhere')).status, 404)
})

test('2.8 the body of a HEAD is ignored', async () => {
  for (const type of [{}, { 'Content-Type': 'application/json' }, { 'Content-Type': 'text/plain' }]) {
    const socket = connect((kontor.app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `${requestHead('HEAD /restapi/v1/companies/101', { ...type, 'Content-Length': 2 })}{}${requestHead('GET /restapi/v1/companies/101', { Connection: 'close' })}`,
    )
    const text = (await socket.toArray()).join('')
    assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 200'], JSON.stringify(type))
  }
  assert.equal((await kontor.call('HEAD', '/users/crmUsers', { body: { clientId: 1 } })).status, 200)
  assert.equal((await kontor.call('HEAD', '/users/crmUsers', { body: { clientId: 'x' } })).status, 400)
})

test('1.3 dates that do not exist are 400', async () => {
  const dates = [
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '0000-01-01',
    '2026-2-3',
    '26-02-03',
    '2026-02-03T00:00',
    '20260203',
    '+002026-02-03',
    ' 2026-02-03',
  ]
  for (const date of dates)
    for (const field of ['dateStart', 'dateEnd', 'displayDate']) {
      await assertRejected(
        () => kontor.call('GET', `/events?${field}=${encodeURIComponent(date)}`),
        [field],
        date,
      )
      await assertRejected(() => kontor.call('GET', '/events', { body: { [field]: date } }), [field], date)
    }
  const element = { resTyp: 'ART', resId: 31 }
  for (const date of dates.filter((one) => one !== ''))
    await assertRejected(
      () =>
        kontor.call('POST', '/invoiceConfirm', {
          body: { contactId: 102, elements: [{ ...element, dateStart: date, dateEnd: date }] },
        }),
      ['elements[0].dateStart', 'elements[0].dateEnd'],
      date,
    )
  for (const time of ['24:00', '9:00', '09:60', '09:00:00', '0900', '09.00'])
    await assertRejected(
      () =>
        kontor.call('POST', '/invoiceConfirm', {
          body: { contactId: 102, elements: [{ ...element, dateStart: '2026-10-12', timeStart: time }] },
        }),
      ['elements[0].timeStart'],
      time,
    )
  assert.equal((await kontor.call('GET', '/events?displayDate=2028-02-29')).status, 200)
})

test('11.2 dateEnd before dateStart is 400', async () => {
  await assertRejected(
    () => kontor.call('GET', '/events?dateStart=2026-03-02&dateEnd=2026-03-01'),
    ['dateEnd'],
  )
  await assertRejected(
    () => kontor.call('GET', '/events?dateStart=2026-03-02', { body: { dateEnd: '2026-03-01' } }),
    ['dateEnd'],
  )
  assert.equal((await kontor.call('GET', '/events?dateStart=2026-03-01&dateEnd=2026-03-01')).status, 200)
})

test('10.1 searchPeriod at month ends and across the change to summer time', async () => {
  await sql`insert into event (id, title) values (500, 'Monatsende')`.execute(kontor.db)
  const days = [
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
    '2026-03-31',
    '2026-04-29',
    '2026-04-30',
    '2026-05-01',
  ]
  for (const [index, day] of days.entries()) {
    await sql`insert into event_date (id, event_id, start_date, start_time) values (${500 + index}, 500, ${day}, '00:00')`.execute(
      kontor.db,
    )
    await sql`insert into booking (id, contact_id, date_id, status) values (${500 + index}, 101, ${500 + index}, 'booked')`.execute(
      kontor.db,
    )
  }
  const seen = async (moment: string, period: number) => {
    kontor.clock.set(moment)
    const { json: found } = await kontor.call('GET', `/participations/search/cid/101/${period}`)
    kontor.clock.set('2026-06-15T10:00:00Z')
    return found.map(({ date }: { date: string }) => date)
  }
  // 31 March less a month is 28 February, and a month more 30 April.
  assert.deepEqual(await seen('2026-03-31T12:00:00Z', 1), days.slice(1, 9))
  // 22:30 UTC is the next day in Berlin, by an hour in winter and by two in summer.
  assert.deepEqual(await seen('2026-03-28T22:30:00Z', 0), ['2026-03-28'])
  assert.deepEqual(await seen('2026-03-28T23:30:00Z', 0), ['2026-03-29'])
  assert.deepEqual(await seen('2026-03-29T22:30:00Z', 0), ['2026-03-30'])
  assert.deepEqual(await seen('2026-03-29T01:00:00Z', 0), ['2026-03-29'])
  for (const period of ['-1', '1201', '1.5', 'x', '01', '1e2', '2147483648'])
    await assertRejected(
      () => kontor.call('GET', `/participations/search/cid/101/${period}`),
      ['searchPeriod'],
      period,
    )
})

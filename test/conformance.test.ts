// Tests every operation of the interface against the rules that apply to all of them (decisions 1 to 3).
import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { endpoints } from '../server/interface.ts'
import { newToken, tokenHash } from '../server/platform/auth/principal.ts'
import { type Endpoint, rightsOf } from '../server/platform/http/endpoint.ts'
import { takesIdempotencyKey } from '../server/platform/http/idempotency.ts'
import { validationErrors } from '../server/platform/http/validation.ts'
import { operations } from './interface/operations.ts'
import { insertSamples, samples } from './support/samples.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
const small = await testInstance({ settings: { maxBodyBytes: 2000, maxAttachmentBytes: 2000 } })
after(async () => {
  await kontor.close()
  await small.close()
})
await insertSamples(kontor)
await insertSamples(small)

type Answer = Awaited<ReturnType<typeof kontor.call>>
type Schema = { properties: Record<string, { type?: string }> }

let round = 100
const sampleRequest = ({ id }: Endpoint) => samples[id]!(round++)
const run = (endpoint: Endpoint, more: object = {}) => {
  const { path, ...rest } = sampleRequest(endpoint)
  return kontor.call(endpoint.method, path, { ...rest, ...more })
}
const takesJson = ({ body, input }: Endpoint) => body !== undefined || input !== undefined
const takesBody = (endpoint: Endpoint) => takesJson(endpoint) || endpoint.upload !== undefined
const isSearch = ({ path }: Endpoint) => path.includes('/search/')

const names: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Error',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Error',
}

/** Asserts that the response is exactly the interface's error object. */
function assertRejected(answer: Answer, status: number, what: string): void {
  assert.equal(answer.status, status, `${what}: ${answer.text}`)
  assert.match(String(answer.headers['content-type']), /^application\/json/, what)
  const { error, message, code, details, ...more } = answer.json
  assert.deepEqual([error, code, more], [names[status], status, {}], what)
  assert.ok(typeof message === 'string' && message !== '', what)
  assert.equal(details !== undefined, status === 400, what)
  if (status !== 400) return
  assert.ok(details.length > 0, what)
  for (const detail of details) {
    assert.deepEqual(Object.keys(detail), ['field', 'message'], what)
    assert.ok(detail.field !== '' && detail.message !== '', what)
  }
}
const fieldsOf = (answer: Answer): string[] =>
  answer.json.details.map(({ field }: { field: string }) => field)

const token = async (values: object) => {
  const secret = newToken()
  await kontor.db
    .insertInto('token')
    .values({ user_id: 1, hash: tokenHash(secret), ...values })
    .execute()
  return secret
}
const locked = await kontor.addUser({ admin: true })
await kontor.db
  .updateTable('app_user')
  .set({ locked_at: kontor.clock.now() })
  .where('id', '=', locked.id)
  .execute()
const badTokens: Record<string, string | undefined> = {
  'no header': undefined,
  empty: '',
  'the scheme alone': 'token',
  'the token alone': kontor.token,
  'another scheme': `Bearer ${kontor.token}`,
  'two tokens': `token ${kontor.token} ${kontor.token}`,
  unknown: `token ${newToken()}`,
  'one character less': `token ${kontor.token.slice(0, -1)}`,
  expired: `token ${await token({ expires_at: new Date('2026-06-15T09:59:59Z') })}`,
  'expired this moment': `token ${await token({ expires_at: new Date('2026-06-15T10:00:00Z') })}`,
  revoked: `token ${await token({ revoked_at: new Date('2026-06-01T00:00:00Z') })}`,
  locked: `token ${locked.token}`,
}

test('the endpoints are the interface’s list of operations', () => {
  const own = endpoints.map(({ method, path }) => `${method} ${path}`)
  const listed = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  assert.deepEqual(own.toSorted(), listed.toSorted())
  assert.deepEqual(endpoints.map(({ id }) => id).toSorted(), Object.keys(samples).toSorted())
  for (const endpoint of endpoints) {
    const { rights } = operations.find(
      ({ method, path }) => method.toUpperCase() === endpoint.method && path === endpoint.path,
    )!
    assert.deepEqual(rightsOf(endpoint), rights, endpoint.id)
  }
})

for (const endpoint of endpoints) {
  const { id, method } = endpoint

  test(`3.1 ${id}: 401 with the same message for every error of the token`, async () => {
    const texts = new Set<string>()
    for (const [what, authorization] of Object.entries(badTokens)) {
      const headers = authorization === undefined ? {} : { authorization }
      const answer = await run(endpoint, {
        token: null,
        headers: { ...sampleRequest(endpoint).headers, ...headers },
      })
      assertRejected(answer, 401, what)
      assert.equal(answer.headers['www-authenticate'], 'token', what)
      texts.add(answer.text)
    }
    assert.equal(texts.size, 1)
  })

  test(`3.1 ${id}: the word token is case-insensitive`, async () => {
    for (const scheme of ['TOKEN', 'Token']) {
      const { headers } = sampleRequest(endpoint)
      const answer = await run(endpoint, {
        token: null,
        headers: { ...headers, authorization: `${scheme} ${kontor.token}` },
      })
      assert.equal(answer.status, 200, answer.text)
    }
  })

  test(`1.1 ${id}: the response has every field with its type, and no null`, async () => {
    const answer = await run(endpoint)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    assert.ok(Array.isArray(answer.json) && answer.json.length > 0, answer.text)
    assert.deepEqual(validationErrors(endpoint.response, answer.json), [])
    assert.doesNotMatch(answer.text, /:null|\[null|,null/)
  })

  test(`3.3 ${id}: 403 without its rights or with a token for other operations`, async () => {
    const rights: readonly string[] = rightsOf(endpoint)
    const userWithoutRights = await kontor.addUser()
    const narrowed = await token({ operations: ['openTheDoor'] })
    assertRejected(await run(endpoint, { token: narrowed }), 403, 'narrowed')
    const own = await token({ operations: ['openTheDoor', id] })
    assert.equal((await run(endpoint, { token: own })).status, 200)
    if (rights.length === 0) {
      const answer = await run(endpoint, { token: userWithoutRights.token })
      assert.equal(answer.status, 200, answer.text)
      return
    }
    assertRejected(await run(endpoint, { token: userWithoutRights.token }), 403, 'no right')
    const others = ['090300:access', '090300:add', '090300:edit', '100400', '100100', '090301']
    for (const right of others.filter((other) => !rights.includes(other) || rights.length > 1)) {
      const user = await kontor.addUser({ rights: [right] })
      assertRejected(await run(endpoint, { token: user.token }), 403, right)
    }
    const sufficient = [rights, ...(rights[0]!.startsWith('090300') ? [['090300']] : [])]
    for (const enough of sufficient) {
      const user = await kontor.addUser({ rights: [...enough] })
      const answer = await run(endpoint, { token: user.token })
      assert.equal(answer.status, 200, answer.text)
    }
  })

  test(`2.1 ${id}: token and right are checked before the body`, async () => {
    if (!takesBody(endpoint)) return
    for (const [headers, payload] of [
      [{ 'content-type': 'application/json' }, '{"broken'],
      [{ 'content-type': 'text/plain' }, 'x'],
      [{ 'content-type': 'application/json' }, '{"unknown":1}'],
    ] as const) {
      const wrong = { body: undefined, headers, payload }
      assertRejected(await run(endpoint, { ...wrong, token: null }), 401, payload)
      assertRejected(await run(endpoint, { ...wrong, token: badTokens['revoked']!.slice(6) }), 401, payload)
      if (rightsOf(endpoint).length > 0) {
        const userWithoutRights = await kontor.addUser()
        assertRejected(await run(endpoint, { ...wrong, token: userWithoutRights.token }), 403, payload)
      }
    }
  })

  test(`2.1 ${id}: 405 with Allow for every other method, before the token`, async () => {
    const here = endpoints.filter(({ path }) => path === endpoint.path)
    const allowed = here.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method]))
    const { path } = sampleRequest(endpoint)
    for (const other of METHODS) {
      if (other === 'CONNECT' || allowed.includes(other)) continue
      const answer = await kontor.call(other, path, { token: null })
      assert.equal(answer.status, 405, other)
      assert.deepEqual(String(answer.headers['allow']).split(', ').toSorted(), allowed.toSorted(), other)
      if (other !== 'HEAD') assertRejected(answer, 405, other)
    }
  })

  test(`2.8 ${id}: a trailing slash is ignored, any longer path is 404`, async () => {
    const { path, ...rest } = sampleRequest(endpoint)
    const slash = await kontor.call(method, `${path}/`, rest)
    assert.equal(slash.status, 200, slash.text)
    assertRejected(await kontor.call(method, `${path}/x/y/z`, rest), 404, 'below')
    assertRejected(
      await kontor.call(method, `${path}/x/y/z`, { ...rest, token: null }),
      404,
      'without a token',
    )
  })

  test(`2.8 ${id}: HEAD is supported where GET is`, async () => {
    if (method !== 'GET') return
    const { path } = sampleRequest(endpoint)
    const head = await kontor.call('HEAD', path)
    assert.deepEqual([head.status, head.text], [200, ''])
    assert.match(String(head.headers['content-type']), /^application\/json/)
    assert.equal((await kontor.call('HEAD', path, { token: null })).status, 401)
  })

  test(`2.2 ${id}: another media type is 415, parameters and case are ignored`, async () => {
    if (!takesBody(endpoint)) return
    const right = endpoint.upload ? 'application/octet-stream' : 'application/json'
    const { path, body, payload } = sampleRequest(endpoint)
    const sent = payload ?? Buffer.from(JSON.stringify(body ?? {}))
    const others = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      `x${right}`,
      'nonsense',
      endpoint.upload ? 'application/json' : 'application/octet-stream',
    ]
    for (const type of others)
      assertRejected(
        await kontor.call(method, path, { headers: { 'content-type': type }, payload: sent }),
        415,
        type,
      )
    assertRejected(await kontor.call(method, path, { payload: sent }), 415, 'none')
    for (const type of [right, `${right}; charset=utf-8`, `${right};charset="UTF-8"`, right.toUpperCase()]) {
      const next = sampleRequest(endpoint)
      const answer = await kontor.call(method, path, {
        headers: { 'content-type': type },
        payload: next.payload ?? Buffer.from(JSON.stringify(next.body ?? {})),
      })
      assert.equal(answer.status, 200, `${type} ${answer.text}`)
    }
  })

  test(`2.5 ${id}: 413 for a body over the limit, before validation`, async () => {
    if (!takesBody(endpoint)) return
    const { path, headers = {} } = samples[id]!(1)
    const type = headers['content-type'] ?? 'application/json'
    const answer = await small.call(method, path, {
      headers: { 'content-type': type },
      payload: Buffer.alloc(2001, '{'),
    })
    assertRejected(answer, 413, id)
    if (endpoint.upload) {
      const most = await small.call(method, path, {
        headers: { 'content-type': type },
        payload: Buffer.alloc(2000, 'x'),
      })
      assert.equal(most.status, 200, most.text)
    }
  })

  test(`2.4 ${id}: all errors of path, query and body are reported at once`, async () => {
    const broken = endpoint.path.replace('{filename}', 'a%2fb').replace(/\{(\w+)\}/g, 'x%00')
    const inPath = Object.keys((endpoint.params as Schema | undefined)?.properties ?? {})
    const { properties = {} } = ((endpoint.body ?? endpoint.input) as Schema | undefined) ?? {}
    const body = {
      ...Object.fromEntries(Object.keys(properties).map((name) => [name, [[[]]]])),
      unbekannt: 1,
    }
    const query = Object.keys((endpoint.query as Schema | undefined)?.properties ?? {})
    const search = [...query.map((name) => `${name}=x`), 'unknown=1'].join('&')
    const rest = endpoint.upload ? sampleRequest(endpoint) : { ...(takesJson(endpoint) ? { body } : {}) }
    const answer = await kontor.call(method, `${broken}?${search}`, rest)
    assertRejected(answer, 400, id)
    const tops = new Set(fieldsOf(answer).map((field) => field.split(/[.[]/)[0]))
    const expected = [
      ...inPath,
      ...query,
      'unknown',
      ...(takesJson(endpoint) ? [...Object.keys(properties), 'unbekannt'] : []),
    ]
    assert.deepEqual([...tops].toSorted(), [...new Set(expected)].toSorted())
  })

  test(`2.6 ${id}: malformed JSON is 400 with one detail, body`, async () => {
    if (!takesJson(endpoint)) return
    const { path } = sampleRequest(endpoint)
    for (const payload of [
      '{',
      '{"a":1',
      "{'a':1}",
      '{"a":1}x',
      'nul',
      '{"a":NaN}',
      '{"a":01}',
      '\u0001',
      '{,}',
    ])
      for (const type of ['application/json', 'application/json; charset=utf-8']) {
        const answer = await kontor.call(method, path, { headers: { 'content-type': type }, payload })
        assertRejected(answer, 400, payload)
        assert.deepEqual(fieldsOf(answer), ['body'], payload)
      }
  })

  test(`2.4 ${id}: a body that is not an object is 400`, async () => {
    if (!takesJson(endpoint)) return
    for (const payload of ['[]', '"text"', '1', 'true', 'null', '[{}]']) {
      const answer = await run(endpoint, {
        body: undefined,
        payload,
        headers: { 'content-type': 'application/json' },
      })
      assertRejected(answer, 400, payload)
      assert.deepEqual(fieldsOf(answer), ['body'], payload)
    }
  })

  test(`2.7 ${id}: an unknown id in the path is 404, a search for one is 200 and []`, async () => {
    const ids = Object.entries((endpoint.params as Schema | undefined)?.properties ?? {})
    if (ids.length === 0) return
    const path = endpoint.path
      .replace('{filename}', 'a.pdf')
      .replace('{searchPeriod}', '3')
      .replace('{emailaddress}', 'niemand@kontor.example')
      .replace(/\{\w+\}/, '2147483647')
    const { path: _, ...rest } = sampleRequest(endpoint)
    const answer = await kontor.call(method, path, rest)
    if (isSearch(endpoint)) assert.deepEqual([answer.status, answer.json], [200, []])
    else assertRejected(answer, 404, path)
  })

  test(`1.5 ${id}: an id in the path has one canonical form, from 1 to 2147483647`, async () => {
    const ids = Object.entries((endpoint.params as Schema | undefined)?.properties ?? {}).filter(
      ([name, { type }]) => type === 'integer' && name !== 'searchPeriod',
    )
    for (const [name] of ids)
      for (const wrong of [
        '0',
        '-1',
        '+1',
        '01',
        '1e3',
        '1.0',
        '0x1',
        '2147483648',
        '9'.repeat(30),
        '%20',
        'NaN',
        '1,2',
        '１',
      ]) {
        const path = endpoint.path
          .replace(`{${name}}`, encodeURI(wrong).replace('%2520', '%20'))
          .replace('{filename}', 'a.pdf')
          .replace(/\{\w+\}/g, '1')
        const { path: _, ...rest } = sampleRequest(endpoint)
        const answer = await kontor.call(method, path, rest)
        assertRejected(answer, 400, path)
        assert.deepEqual(fieldsOf(answer), [name], path)
      }
  })

  test(`2.10 ${id}: the same Idempotency-Key returns the first response and has no further effect`, async () => {
    if (!takesIdempotencyKey(endpoint)) return
    const { path, headers, ...rest } = sampleRequest(endpoint)
    const again = { ...rest, headers: { ...headers, 'idempotency-key': `key-${id}` } }
    const first = await kontor.call(method, path, again)
    assert.equal(first.status, 200, first.text)
    const before = await rowCounts()
    const second = await kontor.call(method, path, again)
    assert.deepEqual([second.status, second.text], [200, first.text])
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.deepEqual(await rowCounts(), before)
    const other = { ...sampleRequest(endpoint), headers: again.headers }
    assertRejected(await kontor.call(method, path, other), 409, 'another body')
    assert.deepEqual(await rowCounts(), before)
    for (const key of ['', 'ä', 'with space', 'x'.repeat(256)]) {
      const wrong = { ...rest, headers: { ...headers, 'idempotency-key': key } }
      const answer = await kontor.call(method, path, wrong)
      assertRejected(answer, 400, key)
      assert.deepEqual(fieldsOf(answer), ['Idempotency-Key'])
    }
  })
}

async function rowCounts(): Promise<unknown> {
  const { rows } = await sql`select
    (select count(*) from contact) contacts, (select count(*) from lead) leads, (select count(*) from task) tasks,
    (select count(*) from attachment) attachments, (select count(*) from invoice_confirmation) confirmations,
    (select count(*) from newsletter_consent) consents, (select count(*) from outbox_mail) mails`.execute(
    kontor.db,
  )
  return rows[0]
}

test('2.8 any other path below the prefix is 404 with the error object', async () => {
  for (const path of ['', '/', '/contact', '/contacts/search/email', '/%00', '/../contacts', '/CONTACTS']) {
    for (const method of ['GET', 'POST', 'DELETE'])
      assertRejected(await kontor.call(method, path, { token: null }), 404, `${method} ${path}`)
  }
})

test('2.10 an Idempotency-Key is valid per token and for 24 hours; domain errors are stored too', async () => {
  const headers = { 'idempotency-key': 'daily' }
  const body = { subject: 'Täglich' }
  const todo = async (token = kontor.token) =>
    (await kontor.call('POST', '/todo/import', { body, headers, token })).json
  const other = await kontor.addUser({ admin: true })
  const first = await todo()
  assert.deepEqual(await todo(), first)
  assert.notDeepEqual(await todo(other.token), first)
  kontor.clock.set('2026-06-16T09:59:59Z')
  assert.deepEqual(await todo(), first)
  kontor.clock.set('2026-06-16T10:00:01Z')
  assert.notDeepEqual(await todo(), first)
  kontor.clock.set('2026-06-15T10:00:00Z')

  const contact = {
    body: { lastName: 'Lindner', email: 'sabine@lindner.example' },
    headers: { 'idempotency-key': 'rejected' },
  }
  const rejected = await kontor.call('POST', '/contacts', contact)
  const again = await kontor.call('POST', '/contacts', contact)
  assert.deepEqual([rejected.status, again.status, again.text], [409, 409, rejected.text])
  assert.equal(again.headers['location'], rejected.headers['location'])
})

test('2.1 the order of checks: each error hides the later ones', async () => {
  const large = Buffer.alloc(2001, 'x')
  const json = { 'content-type': 'application/json' }
  const text = { 'content-type': 'text/plain' }
  const call = (method: string, path: string, more: object) => small.call(method, path, more)
  assertRejected(await call('PUT', '/nowhere', { token: null }), 404, 'path before method')
  assertRejected(
    await call('PUT', '/contacts', { token: null, headers: text, payload: large }),
    405,
    'method before token',
  )
  assertRejected(
    await call('POST', '/contacts', { token: null, headers: text, payload: large }),
    401,
    'token before right',
  )
  const userWithoutRights = await small.addUser()
  assertRejected(
    await call('POST', '/contacts', { token: userWithoutRights.token, headers: text, payload: large }),
    403,
    'right before media type',
  )
  assertRejected(
    await call('POST', '/contacts', { headers: text, payload: large }),
    415,
    'media type before size',
  )
  assertRejected(await call('POST', '/contacts', { headers: json, payload: large }), 413, 'size before shape')
  assertRejected(
    await call('PATCH', '/contacts/999', { body: { unknown: 1 } }),
    400,
    'shape before references',
  )
  const both = { lastName: 'Lindner', email: 'sabine@lindner.example', categoryId: 99 }
  assertRejected(
    await call('PATCH', '/contacts/999', { body: both }),
    404,
    'path before references of the body',
  )
  const answer = await call('POST', '/contacts', { body: both })
  assertRejected(answer, 400, 'references before conflict')
  assert.deepEqual(fieldsOf(answer), ['categoryId'])
  assertRejected(await call('POST', '/contacts', { body: { ...both, categoryId: 1 } }), 409, 'conflict')
})

test('2.1 the OpenAPI document requires no token, and its path rejects other methods', async () => {
  assert.equal((await kontor.call('GET', '/openapi.json', { token: null })).status, 200)
  const answer = await kontor.call('POST', '/openapi.json', { token: null })
  assert.deepEqual([answer.status, answer.headers['allow']], [405, 'GET, HEAD'])
})

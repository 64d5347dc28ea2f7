// Pages of other origins: preflights, the origins of tokens, and headers that pages may read.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../../../test/support/test-instance.ts'
import { createToken, revokeToken } from '../../../access/token.sql.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { parseOrigin } from './cors.ts'

const kontor = await testInstance()
after(() => kontor.close())

const page = 'https://mail.example'
const other = 'https://other.example'
const asTester = { userId: null, via: 'test' }
const addToken = (origins: string[], expiresAt?: Date) =>
  inTransaction(kontor.db, asTester, (tx) =>
    createToken(tx, { user: '1', label: 'add-in', operations: [], origins, expiresAt }),
  )
const preflight = (
  origin: string,
  path = '/contacts',
  method = 'POST',
  headers: Record<string, string> = {},
) =>
  kontor.call('OPTIONS', path, {
    token: null,
    headers: { origin, 'access-control-request-method': method, ...headers },
  })
const allowedOrigin = ({ headers }: { headers: Record<string, unknown> }) =>
  headers['access-control-allow-origin']

test('a preflight is answered for origins that a valid token names, and forgotten with the token', async () => {
  assert.equal((await preflight(page)).status, 405, 'before a token names it')
  const { id } = await addToken([`${page}/`])
  const answer = await preflight(page, '/contacts/1', 'PATCH')
  assert.deepEqual([answer.status, answer.text, allowedOrigin(answer)], [204, '', page])
  assert.deepEqual(String(answer.headers['access-control-allow-methods']).split(', ').toSorted(), [
    'GET',
    'HEAD',
    'PATCH',
  ])
  assert.match(String(answer.headers['access-control-allow-headers']), /Authorization.*Idempotency-Key/)
  assert.match(String(answer.headers['vary']), /Origin/)
  for (const origin of [
    other,
    'null',
    'https://mail.example.evil.example',
    'http://mail.example',
    `${page}:444`,
  ]) {
    const refused = await preflight(origin)
    assert.deepEqual([refused.status, allowedOrigin(refused)], [405, undefined], origin)
    assert.ok(refused.headers['allow'])
  }
  assert.equal((await preflight(page, '/nothing')).status, 404)
  await inTransaction(kontor.db, asTester, (tx) => revokeToken(tx, id))
  assert.deepEqual([(await preflight(page)).status, allowedOrigin(await preflight(page))], [405, undefined])
})

test('an expired token and one of a locked user name no origin', async () => {
  await addToken(['https://expired.example'], new Date('2001-01-01'))
  assert.equal((await preflight('https://expired.example')).status, 405)
  const { id } = await kontor.addUser()
  await inTransaction(kontor.db, asTester, (tx) =>
    createToken(tx, { user: String(id), label: '', operations: [], origins: ['https://locked.example'] }),
  )
  assert.equal((await preflight('https://locked.example')).status, 204)
  await kontor.db.updateTable('app_user').set({ locked_at: new Date() }).where('id', '=', id).execute()
  assert.equal((await preflight('https://locked.example')).status, 405)
})

test('2.1 OPTIONS that is no preflight is 405 with Allow, as before', async () => {
  await addToken([page])
  for (const headers of [{}, { 'access-control-request-method': 'POST' }, { origin: page }] as Record<
    string,
    string
  >[]) {
    const answer = await kontor.call('OPTIONS', '/contacts', { token: null, headers })
    assert.deepEqual([answer.status, answer.headers['allow']], [405, 'POST'])
  }
})

test('a response is readable by the origins of its own token alone', async () => {
  const { token } = await addToken([page, 'https://second.example'])
  await addToken([other])
  const read = (headers: Record<string, string>, path = '/users/crmUsers') =>
    kontor.call('GET', path, { token, headers })
  for (const path of ['/users/crmUsers', '/events']) {
    const allowed = await read({ origin: page }, path)
    assert.deepEqual([allowed.status, allowedOrigin(allowed)], [200, page])
    for (const name of ['X-Request-Id', 'ETag', 'X-Kontor-Conflict', 'Retry-After', 'Idempotency-Replayed'])
      assert.ok(String(allowed.headers['access-control-expose-headers']).includes(name), name)
    assert.match([allowed.headers['vary']].flat().join(), /Origin/)
    for (const origin of [other, 'https://third.example', 'null']) {
      const refused = await read({ origin }, path)
      assert.deepEqual([refused.status, allowedOrigin(refused)], [403, undefined], origin)
    }
    const program = await read({}, path)
    assert.deepEqual([program.status, allowedOrigin(program)], [200, undefined])
    // The documentation page of the server itself.
    const own = await read({ origin: 'https://kontor.example', 'sec-fetch-site': 'same-origin' }, path)
    assert.deepEqual([own.status, allowedOrigin(own)], [200, undefined])
  }
  const failed = await read({ origin: page }, '/contacts/4711')
  assert.deepEqual([failed.status, allowedOrigin(failed)], [404, page])
})

test('a refused write does nothing', async () => {
  const { token } = await addToken([page])
  const before = await kontor.db.selectFrom('task').select('id').execute()
  const answer = await kontor.call('POST', '/todo/import', {
    token,
    body: { subject: 'x' },
    headers: { origin: other },
  })
  assert.equal(answer.status, 403)
  assert.deepEqual(await kontor.db.selectFrom('task').select('id').execute(), before)
})

test('a token without origins works as before, and its responses are not readable by pages', async () => {
  await addToken([page])
  const answer = await kontor.call('GET', '/users/crmUsers', { headers: { origin: page } })
  assert.deepEqual([answer.status, allowedOrigin(answer)], [200, undefined])
  assert.equal(answer.headers['access-control-expose-headers'], undefined)
})

test('a page can read that its token is no longer valid', async () => {
  await addToken([page])
  for (const origin of [page, 'https://nobody.example']) {
    const answer = await kontor.call('GET', '/users/crmUsers', { token: 'gone', headers: { origin } })
    assert.deepEqual([answer.status, allowedOrigin(answer)], [401, origin === page ? page : undefined])
  }
})

test('the office, the health checks and public pages have no CORS', async () => {
  await addToken([page])
  for (const url of ['/office/api/session', '/healthz', '/restapi/v1x']) {
    const answer = await kontor.app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin: page, 'access-control-request-method': 'GET' },
    })
    assert.equal(answer.headers['access-control-allow-origin'], undefined, url)
  }
})

test('an origin is a scheme and a host, without anything else', () => {
  assert.equal(parseOrigin('https://Müller.example:443/'), 'https://xn--mller-kva.example')
  assert.equal(parseOrigin('http://localhost:3000'), 'http://localhost:3000')
  for (const text of [
    '',
    '*',
    'null',
    'mail.example',
    'https://a.example/x',
    'https://a.example?x',
    'https://u@a.example',
    'file:///x',
    'javascript:x',
  ])
    assert.equal(parseOrigin(text), undefined, text)
})

test('the office names origins of a new token; an invalid one is 400', async () => {
  const office = await kontor.signIn()
  const body = { userId: 1, label: 'Outlook', allOperations: true }
  const { json } = await office.call('POST', '/tokens', {
    ...body,
    origins: [page, `${page}/`, ' https://b.example '],
  })
  assert.deepEqual(json[0].origins, [page, 'https://b.example'])
  const wrong = await office.call('POST', '/tokens', { ...body, origins: ['*'] })
  assert.deepEqual([wrong.status, wrong.json.details[0].field], [400, 'origins'])
})

// Permissions of browsers for responses, and the hosts for which Kontor answers.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../../test/support/test-instance.ts'
import { hashPassword } from '../../access/password.ts'
import { readSettings } from '../settings/settings.ts'

const { otherHosts } = readSettings({ KONTOR_HOSTS: 'kontor, other.example' })
const named = await testInstance({
  settings: { publicUrl: 'https://kontor.example', otherHosts, host: '10.0.0.5' },
})
const plain = await testInstance()
after(() => Promise.all([named.close(), plain.close()]))

const get = (kontor: typeof named, url: string, headers: Record<string, string> = {}) =>
  kontor.app.inject({ url, headers: { authorization: `token ${kontor.token}`, ...headers } })

test('responses with personal data, pages and errors have the headers that protect them', async () => {
  const { cookie } = await plain.signIn()
  for (const url of [
    '/restapi/v1/contacts/search/category/1',
    '/restapi/v1/contacts/999',
    '/office/api/session',
    '/office/api/contacts',
    '/office',
    '/newsletter/confirm/x',
    '/nothing',
    '/healthz',
  ]) {
    const { headers } = await get(plain, url, { cookie })
    assert.equal(headers['cache-control'], 'no-store', url)
    assert.equal(headers['x-content-type-options'], 'nosniff', url)
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin', url)
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin', url)
    assert.match(String(headers['permissions-policy']), /camera=\(\)/, url)
    assert.equal(headers['strict-transport-security'], undefined, url)
  }
  const { headers } = await get(plain, '/restapi/v1/events')
  assert.equal(headers['cache-control'], 'private, no-cache', 'the catalogue has its own')
})

test('behind TLS browsers are told to stay there (KONTOR_HSTS)', async () => {
  const { headers } = await get(named, '/office', { host: 'kontor.example' })
  assert.equal(headers['strict-transport-security'], 'max-age=31536000')
  const without = await testInstance({ settings: { publicUrl: 'https://kontor.example', hstsSeconds: 0 } })
  try {
    const answer = await get(without, '/office', { host: 'kontor.example' })
    assert.equal(answer.headers['strict-transport-security'], undefined)
  } finally {
    await without.close()
  }
})

test('behind TLS the cookies belong to this host alone, and no others count', async () => {
  const email = 'ina@kontor.example'
  await named.db
    .updateTable('app_user')
    .set({ email, email_key: email, password_hash: await hashPassword('rotes Fahrrad 7') })
    .where('id', '=', 1)
    .execute()
  const answer = await named.app.inject({
    method: 'POST',
    url: '/office/api/session',
    headers: { host: 'kontor.example' },
    payload: { email, password: 'rotes Fahrrad 7' },
  })
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  assert.match(cookies[0]!, /^__Host-kontor_session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/)
  assert.match(cookies[1]!, /^__Host-kontor_device=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; /)
  const cookie = cookies[0]!.split(';')[0]!
  const status = async (sent: string) =>
    (await get(named, '/office/api/session', { host: 'kontor.example', cookie: sent })).statusCode
  assert.equal(await status(cookie), 200)
  assert.equal(await status(cookie.replace('__Host-', '')), 401)
})

test('with KONTOR_URL, a host that is none of the instance’s is rejected: 421', async () => {
  const status = async (host: string, url = '/restapi/v1/companies/1', kontor = named) =>
    (await get(kontor, url, { host })).statusCode
  for (const host of ['kontor.example', 'KONTOR.example:443', 'kontor:8080', 'other.example'])
    assert.equal(await status(host), 404, host)
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080', '10.0.0.5:8080'])
    assert.equal(await status(host), 404, host)
  for (const host of ['evil.example', 'kontor.example.evil.example', '192.0.2.1', 'localhost.evil.example'])
    assert.equal(await status(host), 421, host)
  assert.equal(await status('evil.example', '/healthz'), 200)
  assert.equal(await status('evil.example', '/readyz'), 200)
  assert.equal(await status('evil.example', '/office'), 421)
  // An accepted host does not open the door for the next one.
  assert.equal(await status('kontor.example'), 404)
  assert.equal(await status('evil.example'), 421)
  assert.equal(await status('evil.example', '/restapi/v1/companies/1', plain), 404)
  const { json } = await get(named, '/nothing', { host: 'evil.example' })
  assert.deepEqual(json(), { error: 'Error', message: 'This host is not served here.', code: 421 })
})

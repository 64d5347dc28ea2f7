// Behind reverse proxies: whose word about the client counts (KONTOR_TRUST_PROXY).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../../../test/support/test-instance.ts'
import { hashPassword } from '../../../access/password.ts'
import { readSettings } from '../../settings/settings.ts'

const { trustedProxies } = readSettings({ KONTOR_TRUST_PROXY: 'loopback, 10.1.0.0/16, 2001:db8:1::/48' })
const behind = await testInstance({ settings: { trustedProxies } })
const alone = await testInstance()
after(() => Promise.all([behind.close(), alone.close()]))

const email = 'ina@kontor.example'
const password = 'rotes Fahrrad 7'
for (const { db } of [behind, alone])
  await db
    .updateTable('app_user')
    .set({ email, email_key: email, password_hash: await hashPassword(password) })
    .where('id', '=', 1)
    .execute()

/** Signs in. @returns the address of the session, and whether its cookie is for TLS only */
async function seen(headers: Record<string, string>, remoteAddress = '127.0.0.1', kontor = behind) {
  const { statusCode, headers: sent } = await kontor.app.inject({
    method: 'POST',
    url: '/office/api/session',
    remoteAddress,
    headers,
    payload: { email, password },
  })
  assert.equal(statusCode, 200)
  const { ip_address } = await kontor.db
    .selectFrom('session')
    .select('ip_address')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return [ip_address, /; Secure/.test(String(sent['set-cookie']))]
}

test('nobody is believed without KONTOR_TRUST_PROXY, and only the named proxies with it', async () => {
  const claims = [
    { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' },
    { forwarded: 'for=203.0.113.7;proto=https' },
  ]
  for (const headers of claims) {
    assert.deepEqual(await seen(headers, '127.0.0.1', alone), ['127.0.0.1', false])
    assert.deepEqual(await seen(headers, '192.0.2.1'), ['192.0.2.1', false])
    for (const proxy of ['127.0.0.1', '::1', '10.1.2.3', '::ffff:10.1.2.3', '2001:db8:1:2::3'])
      assert.deepEqual(await seen(headers, proxy), ['203.0.113.7', true], proxy)
  }
})

test('the address is the last one that is no proxy; entries of the client itself are before it', async () => {
  const claims = ['9.9.9.9, 203.0.113.7', '9.9.9.9, 203.0.113.7, 10.1.0.9', 'x, 203.0.113.7:5123']
  for (const claim of claims)
    assert.deepEqual(await seen({ 'x-forwarded-for': claim }), ['203.0.113.7', false], claim)
  assert.deepEqual(await seen({ 'x-forwarded-for': '203.0.113.7, unknown, 10.1.0.9' }), ['10.1.0.9', false])
  assert.deepEqual(await seen({ 'x-forwarded-for': 'unknown' }), ['127.0.0.1', false])
})

test('Forwarded names addresses with ports, and the scheme that the first proxy saw', async () => {
  const client = 'for="[2001:db8::7]:4711";proto=https'
  assert.deepEqual(await seen({ forwarded: client }), ['2001:db8::7', true])
  assert.deepEqual(await seen({ forwarded: `for=9.9.9.9;proto=http, ${client}, for=10.1.0.9;proto=http` }), [
    '2001:db8::7',
    true,
  ])
  assert.deepEqual(await seen({ forwarded: 'for=_hidden;proto=https' }), ['127.0.0.1', false])
  assert.deepEqual(await seen({ forwarded: 'for=' }), ['127.0.0.1', false])
  // A proxy that sets X-Forwarded-For passes on the other header of its client.
  assert.deepEqual(await seen({ forwarded: 'for=9.9.9.9;proto=https', 'x-forwarded-for': '203.0.113.7' }), [
    '203.0.113.7',
    false,
  ])
})

test('KONTOR_TRUST_PROXY takes addresses, networks and loopback', () => {
  for (const value of ['', '10.0.0.1', 'loopback', '::1, 10.0.0.0/8,fd00::/8'])
    assert.ok(readSettings({ KONTOR_TRUST_PROXY: value }))
  for (const value of ['all', '10.0.0.0/33', '10.0.0.0/', 'fd00::/129', 'proxy.example', '10.0.0.1;'])
    assert.throws(() => readSettings({ KONTOR_TRUST_PROXY: value }), /^Error: KONTOR_TRUST_PROXY must be/)
})

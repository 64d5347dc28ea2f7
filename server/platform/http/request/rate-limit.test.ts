// Limits of rate: quotas that come back evenly, and whom they are counted for.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../../../test/support/test-instance.ts'
import { readSettings } from '../../settings/settings.ts'
import { readMetrics } from '../metrics.ts'
import { createRateLimit } from './rate-limit.ts'

const kontor = await testInstance({
  settings: {
    rates: { token: 5, catalogue: 7, website: 4, websiteWrite: 0, session: 6, address: 8, newsletter: 3 },
  },
})
after(() => kontor.close())

const tooMany = (error: { status: number }) => error.status === 429

test('a quota is used up at once, and comes back evenly', () => {
  const limit = createRateLimit('x', 4, 60)
  const remaining = [0, 0, 0, 0].map((now) => limit.take('a', now)!.ratelimit)
  assert.deepEqual(remaining, ['"x";r=3;t=15', '"x";r=2;t=30', '"x";r=1;t=45', '"x";r=0;t=60'])
  assert.throws(
    () => limit.take('a', 1000),
    (error: { status: number; headers: object }) => {
      assert.deepEqual(error.headers, {
        'ratelimit-policy': '"x";q=4;w=60',
        ratelimit: '"x";r=0;t=59',
        'retry-after': '14',
      })
      return tooMany(error)
    },
  )
  assert.equal(limit.take('b', 1000)!.ratelimit, '"x";r=3;t=15')
  assert.equal(limit.take('a', 15_000)!.ratelimit, '"x";r=0;t=60')
  assert.throws(() => limit.take('a', 15_000), tooMany)
  assert.equal(limit.take('a', 200_000)!.ratelimit, '"x";r=3;t=15')
})

test('rejected requests are counted in the metrics, by the limit', async () => {
  const count = async () => {
    const metric = (await readMetrics()).find(({ name }) => name === 'kontor_rate_limited_total')
    const { values } = metric as { values?: { labels: { limit: string }; value: number }[] }
    return values?.find(({ labels }) => labels.limit === 'counted')?.value ?? 0
  }
  const limit = createRateLimit('counted', 2, 60)
  for (const expected of [0, 0, 1, 2]) {
    await Promise.try(() => limit.take('a', 0)).catch(() => {})
    assert.equal(await count(), expected)
  }
})

test('every quota allows as many requests as it says, and 0 allows all', () => {
  for (const quota of [1, 3, 7, 600, 6000]) {
    const limit = createRateLimit('x', quota, 60)
    for (let count = 0; count < quota; count++) limit.take('a', 0.3)
    assert.throws(() => limit.take('a', 0.3), tooMany, String(quota))
  }
  const none = createRateLimit('x', 0, 60)
  for (let count = 0; count < 1000; count++) assert.equal(none.take('a'), undefined)
})

test('a million keys take no more memory than a hundred thousand', () => {
  const limit = createRateLimit('x', 1, 60)
  for (let key = 0; key < 1_000_000; key++) limit.take(`2001:db8::${key}`, key / 1000)
  // The newest are still known, the oldest are forgotten.
  assert.throws(() => limit.take('2001:db8::999999', 1000), tooMany)
  limit.take('2001:db8::0', 1000)
})

const repeat = async (times: number, work: () => Promise<{ status: number }>): Promise<number[]> => {
  const statuses: number[] = []
  for (let count = 0; count < times; count++) statuses.push((await work()).status)
  return statuses
}
const full = (quota: number, status = 200) => [...Array(quota).fill(status), 429]

test('beyond the limit of a token: 429 with the error object and Retry-After', async () => {
  const first = await kontor.addUser({ admin: true })
  const read = (token: string) => kontor.call('GET', '/companies/1', { token })
  const { headers } = await read(first.token)
  assert.deepEqual(
    [headers['ratelimit-policy'], headers['ratelimit']],
    ['"token";q=5;w=60', '"token";r=4;t=12'],
  )
  assert.deepEqual(await repeat(5, () => read(first.token)), full(4, 404))
  const answer = await read(first.token)
  assert.deepEqual(answer.json, {
    error: 'Too Many Requests',
    message: `Too many requests. Please wait ${answer.headers['retry-after']} seconds.`,
    code: 429,
  })
  assert.ok(Number(answer.headers['retry-after']) >= 10)
  const second = await kontor.addUser({ admin: true })
  assert.equal((await read(second.token)).status, 404)
  // The catalogue has a quota of its own, which is announced once half of it is used.
  const policies: unknown[] = []
  const events = async () => {
    const { status, headers } = await kontor.call('GET', '/events', { token: first.token })
    policies.push(headers['ratelimit-policy'])
    return { status }
  }
  assert.deepEqual(await repeat(8, events), full(7))
  const policy = '"catalogue";q=7;w=60'
  assert.deepEqual(policies, [...Array(4).fill(undefined), ...Array(4).fill(policy)])
})

test('anonymous requests are counted for their network, for every path', async () => {
  const send = async (url: string, remoteAddress: string, token = '') => {
    const headers = { authorization: `token ${token || 'wrong'}` }
    return { status: (await kontor.app.inject({ url, remoteAddress, headers })).statusCode }
  }
  const stranger = '2001:db8::1'
  assert.deepEqual(await repeat(4, () => send('/restapi/v1/events', stranger)), Array(4).fill(401))
  assert.equal((await send('/nothing', stranger)).status, 404)
  assert.equal((await send('/newsletter/confirm/x', '2001:db8::2')).status, 404)
  assert.equal((await send('/office/api/instance', '2001:db8::3')).status, 200)
  assert.equal((await send('/office/api/session', '2001:db8::4')).status, 401)
  for (const url of ['/restapi/v1/events', '/nothing', '/newsletter/confirm/x', '/office/api/instance'])
    assert.equal((await send(url, '2001:db8::5')).status, 429, url)
  // Neither health checks and files, nor those who have a token.
  const { token } = await kontor.addUser({ admin: true })
  for (const url of ['/healthz', '/readyz', '/office', '/docs'])
    assert.equal((await send(url, stranger)).status, 200, url)
  assert.equal((await send('/restapi/v1/events', stranger, token)).status, 200)
  assert.equal((await send('/restapi/v1/events', '2001:db8:0:1::1')).status, 401)
})

test('a session has a limit of its own', async () => {
  const session = await kontor.signIn()
  assert.deepEqual(await repeat(7, () => session.call('GET', '/session')), full(6))
  const other = await kontor.signIn()
  assert.equal((await other.call('GET', '/session')).headers['ratelimit-policy'], '"session";q=6;w=60')
})

test('a mail address is signed up to newsletters a few times an hour, by any token', async () => {
  await kontor.db.insertInto('newsletter_form').values({ id: 1, name: 'Website', client_id: 1 }).execute()
  const subscribe = async (email: string, headers = {}) => {
    const { token } = await kontor.addUser({ admin: true })
    const body = { email, lastname: 'Köhler' }
    return kontor.call('POST', '/newsletter/subscribe/1', { token, body, headers })
  }
  assert.deepEqual(await repeat(3, () => subscribe('Jana@k.example')), [200, 200, 200])
  const answer = await subscribe('jana@K.example')
  assert.deepEqual([answer.status, answer.headers['retry-after']], [429, '1200'])
  assert.equal((await subscribe('jana@k.example', { 'idempotency-key': 'a' })).status, 429)
  const stored = await kontor.db.selectFrom('idempotency_key').selectAll().execute()
  assert.deepEqual(stored, [], 'a repetition may succeed')
  assert.equal((await subscribe('ina@k.example')).status, 200)
})

test('the limits can be set', () => {
  const { rates } = readSettings({ KONTOR_RATE_TOKEN: '100', KONTOR_RATE_ADDRESS: '0' })
  assert.deepEqual([rates.token, rates.address], [100, 0])
  assert.throws(() => readSettings({ KONTOR_RATE_TOKEN: '-1' }), /KONTOR_RATE_TOKEN must be a whole number/)
})

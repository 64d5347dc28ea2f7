// Delays against guessing of passwords and codes, and the users whom they do not stop.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { TOTP } from 'otpauth'
import { testInstance } from '../../test/support/test-instance.ts'
import { hashPassword } from './password.ts'
import { newTotp } from './totp.ts'

const kontor = await testInstance()
after(() => kontor.close())

const password = 'rotes Fahrrad 7'
const password_hash = await hashPassword(password)
let count = 0

async function person({ secret = '' } = {}) {
  const { id } = await kontor.addUser()
  const email = `person${++count}@kontor.example`
  const second = secret ? { totp_secret: secret, totp_confirmed: true } : {}
  await kontor.db
    .updateTable('app_user')
    .set({ email, email_key: email, password_hash, ...second })
    .where('id', '=', id)
    .execute()
  return { id, email }
}

type Device = { address?: string; cookie?: string }

async function signIn(
  body: { email: string; password?: string; code?: string },
  { address = '192.0.2.1', cookie = '' }: Device = {},
) {
  const { statusCode, headers, json } = await kontor.app.inject({
    method: 'POST',
    url: '/office/api/session',
    remoteAddress: address,
    headers: { cookie },
    payload: { password, ...body },
  })
  const cookies = [headers['set-cookie'] ?? []].flat()
  const device = cookies.find((one) => one.startsWith('kontor_device'))
  return { status: statusCode, headers, json, cookies, cookie: device?.split(';')[0] ?? '' }
}

const advanceClock = (seconds: number) =>
  kontor.clock.set(new Date(kontor.clock.now().getTime() + seconds * 1000).toISOString())

const codeOf = (secret: string) =>
  new TOTP({ secret, period: 30, digits: 6 }).generate({ timestamp: kontor.clock.now().getTime() })

const repeat = async <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  for (let index = 0; index < times; index++) results.push(await work(index))
  return results
}

test('failures of strangers delay only strangers: a device of the owner goes on', async () => {
  const { email } = await person()
  const first = await signIn({ email })
  assert.match(
    first.cookies.find((one) => one.startsWith('kontor_device='))!,
    /^kontor_device=[\w-]{43}; Path=\/office; HttpOnly; SameSite=Strict; Max-Age=34560000$/,
  )
  await repeat(8, () => signIn({ email, password: 'geraten' }))
  assert.equal((await signIn({ email })).status, 429)
  // Also from the network of the stranger.
  const again = await signIn({ email }, { cookie: first.cookie })
  assert.equal(again.status, 200)
  assert.notEqual(again.cookie, first.cookie)
  assert.equal((await signIn({ email }, { cookie: first.cookie })).status, 429, 'replaced by a new one')
  assert.equal((await signIn({ email })).status, 429, 'the owner does not reset what strangers have failed')
  // Its own failures make the device wait.
  const statuses = await repeat(7, () => signIn({ email, password: 'vertippt' }, { cookie: again.cookie }))
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [401, 401, 401, 401, 401, 429, 429],
  )
  assert.equal(statuses[5]!.headers['retry-after'], '2')
})

test('a device is known for those who have signed in on it, for nobody else', async () => {
  const one = await person()
  const other = await person()
  const stranger = await person()
  const { cookie } = await signIn({ email: one.email })
  const shared = await signIn({ email: other.email }, { cookie })
  for (const { email } of [one, other, stranger])
    await repeat(6, () => signIn({ email, password: 'geraten' }, { address: '192.0.2.2' }))
  assert.equal((await signIn({ email: stranger.email }, { cookie: shared.cookie })).status, 429)
  const { cookie: next, status } = await signIn({ email: one.email }, { cookie: shared.cookie })
  assert.equal(status, 200)
  assert.equal((await signIn({ email: other.email }, { cookie: next })).status, 200)
})

test('failures of a network are counted over all accounts, IPv6 by /64', async () => {
  const fail = (address: string, index: number) =>
    signIn({ email: `nobody${index}@kontor.example`, password: 'x' }, { address })
  await repeat(50, (index) => fail(`2001:db8:0:7::${index.toString(16)}`, index))
  const { email } = await person()
  assert.equal((await signIn({ email }, { address: '2001:db8:0:7:ffff::1' })).status, 429)
  assert.equal((await signIn({ email }, { address: '2001:db8:0:8::1' })).status, 200)
  await repeat(50, (index) => fail('198.51.100.7', index + 100))
  assert.equal((await signIn({ email }, { address: '::ffff:198.51.100.7' })).status, 429)
  assert.equal((await signIn({ email }, { address: '198.51.100.8' })).status, 200)
})

test('wrong codes are counted for the account; a sign-in without a code does not reset them', async () => {
  const { secret } = newTotp('', 'Kontor')
  const { email } = await person({ secret })
  const statuses: number[] = []
  for (let round = 0; round < 4; round++) {
    for (const code of ['000000', '000001']) {
      const address = `192.0.2.${10 + round}`
      statuses.push((await signIn({ email, code }, { address })).status)
      assert.notEqual((await signIn({ email }, { address })).status, 200)
    }
    // The waits for wrong passwords are over.
    advanceClock(1)
  }
  assert.deepEqual(statuses.slice(0, 5), [400, 400, 400, 400, 400])
  assert.deepEqual(new Set(statuses.slice(5)), new Set([429]))
  advanceClock(3600)
  assert.equal((await signIn({ email, code: codeOf(secret) })).status, 200)
})

test('a sign-in that lacks its code is no failure', async () => {
  const { secret } = newTotp('', 'Kontor')
  const { email } = await person({ secret })
  for (let round = 0; round < 12; round++) assert.equal((await signIn({ email })).status, 400)
  assert.equal((await signIn({ email, code: codeOf(secret) })).status, 200)
})

test('codes and passwords given while signed in are limited too, apart from signing in', async () => {
  const user = await kontor.signIn()
  const { secret } = newTotp('', 'Kontor')
  const { email } = await kontor.db
    .updateTable('app_user')
    .set({ password_hash, totp_secret: secret, totp_confirmed: true })
    .where('id', '=', user.userId)
    .returning('email')
    .executeTakeFirstOrThrow()
  const call = async (method: string, path: string, body: object) =>
    (await user.call(method, path, body)).status
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      call(index % 2 ? 'DELETE' : 'POST', index % 2 ? '/second-factor' : '/second-factor/confirm', {
        code: String(100_000 + index),
      }),
    ),
  )
  assert.deepEqual(guesses.toSorted(), [...Array(5).fill(400), ...Array(15).fill(429)])
  const change = { currentPassword: 'geraten', newPassword: 'blaues Fahrrad 8' }
  const passwords = await repeat(8, () => call('POST', '/password', change))
  assert.deepEqual(passwords, [...Array(5).fill(400), ...Array(3).fill(429)])
  assert.equal((await signIn({ email, code: codeOf(secret) })).status, 200)
  advanceClock(3600)
  assert.equal(await call('POST', '/password', { ...change, currentPassword: password }), 200)
  assert.equal(await call('DELETE', '/second-factor', { code: codeOf(secret) }), 200)
})

test('150 sign-ins at once leave the database to others; those that find no room are told to come back', async () => {
  const people = await Promise.all(Array.from({ length: 150 }, () => person()))
  const answers = Promise.all(
    people.map(({ email }, index) => signIn({ email }, { address: `203.0.113.${index}` })),
  )
  const ready = await kontor.app.inject('/readyz')
  assert.equal(ready.statusCode, 200)
  const byStatus = Map.groupBy(await answers, ({ status }) => status)
  assert.deepEqual([...byStatus.keys()].toSorted(), [200, 503])
  assert.ok(byStatus.get(200)!.length >= 40)
  assert.ok(byStatus.get(503)!.every(({ headers }) => headers['retry-after'] === '2'))
  // It was not their fault.
  const { email } = people.at(-1)!
  await repeat(5, () => signIn({ email, password: 'vertippt' }))
  assert.equal((await signIn({ email })).status, 429)
  const rows = await kontor.db
    .selectFrom('sign_in_failure')
    .selectAll()
    .where('key', 'like', 'network %')
    .execute()
  assert.ok(rows.filter(({ key }) => key.startsWith('network 203.0.113.')).every((row) => row.count === 0))
})

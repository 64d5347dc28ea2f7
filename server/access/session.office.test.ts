// Signing in to the back office: passwords, what slows guessing, sessions, the second factor, invitations.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { TOTP } from 'otpauth'
import { testInstance } from '../../test/support/test-instance.ts'
import { tokenHash } from '../platform/auth/principal.ts'
import { inTransaction, systemActor } from '../platform/database/database.ts'
import { createInvitation } from './invitation.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { newTotp } from './totp.ts'

const kontor = await testInstance()
after(() => kontor.close())

const password = 'rotes Fahrrad 7'
let count = 0

/** A user with a password. */
async function person(user: Parameters<typeof kontor.addUser>[0] = {}) {
  const { id } = await kontor.addUser(user)
  const email = `Person${++count}@kontor.example`
  await kontor.db
    .updateTable('app_user')
    .set({ email, email_key: email.toLowerCase(), password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .execute()
  return { id, email }
}

/** A call of a browser: with its cookie and CSRF token. */
async function browser(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await kontor.app.inject({
    method: method as 'GET',
    url: `/office/api${path}`,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0]!
  return { status: answer.statusCode, json: answer.json(), headers: answer.headers, cookie }
}

const signIn = (email: string, secret = password, code?: string) =>
  browser('POST', '/session', { email, password: secret, ...(code === undefined ? {} : { code }) })

async function signedIn(user?: Parameters<typeof kontor.addUser>[0]) {
  const { id, email } = await person(user)
  const { json, cookie } = await signIn(email)
  return { id, email, cookie, headers: { cookie, 'x-csrf-token': json[0].csrfToken } }
}

const advanceClock = (seconds: number) =>
  kontor.clock.set(new Date(kontor.clock.now().getTime() + seconds * 1000).toISOString())

test('a password is stored as an argon2id hash', async () => {
  const hash = await hashPassword(password)
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.equal(await verifyPassword(password, hash), true)
  assert.equal(await verifyPassword(`${password} `, hash), false)
  assert.equal(await verifyPassword('', ''), false)
  assert.notEqual(hash, await hashPassword(password))
})

test('the right password creates a session with an HttpOnly cookie', async () => {
  const { id, email } = await person({ rights: ['090300'], name: 'Ina' })
  const { status, json, headers, cookie } = await signIn(email.toUpperCase())
  assert.equal(status, 200)
  assert.match(
    String([headers['set-cookie']].flat()[0]),
    /^kontor_session=[\w-]{43}; Path=\/office; HttpOnly; SameSite=Strict$/,
  )
  assert.deepEqual(json[0].user, { id, name: 'Ina', email })
  assert.deepEqual([json[0].isAdmin, json[0].rights, json[0].hasSecondFactor], [false, ['090300'], false])
  assert.equal((await browser('GET', '/session', undefined, { cookie })).json[0].csrfToken, json[0].csrfToken)
  const stored = await kontor.db.selectFrom('session').select('hash').where('user_id', '=', id).execute()
  assert.ok(stored.every(({ hash }) => !hash.toString('base64url').includes(cookie.split('=')[1]!)))
})

test('without a session, with a wrong one, or after signing out: 401', async () => {
  assert.equal((await browser('GET', '/session')).status, 401)
  const wrong = { cookie: `kontor_session=${'x'.repeat(43)}` }
  assert.equal((await browser('GET', '/session', undefined, wrong)).status, 401)
  const { headers } = await signedIn()
  assert.equal((await browser('DELETE', '/session', undefined, headers)).status, 200)
  assert.equal((await browser('GET', '/session', undefined, headers)).status, 401)
})

test('a session ends after 12 hours without use, after 30 days, and when its user is locked', async () => {
  const { id, headers } = await signedIn()
  const status = async () => (await browser('GET', '/session', undefined, headers)).status
  for (let hours = 0; hours < 30 * 24 - 10; hours += 10) {
    assert.equal(await status(), 200)
    advanceClock(10 * 3600)
  }
  advanceClock(12 * 3600)
  assert.equal(await status(), 401)
  const idle = await signedIn()
  advanceClock(12 * 3600 + 1)
  assert.equal((await browser('GET', '/session', undefined, idle.headers)).status, 401)
  const locked = await signedIn()
  await kontor.db.updateTable('app_user').set({ locked_at: new Date() }).where('id', '=', locked.id).execute()
  assert.equal((await browser('GET', '/session', undefined, locked.headers)).status, 401)
  assert.equal((await signIn(locked.email)).status, 401)
  assert.ok(id)
})

test('writing requires the session’s CSRF token and the same site', async () => {
  const { headers, cookie } = await signedIn()
  const write = (given: Record<string, string>) => browser('PATCH', '/session', { language: 'de' }, given)
  assert.equal((await write({ cookie })).status, 403)
  assert.equal((await write({ ...headers, 'x-csrf-token': 'x' })).status, 403)
  assert.equal((await write({ ...headers, 'sec-fetch-site': 'cross-site' })).status, 403)
  assert.equal((await write({ ...headers, 'sec-fetch-site': 'same-origin' })).status, 200)
  assert.equal(
    (await browser('POST', '/session', { email: 'a', password: 'b' }, { 'sec-fetch-site': 'cross-site' }))
      .status,
    403,
  )
  assert.equal((await browser('GET', '/session', undefined, headers)).json[0].language, 'de')
})

test('a missing right is 403', async () => {
  const { headers } = await signedIn({ rights: ['090300'] })
  assert.equal((await browser('GET', '/changes', undefined, headers)).status, 403)
  assert.equal((await browser('GET', '/changes?subject=contact', undefined, headers)).status, 200)
})

test('attempts are limited, also concurrent ones, until some time has passed', async () => {
  const { email } = await person()
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => signIn(email, `falsch ${index}`)),
  )
  const statuses = guesses.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [...Array(5).fill(401), ...Array(7).fill(429)])
  const early = await signIn(email)
  assert.equal(early.status, 429)
  assert.equal(early.headers['retry-after'], '2')
  advanceClock(3)
  assert.equal((await signIn(email, 'noch falsch')).status, 401)
  advanceClock(3)
  assert.equal((await signIn(email)).status, 429, 'the wait doubles')
  advanceClock(2)
  assert.equal((await signIn(email)).status, 200)
  assert.equal((await signIn(email, 'falsch')).status, 401, 'the count begins anew')
  assert.equal((await signIn('nobody@kontor.example')).status, 401)
})

test('sign-ins at the same time from several addresses succeed after a failed one', async () => {
  const { email } = await person()
  for (let round = 0; round < 5; round++) {
    assert.equal((await signIn(email, 'falsch')).status, 401)
    const responses = await Promise.all(
      [1, 2, 3].map((address) =>
        kontor.app.inject({
          method: 'POST',
          url: '/office/api/session',
          remoteAddress: `192.0.2.${address}`,
          payload: { email, password },
        }),
      ),
    )
    assert.deepEqual(
      responses.map(({ statusCode }) => statusCode),
      [200, 200, 200],
    )
  }
})

test('a second factor is set up, required, accepts each code once, and is turned off', async () => {
  const { email, headers } = await signedIn()
  const [{ secret, uri }] = (await browser('POST', '/second-factor', undefined, headers)).json
  assert.match(uri, /^otpauth:\/\/totp\/Kontor:/)
  const code = () =>
    new TOTP({ secret, period: 30, digits: 6 }).generate({ timestamp: kontor.clock.now().getTime() })
  assert.equal((await signIn(email)).status, 200, 'it does not hold before it is confirmed')
  assert.equal((await browser('POST', '/second-factor/confirm', { code: '000000' }, headers)).status, 400)
  assert.equal((await browser('POST', '/second-factor/confirm', { code: code() }, headers)).status, 200)
  assert.deepEqual((await signIn(email)).json.details, [
    { field: 'code', code: 'required', message: 'is required' },
  ])
  assert.equal((await signIn(email, password, code())).status, 400, 'a code that was used')
  advanceClock(30)
  assert.equal((await signIn(email, password, code())).status, 200)
  advanceClock(30)
  assert.equal((await browser('DELETE', '/second-factor', { code: code() }, headers)).status, 200)
  assert.equal((await signIn(email)).status, 200)
})

test('users list and end their own sessions only', async () => {
  const { email, headers } = await signedIn()
  const second = await signIn(email)
  const other = await signedIn()
  const list = (await browser('GET', '/sessions', undefined, headers)).json
  assert.deepEqual(list.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sort(), [false, true])
  const [{ id: otherId }] = (await browser('GET', '/sessions', undefined, other.headers)).json
  assert.equal((await browser('DELETE', `/sessions/${otherId}`, undefined, headers)).status, 404)
  await browser('POST', '/sessions/end-others', undefined, headers)
  assert.equal((await browser('GET', '/session', undefined, { cookie: second.cookie })).status, 401)
  assert.equal((await browser('GET', '/session', undefined, other.headers)).status, 200)
})

test('changing the password ends the other sessions', async () => {
  const { email, headers } = await signedIn()
  const second = await signIn(email)
  const change = (currentPassword: string, newPassword: string) =>
    browser('POST', '/password', { currentPassword, newPassword }, headers)
  assert.deepEqual(
    (await change('falsch', 'kurz')).json.details.map(({ field }: { field: string }) => field),
    ['newPassword', 'currentPassword'],
  )
  assert.equal((await change(password, 'blaues Fahrrad 8')).status, 200)
  assert.equal((await browser('GET', '/session', undefined, { cookie: second.cookie })).status, 401)
  assert.equal((await signIn(email)).status, 401)
  assert.equal((await signIn(email, 'blaues Fahrrad 8')).status, 200)
})

test('changing the password revokes the user’s tokens if asked', async () => {
  const { id, headers } = await signedIn({ rights: ['090300'] })
  const { token } = await kontor.addUser()
  await kontor.db.updateTable('token').set({ user_id: id }).where('hash', '=', tokenHash(token)).execute()
  const status = async () => (await kontor.call('GET', '/events', { token })).status
  const change = (currentPassword: string, newPassword: string, endsTokens?: boolean) =>
    browser('POST', '/password', { currentPassword, newPassword, endsTokens }, headers)
  await change(password, 'blaues Fahrrad 8')
  assert.equal(await status(), 200)
  await change('blaues Fahrrad 8', 'gelbes Fahrrad 9', true)
  assert.equal(await status(), 401)
})

test('an invitation keeps the second factor', async () => {
  const { id } = await person()
  const { secret } = newTotp('', 'Kontor')
  await kontor.db
    .updateTable('app_user')
    .set({ totp_secret: secret, totp_confirmed: true })
    .where('id', '=', id)
    .execute()
  const path = await inTransaction(kontor.db, systemActor, (tx) =>
    createInvitation(tx, id, kontor.clock.now()),
  )
  const invitation = `/invitations/${path.split('/').at(-1)}`
  assert.equal((await browser('GET', invitation)).json[0].hasSecondFactor, true)
  const accept = (code?: string) => browser('POST', invitation, { password: 'grünes Fahrrad', code })
  const missing = await accept()
  assert.deepEqual([missing.status, missing.json.details[0].field], [400, 'code'])
  for (let guess = 0; guess < 5; guess++) assert.equal((await accept(`00000${guess}`)).status, 400)
  assert.equal((await accept('000009')).status, 429)
  advanceClock(3600)
  const code = new TOTP({ secret, period: 30, digits: 6 }).generate({
    timestamp: kontor.clock.now().getTime(),
  })
  const accepted = await accept(code)
  assert.deepEqual([accepted.status, accepted.json[0].hasSecondFactor], [200, true])
})

test('an invitation sets a password once within a week, and ends earlier sessions and invitations', async () => {
  const { id, headers } = await signedIn()
  const createInvitationPath = () =>
    inTransaction(kontor.db, systemActor, (tx) => createInvitation(tx, id, kontor.clock.now()))
  const first = (await createInvitationPath()).split('/').at(-1)!
  const secret = (await createInvitationPath()).split('/').at(-1)!
  assert.equal((await browser('GET', `/invitations/${first}`)).status, 404, 'a newer one replaces it')
  assert.equal((await browser('GET', `/invitations/${secret}`)).status, 200)
  assert.equal((await browser('POST', `/invitations/${secret}`, { password: 'kurz' })).status, 400)
  const accepted = await Promise.all(
    [1, 2].map(() => browser('POST', `/invitations/${secret}`, { password: 'grünes Fahrrad' })),
  )
  assert.deepEqual(accepted.map(({ status }) => status).sort(), [200, 404])
  assert.equal((await browser('GET', '/session', undefined, headers)).status, 401)
  const late = (await createInvitationPath()).split('/').at(-1)!
  advanceClock(7 * 24 * 3600 + 1)
  assert.equal((await browser('GET', `/invitations/${late}`)).status, 404)
})

test('the change log contains no password, hash or secret', async () => {
  const rows = await kontor.db.selectFrom('change_log').select(['table_name', 'before', 'after']).execute()
  const text = JSON.stringify(rows)
  assert.match(text, /app_user/)
  assert.doesNotMatch(text, /argon2id|password_hash|totp_secret|"hash"/)
})

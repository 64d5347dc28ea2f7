// The security log: entries and lines of security events, without secrets, bounded in number.
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { TOTP } from 'otpauth'
import { pino } from 'pino'
import { testInstance } from '../../test/support/test-instance.ts'
import { deleteExpiredRecordsJob } from '../access/expired-records.ts'
import { hashPassword } from '../access/password.ts'
import { maskAccount } from '../access/sign-in.ts'
import { lockUser } from '../access/user.sql.ts'
import { buildApp } from '../app.ts'
import { countFailure, deleteExpiredSecurityEvents, writeFailures } from '../platform/auth/security-log.ts'
import { afterCommit, inTransaction, systemActor } from '../platform/database/database.ts'
import { writeFailuresJob } from './write-failures-job.ts'

const kontor = await testInstance({ settings: { publicUrl: 'https://kontor.example' } })
const lines: Record<string, unknown>[] = []
const log = pino(
  new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  }),
)
const app = buildApp({ ...kontor, log })
after(async () => {
  await app.close()
  await kontor.close()
})

const password = 'rotes Fahrrad 7'
const address = '192.0.2.7'

type Call = { headers?: Record<string, string>; body?: unknown; from?: string; prefix?: string }

async function send(
  method: string,
  path: string,
  { headers = {}, body, from, prefix = '/office/api' }: Call = {},
) {
  const answer = await app.inject({
    method: method as 'GET',
    url: `${prefix}${path}`,
    remoteAddress: from ?? address,
    headers: {
      host: 'kontor.example',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return {
    status: answer.statusCode,
    requestId: String(answer.headers['x-request-id']),
    json: answer.headers['content-type']?.toString().startsWith('application/json')
      ? answer.json()
      : undefined,
    cookie: String([answer.headers['set-cookie']].flat()[0] ?? '').split(';')[0]!,
  }
}

let count = 0
async function person(user: Parameters<typeof kontor.addUser>[0] = {}) {
  const { id, token } = await kontor.addUser(user)
  const email = `person${++count}@kontor.example`
  await kontor.db
    .updateTable('app_user')
    .set({ email, email_key: email, password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .execute()
  return { id, token, email }
}

const signIn = (email: string, secret = password, more: { code?: string; from?: string } = {}) =>
  send('POST', '/session', {
    body: { email, password: secret, ...(more.code === undefined ? {} : { code: more.code }) },
    ...(more.from === undefined ? {} : { from: more.from }),
  })

async function signedIn(user?: Parameters<typeof kontor.addUser>[0]) {
  const who = await person(user)
  const { json, cookie } = await signIn(who.email)
  const headers = { cookie, 'x-csrf-token': json[0].csrfToken }
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, { headers, body })
    assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.json)}`)
    return answer
  }
  return { ...who, headers, ok }
}

/** The entries of an account, the oldest first. */
async function entriesOf(userId: number) {
  await writeFailuresJob.run(kontor, new AbortController().signal)
  return kontor.db
    .selectFrom('security_event')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}
const lastLine = (event: string) => lines.findLast((line) => line['event'] === event)

test('a sign-in and its failure are lines and entries with account, address and request id', async () => {
  const { id, email } = await person()
  const failed = await signIn(email, 'falsch falsch')
  assert.equal(failed.status, 401)
  const right = await signIn(email)
  assert.equal(right.status, 200)
  const entries = await entriesOf(id)
  const shown = entries.map(
    ({ event, is_failure, address, request_id, via, detail, actor_id, count: times }) => ({
      event,
      is_failure,
      address,
      request_id,
      via,
      detail,
      actor_id,
      times,
    }),
  )
  const common = { address, via: 'office', actor_id: 0, times: 1 }
  assert.deepEqual(
    shown.toSorted((one) => (one.is_failure ? -1 : 1)),
    [
      {
        ...common,
        event: 'signInFailed',
        is_failure: true,
        request_id: failed.requestId,
        detail: 'POST /office/api/session: 401 access.wrongCredentials',
      },
      { ...common, event: 'signedIn', is_failure: false, request_id: right.requestId, detail: '' },
    ],
  )
  const { level, userId, address: from, reqId } = lastLine('signInFailed')!
  assert.deepEqual(
    { level, userId, from, reqId },
    { level: 40, userId: id, from: address, reqId: failed.requestId },
  )
  assert.equal(lastLine('signedIn')!['reqId'], right.requestId)
})

test('of the name of an unknown account, two letters and the top-level domain remain', async () => {
  assert.equal(maskAccount(' Maria.Klein@firma.de '), 'M…@f….de')
  assert.equal(maskAccount('😀a@firma.de'), '😀…@f….de')
  for (const typed of [
    'geheimes Passwort 1',
    'Geheim@123',
    'a@b@c',
    '',
    'x'.repeat(254),
    'Pass@wort.Geheimnis',
  ])
    assert.equal(maskAccount(typed), '…', typed)
  await signIn('mein geheimes Passwort', 'x')
  await signIn('Niemand@Nirgends.de', 'x')
  const accounts = (await entriesOf(0)).map(({ account }) => account)
  assert.ok(accounts.includes('…') && accounts.includes('N…@N….de'))
  assert.ok(!JSON.stringify(lines).includes('geheimes Passwort'))
  assert.ok(!JSON.stringify(lines).includes('irgends'))
})

test('second factor, password, tokens, rights, locking and invitations are recorded', async () => {
  const admin = await signedIn({ admin: true })
  const user = await signedIn({ rights: ['090300'] })
  const timestamp = () => kontor.clock.now().getTime()
  const { json: totp } = await user.ok('POST', '/second-factor')
  const codeOf = (secret: string) =>
    new TOTP({ secret, period: 30, digits: 6 }).generate({ timestamp: timestamp() })
  const code = codeOf(totp[0].secret)
  const wrong = code === '000000' ? '111111' : '000000'
  assert.equal(
    (await send('POST', '/second-factor/confirm', { headers: user.headers, body: { code: wrong } })).status,
    400,
  )
  await user.ok('POST', '/second-factor/confirm', { code })
  assert.equal((await signIn(user.email, password, { code: wrong })).status, 400)
  assert.equal((await signIn(user.email)).status, 400)
  assert.equal(
    (await send('POST', '/session/confirm', { headers: user.headers, body: { password: 'nicht dieses' } }))
      .status,
    400,
  )
  kontor.clock.set(new Date(timestamp() + 60_000).toISOString())
  assert.equal((await signIn(user.email, password, { code: codeOf(totp[0].secret) })).status, 200)
  await user.ok('POST', '/password', {
    currentPassword: password,
    newPassword: 'blaues Fahrrad 8',
    endsTokens: true,
  })
  await admin.ok('POST', `/users/${user.id}/reset-second-factor`)
  const { json: token } = await admin.ok('POST', '/tokens', {
    userId: user.id,
    label: 'x',
    allOperations: true,
  })
  await admin.ok('POST', `/tokens/${token[0].id}/revoke`)
  const { json: before } = await admin.ok('GET', `/users/${user.id}`)
  await admin.ok('PATCH', `/users/${user.id}`, {
    version: before[0].version,
    rights: ['100400', '090300:access'],
    email: 'neu@kontor.example',
  })
  await admin.ok('POST', `/users/${user.id}/lock`)
  await admin.ok('POST', `/users/${user.id}/unlock`)
  await admin.ok('POST', `/users/${user.id}/unlock`)
  const { json: invitation } = await admin.ok('POST', `/users/${user.id}/invite`)
  await send('POST', `/invitations/${invitation[0].link.split('/').at(-1)}`, {
    body: { password: 'gelbes Fahrrad 9' },
  })

  const entries = await entriesOf(user.id)
  const changes = entries.filter(({ is_failure }) => !is_failure)
  assert.deepEqual(
    changes.map(({ event, detail }) => (/^token \d+$/.test(detail) ? event : `${event} ${detail}`.trim())),
    [
      'signedIn',
      'secondFactorSet',
      'signedIn second factor',
      'passwordSet',
      'tokenRevoked',
      'secondFactorRemoved',
      'tokenCreated',
      'tokenRevoked',
      'rightsChanged 090300:access 100400, clients 1',
      'addressChanged',
      'userLocked',
      'userUnlocked',
      'invited',
      'passwordSet invitation',
    ],
  )
  const byAdmin = changes.filter(({ actor_id }) => actor_id === admin.id).map(({ event }) => event)
  assert.deepEqual(byAdmin, [
    'secondFactorRemoved',
    'tokenCreated',
    'tokenRevoked',
    'rightsChanged',
    'addressChanged',
    'userLocked',
    'userUnlocked',
    'invited',
  ])
  assert.deepEqual(
    entries
      .filter(({ is_failure }) => is_failure)
      .map(({ event, detail }) => `${event} ${detail}`)
      .toSorted(),
    [
      'passwordFailed POST /office/api/session/confirm: 400 access.wrongPassword',
      'secondFactorFailed POST /office/api/second-factor/confirm: 400 access.wrongCode',
      'secondFactorFailed POST /office/api/session: 400 access.wrongCode',
    ],
  )
  const everything = JSON.stringify([
    lines,
    await kontor.db.selectFrom('security_event').selectAll().execute(),
  ])
  for (const secret of [
    password,
    'blaues Fahrrad 8',
    'gelbes Fahrrad 9',
    totp[0].secret,
    token[0].token,
    invitation[0].link,
  ])
    assert.ok(!everything.includes(secret), secret)
})

test('exports, imports, erasures and new users are recorded', async () => {
  const admin = await signedIn({ admin: true })
  const created = await kontor.call('POST', '/contacts', {
    body: { lastName: 'Weg', email: 'weg@firma.example' },
  })
  const { id } = created.json[0]
  await admin.ok('GET', '/contacts/export?format=csv')
  await admin.ok('GET', '/change-log/export')
  await admin.ok('DELETE', `/contacts/${id}`)
  const { json } = await admin.ok('POST', '/users', {
    name: 'Neu',
    email: `neu${id}@kontor.example`,
    rights: ['lead'],
  })
  const mine = await kontor.db
    .selectFrom('security_event')
    .select(['event', 'user_id', 'detail'])
    .where('actor_id', '=', admin.id)
    .orderBy('id')
    .execute()
  assert.deepEqual(mine, [
    { event: 'dataExported', user_id: admin.id, detail: 'GET /contacts/export' },
    { event: 'dataExported', user_id: admin.id, detail: 'GET /change-log/export' },
    { event: 'contactErased', user_id: 0, detail: `contact ${id}` },
    { event: 'userCreated', user_id: json[0].id, detail: 'lead, clients 1' },
    { event: 'invited', user_id: json[0].id, detail: '' },
  ])
})

test('a refused request of a known account is recorded: 401, 403, 421 and 429', async () => {
  const { id, token } = await kontor.addUser()
  const call = (path: string, headers: Record<string, string> = {}) =>
    send('GET', path, { headers: { authorization: `token ${token}`, ...headers }, prefix: '/restapi/v1' })
  assert.equal((await call('/contacts/1')).status, 403)
  assert.equal((await call('/nothing')).status, 404)
  await kontor.db.updateTable('token').set({ revoked_at: new Date() }).where('user_id', '=', id).execute()
  assert.equal((await call('/contacts/1')).status, 401)
  await kontor.db.updateTable('token').set({ revoked_at: null }).where('user_id', '=', id).execute()
  await kontor.db.updateTable('app_user').set({ locked_at: new Date() }).where('id', '=', id).execute()
  assert.equal((await call('/users/crmUsers')).status, 401)
  await kontor.db.updateTable('app_user').set({ locked_at: null }).where('id', '=', id).execute()
  assert.equal((await call('/users/crmUsers')).status, 200, 'a refused token is accepted again at once')
  assert.deepEqual((await entriesOf(id)).map(({ event, detail }) => `${event} ${detail}`).toSorted(), [
    'requestRefused GET /restapi/v1/contacts/:contactId: 401 unauthorized',
    'requestRefused GET /restapi/v1/contacts/:contactId: 403 missingRight',
    'requestRefused GET /restapi/v1/users/crmUsers: 401 unauthorized',
  ])

  const clerk = await signedIn()
  const refused = [
    await send('GET', '/users', { headers: clerk.headers }),
    await send('POST', '/sessions/end-others', { headers: { cookie: clerk.headers.cookie } }),
  ]
  assert.deepEqual(
    refused.map(({ status }) => status),
    [403, 403],
  )
  for (let attempt = 1; attempt <= 6; attempt++) await signIn(clerk.email, 'falsch falsch')
  assert.deepEqual((await entriesOf(clerk.id)).map(({ event, detail }) => `${event} ${detail}`).toSorted(), [
    'requestRefused GET /office/api/users: 403 missingRight',
    'requestRefused POST /office/api/sessions/end-others: 403 csrfToken',
    'signInFailed POST /office/api/session: 401 access.wrongCredentials',
    'signInFailed POST /office/api/session: 429 access.tooManyAttempts',
    'signedIn ',
  ])

  assert.equal((await send('GET', '/', { headers: { host: 'evil.example' }, prefix: '' })).status, 421)
  assert.ok(
    (await entriesOf(0)).some(
      ({ event, detail }) => event === 'requestRefused' && /: 421 otherHost$/.test(detail),
    ),
  )
  const before = lines.filter(({ event }) => event === 'requestRefused').length
  assert.equal((await send('GET', '/users')).status, 401)
  assert.equal(
    lines.filter(({ event }) => event === 'requestRefused').length,
    before,
    'nobody: only its line as a request',
  )
})

test('a limit of rate that a token exceeds is recorded', async () => {
  const limited = await testInstance()
  const own = buildApp({
    ...limited,
    settings: { ...limited.settings, rates: { ...limited.settings.rates, token: 2 } },
  })
  after(async () => {
    await own.close()
    await limited.close()
  })
  const { id, token } = await limited.addUser()
  const statuses: number[] = []
  for (let request = 1; request <= 4; request++)
    statuses.push(
      (await own.inject({ url: '/restapi/v1/users/crmUsers', headers: { authorization: `token ${token}` } }))
        .statusCode,
    )
  assert.deepEqual(statuses, [200, 200, 429, 429])
  await writeFailures(limited.db)
  const [entry] = await limited.db
    .selectFrom('security_event')
    .selectAll()
    .where('user_id', '=', id)
    .execute()
  assert.deepEqual([entry!.event, entry!.count], ['requestRefused', 2])
})

test('equal failures of an hour are one entry, also from all addresses of an IPv6 network', async () => {
  const { id, email } = await person()
  const cause = (address: string, requestId: string) => ({ actorId: 0, via: 'office', address, requestId })
  const failure = { event: 'signInFailed' as const, userId: id, detail: '401' }
  for (let batch = 0; batch < 3; batch++) {
    for (let i = 0; i < 50; i++)
      countFailure(kontor, failure, cause(`2001:db8::${(batch * 50 + i + 1).toString(16)}`, `r${i}`))
    await writeFailures(kontor.db)
  }
  countFailure(kontor, failure, cause('2001:db8:0:1::1', 'other'))
  await signIn(email, 'falsch', { from: '198.51.100.1' })
  const entries = await entriesOf(id)
  // The test may run through a full hour.
  const total = (network: string) =>
    entries.filter((entry) => entry.network === network).reduce((sum, entry) => sum + entry.count, 0)
  assert.deepEqual(['20010db800000000', '20010db800000001', '198.51.100.1'].map(total), [150, 1, 1])
  assert.ok(entries.length <= 6, `${entries.length} entries`)
  assert.equal(entries.findLast(({ network }) => network === '20010db800000000')!.address, '2001:db8::96')
})

test('failures of very many addresses do not fill the memory or the disk', async () => {
  const other = await testInstance()
  after(() => other.close())
  const attempts = 3000
  for (let i = 0; i < attempts; i++)
    countFailure(
      other,
      { event: 'signInFailed', account: '…', detail: '401' },
      { actorId: 0, via: 'office', address: `10.0.${i >> 8}.${i & 255}`, requestId: '' },
    )
  await writeFailures(other.db)
  const entries = await other.db.selectFrom('security_event').select(['address', 'count']).execute()
  assert.equal(entries.length, 1001)
  assert.equal(
    entries.reduce((sum, entry) => sum + entry.count, 0),
    attempts,
  )
  assert.equal(entries.find(({ address }) => address === '')!.count, attempts - 1000)

  const { addUser, db, clock } = other
  const { id } = await addUser()
  await inTransaction(db, systemActor, (tx) => lockUser(tx, String(id)))
  clock.set(new Date().toISOString())
  while ((await deleteExpiredSecurityEvents(db, clock.now(), 400, 100)) === 400);
  const kept = await db.selectFrom('security_event').select(['event', 'is_failure']).execute()
  assert.equal(kept.filter(({ is_failure }) => is_failure).length, 100)
  assert.equal(
    kept.filter(({ event }) => event === 'userLocked').length,
    1,
    'failures push out failures alone',
  )
})

test('entries are kept for a year', async () => {
  const other = await testInstance()
  after(() => other.close())
  other.clock.set('2026-06-15T10:00:00Z')
  const { id } = await other.addUser()
  const insert = (at: string, event: string) =>
    other.db
      .insertInto('security_event')
      .values({
        event,
        is_failure: false,
        user_id: id,
        account: '',
        actor_id: 0,
        via: 'office',
        address: '',
        request_id: '',
        network: '',
        detail: '',
        first_at: at,
        last_at: at,
      })
      .execute()
  await insert('2025-06-14T10:00:00Z', 'signedIn')
  await insert('2025-06-16T10:00:00Z', 'userLocked')
  await deleteExpiredRecordsJob.run(other, new AbortController().signal)
  const kept = await other.db.selectFrom('security_event').select('event').execute()
  assert.deepEqual(kept, [{ event: 'userLocked' }])
})

test('a failure that could not be written is not lost', async () => {
  const other = await testInstance()
  after(() => other.close())
  await other.owner.schema.alterTable('security_event').renameTo('elsewhere').execute()
  countFailure(
    other,
    { event: 'signInFailed', account: '…', detail: '401' },
    { actorId: 0, via: 'office', address, requestId: '' },
  )
  await assert.rejects(writeFailures(other.db))
  await other.owner.schema.alterTable('elsewhere').renameTo('security_event').execute()
  await writeFailures(other.db)
  assert.equal((await other.db.selectFrom('security_event').selectAll().execute()).length, 1)
})

test('an action that is rolled back leaves neither an entry nor a line', async () => {
  const calls: string[] = []
  await assert.rejects(
    inTransaction(kontor.db, systemActor, async (tx) => {
      afterCommit(tx, () => calls.push('rolled back'))
      throw new Error('no')
    }),
  )
  await inTransaction(kontor.db, systemActor, async (tx) => afterCommit(tx, () => calls.push('committed')))
  assert.deepEqual(calls, ['committed'])
})

test('administrators see the log, with filters; others do not', async () => {
  const admin = await signedIn({ admin: true, name: 'Ada' })
  const user = await signedIn({ name: 'Ulf' })
  assert.equal((await send('GET', '/security-events', { headers: user.headers })).status, 403)
  await admin.ok('POST', `/users/${user.id}/lock`)
  await signIn(user.email, password, { from: '203.0.113.9' })
  await writeFailures(kontor.db)
  const list = async (query: string) => (await admin.ok('GET', `/security-events?${query}`)).json
  const ofUser = await list(`userId=${user.id}&perPage=100`)
  assert.deepEqual(ofUser.map(({ event }: { event: string }) => event).toSorted(), [
    'requestRefused',
    'signInFailed',
    'signedIn',
    'userLocked',
  ])
  const locked = ofUser.find(({ event }: { event: string }) => event === 'userLocked')
  assert.deepEqual(
    [locked.account, locked.actor, locked.via, locked.address, locked.count],
    [{ id: user.id, name: 'Ulf' }, { id: admin.id, name: 'Ada' }, 'office', address, 1],
  )
  const only = async (query: string) =>
    (await list(`userId=${user.id}&${query}`)).map((one: { event: string }) => one.event)
  assert.deepEqual(await only('event=signInFailed'), ['signInFailed'])
  assert.deepEqual(await only('address=203.0.113'), ['signInFailed'])
  assert.equal((await only('from=2000-01-01&to=2100-01-01')).length, 4)
  assert.deepEqual(await only('to=2000-01-01'), [])
  assert.deepEqual(await only('from=2100-01-01'), [])
  assert.equal((await send('GET', '/security-events?event=nothing', { headers: admin.headers })).status, 400)
  const times = (await list('perPage=100')).map(({ lastAt }: { lastAt: string }) => lastAt)
  assert.deepEqual(times, times.toSorted().reverse(), 'the most recent first')
})

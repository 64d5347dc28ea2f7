// Users, clients and tokens in the back office.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'
import { inTransaction, systemActor } from '../platform/database/database.ts'
import { hashPassword } from './password.ts'
import { lockUser } from './user.sql.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn({ admin: true, name: 'Anna Weber' })
const plain = await kontor.signIn({ rights: ['090300', '100100', '100400'] })
await db.insertInto('client').values({ name: 'Nord' }).execute()

const fields = ({ json }: { json: { details: { field: string }[] } }) =>
  json.details.map(({ field }) => field).sort()
const person = { name: 'Ina Neu', email: 'ina@kontor.example' }
let count = 0
const createUser = async (more: object = {}) => {
  const answer = await office.call('POST', '/users', {
    ...person,
    clientIds: [1],
    email: `p${++count}@kontor.example`,
    ...more,
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.json[0]
}
const versionOf = async (id: number) => (await office.call('GET', `/users/${id}`)).json[0].version
const patch = async (id: number, change: object) =>
  office.call('PATCH', `/users/${id}`, { version: await versionOf(id), ...change })
const logEntriesOf = (id: number) =>
  db.selectFrom('change_log').selectAll().where('subject', '=', 'user').where('subject_id', '=', id).execute()

test('only administrators can see or change users, clients and tokens', async () => {
  const calls: [string, string, unknown?][] = [
    ['GET', '/users'],
    ['GET', '/users/1'],
    ['POST', '/users', person],
    ['PATCH', '/users/1', { version: 0, isAdmin: true }],
    ['POST', '/users/1/invite'],
    ['POST', '/users/1/lock'],
    ['POST', '/users/1/unlock'],
    ['POST', '/users/1/end-sessions'],
    ['POST', '/users/1/reset-second-factor'],
    ['GET', '/tokens'],
    ['POST', '/tokens', { userId: 1, label: '' }],
    ['POST', '/tokens/1/revoke'],
    ['GET', '/operations'],
    ['POST', '/clients', { name: 'X' }],
    ['PATCH', '/clients/1', { version: 0 }],
  ]
  for (const [method, path, body] of calls)
    assert.equal((await plain.call(method, path, body)).status, 403, `${method} ${path}`)
  // Forms name the own clients.
  const { json } = await plain.call('GET', '/clients')
  assert.deepEqual(
    json.map(({ id }: { id: number }) => id),
    [1],
  )
  assert.equal((await plain.call('GET', '/clients/2')).status, 404)
  assert.equal((await office.call('GET', '/clients')).json.length, 2)
})

test('a user is created with an invitation, whose link works once', async () => {
  const user = await createUser({
    name: ' Ina Neu ',
    clientIds: [2, 1],
    defaultClientId: 2,
    rights: ['090300', '100100'],
    language: 'de',
    isCrm: true,
  })
  assert.deepEqual(
    [
      user.name,
      user.clientIds,
      user.defaultClientId,
      user.rights,
      user.language,
      user.isCrm,
      user.hasPassword,
    ],
    ['Ina Neu', [1, 2], 2, ['090300', '100100'], 'de', true, false],
  )
  assert.match(user.link, /^\/office\/#\/invitation\/[\w-]{43}$/)
  assert.notEqual(user.invitationExpiresAt, '')
  const secret = user.link.split('/').at(-1)
  const take = () =>
    kontor.app.inject({
      method: 'POST',
      url: `/office/api/invitations/${secret}`,
      payload: { password: 'rotes Fahrrad 7' },
    })
  assert.equal((await take()).statusCode, 200)
  assert.equal((await take()).statusCode, 404)
  const now = (await office.call('GET', `/users/${user.id}`)).json[0]
  assert.deepEqual([now.hasPassword, now.sessionCount, now.invitationExpiresAt], [true, 1, ''])
  assert.ok(!JSON.stringify(now).includes('link'))
})

test('errors of a user name their fields', async () => {
  const { email } = await createUser()
  const answer = await office.call('POST', '/users', {
    name: ' ',
    email: 'keine',
    rights: ['alles'],
    isAdmin: 1,
    language: 'fr',
  })
  const withoutClient = await office.call('POST', '/users', person)
  assert.deepEqual([withoutClient.status, fields(withoutClient)], [400, ['clientIds']])
  assert.equal(answer.status, 400)
  assert.deepEqual(fields(answer), ['email', 'isAdmin', 'language', 'name', 'rights[0]'])
  const taken = await office.call('POST', '/users', {
    ...person,
    email: email.toUpperCase(),
    clientIds: [1, 99],
  })
  assert.deepEqual([taken.status, fields(taken)], [400, ['clientIds[1]', 'email']])
  const other = await createUser()
  assert.deepEqual(fields(await patch(other.id, { email })), ['email'])
  assert.deepEqual(fields(await patch(other.id, { clientIds: [1], defaultClientId: 2 })), ['defaultClientId'])
  assert.equal((await patch(other.id, { email: other.email.toUpperCase() })).status, 200)
  assert.equal((await office.call('GET', '/users/999999')).status, 404)
  assert.equal((await office.call('POST', '/users/999999/lock')).status, 404)
})

test('rights, clients and default client can be changed; the log has the differences and their author', async () => {
  const user = await createUser({ clientIds: [1], rights: ['090300', '100100'] })
  const first = (await logEntriesOf(user.id)).length
  const changed = await patch(user.id, {
    clientIds: [1, 2],
    defaultClientId: 2,
    rights: ['100100', '100400'],
  })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(
    [changed.json[0].clientIds, changed.json[0].defaultClientId, changed.json[0].rights],
    [[1, 2], 2, ['100100', '100400']],
  )
  const log = (await logEntriesOf(user.id)).slice(first)
  assert.deepEqual(log.map((entry) => `${entry.action} ${entry.table_name}`).sort(), [
    'delete user_right',
    'insert user_client',
    'insert user_right',
    'update user_client',
  ])
  assert.ok(log.every((entry) => entry.user_id === office.userId && entry.via === 'office'))
  assert.equal(
    (await patch(user.id, { rights: ['100100', '100400'] })).json[0].version,
    changed.json[0].version,
  )
  const stale = await office.call('PATCH', `/users/${user.id}`, { version: user.version, name: 'Zu spät' })
  assert.deepEqual([stale.status, stale.headers['x-kontor-conflict']], [409, 'stale'])
  assert.deepEqual((await patch(user.id, { clientIds: [] })).json[0].defaultClientId, 0)
})

test('locking takes effect at once for sessions and tokens; unlocking restores no session', async () => {
  const session = await kontor.signIn({ name: 'Zum Sperren' })
  const { json } = await office.call('POST', '/tokens', {
    userId: session.userId,
    label: '',
    allOperations: true,
  })
  const { token } = json[0]
  const byToken = async () => (await kontor.call('GET', '/events', { token })).status
  assert.equal((await session.call('GET', '/session')).status, 200)
  assert.equal(await byToken(), 200)
  assert.equal((await office.call('POST', `/users/${session.userId}/lock`)).json[0].isLocked, true)
  assert.equal((await session.call('GET', '/session')).status, 401)
  assert.equal(await byToken(), 401)
  assert.equal((await office.call('POST', `/users/${session.userId}/invite`)).status, 409)
  assert.equal((await office.call('POST', `/users/${session.userId}/unlock`)).json[0].isLocked, false)
  assert.equal((await session.call('GET', '/session')).status, 401)
  assert.equal(await byToken(), 200)
})

test('an administrator ends all sessions and resets the second factor', async () => {
  const session = await kontor.signIn({ name: 'Mit Telefon' })
  await db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword('rotes Fahrrad 7'), totp_secret: 'ABC', totp_confirmed: true })
    .where('id', '=', session.userId)
    .execute()
  assert.equal((await office.call('GET', `/users/${session.userId}`)).json[0].hasSecondFactor, true)
  const reset = await office.call('POST', `/users/${session.userId}/reset-second-factor`)
  assert.equal(reset.json[0].hasSecondFactor, false)
  assert.equal((await office.call('POST', `/users/${session.userId}/end-sessions`)).json[0].sessionCount, 0)
  assert.equal((await session.call('GET', '/session')).status, 401)
})

test('the last administrator cannot be locked or demoted, also by concurrent requests', async () => {
  const own = await testInstance()
  try {
    const one = await own.signIn({ admin: true })
    const two = await own.signIn({ admin: true })
    // The instance's first user is a third one.
    assert.equal((await one.call('POST', '/users/1/lock')).status, 200)
    const demote = async (by: typeof one, id: number) => {
      const { version } = (await by.call('GET', `/users/${id}`)).json[0]
      return () => by.call('PATCH', `/users/${id}`, { version, isAdmin: false })
    }
    const both = await Promise.all([demote(one, one.userId), demote(two, two.userId)])
    const statuses = (await Promise.all(both.map((work) => work()))).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [200, 409])
    const rows = await own.db
      .selectFrom('app_user')
      .select('id')
      .where('is_admin', '=', true)
      .where('locked_at', 'is', null)
      .execute()
    assert.equal(rows.length, 1)
    const last = rows[0]!.id === one.userId ? one : two
    assert.equal((await last.call('POST', `/users/${last.userId}/lock`)).status, 409)
    await assert.rejects(
      inTransaction(own.db, systemActor, (tx) => lockUser(tx, String(last.userId))),
      /last administrator/,
    )
    assert.equal((await last.call('GET', '/session')).status, 200)
    const third = await own.signIn({ admin: true })
    const race = await Promise.all([
      last.call('POST', `/users/${third.userId}/lock`),
      third.call('POST', `/users/${last.userId}/lock`),
    ])
    assert.equal(race.filter(({ status }) => status === 200).length, 1)
  } finally {
    await own.close()
  }
})

test('a token is shown once, and is not in the log', async () => {
  const user = await createUser()
  const { json, headers } = await office.call('POST', '/tokens', {
    userId: user.id,
    label: 'Website',
    expiryDate: '2026-06-20',
    allOperations: true,
  })
  assert.match(json[0].token, /^kontor_[\w-]{43}$/)
  assert.equal(headers['cache-control'], 'no-store')
  // Good for the whole of its last day in the instance's time zone.
  assert.equal(new Date(json[0].expiresAt).toISOString(), '2026-06-20T22:00:00.000Z')
  const secret = json[0].token.slice('kontor_'.length)
  const list = await office.call('GET', `/tokens?userId=${user.id}`)
  assert.deepEqual([list.json.length, list.json[0].label, list.json[0].status], [1, 'Website', 'valid'])
  const log = JSON.stringify(await db.selectFrom('change_log').selectAll().execute())
  const changes = (await office.call('GET', '/changes?subject=token&perPage=1000')).text
  for (const text of [list.text, log, changes]) {
    assert.ok(!text.includes(secret))
    assert.ok(!/"hash"/.test(text))
  }
  assert.match(log, /"Website"/)
})

test('a token is restricted to operations, and rejected as soon as it is revoked', async () => {
  const user = await createUser({ rights: ['090300'] })
  const operations = (await office.call('GET', '/operations')).json
  const get = operations.find(
    ({ method, path }: Record<string, string>) => method === 'GET' && path === '/events',
  )
  assert.ok(get.summary)
  const wrong = await office.call('POST', '/tokens', {
    userId: 999999,
    label: '',
    expiryDate: '2026-06-14',
    operations: [get.id, 'nichts'],
  })
  assert.deepEqual([wrong.status, fields(wrong)], [400, ['expiryDate', 'operations[1]', 'userId']])
  const { json } = await office.call('POST', '/tokens', {
    userId: user.id,
    label: 'eng',
    expiryDate: '',
    operations: [get.id],
  })
  const [{ id, token }] = json
  const call = async (path: string) => (await kontor.call('GET', path, { token })).status
  assert.deepEqual([await call('/events'), await call('/contacts/1')], [200, 403])
  const revoked = await office.call('POST', `/tokens/${id}/revoke`)
  assert.equal(revoked.json[0].status, 'revoked')
  assert.equal(await call('/events'), 401)
  assert.equal((await office.call('POST', '/tokens/999999/revoke')).status, 404)
})

test('a token names its operations; all of them only on explicit wish', async () => {
  const user = await createUser()
  const token = { userId: user.id, label: '' }
  for (const more of [
    {},
    { operations: [] },
    { allOperations: false },
    { operations: ['getEvents'], allOperations: true },
  ]) {
    const answer = await office.call('POST', '/tokens', { ...token, ...more })
    assert.deepEqual([answer.status, fields(answer)], [400, ['operations']], JSON.stringify(more))
  }
  const named = await office.call('POST', '/tokens', { ...token, operations: ['getEvents'] })
  assert.deepEqual(named.json[0].operations, ['getEvents'])
  const all = await office.call('POST', '/tokens', { ...token, operations: [], allOperations: true })
  assert.deepEqual(all.json[0].operations, [])
})

test('clients are created and renamed', async () => {
  const { json } = await office.call('POST', '/clients', { name: ' Süd ' })
  assert.equal(json[0].name, 'Süd')
  assert.deepEqual(fields(await office.call('POST', '/clients', { name: '' })), ['name'])
  const renamed = await office.call('PATCH', `/clients/${json[0].id}`, {
    version: json[0].version,
    name: 'Süden',
  })
  assert.equal(renamed.json[0].name, 'Süden')
  assert.equal(
    (await office.call('PATCH', `/clients/${json[0].id}`, { version: json[0].version })).status,
    409,
  )
  assert.equal((await office.call('GET', '/clients?q=üde')).json.length, 1)
  assert.equal((await office.call('GET', '/clients?q=%25')).json.length, 0)
})

test('lists of users filter and sort', async () => {
  const { id, email } = await createUser({ name: 'Zoe Zander', isAdmin: true })
  assert.deepEqual(
    (await office.call('GET', '/users?q=zoe')).json.map((user: { id: number }) => user.id),
    [id],
  )
  assert.equal((await office.call('GET', `/users?q=${email}`)).json.length, 1)
  await office.call('POST', `/users/${id}/lock`)
  const locked = (await office.call('GET', '/users?isLocked=true&sort=name&order=desc')).json
  assert.equal(locked[0].id, id)
  assert.equal((await office.call('GET', '/users?clientId=2&isAdmin=false')).status, 200)
  assert.equal((await office.call('GET', '/users?sort=password')).status, 400)
})

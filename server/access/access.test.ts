// Interface: GET /users/crmUsers; the commands' users and tokens.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'
import { inTransaction, systemActor } from '../platform/database/database.ts'
import { dayEnds } from '../platform/ground/clock.ts'
import { Failure } from '../platform/ground/errors.ts'
import { createToken, listTokens, revokeToken } from './token.sql.ts'
import { createUser, listUsers, lockUser } from './user.sql.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
await db
  .insertInto('client')
  .values([{ name: 'Akademie Nord' }, { name: 'Akademie Süd' }])
  .execute()

const anna = await kontor.addUser({ crm: true, name: 'Anna', clientIds: [2] })
const bernd = await kontor.addUser({ crm: true, name: 'Bernd', clientIds: [2, 3] })
await kontor.addUser({ crm: false, name: 'Clara', clientIds: [2] })

const failsWith = (status: number, field?: string) => (error: unknown) =>
  error instanceof Failure &&
  error.status === status &&
  (field === undefined || error.details.some((detail) => detail.field === field))

test('3.4 CRM users are those of the requested client (by query or body), or of the default client', async () => {
  const expected = [
    { id: anna.id, name: 'Anna' },
    { id: bernd.id, name: 'Bernd' },
  ]
  const { token } = anna
  assert.deepEqual((await kontor.call('GET', '/users/crmUsers', { token })).json, expected)
  assert.deepEqual((await kontor.call('GET', '/users/crmUsers?clientId=2', { token })).json, expected)
  assert.deepEqual(
    (await kontor.call('GET', '/users/crmUsers', { token, body: { clientId: 2 } })).json,
    expected,
  )
  const other = await kontor.call('GET', '/users/crmUsers?clientId=3', { token: bernd.token })
  assert.deepEqual(other.json, [{ id: bernd.id, name: 'Bernd' }])
})

test('3.4 an unknown clientId is 400, a client to which the user does not belong 403, for administrators too', async () => {
  const unknown = await kontor.call('GET', '/users/crmUsers?clientId=99')
  assert.equal(unknown.status, 400)
  assert.equal(unknown.json.details[0].field, 'clientId')
  assert.equal((await kontor.call('GET', '/users/crmUsers?clientId=2')).status, 403)
  assert.equal(
    (await kontor.call('GET', '/users/crmUsers', { body: { clientId: 3 }, token: anna.token })).status,
    403,
  )
  const alone = await kontor.addUser({ clientIds: [] })
  assert.equal((await kontor.call('GET', '/users/crmUsers', { token: alone.token })).status, 403)
})

test('2.4 an invalid clientId is 400', async () => {
  for (const clientId of ['1', 0, -1, 1.5, 2147483648, null, [1], true, {}]) {
    const answer = await kontor.call('GET', '/users/crmUsers', { body: { clientId } })
    assert.deepEqual(
      [answer.status, answer.json.details[0].field],
      [400, 'clientId'],
      JSON.stringify(clientId),
    )
  }
  for (const search of ['clientId=x', 'clientId=1.0', 'clientId=1&clientId=1', 'client=1'])
    assert.equal((await kontor.call('GET', `/users/crmUsers?${search}`)).status, 400, search)
})

test('3.2 a token is valid until it is revoked, and only its hash is stored', async () => {
  const user = {
    name: 'Dora',
    email: ' Dora@Kontor.example ',
    clientIds: [3, 2],
    rights: ['090300'],
    roleIds: [],
    admin: false,
    crm: true,
  }
  const id = await inTransaction(db, systemActor, (tx) => createUser(tx, user))
  const created = await inTransaction(db, systemActor, (tx) =>
    createToken(tx, { user: 'dora@kontor.EXAMPLE', label: 'Webshop', operations: ['findCrmUsers'] }),
  )
  assert.equal((await kontor.call('GET', '/users/crmUsers', { token: created.token })).status, 200)
  assert.equal(
    (await kontor.call('POST', '/todo/import', { token: created.token, body: { subject: 'x' } })).status,
    403,
  )
  const row = (await listTokens(db)).find((token) => token.id === created.id)
  assert.equal(row?.label, 'Webshop')
  assert.equal(row?.userId, id)
  assert.ok(!JSON.stringify(await db.selectFrom('token').selectAll().execute()).includes(created.token))
  await inTransaction(db, systemActor, (tx) => revokeToken(tx, created.id))
  await inTransaction(db, systemActor, (tx) => revokeToken(tx, created.id))
  assert.equal((await kontor.call('GET', '/users/crmUsers', { token: created.token })).status, 401)
  await assert.rejects(
    inTransaction(db, systemActor, (tx) => revokeToken(tx, 4711)),
    failsWith(404),
  )
})

test('3.2 a token is valid up to and including its expiry date, in the time zone of the instance', async () => {
  assert.equal(dayEnds('Europe/Berlin', '2026-06-15').toISOString(), '2026-06-15T22:00:00.000Z')
  assert.equal(dayEnds('Europe/Berlin', '2026-10-24').toISOString(), '2026-10-24T22:00:00.000Z')
  assert.equal(dayEnds('Europe/Berlin', '2026-10-25').toISOString(), '2026-10-25T23:00:00.000Z')
  const expiresAt = dayEnds('Europe/Berlin', '2026-06-14')
  const { token } = await inTransaction(db, systemActor, (tx) =>
    createToken(tx, { user: String(anna.id), label: '', operations: [], expiresAt }),
  )
  assert.equal((await kontor.call('GET', '/users/crmUsers', { token })).status, 401)
})

test('3.1 tokens of a locked user are rejected, and the user is no CRM user any more', async () => {
  const user = {
    name: 'Egon',
    email: 'egon@kontor.example',
    clientIds: [2],
    rights: [],
    roleIds: [],
    admin: false,
    crm: true,
  }
  const id = await inTransaction(db, systemActor, (tx) => createUser(tx, user))
  const { token } = await inTransaction(db, systemActor, (tx) =>
    createToken(tx, { user: String(id), label: '', operations: [] }),
  )
  assert.equal(await inTransaction(db, systemActor, (tx) => lockUser(tx, 'EGON@kontor.example')), id)
  assert.equal(await inTransaction(db, systemActor, (tx) => lockUser(tx, String(id))), id)
  assert.equal((await kontor.call('GET', '/users/crmUsers', { token })).status, 401)
  const { json } = await kontor.call('GET', '/users/crmUsers', { token: anna.token })
  assert.ok(!json.some((one: { id: number }) => one.id === id))
  await assert.rejects(
    inTransaction(db, systemActor, (tx) => createToken(tx, { user: String(id), label: '', operations: [] })),
    failsWith(409),
  )
  await assert.rejects(
    inTransaction(db, systemActor, (tx) => lockUser(tx, 'nobody@kontor.example')),
    failsWith(404),
  )
  await assert.rejects(
    inTransaction(db, systemActor, (tx) => lockUser(tx, '99999999999')),
    failsWith(404),
  )
})

test('3.3 a user is created with clients and rights; all errors are reported at once', async () => {
  const user = {
    name: 'Frieda',
    email: 'frieda@kontor.example',
    clientIds: [1],
    rights: ['100400', '100400'],
    roleIds: [],
    admin: false,
    crm: false,
  }
  const id = await inTransaction(db, systemActor, (tx) => createUser(tx, user))
  const row = (await listUsers(db)).find((one) => one.id === id)
  assert.deepEqual(row, {
    id,
    name: 'Frieda',
    email: user.email,
    admin: false,
    crm: false,
    locked: false,
    clientIds: [1],
    rights: ['100400'],
  })
  const dora = (await listUsers(db)).find((one) => one.name === 'Dora')
  assert.deepEqual(dora?.clientIds, [3, 2])
  await assert.rejects(
    inTransaction(db, systemActor, (tx) => createUser(tx, { ...user, email: 'FRIEDA@kontor.example' })),
    failsWith(409),
  )
  // With several clients, a user who is no administrator names them (decision 13.10).
  const nowhere = { ...user, email: 'frida@kontor.example', clientIds: [] }
  await assert.rejects(
    inTransaction(db, systemActor, (tx) => createUser(tx, nowhere)),
    (error: Failure) => error.details[0]?.field === 'clientIds',
  )
  const admin = await inTransaction(db, systemActor, (tx) => createUser(tx, { ...nowhere, admin: true }))
  assert.deepEqual((await listUsers(db)).find(({ id }) => id === admin)?.clientIds, [1])
  const bad = { ...user, name: ' ', email: 'x', clientIds: [99], rights: ['9'] }
  await assert.rejects(
    inTransaction(db, systemActor, (tx) => createUser(tx, bad)),
    (error: Failure) => {
      assert.deepEqual(
        error.details.map((detail) => detail.field),
        ['clientIds', 'name', 'email', 'rights'],
      )
      return error.status === 400
    },
  )
})

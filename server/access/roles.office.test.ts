// Roles: rights that users share.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'
import { inTransaction, systemActor } from '../platform/database/database.ts'
import { createUser, findRoles, listUsers } from './user.sql.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn({ admin: true, name: 'Anna Weber' })

const fields = ({ json }: { json: { details: { field: string }[] } }) =>
  json.details.map(({ field }) => field)
const createRole = async (name: string, rights: string[]) => {
  const answer = await office.call('POST', '/roles', { name, rights })
  assert.equal(answer.status, 200, answer.text)
  return answer.json[0]
}
const giveRoles = async (userId: number, roleIds: number[]) => {
  const { version } = (await office.call('GET', `/users/${userId}`)).json[0]
  return office.call('PATCH', `/users/${userId}`, { version, roleIds })
}

test('an instance begins with four roles, none of them with the rights of administrators', async () => {
  const { json } = await office.call('GET', '/roles?sort=id')
  assert.deepEqual(
    json.map(({ name, userCount }: { name: string; userCount: number }) => [name, userCount]),
    [
      ['Sachbearbeitung', 0],
      ['Vertrieb', 0],
      ['Schulungsbüro', 0],
      ['Buchhaltung', 0],
    ],
  )
})

test('a role is created, changed and deleted, and the change log has each step', async () => {
  const role = await createRole('  Empfang ', ['booking:access', 'task', 'task'])
  assert.equal(role.name, 'Empfang')
  assert.deepEqual(role.rights, ['booking:access', 'task'])
  const { id, version } = role
  const changed = await office.call('PATCH', `/roles/${id}`, { version, rights: ['task', 'message'] })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(changed.json[0].rights, ['message', 'task'])
  assert.equal((await office.call('PATCH', `/roles/${id}`, { version, name: 'X' })).status, 409)
  const log = await db
    .selectFrom('change_log')
    .select(['action', 'table_name'])
    .where('subject', '=', 'role')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    log.map(({ action, table_name }) => `${action} ${table_name}`),
    ['insert role', 'insert role_right', 'insert role_right', 'delete role_right', 'insert role_right'],
  )
  assert.equal((await office.call('GET', `/changes?subject=role&subjectId=${id}`)).json.length, 5)
  assert.equal((await office.call('DELETE', `/roles/${id}`)).status, 200)
  assert.equal((await office.call('GET', `/roles/${id}`)).status, 404)
  assert.equal((await office.call('DELETE', `/roles/${id}`)).status, 404)
})

test('errors name their field', async () => {
  assert.deepEqual(fields(await office.call('POST', '/roles', { name: ' ', rights: ['x'] })), [
    'name',
    'rights[0]',
  ])
  assert.deepEqual(fields(await office.call('POST', '/roles', { name: 'X' })), ['rights'])
  const person = { name: 'Ina', email: 'ina@kontor.example' }
  assert.deepEqual(fields(await office.call('POST', '/users', { ...person, roleIds: [1, 99] })), [
    'roleIds[1]',
  ])
  const { id } = await kontor.addUser({})
  assert.deepEqual(fields(await giveRoles(id, [98])), ['roleIds[0]'])
})

test('a user has the rights of the roles and those given directly; a change of a role acts on open sessions', async () => {
  const role = await createRole('Angebot', ['catalogue'])
  const session = await kontor.signIn({ rights: ['task:access'] })
  const make = () => session.call('POST', '/catalogues', { name: 'Sommer' })
  assert.equal((await make()).status, 403)
  const given = await giveRoles(session.userId, [role.id])
  assert.equal(given.status, 200, given.text)
  assert.deepEqual(given.json[0].rights, ['task:access'])
  assert.deepEqual(given.json[0].roleIds, [role.id])
  assert.deepEqual(given.json[0].heldRights, ['catalogue', 'task:access'])
  assert.equal((await make()).status, 200)
  assert.equal((await session.call('GET', '/tasks')).status, 200)
  assert.deepEqual((await session.call('GET', '/session')).json[0].rights, ['catalogue', 'task:access'])

  // The next request has the rights of the changed role.
  const { version } = (await office.call('GET', `/roles/${role.id}`)).json[0]
  const changed = await office.call('PATCH', `/roles/${role.id}`, { version, rights: ['lead:access'] })
  assert.equal(changed.status, 200, changed.text)
  assert.equal((await make()).status, 403)
  assert.equal((await session.call('GET', '/leads')).status, 200)
  const events = await db
    .selectFrom('security_event')
    .select(['detail'])
    .where('event', '=', 'rightsChanged')
    .where('user_id', '=', session.userId)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    events.map(({ detail }) => detail),
    ['catalogue task:access, clients 1', 'lead:access task:access, clients 1'],
  )

  // A role of somebody stays; a user without roles has the own rights.
  assert.equal((await office.call('DELETE', `/roles/${role.id}`)).status, 409)
  assert.equal((await office.call('GET', `/users?roleId=${role.id}`)).json.length, 1)
  assert.equal((await giveRoles(session.userId, [])).status, 200)
  assert.equal((await session.call('GET', '/leads')).status, 403)
  assert.equal((await session.call('GET', '/tasks')).status, 200)
  assert.equal((await office.call('DELETE', `/roles/${role.id}`)).status, 200)
})

test('a token has the rights of its user’s roles', async () => {
  const { id, token } = await kontor.addUser({ rights: [] })
  assert.equal((await kontor.call('GET', '/contacts/1', { token })).status, 403)
  const role = await createRole('Kontakte', ['090300'])
  assert.equal((await giveRoles(id, [role.id])).status, 200)
  assert.equal((await kontor.call('GET', '/contacts/1', { token })).status, 404)
})

test('`kontor user` names roles by name or id, and lists the rights that they give', async () => {
  const roleIds = await findRoles(db, ['Vertrieb', '4'])
  assert.deepEqual(roleIds, [2, 4])
  await assert.rejects(
    findRoles(db, ['Vertrieb', 'Werbung']),
    (error: { details: { message: string }[] }) => {
      assert.match(error.details[0]!.message, /Werbung is neither the name nor the id of a role/)
      return true
    },
  )
  const id = await inTransaction(db, systemActor, (tx) =>
    createUser(tx, {
      name: 'Udo',
      email: 'udo@kontor.example',
      clientIds: [],
      rights: ['export'],
      roleIds: [2],
      admin: false,
      crm: false,
    }),
  )
  const listed = (await listUsers(db)).find((user) => user.id === id)
  assert.deepEqual(listed?.rights, ['090300', 'booking:access', 'export', 'lead', 'task'])
})

// The same change of several contacts, with a preview.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const admin = await kontor.signIn()
const office = await kontor.signIn({ rights: ['090300', 'bulk'] })
const reader = await kontor.signIn({ rights: ['090300:access'] })

// biome-ignore lint/suspicious/noExplicitAny: records of every shape
type Any = any
const call = async (method: string, path: string, body?: unknown, user = office): Promise<Any> => {
  const { status, json, text } = await user.call(method, path, body)
  assert.equal(status, 200, `${method} ${path} ${text}`)
  return json
}
const created = async (path: string, body: object, user = office): Promise<Any> =>
  (await call('POST', path, body, user))[0]
const readContact = async (id: number): Promise<Any> => (await call('GET', `/contacts/${id}`))[0]
const preview = (contacts: Any[], change: object): Promise<Any[]> =>
  call('POST', '/contacts/bulk-preview', { ids: contacts.map(({ id }) => id), change })
const apply = (rows: Any[], change: object): Promise<Any[]> =>
  call('POST', '/contacts/bulk-change', { records: rows.map(({ id, version }) => ({ id, version })), change })
const outcomes = (rows: Any[]): string[] => rows.map(({ outcome }) => outcome)

test('categories are added and removed; the preview changes nothing', async () => {
  const [press, customer] = [
    await created('/contact-categories', { name: 'Presse' }, admin),
    await created('/contact-categories', { name: 'Kundin' }, admin),
  ]
  const contacts = [
    await created('/contacts', { firstName: 'Ada', lastName: 'Eins', categoryIds: [customer.id] }),
    await created('/contacts', { lastName: 'Zwei', categoryIds: [press.id] }),
  ]
  const add = { categoryIds: { mode: 'add', ids: [press.id] } }
  const rows = await preview(contacts, add)
  assert.deepEqual(outcomes(rows), ['changed', 'unchanged'])
  assert.equal(rows[0].name, 'Ada Eins')
  assert.deepEqual(rows[0].changes, [
    { field: 'categoryIds', from: [customer.id], to: [customer.id, press.id] },
  ])
  assert.deepEqual(await readContact(contacts[0].id), contacts[0])
  assert.deepEqual(await apply(rows, add), rows)
  const remove = { categoryIds: { mode: 'remove', ids: [customer.id] } }
  await apply(await preview(contacts, remove), remove)
  assert.deepEqual((await readContact(contacts[0].id)).categoryIds, [press.id])
  const unknown = await preview(contacts, { categoryIds: { mode: 'add', ids: [9999] } })
  assert.deepEqual(outcomes(unknown), ['rejected', 'rejected'])
  assert.equal(unknown[0].errors[0].code, 'contacts.unknownCategory')
})

test('company and salutation are those of persons', async () => {
  const company = await created('/companies', { name: 'Nordlicht' })
  const contacts = [
    await created('/contacts', { lastName: 'Drei' }),
    await created('/contacts', { contactType: 'location', lastName: 'Haus am Rhein' }),
  ]
  const change = { companyId: company.id, salutation: 'ms' }
  const rows = await preview(contacts, change)
  assert.deepEqual(outcomes(rows), ['changed', 'rejected'])
  assert.deepEqual(outcomes(await apply(rows, change)), ['changed', 'rejected'])
  const after = await readContact(contacts[0].id)
  assert.deepEqual([after.companyId, after.salutation], [company.id, 'ms'])
  const none = { companyId: 0 }
  await apply(await preview([contacts[0]], none), none)
  assert.equal((await readContact(contacts[0].id)).companyId, 0)
})

test('bulk changes need the right to edit, and the version of the preview', async () => {
  const contact = await created('/contacts', { lastName: 'Vier' })
  assert.equal(
    (await reader.call('POST', '/contacts/bulk-preview', { ids: [contact.id], change: {} })).status,
    403,
  )
  const rows = await preview([contact], { salutation: 'mr' })
  await call('PATCH', `/contacts/${contact.id}`, { version: contact.version, firstName: 'Neu' })
  const [row] = await apply(rows, { salutation: 'mr' })
  assert.equal(row.outcome, 'rejected')
  assert.equal(row.errors[0].code, 'stale')
  assert.equal((await readContact(contact.id)).salutation, '')
})

// Saved views of lists in the back office.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const admin = await kontor.signIn()
const anna = await kontor.signIn({ rights: ['090300', 'booking', 'export'] })
const ben = await kontor.signIn({ rights: ['090300', 'booking:access', 'export'] })
const carla = await kontor.signIn({ rights: ['catalogue'] })

const view = {
  resource: 'contacts',
  name: ' Neu in Hamburg ',
  isShared: false,
  filter: { city: 'Hamburg', categoryIds: [1, 2], hasEmail: true, createdFrom: '2026-01-01' },
  sort: 'createdAt',
  sortOrder: 'desc',
  columns: ['lastName', 'city'],
}
const namesOf = async (user: typeof admin, resource = 'contacts'): Promise<string[]> => {
  const { status, json } = await user.call('GET', `/saved-views?resource=${resource}`)
  assert.equal(status, 200)
  return json.map(({ name }: { name: string }) => name)
}

test('a view keeps filters, order and columns, and is its author’s until it is shared', async () => {
  const { status, json } = await anna.call('POST', '/saved-views', view)
  assert.equal(status, 200)
  const [{ id, userName, ...created }] = json
  assert.deepEqual(created, { ...view, name: 'Neu in Hamburg', isOwn: true, mayEdit: true })
  assert.deepEqual(await namesOf(anna), ['Neu in Hamburg'])
  assert.deepEqual(await namesOf(anna, 'companies'), [])
  assert.deepEqual(await namesOf(ben), [])
  assert.deepEqual(await namesOf(admin), [])
  for (const method of ['PATCH', 'DELETE'])
    for (const other of [ben, admin])
      assert.equal(
        (await other.call(method, `/saved-views/${id}`, method === 'PATCH' ? {} : undefined)).status,
        404,
      )

  assert.equal((await anna.call('PATCH', `/saved-views/${id}`, { isShared: true })).status, 200)
  const [shared] = (await ben.call('GET', '/saved-views?resource=contacts')).json
  assert.deepEqual(shared, {
    ...{ ...view, id, name: 'Neu in Hamburg', isShared: true },
    ...{ userName, isOwn: false, mayEdit: false },
  })
})

test('a shared view is changed and deleted by its author and administrators only', async () => {
  const [{ id }] = (await anna.call('POST', '/saved-views', { ...view, name: 'Presse', isShared: true })).json
  for (const [method, body] of [
    ['PATCH', { name: 'Meine' }],
    ['DELETE', undefined],
  ] as const) {
    const { status, json } = await ben.call(method, `/saved-views/${id}`, body)
    assert.equal(status, 403)
    assert.equal(json.code, 'settings.viewOfOther')
  }
  assert.equal((await admin.call('PATCH', `/saved-views/${id}`, { name: 'Presse Nord' })).status, 200)
  assert.ok((await namesOf(ben)).includes('Presse Nord'))
  // Then it is the author's again.
  assert.deepEqual((await admin.call('PATCH', `/saved-views/${id}`, { isShared: false })).json, [])
  assert.ok(!(await namesOf(ben)).includes('Presse Nord'))
  assert.ok((await namesOf(anna)).includes('Presse Nord'))
  assert.equal((await anna.call('DELETE', `/saved-views/${id}`)).status, 200)
  assert.ok(!(await namesOf(anna)).includes('Presse Nord'))
})

test('views of a list need the right to the list', async () => {
  assert.equal((await carla.call('POST', '/saved-views', view)).status, 403)
  const [{ id }] = (await anna.call('POST', '/saved-views', { ...view, name: 'Geteilt', isShared: true }))
    .json
  assert.deepEqual(await namesOf(carla), [])
  assert.equal((await carla.call('PATCH', `/saved-views/${id}`, { name: 'X' })).status, 404)
  assert.equal(
    (await ben.call('POST', '/saved-views', { ...view, resource: 'users', filter: {}, sort: '' })).status,
    403,
  )
})

test('a view has only filters, orders and lists that there are', async () => {
  const invalid: [object, string][] = [
    [{ filter: { shoeSize: 43 } }, 'shoeSize'],
    [{ filter: { createdFrom: 'yesterday' } }, 'createdFrom'],
    [{ sort: 'shoeSize' }, 'sort'],
    [{ resource: 'shoes' }, 'resource'],
    [{ resource: 'contacts/export' }, 'resource'],
    [{ name: ' ' }, 'name'],
  ]
  const [{ id }] = (await anna.call('POST', '/saved-views', view)).json
  for (const [change, field] of invalid) {
    const { status, json } = await anna.call('POST', '/saved-views', { ...view, ...change })
    assert.equal(status, 400, field)
    assert.deepEqual(
      json.details.map((error: { field: string }) => error.field),
      [field],
    )
    if (field === 'resource') continue
    assert.equal((await anna.call('PATCH', `/saved-views/${id}`, change)).status, 400, field)
  }
})

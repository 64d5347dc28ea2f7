// Interface: POST, GET, PATCH /companies.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
await sql.raw(`insert into contact_category values (1, 'Eins'), (2, 'Zwei')`).execute(db)

type Body = Record<string, unknown>
const create = (body: Body) => kontor.call('POST', '/companies', { body })
const created = async (body: Body) => {
  const answer = await create(body)
  assert.equal(answer.status, 200, answer.text)
  return answer.json[0]
}
const patch = (id: number, body: Body) => kontor.call('PATCH', `/companies/${id}`, { body })
const changed = async (id: number, body: Body) => {
  const answer = await patch(id, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.json[0]
}
const read = async (id: number) => (await kontor.call('GET', `/companies/${id}`)).json[0]
const fields = (answer: { json: { details: { field: string }[] } }) =>
  answer.json.details.map(({ field }) => field)
const rows = async () =>
  (await db.selectFrom('contact').select('id').where('contact_type', '=', 'company').execute()).length

test('1.1 a company with only a name has every field', async () => {
  const { id, defaultAddress, allAddress, ...rest } = await created({ name: 'Nur Name GmbH' })
  assert.ok(id > 0)
  const noPhone = (type: string) => ({ id: 0, type, countryCode: '', areaCode: '', number: '' })
  assert.deepEqual(rest, {
    name: 'Nur Name GmbH',
    name2: '',
    contactCategoriesId: [],
    email: '',
    defaultPhone: noPhone('phone'),
    defaultFax: noPhone('fax'),
    defaultMobile: noPhone('mobile'),
  })
  assert.deepEqual(defaultAddress, allAddress)
  assert.equal(defaultAddress[0].addressType, 1)
})

test('5.1 an existing company is returned unchanged with 200', async () => {
  const first = await created({
    name: 'Straßenbau Größe',
    zip: '10115',
    city: 'Berlin',
    email: 'a@b.example',
  })
  const before = await rows()
  for (const body of [
    { name: 'Straßenbau Größe', zip: '10115' },
    {
      name: ' STRASSENBAU GRÖSSE ',
      zip: '10115',
      city: 'Bonn',
      name2: 'Neu',
      email: 'c@d.example',
      categoryId: 1,
    },
    { name: 'Straßenbau Gro\u0308ße', zip: '' },
    { name: 'straßenbau größe', phone: { number: '1' } },
  ])
    assert.deepEqual(await created(body), first)
  assert.equal(await rows(), before)
  assert.deepEqual(await read(first.id), first)
})

test('5.1 companies with different zips are different companies', async () => {
  const one = await created({ name: 'Filiale', zip: '1' })
  const two = await created({ name: 'Filiale', zip: '2' })
  assert.notEqual(one.id, two.id)
  assert.equal((await created({ name: 'Filiale', zip: '2' })).id, two.id)
  assert.equal((await created({ name: 'Filiale' })).id, one.id)
  const without = await created({ name: 'Zentrale' })
  assert.equal((await created({ name: 'Zentrale', zip: '9' })).id, without.id)
})

test('5.2 name is required and not blank', async () => {
  assert.deepEqual(fields(await create({})), ['name'])
  for (const name of ['', ' ', null, 1, 'x'.repeat(256)])
    assert.deepEqual(fields(await create({ name })), ['name'])
})

test('5.2 the first address becomes the default; isDefaultAddress is ignored', async () => {
  for (const isDefaultAddress of [true, false]) {
    const { defaultAddress } = await created({
      name: `Erste ${isDefaultAddress}`,
      street: 'Weg',
      isDefaultAddress,
    })
    assert.deepEqual([defaultAddress[0].street, defaultAddress[0].isDefault], ['Weg', true])
  }
  for (const isDefaultAddress of [1, 'true', []])
    assert.deepEqual(fields(await create({ name: 'X', isDefaultAddress })), ['isDefaultAddress'])
})

test('5.2 addressType and categoryId must exist', async () => {
  const made3 = await created({ name: 'Typ', addressType: 5, categoryId: 2 })
  assert.deepEqual([made3.defaultAddress[0].addressType, made3.contactCategoriesId], [5, [2]])
  const answer = await create({ name: 'Kein Typ', addressType: 77, categoryId: 88 })
  assert.deepEqual([answer.status, fields(answer).toSorted()], [400, ['addressType', 'categoryId']])
})

test('5.3 fields that are not sent are unchanged; "" or null clears; the name cannot be cleared', async () => {
  const first = await created({
    name: 'Ändern AG',
    name2: 'Zwei',
    email: 'a@b.example',
    street: 'Weg',
    city: 'Bonn',
    phone: { number: '1' },
    fax: { number: '2' },
  })
  assert.deepEqual(await changed(first.id, {}), first)
  const second = await changed(first.id, { name2: null, email: '', street: '', phone: null })
  assert.deepEqual(
    [second.name2, second.email, second.defaultAddress[0].street, second.defaultPhone.id],
    ['', '', '', 0],
  )
  assert.deepEqual(
    [second.name, second.defaultAddress[0].city, second.defaultFax.number],
    ['Ändern AG', 'Bonn', '2'],
  )
  assert.deepEqual(second.defaultAddress[0].emails, [])
  assert.equal((await changed(first.id, { email: null })).email, '')
  assert.equal((await changed(first.id, { email: ' neu@b.example ' })).email, 'neu@b.example')
  for (const name of ['', null, ' ']) assert.deepEqual(fields(await patch(first.id, { name })), ['name'])
  assert.deepEqual(fields(await patch(first.id, { email: 'keine' })).includes('email'), true)
  assert.equal((await changed(first.id, { name: 'Umbenannt AG' })).name, 'Umbenannt AG')
})

test('5.3 isDefaultAddress false adds the address beside the default one, true changes the default one', async () => {
  const first = await created({ name: 'Adressen AG', street: 'Alt', zip: '1' })
  const second = await changed(first.id, {
    street: 'Neben',
    zip: '2',
    addressType: 3,
    isDefaultAddress: false,
  })
  assert.deepEqual(second.defaultAddress, first.defaultAddress)
  assert.deepEqual(
    second.allAddress.map(({ street, isDefault, addressType }: Body) => [street, isDefault, addressType]),
    [
      ['Alt', true, 1],
      ['Neben', false, 3],
    ],
  )
  const third = await changed(first.id, { street: 'Neu', isDefaultAddress: true })
  assert.deepEqual(
    [third.defaultAddress[0].street, third.defaultAddress[0].zip, third.allAddress.length],
    ['Neu', '1', 2],
  )
})

test('13.3 a PATCH with an address that the company has adds no second one, also at the same time', async () => {
  const { id } = await created({ name: 'Wiederholt AG', street: 'Haupt', zip: '1' })
  const beside = { street: 'Neben', houseNumber: '5', zip: '2', isDefaultAddress: false }
  const phone = { number: '123456' }
  await Promise.all(Array.from({ length: 8 }, () => changed(id, { ...beside, phone })))
  const streets = async () => (await read(id)).allAddress.map(({ street }: Body) => street)
  assert.deepEqual(await streets(), ['Haupt', 'Neben'])
  await changed(id, { street: 'Haupt', zip: '1', isDefaultAddress: false })
  assert.deepEqual(await streets(), ['Haupt', 'Neben'])
  assert.equal((await read(id)).defaultPhone.number, phone.number)
  // Another type, or another field, is another address.
  await changed(id, { ...beside, addressType: 3 })
  await changed(id, { ...beside, country: 'DE' })
  assert.deepEqual(await streets(), ['Haupt', 'Neben', 'Neben', 'Neben'])
})

test('5.3 contactCategoriesId replaces the set, categoryId adds one, unknown ids are reported', async () => {
  const { id } = await created({ name: 'Kategorien AG', categoryId: 1 })
  assert.deepEqual((await changed(id, { categoryId: 2 })).contactCategoriesId, [1, 2])
  assert.deepEqual((await changed(id, { contactCategoriesId: [2] })).contactCategoriesId, [2])
  assert.deepEqual(fields(await patch(id, { contactCategoriesId: [1, 9], addressType: 66 })).toSorted(), [
    'addressType',
    'contactCategoriesId[1]',
  ])
})

test('5.3 a change that makes the company equal to another is 409 and changes nothing', async () => {
  const one = await created({ name: 'Gleich AG', zip: '1' })
  const two = await created({ name: 'Gleich AG', zip: '2' })
  const other = await created({ name: 'Anders AG', zip: '1' })
  for (const [id, body] of [
    [two.id, { zip: '1' }],
    [two.id, { zip: null }],
    [other.id, { name: 'GLEICH ag' }],
  ] as const) {
    const before = await read(id)
    const answer = await patch(id, { ...body, name2: 'Neu' })
    const { location, 'x-kontor-conflict': kind } = answer.headers
    assert.deepEqual([answer.status, kind, location], [409, 'exists', `/restapi/v1/companies/${one.id}`])
    assert.deepEqual(await read(id), before)
  }
  assert.equal((await changed(other.id, { name: 'Gleich AG', zip: '3' })).name, 'Gleich AG')
  assert.equal((await changed(one.id, { name: 'GLEICH AG' })).name, 'GLEICH AG')
})

test('5.3 a renamed company is renamed in its contacts', async () => {
  const { id } = await created({ name: 'Vorher KG' })
  const { json } = await kontor.call('POST', '/contacts', {
    body: { lastName: 'M', email: 'm@k.example', company: 'Vorher KG' },
  })
  await changed(id, { name: 'Nachher KG' })
  const [contact] = (await kontor.call('GET', `/contacts/${json[0].id}`)).json
  assert.deepEqual(
    [contact.company, contact.companyId, contact.defaultAddress[0].parentContact],
    ['Nachher KG', id, 'Nachher KG'],
  )
})

// Contacts in the back office: lists, forms, rights, the timeline.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const office = await kontor.signIn({
  rights: ['090300', 'lead', 'task', 'export', 'bulk'],
  clientIds: [1],
  name: 'Ina',
})
await kontor.db
  .insertInto('contact_category')
  .values([
    { id: 1, name: 'Kunden' },
    { id: 2, name: 'Presse' },
  ])
  .execute()

const person = (lastName: string, email: string, more: Record<string, unknown> = {}) => ({
  lastName,
  ...(email ? { emails: [{ email }] } : {}),
  ...more,
})
const create = async (body: Record<string, unknown>) => {
  const { status, json } = await office.call('POST', '/contacts', body)
  assert.equal(status, 200, JSON.stringify(json))
  return json[0]
}
// biome-ignore lint/suspicious/noExplicitAny: records of every shape
const namesOf = (json: any[]) => json.map(({ lastName }) => lastName)
const fieldsOf = (json: { details: { field: string }[] }) => json.details.map(({ field }) => field)

test('a contact is created with its child rows, read, and answered by the interface', async () => {
  const company = (await office.call('POST', '/companies', { name: 'Nordlicht GmbH' })).json[0]
  const created = await create({
    salutation: 'ms',
    firstName: 'Jana',
    lastName: 'Köhler',
    companyId: company.id,
    categoryIds: [2, 1],
    addresses: [
      {
        addressTypeId: 1,
        street: 'Hafenstraße',
        houseNumber: '12a',
        zip: '20457',
        city: 'Hamburg',
        country: 'DE',
        position: 'Leitung',
      },
      { addressTypeId: 3, isInvoice: true, street: 'Postfach', city: 'Hamburg' },
    ],
    emails: [{ email: 'jana@nordlicht.example' }, { email: 'jk@privat.example', isDefault: true }],
    phones: [
      { type: 'phone', countryCode: '49', areaCode: '40', number: '123' },
      { type: 'mobile', number: '456' },
    ],
    trainerData: [{ objectives: 'Führung', subCategories: ['Recht'] }],
    comment: 'ruft gern an',
  })
  assert.deepEqual(
    [created.name, created.company, created.companyId, created.categoryIds, created.comment],
    ['Jana Köhler', 'Nordlicht GmbH', company.id, [1, 2], 'ruft gern an'],
  )
  assert.deepEqual(
    created.emails.map((one: { email: string; isDefault: boolean }) => [one.email, one.isDefault]),
    [
      ['jk@privat.example', true],
      ['jana@nordlicht.example', false],
    ],
  )
  assert.equal(created.addresses[0].isDefault, true)
  assert.equal(created.addresses[0].parentContactId, company.id)
  assert.deepEqual((await office.call('GET', `/contacts/${created.id}`)).json[0], created)
  const [seen] = (
    await kontor.call('GET', `/contacts/${created.id}?loadAllAddresses=1&loadInvoiceAddresses=1`)
  ).json
  assert.equal(seen.email, 'jk@privat.example')
  assert.equal(seen.defaultPhone.number, '123')
  assert.equal(seen.defaultAddress[0].emails.length, 2)
  assert.equal(seen.invoiceAddress.length, 1)
  assert.equal((await office.call('GET', `/companies/${company.id}`)).json[0].personCount, 1)
})

test('the identity is that of the interface: 409 with the path of the other contact', async () => {
  const created = await create(person('Müller', 'same@x.example'))
  const again = await office.call('POST', '/contacts', person('MÜLLER', 'Same@X.example'))
  assert.equal(again.status, 409)
  assert.equal(again.headers['location'], `/restapi/v1/contacts/${created.id}`)
  const onInterface = await kontor.call('POST', '/contacts', {
    body: { lastName: 'müller', email: 'same@x.example' },
  })
  assert.equal(onInterface.status, 409)
  const other = await create(person('Möller', 'same@x.example'))
  const renamed = await office.call('PATCH', `/contacts/${other.id}`, {
    version: other.version,
    lastName: 'Müller',
  })
  assert.equal(renamed.status, 409)
  assert.equal(renamed.headers['x-kontor-conflict'], 'exists')
  const both = await Promise.all(
    [1, 2].map(() => office.call('POST', '/contacts', person('Race', 'race@x.example'))),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
})

test('child rows are changed, added and removed; an older version is rejected', async () => {
  const created = await create(
    person('Parts', 'a@parts.example', {
      phones: [{ type: 'phone', number: '1' }],
      addresses: [
        { addressTypeId: 2, city: 'Ulm' },
        { addressTypeId: 5, city: 'Bonn' },
      ],
    }),
  )
  const change = await office.call('PATCH', `/contacts/${created.id}`, {
    version: created.version,
    emails: [
      ...created.emails.map((one: object) => ({ ...one, isDefault: false })),
      { email: 'b@parts.example', isDefault: true },
    ],
    addresses: [{ ...omit(created.addresses[1], ['parentContactName', 'parentContactId']), isDefault: true }],
    phones: [],
  })
  assert.equal(change.status, 200, change.text)
  const [now] = change.json
  assert.deepEqual(
    now.emails.map((one: { email: string }) => one.email),
    ['b@parts.example', 'a@parts.example'],
  )
  assert.deepEqual(
    now.addresses.map((one: { city: string }) => one.city),
    ['Bonn'],
  )
  assert.deepEqual(now.phones, [])
  const [seen] = (await kontor.call('GET', `/contacts/${created.id}`)).json
  assert.equal(seen.defaultAddress[0].emails.length, 2, 'e-mail addresses outlive their address')
  const stale = await office.call('PATCH', `/contacts/${created.id}`, {
    version: created.version,
    lastName: 'X',
  })
  assert.equal(stale.status, 409)
  assert.equal(stale.headers['x-kontor-conflict'], 'stale')
})

const omit = (value: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

test('HTML of trainers and locations is sanitised when it is written; imported HTML that is not edited stays', async () => {
  const bad = '<p onclick="x()">Gut</p><script>x()</script>'
  const created = await create(
    person('Trainer', 'trainer@k.example', { trainerData: [{ descriptionHtml: bad }] }),
  )
  assert.equal(created.trainerData[0].descriptionHtml, '<p>Gut</p>')
  const imported = '<p style="color: red">Alt</p>'
  await kontor.db
    .updateTable('trainer_data')
    .set({ description_html: imported })
    .where('contact_id', '=', created.id)
    .execute()
  const change = async (row: object) => {
    const [{ version }] = (await office.call('GET', `/contacts/${created.id}`)).json
    const { status, json } = await office.call('PATCH', `/contacts/${created.id}`, {
      version,
      trainerData: [row],
    })
    assert.equal(status, 200, JSON.stringify(json))
    return json[0].trainerData[0]
  }
  const { id } = created.trainerData[0]
  assert.equal((await change({ id, descriptionHtml: imported, comment: 'neu' })).descriptionHtml, imported)
  assert.equal((await change({ id, descriptionHtml: `${imported}<script>` })).descriptionHtml, '<p>Alt</p>')

  const hall = await create({
    contactType: 'location',
    lastName: 'Saal',
    locationData: [{ descriptionHtml: bad }],
  })
  assert.equal(hall.locationData[0].descriptionHtml, '<p>Gut</p>')
})

test('links of contacts have http, https, mailto or tel', async () => {
  const script = 'javascript:alert(1)'
  const answer = await office.call('POST', '/contacts', {
    contactType: 'location',
    lastName: 'Halle',
    website: script,
    imageUrl: script,
    locationLink: script,
    locationData: [{ url: script }],
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(fieldsOf(answer.json).toSorted(), [
    'imageUrl',
    'locationData[0].url',
    'locationLink',
    'website',
  ])
  const company = await office.call('POST', '/companies', { name: 'Links', website: script })
  assert.deepEqual([company.status, fieldsOf(company.json)], [400, ['website']])
  const { id } = await create(person('Link', 'link@k.example', { website: 'www.link.example' }))
  const patched = await kontor.call('PATCH', `/contacts/${id}`, { body: { website: script } })
  assert.deepEqual([patched.status, fieldsOf(patched.json)], [400, ['website']])
})

test('errors name their fields', async () => {
  const { id } = await create(person('Other', 'other@x.example'))
  const [other] = (await office.call('GET', `/contacts/${id}`)).json
  const wrong = await office.call('POST', '/contacts', {
    lastName: 'Faults',
    companyId: 9999,
    categoryIds: [1, 77],
    emails: [
      { email: 'x@y.example', isDefault: true },
      { email: 'X@y.example', isDefault: true },
    ],
    addresses: [{ addressTypeId: 99, id: other.addresses[0].id }],
  })
  assert.equal(wrong.status, 400)
  assert.deepEqual(fieldsOf(wrong.json), [
    'companyId',
    'addresses[0].id',
    'emails[1].email',
    'emails[1].isDefault',
    'addresses[0].addressTypeId',
    'categoryIds[1]',
  ])
  const shape = await office.call('POST', '/contacts', {
    lastName: ' ',
    emails: [{ email: 'no' }],
    phones: [{ type: 'telex', number: '' }],
  })
  assert.deepEqual(fieldsOf(shape.json), [
    'lastName',
    'emails[0].email',
    'phones[0].type',
    'phones[0].number',
  ])
  assert.equal(
    (await office.call('POST', '/contacts', { contactType: 'company', lastName: 'X' })).status,
    400,
  )
})

test('without the right nothing is shown, added or changed', async () => {
  const { id, version } = await create(person('Secret', 'secret@x.example'))
  const none = await kontor.signIn({ rights: ['catalogue', 'bulk'] })
  const reader = await kontor.signIn({ rights: ['090300:access', 'export'] })
  for (const path of [
    '/contacts',
    `/contacts/${id}`,
    `/contacts/${id}/timeline`,
    `/contacts/${id}/newsletter-subscriptions`,
    '/companies',
    '/contacts/export?format=csv',
    '/contact-options',
  ])
    assert.deepEqual([path, (await none.call('GET', path)).status], [path, 403])
  assert.equal((await reader.call('GET', `/contacts/${id}`)).status, 200)
  assert.equal((await reader.call('POST', '/contacts', person('N', 'n@x.example'))).status, 403)
  assert.equal((await reader.call('PATCH', `/contacts/${id}`, { version, lastName: 'N' })).status, 403)
  assert.equal((await reader.call('DELETE', `/contacts/${id}`)).status, 403)
  assert.equal(
    (await reader.call('POST', `/contacts/${id}/logbook-entries`, { kind: 'note', text: 'x' })).status,
    403,
  )
})

test('lists are filtered, ordered and counted', async () => {
  const fresh = await testInstance()
  try {
    const user = await fresh.signIn({ rights: ['090300', 'export', 'bulk'] })
    await fresh.db.insertInto('contact_category').values({ id: 1, name: 'Kunden' }).execute()
    const add = (body: object, path = '/contacts') => user.call('POST', path, body)
    const company = (await add({ name: 'Zähler Söhne AG' }, '/companies')).json[0]
    await add({
      lastName: 'Zorn',
      firstName: 'Anna',
      companyId: company.id,
      emails: [{ email: 'anna@zorn.example' }],
    })
    await add({
      lastName: 'Ähre',
      firstName: 'Bert',
      categoryIds: [1],
      addresses: [{ addressTypeId: 2, zip: '20457', city: 'Köln' }],
    })
    await add({
      lastName: 'Abel',
      firstName: 'Clara',
      addresses: [{ addressTypeId: 2, zip: '80331', city: 'München' }],
    })
    await add({ lastName: 'Saal Nord', contactType: 'location' })
    const list = async (query: string, path = '/contacts') => {
      const { json, headers } = await user.call('GET', `${path}?${query}`)
      assert.equal(Number(headers['x-total-count']), json.length, query)
      return namesOf(json)
    }
    assert.deepEqual(await list(''), ['Abel', 'Ähre', 'Saal Nord', 'Zorn'])
    assert.deepEqual(await list('sort=createdAt&order=asc'), ['Zorn', 'Ähre', 'Abel', 'Saal Nord'])
    assert.deepEqual(await list('contactType=location'), ['Saal Nord'])
    assert.deepEqual(await list('contactType=company'), ['Zähler Söhne AG'])
    assert.deepEqual(await list('', '/companies'), ['Zähler Söhne AG'])
    assert.deepEqual(await list('q=ahr'), ['Ähre'])
    assert.deepEqual(await list('q=koln be'), ['Ähre'])
    assert.deepEqual(await list('q=sohne'), ['Zorn'], 'by the name of the company')
    assert.deepEqual(await list('q=zorn.exa'), ['Zorn'])
    assert.deepEqual(await list('q=%25'), [])
    assert.deepEqual(await list('categoryIds=1'), ['Ähre'])
    assert.deepEqual(await list(`companyId=${company.id}`), ['Zorn'])
    assert.deepEqual(await list('city=mun'), ['Abel'])
    assert.deepEqual(await list('zip=204&city=k'), ['Ähre'])
    assert.deepEqual(await list('hasEmail=true'), ['Zorn'])
    assert.deepEqual(await list('hasEmail=false&newsletterStatus=none&contactType=person'), ['Abel', 'Ähre'])
    assert.deepEqual(await list('createdFrom=2030-01-01'), [])
    const ids = await user.call('GET', `/contacts?ids=${company.id}`)
    assert.deepEqual(namesOf(ids.json), ['Zähler Söhne AG'])
    assert.deepEqual(fieldsOf((await user.call('GET', '/contacts?hasEmail=maybe&sort=x')).json), [
      'sort',
      'hasEmail',
    ])
    const csv = await user.call('GET', '/contacts/export?format=csv&city=mun')
    assert.match(csv.text, /Vorname;Nachname;/)
    assert.match(csv.text, /Clara;Abel;/)
    assert.equal(csv.text.trim().split('\r\n').length, 2)
  } finally {
    await fresh.close()
  }
})

test('a word with more hits than are counted gives pages in the order of names', async () => {
  const fresh = await testInstance()
  try {
    const user = await fresh.signIn({ rights: ['090300', 'export', 'bulk'] })
    // More contacts before them in the alphabet than are scanned, and more of them than are counted.
    await sql`insert into contact (contact_type, last_name, last_name_key, first_name)
      select 'person', name || lpad(n::text, 5, '0'), lower(name) || lpad(n::text, 5, '0'), 'Eva'
      from (values ('Apfel', 5001), ('Zimt', 10002)) v(name, count), generate_series(1, count) n`.execute(
      fresh.db,
    )
    await sql`insert into address (contact_id, address_type_id, is_default, city)
      select id, 2, true, case when id % 2 = 0 then 'Köln' else 'Kiel' end from contact`.execute(fresh.db)
    const list = async (query: string) => {
      const { json, headers } = await user.call('GET', `/contacts?perPage=3&${query}`)
      return [headers['x-total-count'], ...json.map((one: { lastName: string }) => one.lastName)]
    }
    assert.deepEqual(await list('q=imt'), ['10000+', 'Zimt00001', 'Zimt00002', 'Zimt00003'])
    assert.deepEqual(await list('q=imt eva&page=2'), ['10000+', 'Zimt00004', 'Zimt00005', 'Zimt00006'])
    assert.deepEqual(await list('q=pfel&order=desc'), ['5001', 'Apfel05001', 'Apfel05000', 'Apfel04999'])
    assert.deepEqual(await list('q=imt&hasEmail=false'), ['10000+', 'Zimt00001', 'Zimt00002', 'Zimt00003'])
    const [total, ...half] = await list('q=imt&city=kiel&page=1000')
    assert.equal(total, '5001')
    assert.deepEqual(half, ['Zimt05996', 'Zimt05998', 'Zimt06000'])
  } finally {
    await fresh.close()
  }
})

test('the timeline shows all kinds, without records of other clients', async () => {
  const { id } = await create(person('Timeline', 'time@x.example'))
  assert.equal(
    (await office.call('POST', `/contacts/${id}/logbook-entries`, { kind: 'call', text: 'Rückruf erbeten' }))
      .status,
    200,
  )
  assert.equal(
    (await office.call('POST', `/contacts/${id}/logbook-entries`, { kind: 'call', text: ' ' })).status,
    400,
  )
  assert.equal(
    (await office.call('POST', '/contacts/99999/logbook-entries', { kind: 'note', text: 'x' })).status,
    404,
  )
  await kontor.db.insertInto('client').values({ id: 7, name: 'Andere' }).execute()
  await kontor.db
    .insertInto('task')
    .values([
      {
        client_id: 1,
        kind: 'mail',
        subject: 'Frage',
        body: '<p>Guten <b>Tag</b></p><script>alert(1)</script>',
        contact_id: id,
      },
      { client_id: 7, kind: 'mail', subject: 'Geheim', contact_id: id },
    ])
    .execute()
  const { json, headers } = await office.call('GET', `/contacts/${id}/timeline`)
  assert.equal(headers['x-total-count'], String(json.length))
  assert.deepEqual(json.map(({ kind }: { kind: string }) => kind).sort(), ['change', 'logbook', 'mail'])
  const entry = json.find(({ kind }: { kind: string }) => kind === 'logbook')
  assert.deepEqual([entry.text, entry.status, entry.actorName], ['Rückruf erbeten', 'call', 'Ina'])
  const mail = json.find(({ kind }: { kind: string }) => kind === 'mail')
  assert.match(mail.text, /Guten\s+Tag/)
  assert.doesNotMatch(mail.text, /alert|</)
  const filtered = await office.call('GET', `/contacts/${id}/timeline?kind=logbook,mail&perPage=1`)
  assert.deepEqual([filtered.json.length, filtered.headers['x-total-count']], [1, '2'])
  assert.equal((await office.call('GET', `/contacts/${id}/timeline?kind=x`)).status, 400)
})

test('a contact is deleted unless records refer to it; the error says which', async () => {
  const free = await create(person('Free', 'free@x.example'))
  assert.equal((await office.call('DELETE', `/contacts/${free.id}`)).status, 200)
  assert.equal((await office.call('GET', `/contacts/${free.id}`)).status, 404)
  const kept = await create(person('Kept', 'kept@x.example'))
  await kontor.db.insertInto('task').values({ client_id: 1, kind: 'todo', contact_id: kept.id }).execute()
  const { status, json } = await office.call('DELETE', `/contacts/${kept.id}`)
  assert.equal(status, 409)
  assert.equal(json.code, 'contacts.hasTasks')
})

test('a company has an identity: 409 with the path of the other company', async () => {
  const [first] = (
    await office.call('POST', '/companies', {
      name: 'Doppel AG',
      addresses: [{ addressTypeId: 1, zip: '1' }],
    })
  ).json
  const again = await office.call('POST', '/companies', { name: 'DOPPEL ag' })
  assert.deepEqual([again.status, again.headers['location']], [409, `/restapi/v1/companies/${first.id}`])
  const [second] = (
    await office.call('POST', '/companies', {
      name: 'Doppel AG',
      addresses: [{ addressTypeId: 1, zip: '2' }],
    })
  ).json
  const same = await office.call('PATCH', `/companies/${second.id}`, {
    version: second.version,
    addresses: [{ addressTypeId: 1, zip: '1', isDefault: true }],
  })
  assert.equal(same.status, 409)
  assert.equal(
    (await office.call('PATCH', `/contacts/${second.id}`, { version: second.version, comment: 'x' })).status,
    404,
  )
  assert.equal(
    (await office.call('GET', `/companies/${(await create(person('P', 'p@x.example'))).id}`)).status,
    404,
  )
})

test('users who may add or edit contacts, but not see them, get ids and versions only', async () => {
  const known = await create(person('Verborgen', 'verborgen@rechte.example', { comment: 'geheim' }))
  const company = (await office.call('POST', '/companies', { name: 'Verborgen GmbH' })).json[0]
  const blind = await kontor.signIn({ rights: ['090300:add', '090300:edit', 'export', 'bulk'] })
  const change = async (method: string, path: string, body: object) => {
    const { status, json } = await blind.call(method, path, body)
    assert.equal(status, 200, JSON.stringify(json))
    assert.deepEqual(Object.keys(json[0]).toSorted(), ['id', 'version'], `${method} ${path}`)
    return json[0]
  }
  await change('PATCH', `/contacts/${known.id}`, { version: known.version })
  await change('PATCH', `/companies/${company.id}`, { version: company.version })
  await change('POST', '/companies', { name: 'Neu GmbH' })
  const added = await change('POST', '/contacts', { lastName: 'Verborgen' })
  const [{ version }] = (await office.call('GET', `/contacts/${known.id}`)).json
  const merge = { fromId: added.id, version, fromVersion: added.version, choices: {} }
  await change('POST', `/contacts/${known.id}/merge`, merge)
  for (const [path, body] of [
    ['bulk-preview', { ids: [known.id], change: { salutation: 'mr' } }],
    ['bulk-change', { records: [{ id: known.id, version: 1 }], change: { salutation: 'mr' } }],
  ] as const)
    assert.equal((await blind.call('POST', `/contacts/${path}`, body)).status, 403, path)
})

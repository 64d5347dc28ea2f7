// Interface: POST, GET, PATCH /contacts and both searches.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
await sql
  .raw(`insert into contact_category values (1, 'Eins'), (2, 'Zwei'), (3, 'Drei');
insert into communication_template (id, name) values (5, 'Willkommen');`)
  .execute(db)

type Body = Record<string, unknown>
const create = (body: Body) => kontor.call('POST', '/contacts', { body })
let count = 0
const uniquePerson = (): { lastName: string; email: string } => ({
  lastName: 'Muster',
  email: `p${++count}@kontor.example`,
})
const created = async (body: Body) => {
  const answer = await create({ ...uniquePerson(), ...body })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.json.length, 1)
  return answer.json[0]
}
const patch = (id: number, body: Body) => kontor.call('PATCH', `/contacts/${id}`, { body })
const changed = async (id: number, body: Body) => {
  const answer = await patch(id, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.json[0]
}
const read = async (id: number, search = '') => (await kontor.call('GET', `/contacts/${id}${search}`)).json[0]
const company = async (name: string, zip = '') => {
  const { json } = await kontor.call('POST', '/companies', { body: { name, zip } })
  return json[0].id as number
}
const fields = (answer: { json: { details: { field: string }[] } }) =>
  answer.json.details.map(({ field }) => field)
const noPhone = (type: string) => ({ id: 0, type, countryCode: '', areaCode: '', number: '' })

test('1.1 a contact with only e-mail and last name has every field, missing ones as decided', async () => {
  const { email, lastName } = uniquePerson()
  const { id, defaultAddress, allAddress, ...rest } = await created({ email, lastName })
  assert.deepEqual(rest, {
    contactType: 'person',
    salutation: '',
    title: '',
    firstName: '',
    lastName,
    company: '',
    companyId: 0,
    email,
    website: '',
    contactCategoriesId: [],
    defaultPhone: noPhone('phone'),
    defaultFax: noPhone('fax'),
    defaultMobile: noPhone('mobile'),
    invoiceAddress: [],
    invoiceSendAddress: [],
    image_url: '',
    extNewsletter: [],
  })
  assert.deepEqual(defaultAddress, allAddress)
  const [{ id: addressId, emails, ...address }] = defaultAddress
  assert.ok(addressId > 0 && id > 0)
  assert.deepEqual(
    emails.map((one: { email: string }) => one.email),
    [email],
  )
  assert.deepEqual(address, {
    addressType: 2,
    parentContact: '',
    parentContactId: 0,
    isDefault: true,
    position: '',
    department: '',
    street: '',
    houseNumber: '',
    addition: '',
    zip: '',
    city: '',
    state: '',
    country: '',
    phones: [],
  })
})

test('1.2 without its flag, a part is empty; trn_data and loc_data are missing', async () => {
  const { id } = await created({ street: 'Weg' })
  await sql`insert into address (contact_id, address_type_id, is_invoice, street) values (${id}, 3, true, 'Rechnung')`.execute(
    db,
  )
  await sql`insert into address (contact_id, address_type_id, is_invoice_send, street) values (${id}, 4, true, 'Versand')`.execute(
    db,
  )
  await sql`update contact set image_url = 'https://bild.example/1.png' where id = ${id}`.execute(db)
  await sql`insert into trainer_data (contact_id, objectives, sub_categories) values (${id}, 'Ziele', '{Recht,Steuer}')`.execute(
    db,
  )
  const plain = await read(id)
  assert.deepEqual(
    [plain.allAddress, plain.invoiceAddress, plain.invoiceSendAddress, plain.image_url],
    [[], [], [], ''],
  )
  assert.deepEqual(['trn_data' in plain, 'loc_data' in plain], [false, false])
  assert.equal(plain.defaultAddress[0].street, 'Weg')
  const zero = await read(
    id,
    '?loadAllAddresses=0&loadInvoiceAddresses=0&loadInvoiceSendAddresses=0&loadContactImage=0&loadResourceData=0',
  )
  assert.deepEqual(zero, plain)

  const streets = (list: { street: string }[]) => list.map(({ street }) => street)
  const one = async (flag: string) => {
    const found = await read(id, `?${flag}=1`)
    const searched = await kontor.call('GET', `/contacts/search/email/${plain.email}?${flag}=1`)
    assert.deepEqual(searched.json, [found])
    return found
  }
  assert.deepEqual(streets((await one('loadAllAddresses')).allAddress), ['Weg', 'Rechnung', 'Versand'])
  const invoice = await one('loadInvoiceAddresses')
  assert.deepEqual([streets(invoice.invoiceAddress), invoice.allAddress], [['Rechnung'], []])
  assert.deepEqual(streets((await one('loadInvoiceSendAddresses')).invoiceSendAddress), ['Versand'])
  assert.equal((await one('loadContactImage')).image_url, 'https://bild.example/1.png')
  const resources = await one('loadResourceData')
  const [{ id: dataId, ...trainer }] = resources.trn_data
  assert.ok(dataId > 0)
  assert.deepEqual(trainer, {
    trn_objectives: 'Ziele',
    trn_travel_expenses: '',
    trn_comment: '',
    trn_description_html: '',
    trn_misc1: '',
    trn_misc2: '',
    sub_categories: ['Recht', 'Steuer'],
  })
  assert.deepEqual(resources.loc_data, [])
})

test('1.7 extNewsletter has one inner array per ext_type, by its name, then by ext_id', async () => {
  const { id } = await created({})
  await sql`insert into newsletter_subscription values (${id}, 'mailchimp', 'b', true, true, true), (${id}, 'brevo', 'x', false, true, true),
    (${id}, 'mailchimp', 'B', false, true, false), (${id}, 'mailchimp', 'a', true, false, false)`.execute(db)
  const { extNewsletter } = await read(id)
  assert.deepEqual(
    extNewsletter.map((group: { ext_type: string; ext_id: string }[]) =>
      group.map((one) => `${one.ext_type} ${one.ext_id}`),
    ),
    [['brevo x'], ['mailchimp B', 'mailchimp a', 'mailchimp b']],
  )
  assert.deepEqual(extNewsletter[0][0], {
    cmain_id: id,
    ext_type: 'brevo',
    ext_id: 'x',
    is_active: 0,
    ext_opt_in: 1,
    ext_opt_in_executed: 1,
  })
})

test('1.8 addresses, e-mails, phones and categories are by id', async () => {
  const { id, defaultAddress } = await created({
    phone: { number: '1' },
    fax: { number: '2' },
    mobile: { number: '3' },
  })
  for (const [email, key] of [
    ['z@k.example', 'z@k.example'],
    ['a@k.example', 'a@k.example'],
  ])
    await sql`insert into email_address (contact_id, address_id, email, email_key) values (${id}, ${defaultAddress[0].id}, ${email}, ${key})`.execute(
      db,
    )
  await changed(id, { contactCategoriesId: [3, 1, 2] })
  const {
    defaultAddress: [address],
    contactCategoriesId,
  } = await read(id)
  assert.deepEqual(contactCategoriesId, [1, 2, 3])
  for (const list of [address.emails, address.phones]) {
    assert.equal(list.length, 3)
    const ids = list.map((one: { id: number }) => one.id)
    assert.deepEqual(
      ids,
      ids.toSorted((a: number, b: number) => a - b),
    )
  }
})

test('2.5 text is kept as sent; e-mail addresses are trimmed', async () => {
  const contact = await created({
    email: '  leer@kontor.example ',
    firstName: '  Anna\t',
    title: '\u202eDr.',
    city: 'Ko\u0308ln',
    street: '<b>"\\\'&amp;',
    zip: '\n',
  })
  assert.equal(contact.email, 'leer@kontor.example')
  assert.deepEqual([contact.firstName, contact.title], ['  Anna\t', '\u202eDr.'])
  const [{ city, street, zip }] = contact.defaultAddress
  assert.deepEqual([city, street, zip], ['Ko\u0308ln', '<b>"\\\'&amp;', '\n'])
  const same = await changed(contact.id, { email: ' leer@kontor.example' })
  assert.equal(same.email, 'leer@kontor.example')
})

test('2.5 names have at most 255 characters, each emoji one', async () => {
  const name = '😀'.repeat(255)
  assert.equal((await created({ firstName: name })).firstName, name)
  const answer = await create({
    ...uniquePerson(),
    firstName: `${name}x`,
    lastName: 'x'.repeat(256),
    city: 'x'.repeat(256),
    mobile: { number: 'x'.repeat(256) },
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(fields(answer).toSorted(), ['city', 'firstName', 'lastName', 'mobile.number'])
})

test('4.1 e-mail and last name are unique, regardless of case and Unicode form', async () => {
  const { id } = await created({ email: 'Straße@Müller.example', lastName: 'Größe' })
  for (const [email, lastName] of [
    ['Straße@Müller.example', 'Größe'],
    ['straße@müller.EXAMPLE', 'GRÖSSE'],
    ['STRASSE@MU\u0308LLER.example', 'gro\u0308ße'],
    [' Straße@Müller.example ', ' Größe '],
    ['Straße@Müller.example', 'Größe'],
  ]) {
    const answer = await create({ email, lastName })
    assert.equal(answer.status, 409, `${email} ${lastName} ${answer.text}`)
    assert.deepEqual({ ...answer.json, message: '' }, { error: 'Conflict', message: '', code: 409 })
    assert.equal(answer.headers['location'], `/restapi/v1/contacts/${id}`)
    assert.equal(answer.headers['x-kontor-conflict'], 'exists')
  }
  await created({ email: 'Straße@Müller.example', lastName: 'Groß' })
  await created({ email: 'strase@müller.example', lastName: 'Größe' })
})

test('13.5 a contact is known by the ASCII form of its domain, and found by both', async () => {
  const { id } = await created({ email: 'jana@schröder.example', lastName: 'Domain' })
  const ascii = 'jana@xn--schrder-d1a.example'
  const again = await create({ email: ascii, lastName: 'Domain' })
  assert.deepEqual([again.status, again.headers['location']], [409, `/restapi/v1/contacts/${id}`])
  for (const email of [ascii, 'JANA@SCHRÖDER.example']) {
    const { json } = await kontor.call('GET', `/contacts/search/email/${encodeURIComponent(email)}`)
    assert.deepEqual([json.length, json[0].id, json[0].email], [1, id, 'jana@schröder.example'])
  }
})

test('4.1 any of the addresses of a contact counts', async () => {
  const { id, lastName } = await created({ lastName: 'Zweitadresse' })
  const { rows } = await sql<{
    id: number
  }>`insert into address (contact_id, address_type_id) values (${id}, 3) returning id`.execute(db)
  await sql`insert into email_address (contact_id, address_id, email, email_key) values (${id}, ${rows[0]!.id}, 'Zweit@k.example', 'zweit@k.example')`.execute(
    db,
  )
  await sql`insert into contact_identity values ('zweit@k.example', 'zweitadresse', ${id})`.execute(db)
  const answer = await create({ lastName, email: 'zweit@k.example' })
  assert.deepEqual([answer.status, answer.headers['location']], [409, `/restapi/v1/contacts/${id}`])
})

test('4.2 lastName and email are required, the last name is not blank', async () => {
  const answer = await create({})
  assert.deepEqual([answer.status, fields(answer).toSorted()], [400, ['email', 'lastName']])
  for (const lastName of ['', ' ', '\t\n', '\u00a0'])
    assert.deepEqual(fields(await create({ ...uniquePerson(), lastName })), ['lastName'])
  for (const email of ['x@y', 'ünïcode@dömäin.example', `${'x'.repeat(245)}@b.exam`.slice(-254), '"a"@b'])
    assert.equal((await create({ lastName: 'Gut', email })).status, 200, email)
})

test('4.3 company links to the company of that name if exactly one exists, else it is a text', async () => {
  const id = await company('Einzig GmbH')
  const linked = await created({ company: ' EINZIG gmbh' })
  assert.deepEqual([linked.company, linked.companyId], ['Einzig GmbH', id])
  const [address] = linked.defaultAddress
  assert.deepEqual([address.parentContact, address.parentContactId], ['Einzig GmbH', id])
  const none = await created({ company: 'Gibt es nicht AG' })
  assert.deepEqual(
    [none.company, none.companyId, none.defaultAddress[0].parentContactId],
    ['Gibt es nicht AG', 0, 0],
  )
  await company('Doppelt GmbH', '10115')
  await company('Doppelt GmbH', '20457')
  const double = await created({ company: 'Doppelt GmbH' })
  assert.deepEqual([double.company, double.companyId], ['Doppelt GmbH', 0])
})

test('4.4 the address fields form the default address with e-mail and phones', async () => {
  const given = {
    department: 'Einkauf',
    position: 'Leitung',
    street: 'Weg',
    houseNumber: '1a',
    addition: 'Hof',
    zip: '01067',
    city: 'Dresden',
    state: 'SN',
    country: 'DE',
  }
  const { defaultAddress, email } = await created({ ...given, isPostOfficeBox: 1, phone: { number: '9' } })
  assert.equal(defaultAddress.length, 1)
  const [{ emails, phones, isDefault, addressType, ...rest }] = defaultAddress
  assert.deepEqual([isDefault, addressType, emails[0].email, phones[0].number], [true, 1, email, '9'])
  for (const [name, value] of Object.entries(given)) assert.equal(rest[name], value, name)
  for (const isPostOfficeBox of [2, -1, true, '1', 0.5])
    assert.deepEqual(fields(await create({ ...uniquePerson(), isPostOfficeBox })), ['isPostOfficeBox'])
})

test('4.4 the address is business with company, department or position, else private', async () => {
  for (const [given, type] of [
    [{}, 2],
    [{ street: 'Weg' }, 2],
    [{ company: '' }, 2],
    [{ company: 'Text' }, 1],
    [{ department: 'D' }, 1],
    [{ position: 'P' }, 1],
  ] as const)
    assert.equal((await created(given)).defaultAddress[0].addressType, type, JSON.stringify(given))
})

test('13.7 the type of the default address follows a PATCH as long as nobody has set it', async () => {
  const { id } = await created({ street: 'Weg' })
  const typeAfter = async (body: object) => {
    const { status, json, text } = await kontor.call('PATCH', `/contacts/${id}`, { body })
    assert.equal(status, 200, text)
    return json[0].defaultAddress[0].addressType
  }
  assert.equal(await typeAfter({ company: 'Text' }), 1)
  assert.equal(await typeAfter({ company: '' }), 2)
  assert.equal(await typeAfter({ department: 'D', city: 'Ulm' }), 1)
  assert.equal(await typeAfter({ position: 'P', department: null }), 1)
  assert.equal(await typeAfter({ position: '' }), 2)
  await sql`update address set address_type_id = 3 where contact_id = ${id}`.execute(kontor.db)
  assert.equal(await typeAfter({ company: 'Text' }), 3, 'somebody has set it')
})

test('4.5 a phone’s type may be left out or must fit its field; its id does not count', async () => {
  const contact = await created({
    phone: { countryCode: '49', areaCode: '40', number: '1' },
    fax: { type: 'fax', number: '2' },
    mobile: { id: 4711, type: 'mobile', number: '3' },
  })
  const { id, ...phone } = contact.defaultPhone
  assert.ok(id > 0)
  assert.deepEqual(phone, { type: 'phone', countryCode: '49', areaCode: '40', number: '1' })
  assert.deepEqual([contact.defaultFax.type, contact.defaultFax.number], ['fax', '2'])
  assert.notEqual(contact.defaultMobile.id, 4711)
  assert.equal((await created({ phone: {} })).defaultPhone.id, 0)
  const wrong = await create({ ...uniquePerson(), phone: { type: 'fax' }, mobile: { type: 'x' }, fax: 'x' })
  assert.deepEqual(fields(wrong).toSorted(), ['fax', 'mobile.type', 'phone.type'])
})

test('4.6 salutation is mr, ms or empty; a location and a company are contacts with their names', async () => {
  for (const salutation of ['mr', 'ms', ''])
    assert.equal((await created({ salutation })).salutation, salutation)
  for (const salutation of ['Mr', 'mrs', 'x', 1])
    assert.deepEqual(fields(await create({ ...uniquePerson(), salutation })), ['salutation'])
  await sql`insert into contact (id, contact_type, last_name, last_name_key) values (5000, 'location', 'Kongresshaus', 'kongresshaus')`.execute(
    db,
  )
  await sql`insert into location_data (contact_id, comment, description_html, url, misc) values (5000, 'c', '<p>', 'https://k.example', 'm')`.execute(
    db,
  )
  const location = await read(5000, '?loadResourceData=1')
  const [{ id: dataId, ...data }] = location.loc_data
  assert.ok(dataId > 0)
  assert.deepEqual(
    [location.contactType, location.lastName, location.trn_data],
    ['location', 'Kongresshaus', []],
  )
  assert.deepEqual(data, {
    loc_comment: 'c',
    loc_description_html: '<p>',
    loc_url: 'https://k.example',
    loc_misc: 'm',
  })
  const id = await company('Als Kontakt GmbH')
  const seen = await read(id)
  assert.deepEqual(
    [seen.contactType, seen.company, seen.companyId, seen.lastName],
    ['company', 'Als Kontakt GmbH', id, ''],
  )
})

test('4.7 categoryId and commTemplateId must exist; the template’s mail goes to the outbox', async () => {
  const answer = await create({
    ...uniquePerson(),
    categoryId: 99,
    commTemplateId: 98,
    externalNewsletter: 'unbekannt',
    externalNewsletterId: 'x',
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(fields(answer), ['categoryId', 'commTemplateId', 'externalNewsletter'])
  const contact = await created({ categoryId: 2, commTemplateId: 5 })
  assert.deepEqual(contact.contactCategoriesId, [2])
  const mails = await db
    .selectFrom('outbox_mail')
    .select(['kind', 'recipient', 'template_id', 'contact_id', 'sent_at'])
    .execute()
  assert.deepEqual(mails, [
    { kind: 'template', recipient: contact.email, template_id: 5, contact_id: contact.id, sent_at: null },
  ])
})

test('4.7 externalNewsletter requires its id; the subscription is stored without opt-in', async () => {
  const { id, extNewsletter } = await created({ externalNewsletter: 'brevo', externalNewsletterId: '17' })
  assert.deepEqual(extNewsletter, [
    [{ cmain_id: id, ext_type: 'brevo', ext_id: '17', is_active: 1, ext_opt_in: 0, ext_opt_in_executed: 0 }],
  ])
  assert.deepEqual(fields(await create({ ...uniquePerson(), externalNewsletter: 'brevo' })), [
    'externalNewsletterId',
  ])
  assert.deepEqual(fields(await create({ ...uniquePerson(), externalNewsletterId: '17' })), [
    'externalNewsletter',
  ])
  assert.deepEqual(
    fields(await create({ ...uniquePerson(), externalNewsletter: 'brevo', externalNewsletterId: '' })),
    ['externalNewsletterId'],
  )
  assert.deepEqual(
    fields(await create({ ...uniquePerson(), externalNewsletter: 'Brevo', externalNewsletterId: '1' })),
    ['externalNewsletter'],
  )
  assert.deepEqual((await created({ externalNewsletter: '', externalNewsletterId: '' })).extNewsletter, [])
})

test('4.7 no other combination of the three flags can be stored', async () => {
  const { id } = await created({})
  const allowed = new Set(['010', '111', '011', '100'])
  for (const [index, bits] of ['000', '001', '010', '011', '100', '101', '110', '111'].entries()) {
    const [active, optIn, executed] = [...bits].map((bit) => bit === '1')
    const stored =
      sql`insert into newsletter_subscription values (${id}, 'brevo', ${String(index)}, ${active}, ${optIn}, ${executed})`.execute(
        db,
      )
    if (allowed.has(bits)) await stored
    else await assert.rejects(stored, { code: '23514' }, bits)
  }
})

test('4.8 fields that are not sent are unchanged; "" or null clears; an empty object changes nothing', async () => {
  const first = await created({
    salutation: 'ms',
    title: 'Dr.',
    firstName: 'Anna',
    company: 'Text',
    street: 'Weg',
    city: 'Bonn',
    phone: { areaCode: '228', number: '1' },
    mobile: { number: '2' },
  })
  assert.deepEqual(await changed(first.id, {}), first)
  const second = await changed(first.id, {
    title: '',
    firstName: null,
    street: '',
    phone: null,
    website: 'https://a.example',
  })
  assert.deepEqual(
    [second.title, second.firstName, second.defaultAddress[0].street, second.website],
    ['', '', '', 'https://a.example'],
  )
  assert.deepEqual(
    [second.salutation, second.company, second.defaultAddress[0].city, second.defaultMobile.number],
    ['ms', 'Text', 'Bonn', '2'],
  )
  assert.deepEqual(second.defaultPhone, noPhone('phone'))
  assert.equal(second.defaultAddress[0].id, first.defaultAddress[0].id)
  const third = await changed(first.id, { salutation: null, company: null, website: null, mobile: {} })
  assert.deepEqual([third.salutation, third.company, third.website, third.defaultMobile.id], ['', '', '', 0])
  for (const body of [
    { email: '' },
    { email: null },
    { lastName: '' },
    { lastName: null },
    { lastName: ' ' },
  ]) {
    const answer = await patch(first.id, body)
    assert.deepEqual([answer.status, fields(answer)], [400, Object.keys(body)])
  }
  assert.deepEqual(await read(first.id, '?loadAllAddresses=1'), third)
})

test('4.8 a phone is replaced completely and keeps its id', async () => {
  const first = await created({ phone: { countryCode: '49', areaCode: '40', number: '1' } })
  const second = await changed(first.id, { phone: { number: '7' } })
  assert.deepEqual(second.defaultPhone, {
    id: first.defaultPhone.id,
    type: 'phone',
    countryCode: '',
    areaCode: '',
    number: '7',
  })
  assert.deepEqual(second.defaultAddress[0].phones, [second.defaultPhone])
})

test('4.8 fields that only POST has are unknown fields of PATCH', async () => {
  const { id } = await created({})
  for (const name of [
    'commTemplateId',
    'externalNewsletter',
    'externalNewsletterId',
    'id',
    'contactType',
    'image_url',
    'allAddress',
  ])
    assert.deepEqual(fields(await patch(id, { [name]: 1 })), [name])
})

test('4.8 contactCategoriesId replaces the set, categoryId adds one', async () => {
  const { id } = await created({ categoryId: 1 })
  assert.deepEqual((await changed(id, { categoryId: 3 })).contactCategoriesId, [1, 3])
  assert.deepEqual((await changed(id, { contactCategoriesId: [2, 2] })).contactCategoriesId, [2])
  assert.deepEqual((await changed(id, { contactCategoriesId: [], categoryId: 1 })).contactCategoriesId, [1])
  assert.deepEqual((await changed(id, { contactCategoriesId: null })).contactCategoriesId, [])
  const answer = await patch(id, { contactCategoriesId: [1, 88, 2, 99], categoryId: 77 })
  assert.deepEqual(
    [answer.status, fields(answer)],
    [400, ['contactCategoriesId[1]', 'contactCategoriesId[3]', 'categoryId']],
  )
})

test('4.8 companyId links a company and unlinks it', async () => {
  const id = await company('Verknüpft GmbH')
  const person = await created({ company: 'Freitext' })
  const linked = await changed(person.id, { companyId: id })
  assert.deepEqual([linked.company, linked.companyId], ['Verknüpft GmbH', id])
  assert.deepEqual(
    [linked.defaultAddress[0].parentContact, linked.defaultAddress[0].parentContactId],
    ['Verknüpft GmbH', id],
  )
  const free = await changed(person.id, { companyId: 0 })
  assert.deepEqual([free.company, free.companyId, free.defaultAddress[0].parentContactId], ['', 0, 0])
  assert.equal((await changed(person.id, { company: 'verknüpft gmbh' })).companyId, id)
  assert.deepEqual(fields(await patch(person.id, { companyId: 2147483647 })), ['companyId'])
  assert.deepEqual(fields(await patch(person.id, { companyId: person.id })), ['companyId'])
  assert.deepEqual(fields(await patch(person.id, { companyId: id, company: 'Eine andere' })), ['companyId'])
})

test('4.8 a change that makes the contact equal to another is 409 and changes nothing', async () => {
  const first = await created({ email: 'eins@k.example', lastName: 'Gleich' })
  const second = await created({ email: 'zwei@k.example', lastName: 'Gleich' })
  const answer = await patch(second.id, { email: 'EINS@k.example', title: 'Dr.' })
  assert.deepEqual([answer.status, answer.headers['location']], [409, `/restapi/v1/contacts/${first.id}`])
  assert.deepEqual(await read(second.id, '?loadAllAddresses=1'), second)
  // Its own identity is no other contact's, and a former identity is free.
  assert.equal((await changed(second.id, { email: 'ZWEI@k.example', lastName: 'GLEICH' })).lastName, 'GLEICH')
  await changed(first.id, { lastName: 'Anders' })
  assert.equal((await changed(second.id, { email: 'eins@k.example' })).email, 'eins@k.example')
})

test('4.8 PATCH /contacts with the id of a company is 404, and PATCH /companies with that of a person', async () => {
  const id = await company('Kein Mensch GmbH')
  const person = await created({})
  assert.equal((await patch(id, { title: 'Dr.' })).status, 404)
  assert.equal((await kontor.call('PATCH', `/companies/${person.id}`, { body: { name2: 'x' } })).status, 404)
  assert.equal((await kontor.call('GET', `/companies/${person.id}`)).status, 404)
})

test('4.9 the e-mail search compares all addresses, exactly except for case', async () => {
  const one = await created({ email: 'Suche@Kontor.example', lastName: 'Eins' })
  const two = await created({ email: 'suche@kontor.example', lastName: 'Zwei' })
  const three = await created({ lastName: 'Drei' })
  const { rows } = await sql<{
    id: number
  }>`insert into address (contact_id, address_type_id) values (${three.id}, 3) returning id`.execute(db)
  await sql`insert into email_address (contact_id, address_id, email, email_key) values (${three.id}, ${rows[0]!.id}, 'suche@kontor.example', 'suche@kontor.example')`.execute(
    db,
  )
  const search = async (text: string) => {
    const { status, json } = await kontor.call('GET', `/contacts/search/email/${text}`)
    assert.equal(status, 200)
    return json.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual(await search('SUCHE@kontor.EXAMPLE'), [one.id, two.id, three.id])
  for (const text of [
    'such@kontor.example',
    'xsuche@kontor.example',
    '%25@kontor.example',
    '_uche@kontor.example',
    'suche@kontor.exampl',
  ])
    assert.deepEqual(await search(text), [], text)
  for (const search of ['loadAllAddresses=2', 'loadAllAddresses=true', 'loadalladdresses=1'])
    assert.equal((await kontor.call('GET', `/contacts/search/email/a@b?${search}`)).status, 400, search)
})

test('4.10 the category search returns each contact once, in any of the categories, by id', async () => {
  await sql.raw(`insert into contact_category values (21, 'A'), (22, 'B'), (23, 'Leer')`).execute(db)
  const both = await created({ categoryId: 21 })
  await changed(both.id, { categoryId: 22 })
  const one = await created({ categoryId: 22 })
  const search = async (list: string) =>
    (await kontor.call('GET', `/contacts/search/category/${list}`)).json.map(({ id }: { id: number }) => id)
  assert.deepEqual(await search('21'), [both.id])
  assert.deepEqual(await search('22,21'), [both.id, one.id])
  assert.deepEqual(await search('21,21,22'), [both.id, one.id])
  for (const list of ['23', '2147483647', '23,99']) assert.deepEqual(await search(list), [])
})

test('4.10 a search of more than one page is complete and in order', async () => {
  await sql`insert into contact (contact_type, last_name) select 'person', 'Viele' from generate_series(1, 2500)`.execute(
    db,
  )
  await sql`insert into contact_category values (30, 'Viele')`.execute(db)
  await sql`insert into contact_in_category select id, 30 from contact where last_name = 'Viele'`.execute(db)
  const { json } = await kontor.call('GET', '/contacts/search/category/30,1')
  const ids = json.map(({ id }: { id: number }) => id)
  assert.ok(ids.length >= 2500)
  assert.deepEqual(
    ids,
    [...new Set(ids)].toSorted((a, b) => Number(a) - Number(b)),
  )
})

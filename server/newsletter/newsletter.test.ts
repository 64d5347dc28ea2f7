// Interface: POST /newsletter/subscribe/{formid}.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
await sql
  .raw(`insert into client (id, name) values (2, 'Nord'), (3, 'Süd');
insert into contact_category values (1, 'A'), (2, 'B'), (3, 'C');
insert into newsletter_form (id, name, client_id, double_opt_in, last_name_required) values
  (1, 'Einfach', 1, false, false), (2, 'Doppelt', 1, true, false), (3, 'Mit Namen', 1, false, true);
insert into newsletter_form_category values (1, 1), (1, 2), (2, 3);`)
  .execute(db)

type Body = Record<string, unknown>
const subscribe = (form: number, body: Body, more: object = {}) =>
  kontor.call('POST', `/newsletter/subscribe/${form}`, { body, ...more })
const subscribed = async (form: number, body: Body) => {
  const answer = await subscribe(form, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.json[0] as { newslFormId: number; contactExisted: number; cid: number }
}
const read = async (id: number) => (await kontor.call('GET', `/contacts/${id}?loadAllAddresses=1`)).json[0]
const created = async (body: Body) => {
  const answer = await kontor.call('POST', '/contacts', { body })
  assert.equal(answer.status, 200, answer.text)
  return answer.json[0]
}
const fields = (answer: { json: { details: { field: string }[] } }) =>
  answer.json.details.map(({ field }) => field)
const consents = (id: number) =>
  db.selectFrom('newsletter_consent').selectAll().where('contact_id', '=', id).execute()
const contacts = async () => (await db.selectFrom('contact').select('id').execute()).length

test('6.1 email is required; lastname is required if the form requires it and the contact is new', async () => {
  assert.deepEqual(fields(await subscribe(1, {})), ['email'])
  assert.deepEqual(
    fields(await subscribe(1, { email: 'keine', lastname: 1, contactId: -1, unbekannt: 1 })).toSorted(),
    ['contactId', 'email', 'lastname', 'unbekannt'],
  )
  const before = await contacts()
  for (const lastname of [undefined, '', ' ']) {
    const answer = await subscribe(3, {
      email: 'ohne@k.example',
      ...(lastname === undefined ? {} : { lastname }),
    })
    assert.deepEqual([answer.status, fields(answer)], [400, ['lastname']])
  }
  assert.equal(await contacts(), before)
  assert.equal((await subscribed(1, { email: 'ohne@k.example' })).contactExisted, 0)
  assert.equal((await subscribed(3, { email: 'ohne@k.example' })).contactExisted, 1)
})

test('6.2 a new contact has the fields that were sent', async () => {
  const { cid, contactExisted, newslFormId } = await subscribed(1, {
    email: ' Neu@K.example ',
    salutation: 'mr',
    title: 'Dr.',
    firstname: 'Jan',
    lastname: 'Neu',
    department: 'IT',
    position: 'Leitung',
    addr_street: 'Weg',
    addr_street_houseno: '3',
    addr_zip: '01067',
    addr_city: 'Dresden',
    addr_state: 'SN',
    addr_country: 'DE',
    phone: '0351 1',
    company: 'Text AG',
    clientId: 1,
  })
  assert.deepEqual([contactExisted, newslFormId], [0, 1])
  const contact = await read(cid)
  assert.deepEqual(
    [
      contact.email,
      contact.salutation,
      contact.title,
      contact.firstName,
      contact.lastName,
      contact.company,
      contact.defaultPhone.number,
    ],
    ['Neu@K.example', 'mr', 'Dr.', 'Jan', 'Neu', 'Text AG', '0351 1'],
  )
  const [address] = contact.defaultAddress
  const { department, position, street, houseNumber, zip, city, state, country, addressType } = address
  assert.deepEqual(
    [department, position, street, houseNumber, zip, city, state, country, addressType],
    ['IT', 'Leitung', 'Weg', '3', '01067', 'Dresden', 'SN', 'DE', 1],
  )
  assert.deepEqual(contact.contactCategoriesId, [1, 2])
})

test('6.2 the contact is contactId, else the one with the e-mail: same last name first, then the lowest id', async () => {
  const one = await created({ email: 'wer@k.example', lastName: 'Eins' })
  const two = await created({ email: 'wer@k.example', lastName: 'Zwei' })
  const other = await created({ email: 'andere@k.example', lastName: 'Drei' })
  assert.equal((await subscribed(1, { email: 'WER@k.example' })).cid, one.id)
  assert.equal((await subscribed(1, { email: 'wer@k.example', lastname: 'ZWEI' })).cid, two.id)
  assert.equal((await subscribed(1, { email: 'wer@k.example', lastname: 'Vier' })).cid, one.id)
  assert.equal((await subscribed(1, { email: 'wer@k.example', contactId: other.id })).cid, other.id)
  const unknown = await subscribe(1, { email: 'wer@k.example', contactId: 2147483647 })
  assert.deepEqual([unknown.status, fields(unknown)], [400, ['contactId']])
  const { json } = await kontor.call('POST', '/companies', {
    body: { name: 'Firma', email: 'wer@k.example' },
  })
  assert.equal((await subscribe(1, { email: 'wer@k.example', contactId: json[0].id })).status, 400)
})

test('6.2 missing fields are filled in, none is overwritten, and the categories are added', async () => {
  const person = await created({
    email: 'da@k.example',
    lastName: 'Da',
    firstName: 'Ida',
    city: 'Bonn',
    phone: { number: '1' },
    categoryId: 3,
  })
  await subscribed(1, {
    email: 'da@k.example',
    lastname: 'DA',
    firstname: 'Anders',
    title: 'Dr.',
    addr_city: 'Köln',
    addr_zip: '53111',
    phone: '2',
    company: 'Neu AG',
    salutation: 'ms',
  })
  const after = await read(person.id)
  assert.deepEqual(
    [after.lastName, after.firstName, after.title, after.salutation, after.company],
    ['Da', 'Ida', 'Dr.', 'ms', 'Neu AG'],
  )
  assert.equal(after.defaultAddress[0].addressType, 1, '13.7 the type follows the company')
  assert.deepEqual(
    [after.defaultAddress[0].city, after.defaultAddress[0].zip, after.defaultPhone.number],
    ['Bonn', '53111', '1'],
  )
  assert.deepEqual(after.contactCategoriesId, [1, 2, 3])
  const nameless = await subscribed(1, { email: 'namenlos@k.example' })
  await subscribed(1, { email: 'namenlos@k.example', lastname: 'Jetzt' })
  assert.equal((await read(nameless.cid)).lastName, 'Jetzt')
  assert.equal(
    (await kontor.call('POST', '/contacts', { body: { email: 'namenlos@k.example', lastName: 'jetzt' } }))
      .status,
    409,
  )
})

test('6.3 a second subscription changes nothing and records no second consent', async () => {
  const first = await subscribed(1, { email: 'zweimal@k.example', lastname: 'Z' })
  const before = await read(first.cid)
  assert.deepEqual(await subscribed(1, { email: 'zweimal@k.example', lastname: 'Z' }), {
    ...first,
    contactExisted: 1,
  })
  assert.deepEqual(await read(first.cid), before)
  assert.equal((await consents(first.cid)).length, 1)
})

test('6.3 an unknown form is 404, before an unknown contact', async () => {
  const answer = await subscribe(99, { email: 'a@k.example', contactId: 2147483647 })
  assert.equal(answer.status, 404)
})

test('6.4 the consent has time, form, client, IP address and user agent', async () => {
  const user = await kontor.addUser({ clientIds: [2, 1] })
  const answer = await subscribe(
    1,
    { email: 'beweis@k.example' },
    { token: user.token, headers: { 'user-agent': 'Formular/1.0' } },
  )
  const [consent] = await consents(answer.json[0].cid)
  const {
    form_id,
    client_id,
    email,
    given_ip_address,
    given_user_agent,
    given_at,
    confirmation_hash,
    confirmed_at,
  } = consent!
  assert.deepEqual(
    [
      form_id,
      client_id,
      email,
      given_ip_address,
      given_user_agent,
      new Date(given_at).toISOString(),
      confirmation_hash,
      confirmed_at,
    ],
    [1, 2, 'beweis@k.example', '127.0.0.1', 'Formular/1.0', '2026-06-15T10:00:00.000Z', null, null],
  )
  const { extNewsletter } = await read(consent!.contact_id)
  assert.deepEqual(extNewsletter, [
    [
      {
        cmain_id: consent!.contact_id,
        ext_type: 'kontor',
        ext_id: '1',
        is_active: 1,
        ext_opt_in: 0,
        ext_opt_in_executed: 0,
      },
    ],
  ])
})

test('6.4 with double opt-in the subscription is pending, and the mail with the link is in the outbox', async () => {
  const { cid } = await subscribed(2, { email: 'doppelt@k.example' })
  const [[state]] = (await read(cid)).extNewsletter
  assert.deepEqual(
    [state.ext_id, state.is_active, state.ext_opt_in, state.ext_opt_in_executed],
    ['2', 0, 1, 0],
  )
  const [consent] = await consents(cid)
  const mails = await db.selectFrom('outbox_mail').selectAll().where('contact_id', '=', cid).execute()
  assert.equal(mails.length, 1)
  assert.deepEqual(
    [mails[0]!.kind, mails[0]!.recipient, mails[0]!.consent_id],
    ['double_opt_in', 'doppelt@k.example', consent!.id],
  )
  const { secret } = mails[0]!.data as { secret: string }
  assert.deepEqual(consent!.confirmation_hash, createHash('sha256').update(secret).digest())
  // Pending: no second mail. Unsubscribed: a new consent begins anew.
  await subscribed(2, { email: 'doppelt@k.example' })
  assert.equal((await consents(cid)).length, 1)
  await sql`update newsletter_subscription set opt_in_executed = true where contact_id = ${cid}`.execute(db)
  await subscribed(2, { email: 'doppelt@k.example' })
  assert.equal((await consents(cid)).length, 2)
  assert.deepEqual((await read(cid)).extNewsletter[0][0].ext_opt_in_executed, 0)
})

test('6.4 a contactId with the address of somebody else gets no consent, no subscription and no mail', async () => {
  const victim = await created({ email: 'opfer@k.example', lastName: 'Opfer' })
  for (const form of [1, 2]) {
    const answer = await subscribed(form, { email: 'fremd@k.example', contactId: victim.id })
    assert.deepEqual(answer, { newslFormId: form, contactExisted: 1, cid: victim.id })
  }
  assert.deepEqual(await consents(victim.id), [])
  const { contactCategoriesId, extNewsletter } = await read(victim.id)
  assert.deepEqual([contactCategoriesId, extNewsletter], [[1, 2, 3], []])
  const mails = await db
    .selectFrom('outbox_mail')
    .select('id')
    .where('recipient', '=', 'fremd@k.example')
    .execute()
  assert.deepEqual(mails, [])
  // Any of the contact's own addresses will do, and the first one that a contact gets.
  await subscribed(1, { email: 'OPFER@k.example', contactId: victim.id })
  assert.equal((await consents(victim.id)).length, 1)
  const withoutAddress = await db
    .insertInto('contact')
    .values({ contact_type: 'person', last_name: 'Ohne', last_name_key: 'ohne' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await subscribed(1, { email: 'erste@k.example', contactId: withoutAddress.id })
  assert.equal((await consents(withoutAddress.id)).length, 1)
})

test('3.4 an unknown clientId is 400, a client to which the user does not belong 403', async () => {
  const before = await contacts()
  const unknown = await subscribe(1, { email: 'client@k.example', clientId: 99 })
  assert.deepEqual([unknown.status, fields(unknown)], [400, ['clientId']])
  assert.equal((await subscribe(1, { email: 'client@k.example', clientId: 2 })).status, 403)
  const both = await subscribe(1, { email: 'client@k.example', clientId: 99, contactId: 2147483647 })
  assert.deepEqual(fields(both).toSorted(), ['clientId', 'contactId'])
  assert.equal(await contacts(), before)
})

// Addresses are printed by the rule of their country: on the pages of the back office, in orders, on labels.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pdfFacts, pdfText, withoutPoppler } from '../../test/support/pdf.ts'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const office = await kontor.signIn()

const created = async (path: string, body: object) => {
  const { status, json, text } = await office.call('POST', path, body)
  assert.equal(status, 200, text)
  return json[0]
}

const london = { street: 'Downing Street', houseNumber: '10', zip: 'SW1A 2AA', city: 'London', country: 'GB' }
const paris = {
  street: 'rue de Rivoli',
  houseNumber: '4',
  zip: '75001',
  city: 'Paris',
  country: 'Frankreich',
}
const hamburg = {
  street: 'Hafenstr.',
  houseNumber: '12',
  zip: '20457',
  city: 'Hamburg',
  country: 'Deutschland',
}
const printed = {
  london: ['10 Downing Street', 'London', 'SW1A 2AA', 'UNITED KINGDOM'],
  paris: ['4 rue de Rivoli', '75001 Paris', 'FRANCE'],
  hamburg: ['Hafenstr. 12', '20457 Hamburg'],
}

const person = (lastName: string, address: object, more: object = {}) =>
  created('/contacts', {
    lastName,
    firstName: 'Anna',
    addresses: [{ addressTypeId: 1, isDefault: true, ...address }],
    ...more,
  })
const british = await person('Smith', { ...london, department: 'Training' }, { company: 'Nordlicht GmbH' })
const french = await person('Dubois', paris)
const german = await person('Schmidt', hamburg)

test('the page of a contact, and that of a company', () => {
  assert.deepEqual(
    [british, french, german].map(({ printedAddresses: [one] }) => one.lines),
    [['Training', ...printed.london], printed.paris, printed.hamburg],
  )
})

test('a change of an address is shown, and what the page shows can be sent back', async () => {
  const { id, version, addresses } = await person('Wechsel', hamburg)
  const [address] = addresses
  const { parentContactId: _id, parentContactName: _name, ...row } = address
  const { status, json, text } = await office.call('PATCH', `/contacts/${id}`, {
    version,
    addresses: [{ ...row, ...paris }],
  })
  assert.equal(status, 200, text)
  assert.deepEqual(json[0].printedAddresses[0].lines, printed.paris)
})

test('a location: on its page, in the list, in the confirmation of an order', async () => {
  const location = await created('/locations', { name: 'Haus', ...london })
  assert.deepEqual(location.printedAddress, printed.london)
  const listed = await office.call('GET', '/locations?q=Haus')
  assert.deepEqual(listed.json[0].printedAddress, printed.london)
  const { id: eventId } = await created('/events', { title: 'Rhetorik' })
  const { id: dateId } = await created('/dates', {
    eventId,
    startDate: '2027-06-11',
    endDate: '2027-06-11',
    participantsMax: 9,
    locationIds: [location.id],
  })
  const { db } = kontor
  const { id: orderId } = await db
    .insertInto('booking_order')
    .values({ orderer_id: german.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('booking')
    .values({ contact_id: german.id, date_id: dateId, status: 'booked', order_id: orderId })
    .execute()
  const { text } = await office.call('GET', `/orders/${orderId}/shown?language=de`)
  assert.ok(text.includes(['Haus', ...printed.london].join(', ')), text)
})

test('the address of the invoice that a visitor entered', async () => {
  const { id } = await kontor.owner
    .insertInto('booking_order')
    .values({
      orderer_id: german.id,
      entered: JSON.stringify({
        orderer: { lastName: 'Smith' },
        invoiceTo: { company: 'Nord Ltd', ...london },
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { json } = await office.call('GET', `/orders/${id}`)
  assert.deepEqual(json[0].printedInvoiceTo, ['Nord Ltd', ...printed.london])
})

const labels = (query: string, session = office) =>
  kontor.app.inject({
    url: `/office/api/contacts/address-labels?${query}`,
    headers: { cookie: session.cookie },
  })

test('labels on a sheet of 3 × 8, in the order of the ids', { skip: withoutPoppler }, async () => {
  const { statusCode, rawPayload, headers } = await labels(
    `ids=${british.id},${german.id},${french.id}&language=en`,
  )
  assert.deepEqual([statusCode, headers['content-type']], [200, 'application/pdf'], rawPayload.toString())
  const text = pdfText(rawPayload)
  for (const line of [
    'Nordlicht GmbH',
    'Training',
    'Anna Smith',
    'Anna Schmidt',
    ...Object.values(printed).flat(),
  ])
    assert.ok(text.includes(line), `${line} in ${text}`)
  // In one row, as they were asked for.
  assert.match(text, /10 Downing Street +Hafenstr. 12/)
  assert.equal(pdfFacts(rawPayload)['Pages'], '1')
  const last = await labels(`ids=${british.id},${german.id}&firstLabel=24&label=3475`)
  assert.equal(pdfFacts(last.rawPayload)['Pages'], '2')
})

test('a contact without an address, and a text that no font has, are named; nothing is printed', async () => {
  const bare = await created('/contacts', { lastName: 'Ohneort', firstName: 'Bert' })
  const without = await labels(`ids=${german.id},${bare.id}`)
  assert.equal(without.statusCode, 409)
  assert.match(without.payload, /Bert Ohneort/)
  const { id } = await person('Schmidt 🦊', hamburg)
  const unprintable = await labels(`ids=${id}`)
  assert.equal(unprintable.statusCode, 409)
  assert.match(unprintable.payload, /U\+1F98A/)
})

test('labels require the right to contacts and that to exports; a position is on the sheet', async () => {
  for (const right of ['090300', 'export'])
    assert.equal((await labels(`ids=${german.id}`, await kontor.signIn({ rights: [right] }))).statusCode, 403)
  const wrong = await labels(`ids=${german.id}&firstLabel=25`)
  assert.equal(wrong.statusCode, 400)
  assert.match(wrong.payload, /"firstLabel"/)
})

// Interface: POST /invoiceConfirm.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor

const contact = async (values: { contact_type?: string; last_name: string; company_id?: number }) =>
  (
    await db
      .insertInto('contact')
      .values({ contact_type: 'person', ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const address = async (
  contact_id: number,
  values: { address_type_id?: number; is_default?: boolean; is_invoice?: boolean } = {},
) =>
  (
    await db
      .insertInto('address')
      .values({ contact_id, address_type_id: 1, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const company = await contact({ contact_type: 'company', last_name: 'Lindner GmbH' })
const person = await contact({ last_name: 'Lindner', company_id: company })
const stranger = await contact({ last_name: 'Fremd' })
await db
  .insertInto('article')
  .values([
    {
      article_no: 'TP-01',
      name: 'Tagungspauschale',
      description: 'je Tag',
      price: '69.50',
      unit: 'day',
      vat_rate: 19,
    },
    { name: 'Lehrbuch', price: '0.1', vat_rate: 7, vat_included: true, currency: 'CHF' },
    { name: 'Gold', price: '9999999999.99', unit: 'day' },
  ])
  .execute()

const confirm = (body: object, token = kontor.token) =>
  kontor.call('POST', '/invoiceConfirm', { body, token })
const element = (resId: number, more: object = {}) => ({ resTyp: 'ART', resId, ...more })
const fields = (answer: { json: { details: { field: string }[] } }) =>
  answer.json.details.map(({ field }) => field)
const period = { dateStart: '2026-10-12', timeStart: '09:00', dateEnd: '2026-10-14', timeEnd: '17:00' }

test('9.2 9.3 an article per day costs its price times the days, including the first and the last', async () => {
  const { status, json, text } = await confirm({
    contactId: person,
    elements: [element(1, period), element(2, period)],
  })
  assert.equal(status, 200, text)
  const [first, second] = json[0].elements
  assert.equal(json[0].typ, 'INVOICE_CONFIRMATION')
  assert.ok(first.id < second.id)
  const { id, ...rest } = first
  assert.deepEqual(rest, {
    typ: 'ART',
    elementContent: 'TP-01 Tagungspauschale',
    postId: 1,
    postTyp: 'ARTICLE',
    postName: 'Tagungspauschale',
    posDescription: 'je Tag',
    posTaxIncluded: 0,
    posTaxAmount: 19,
    posPriceTotal: 208.5,
    posCurrency: 'EUR',
    posDateStart: '2026-10-12',
    posTimeStart: '09:00',
    posDateEnd: '2026-10-14',
    posTimeEnd: '17:00',
  })
  assert.deepEqual(
    [second.posPriceTotal, second.posTaxIncluded, second.posTaxAmount, second.posCurrency],
    [0.1, 1, 7, 'CHF'],
  )
})

test('9.2 without a period an article per day costs one day; missing dates and times are ""', async () => {
  const { json } = await confirm({
    contactId: person,
    elements: [element(1), element(1, { dateStart: '2026-10-12' })],
  })
  assert.deepEqual(
    json[0].elements.map((one: { posPriceTotal: number }) => one.posPriceTotal),
    [69.5, 69.5],
  )
  const { posDateStart, posTimeStart, posDateEnd, posTimeEnd } = json[0].elements[0]
  assert.deepEqual([posDateStart, posTimeStart, posDateEnd, posTimeEnd], ['', '', '', ''])
})

test('1.4 money is exact, and a price too large to be stored is 400', async () => {
  await db.updateTable('article').set({ price: '0.07' }).where('id', '=', 2).execute()
  await db.updateTable('article').set({ unit: 'day' }).where('id', '=', 2).execute()
  const hundred = { dateStart: '2026-01-01', dateEnd: '2026-04-10' }
  const { text } = await confirm({
    contactId: person,
    elements: [element(2, hundred), element(3, { dateStart: '2026-01-01', dateEnd: '2026-04-09' })],
  })
  assert.match(text, /"posPriceTotal":7,/)
  assert.match(text, /"posPriceTotal":989999999999.01,/)
  const over = await confirm({
    contactId: person,
    elements: [element(3, { dateStart: '0001-01-01', dateEnd: '9999-12-31' })],
  })
  assert.deepEqual([over.status, fields(over)], [400, ['elements[0].dateEnd']])
})

test('9.3 later changes to the article change no confirmation', async () => {
  const { json } = await confirm({ contactId: person, elements: [element(1)] })
  await db.updateTable('article').set({ name: 'Neu', price: '1' }).where('id', '=', 1).execute()
  const row = await db
    .selectFrom('invoice_confirmation_element')
    .select(['name', 'total_price'])
    .where('id', '=', json[0].elements[0].id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(row, { name: 'Tagungspauschale', total_price: '69.50' })
})

test('9.1 the address is the one given, else the invoice address, else the default address, else none', async () => {
  const stored = async (body: object) => {
    const { json, text } = await confirm({ contactId: person, elements: [element(2)], ...body })
    assert.ok(Array.isArray(json), text)
    const row = await db
      .selectFrom('invoice_confirmation')
      .select(['address_id', 'booking_id'])
      .where('id', '=', json[0].id)
      .executeTakeFirstOrThrow()
    assert.equal(row.booking_id, null)
    return row.address_id
  }
  assert.equal(await stored({}), null)
  const other = await address(person)
  assert.equal(await stored({}), null)
  const standard = await address(person, { is_default: true })
  assert.equal(await stored({}), standard)
  const invoice = await address(person, { address_type_id: 3, is_invoice: true })
  assert.equal(await stored({ tcpId: 0 }), invoice)
  assert.equal(await stored({ addressId: other }), other)
  const ofCompany = await address(company, { is_default: true })
  assert.equal(await stored({ addressId: ofCompany }), ofCompany)
  const ofStranger = await address(stranger)
  const refused = await confirm({ contactId: person, addressId: ofStranger, elements: [element(2)] })
  assert.deepEqual([refused.status, fields(refused)], [400, ['addressId']])
})

test('9.1 tcpId is the id of a booking', async () => {
  const { id: event_id } = await db
    .insertInto('event')
    .values({ title: 'PM' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: date_id } = await db
    .insertInto('event_date')
    .values({ event_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const part = await db
    .insertInto('booking')
    .values({ contact_id: person, date_id, status: 'booked' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { json } = await confirm({ tcpId: part.id, contactId: person, elements: [element(2)] })
  const row = await db
    .selectFrom('invoice_confirmation')
    .select('booking_id')
    .where('id', '=', json[0].id)
    .executeTakeFirstOrThrow()
  assert.equal(row.booking_id, part.id)
})

test('9.1 times without dates and an end before its start are 400, all reported at once', async () => {
  const answer = await confirm({
    contactId: 4712,
    elements: [
      element(1, { timeStart: '09:00' }),
      element(1, { timeEnd: '09:00', dateStart: '2026-10-12' }),
      element(1, { dateStart: '2026-10-12', dateEnd: '2026-10-11' }),
      element(1, { dateStart: '2026-10-12', timeStart: '09:00', dateEnd: '2026-10-12', timeEnd: '08:59' }),
      element(1, { dateStart: '2026-10-12', timeStart: '09:00', dateEnd: '2026-10-13', timeEnd: '08:59' }),
    ],
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(fields(answer), [
    'elements[0].timeStart',
    'elements[1].timeEnd',
    'elements[2].dateEnd',
    'elements[3].timeEnd',
  ])
})

test('9.1 unknown ids are 400, all reported at once, and nothing is stored', async () => {
  const before = await db.selectFrom('invoice_confirmation').select('id').execute()
  const answer = await confirm({
    tcpId: 4711,
    contactId: 4712,
    addressId: 4713,
    elements: [element(4714, {})],
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(fields(answer), ['tcpId', 'contactId', 'elements[0].resId'])
  assert.equal((await db.selectFrom('invoice_confirmation').select('id').execute()).length, before.length)
})

test('2.4 errors name fields of a wrong type, unknown resource types and missing fields', async () => {
  const answer = await confirm({
    contactId: 1.5,
    elements: [
      {
        resTyp: 'RES',
        resId: '1',
        dateStart: '2026-02-30',
        timeStart: '9:00',
        timeEnd: '24:00',
        dateEnd: 'soon',
        x: 1,
      },
      {},
    ],
  })
  assert.deepEqual(
    new Set(fields(answer)),
    new Set([
      'contactId',
      ...['resTyp', 'resId', 'dateStart', 'timeStart', 'timeEnd', 'dateEnd', 'x'].map(
        (name) => `elements[0].${name}`,
      ),
      'elements[1].resTyp',
      'elements[1].resId',
    ]),
  )
  assert.deepEqual(new Set(fields(await confirm({}))), new Set(['contactId', 'elements']))
  assert.deepEqual(fields(await confirm({ contactId: person, elements: [] })), ['elements'])
  const many = { contactId: person, elements: Array.from({ length: 1001 }, () => element(1)) }
  assert.deepEqual(fields(await confirm(many)), ['elements'])
  const most = await confirm({ contactId: person, elements: many.elements.slice(1) })
  assert.equal(most.json[0].elements.length, 1000)
})

test('3.3 both rights are required', async () => {
  const body = { contactId: person, elements: [element(2)] }
  for (const [rights, status] of [
    [[], 403],
    [['100400'], 403],
    [['100100'], 403],
    [['090300'], 403],
    [['100400', '100100'], 200],
  ] as const) {
    const { token } = await kontor.addUser({ rights: [...rights] })
    assert.equal((await confirm(body, token)).status, status, rights.join())
  }
})

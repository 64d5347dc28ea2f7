// Invoice confirmations in the back office: sums, lists, PDF.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pdfFacts, pdfText, withoutPoppler } from '../../test/support/pdf.ts'
import { testInstance } from '../../test/support/test-instance.ts'
import { elementSums } from './element.ts'

const kontor = await testInstance({ start: '2026-07-01T20:00:00Z' })
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn({
  rights: ['100400', '100100', '090300:access', 'booking'],
  name: 'Ina Büro',
})

const contact = async (values: {
  contact_type?: string
  last_name: string
  first_name?: string
  company_id?: number
  title?: string
}) =>
  (
    await db
      .insertInto('contact')
      .values({ contact_type: 'person', ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const address = async (contact_id: number, values: object = {}) =>
  (
    await db
      .insertInto('address')
      .values({ contact_id, address_type_id: 1, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const company = await contact({ contact_type: 'company', last_name: 'Müßig & Söhne GmbH' })
const person = await contact({
  last_name: 'Łukaszőва',
  first_name: 'Jörg 日本',
  title: 'Dr.',
  company_id: company,
})
const own = await address(person, {
  is_default: true,
  street: 'Große Straße',
  house_number: '5a',
  zip: '28195',
  city: 'Bremen',
})
const ofCompany = await address(company, {
  is_default: true,
  street: 'Am Wall',
  zip: '28195',
  city: 'Bremen',
  department: 'Einkauf',
})
await db
  .insertInto('article')
  .values([
    {
      article_no: 'TP-01',
      name: 'Tagungspauschale',
      description: 'Saal & Getränke',
      price: '69.50',
      unit: 'day',
      vat_rate: 19,
    },
    { name: 'Lehrbuch', price: '10.01', vat_rate: 7, vat_included: true },
    { name: 'Langes', description: 'Wort '.repeat(4000), price: '1', vat_rate: 19 },
  ])
  .execute()

const element = (articleId: number, more: object = {}) => ({ articleId, ...more })
const period = { startDate: '2026-10-12', startTime: '09:00', endDate: '2026-10-14', endTime: '17:00' }
const create = async (body: object = {}) => {
  const answer = await office.call('POST', '/invoice-confirmations', {
    contactId: person,
    elements: [element(1, period), element(2)],
    ...body,
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.json[0]
}

/** The texts of a PDF, as its pages show them. */
async function textOf(id: number, language = 'de'): Promise<{ text: string; pages: number }> {
  const answer = await kontor.app.inject({
    method: 'GET',
    url: `/office/api/invoice-confirmations/${id}/pdf?language=${language}`,
    headers: { cookie: office.cookie },
  })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'application/pdf')
  const file = answer.rawPayload
  return { text: pdfText(file), pages: Number(pdfFacts(file)['Pages']) }
}

test('rights: reading needs 100400, creating also 100100 and 090300:access', async () => {
  const { id } = await create()
  const body = { contactId: person, elements: [element(2)] }
  for (const [rights, see, write] of [
    [[], 403, 403],
    [['100100'], 403, 403],
    [['100400'], 200, 403],
    [['100400', '100100'], 200, 403],
    [['100400', '100100', '090300:access'], 200, 200],
  ] as const) {
    const one = await kontor.signIn({ rights: [...rights] })
    for (const path of ['', `/${id}`, `/${id}/pdf`])
      assert.equal(
        (await one.call('GET', `/invoice-confirmations${path}`)).status,
        see,
        `${rights.join()} ${path}`,
      )
    assert.equal((await one.call('POST', '/invoice-confirmations', body)).status, write)
    assert.equal((await one.call('GET', '/invoice-confirmations/article-options')).status, write)
  }
  assert.equal((await office.call('GET', '/invoice-confirmations/99999')).status, 404)
  assert.equal((await office.call('GET', '/invoice-confirmations/99999/pdf')).status, 404)
})

test('a confirmation is created with its receiver, prices by days and sums by VAT rate', async () => {
  const created = await create({ addressId: ofCompany })
  assert.deepEqual(created.addressLines, [
    'Müßig & Söhne GmbH',
    'Einkauf',
    'Dr. Jörg 日本 Łukaszőва',
    'Am Wall',
    '28195 Bremen',
  ])
  assert.deepEqual(
    created.elements.map(({ totalPrice }: { totalPrice: number }) => totalPrice),
    [208.5, 10.01],
  )
  assert.deepEqual(created.taxes, [
    { currency: 'EUR', vatRate: 19, net: 208.5, tax: 39.62, gross: 248.12 },
    { currency: 'EUR', vatRate: 7, net: 9.36, tax: 0.65, gross: 10.01 },
  ])
  assert.deepEqual(created.totals, [{ currency: 'EUR', net: 217.86, tax: 40.27, gross: 258.13 }])
  assert.deepEqual([created.senderName, created.createdByName], ['Kontor', 'Ina Büro'])
})

test('errors name their fields; a preview writes nothing', async () => {
  const wrong = await office.call('POST', '/invoice-confirmations', {
    contactId: person,
    elements: [element(1, { startDate: '2026-10-12', endDate: '2026-10-11' }), element(99)],
  })
  assert.deepEqual(
    wrong.json.details.map(({ field }: { field: string }) => field),
    ['elements[0].endDate'],
  )
  const count = async () => (await office.call('GET', '/invoice-confirmations')).headers['x-total-count']
  const before = await count()
  const { json } = await office.call('POST', '/invoice-confirmations/preview', {
    contactId: person,
    elements: [element(1, period)],
  })
  assert.deepEqual(
    [json[0].prices, json[0].totals[0].gross],
    [[{ totalPrice: 208.5, currency: 'EUR' }], 248.12],
  )
  assert.equal(await count(), before)
})

test('the address options are those of the contact and of its company; one is the default', async () => {
  const { json } = await office.call('GET', `/invoice-confirmations/address-options?contactId=${person}`)
  assert.deepEqual(
    json.map((one: { id: number; isCompanyAddress: boolean; isDefault: boolean }) => [
      one.id,
      one.isCompanyAddress,
      one.isDefault,
    ]),
    [
      [own, false, true],
      [ofCompany, true, false],
    ],
  )
})

test('the list filters by number, contact, company, days and words', async () => {
  const other = await contact({ last_name: 'Allein' })
  kontor.clock.set('2026-07-01T22:30:00Z')
  const { id } = await create({ contactId: other, elements: [element(2)] })
  const list = async (query: string) =>
    (await office.call('GET', `/invoice-confirmations?${query}`)).json.map((one: { id: number }) => one.id)
  for (const query of [
    `confirmationId=${id}`,
    `contactId=${other}`,
    'from=2026-07-02&to=2026-07-02',
    'q=allein',
    `q=${id}`,
  ])
    assert.deepEqual(await list(query), [id], query)
  assert.equal(
    (await list('from=2026-07-01&to=2026-07-01')).includes(id),
    false,
    'the day is that of the instance’s time zone',
  )
  assert.equal((await list('q=müßig')).includes(id), false)
  const ofCompany = await create({ elements: [element(2)] })
  assert.ok((await list(`companyId=${company}`)).includes(ofCompany.id))
  assert.equal((await list(`companyId=${company}`)).includes(id), false)
})

test('the PDF has sender, receiver, elements and sums, in German and English', {
  skip: withoutPoppler,
}, async () => {
  const { id } = await create()
  const german = (await textOf(id)).text
  for (const part of [
    `Rechnungsbestätigung ${id}`,
    'Müßig & Söhne GmbH',
    'Dr. Jörg 日本 Łukaszőва',
    'Große Straße 5a',
    'TP-01 Tagungspauschale',
    'Saal & Getränke',
    '208,50 €',
    '12.10.2026 09:00 –',
    'MwSt. 19 %',
    '248,12 €',
    '258,13 €',
    'Seite 1 von 1',
  ])
    assert.ok(german.includes(part), `${part} in ${german}`)
  const english = (await textOf(id, 'en')).text
  for (const part of [`Invoice confirmation ${id}`, 'VAT 19%', '258.13 €', 'Page 1 of 1'])
    assert.ok(english.includes(part), part)
})

test('a rate such as 8.1 % is exact in an article, in sums and in the PDF; the interface has whole numbers', {
  skip: withoutPoppler,
}, async () => {
  const settings = await kontor.signIn({ rights: ['100100'] })
  const article = {
    name: 'Kurs',
    price: 1290.5,
    currency: 'CHF',
    vatRate: 8.1,
    vatIncluded: false,
    unit: 'piece',
  }
  const [stored] = (await settings.call('POST', '/articles', article)).json
  assert.equal(stored.vatRate, 8.1)
  assert.equal((await settings.call('POST', '/articles', { ...article, vatRate: 8.123 })).status, 400)
  const { id, taxes } = await create({ elements: [element(stored.id), element(stored.id)] })
  assert.deepEqual(taxes, [{ currency: 'CHF', vatRate: 8.1, net: 2581, tax: 209.06, gross: 2790.06 }])
  assert.match((await textOf(id)).text, /MwSt\. 8,1 %/)
  const element9 = { resTyp: 'ART', resId: stored.id }
  const { json } = await kontor.call('POST', '/invoiceConfirm', {
    body: { contactId: person, elements: [element9] },
    token: kontor.token,
  })
  assert.equal(json[0].elements[0].posTaxAmount, 8)
})

test('the PDF has a table head on each page; a description can be longer than a page', {
  skip: withoutPoppler,
}, async () => {
  const { id } = await create({ elements: Array.from({ length: 60 }, () => element(1, period)) })
  const { text, pages } = await textOf(id)
  assert.ok(pages >= 3, `${pages} pages`)
  assert.equal(text.split('Leistung').length - 1, pages)
  assert.ok(text.includes(`Seite ${pages} von ${pages}`))
  assert.ok(text.includes('12.510,00 €'))
  const long = await create({ elements: [element(3)] })
  const second = await textOf(long.id)
  assert.ok(second.pages >= 3)
  assert.equal(second.text.match(/Wort/g)!.length, 4000)
})

test('sums are exact to the cent and rounded once for each rate', () => {
  const price = (total_price: string, vat_rate: number, vat_included: boolean, currency = 'EUR') => ({
    total_price,
    vat_rate,
    vat_included,
    currency,
  })
  assert.deepEqual(elementSums([price('0.03', 19, false), price('0.03', 19, false)]).taxes, [
    { currency: 'EUR', vatRate: 19, net: '0.06', tax: '0.01', gross: '0.07' },
  ])
  assert.deepEqual(elementSums([price('-10.01', 7, true)]).taxes[0], {
    currency: 'EUR',
    vatRate: 7,
    net: '-9.36',
    tax: '-0.65',
    gross: '-10.01',
  })
  const { totals } = elementSums([
    price('999999999999.99', 19, false),
    price('0.01', 0, false),
    price('5.00', 19, true, 'CHF'),
  ])
  assert.deepEqual(totals, [
    { currency: 'CHF', net: '4.20', tax: '0.80', gross: '5.00' },
    { currency: 'EUR', net: '1000000000000.00', tax: '190000000000.00', gross: '1190000000000.00' },
  ])
})

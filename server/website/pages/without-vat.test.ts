// Prices without VAT say so, and why, on the list, in the form, in the interface and in what is booked. Events can have reasons of their own.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../../test/support/website.ts'

let site: Website
before(async () => {
  site = await openWebsite({
    start: '2026-11-25T12:00:00Z',
    settings: { publicUrl: 'https://kontor.example.org' },
  })
  await sql
    .raw(
      `insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
        on conflict (status) do update set is_bookable = excluded.is_bookable;
      insert into event (id, title, is_published) values (1, 'R', true), (2, 'S', true), (3, 'T', true);
      insert into event_date (id, event_id, start_date, participants_max, status, is_published) values
        (10, 1, '2026-12-10', 9, 'open', true), (20, 2, '2026-12-11', 9, 'open', true), (30, 3, '2026-12-12', 9, 'open', true);
      insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included) values
        (10, 1, 'Preis', 240, 'EUR', 0, true), (20, 1, 'Preis', 100, 'EUR', 0, true), (30, 1, 'Preis', 119, 'EUR', 19, true);
      update website_pages set key_id = (select min(id) from website_key)`,
    )
    .execute(site.kontor.db)
})
after(() => site.kontor.close())

async function pageOfOrder(more: object = {}): Promise<string> {
  const key = await site.createKey({ isSecret: true })
  const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
  const invoiceTo = { company: 'Nordlicht', street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' }
  const body = { dateId: 10, seats: [ben], orderer: ben, invoiceTo, isConsumer: false, accepted: [], ...more }
  const { json, text } = await site.post('/bookings', body, { key })
  assert.ok(json.manageUrl, text)
  return new URL(json.manageUrl).pathname
}

for (const [setting, german, english] of [
  ['', 'umsatzsteuerfrei', 'exempt from VAT'],
  ['steuerfrei nach § 4 Nr. 21 UStG', 'steuerfrei nach § 4 Nr. 21 UStG', 'exempt (§ 4 no. 21 UStG)'],
] as const)
  test(`a price without VAT: ${german}`, async () => {
    await sql`update website_pages set vat_exemption = ${setting}, vat_exemption_en = ${setting && english}`.execute(
      site.kontor.db,
    )
    const order = await pageOfOrder()
    for (const [language, reason] of [
      ['de', german],
      ['en', english],
    ] as const)
      for (const path of ['/dates', '/book/10', order]) {
        const { status, text } = await site.open(path, language)
        assert.equal(status, 200, path)
        assert.ok(text.includes(reason), `${path} ${language}: ${reason}`)
        assert.doesNotMatch(text, /\b0 ?% (MwSt|VAT)|(MwSt\.|VAT) 0 ?%/, path)
      }
  })

test('two events, exempt for different reasons, and one with VAT', async () => {
  const admin = await site.kontor.signIn({ admin: true })
  await sql`update website_pages set vat_exemption = 'steuerfrei nach § 4 Nr. 21 UStG', vat_exemption_en = ''`.execute(
    site.kontor.db,
  )
  const [event] = (await admin.call('GET', '/events/2')).json
  const changed = await admin.call('PATCH', '/events/2', {
    version: event.version,
    vatExemptionDe: 'steuerfrei nach § 4 Nr. 22 UStG',
    vatExemptionEn: 'exempt (§ 4 no. 22 UStG)',
  })
  assert.equal(changed.status, 200, changed.text)

  const pricesOf = async (id: number) => (await site.get(`/dates/${id}`)).json.prices
  const reasonOf = async (id: number) => (await pricesOf(id))[0].taxExemption
  assert.deepEqual(await reasonOf(10), { de: 'steuerfrei nach § 4 Nr. 21 UStG', en: '' })
  assert.deepEqual(await reasonOf(20), {
    de: 'steuerfrei nach § 4 Nr. 22 UStG',
    en: 'exempt (§ 4 no. 22 UStG)',
  })
  assert.equal(await reasonOf(30), null)

  const quoted = await site.post('/quotes', { dateId: 20, seats: 1, language: 'en' })
  assert.deepEqual(
    quoted.json.tax.map(({ exemption }: { exemption: string }) => exemption),
    ['exempt (§ 4 no. 22 UStG)'],
  )

  const list = (await site.open('/dates')).text
  assert.match(list, /§ 4 Nr\. 21/)
  assert.match(list, /§ 4 Nr\. 22/)
  for (const [path, own, other] of [
    ['/book/10', 21, 22],
    ['/book/20', 22, 21],
    [await pageOfOrder({ dateId: 20 }), 22, 21],
  ] as const) {
    const { text } = await site.open(path)
    assert.ok(text.includes(`§ 4 Nr. ${own} UStG`), `${path}: ${text}`)
    assert.ok(!text.includes(`§ 4 Nr. ${other} UStG`), path)
  }
  assert.match((await site.open('/book/20', 'en')).text, /exempt \(§ 4 no\. 22 UStG\)/)
  assert.match((await site.open('/book/10', 'en')).text, /steuerfrei nach § 4 Nr\. 21 UStG/)

  const seats = [{ later: true }]
  const both = await pageOfOrder({
    furtherDates: [
      { dateId: 20, seats },
      { dateId: 30, seats },
    ],
  })
  const order = (await site.open(both)).text
  assert.match(order, /Umsatzsteuer\|[^M]*§ 4 Nr\. 21 UStG[^M]*§ 4 Nr\. 22 UStG/)
  assert.match(order, /MwSt\. 19 %\|+19,00 €/)
  const basket = (await site.open('/basket?basket=10,20,30')).text
  assert.match(basket, /§ 4 Nr\. 21 UStG, steuerfrei nach § 4 Nr\. 22 UStG/)
  assert.doesNotMatch(basket, /\b0 % MwSt/)
})

test('the general reason of another day is shown from the next request on', async () => {
  await sql`update website_pages set vat_exemption = 'Kleinunternehmer nach § 19 UStG', vat_exemption_en = ''`.execute(
    site.kontor.db,
  )
  assert.equal(
    (await site.get('/dates/10')).json.prices[0].taxExemption.de,
    'Kleinunternehmer nach § 19 UStG',
  )
  assert.match((await site.open('/dates')).text, /§ 19 UStG/)
  assert.equal(
    (await site.get('/dates/20')).json.prices[0].taxExemption.de,
    'steuerfrei nach § 4 Nr. 22 UStG',
  )
})

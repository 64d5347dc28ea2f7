// Prices without VAT say so, and why, on the list, in the form and in what is booked.
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
      insert into event (id, title, is_published) values (1, 'R', true);
      insert into event_date (id, event_id, start_date, participants_max, status, is_published) values (10, 1, '2026-12-10', 9, 'open', true);
      insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included) values (10, 1, 'Preis', 240, 'EUR', 0, true);
      update website_pages set key_id = (select min(id) from website_key)`,
    )
    .execute(site.kontor.db)
})
after(() => site.kontor.close())

async function pageOfOrder(): Promise<string> {
  const key = await site.createKey({ isSecret: true })
  const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
  const invoiceTo = { company: 'Nordlicht', street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' }
  const body = { dateId: 10, seats: [ben], orderer: ben, invoiceTo, isConsumer: false, accepted: [] }
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

// POST /quotes: the price of seats, with its rules.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../../test/support/website.ts'
import { parseHundredths } from '../../catalogue/records/vat.ts'
import { quoteSeats } from './quote.ts'

let site: Website
let secretKey: string
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
  secretKey = await site.createKey({ isSecret: true })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true) on conflict do nothing;
    insert into event (id, title, is_published) values (1, 'R', true), (2, 'Free', true), (3, 'Series', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published) values
      (10, 1, '2027-03-01', 9, 'open', true), (11, 2, '2027-03-01', 9, 'open', true), (12, 1, '2027-03-01', 9, 'open', false),
      (13, 2, '2027-03-01', 9, 'open', true), (20, 3, '2027-04-01', 9, 'open', true), (21, 3, '2027-04-01', 9, 'open', true);
    insert into date_price (id, date_id, position, title, gross_price, net_price, currency, vat_rate, vat_included, valid_from, valid_to) values
      (1, 10, 1, 'Frühbucher', 590, null, 'EUR', 19, true, null, '2026-12-31'),
      (2, 10, 2, 'Normalpreis', 690, null, 'EUR', 19, true, null, null),
      (3, 10, 3, 'Später', 790, null, 'EUR', 19, true, '2027-02-01', null),
      (4, 13, 1, '', null, 99.99, 'EUR', 7, false, null, '2026-01-31');
    insert into series_module (id, date_id, position, is_mandatory) values (1, 20, 1, true);
    insert into series_module_date (series_module_id, position, linked_date_id) values (1, 1, 21)`.execute(
    site.kontor.db,
  )
})
after(() => site.kontor.close())

const quote = async (body: object) => {
  const { status, json, text } = await site.post('/quotes', body)
  assert.equal(status, 200, text)
  return json
}
const eur = (amount: string) => ({ amount, currency: 'EUR' })

test('`POST /quotes` → `{ lines [{ text, quantity, unit, amount }], reasons [{ rule, applied, text }], net, tax [{ rate, amount }], gross, validUntil }`', async () => {
  assert.deepEqual(await quote({ dateId: 10, seats: 3 }), {
    lines: [{ text: 'Frühbucher', quantity: 3, unit: eur('590.00'), amount: eur('1770.00') }],
    reasons: [
      { rule: 'price:1', applied: true, text: '„Frühbucher“ gilt bis 31. Dezember 2026.' },
      { rule: 'price:2', applied: false, text: '„Normalpreis“ gilt nicht, weil „Frühbucher“ vorgeht.' },
      { rule: 'price:3', applied: false, text: '„Später“ gilt erst ab 1. Februar 2027.' },
    ],
    net: eur('1487.39'),
    tax: [{ rate: '19.00', amount: eur('282.61'), exemption: '' }],
    gross: eur('1770.00'),
    // The end of the day in Berlin.
    validUntil: '2026-12-31T23:00:00Z',
  })
})

test('the price of another day; one that is not known to change; the language of the texts', async () => {
  const { lines, reasons, validUntil } = await quote({
    dateId: 10,
    seats: 1,
    day: '2027-01-15',
    language: 'en',
  })
  assert.deepEqual([lines[0].text, validUntil], ['Normalpreis', '2027-01-31T23:00:00Z'])
  assert.deepEqual(
    reasons.map(({ text }: { text: string }) => text),
    [
      '“Normalpreis” applies.',
      '“Frühbucher” applied until 31 December 2026.',
      '“Später” applies only from 1 February 2027 on.',
    ],
  )
  const later = await quote({ dateId: 10, seats: 1, day: '2027-02-01' })
  assert.deepEqual([later.lines[0].text, later.validUntil], ['Normalpreis', null])
})

test('a category of visitors has its own price on its days, and otherwise that for everyone', async () => {
  await sql`update event_date set is_published = true where id = 12;
    insert into date_price (id, date_id, position, title, gross_price, currency, vat_rate, vat_included, valid_to, valid_for) values
      (20, 12, 1, 'Mitglied', 400, 'EUR', 19, true, null, 'Mitglieder'),
      (21, 12, 2, 'Student', 100, 'EUR', 19, true, '2026-11-30', 'Studierende'),
      (22, 12, 3, 'Normalpreis', 690, 'EUR', 19, true, null, '')`.execute(site.kontor.db)
  const chosen = async (more: object) => {
    const { lines, reasons, validUntil } = await quote({ dateId: 12, seats: 1, ...more })
    return [lines[0].text, reasons.map(({ text }: { text: string }) => text), validUntil]
  }
  assert.deepEqual(await chosen({}), [
    'Normalpreis',
    ['„Normalpreis“ gilt.', '„Mitglied“ gilt nur für: Mitglieder.', '„Student“ gilt nur für: Studierende.'],
    null,
  ])
  assert.deepEqual(await chosen({ visitorCategory: 'Mitglieder', language: 'en' }), [
    'Mitglied',
    [
      '“Mitglied” applies.',
      '“Normalpreis” does not apply because “Mitglied” comes first.',
      '“Student” is valid only for: Studierende.',
    ],
    null,
  ])
  const students = { visitorCategory: 'Studierende' }
  assert.deepEqual((await chosen(students)).toSpliced(1, 1), ['Student', '2026-11-30T23:00:00Z'])
  assert.deepEqual((await chosen({ ...students, day: '2026-12-01' }))[0], 'Normalpreis')
  const unknown = await site.post('/quotes', { dateId: 12, seats: 1, visitorCategory: 'Rentner' })
  assert.deepEqual([unknown.status, unknown.json.errors[0].pointer], [400, '/visitorCategory'])

  const { prices } = (await site.get('/dates/12?availability=any')).json
  assert.deepEqual(
    prices.map(({ validFor }: { validFor: string }) => validFor),
    ['Mitglieder', 'Studierende', ''],
  )
  const byPrice = (await site.get('/dates?sort=price')).json.data.map(({ id }: { id: number }) => id)
  assert.ok(byPrice.indexOf(12) > byPrice.indexOf(10), 'sorted by the price for everyone')
  await sql`update event_date set is_published = false where id = 12`.execute(site.kontor.db)
})

test('without a price; and with one alone that is over', async () => {
  assert.deepEqual(await quote({ dateId: 11, seats: 2 }), {
    lines: [],
    reasons: [{ rule: 'price', applied: false, text: 'Der Termin hat keinen Preis.' }],
    net: null,
    tax: [],
    gross: null,
    validUntil: null,
  })
  const over = await quote({ dateId: 13, seats: 2 })
  assert.deepEqual(over.gross, eur('213.98'))
  assert.equal(over.reasons[0].text, '„Preis“ gilt, weil an diesem Tag kein anderer Preis gilt.')
})

test('a booking has the price of the quote', async () => {
  const person = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
  const invoiceTo = { street: 'Weg', zip: '1', city: 'Ort', country: 'DE' }
  for (const dateId of [10, 11, 13]) {
    const { gross } = await quote({ dateId, seats: 2 })
    const seats = [person, { later: true }]
    const body = { dateId, seats, orderer: person, invoiceTo, isConsumer: false, accepted: [] }
    const booked = await site.post('/bookings', body, { key: secretKey })
    assert.deepEqual([booked.status, booked.json.gross], [201, gross])
  }
})

test('errors are named', async () => {
  const pointers = async (body: object) => {
    const { status, json } = await site.post('/quotes', body)
    return [status, ...json.errors.map(({ pointer }: { pointer: string }) => pointer)]
  }
  assert.deepEqual(await pointers({ dateId: 12, seats: 1 }), [400, '/dateId'])
  assert.deepEqual(await pointers({ dateId: 10, seats: 0 }), [400, '/seats'])
  assert.deepEqual(await pointers({ dateId: 10, seats: 1, day: '2026-02-30' }), [400, '/day'])
  assert.deepEqual(await pointers({ dateId: 20, seats: 1, moduleDateIds: [] }), [400, '/moduleDateIds'])
})

test('sums agree to the cent, no price is below zero, and the order of the rows does not matter', async () => {
  const price = fc.record({
    cents: fc.integer({ min: 0, max: 1_000_000 }),
    vat: fc.constantFrom(0, 7, 8.1, 19),
    included: fc.boolean(),
    from: fc.constantFrom(null, '2026-01-01', '2026-11-25', '2026-12-01'),
    to: fc.constantFrom(null, '2026-10-31', '2026-11-25', '2027-01-31'),
  })
  const ask = (seats: number) =>
    quoteSeats(site.kontor.db, { dateId: 11, seats, day: '2026-11-25', language: 'de' })
  const store = async (prices: readonly object[]) => {
    await sql`delete from date_price where date_id = 11`.execute(site.kontor.db)
    for (const one of prices)
      await sql`insert into date_price (id, date_id, position, title, gross_price, net_price, currency, vat_rate, vat_included, valid_from, valid_to)
        select id, 11, id, 'P' || id, case when included then cents / 100.0 end, case when not included then cents / 100.0 end, 'EUR', vat, included, "from", "to"
        from json_to_record(${JSON.stringify(one)}::json) as g(id int, cents int, vat numeric, included boolean, "from" date, "to" date)`.execute(
        site.kontor.db,
      )
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(price, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 100 }),
      async (prices, seats) => {
        const numbered = prices.map((one, index) => ({ id: index + 100, ...one }))
        await store(numbered)
        const result = await ask(seats)
        const cents = (money: { amount: string } | null) => parseHundredths(money!.amount)
        assert.equal(
          cents(result.net) + result.tax.reduce((sum, { amount }) => sum + cents(amount), 0n),
          cents(result.gross),
        )
        assert.equal(
          result.lines.reduce((sum, { amount }) => sum + cents(amount), 0n),
          cents(result.gross),
        )
        // The price is agreed with VAT, or without it.
        const { unit, unitNet } = result.lines[0]!
        assert.equal(
          cents(unitNet ?? unit) * BigInt(seats),
          cents(unitNet === undefined ? result.gross : result.net),
        )
        assert.ok(cents(result.net) >= 0n && cents(result.gross) >= 0n)
        assert.equal(result.reasons.filter(({ applied }) => applied).length, 1)
        assert.equal(result.reasons.length, prices.length)
        await store(numbered.toReversed())
        assert.deepEqual(await ask(seats), result)
      },
    ),
    { numRuns: 60 },
  )
})

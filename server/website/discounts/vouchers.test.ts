// Vouchers and group discounts in quotes and bookings, and vouchers in the back office.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../../test/support/website.ts'

let site: Website
let secretKey: string
let admin: Awaited<ReturnType<Website['kontor']['signIn']>>
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
  secretKey = await site.createKey({ isSecret: true })
  admin = await site.kontor.signIn({ admin: true })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true) on conflict do nothing;
    insert into event (id, title, is_published) values (1, 'R', true), (2, 'Net', true), (3, 'Free', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published, has_waiting_list) values
      (10, 1, '2027-03-01', 90, 'open', true, true), (11, 1, '2027-03-01', 90, 'open', true, false), (12, 2, '2027-03-01', 90, 'open', true, false),
      (13, 3, '2027-03-01', 90, 'open', true, false), (14, 1, '2027-04-01', 1, 'open', true, true);
    insert into group_discount_step (event_id, min_seats, discount_percent) values (1, 3, 10), (1, 10, 20);
    insert into date_price (date_id, position, title, gross_price, net_price, currency, vat_rate, vat_included, valid_to) values
      (10, 1, 'Normalpreis', 100, null, 'EUR', 19, true, null), (14, 1, 'Normalpreis', 100, null, 'EUR', 19, true, null),
      (11, 1, 'Frühbucher', 90, null, 'EUR', 19, true, '2026-12-31'), (11, 2, 'Normalpreis', 100, null, 'EUR', 19, true, null),
      (12, 1, '', null, 99.99, 'EUR', 19, false, null)`.execute(site.kontor.db)
})
beforeEach(() =>
  sql`delete from booking; delete from order_link; delete from voucher_use; delete from booking_order; delete from voucher`.execute(
    site.kontor.db,
  ),
)
after(() => site.kontor.close())

const createVoucher = async (more: object = {}) => {
  const body = { code: 'Sommer-27', name: 'Sommer', value: 10, isActive: true, isCombinable: true, ...more }
  const { status, json, text } = await admin.call('POST', '/vouchers', body)
  assert.equal(status, 200, text)
  return json[0]
}
const quote = async (more: object = {}) => {
  const { status, json, text } = await site.post('/quotes', { dateId: 10, seats: 1, ...more })
  assert.equal(status, 200, text)
  return json
}
const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const invoiceTo = { street: 'Weg', zip: '1', city: 'Ort', country: 'DE' }
const book = (seats: number, more: object = {}) =>
  site.post(
    '/bookings',
    {
      dateId: 10,
      seats: Array(seats).fill({ later: true }),
      orderer: ben,
      invoiceTo,
      isConsumer: false,
      accepted: [],
      ...more,
    },
    { key: secretKey },
  )
const used = async (id: number) => (await admin.call('GET', `/vouchers/${id}`)).json[0].useCount
const eur = (amount: string) => ({ amount, currency: 'EUR' })
const voucherReason = ({ reasons }: { reasons: { rule: string; applied: boolean; text: string }[] }) => {
  const { applied, text } = reasons.find(({ rule }) => rule === 'voucher')!
  return [applied, text]
}
/** The amounts of each seat in the office and on invoices: price, reductions and sum. */
const storedSeats = async () => {
  const { json } = await admin.call('GET', '/bookings?sort=id&order=asc')
  return json.map((seat: Record<string, unknown>) => [
    seat['priceAmount'],
    (seat['reductions'] as { reason: string; amount: number }[]).map(({ reason, amount }) => [
      reason,
      amount,
    ]),
    seat['finalPrice'],
  ])
}

test('a quote has a line for each discount, and a reason for each rule', async () => {
  await createVoucher({ kind: 'amount', value: 50, oncePerPerson: true, validTo: '2026-12-24' })
  const { lines, reasons, net, tax, gross, validUntil } = await quote({ seats: 3, voucher: ' sommer 27 ' })
  assert.deepEqual(lines, [
    { text: 'Normalpreis', quantity: 3, unit: eur('100.00'), amount: eur('300.00') },
    { text: 'Gruppenrabatt ab 3 Plätzen', quantity: 3, unit: eur('-10.00'), amount: eur('-30.00') },
    { text: 'Gutschein Sommer-27', quantity: 1, unit: eur('-50.00'), amount: eur('-50.00') },
  ])
  assert.deepEqual(
    reasons
      .slice(1)
      .map(({ rule, applied, text }: { rule: string; applied: boolean; text: string }) => [
        rule,
        applied,
        text.replaceAll('\u00a0', ' '),
      ]),
    [
      [
        'groupDiscount:3',
        true,
        'Der Gruppenrabatt ab 3 Plätzen gilt: 10 % von jedem Platz. Der Rabatt gilt für Plätze, die gebucht bleiben: Werden Plätze storniert oder umgebucht, richtet sich der Preis der übrigen nach ihrer Zahl. Plätze auf der Warteliste zählen nicht mit.',
      ],
      ['groupDiscount:10', false, 'Der Gruppenrabatt ab 10 Plätzen gilt noch nicht: 20 % von jedem Platz.'],
      [
        'voucher',
        true,
        'Der Gutschein „Sommer-27“ gilt: 50,00 € von der Buchung. Jede Person kann ihn einmal einlösen.',
      ],
    ],
  )
  assert.deepEqual(
    [gross, net, tax],
    [eur('220.00'), eur('184.87'), [{ rate: '19.00', amount: eur('35.13'), exemption: '' }]],
  )
  assert.equal(validUntil, '2026-12-24T23:00:00Z')
})

test('a voucher that does not apply: a quote says why, and a booking is 400', async () => {
  await createVoucher({ code: 'FRUEH', validFrom: '2026-12-01' })
  await createVoucher({ code: 'SPAET', validTo: '2026-11-24' })
  await createVoucher({ code: 'AUS', isActive: false })
  await createVoucher({ code: 'NET', eventId: 2 })
  await createVoucher({ code: 'ALLEIN', isCombinable: false })
  await createVoucher({ code: 'CHF', kind: 'amount', currency: 'CHF' })
  const cases: [code: string, text: string, more?: object][] = [
    ['X', 'There is no voucher “X”.'],
    ['AUS', 'There is no voucher “AUS”.'],
    ['FRUEH', 'The voucher “FRUEH” is valid only from 1 December 2026 on.'],
    ['SPAET', 'The voucher “SPAET” was valid until 24 November 2026.'],
    ['NET', 'The voucher “NET” is not valid for this event.'],
    ['CHF', 'The voucher “CHF” is for another currency.'],
    ['ALLEIN', 'The voucher “ALLEIN” is not valid for a price that is limited in time.', { dateId: 11 }],
    ['ALLEIN', 'The voucher “ALLEIN” is not needed: there is nothing to pay.', { dateId: 13 }],
  ]
  for (const [voucher, text, more = {}] of cases) {
    const quoted = await quote({ voucher, language: 'en', ...more })
    assert.deepEqual(voucherReason(quoted), [false, text])
    assert.deepEqual(quoted.gross, (await quote(more)).gross)
    const { status, json } = await book(1, { voucher, ...more })
    assert.deepEqual(
      [status, json.errors],
      [400, [{ pointer: '/voucher', code: 'visitors.voucher', detail: `voucher does not apply: ${text}` }]],
    )
  }
  assert.deepEqual(await storedSeats(), [])
  assert.equal((await quote({ voucher: 'FRUEH' })).validUntil, '2026-11-30T23:00:00Z')
})

test('a booking has the price of the quote, and its seats have the reductions', async () => {
  await createVoucher({ kind: 'amount', value: 50 })
  const voucher = 'SOMMER27'
  const { gross } = await quote({ seats: 3, voucher })
  const booked = await book(3, { voucher })
  assert.deepEqual([booked.status, booked.json.gross], [201, gross])
  const group = ['Gruppenrabatt ab 3 Plätzen', 10]
  assert.deepEqual(await storedSeats(), [
    [100, [group, ['Gutschein Sommer-27', 16.67]], 73.33],
    [100, [group, ['Gutschein Sommer-27', 16.67]], 73.33],
    [100, [group, ['Gutschein Sommer-27', 16.66]], 73.34],
  ])
  const { json } = await admin.call('GET', `/orders?q=${booked.json.code}`)
  assert.equal(json[0].voucherCode, 'Sommer-27')
  const seats: { id: number }[] = (await admin.call('GET', `/bookings?orderId=${json[0].id}`)).json
  const invoice = await admin.call('POST', '/invoice-confirmations/for-bookings/preview', {
    bookingIds: seats.map(({ id }) => id),
  })
  assert.deepEqual(
    invoice.json[0].totals.map((total: { gross: number }) => total.gross),
    [Number(gross.amount)],
    invoice.text,
  )
})

test('of a net price, an amount with VAT is taken off: VAT is that of the sum, so that it can be a cent more', async () => {
  await createVoucher({ kind: 'amount', value: 50 })
  const body = { dateId: 12, voucher: 'sommer27' }
  const { gross, net } = await quote(body)
  assert.deepEqual([gross, net], [eur('68.98'), eur('57.97')])
  assert.deepEqual((await book(1, body)).json.gross, gross)
  assert.deepEqual(await storedSeats(), [[99.99, [['Gutschein Sommer-27', 42.02]], 57.97]])
})

test('seats on the waiting list cost nothing yet', async () => {
  await createVoucher()
  const body = { dateId: 14, voucher: 'sommer27', whenFull: 'waitingList' }
  const { json } = await book(2, body)
  assert.deepEqual([json.status, json.gross], ['partly', eur('90.00')])
  assert.deepEqual(
    (await storedSeats()).map(([, , final]: unknown[]) => final),
    [90, 90],
  )
})

test('number of uses: of two bookings at once, exactly one gets the last use', async () => {
  const { id } = await createVoucher({ maxUses: 3 })
  const voucher = 'sommer27'
  assert.equal((await book(1, { voucher })).status, 201)
  assert.equal((await book(2, { voucher })).status, 201)
  // Different dates: the locks of dates do not keep them apart.
  const both = await Promise.all([book(1, { voucher }), book(1, { voucher, dateId: 12 })])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 400])
  const refused = both.find(({ status }) => status === 400)!
  assert.match(refused.json.errors[0].detail, /is used up/)
  assert.equal(await used(id), 3)
  assert.deepEqual(voucherReason(await quote({ voucher })), [
    false,
    'Der Gutschein „Sommer-27“ ist aufgebraucht.'.replace('Sommer-27', voucher),
  ])
})

test('an order without seats gives its use back', async () => {
  const { id } = await createVoucher({ maxUses: 1 })
  assert.equal((await book(2, { voucher: 'sommer27' })).status, 201)
  const [first, second] = (await admin.call('GET', '/bookings?sort=id&order=asc')).json
  const cancel = (seat: { id: number; version: number }) =>
    admin.call('PATCH', `/bookings/${seat.id}`, { version: seat.version, status: 'cancelled' })
  assert.equal((await cancel(first)).status, 200)
  assert.equal(await used(id), 1)
  assert.equal((await cancel(second)).status, 200)
  assert.equal(await used(id), 0)
  assert.equal((await book(1, { voucher: 'sommer27' })).status, 201)
})

test('once per person: by the e-mail address of the orderer', async () => {
  const { id } = await createVoucher({ oncePerPerson: true })
  const orderBy = (email: string) => book(1, { voucher: 'sommer27', orderer: { ...ben, email } })
  const both = await Promise.all([orderBy('ben@müller.example'), orderBy('Ben@MÜLLER.example')])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 400])
  assert.equal((await orderBy('ben@xn--mller-kva.example')).status, 400)
  assert.equal((await orderBy('anna@kontor.example')).status, 201)
  assert.equal(await used(id), 2)
})

test('the back office names errors, and keeps vouchers that are used', async () => {
  const { id, version } = await createVoucher()
  const refused = async (body: object) => {
    const { status, json } = await admin.call('POST', '/vouchers', {
      code: 'A',
      name: 'A',
      value: 1,
      ...body,
    })
    return [status, json.details[0].field]
  }
  assert.deepEqual(await refused({ code: 'sommer 27' }), [400, 'code'])
  assert.deepEqual(await refused({ code: 'Grün' }), [400, 'code'])
  assert.deepEqual(await refused({ value: 101 }), [400, 'value'])
  assert.deepEqual(await refused({ value: 0 }), [400, 'value'])
  assert.deepEqual(await refused({ validFrom: '2027-01-02', validTo: '2027-01-01' }), [400, 'validTo'])
  assert.deepEqual(await refused({ eventId: 99 }), [400, 'eventId'])
  const change = (body: object) => admin.call('PATCH', `/vouchers/${id}`, body)
  assert.equal((await change({ code: 'SOMMER27', version })).status, 200)
  assert.equal((await change({ name: 'X', version })).status, 409)
  assert.equal((await book(1, { voucher: 'sommer27' })).status, 201)
  assert.equal((await admin.call('DELETE', `/vouchers/${id}`)).status, 409)
  const staff = await site.kontor.signIn({ rights: ['catalogue'] })
  assert.equal((await staff.call('GET', '/vouchers')).status, 403)
})

test('a voucher holds for the dates of its client, and one without a client for those of all', async () => {
  const { db } = site.kontor
  const { id: clientId } = await db
    .insertInto('client')
    .values({ name: 'Haus Süd' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const staff = await site.kontor.signIn({ rights: ['website'], clientIds: [clientId] })
  const body = { code: 'Sued', name: 'Süd', value: 10, isActive: true, isCombinable: true }
  assert.equal((await staff.call('POST', '/vouchers', body)).status, 200)
  await createVoucher()
  assert.deepEqual(
    (await staff.call('GET', '/vouchers')).json.map(({ name }: { name: string }) => name),
    ['Süd'],
  )
  const isTaken = async (voucher: string) => (await book(1, { voucher })).status === 201
  assert.deepEqual([await isTaken('sued'), await isTaken('sommer27')], [false, true])
  await sql`update event_date set client_id = ${clientId} where id = 10`.execute(db)
  await sql`update website_key set shows_all_clients = true`.execute(db)
  assert.deepEqual([await isTaken('sued'), await isTaken('sommer27')], [true, true])
  await sql`update event_date set client_id = null where id = 10`.execute(db)
})

test('group discounts are part of an event in the back office', async () => {
  const [event] = (await admin.call('GET', '/events/1')).json
  assert.deepEqual(
    event.groupDiscountSteps.map(({ id: _, ...step }: { id: number }) => step),
    [
      { minSeats: 3, discountPercent: 10 },
      { minSeats: 10, discountPercent: 20 },
    ],
  )
  const step = { minSeats: 5, discountPercent: 5 }
  const { status, json } = await admin.call('PATCH', '/events/1', {
    version: event.version,
    groupDiscountSteps: [step, step],
  })
  assert.deepEqual([status, json.details[0].field], [400, 'groupDiscountSteps[1].minSeats'])
})

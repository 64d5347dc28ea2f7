// A group discount holds for seats that stay booked: cancelled, moved and waiting seats do not count.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { OfficeSession } from '../../../test/support/test-instance.ts'
import { hiddenFields, openWebsite, type Website } from '../../../test/support/website.ts'

let site: Website
let office: OfficeSession
let key: string
before(async () => {
  site = await openWebsite({
    start: '2026-11-25T12:00:00Z',
    settings: { publicUrl: 'https://kontor.example.org' },
  })
  key = await site.createKey({ isSecret: true })
  office = await site.kontor.signIn({ rights: ['100400', '100100', '090300', 'booking', 'catalogue'] })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published, visitors_may_cancel, visitors_may_move) values (1, 'R', true, true, true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published, has_waiting_list) values
      (10, 1, '2027-03-01', 20, 'open', true, true), (11, 1, '2027-04-01', 20, 'open', true, true);
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included) values
      (10, 1, 'Normal', 100, 'EUR', 19, true), (11, 1, 'Normal', 120, 'EUR', 19, true);
    insert into voucher (code, name, kind, value, currency, is_active, is_combinable) values
      ('TEN', 'a', 'amount', 100, 'EUR', true, true), ('HALF', 'h', 'percent', 60, 'EUR', true, false)`.execute(
    site.kontor.db,
  )
})
beforeEach(async () => {
  await sql`delete from booking; delete from voucher_use; delete from order_link; delete from booking_order; delete from group_discount_step;
    delete from cancellation_step; update event_date set participants_max = 20, offer_hours = 0;
    insert into group_discount_step (event_id, min_seats, discount_percent) values (1, 5, 10), (1, 10, 50)`.execute(
    site.kontor.db,
  )
})
after(() => site.kontor.close())

const orderer = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const invoiceTo = { company: 'Nordlicht', street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' }

async function book(seats: number, more: object = {}) {
  const body = {
    dateId: 10,
    seats: Array(seats).fill({ later: true }),
    orderer,
    invoiceTo,
    isConsumer: false,
  }
  const { status, json, text } = await site.post('/bookings', { ...body, accepted: [], ...more }, { key })
  assert.equal(status, 201, text)
  const bookings = await bookingsOf(json.code)
  return { ...json, path: new URL(json.manageUrl).pathname, ids: bookings.map(({ id }) => id) }
}

type Row = { id: number; status: string; price: number; fee: number | null }
const bookingsOf = async (code: string): Promise<Row[]> => {
  const { rows } = await sql<Row>`select b.id, b.status, b.cancellation_fee::float8 as fee,
    (b.price_amount - coalesce((select sum(amount) from booking_reduction r where r.booking_id = b.id), 0))::float8 as price
    from booking b join booking_order o on o.id = b.order_id where o.code = ${code} order by b.id`.execute(
    site.kontor.db,
  )
  return rows
}
const openPrices = async (code: string) =>
  (await bookingsOf(code)).flatMap(({ status, price }) => (status === 'cancelled' ? [] : [price]))

const cancelFields = (ids: readonly number[]) =>
  Object.fromEntries(ids.map((id) => [`seat.${id}`, 'cancel 0']))

test('of ten seats, nine are cancelled: the page shows the price of the last one, which has no discount any more', async () => {
  const { path, ids, code, gross } = await book(10)
  assert.equal(gross.amount, '500.00')
  const url = `${path}?part=cancel`
  const fields = cancelFields(ids.slice(1))
  const asked = await site.send(url, fields)
  assert.equal(asked.status, 422)
  assert.match(asked.text, /Platz 1: Name folgt \([^)]*\): künftig 100,00 € statt 50,00 €/)
  assert.deepEqual(await openPrices(code), Array(10).fill(50))
  const done = await site.send(url, { ...fields, prices: hiddenFields(asked.body)['prices']! })
  assert.equal(done.status, 200)
  assert.deepEqual(await openPrices(code), [100])
})

test('seats that stay enough for a lower step have its discount; a price that was not shown is not agreed', async () => {
  const { path, ids, code } = await book(10)
  const url = `${path}?part=cancel`
  const { body } = await site.send(url, cancelFields(ids.slice(6)))
  const prices = hiddenFields(body)['prices']!
  const other = await site.send(url, { ...cancelFields(ids.slice(2)), prices })
  assert.equal(other.status, 422)
  await site.send(url, { ...cancelFields(ids.slice(6)), prices })
  assert.deepEqual(await openPrices(code), Array(6).fill(90))
})

test('seats that are cancelled one after the other cost the same as all at once', async () => {
  const { ids, code } = await book(10)
  for (const id of ids.slice(1)) {
    const { status } = await office.call('POST', '/bookings/bulk-update', { ids: [id], status: 'cancelled' })
    assert.equal(status, 200)
  }
  assert.deepEqual(await openPrices(code), [100])
  // The cancelled seats count again.
  await office.call('POST', '/bookings/bulk-update', { ids: ids.slice(1), status: 'booked' })
  assert.deepEqual(await openPrices(code), Array(10).fill(50))
})

test('the steps are those of the booking, whatever the event has later', async () => {
  const { ids, code } = await book(10)
  await sql`update group_discount_step set discount_percent = 0 where min_seats = 5`.execute(site.kontor.db)
  await office.call('POST', '/bookings/bulk-update', { ids: ids.slice(5), status: 'cancelled' })
  assert.deepEqual(await openPrices(code), Array(5).fill(90))
})

test('seats on the waiting list do not count, until they are booked', async () => {
  await sql`update event_date set participants_max = 1 where id = 10`.execute(site.kontor.db)
  const { status, gross, code, ids } = await book(10, { whenFull: 'waitingList' })
  assert.deepEqual([status, gross.amount], ['partly', '100.00'])
  assert.deepEqual(await openPrices(code), Array(10).fill(100))
  await sql`update event_date set participants_max = 20 where id = 10`.execute(site.kontor.db)
  await office.call('POST', '/dates/10/waiting-list/promote', {})
  assert.deepEqual(await openPrices(code), Array(10).fill(50))
  assert.equal(ids.length, 10)
})

test('an offered seat costs what it costs as the next one', async () => {
  await sql`update event_date set participants_max = 9, offer_hours = 24 where id = 10`.execute(
    site.kontor.db,
  )
  const { code, path } = await book(10, { whenFull: 'waitingList' })
  assert.deepEqual(await openPrices(code), [...Array(9).fill(90), 50])
  await sql`update event_date set participants_max = 10 where id = 10`.execute(site.kontor.db)
  await office.call('POST', '/dates/10/waiting-list/promote', {})
  assert.match((await site.open(`${path}?part=offer`)).text, /50,00 €/)
  await site.send(`${path}?part=offer`, {})
  assert.deepEqual(await openPrices(code), Array(10).fill(50))
})

test('seats that are moved leave the group; all together they stay one', async () => {
  const { path, ids, code } = await book(10)
  const url = `${path}?part=move`
  const [, value] = (await site.open(url)).body.match(/<option value="(11 [^"]*)"[^>]*>[^<]*70,00/) ?? []
  assert.ok(value, 'alone, a seat has no discount at the other date')
  const alone = { [`date.${ids[0]}`]: value }
  const asked = await site.send(url, alone)
  assert.equal(asked.status, 422)
  assert.match(asked.text, /Platz 2: [^|]*künftig 90,00 € statt 50,00 €/)
  const all = Object.fromEntries(ids.map((id: number) => [`date.${id}`, value]))
  const askedAll = await site.send(url, all)
  assert.match(askedAll.text, /Platz 1: [^|]*künftig 60,00 € statt 50,00 €/)
  await site.send(url, { ...alone, prices: hiddenFields(asked.body)['prices']! })
  assert.deepEqual(await openPrices(code), [120, ...Array(9).fill(90)])
})

test('a seat moves to a date whose price is less than the discount before', async () => {
  await sql`update date_price set gross_price = 30 where date_id = 11`.execute(site.kontor.db)
  const { path, ids, code } = await book(10)
  const url = `${path}?part=move`
  const [, value] = (await site.open(url)).body.match(/<option value="(11 [^"]*)"/) ?? []
  const fields = Object.fromEntries(ids.map((id: number) => [`date.${id}`, value!]))
  const { body } = await site.send(url, fields)
  const moved = await site.send(url, { ...fields, prices: hiddenFields(body)['prices']! })
  assert.match(moved.text, /Die gewählten Plätze sind umgebucht/)
  assert.deepEqual(await openPrices(code), Array(10).fill(15))
  await sql`update date_price set gross_price = 120 where date_id = 11`.execute(site.kontor.db)
})

test('a voucher stays, beside the discount or instead of it', async () => {
  const { ids, code } = await book(10, { voucher: 'TEN' })
  assert.deepEqual(await openPrices(code), Array(10).fill(40))
  await office.call('POST', '/bookings/bulk-update', { ids: ids.slice(1), status: 'cancelled' })
  assert.deepEqual(await openPrices(code), [90])
  const alone = await book(10, { voucher: 'HALF' })
  await office.call('POST', '/bookings/bulk-update', { ids: alone.ids.slice(1), status: 'cancelled' })
  assert.deepEqual(await openPrices(alone.code), [40])
})

test('a cancelled seat keeps its fee and its price; so does a seat whose discount staff have changed', async () => {
  await sql`insert into cancellation_step (event_id, days_before, fee_percent) values (1, 0, 50)`.execute(
    site.kontor.db,
  )
  const { ids, code } = await book(10)
  const [first, second] = ids as [number, number]
  const patch = async (id: number, change: object) => {
    const [{ version }] = (await office.call('GET', `/bookings/${id}`)).json
    assert.equal((await office.call('PATCH', `/bookings/${id}`, { version, ...change })).status, 200)
  }
  const { reductions } = (await office.call('GET', `/bookings/${second}`)).json[0]
  await patch(first, { reductions: [{ reason: 'Kulanz', amount: 70 }] })
  await patch(second, { reductions: [...reductions, { reason: 'Kulanz', amount: 5 }] })
  const fees = ids.slice(3).map((id: number) => ({ id, fee: 25 }))
  await office.call('POST', '/bookings/bulk-update', {
    ids: ids.slice(3),
    status: 'cancelled',
    cancellation: { reason: '', fees },
  })
  const rows = await bookingsOf(code)
  assert.deepEqual(
    rows.map(({ price, fee }) => [price, fee]),
    [[30, null], [95, null], [100, null], ...Array(7).fill([50, 25])],
  )
})

test('a booking that was made before the term keeps its discount', async () => {
  const { ids, code } = await book(10)
  await sql`update booking set group_discount = '[]'; update booking_reduction set is_group_discount = false`.execute(
    site.kontor.db,
  )
  await office.call('POST', '/bookings/bulk-update', { ids: ids.slice(1), status: 'cancelled' })
  assert.deepEqual(await openPrices(code), [50])
})

test('the office is shown the new prices before it cancels or moves seats, and nothing is changed by it', async () => {
  const { ids, code } = await book(10)
  const preview = async (change: object) =>
    (await office.call('POST', '/bookings/price-preview', change)).json.map(
      ({ id, finalPrice, priceBefore }: { id: number; finalPrice: number; priceBefore: number }) =>
        [id, finalPrice, priceBefore] as const,
    )
  assert.deepEqual(await preview({ ids: ids.slice(1), status: 'cancelled' }), [[ids[0], 100, 50]])
  assert.deepEqual(
    await preview({ ids: [ids[0]], dateId: 11 }),
    ids.map((id: number, index: number) => [id, index === 0 ? 100 : 90, 50]),
  )
  assert.deepEqual(await openPrices(code), Array(10).fill(50))
})

test('quote and page say that the discount holds for seats that stay booked', async () => {
  const { json } = await site.post('/quotes', { dateId: 10, seats: 10, language: 'en' }, { key })
  const applied = json.reasons.find(({ rule }: { rule: string }) => rule === 'groupDiscount:10')
  assert.match(applied.text, /The discount holds for seats that stay booked: /)
  await sql`update website_pages set key_id = (select min(id) from website_key)`.execute(site.kontor.db)
  assert.match(
    (await site.open('/book/10?seats=10')).text,
    /Der Rabatt gilt für Plätze, die gebucht bleiben: /,
  )
  assert.doesNotMatch((await site.open('/book/10?seats=4')).text, /Der Rabatt gilt für Plätze/)
})

test('seats that staff move to another order count there: both orders have the discount of their seats', async () => {
  const large = await book(10)
  const small = await book(4)
  assert.deepEqual(await openPrices(small.code), Array(4).fill(100))
  const { rows } = await sql<{ id: number }>`select id from booking_order where code = ${small.code}`.execute(
    site.kontor.db,
  )
  const moved = await office.call('POST', `/orders/${rows[0]!.id}/bookings`, {
    bookingIds: large.ids.slice(6),
  })
  assert.equal(moved.status, 200)
  assert.deepEqual(await openPrices(large.code), Array(6).fill(90))
  // Those of the small order were booked without a step: they have no discount, but count for the others.
  const prices = await openPrices(small.code)
  assert.deepEqual(prices.toSorted(), [...Array(4).fill(100), ...Array(4).fill(90)])

  const back = await sql<{ id: number }>`select id from booking_order where code = ${large.code}`.execute(
    site.kontor.db,
  )
  await office.call('POST', `/orders/${back.rows[0]!.id}/bookings`, { bookingIds: large.ids.slice(6) })
  assert.deepEqual(await openPrices(large.code), Array(10).fill(50))
  await office.call('POST', `/orders/${back.rows[0]!.id}/bookings`, { bookingIds: large.ids })
  assert.deepEqual(await openPrices(large.code), Array(10).fill(50), 'nothing moves')
})

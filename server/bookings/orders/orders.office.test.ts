// Orders: seats with and without participants, their prices, what they were before, cancelling with a fee, invoice confirmations.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../../test/support/test-instance.ts'
import type { Booking, DateSeats } from '../booking.schema.ts'
import { type CancellationTerms, feePercent } from '../cancellation.ts'
import type { Order } from './order.schema.ts'

const kontor = await testInstance({ start: '2027-03-01T09:00:00Z' })
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn({ rights: ['100100', '100400', '090300', 'booking', 'catalogue'] })

let count = 0
const contact = async (values: { contact_type?: string; company_id?: number; last_name?: string } = {}) =>
  (
    await db
      .insertInto('contact')
      .values({ contact_type: 'person', last_name: `Person ${String(++count).padStart(3, '0')}`, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const company = await contact({ contact_type: 'company', last_name: 'Nordwerk GmbH' })
const orderer = await contact({ last_name: 'Ordner', company_id: company })

const { id: eventId } = await db
  .insertInto('event')
  .values({ title: 'Excel', article_no: 'EX-1' })
  .returning('id')
  .executeTakeFirstOrThrow()
await db
  .insertInto('cancellation_step')
  .values([
    { event_id: eventId, days_before: 14, fee_percent: 0 },
    { event_id: eventId, days_before: 7, fee_percent: 50 },
    { event_id: eventId, days_before: 0, fee_percent: 100 },
  ])
  .execute()
const newDate = async (max: number, values: { start_date?: string; has_waiting_list?: boolean } = {}) => {
  const { id } = await db
    .insertInto('event_date')
    .values({
      event_id: eventId,
      participants_max: max,
      start_date: '2027-04-15',
      status: 'confirmed',
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const price = { date_id: id, currency: 'EUR', vat_rate: 19, vat_included: false }
  await db
    .insertInto('date_price')
    .values([
      { ...price, position: 1, title: 'Frühbucher', net_price: '500', valid_to: '2027-02-28' },
      { ...price, position: 2, title: 'Normalpreis', net_price: '690.50' },
    ])
    .execute()
  return id
}

const send = async <R>(method: string, path: string, body: object): Promise<R[]> => {
  const answer = await office.call(method, path, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}
const read = async <R>(path: string): Promise<R> => (await office.call('GET', path)).json[0]
const book = (dateId: number, body: object) =>
  send<Booking>('POST', '/bookings', { dateId, status: 'booked', participants: [], ...body })
const change = async (id: number, body: object) => {
  const { version } = await read<Booking>(`/bookings/${id}`)
  return office.call('PATCH', `/bookings/${id}`, { version, ...body })
}
const orderOf = ({ orderId }: Booking) => read<Order>(`/orders/${orderId}`)
const termsOf = (bookings: readonly Booking[]) =>
  send<CancellationTerms>('POST', '/bookings/cancellation-terms', { ids: bookings.map(({ id }) => id) })
const fields = (answer: { json: { details: { field: string }[] } }) =>
  answer.json.details.map(({ field }) => field)

test('a booking without an order is ordered by its first participant, with the company', async () => {
  const dateId = await newDate(5)
  const [booking] = await book(dateId, {
    participants: [{ contactId: orderer }, { contactId: await contact() }],
  })
  const order = await orderOf(booking!)
  assert.deepEqual(
    [order.ordererName, order.companyName, order.invoiceName, order.source, order.seatCount],
    ['Ordner', 'Nordwerk GmbH', 'Nordwerk GmbH', 'office', 2],
  )
  assert.equal(booking!.orderedBy, 'Nordwerk GmbH')
})

test('a company books four seats, two of them without a name; each takes a seat, and is named later', async () => {
  const dateId = await newDate(4)
  const bookings = await book(dateId, {
    participants: [{ contactId: await contact() }, { contactId: await contact() }],
    unnamedSeats: 2,
    order: {
      companyId: company,
      ordererId: orderer,
      invoiceReference: ' PO-77 ',
      comment: 'per Telefon',
      termsAccepted: true,
    },
  })
  assert.deepEqual(
    bookings.map(({ contactId }) => contactId === 0),
    [false, false, true, true],
  )
  assert.equal((await read<DateSeats>(`/dates/${dateId}/seats`)).freeSeats, 0)
  const order = await orderOf(bookings[0]!)
  assert.deepEqual(
    [order.seatCount, order.unnamedCount, order.invoiceReference, order.termsAccepted],
    [4, 2, 'PO-77', true],
  )
  const unnamed = bookings[2]!
  const named = await change(unnamed.id, {
    participant: { lastName: 'Nachtrag', email: 'nachtrag@kontor.example' },
  })
  assert.equal(named.json[0].lastName, 'Nachtrag')
  // Naming a seat replaces nobody.
  assert.deepEqual(named.json[0].history, [])
  const again = await change(bookings[3]!.id, { participant: { contactId: named.json[0].contactId } })
  assert.equal(again.status, 409)
  assert.equal((await orderOf(unnamed)).unnamedCount, 1)
  const { json: listed } = await office.call('GET', `/bookings?orderId=${unnamed.orderId}&isUnnamed=true`)
  assert.deepEqual(
    listed.map(({ id }: Booking) => id),
    [bookings[3]!.id],
  )
})

test('sorted by name, seats without a name come last, on their page', async () => {
  const dateId = await newDate(5)
  const [first] = await book(dateId, { participants: [{ contactId: await contact() }], unnamedSeats: 1 })
  for (const order of ['asc', 'desc']) {
    const { json, headers } = await office.call(
      'GET',
      `/bookings?dateId=${dateId}&sort=lastName&order=${order}`,
    )
    assert.equal(headers['x-total-count'], '2')
    assert.deepEqual(
      json.map(({ contactId }: Booking) => contactId),
      [first!.contactId, 0],
    )
  }
})

test('sorted by name, a page can end with the first seats without a name, and the next begins with the others', async () => {
  const dateId = await newDate(10)
  const participants = [await contact(), await contact(), await contact()].map((contactId) => ({ contactId }))
  const booked = await book(dateId, { participants, unnamedSeats: 4 })
  const named = booked.filter(({ contactId }) => contactId > 0).map(({ id }) => id)
  const unnamed = booked.filter(({ contactId }) => contactId === 0).map(({ id }) => id)
  const expected = { asc: unnamed, desc: unnamed.toReversed() }
  for (const order of ['asc', 'desc'] as const)
    for (const perPage of [2, 3, 4]) {
      const found: number[] = []
      for (let page = 1; page <= 7 / perPage + 1; page++) {
        const { json, headers } = await office.call(
          'GET',
          `/bookings?dateId=${dateId}&sort=lastName&order=${order}&perPage=${perPage}&page=${page}`,
        )
        assert.equal(headers['x-total-count'], '7')
        found.push(...json.map(({ id }: Booking) => id))
      }
      assert.deepEqual(new Set(found.slice(0, 3)), new Set(named), `${order} ${perPage}`)
      assert.deepEqual(found.slice(3), expected[order], `${order} ${perPage}`)
    }
})

test('seats are added to an order; nobody, too many, and contacts of the wrong kind are refused by field', async () => {
  const dateId = await newDate(5)
  const [booking] = await book(dateId, { unnamedSeats: 1, order: { companyId: company } })
  await book(dateId, { unnamedSeats: 1, orderId: booking!.orderId })
  assert.equal((await orderOf(booking!)).seatCount, 2)
  const refused = async (body: object) =>
    fields(await office.call('POST', '/bookings', { dateId, status: 'booked', participants: [], ...body }))
  assert.deepEqual(await refused({}), ['participants'])
  assert.deepEqual(await refused({ unnamedSeats: 101 }), ['unnamedSeats'])
  assert.deepEqual(await refused({ participants: [{ contactId: orderer }], unnamedSeats: 100 }), [
    'unnamedSeats',
  ])
  assert.deepEqual(await refused({ unnamedSeats: 1, orderId: 99999 }), ['orderId'])
  assert.deepEqual(await refused({ unnamedSeats: 1, orderId: booking!.orderId, order: {} }), ['order'])
  assert.deepEqual(
    await refused({
      unnamedSeats: 1,
      order: { ordererId: company, companyId: orderer, invoiceContactId: 99999 },
    }),
    ['order.ordererId', 'order.companyId', 'order.invoiceContactId'],
  )
  assert.equal((await orderOf(booking!)).seatCount, 2)
})

test('the bookings of a company include its seats without a name, but nobody else’s', async () => {
  const dateId = await newDate(9)
  const [firm, other] = [
    await contact({ contact_type: 'company' }),
    await contact({ contact_type: 'company' }),
  ]
  const guest = await contact()
  const employee = await contact({ company_id: firm })
  const [unnamed, ofGuest] = [
    (await book(dateId, { unnamedSeats: 1, order: { companyId: firm } }))[0]!,
    (await book(dateId, { participants: [{ contactId: guest }], order: { companyId: firm } }))[0]!,
  ]
  const [ofEmployee] = await book(dateId, {
    participants: [{ contactId: employee }],
    order: { companyId: other },
  })
  const { json } = await office.call('GET', `/bookings?companyId=${firm}&sort=id&order=asc`)
  assert.deepEqual(
    json.map(({ id }: Booking) => id),
    [unnamed.id, ofEmployee!.id],
  )
  assert.equal((await read<Booking>(`/bookings/${ofGuest.id}`)).contactId, guest)
})

test('an order is changed with its version; the invoice goes to the named recipient', async () => {
  const dateId = await newDate(5)
  const [booking] = await book(dateId, { unnamedSeats: 1, order: { companyId: company } })
  const { version, id } = await orderOf(booking!)
  const [changed] = await send<Order>('PATCH', `/orders/${id}`, {
    version,
    invoiceContactId: orderer,
    invoiceReference: 'KST 12',
    termsAccepted: true,
  })
  assert.deepEqual(
    [changed!.invoiceName, changed!.invoiceReference, changed!.termsAccepted],
    ['Ordner', 'KST 12', true],
  )
  assert.equal((await office.call('PATCH', `/orders/${id}`, { version, comment: 'alt' })).status, 409)
  const stranger = await kontor.signIn({ rights: ['catalogue'] })
  assert.equal((await stranger.call('GET', '/orders')).status, 403)
  const { json } = await office.call('GET', `/orders?contactId=${company}&q=kst`)
  assert.deepEqual(
    json.map((order: Order) => order.id),
    [id],
  )
})

test('a seat keeps the price at which it was booked; reductions have a reason and never exceed it', async () => {
  const dateId = await newDate(5)
  const [booking] = await book(dateId, { unnamedSeats: 1 })
  assert.deepEqual(
    [booking!.priceTitle, booking!.priceAmount, booking!.priceCurrency, booking!.priceVatIncluded],
    ['Normalpreis', 690.5, 'EUR', false],
  )
  await db.updateTable('date_price').set({ net_price: '900' }).where('date_id', '=', dateId).execute()
  assert.equal((await read<Booking>(`/bookings/${booking!.id}`)).finalPrice, 690.5)
  const reduced = await change(booking!.id, { reductions: [{ reason: 'Mitglied', amount: 90.5 }] })
  assert.deepEqual([reduced.json[0].finalPrice, reduced.json[0].reductions.length], [600, 1])
  for (const body of [{ reductions: [{ reason: 'Zu viel', amount: 690.51 }] }, { priceAmount: 50 }])
    assert.deepEqual(fields(await change(booking!.id, body)), ['reductions'])
  assert.deepEqual(fields(await change(booking!.id, { reductions: [{ reason: ' ', amount: 1 }] })), [
    'reductions[0].reason',
  ])
  assert.equal((await read<Booking>(`/bookings/${booking!.id}`)).finalPrice, 600)
  const [chosen] = await book(dateId, {
    unnamedSeats: 1,
    price: {
      priceTitle: 'Mitglied',
      priceAmount: 100,
      priceCurrency: 'EUR',
      priceVatRate: 0,
      priceVatIncluded: true,
    },
  })
  assert.deepEqual([chosen!.priceTitle, chosen!.finalPrice], ['Mitglied', 100])
  const [free] = await book(dateId, { unnamedSeats: 1, price: null })
  assert.equal(free!.finalPrice, null)
})

test('a booking tells for which day it was made: after its date has moved, and after it has moved to another date', async () => {
  const dateId = await newDate(5)
  const other = await newDate(5, { start_date: '2027-06-01' })
  const [booking] = await book(dateId, { participants: [{ contactId: await contact() }] })
  const { version } = await read<{ version: number }>(`/dates/${dateId}`)
  await send('POST', `/dates/${dateId}/move`, { version, startDate: '2027-05-20' })
  await change(booking!.id, { dateId: other })
  const { history, startDate } = await read<Booking>(`/bookings/${booking!.id}`)
  assert.equal(startDate, '2027-06-01')
  assert.deepEqual(
    history.map((one) => [one.dateId, one.startDate, one.dateTitle]),
    [
      [dateId, '2027-04-15', 'Excel'],
      [dateId, '2027-05-20', 'Excel'],
    ],
  )
})

test('a person is replaced: the seat stays, the former participant is kept', async () => {
  const dateId = await newDate(1)
  const [first, second] = [await contact({ last_name: 'Krank' }), await contact({ last_name: 'Vertretung' })]
  const [booking] = await book(dateId, { participants: [{ contactId: first }] })
  const { json } = await change(booking!.id, { participant: { contactId: second } })
  assert.equal(json[0].lastName, 'Vertretung')
  assert.deepEqual(
    json[0].history.map(({ contactName }: { contactName: string }) => contactName),
    ['Krank'],
  )
  // The timeline of each still tells what they had.
  const kindsOf = async (id: number) =>
    (await office.call('GET', `/contacts/${id}/timeline?kind=booking,replacement`)).json.map(
      ({ kind, title, text }: { kind: string; title: string; text: string }) => [kind, title, text],
    )
  assert.deepEqual(await kindsOf(first), [['replacement', 'Excel', '2027-04-15']])
  assert.deepEqual(await kindsOf(second), [['booking', 'Excel', '2027-04-15']])
  assert.deepEqual(fields(await change(booking!.id, { participant: { contactId: company } })), [
    'participant.contactId',
  ])
  assert.deepEqual(fields(await change(booking!.id, { participant: { lastName: 'Ohne Mail' } })), [
    'participant.email',
  ])
})

test('a participant is not replaced once attendance is recorded; half days of one who is replaced are deleted', async () => {
  const dateId = await newDate(2)
  const [booking, other] = await book(dateId, {
    participants: [{ contactId: await contact({ last_name: 'Da' }) }, { contactId: await contact() }],
  })
  await change(booking!.id, { status: 'attended' })
  const refused = await change(booking!.id, { participant: { contactId: await contact() } })
  assert.equal(refused.status, 409)
  assert.match(refused.json.message, /attendance of Da is recorded/)
  await db
    .insertInto('attendance')
    .values({ booking_id: other!.id, day: '2027-04-15', half: 'morning', attended: true })
    .execute()
  assert.equal((await change(other!.id, { participant: { contactId: await contact() } })).status, 200)
  assert.deepEqual(
    await db.selectFrom('attendance').select('id').where('booking_id', '=', other!.id).execute(),
    [],
  )
})

test('steps of cancellation: until 14 days before nothing, then half, then all', () => {
  const steps = [
    { daysBefore: 0, feePercent: 100 },
    { daysBefore: 14, feePercent: 0 },
    { daysBefore: 7, feePercent: 50 },
  ]
  assert.deepEqual(
    [30, 14, 13, 7, 6, 0, -3].map((days) => feePercent(steps, days)),
    [0, 0, 50, 50, 100, 100, 100],
  )
  assert.equal(feePercent([], 3), 0)
  // Without a step for the last days, that with the fewest days stays in force.
  assert.equal(feePercent([{ daysBefore: 14, feePercent: 20 }], 3), 20)
})

test('cancelling keeps the reason and the fee, and frees the seat for the waiting list; booking again clears them', async () => {
  const dateId = await newDate(1, { start_date: '2027-03-10', has_waiting_list: true })
  const [booking] = await book(dateId, { participants: [{ contactId: await contact() }] })
  const waiting = await contact()
  await book(dateId, { status: 'waitlisted', participants: [{ contactId: waiting }] })
  assert.deepEqual(await termsOf([booking!]), [
    {
      bookingId: booking!.id,
      daysBefore: 9,
      steps: [
        { daysBefore: 14, feePercent: 0 },
        { daysBefore: 7, feePercent: 50 },
        { daysBefore: 0, feePercent: 100 },
      ],
      feePercent: 50,
      fee: 345.25,
      finalPrice: 690.5,
      currency: 'EUR',
    },
  ])
  assert.deepEqual(fields(await change(booking!.id, { cancellation: { reason: 'x', fee: null } })), [
    'cancellation',
  ])
  const { json } = await change(booking!.id, {
    status: 'cancelled',
    cancellation: { reason: 'Krankheit', fee: 345.25 },
  })
  assert.deepEqual([json[0].cancellationReason, json[0].cancellationFee], ['Krankheit', 345.25])
  assert.equal(json[0].cancelledAt.slice(0, 10), '2027-03-01')
  assert.equal(json[1].contactId, waiting)
  await db.updateTable('event_date').set({ participants_max: 2 }).where('id', '=', dateId).execute()
  const again = await change(booking!.id, { status: 'booked' })
  assert.deepEqual(
    [again.json[0].cancelledAt, again.json[0].cancellationReason, again.json[0].cancellationFee],
    ['', '', null],
  )
})

test('several bookings are cancelled with one reason, each with its fee; those promoted are told', async () => {
  const dateId = await newDate(3, { start_date: '2027-03-10', has_waiting_list: true })
  const [one, two, three] = await book(dateId, {
    participants: [{ contactId: await contact() }, { contactId: await contact() }],
    unnamedSeats: 1,
  })
  const waiting = await contact()
  const [waitlisted] = await book(dateId, { status: 'waitlisted', participants: [{ contactId: waiting }] })
  await change(two!.id, { reductions: [{ reason: 'Rabatt', amount: 90.5 }] })
  await change(three!.id, { status: 'cancelled', cancellation: { reason: 'früher', fee: 12 } })
  // The waiting person now has the seat of the third.
  const bookings = [one!, two!, three!, waitlisted!]
  assert.deepEqual(
    (await termsOf(bookings)).map(({ fee }) => fee),
    [345.25, 300, 0, 345.25],
  )
  assert.equal((await office.call('POST', '/bookings/cancellation-terms', { ids: [99999] })).status, 404)
  const ids = [one!.id, two!.id, three!.id]
  const cancel = (body: object) => office.call('POST', '/bookings/bulk-update', { ids, ...body })
  const fees = [{ id: one!.id, fee: 345.25 }]
  assert.deepEqual(fields(await cancel({ status: 'booked', cancellation: { reason: '', fees } })), [
    'cancellation',
  ])
  assert.deepEqual(
    fields(
      await cancel({ status: 'cancelled', cancellation: { reason: '', fees: [{ id: 99999, fee: 1 }] } }),
    ),
    ['cancellation.fees[0].id'],
  )
  const next = await contact()
  await book(dateId, { status: 'waitlisted', participants: [{ contactId: next }] })
  const { json, text } = await cancel({ status: 'cancelled', cancellation: { reason: 'Umzug', fees } })
  assert.deepEqual(
    json.map((booking: Booking) => [
      booking.contactId === next,
      booking.status,
      booking.cancellationReason,
      booking.cancellationFee,
    ]),
    [
      [false, 'cancelled', 'Umzug', 345.25],
      [false, 'cancelled', 'Umzug', null],
      [false, 'cancelled', 'früher', 12],
      [true, 'booked', '', null],
    ],
    text,
  )
})

test('nothing is owed for a seat that is not booked, and for a date that does not take place', async () => {
  const dateId = await newDate(2, { start_date: '2027-03-02', has_waiting_list: true })
  const [booked] = await book(dateId, { unnamedSeats: 1 })
  const [reserved] = await book(dateId, { unnamedSeats: 1, status: 'reserved' })
  const [waitlisted] = await book(dateId, { unnamedSeats: 1, status: 'waitlisted' })
  const feesOf = async () => (await termsOf([booked!, reserved!, waitlisted!])).map(({ fee }) => fee)
  assert.deepEqual(await feesOf(), [690.5, 0, 0])
  await db.updateTable('event_date').set({ status: 'cancelled' }).where('id', '=', dateId).execute()
  assert.deepEqual(await feesOf(), [0, 0, 0])
})

test('bookings that have no order get one, as old as they are; a booking moves to another order', async () => {
  const dateId = await newDate(9)
  const [ada, ben] = [await contact({ company_id: company }), await contact({ company_id: company })]
  const { rows: earlier } = await sql<{ id: number }>`
    insert into booking (contact_id, date_id, status, created_at)
    values (${ada}, ${dateId}, 'booked', '2026-02-03T10:00:00Z'), (${ben}, ${dateId}, 'booked', '2026-02-01T10:00:00Z')
    returning id`.execute(db)
  const bookingIds = earlier.map(({ id }) => id)
  const refused = (body: object) => office.call('POST', '/orders', { bookingIds, ...body })
  assert.deepEqual(fields(await refused({ bookingIds: [bookingIds[0], 99999] })), ['bookingIds[1]'])
  assert.deepEqual(fields(await refused({ companyId: ada })), ['companyId'])
  const [order] = await send<Order>('POST', '/orders', { bookingIds, invoiceReference: 'PO-1' })
  assert.deepEqual(
    [order!.ordererId, order!.companyId, order!.seatCount, order!.invoiceReference, order!.source],
    [ada, company, 2, 'PO-1', 'office'],
  )
  assert.equal(order!.createdAt.slice(0, 10), '2026-02-01')
  assert.equal((await refused({})).status, 409)

  const [later] = await book(dateId, { participants: [{ contactId: orderer }] })
  const { json: found } = await office.call('GET', `/orders?contactId=${ada},${orderer}&q=PO-1`)
  assert.deepEqual(
    found.map(({ id }: Order) => id),
    [order!.id],
  )
  const [grown] = await send<Order>('POST', `/orders/${order!.id}/bookings`, { bookingIds: [later!.id] })
  assert.equal(grown!.seatCount, 3)
  assert.equal((await read<Booking>(`/bookings/${later!.id}`)).orderId, order!.id)
  const { rows: modules } = await sql<{ id: number }>`
    insert into booking (contact_id, date_id, status, series_booking_id)
    values (${ada}, ${await newDate(1)}, 'booked', ${later!.id}) returning id`.execute(db)
  const ofModule = { bookingIds: [modules[0]!.id] }
  assert.deepEqual(fields(await office.call('POST', `/orders/${order!.id}/bookings`, ofModule)), [
    'bookingIds[0]',
  ])
  assert.equal((await office.call('POST', '/orders/99999/bookings', { bookingIds })).status, 404)
})

test('the waiting list of a full date can be switched on from the booking', async () => {
  const dateId = await newDate(1)
  const body = { status: 'booked', dateId, participants: [], unnamedSeats: 2, waitlistIfFull: true }
  assert.equal((await office.call('POST', '/bookings', body)).json.message.includes('no waiting list'), true)
  const [seats] = await send<DateSeats>('PATCH', `/dates/${dateId}/seats`, { hasWaitingList: true })
  assert.equal(seats!.hasWaitingList, true)
  assert.deepEqual(
    (await send<Booking>('POST', '/bookings', body)).map(({ status }) => status),
    ['booked', 'waitlisted'],
  )
})

test('replacing the participant of a series replaces them in its modules, except where attendance is recorded', async () => {
  const [series, attended, open] = [await newDate(5), await newDate(5), await newDate(5)]
  for (const [index, module] of [attended, open].entries()) {
    const { id } = await db
      .insertInto('series_module')
      .values({ date_id: series, position: index + 1, module_event_id: eventId, is_mandatory: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('series_module_date')
      .values({ series_module_id: id, linked_date_id: module, position: 1 })
      .execute()
  }
  const [first, second] = [await contact(), await contact()]
  const [booking] = await book(series, { participants: [{ contactId: first }] })
  const participantOf = async (dateId: number) =>
    (await office.call('GET', `/dates/${dateId}/bookings`)).json[0] as Booking
  await change((await participantOf(attended)).id, { status: 'attended' })
  await change(booking!.id, { participant: { contactId: second } })
  assert.deepEqual(
    [(await participantOf(attended)).contactId, (await participantOf(open)).contactId],
    [first, second],
  )
})

test('an invoice confirmation of an order: one element for seats at the same price, to the company, with its reference', async () => {
  const dateId = await newDate(5)
  const bookings = await book(dateId, {
    participants: [{ contactId: await contact({ last_name: 'Anders' }) }],
    unnamedSeats: 2,
    order: { companyId: company, ordererId: orderer, invoiceReference: 'PO-9' },
  })
  await change(bookings[1]!.id, { reductions: [{ reason: 'Rabatt', amount: 90.5 }] })
  await change(bookings[2]!.id, { status: 'cancelled', cancellation: { reason: '', fee: 10 } })
  const body = { bookingIds: bookings.map(({ id }) => id) }
  const [preview] = await send<{ contactName: string; totals: { net: number; gross: number }[] }>(
    'POST',
    '/invoice-confirmations/for-bookings/preview',
    body,
  )
  assert.equal(preview!.contactName, 'Nordwerk GmbH')
  assert.deepEqual(
    preview!.totals.map(({ net, gross }) => [net, gross]),
    [[1300.5, 1547.6]],
  )
  const [created] = await send<{
    contactId: number
    reference: string
    elements: { content: string; description: string; totalPrice: number }[]
  }>('POST', '/invoice-confirmations/for-bookings', body)
  assert.deepEqual([created!.contactId, created!.reference], [company, 'PO-9'])
  assert.deepEqual(
    created!.elements.map(({ content, description, totalPrice }) => [content, description, totalPrice]),
    [
      ['2 × Excel, Normalpreis', 'Anders', 1290.5],
      ['Stornogebühr, Excel, Normalpreis', '', 10],
    ],
  )
})

test('an invoice confirmation is refused for bookings without a price, and to an address of somebody else', async () => {
  const dateId = await newDate(5)
  const [free] = await book(dateId, { participants: [{ contactId: await contact() }], price: null })
  const refuse = async (body: object) =>
    fields(await office.call('POST', '/invoice-confirmations/for-bookings', body))
  assert.deepEqual(await refuse({ bookingIds: [free!.id, 99999] }), ['bookingIds[0]', 'bookingIds[1]'])
  const [priced] = await book(dateId, { participants: [{ contactId: await contact() }] })
  assert.deepEqual(await refuse({ bookingIds: [priced!.id], contactId: 99999 }), ['contactId'])
  assert.deepEqual(await refuse({ bookingIds: [priced!.id], addressId: 99999 }), ['addressId'])
})

test('the seats of a date that are in no invoice confirmation get one for each receiver and reference, each seat once', async () => {
  type OpenSeats = {
    contactId: number
    contactName: string
    reference: string
    bookingIds: number[]
    sums: { currency: string; amount: number }[]
  }
  const dateId = await newDate(9)
  const path = `/dates/${dateId}/open-seats`
  const open = async () =>
    ((await office.call('GET', path)).json as OpenSeats[]).map((one) => [
      one.contactName,
      one.reference,
      one.bookingIds.length,
      one.sums,
    ])
  const ofCompany = { companyId: company, ordererId: orderer }
  const one = await book(dateId, { unnamedSeats: 2, order: { ...ofCompany, invoiceReference: 'PO-1' } })
  const two = await book(dateId, { unnamedSeats: 2, order: { ...ofCompany, invoiceReference: 'PO-2' } })
  const [alone] = await book(dateId, { participants: [{ contactId: await contact({ last_name: 'Solo' }) }] })
  await book(dateId, { participants: [{ contactId: await contact() }], price: null })
  await book(dateId, { participants: [{ contactId: await contact() }], status: 'reserved' })
  await change(two[0]!.id, { status: 'cancelled', cancellation: { reason: '', fee: 0 } })
  await change(two[1]!.id, { status: 'cancelled', cancellation: { reason: '', fee: 100 } })
  const euros = (amount: number) => [{ currency: 'EUR', amount }]
  assert.deepEqual((await open()).toSorted(), [
    // With 19 % VAT.
    ['Nordwerk GmbH', 'PO-1', 2, euros(1643.39)],
    ['Nordwerk GmbH', 'PO-2', 1, euros(119)],
    ['Solo', '', 1, euros(821.7)],
  ])
  // One that was created from its booking is not offered again.
  await send('POST', '/invoice-confirmations/for-bookings', { bookingIds: [alone!.id] })
  assert.equal((await open()).length, 2)

  const confirm = (bookingIds: number[]) =>
    office.call('POST', `/dates/${dateId}/invoice-confirmations`, { bookingIds })
  assert.deepEqual(fields(await confirm([one[0]!.id, alone!.id, two[0]!.id])), [
    'bookingIds[1]',
    'bookingIds[2]',
  ])
  const rest = [...one.map(({ id }) => id), two[1]!.id]
  const answers = await Promise.all([confirm(rest), confirm(rest)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
  const created = answers.find(({ status }) => status === 200)!.json as { id: number }[]
  assert.equal(created.length, 2)
  assert.deepEqual(await open(), [])
  const { rows } = await sql<{ net: string; reference: string }>`
    select sum(e.total_price)::text as net, i.reference from invoice_confirmation i
    join invoice_confirmation_element e on e.confirmation_id = i.id
    where i.id = any(${created.map(({ id }) => id)}::int[]) group by i.id order by 2`.execute(db)
  assert.deepEqual(
    rows.map(({ net, reference }) => [net, reference]),
    [
      ['1381.00', 'PO-1'],
      ['100.00', 'PO-2'],
    ],
  )
})

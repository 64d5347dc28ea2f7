// /booking/{secret}: persons are named and replaced, seats are cancelled by the terms, by a link alone.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, shownText, type Website } from '../../../../test/support/website.ts'

let site: Website
let key: string
before(async () => {
  site = await openWebsite({
    start: '2026-11-25T12:00:00Z',
    settings: { publicUrl: 'https://kontor.example.org' },
  })
  key = await site.createKey({ isSecret: true })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true), ('off', 'off', false, false)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'R', true), (2, 'Series', true);
    insert into cancellation_step (event_id, days_before, fee_percent) values (1, 30, 0), (1, 0, 50), (2, 0, 50);
    insert into event_date (id, event_id, start_date, end_date, participants_max, status, is_published, has_waiting_list) values
      (10, 1, '2026-12-10', '2026-12-11', 3, 'open', true, true),
      (12, 1, '2027-03-01', '2027-03-02', 2, 'open', true, true), (13, 1, '2027-03-08', null, 5, 'open', true, false),
      (14, 1, '2027-03-15', null, 1, 'open', true, false), (15, 1, '2027-03-22', null, 9, 'open', false, false),
      (16, 1, '2027-03-29', null, 9, 'off', true, false), (17, 1, '2026-11-25', null, 9, 'open', true, false),
      (20, 2, '2027-04-01', null, 20, 'open', true, false), (21, 2, '2027-04-01', null, 5, 'open', true, false);
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included) values
      (10, 1, 'Normalpreis', 240, 'EUR', 19, true), (12, 1, 'Normalpreis', 240, 'EUR', 19, true),
      (13, 1, 'Frühjahr', 260.5, 'EUR', 19, true), (14, 1, 'Aktion', 200, 'EUR', 19, true), (20, 1, 'Reihe', 100, 'EUR', 19, true);
    insert into series_module (id, date_id, position, is_mandatory) values (1, 20, 1, true);
    insert into series_module_date (series_module_id, position, linked_date_id) values (1, 1, 21)`.execute(
    site.kontor.db,
  )
})
beforeEach(async () => {
  site.kontor.clock.set('2026-11-25T12:00:00Z')
  await sql`update event_date set status = 'open' where id <> 16;
    update event set visitors_may_name = true, visitors_may_move = true, visitors_may_cancel = true, visitor_change_days = 1;
    delete from attendance; delete from booking; delete from order_link; delete from booking_order;
    delete from outbox_mail; delete from message;
    delete from email_address; delete from contact`.execute(site.kontor.db)
})
after(() => site.kontor.close())

const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const cara = { firstName: 'Cara', lastName: 'Nolte', email: 'cara@kontor.example' }
const dora = { firstName: 'Dora', lastName: 'Lenz', email: 'dora@kontor.example' }
const later = { later: true }

/** Books, and returns the path of the page with the ids of the bookings. */
async function book(seats: object[], more: object = {}): Promise<{ path: string; ids: number[] }> {
  const invoiceTo = { company: 'Nordlicht', street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' }
  const body = { dateId: 10, seats, orderer: ben, invoiceTo, isConsumer: false, accepted: [], ...more }
  const { status, json, text } = await site.post('/bookings', body, { key })
  assert.equal(status, 201, text)
  const order = await site.kontor.db
    .selectFrom('booking_order')
    .select('id')
    .where('code', '=', json.code)
    .executeTakeFirstOrThrow()
  const rows = await site.kontor.db
    .selectFrom('booking')
    .select('id')
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute()
  return { path: new URL(json.manageUrl).pathname, ids: rows.map(({ id }) => id) }
}

const personFields = (id: number, { firstName, lastName, email }: typeof ben) => ({
  [`firstName.${id}`]: firstName,
  [`lastName.${id}`]: lastName,
  [`email.${id}`]: email,
})

type OfficeBooking = {
  id: number
  firstName: string
  lastName: string
  companyName: string
  enteredAs: string
  status: string
  dateId: number
  seriesBookingId: number
  cancellationFee: number | null
  priceTitle: string
  priceAmount: number | null
  finalPrice: number | null
  cancellationReason: string
  history: { contactName: string }[]
}
async function inOffice(): Promise<OfficeBooking[]> {
  const office = await site.kontor.signIn({ rights: ['090300', 'booking', 'catalogue'] })
  return (await office.call('GET', '/bookings?sort=id&order=asc')).json
}
const namesInOffice = async () =>
  (await inOffice()).map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())

test('a person who was to be named later is named', async () => {
  const { path, ids } = await book([ben, later])
  const form = await site.open(`${path}?part=names`)
  assert.equal(form.status, 200)
  assert.match(form.text, /Platz 2: Name folgt \(R, Donnerstag, 10\. – Freitag, 11\. Dezember 2026\)/)
  assert.match(form.body, /autocomplete="section-\d+ family-name" value="Öztürk"/)
  const { status, text } = await site.send(`${path}?part=names`, {
    ...personFields(ids[0]!, ben),
    ...personFields(ids[1]!, cara),
  })
  assert.equal(status, 200)
  assert.match(text, /Die Namen sind gespeichert\./)
  assert.match(text, /Cara Nolte: gebucht/)
  const [, named] = await inOffice()
  assert.deepEqual(
    [named!.firstName, named!.lastName, named!.companyName, named!.enteredAs, named!.history],
    ['Cara', 'Nolte', 'Nordlicht', '', []],
  )
  assert.match((await site.open(`${path}?part=names`, 'en')).text, /Seat 2: Cara Nolte/)
})

test('a person is replaced; those named in a series have its modules, too', async () => {
  const { path, ids } = await book([ben, later], { dateId: 20 })
  await site.send(`${path}?part=names`, { ...personFields(ids[0]!, cara), ...personFields(ids[1]!, dora) })
  const bookings = await inOffice()
  assert.deepEqual(bookings.map(({ dateId, lastName }) => `${dateId} ${lastName}`).toSorted(), [
    '20 Lenz',
    '20 Nolte',
    '21 Lenz',
    '21 Nolte',
  ])
  assert.deepEqual(
    bookings.find(({ id }) => id === ids[0])!.history.map(({ contactName }) => contactName),
    ['Ben Öztürk'],
  )
})

test('two persons change places, and one who has a seat already gets no second one', async () => {
  const { path, ids } = await book([ben, cara])
  await site.send(`${path}?part=names`, { ...personFields(ids[0]!, cara), ...personFields(ids[1]!, ben) })
  assert.deepEqual(await namesInOffice(), ['Cara Nolte', 'Ben Öztürk'])
  const { status, text } = await site.send(`${path}?part=names`, {
    ...personFields(ids[0]!, ben),
    ...personFields(ids[1]!, ben),
  })
  // As if the person were not known.
  assert.equal(status, 200)
  assert.equal(text.match(/Ben Öztürk: gebucht/g)?.length, 2)
  const bookings = await inOffice()
  assert.deepEqual(bookings.map(({ lastName }) => lastName).toSorted(), ['', 'Öztürk'])
  assert.ok(bookings.some(({ enteredAs }) => enteredAs === 'Ben Öztürk, ben@kontor.example'))
})

test('a known person stays as it is', async () => {
  const office = await site.kontor.signIn({ rights: ['090300', 'booking:access'] })
  await office.call('POST', '/contacts', {
    firstName: 'Carolina',
    lastName: 'Nolte',
    emails: [{ email: 'cara@kontor.example' }],
  })
  const { path, ids } = await book([later])
  const { text } = await site.send(`${path}?part=names`, personFields(ids[0]!, cara))
  assert.match(text, /Cara Nolte: gebucht/)
  assert.doesNotMatch(text, /Carolina/)
  const [booking] = await inOffice()
  assert.deepEqual([booking!.firstName, booking!.enteredAs], ['Carolina', 'Cara Nolte, cara@kontor.example'])
})

test('the person whom staff book instead of the entered one is shown', async () => {
  const { path, ids } = await book([ben])
  const office = await site.kontor.signIn({ rights: ['090300', '090300:add', 'booking', 'catalogue'] })
  const [{ version }] = (await office.call('GET', '/bookings')).json
  const { status, text } = await office.call('PATCH', `/bookings/${ids[0]}`, { version, participant: dora })
  assert.equal(status, 200, text)
  assert.match((await site.open(path)).text, /Dora Lenz: gebucht/)
})

test('errors stand beside their fields; entries are kept, and nothing is saved', async () => {
  const { path, ids } = await book([ben, later])
  const { status, body, text } = await site.send(`${path}?part=names`, {
    ...personFields(ids[0]!, cara),
    ...personFields(ids[1]!, { firstName: 'X"<', lastName: ' ', email: 'x' }),
  })
  assert.equal(status, 422)
  assert.match(body, /role="alert">Noch ist nichts gespeichert/)
  assert.match(
    body,
    new RegExp(
      `id="lastName.${ids[1]}"[^>]* aria-invalid="true" aria-describedby="lastName.${ids[1]}.error"`,
    ),
  )
  assert.match(text, /E-Mail-Adresse\|Geben Sie eine gültige E-Mail-Adresse an\./)
  assert.match(body, /value="X&quot;&lt;"/)
  assert.match(body, /value="Nolte"/)
  assert.equal(body.match(/aria-invalid="true"/g)?.length, 2)
  assert.deepEqual(await namesInOffice(), ['Ben Öztürk', ''])
  assert.equal(
    (await site.send(`${path}?part=names`, personFields(ids[1]!, { ...cara, lastName: 'x'.repeat(256) })))
      .status,
    422,
  )
  assert.match(
    (await site.send(`${path}?part=names`, { [`lastName.${ids[0]}`]: '' }, 'en')).text,
    /Please enter the last name/,
  )
})

test('cancellation: the fee is shown before, looking changes nothing, and the next person gets the seat', async () => {
  const { path, ids } = await book([ben, cara, later])
  const waiting = await book([dora], { whenFull: 'waitingList', orderer: dora })
  const form = await site.open(`${path}?part=cancel`)
  assert.match(form.text, /Platz 2: Cara Nolte \([^)]*\)\|behalten\|stornieren, Gebühr 120,00\s€/)
  await site.open(`${path}?part=cancel&seat.${ids[1]}=cancel+120`)
  assert.ok((await inOffice()).every(({ status }) => status !== 'cancelled'))
  const { status, text } = await site.send(`${path}?part=cancel`, {
    [`seat.${ids[0]}`]: 'keep',
    [`seat.${ids[1]}`]: 'cancel 120',
    reason: 'Krank \0',
  })
  assert.equal(status, 200)
  assert.match(text, /Cara Nolte: storniert/)
  const bookings = await inOffice()
  const cancelled = bookings.filter((booking) => booking.status === 'cancelled')
  assert.deepEqual(
    cancelled.map(({ id, cancellationFee, cancellationReason }) => [id, cancellationFee, cancellationReason]),
    [[ids[1], 120, 'Krank']],
  )
  assert.match((await site.open(waiting.path)).text, /Dora Lenz: gebucht/)
  assert.match(
    (await site.open(`${path}?part=cancel`, 'en')).text,
    /Seat 1: Ben Öztürk \([^)]*\)\|keep\|cancel, fee €120\.00/,
  )
})

test('a fee that has changed since it was shown is shown again', async () => {
  const { path, ids } = await book([ben])
  await sql`update event_date set start_date = '2026-12-25', end_date = '2026-12-25' where id = 10`.execute(
    site.kontor.db,
  )
  const fields = { [`seat.${ids[0]}`]: 'cancel 0' }
  assert.match((await site.open(`${path}?part=cancel`)).text, /\|behalten\|kostenlos stornieren\|/)
  site.kontor.clock.set('2026-11-27T12:00:00Z')
  const { status, text, body } = await site.send(`${path}?part=cancel`, fields)
  assert.equal(status, 422)
  assert.match(text, /Noch ist nichts storniert: Die Gebühr hat sich/)
  assert.match(body, /value="cancel 120" checked/)
  assert.equal((await inOffice())[0]!.status, 'booked')
  await sql`update event_date set start_date = '2026-12-10', end_date = '2026-12-11' where id = 10`.execute(
    site.kontor.db,
  )
})

test('nothing chosen is said; a seat that is sent twice at once is cancelled once', async () => {
  const { path, ids } = await book([ben])
  const nothing = await site.send(`${path}?part=cancel`, { [`seat.${ids[0]}`]: 'keep' })
  assert.deepEqual([nothing.status, /mindestens einen Platz/.test(nothing.text)], [422, true])
  const fields = { [`seat.${ids[0]}`]: 'cancel 120' }
  await Promise.all([site.send(`${path}?part=cancel`, fields), site.send(`${path}?part=cancel`, fields)])
  const bookings = await inOffice()
  assert.deepEqual(
    bookings.map(({ status, cancellationFee }) => [status, cancellationFee]),
    [['cancelled', 120]],
  )
})

test('a link changes seats of its own order alone, and none after the date, without attendance, or when it is revoked', async () => {
  const own = await book([ben])
  const other = await book([cara], { orderer: cara })
  await site.send(`${own.path}?part=names`, personFields(other.ids[0]!, dora))
  await site.send(`${own.path}?part=cancel`, { [`seat.${other.ids[0]}`]: 'cancel 120' })
  assert.deepEqual(await namesInOffice(), ['Ben Öztürk', 'Cara Nolte'])
  assert.ok((await inOffice()).every(({ status }) => status === 'booked'))

  const parts = async () =>
    (await site.open(own.path)).text.match(/\|(Namen|Umbuchen|Stornieren)(?=\|)/g)?.join('') ?? ''
  assert.equal(await parts(), '|Namen|Umbuchen|Stornieren')
  // On its first day.
  site.kontor.clock.set('2026-12-10T12:00:00Z')
  assert.equal(await parts(), '|Namen')
  await site.send(`${own.path}?part=cancel`, { [`seat.${own.ids[0]}`]: 'cancel 120' })
  assert.equal((await inOffice())[0]!.status, 'booked')
  await sql`update booking set status = 'attended' where id = ${own.ids[0]}`.execute(site.kontor.db)
  assert.equal(await parts(), '')
  await site.send(`${own.path}?part=names`, personFields(own.ids[0]!, dora))
  assert.deepEqual(await namesInOffice(), ['Ben Öztürk', 'Cara Nolte'])
  await sql`update booking set status = 'booked' where id = ${own.ids[0]}`.execute(site.kontor.db)
  site.kontor.clock.set('2026-12-12T12:00:00Z')
  assert.equal(await parts(), '')
  site.kontor.clock.set('2026-11-25T12:00:00Z')
  await sql`update event_date set status = 'off' where id = 10`.execute(site.kontor.db)
  assert.equal(await parts(), '')
  await sql`update event_date set status = 'open' where id = 10; update order_link set revoked_at = now()`.execute(
    site.kontor.db,
  )
  assert.equal((await site.send(`${own.path}?part=names`, personFields(own.ids[0]!, dora))).status, 404)
})

/** The texts of the dates that a seat can move to. */
const dates = (body: string) =>
  [...body.matchAll(/<option value="[^"]+"[^>]*>([^<]*)/g)].map(([, label]) => shownText(label!))

test('a seat is moved: the difference of price is shown before, looking changes nothing, the next gets the old seat', async () => {
  const { path, ids } = await book([ben, cara], { dateId: 12 })
  const waiting = await book([dora], { dateId: 12, whenFull: 'waitingList', orderer: dora })
  const form = await site.open(`${path}?part=move`)
  assert.deepEqual(dates(form.body).slice(0, 3), [
    '10.–11.12.2026: gleicher Preis, 3 Plätze frei',
    '08.03.2027: 20,50 € mehr, 5 Plätze frei',
    '15.03.2027: 40,00 € weniger, 1 Platz frei',
  ])
  assert.equal(dates(form.body).length, 6)
  await site.open(`${path}?part=move&date.${ids[0]}=13+20.5`)
  assert.ok((await inOffice()).every(({ dateId }) => dateId === 12))
  const { status, text } = await site.send(`${path}?part=move`, {
    [`date.${ids[0]}`]: '13 20.5',
    [`date.${ids[1]}`]: '',
  })
  assert.equal(status, 200)
  assert.match(text, /Die gewählten Plätze sind umgebucht\./)
  assert.match(text, /\|Montag, 8\. März 2027\|[^|]*\|Ben Öztürk: gebucht\s/)
  const moved = (await inOffice()).find(({ id }) => id === ids[0])!
  assert.deepEqual(
    [moved.dateId, moved.priceTitle, moved.finalPrice, moved.history.length],
    [13, 'Frühjahr', 260.5, 1],
  )
  assert.match((await site.open(waiting.path)).text, /Dora Lenz: gebucht/)
  assert.match(
    (await site.open(`${path}?part=move`, 'en')).text,
    /Seat 1: Cara Nolte[^|]*\|New date\|do not move\|[^|]*same price[^|]*\|8 Mar 2027: €20\.50 more, 4 seats left/,
  )
})

test('reductions of the price of a seat stay after a move', async () => {
  const { path, ids } = await book([ben], { dateId: 12 })
  await sql`insert into booking_reduction (booking_id, reason, amount) values (${ids[0]}, 'Treue', 40)`.execute(
    site.kontor.db,
  )
  await site.send(`${path}?part=move`, { [`date.${ids[0]}`]: '14 -40' })
  assert.deepEqual(
    (await inOffice()).map(({ dateId, finalPrice }) => [dateId, finalPrice]),
    [[14, 160]],
  )
  // With VAT, as the price was, also at a date whose price is net.
  const storePrice = (gross: number | null, net: number | null) =>
    sql`update date_price set gross_price = ${gross}, net_price = ${net}, vat_included = ${net === null} where date_id = 13`.execute(
      site.kontor.db,
    )
  await storePrice(null, 200)
  await site.send(`${path}?part=move`, { [`date.${ids[0]}`]: '13 38' })
  await storePrice(260.5, null)
  assert.deepEqual(
    (await inOffice()).map(({ dateId, priceAmount, finalPrice }) => [dateId, priceAmount, finalPrice]),
    [[13, 238, 198]],
  )
  // More than the price of the other date.
  await sql`update booking set price_amount = 990`.execute(site.kontor.db)
  await sql`update booking_reduction set amount = 300`.execute(site.kontor.db)
  assert.match((await site.open(`${path}?part=move`)).text, /Umbuchen ist hier nicht möglich/)
})

test('all seats are moved or none; a date that is full, or has another price, is said', async () => {
  const { path, ids } = await book([ben, cara], { dateId: 12 })
  const full = await site.send(`${path}?part=move`, {
    [`date.${ids[0]}`]: '14 -40',
    [`date.${ids[1]}`]: '14 -40',
  })
  assert.equal(full.status, 422)
  assert.match(full.text, /Noch ist nichts umgebucht: An einem der Termine sind nicht genug Plätze frei/)
  assert.match(full.body, /value="14 -40" selected/)
  const changed = await site.send(`${path}?part=move`, {
    [`date.${ids[0]}`]: '13 0',
    [`date.${ids[1]}`]: '14 -40',
  })
  assert.equal(changed.status, 422)
  assert.match(changed.text, /Ein Termin oder sein Preis hat sich inzwischen geändert/)
  for (const id of [12, 15, 16, 17, 20])
    assert.equal((await site.send(`${path}?part=move`, { [`date.${ids[0]}`]: `${id} 0` })).status, 422)
  assert.equal((await site.send(`${path}?part=move`, {})).status, 422)
  assert.ok((await inOffice()).every(({ dateId }) => dateId === 12))
  // Somebody has a seat there already.
  await book([ben], { dateId: 13 })
  assert.equal((await site.send(`${path}?part=move`, { [`date.${ids[0]}`]: '13 20.5' })).status, 422)
})

test('a seat whose cancellation costs something cannot be moved', async () => {
  const { path, ids } = await book([ben])
  assert.match((await site.open(`${path}?part=move`)).text, /Umbuchen ist hier nicht möglich/)
  const { status } = await site.send(`${path}?part=move`, { [`date.${ids[0]}`]: '13 20.5' })
  assert.equal(status, 422)
  assert.equal((await inOffice())[0]!.dateId, 10)
})

test('named, replaced and cancelled participants are told by mail, as if staff had done it', async () => {
  const { path, ids } = await book([later], { orderer: dora })
  const told = async () => {
    const { rows } = await sql<{ cause: string; recipients: string }>`
      select m.cause, string_agg(o.recipient, ' ' order by o.recipient) as recipients
      from message m join outbox_mail o on o.message_id = m.id group by m.id order by m.id`.execute(
      site.kontor.db,
    )
    await sql`delete from outbox_mail; delete from message`.execute(site.kontor.db)
    return rows.map(({ cause, recipients }) => `${cause}: ${recipients}`).toSorted()
  }
  assert.deepEqual(await told(), ['booked: dora@kontor.example'])
  await site.send(`${path}?part=names`, personFields(ids[0]!, ben))
  assert.deepEqual(await told(), ['booked: ben@kontor.example dora@kontor.example'])
  await site.send(`${path}?part=names`, personFields(ids[0]!, cara))
  assert.deepEqual(await told(), [
    'booked: cara@kontor.example dora@kontor.example',
    'booking_cancelled: ben@kontor.example',
  ])
  await site.send(`${path}?part=cancel`, { [`seat.${ids[0]}`]: 'cancel 120' })
  assert.deepEqual(await told(), ['booking_cancelled: cara@kontor.example dora@kontor.example'])
})

test('a moved seat is told of, once its booking has been told', async () => {
  const { path, ids } = await book([ben], { dateId: 12 })
  await sql`update outbox_mail set sent_at = now()`.execute(site.kontor.db)
  await site.send(`${path}?part=move`, { [`date.${ids[0]}`]: '13 20.5' })
  const { rows } = await sql<{ cause: string }>`select cause from message order by id`.execute(site.kontor.db)
  assert.deepEqual(
    rows.map(({ cause }) => cause),
    ['booked', 'transferred'],
  )
})

test('staff see in the change log that the link was used', async () => {
  const { path, ids } = await book([later])
  await site.send(`${path}?part=names`, personFields(ids[0]!, cara))
  const { rows } = await sql<{ via: string }>`
    select distinct via from change_log where subject = 'booking' and subject_id = ${ids[0]} order by via`.execute(
    site.kontor.db,
  )
  assert.deepEqual(
    rows.map(({ via }) => via),
    ['link', 'website'],
  )
})

test('the parts and the link of the page keep the language of its address', async () => {
  const { path, ids } = await book([ben, later], { isConsumer: true })
  const { body } = await site.open(`${path}?lang=en`)
  assert.match(body, /<html lang="en">/)
  for (const address of ['?lang=en', '?part=names&amp;lang=en', '?part=cancel&amp;lang=en'])
    assert.ok(body.includes(`href="${address}"`), `${address}: ${body}`)
  assert.match(body, /href="\/withdraw\?contract=[\w-]+&amp;lang=en"/)
  const names = await site.open(`${path}?part=names&lang=en`)
  assert.match(names.body, /<html lang="en">.*<form method="post" action="\?part=names&amp;lang=en"/s)
  const saved = await site.send(`${path}?part=names&lang=en`, personFields(ids[1]!, dora))
  assert.equal(saved.status, 200, saved.body)
  assert.match(saved.body, /<html lang="en">/)
  assert.match((await site.open('/booking/unknown?lang=en')).body, /href="\/booking\?lang=en"/)
  // The frame always names a language.
  assert.doesNotMatch(/<main.*<\/main>/s.exec((await site.open(path)).body)![0], /[?;]lang=/)
})

test('the event limits the changes of visitors, and their time', async () => {
  const { path, ids } = await book([ben])
  const office = await site.kontor.signIn({ rights: ['090300', 'booking', 'catalogue'] })
  const { version } = (await office.call('GET', '/events/1')).json[0]
  const set = (rules: string) => sql`update event set ${sql.raw(rules)} where id = 1`.execute(site.kontor.db)
  assert.match((await site.open(path)).text, /umbuchen und stornieren: bis 9\. Dezember 2026\|/)
  assert.match((await site.open(path)).text, /\|Namen\|Umbuchen\|Stornieren\|/)
  // The last day is the fifteenth before the start, which is today.
  const changed = await office.call('PATCH', '/events/1', { version, visitorChangeDays: 15 })
  assert.equal(changed.status, 200, changed.text)
  assert.match((await site.open(path, 'en')).text, /move and cancel: until 25 November 2026\|/)
  await set('visitor_change_days = 16')
  assert.match((await site.open(path)).text, /\|Übersicht\|Namen\|Unterlagen\|/)
  await set('visitor_change_days = 1, visitors_may_move = false, visitors_may_name = false')
  assert.match(
    (await site.open(path)).text,
    /\|Übersicht\|Stornieren\|Unterlagen\|.*\|Ändern\|stornieren: bis/s,
  )
  await set('visitors_may_move = true, visitors_may_cancel = false')
  assert.match((await site.open(path)).text, /\|Übersicht\|Umbuchen\|Unterlagen\|.*\|Ändern\|umbuchen: bis/s)
  // Forbidden changes are not made.
  await site.send(`${path}?part=cancel`, { [`seat.${ids[0]}`]: 'cancel 0' })
  await site.send(`${path}?part=names`, personFields(ids[0]!, cara))
  const [booking] = await inOffice()
  assert.deepEqual([booking!.status, booking!.lastName], ['booked', 'Öztürk'])
  const refused = await office.call('PATCH', '/events/1', { version: version + 1, visitorChangeDays: 0 })
  assert.deepEqual([refused.status, refused.json.details[0].field], [400, 'visitorChangeDays'])
})

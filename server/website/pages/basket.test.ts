// /basket: several dates are collected in the address, and booked as one order, without scripts and cookies.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, shownText, type Website } from '../../../test/support/website.ts'

let site: Website
before(async () => {
  site = await openWebsite({
    start: '2026-11-25T12:00:00Z',
    settings: { publicUrl: 'https://kontor.example.org' },
  })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true), ('off', 'off', false, false)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    update client set name = 'Akademie Nord' where id = 1;
    insert into client (id, name) values (2, 'Akademie Süd') on conflict (id) do update set name = excluded.name;
    insert into event (id, title, is_published) values (1, 'Einführung in R', true), (2, 'Englisch', true), (3, 'Moderation', true);
    insert into event_date (id, event_id, start_date, end_date, participants_max, status, is_published, has_waiting_list, client_id) values
      (10, 1, '2026-12-10', '2026-12-11', 3, 'open', true, true, 1), (11, 2, '2027-01-15', null, 5, 'open', true, false, 1),
      (12, 3, '2027-02-01', null, 5, 'open', true, false, 2), (13, 3, '2027-02-02', null, 5, 'off', true, false, 1);
    insert into date_price (date_id, position, title, gross_price, net_price, currency, vat_rate, vat_included) values
      (10, 1, 'Normalpreis', 240, null, 'EUR', 19, true), (11, 1, 'Normalpreis', null, 99.99, 'EUR', 7, false);
    insert into cancellation_step (event_id, days_before, fee_percent) values (1, 14, 0), (1, 0, 50);
    insert into terms_document (id, title, body, audience, must_be_accepted, is_active, position) values
      (1, 'AGB', '<p>Es gilt deutsches Recht.</p>', 'everyone', true, true, 1)`.execute(site.kontor.db)
})
beforeEach(async () => {
  await sql`
    update website_pages set key_id = (select min(id) from website_key), address_form = 'formal';
    update event_date set participants_max = 3 where id = 10; update website_key set further_client_ids = '{}', hides_seats = false;
    delete from seat_hold; delete from order_form; delete from pending_booking; delete from booking; delete from order_link; delete from order_acceptance; delete from booking_order;
    delete from outbox_mail; delete from message; delete from email_address; delete from contact`.execute(
    site.kontor.db,
  )
})
after(() => site.kontor.close())

type Field = [name: string, value: string]
type Page = { status: number; body: string; text: string; location: string }

async function request(url: string, fields?: readonly Field[]): Promise<Page> {
  const {
    statusCode: status,
    body,
    headers,
  } = await site.kontor.app.inject({
    method: fields ? 'POST' : 'GET',
    url,
    headers: {
      'accept-language': 'de',
      ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(fields && { body: new URLSearchParams(fields).toString() }),
  })
  assert.equal(headers['set-cookie'], undefined)
  return { status, body, text: shownText(body), location: String(headers['location'] ?? '') }
}

const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

/** The fields of the form of a page as a browser sends them, without its buttons. */
function fieldsIn(body: string): Field[] {
  const form = /<form class="book".*?<\/form>/s.exec(body)?.[0] ?? ''
  const inputs = [...form.matchAll(/<input([^>]*)>/g)].flatMap(([, attributes = '']): Field[] => {
    const of = (name: string) => decoded(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
    const isChoice = ['checkbox', 'radio'].includes(of('type'))
    return isChoice && !/ checked/.test(attributes) ? [] : [[of('name'), of('value')]]
  })
  const selects = [...form.matchAll(/<select[^>]* name="([^"]*)".*?<\/select>/gs)].map(
    ([select, name]): Field => [name!, decoded(/<option value="([^"]*)" selected/.exec(select)?.[1] ?? '')],
  )
  const areas = [...form.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)/g)].map(
    ([, name, text]): Field => [name!, text!],
  )
  return [...inputs, ...selects, ...areas]
}

/** Fills in a form, and presses a button. */
function press(page: Page, entries: Readonly<Record<string, string>>, [name, value]: Field): Promise<Page> {
  const kept = fieldsIn(page.body).filter(([one]) => !(one in entries))
  const action = decoded(/<form class="book"[^>]* action="([^"]*)"/.exec(page.body)![1]!)
  return request(action, [
    ...kept,
    ...Object.entries(entries).filter(([, text]) => text !== ''),
    [name, value],
  ])
}
const step = (value: string): Field => ['step', value]

const ben = {
  kind: 'business',
  'orderer.firstName': 'Ben',
  'orderer.lastName': 'Öztürk',
  'orderer.email': 'ben@kontor.example',
  'invoiceTo.street': 'Hafenstraße 7',
  'invoiceTo.zip': '20457',
  'invoiceTo.city': 'Hamburg',
  self: 'yes',
}
const accepted = { 'accepted.1': '1' }
const fill = async (entries: Readonly<Record<string, string>> = {}, url = '/basket?basket=10,11') =>
  press(await request(url), { ...ben, ...entries }, step('review'))
const booked = async () =>
  (
    await sql<{ dateId: number; status: string; name: string | null; orderId: number }>`
      select b.date_id as "dateId", b.status, c.last_name as name, b.order_id as "orderId" from booking b left join contact c on c.id = b.contact_id
      order by b.date_id, b.id`.execute(site.kontor.db)
  ).rows

test('the pages keep the basket in their links, and add dates to it', async () => {
  const list = await request('/dates?lang=de&basket=10')
  assert.match(list.body, /href="\/basket\?lang=de&amp;basket=10"[^>]*>Warenkorb \(1\)/)
  assert.match(list.body, /href="\/basket\?lang=de&amp;basket=10&amp;add=11"[^>]*>In den Warenkorb/)
  assert.match(list.body, />Im Warenkorb</)
  assert.match(list.body, /\/events\/[^"]*basket=10/)
  assert.match(list.body, /type="hidden" name="basket" value="10"/)
  const event = await request('/events/2?basket=10').then(({ location, ...page }) =>
    location ? request(location) : page,
  )
  assert.match(event.body, /basket=10&amp;add=11"[^>]*>In den Warenkorb/)
  const basket = await request('/basket?lang=de&basket=10&add=11')
  assert.equal(basket.status, 200)
  for (const part of [
    'Einführung in R',
    'Englisch',
    '240,00 €',
    '106,99 €',
    '346,99 €',
    'Akademie Nord',
    'Warenkorb (2)',
  ])
    assert.ok(basket.text.includes(part), `${part}: ${basket.text}`)
  assert.match(basket.body, /darin enthalten: 19 % MwSt\..*38,32.*darin enthalten: 7 % MwSt\..*7,00/s)
  assert.match(basket.body, /href="\/dates\?lang=de&amp;basket=10%2C11"/)
  assert.doesNotMatch(basket.body, /<script|style="/)
})

test('an empty basket, dates that are none, and too many of them', async () => {
  assert.match((await request('/basket')).text, /Im Warenkorb ist kein Termin/)
  const unknown = await request('/basket?basket=999,x,-1,10')
  assert.match(unknown.text, /Ein Termin wird nicht mehr angeboten/)
  assert.equal(unknown.status, 200)
  const many = await request(`/basket?basket=${Array.from({ length: 5000 }, (_, at) => at + 1).join()}`)
  assert.equal(many.status, 200)
})

test('two dates are booked as one order, in two steps', async () => {
  const review = await fill()
  assert.equal(review.status, 200, review.text)
  for (const part of [
    'Ben Öztürk, ben@kontor.example',
    '346,99 €',
    '50 % des Preises',
    'Stornieren ist bis zum Tag vor dem Beginn kostenlos',
  ])
    assert.ok(review.text.includes(part), `${part}: ${review.text}`)
  assert.deepEqual(await booked(), [])
  const unaccepted = await press(review, {}, step('book'))
  assert.deepEqual([unaccepted.status, await booked()], [422, []])
  const done = await press(unaccepted, accepted, step('book'))
  assert.equal(done.status, 303, done.text)
  assert.match(done.location, /^\/booking\/[\w-]+\?/)
  assert.doesNotMatch(done.location, /basket/)
  const rows = await booked()
  assert.deepEqual(
    rows.map(({ dateId, status, name }) => [dateId, status, name]),
    [
      [10, 'booked', 'Öztürk'],
      [11, 'booked', 'Öztürk'],
    ],
  )
  assert.equal(new Set(rows.map(({ orderId }) => orderId)).size, 1)
  const order = await request(done.location)
  for (const part of ['Einführung in R', 'Englisch', '346,99 €']) assert.ok(order.text.includes(part), part)
})

test('persons of each date: those that were typed go along, and each date is booked with its own', async () => {
  const typed = await press(await request('/basket?basket=10,11'), { ...ben, seatCount: '2' }, step('seats'))
  const two = await press(
    typed,
    { 'seats[1].firstName': 'Anna', 'seats[1].lastName': 'Köhler', 'seats[1].email': 'anna@kontor.example' },
    ['switch', 'each'],
  )
  const fields = Object.fromEntries(fieldsIn(two.body))
  assert.deepEqual(
    [
      fields['of10.seats[1].lastName'],
      fields['of11.seats[1].lastName'],
      fields['of11.self'],
      fields['orderer.lastName'],
    ],
    ['Köhler', 'Köhler', 'yes', 'Öztürk'],
  )
  const wrong = await press(
    two,
    { 'of11.self': 'other', 'of11.seatCount': '1', 'of11.seats[0].firstName': 'Carla' },
    step('review'),
  )
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /Person 2: Diese Angaben gehören nicht zur Buchung/)
  assert.match(wrong.body, /href="#of11\.seats\[0\]\.lastName">Englisch: /)
  const carla = { 'of11.seats[0].lastName': 'Diaz', 'of11.seats[0].email': 'carla@kontor.example' }
  const review = await press(wrong, carla, step('review'))
  assert.equal(review.status, 200, review.text)
  assert.match(review.text, /Carla Diaz, carla@kontor\.example/)
  assert.equal((await press(review, accepted, step('book'))).status, 303)
  assert.deepEqual(
    (await booked()).map(({ dateId, name }) => [dateId, name]),
    [
      [10, 'Öztürk'],
      [10, 'Köhler'],
      [11, 'Diaz'],
    ],
  )
  // Back to the same persons: nothing that was typed is lost.
  const same = Object.fromEntries(fieldsIn((await press(wrong, carla, ['switch', 'same'])).body))
  assert.deepEqual([same['seats[1].lastName'], same['of11.seats[0].lastName']], ['Köhler', 'Diaz'])
})

test('a date that fills meanwhile is named; what was typed stays, and it waits or is left out', async () => {
  const review = await fill({
    seatCount: '2',
    'seats[1].lastName': 'Köhler',
    'seats[1].firstName': 'A',
    'seats[1].email': 'a@kontor.example',
  })
  assert.equal(review.status, 200, review.text)
  await sql`update event_date set participants_max = 1 where id = 10`.execute(site.kontor.db)
  const full = await press(review, accepted, step('book'))
  assert.equal(full.status, 422)
  assert.match(full.text, /Einführung in R: Es ist nur noch 1 Platz frei/)
  assert.deepEqual(await booked(), [])
  const fields = Object.fromEntries(fieldsIn(full.body))
  assert.deepEqual(
    [fields['seats[1].lastName'], fields['seatCount'], fields['accepted.1']],
    ['Köhler', '2', '1'],
  )
  for (const [name, value] of [
    ['wait', '10'],
    ['drop', '10'],
  ] as const)
    assert.match(full.body, new RegExp(`<button class="plain" type="submit" name="${name}" value="${value}"`))
  const without = await press(full, {}, ['drop', '10'])
  assert.equal(without.status, 200, without.text)
  assert.doesNotMatch(without.text, /Einführung in R/)
  assert.equal(Object.fromEntries(fieldsIn(without.body))['seats[1].lastName'], 'Köhler')
  const waits = await press(await press(full, {}, ['wait', '10']), {}, step('review'))
  assert.equal(waits.status, 200, waits.text)
  assert.equal((await press(waits, accepted, step('book'))).status, 303)
  assert.deepEqual(
    (await booked()).map(({ dateId, status }) => [dateId, status]),
    [
      [10, 'booked'],
      [10, 'waitlisted'],
      [11, 'booked'],
      [11, 'booked'],
    ],
  )
})

test('a full date whose free seats are not shown is named after the try, with its ways', async () => {
  await sql`update website_key set hides_seats = true`.execute(site.kontor.db)
  const review = await fill({ seatCount: '2' })
  await sql`update event_date set participants_max = 1 where id = 10`.execute(site.kontor.db)
  const full = await press(review, accepted, step('book'))
  assert.equal(full.status, 422, full.text)
  assert.match(full.text, /Einführung in R: Es sind nicht mehr genug Plätze frei/)
  assert.match(full.body, /name="wait" value="10"/)
})

test('dates of another provider, and those that are cancelled, are named and taken out', async () => {
  await sql`update website_key set further_client_ids = array[2]`.execute(site.kontor.db)
  const page = await fill({}, '/basket?basket=10,12,13')
  assert.equal(page.status, 422)
  assert.match(page.text, /Moderation: Anbieter ist Akademie Süd/)
  assert.match(page.text, /Moderation: Dieser Termin kann nicht gebucht werden/)
  const out = await press(await press(page, {}, ['drop', '12']), {}, ['drop', '13'])
  const review = await press(out, {}, step('review'))
  assert.equal((await press(review, accepted, step('book'))).status, 303)
  assert.deepEqual(
    (await booked()).map(({ dateId }) => dateId),
    [10],
  )
})

test('a double click, the back button and a second tab lead to the one order', async () => {
  const review = await fill()
  const answers = await Promise.all(Array.from({ length: 4 }, () => press(review, accepted, step('book'))))
  const again = await press(review, accepted, step('book'))
  for (const { status, location } of [...answers, again]) {
    assert.equal(status, 303)
    assert.match(location, /^\/booking\//)
  }
  assert.equal((await booked()).length, 2)
  // Something else in the same form is asked for.
  const other = await press(review, { ...accepted, 'orderer.phone': '040 1' }, step('book'))
  assert.match(other.text, /Dieses Formular hat schon gebucht/)
  assert.equal((await booked()).length, 2)
})

test('two visitors book the same dates crosswise at once: one has them, the other one is told', async () => {
  await sql`update event_date set participants_max = 1 where id in (10, 11)`.execute(site.kontor.db)
  const anna = {
    'orderer.firstName': 'Anna',
    'orderer.lastName': 'Köhler',
    'orderer.email': 'anna@kontor.example',
  }
  const forms = await Promise.all([fill({}, '/basket?basket=10,11'), fill(anna, '/basket?basket=11,10')])
  const answers = await Promise.all(forms.map((form) => press(form, accepted, step('book'))))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 422])
  assert.equal((await booked()).length, 2)
  await sql`update event_date set participants_max = 5 where id = 11`.execute(site.kontor.db)
})

test('a price that changed, and a voucher that is none, are shown before anything is booked', async () => {
  const review = await fill()
  await sql`update date_price set gross_price = 250 where date_id = 10`.execute(site.kontor.db)
  const page = await press(review, accepted, step('book'))
  await sql`update date_price set gross_price = 240 where date_id = 10`.execute(site.kontor.db)
  assert.match(page.text, /Der Preis hat sich inzwischen geändert/)
  assert.match(page.text, /356,99 €/)
  assert.deepEqual(await booked(), [])
})

test('the basket is in English, too, and says du where the pages do', async () => {
  assert.match((await request('/basket?lang=en&basket=10,11')).text, /Basket: several dates, one booking/)
  await sql`update website_pages set address_form = 'informal'`.execute(site.kontor.db)
  assert.match((await request('/basket?lang=de&basket=10,11')).text, /Deine Termine/)
})

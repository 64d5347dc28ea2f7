// /dates, /events/{slug} and /book/{dateId}: the pages on which visitors find and book dates, without scripts and cookies.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { hiddenFields, openWebsite, type Website } from '../../../test/support/website.ts'

let site: Website
before(async () => {
  site = await openWebsite({
    start: '2026-11-25T12:00:00Z',
    settings: { publicUrl: 'https://kontor.example.org' },
  })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true), ('off', 'off', false, false)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into catalogue (id, name) values (1, 'Offen');
    insert into catalogue_category (id, catalogue_id, name, language) values (1, 1, 'Statistik', 'de'), (2, 1, 'Sprachen', 'de');
    insert into event (id, title, subtitle, is_published, description) values
      (1, 'Einführung in R', 'Für <alle>', true, '<p>Zwei Tage & ein Buch.</p>'), (2, 'Englisch', '', true, ''), (3, 'Geheim', '', false, '');
    insert into event_in_category (event_id, category_id) values (1, 1), (2, 2);
    insert into event_date (id, event_id, start_date, start_time, end_date, participants_max, status, is_published, has_waiting_list) values
      (10, 1, '2026-12-10', '09:00', '2026-12-11', 3, 'open', true, true), (11, 2, '2027-01-15', '', null, 5, 'open', true, false),
      (12, 1, '2026-12-20', '', null, 1, 'off', true, false), (13, 3, '2027-01-20', '', null, 5, 'open', true, false);
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included) values
      (10, 1, 'Normalpreis', 240, 'EUR', 19, true), (11, 1, 'Frei', 0, 'EUR', 19, true);
    insert into cancellation_step (event_id, days_before, fee_percent) values (1, 14, 0), (1, 0, 50);
    insert into terms_document (id, title, body, title_en, body_en, audience, must_be_accepted, is_active, position) values
      (1, 'AGB', '<p>Es gilt deutsches Recht.</p>', 'Terms', '<p>German law applies.</p>', 'everyone', true, true, 1),
      (2, 'Widerruf', '<p>Vierzehn Tage.</p>', '', '', 'consumers', true, true, 2)`.execute(site.kontor.db)
})
beforeEach(async () => {
  await sql`
    update website_pages set key_id = (select min(id) from website_key), address_form = 'formal', intro = '', intro_en = '';
    update event set title = 'Einführung in R' where id = 1;
    delete from seat_hold; delete from order_form; delete from booking; delete from order_link; delete from order_acceptance; delete from booking_order;
    delete from outbox_mail; delete from message; delete from email_address; delete from contact`.execute(
    site.kontor.db,
  )
})
after(() => site.kontor.close())

/** A text without its elements. */
const shownText = (html: string): string => html.replaceAll(/<[^>]*>/g, '')

async function open(url: string, headers: Record<string, string> = {}) {
  const response = await site.kontor.app.inject({ url, headers: { 'accept-language': 'de', ...headers } })
  return { status: response.statusCode, body: response.body, headers: response.headers }
}

const entered = {
  step: 'book',
  kind: 'business',
  'orderer.firstName': 'Ben',
  'orderer.lastName': 'Öztürk',
  'orderer.email': 'ben@kontor.example',
  'invoiceTo.company': 'Nordlicht',
  'invoiceTo.street': 'Hafenstraße',
  'invoiceTo.houseNumber': '7',
  'invoiceTo.zip': '20457',
  'invoiceTo.city': 'Hamburg',
  'invoiceTo.country': 'DE',
  'accepted.1': '1',
  self: 'yes',
}

/** The form as a browser sends it: its hidden fields, and the entries. */
async function fieldsOf(url: string, more: Record<string, string> = {}) {
  const { body } = await open(url)
  const seatCount = /<select id="seatCount".*?<option value="(\d+)" selected/.exec(body)?.[1] ?? ''
  return { ...hiddenFields(body), seatCount, ...entered, ...more } as Record<string, string>
}
async function send(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await site.kontor.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'de', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
  return {
    status: response.statusCode,
    body: response.body,
    location: String(response.headers['location'] ?? ''),
  }
}
/** The second step of a form, by its number of seats. */
const reviewOf = async (url: string, more: Record<string, string> = {}) =>
  (await send(url.split('?')[0]!, await fieldsOf(url, { step: 'review', ...more }))).body
const consumer = { kind: 'consumer', 'invoiceTo.company': '' }
const bookings = async () =>
  (
    await site.kontor.db
      .selectFrom('booking as b')
      .innerJoin('booking_order as o', 'o.id', 'b.order_id')
      .leftJoin('contact as c', 'c.id', 'b.contact_id')
      .select(['b.date_id', 'b.status', 'b.price_amount', 'c.last_name', 'o.is_consumer', 'o.source'])
      .orderBy('b.id')
      .execute()
  ).map(({ price_amount, ...row }) => ({ ...row, price_amount: Number(price_amount) }))

test('the list has the published dates in order, with price, place and free seats', async () => {
  const { status, body, headers } = await open('/dates')
  assert.equal(status, 200)
  assert.match(body, /<html lang="de">/)
  assert.ok(body.indexOf('Einführung in R') < body.indexOf('Englisch'))
  assert.doesNotMatch(body, /Geheim/)
  assert.match(body, /2 Termine/)
  assert.match(shownText(body), /240,00\s€ pro Person, inkl. 19 % MwSt\./)
  assert.match(body, /noch 3 Plätze frei/)
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'self'/)
  assert.equal(headers['set-cookie'], undefined)
  assert.doesNotMatch(body, /<script(?! type="application\/ld\+json">)|style="/)
})

test('filters find by topic, words and month, keep the selection, and can be reset', async () => {
  const topic = await open('/dates?category=2')
  assert.match(topic.body, /1 Termin</)
  assert.match(topic.body, /aria-current="true"><span>Sprachen/)
  assert.match((await open('/dates?topic=Sprachen')).body, /1 Termin</)
  assert.match((await open('/dates?q=einfuhrung')).body, /1 Termin</)
  assert.match((await open('/dates?month=2027-01')).body, /1 Termin</)
  assert.match((await open('/dates?month=2027-05')).body, /keinen Termin/)
  for (const unfitting of ['category=x', 'month=2027-13', 'month=x', 'unknown=1', 'lang=fr'])
    assert.match((await open(`/dates?${unfitting}`)).body, /2 Termine/, unfitting)
  assert.equal((await open('/dates?cursor=x')).status, 400)
})

test('a page is in the language of the browser, or of its address', async () => {
  assert.match((await open('/dates', { 'accept-language': 'en' })).body, /Deutsch.*2 dates/s)
  assert.match((await open('/dates?lang=en')).body, /<html lang="en">/)
  assert.match((await open('/dates?lang=en')).body, /href="\/events\/[\w-]+\?lang=en#date-10"/)
})

test('a page that has not changed is 304; a booking shows on the next one', async () => {
  const first = await open('/dates')
  const etag = String(first.headers['etag'])
  assert.equal((await open('/dates', { 'if-none-match': etag })).status, 304)
  assert.equal((await send('/book/10', await fieldsOf('/book/10'))).status, 303)
  const second = await open('/dates', { 'if-none-match': etag })
  assert.equal(second.status, 200)
  assert.match(second.body, /noch 2 Plätze frei/)
})

test('an event has its texts, dates, JSON-LD and data for social networks', async () => {
  const { status, body } = await open('/events/einfuehrung-in-r')
  assert.equal(status, 200)
  assert.match(body, /<h1 lang="de">Einführung in R<\/h1>/)
  assert.match(body, /Für &lt;alle/)
  assert.match(body, /<p>Zwei Tage & ein Buch.<\/p>/)
  assert.match(body, /<link rel="canonical" href="https:\/\/kontor.example.org\/events\/einfuehrung-in-r"/)
  assert.match(body, /<meta property="og:title" content="Einführung in R"/)
  assert.match(body, /<meta name="description" content="Zwei Tage &amp; ein Buch."/)
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? []
  assert.equal(JSON.parse(json)['@type'], 'Course')
  assert.match(body, /abgesagt/)
  const [, calendar = ''] = /href="([^"]+calendar\.ics[^"]*)"/.exec(body) ?? []
  const file = await open(calendar.replaceAll('&amp;', '&'))
  assert.match(file.body, /BEGIN:VCALENDAR/)
})

test('a former address leads to the present one, and the id too', async () => {
  await open('/events/einfuehrung-in-r')
  await sql`update event set title = 'R für alle' where id = 1`.execute(site.kontor.db)
  const moved = await open('/events/einfuehrung-in-r?lang=en')
  assert.equal(moved.status, 301)
  assert.equal(moved.headers['location'], '/events/r-fuer-alle?lang=en')
  assert.equal((await open('/events/1')).headers['location'], '/events/r-fuer-alle')
})

test('a hidden event or date has no page', async () => {
  for (const path of [
    '/events/geheim',
    '/events/%00',
    '/book/13',
    '/book/99',
    '/book/x',
    '/book/99999999999',
  ])
    assert.equal((await open(path)).status, 404, path)
  assert.match((await open('/book/12')).body, /kann nicht gebucht werden/)
})

test('without a key in the settings there are no pages; a change of the settings is seen at once', async () => {
  await sql`update website_pages set intro = 'Willkommen', intro_en = 'Welcome'`.execute(site.kontor.db)
  assert.match((await open('/dates')).body, /Willkommen/)
  assert.match((await open('/dates?lang=en')).body, /Welcome/)
  await sql`update website_pages set key_id = null`.execute(site.kontor.db)
  for (const path of ['/dates', '/events/einfuehrung-in-r', '/book/10', '/logo'])
    assert.equal((await open(path)).status, 404, path)
  assert.equal((await send('/book/10', entered)).status, 404)
})

test('a booking: the orderer takes part, another person is named later', async () => {
  const fields = await fieldsOf('/book/10?seats=2')
  const { status, location } = await send('/book/10?lang=de', fields)
  assert.equal(status, 303)
  assert.match(location, /^\/booking\/[\w-]{43}\?lang=de&booked=$/)
  const common = { date_id: 10, status: 'booked', price_amount: 240, is_consumer: false, source: 'website' }
  assert.deepEqual(await bookings(), [
    { ...common, last_name: 'Öztürk' },
    { ...common, last_name: null },
  ])
  const page = await open(location)
  assert.match(page.body, /Vielen Dank/)
  assert.match(page.body, /Ben Öztürk: gebucht/)
})

test('links and forms keep the UTM parameters of an address, and the order has them', async () => {
  const utm = 'utm_source=newsletter&utm_campaign=Herbst+%26+Winter&utm_term=&utm_other=x'
  const kept = 'lang=de&amp;utm_source=newsletter&amp;utm_campaign=Herbst+%26+Winter'
  const list = (await open(`/dates?${utm}`)).body
  assert.ok(list.includes(`href="/book/10?${kept}"`))
  assert.ok(list.includes('<input type="hidden" name="utm_campaign" value="Herbst &amp; Winter"'))
  const [, eventPath = ''] = /href="(\/events\/[^"#]+)/.exec(list)!
  assert.ok((await open(eventPath.replaceAll('&amp;', '&'))).body.includes(`href="/book/10?${kept}"`))
  const form = `/book/10?${utm}`
  const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec((await open(form)).body)!
  assert.equal(action, `/book/10?${kept}`)
  assert.equal((await send(action.replaceAll('&amp;', '&'), await fieldsOf(form))).status, 303)
  assert.equal((await send('/book/11?utm_source=', await fieldsOf('/book/11'))).status, 303)
  const office = await site.kontor.signIn({ rights: ['090300', 'booking:access'] })
  const orders = (await office.call('GET', '/orders')).json.map(({ utm }: { utm: object }) => utm)
  assert.deepEqual(orders, [{}, { source: 'newsletter', campaign: 'Herbst & Winter' }])
})

test('the summary has the sum with VAT and the fees above the button, which names the obligation to pay', async () => {
  const body = await reviewOf('/book/10?seats=3')
  assert.match(body, /3 × Normalpreis \(240,00\s€\)/)
  assert.match(body, /Gesamtbetrag<\/th><td>720,00\s€/)
  assert.match(body, /19 % MwSt/)
  assert.match(body, /bis 14 Tage vor Beginn: kostenlos/)
  assert.ok(body.indexOf('Gesamtbetrag') < body.lastIndexOf('Zahlungspflichtig buchen'))
  assert.match(await reviewOf('/book/11'), /Kostenlos buchen/)
  assert.doesNotMatch(await reviewOf('/book/11'), /Zahlungspflichtig/)
})

test('a form that is sent again leads to its order: at the same moment, later, and when the date is full or hidden', async () => {
  const fields = await fieldsOf('/book/10?seats=3')
  const answers = await Promise.all(Array.from({ length: 5 }, () => send('/book/10', fields)))
  answers.push(await send('/book/10', fields))
  await sql`update event_date set is_published = false where id = 10`.execute(site.kontor.db)
  try {
    answers.push(await send('/book/10', fields))
  } finally {
    await sql`update event_date set is_published = true where id = 10`.execute(site.kontor.db)
  }
  assert.equal((await bookings()).length, 3)
  for (const { status, location } of answers) {
    assert.equal(status, 303)
    assert.match((await open(location)).body, /Ben Öztürk: gebucht/)
  }
})

test('the back button leads to the same form; another booking by it is asked for', async () => {
  const empty = await open('/book/10')
  assert.equal(empty.headers['cache-control'], 'private, no-cache')
  const fields = await fieldsOf('/book/10')
  // A form that was corrected, or whose price was asked for, is the same form.
  const wrong = await send('/book/10', { ...fields, 'invoiceTo.zip': '' })
  assert.equal(hiddenFields(wrong.body)['once'], fields['once'])
  assert.equal((await send('/book/10', fields)).status, 303)
  const cara = { ...fields, 'orderer.firstName': 'Cara', 'orderer.email': 'cara@kontor.example' }
  const asked = await send('/book/10', cara)
  assert.equal(asked.status, 200)
  assert.match(asked.body, /Dieses Formular hat schon gebucht/)
  assert.doesNotMatch(asked.body, /noch nichts gebucht/)
  const [, path = ''] = /href="(\/booking\/[^"]+)"/.exec(asked.body) ?? []
  assert.match((await open(path)).body, /Ben Öztürk: gebucht/)
  assert.equal((await bookings()).length, 1)
  const again: Record<string, string> = { ...cara, ...hiddenFields(asked.body) }
  assert.notEqual(again['once'], fields['once'])
  assert.equal((await send('/book/10', again)).status, 303)
  assert.equal((await bookings()).length, 2)
})

test('a form that has booked a date does not pass for the booking of another one', async () => {
  await sql`insert into event_date (id, event_id, start_date, participants_max, status, is_published) values (14, 1, '2027-02-10', 5, 'open', true)`.execute(
    site.kontor.db,
  )
  try {
    const fields = await fieldsOf('/book/10')
    assert.equal((await send('/book/10', fields)).status, 303)
    const asked = await send('/book/14', fields)
    assert.equal(asked.status, 200)
    assert.match(asked.body, /Dieses Formular hat schon gebucht/)
    assert.match(asked.body, /action="\/book\/14/)
    assert.notEqual(hiddenFields(asked.body)['once'], fields['once'])
  } finally {
    await sql`delete from event_date where id = 14`.execute(site.kontor.db)
  }
})

test('a form opens its order for a day, and not after its links were revoked', async () => {
  const fields = await fieldsOf('/book/10')
  assert.equal((await send('/book/10', fields)).status, 303)
  await sql`update order_link set revoked_at = now()`.execute(site.kontor.db)
  const revoked = await send('/book/10', fields)
  assert.deepEqual([revoked.status, revoked.location], [200, ''])
  assert.match(revoked.body, /Dieses Formular hat schon gebucht.*href="\/booking\?lang=de"/s)
  await sql`update order_link set revoked_at = null; update order_form set created_at = created_at - interval '25 hours'`.execute(
    site.kontor.db,
  )
  assert.equal((await send('/book/10', fields)).status, 200)
  assert.equal((await bookings()).length, 1)
})

test('errors stand beside their fields and above the form; the entries stay', async () => {
  const fields = await fieldsOf('/book/10?seats=2', {
    kind: '',
    'orderer.email': 'ben',
    'orderer.lastName': '',
    'invoiceTo.zip': '',
    'invoiceTo.city': '<Hamburg>',
    'seats[1].firstName': 'Cara',
    'accepted.1': '',
  })
  const { status, body } = await send('/book/10', fields)
  assert.equal(status, 422)
  const [summary = ''] = /<div role="alert"[^>]*>.*?<\/div>/s.exec(body) ?? []
  assert.deepEqual(
    [...summary.matchAll(/href="#([^"]+)">([^<]+)/g)].map(([, name, text]) => [name, text]),
    [
      ['kind.first', 'Ich buche: Bitte wählen Sie eine Möglichkeit.'],
      ['orderer.lastName', 'Nachname: Diese Angabe fehlt.'],
      [
        'orderer.email',
        'E-Mail-Adresse: Das ist keine gültige E-Mail-Adresse. Sie hat die Form name@beispiel.de.',
      ],
      ['seats[1].lastName', 'Person 2, Nachname: Diese Angabe fehlt.'],
      ['seats[1].email', 'Person 2, E-Mail-Adresse: Diese Angabe fehlt.'],
      ['invoiceTo.zip', 'PLZ: Diese Angabe fehlt.'],
    ],
  )
  for (const name of ['orderer.email', 'invoiceTo.zip', 'seats[1].email'])
    assert.ok(body.includes(`aria-describedby="${name}.error"`) && body.includes(`id="${name}.error"`), name)
  assert.match(body, /value="&lt;Hamburg>"|value="&lt;Hamburg&gt;"/)
  assert.match(body, /value="Cara"/)
  assert.deepEqual(await bookings(), [])
})

test('consumers accept the documents that concern them; none is accepted beforehand', async () => {
  assert.doesNotMatch((await open('/book/10')).body, /name="accepted[^>]*checked/)
  assert.doesNotMatch(await reviewOf('/book/10', { 'accepted.1': '' }), /name="accepted[^>]*checked/)
  const fields = await fieldsOf('/book/10', consumer)
  const refused = await send('/book/10', fields)
  assert.equal(refused.status, 422)
  assert.match(refused.body, /Widerruf: Ohne Zustimmung/)
  assert.doesNotMatch(await reviewOf('/book/10'), /Widerruf/)
  const again = await fieldsOf('/book/10', { ...consumer, 'accepted.2': '1' })
  assert.equal((await send('/book/10', again)).status, 303)
  assert.deepEqual(
    (await bookings()).map(({ is_consumer }) => is_consumer),
    [true],
  )
})

test('another number of seats shows the form again, with the entries, and books nothing', async () => {
  const fields = await fieldsOf('/book/10', { step: 'seats', seatCount: '3' })
  const { status, body } = await send('/book/10', fields)
  assert.equal(status, 200)
  assert.match(body, /Person 3/)
  assert.match(body, /value="Öztürk"/)
  assert.match(body, /720,00/)
  // The button below was pressed, though the number had been changed: the sum is shown first.
  assert.equal((await send('/book/10', { ...fields, step: 'book' })).status, 200)
  assert.deepEqual(await bookings(), [])
})

test('texts of the provider stand above the form, and are read after booking', async () => {
  const set = (form: string, booked: string) =>
    sql`update website_pages set form_text = ${form}, form_text_en = 'Bring a laptop.', booked_text = ${booked}`.execute(
      site.kontor.db,
    )
  await set('Bitte bringen Sie\neinen <Laptop> mit.', 'Bis bald in Köln!')
  try {
    assert.match((await open('/book/10')).body, /<p>Bitte bringen Sie<\/p><p>einen &lt;Laptop> mit\.<\/p>/)
    assert.match((await open('/book/10?lang=en')).body, /Bring a laptop\./)
    const { location } = await send('/book/10', await fieldsOf('/book/10'))
    assert.match((await open(location)).body, /<p>Bis bald in Köln!<\/p>/)
    assert.doesNotMatch((await open(location.replace('&booked=', ''))).body, /Bis bald/)
    assert.doesNotMatch((await open(location.replace('lang=de', 'lang=en'))).body, /Bis bald/)
  } finally {
    await set('', '')
  }
})

test('a price category is chosen in the form, and staff see it with the order', async () => {
  assert.doesNotMatch((await open('/book/10')).body, /Preisgruppe/)
  await sql`insert into date_price (id, date_id, position, title, gross_price, currency, vat_rate, vat_included, valid_for) values
    (900, 10, 0, 'Mitglied', 90, 'EUR', 19, true, 'Mitglieder')`.execute(site.kontor.db)
  try {
    assert.match(shownText((await open('/dates')).body), /240,00\s€ pro Person, inkl. 19 % MwSt\./)
    const fields = await fieldsOf('/book/10', { visitorCategory: 'Mitglieder' })
    // The button was pressed before the price was shown.
    const early = await send('/book/10', fields)
    assert.equal(early.status, 422)
    assert.match(early.body, /Preis hat sich inzwischen geändert/)
    const shown = await send('/book/10', { ...fields, step: 'seats' })
    assert.match(shown.body, /<option value="Mitglieder" selected/)
    assert.match(shown.body, /90,00/)
    const { status } = await send('/book/10', { ...fields, price: '90.00 EUR' })
    assert.equal(status, 303)
    assert.deepEqual(
      (await bookings()).map(({ price_amount }) => price_amount),
      [90],
    )
    const { entered } = await site.kontor.db
      .selectFrom('booking_order')
      .select('entered')
      .executeTakeFirstOrThrow()
    assert.equal((entered as { visitorCategory: string }).visitorCategory, 'Mitglieder')
  } finally {
    await sql`delete from date_price where id = 900`.execute(site.kontor.db)
  }
})

test('a price that has changed meanwhile is shown before it is booked', async () => {
  const fields = await fieldsOf('/book/10')
  await sql`update date_price set gross_price = 260 where date_id = 10`.execute(site.kontor.db)
  try {
    const { status, body } = await send('/book/10', fields)
    assert.equal(status, 422)
    assert.match(body, /Preis hat sich inzwischen geändert/)
    assert.match(body, /260,00/)
    assert.deepEqual(await bookings(), [])
  } finally {
    await sql`update date_price set gross_price = 240 where date_id = 10`.execute(site.kontor.db)
  }
})

test('a voucher reduces the sum before it is booked; one that does not apply books nothing', async () => {
  assert.doesNotMatch((await open('/book/10')).body, /name="voucher"/)
  await sql`
    delete from voucher;
    insert into voucher (code, name, value, is_active, once_per_person) values ('HERBST-10', 'Herbst', 10, true, true)`.execute(
    site.kontor.db,
  )
  try {
    const wrong = await send('/book/10', await fieldsOf('/book/10', { voucher: 'x' }))
    assert.equal(wrong.status, 422)
    assert.match(wrong.body, /id="voucher.error"/)
    const typed = await fieldsOf('/book/10', { voucher: 'herbst 10' })
    // The button below was pressed before the sum was shown.
    const shown = await send('/book/10', typed)
    assert.equal(shown.status, 422)
    assert.match(shown.body, /216,00/)
    const [, once = ''] = /name="once" value="([^"]+)"/.exec(shown.body) ?? []
    assert.equal((await send('/book/10', { ...typed, once, price: '216.00 EUR' })).status, 303)
    assert.deepEqual(
      (await bookings()).map(({ status }) => status),
      ['booked'],
    )
    const second = await send('/book/10', {
      ...typed,
      ...hiddenFields((await open('/book/10')).body),
      price: '216.00 EUR',
    })
    assert.match(second.body, /Er gilt für diese Buchung nicht mehr/)
    assert.equal((await bookings()).length, 1)
  } finally {
    await sql`delete from voucher_use; delete from voucher`.execute(site.kontor.db)
  }
})

test('seats that are taken meanwhile are told; a full date has its waiting list', async () => {
  const two = await fieldsOf('/book/10?seats=2')
  assert.equal((await send('/book/10', await fieldsOf('/book/10?seats=2'))).status, 303)
  const refused = await send('/book/10', {
    ...two,
    'orderer.lastName': 'Nolte',
    'orderer.email': 'cara@kontor.example',
  })
  assert.equal(refused.status, 422)
  assert.match(refused.body, /nur noch 1 Platz frei/)
  const anna = { 'orderer.lastName': 'Arndt', 'orderer.email': 'anna@kontor.example' }
  assert.equal((await send('/book/10', await fieldsOf('/book/10', anna))).status, 303)
  const waiting = await fieldsOf('/book/10', {
    'orderer.lastName': 'Lenz',
    'orderer.email': 'dora@kontor.example',
  })
  assert.match(await reviewOf('/book/10'), /Zahlungspflichtig auf die Warteliste setzen/)
  assert.equal((await send('/book/10', waiting)).status, 303)
  assert.deepEqual(
    (await bookings()).map(({ status }) => status),
    ['booked', 'booked', 'booked', 'waitlisted'],
  )
})

test('nobody is put on the waiting list who pressed the button that books', async () => {
  const fields = await fieldsOf('/book/10')
  assert.equal((await send('/book/10', await fieldsOf('/book/10?seats=3'))).status, 303)
  const cara = { ...fields, 'orderer.email': 'cara@kontor.example' }
  const refused = await send('/book/10', cara)
  assert.equal(refused.status, 422)
  assert.match(refused.body, /Es ist kein Platz mehr frei/)
  assert.match(refused.body, /Zahlungspflichtig auf die Warteliste setzen/)
  assert.match(refused.body, /cara@kontor\.example/)
  assert.equal((await bookings()).length, 3)
  assert.equal((await send('/book/10', { ...cara, ...hiddenFields(refused.body) })).status, 303)
  assert.equal((await bookings()).at(-1)!.status, 'waitlisted')
})

test('a date that fills keeps what was typed: fewer seats, the waiting list for the rest, or another date', async () => {
  await sql`insert into event_date (id, event_id, start_date, participants_max, status, is_published) values (14, 1, '2027-02-10', 5, 'open', true)`.execute(
    site.kontor.db,
  )
  try {
    const three = await fieldsOf('/book/10?seats=3', {
      'seats[1].firstName': 'Cara',
      'seats[1].lastName': 'Lenz',
      'seats[1].email': 'cara@kontor.example',
    })
    const other = { 'orderer.lastName': 'Nolte', 'orderer.email': 'nolte@kontor.example' }
    assert.equal((await send('/book/10', await fieldsOf('/book/10?seats=2', other))).status, 303)
    const { status, body } = await send('/book/10', three)
    assert.equal(status, 422)
    assert.match(body, /nur noch 1 Platz frei/)
    assert.match(body, /Person 2: Diese Angaben gehören nicht zur Buchung/)
    assert.match(body, /<input type="hidden" name="seats\[1\]\.lastName" value="Lenz"/)
    assert.match(body, /value="Öztürk"/)
    assert.doesNotMatch(body, /<option value="2"/)
    assert.match(body, /name="wait" value="3">3 Plätze: 1 buchen, die übrigen auf die Warteliste setzen/)
    const [, action = ''] = /formaction="(\/book\/14[^"]*)">Anderer Termin: [^<]*10\. Feb/.exec(body) ?? []
    const moved = await send(action.replaceAll('&amp;', '&'), {
      ...three,
      ...hiddenFields(body),
      step: 'edit',
    })
    assert.match(moved.body, /10\. Feb.*value="Öztürk"/s)
    const { step: _, ...unnamed } = three
    const waiting = await send('/book/10', { ...unnamed, wait: '3' })
    assert.match(waiting.body, /<option value="3" selected.*value="Lenz"/s)
    const booked = await send('/book/10', { ...three, ...hiddenFields(waiting.body) })
    assert.equal(booked.status, 303)
    assert.deepEqual(
      (await bookings()).map(({ status }) => status),
      ['booked', 'booked', 'booked', 'waitlisted', 'waitlisted'],
    )
    await sql`update event_date set has_waiting_list = false where id = 10`.execute(site.kontor.db)
    const full = await send('/book/10', { ...three, once: '' })
    assert.match(full.body, /Dieser Termin kann nicht gebucht werden.*ausgebucht/s)
    assert.match(full.body, /<input type="hidden" name="orderer\.lastName" value="Öztürk"/)
    assert.match(full.body, /formaction="\/book\/14/)
  } finally {
    await sql`update event_date set has_waiting_list = true where id = 10; delete from event_date where id = 14`.execute(
      site.kontor.db,
    )
  }
})

test('as many seats are offered as are free; a number that was asked for beyond them is told', async () => {
  assert.equal((await send('/book/10', await fieldsOf('/book/10'))).status, 303)
  const { body } = await open('/book/10?seats=3')
  assert.match(body, /<option value="2" selected>2<\/option><\/select>/)
  assert.match(body, /Es sind nur noch 2 Plätze frei, das Formular ist jetzt für 2 Plätze/)
  const fields = await fieldsOf('/book/10?seats=2', { 'seats[1].firstName': 'Cara', step: 'seats' })
  const fewer = await send('/book/10', { ...fields, seatCount: '1' })
  assert.match(fewer.body, /Jetzt ist es 1 Platz.*Person 2: Diese Angaben gehören nicht zur Buchung/s)
  const more = await send('/book/10', { ...fields, ...hiddenFields(fewer.body), seatCount: '2' })
  assert.match(more.body, /Jetzt sind es 2 Plätze.*value="Cara"/s)
})

test('another number of seats that are free offers no way out', async () => {
  await sql`insert into event_date (id, event_id, start_date, participants_max, status, is_published) values (14, 1, '2027-02-10', 5, 'open', true)`.execute(
    site.kontor.db,
  )
  try {
    const fields = await fieldsOf('/book/10', { step: 'seats', seatCount: '2' })
    const { body } = await send('/book/10', fields)
    assert.match(body, /Jetzt sind es 2 Plätze/)
    assert.doesNotMatch(body, /Anderer Termin/)
  } finally {
    await sql`delete from event_date where id = 14`.execute(site.kontor.db)
  }
})

test('before it is booked, the form names who is: nothing that was typed is left out', async () => {
  const body = await reviewOf('/book/10?seats=2')
  assert.match(
    body,
    /aria-label="Diese Personen werden gebucht"><li>Ben Öztürk, ben@kontor\.example<\/li><li>Name folgt/,
  )
  assert.ok(body.lastIndexOf('Ben Öztürk') < body.lastIndexOf('Zahlungspflichtig buchen'))
  const cara = {
    'seats[0].firstName': 'Cara',
    'seats[0].lastName': 'Lenz',
    'seats[0].email': 'cara@kontor.example',
  }
  // Both were said: that the orderer takes part, and somebody else.
  for (const self of ['yes', 'later']) {
    const both = await send('/book/10', await fieldsOf('/book/10', { ...cara, self }))
    assert.equal(both.status, 422)
    assert.match(both.body, /href="#self\.first">Wer nimmt teil\? Bei der anderen Person steht „Cara Lenz“/)
  }
  const company = await send('/book/10', await fieldsOf('/book/10', { kind: 'consumer' }))
  assert.match(company.body, /href="#invoiceTo\.company">Firma: Das gilt nur für Unternehmen/)
  const unsaid = await send('/book/10', await fieldsOf('/book/10', { self: '' }))
  assert.match(unsaid.body, /Wer nimmt teil\? Bitte wählen Sie/)
  assert.deepEqual(await bookings(), [])
  assert.equal((await send('/book/10', await fieldsOf('/book/10', { ...cara, self: 'other' }))).status, 303)
  assert.deepEqual(
    (await bookings()).map(({ last_name }) => last_name),
    ['Lenz'],
  )
})

test('a person who is booked again for a date by the same orderer is asked for by mail, which names the order', async () => {
  assert.equal((await send('/book/10', await fieldsOf('/book/10'))).status, 303)
  const again = await send('/book/10', await fieldsOf('/book/10'))
  assert.equal(again.status, 202)
  assert.doesNotMatch(again.body, /schon gebucht/)
  assert.equal((await bookings()).length, 1)
  const { code } = await site.kontor.db.selectFrom('booking_order').select('code').executeTakeFirstOrThrow()
  const { data } = await site.kontor.db
    .selectFrom('outbox_mail')
    .select('data')
    .where('kind', '=', 'booking_confirmation')
    .executeTakeFirstOrThrow()
  const path = `/book/confirm/${(data as { secret: string }).secret}`
  assert.ok(
    (await open(path)).body.includes(`Ben Öztürk ist zu diesem Termin schon gebucht (Buchung ${code})`),
  )
  assert.match((await send(path, {})).body, /Alle Plätze sind gebucht/)
  assert.equal((await bookings()).length, 2)
  // Somebody else who books the person is told nothing.
  const other = { self: 'other', 'orderer.email': 'chef@kontor.example', 'seats[0].firstName': 'Ben' }
  const ben = { 'seats[0].lastName': 'Öztürk', 'seats[0].email': 'ben@kontor.example' }
  assert.equal((await send('/book/10', await fieldsOf('/book/10', { ...other, ...ben }))).status, 303)
})

test('a person that is entered twice is asked for, and may stand', async () => {
  const twice = {
    'seats[1].firstName': 'Ben',
    'seats[1].lastName': 'öztürk',
    'seats[1].email': 'BEN@kontor.example',
  }
  const shown = await reviewOf('/book/10?seats=2', twice)
  assert.match(shown, /Ben Öztürk steht mehrmals in dieser Buchung/)
  const fields = await fieldsOf('/book/10?seats=2', twice)
  const asked = await send('/book/10', fields)
  assert.equal(asked.status, 422)
  assert.match(asked.body, /href="#confirmed"/)
  assert.deepEqual(await bookings(), [])
  assert.equal((await send('/book/10', { ...fields, confirmed: 'twice' })).status, 303)
  assert.equal((await bookings()).length, 2)
})

test('entries that are probably wrong are told before the booking, and may stand', async () => {
  const odd = {
    'orderer.email': 'ben@gmial.com',
    'invoiceTo.street': 'Hafenstraße',
    'invoiceTo.houseNumber': '',
    'invoiceTo.zip': '2045',
    'invoiceTo.email': 'rechnung@nordlicht',
    'invoiceTo.vatId': 'DE136695977',
  }
  const body = await reviewOf('/book/10', odd)
  for (const text of [
    /Ist „ben@gmial\.com“ richtig geschrieben/,
    /Fehlt die Hausnummer/,
    /„2045“ hat nicht die Form einer Postleitzahl \(Deutschland\)/,
    /In „rechnung@nordlicht“ fehlt die Endung/,
    /„DE136695977“ ist keine gültige Nummer/,
  ])
    assert.match(body, text)
  const fields = await fieldsOf('/book/10', { ...odd, 'fix.orderer.email': 'ben@gmail.com' })
  const { step: _, ...fixed } = fields
  assert.match((await send('/book/10', fixed)).body, /<li>Ben Öztürk, ben@gmail\.com<\/li>/)
  const { 'fix.orderer.email': __, ...kept } = fields
  assert.equal((await send('/book/10', kept)).status, 303)
  const usual = { 'invoiceTo.vatId': 'DE 136 695 976' }
  assert.doesNotMatch(await reviewOf('/book/11', usual), /Bitte prüfen Sie/)
})

test('marks that nobody sees are taken out, and a name that is too long is told so', async () => {
  const marked = { 'orderer.firstName': '\u202eBen\u0007\u200f', 'orderer.lastName': 'Özt\u2066ürk\n' }
  assert.equal((await send('/book/10', await fieldsOf('/book/10', marked))).status, 303)
  const { rows } = await sql<{ name: string }>`
    select entered -> 'orderer' ->> 'firstName' || ' ' || (entered -> 'orderer' ->> 'lastName') as name from booking_order`.execute(
    site.kontor.db,
  )
  assert.deepEqual(rows, [{ name: 'Ben Öztürk' }])
  const long = await send('/book/10', await fieldsOf('/book/10', { 'orderer.lastName': 'x'.repeat(10_000) }))
  assert.equal(long.status, 422)
  assert.match(long.body, /Nachname: Das ist zu lang, höchstens 255 Zeichen sind möglich/)
})

test('the switch of the language keeps what was typed, in both steps', async () => {
  const { body } = await open('/book/10?seats=2')
  // Enter presses the first button of the form.
  assert.match(/<button[^>]*>/.exec(body)![0], /form="book" name="step" value="review"/)
  const [, action = ''] =
    /form="book" formaction="([^"]+)" name="step" value="edit" lang="en"/.exec(body) ?? []
  const fields = await fieldsOf('/book/10?seats=2', { step: 'edit', 'orderer.lastName': '' })
  const english = await send(`/book/10${action.replaceAll('&amp;', '&')}`, fields)
  assert.equal(english.status, 200)
  assert.match(english.body, /<html lang="en">.*Number of seats.*value="Ben"/s)
  assert.doesNotMatch(english.body, /is missing/)
  assert.match(
    await reviewOf('/book/10'),
    /form="book" formaction="[^"]+" name="step" value="review" lang="en"/,
  )
})

test('a date that is not open yet says from when, to search engines too', async () => {
  await sql`update event_date set booking_start_date = '2026-12-01' where id = 10`.execute(site.kontor.db)
  try {
    const { body } = await open('/events/einfuehrung-in-r')
    assert.match(body, /buchbar ab 1\. Dezember 2026/)
    assert.match(body, /"availability":"https:\/\/schema\.org\/PreOrder"/)
    assert.match((await open('/book/10')).body, /Dieser Termin ist ab 1\. Dezember 2026 buchbar/)
  } finally {
    await sql`update event_date set booking_start_date = null where id = 10`.execute(site.kontor.db)
  }
})

test('a field that nobody sees, another site and a huge form book nothing', async () => {
  assert.equal((await send('/book/10', await fieldsOf('/book/10', { homepage: 'x' }))).status, 422)
  const crossSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  assert.equal((await send('/book/10', await fieldsOf('/book/10'), crossSite)).status, 403)
  assert.equal((await send('/book/10', { comment: 'x'.repeat(600_000) })).status, 413)
  const manyFields = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`a${index}`, '']))
  for (const path of ['/book/10', '/booking', '/withdraw'])
    assert.equal((await send(path, manyFields)).status, 413, path)
  assert.equal((await send('/book/10', {})).status, 200)
  assert.deepEqual(await bookings(), [])
})

test('an address that has booked too often is told, and nothing is booked; staff see a disposable one', async () => {
  const insert = (email: string, amount: number) =>
    sql`insert into booking_order (source, entered, created_at)
      select 'website', jsonb_build_object('orderer', jsonb_build_object('email', ${email}::text)), ${site.kontor.clock.now()}
      from generate_series(1, ${amount}::int)`.execute(site.kontor.db)
  await insert(entered['orderer.email'], 20)
  const refused = await send('/book/11', await fieldsOf('/book/11'))
  assert.equal(refused.status, 422)
  assert.match(refused.body, /zu viele Buchungen in kurzer Zeit/)
  assert.deepEqual(await bookings(), [])
  await insert('x@mailinator.com', 1)
  const office = await site.kontor.signIn({ rights: ['090300', 'booking:access'] })
  const { json } = await office.call('GET', '/orders?sort=id&order=desc&perPage=2')
  assert.deepEqual(
    json.map(({ isDisposable }: { isDisposable: boolean }) => isDisposable),
    [true, false],
  )
})

test('German is formal or informal', async () => {
  assert.match((await open('/book/10?seats=2')).body, /Kennen Sie einen Namen/)
  await sql`update website_pages set address_form = 'informal'`.execute(site.kontor.db)
  assert.match((await open('/book/10?seats=2')).body, /Kennst du einen Namen/)
})

test('many seats by the form, which asks for no proof of work, have to be confirmed by mail', async () => {
  await sql`insert into event_date (id, event_id, start_date, participants_max, status, is_published)
    select id, 2, '2027-06-01', 60, 'open', true from generate_series(50, 52) id;
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included)
      select id, 1, 'Normalpreis', 240, 'EUR', 19, true from generate_series(50, 52) id`.execute(
    site.kontor.db,
  )
  const booked = async () => (await bookings()).length
  const book = async (dateId: number, seats: number, address: string) => {
    const url = `/book/${dateId}`
    // Each of another person.
    const fields = await fieldsOf(`${url}?seats=${seats}`, { 'orderer.lastName': randomUUID() })
    const response = await site.kontor.app.inject({
      method: 'POST',
      url,
      remoteAddress: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'de' },
      body: new URLSearchParams(fields).toString(),
    })
    return response.statusCode
  }
  assert.deepEqual([await book(50, 10, '2001:db8:1::1'), await booked()], [303, 10])
  assert.deepEqual([await book(51, 10, '2001:db8:1:2::1'), await booked()], [303, 20])
  // The same customer, from another address of the same network.
  assert.deepEqual([await book(52, 10, '2001:db8:1:3::1'), await booked()], [202, 20])
  // A third of a date within an hour.
  assert.deepEqual([await book(50, 10, '192.0.2.1'), await booked()], [303, 30])
  assert.deepEqual([await book(50, 1, '198.51.100.1'), await booked()], [202, 30])
  const { rows } = await sql<{ kind: string }>`
    select kind from outbox_mail where kind = 'booking_confirmation'`.execute(site.kontor.db)
  assert.equal(rows.length, 2)
  site.kontor.clock.set('2026-11-25T13:30:00Z')
  assert.deepEqual([await book(50, 1, '198.51.100.1'), await booked()], [303, 31])
})

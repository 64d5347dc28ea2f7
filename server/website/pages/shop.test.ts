// The shop of visitors: filters that lead to results, the calendar of a month, the page of an event, and enquiries.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../../test/support/website.ts'
import { maxEnquiries } from '../enquiry/enquiry.sql.ts'

let site: Website
before(async () => {
  site = await openWebsite({
    start: '2026-11-25T12:00:00Z',
    settings: { publicUrl: 'https://kontor.example.org' },
  })
  await sql`
    update website_pages set key_id = (select min(id) from website_key);
    insert into catalogue (id, name) values (1, 'Offen'), (2, 'Auch offen'), (3, 'English');
    insert into catalogue_category (id, catalogue_id, name, language) values
      (1, 1, 'Statistik', 'de'), (2, 2, 'Statistik', 'de'), (3, 1, 'Sprachen', ''), (4, 3, 'Statistics', 'en');
    insert into event (id, title, is_published, target_group, itinerary, description) values
      (1, 'R', true, '<p>Für Neugierige.</p>', '<p>Erst dies, dann das.</p>', ''), (2, 'Englisch', true, '', '', ''), (3, 'SQL', true, '', '', '');
    insert into event_in_category (event_id, category_id) values (1, 1), (1, 2), (2, 3), (2, 4), (3, 2);
    insert into contact (id, contact_type, last_name) values (900, 'location', 'Haus am Hafen');
    insert into address (contact_id, address_type_id, street, house_number, zip, city, is_default) values (900, 1, 'Hafenstraße', '1', '20457', 'Hamburg', true);
    insert into location (contact_id, link) values (900, 'https://hafen.example/anfahrt');
    insert into event_date (id, event_id, start_date, start_time, end_date, participants_max, status, format, is_published) values
      (10, 1, '2026-12-10', '09:00', '2026-12-11', 9, 'confirmed', 'onsite', true),
      (11, 2, '2027-01-15', '', null, 9, 'planned', 'online', true),
      (12, 3, '2026-12-31', '10:00', '2027-01-02', 9, 'planned', 'hybrid', true),
      (13, 1, '2026-12-20', '', null, 9, 'cancelled', 'onsite', true);
    insert into date_location (date_id, contact_id) values (10, 900);
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included) values
      (10, 1, 'Normalpreis', 240, 'EUR', 19, true), (11, 1, 'Frei', 100, 'EUR', 0, true)`.execute(
    site.kontor.db,
  )
})
beforeEach(async () => {
  await sql`delete from website_enquiry; delete from logbook_entry; delete from lead_contact; delete from lead;
    update website_pages set address_form = 'formal'`.execute(site.kontor.db)
})
after(() => site.kontor.close())

/** The texts of a page as a visitor reads them. */
const shownText = (html: string): string =>
  html.replace(/<style>.*?<\/style>/s, '').replaceAll(/<[^>]*>/g, '')

async function open(url: string, language = 'de') {
  const response = await site.kontor.app.inject({ url, headers: { 'accept-language': language } })
  return { status: response.statusCode, body: response.body, text: shownText(response.body) }
}

/** The links of filters, with what they say. */
const filterLinks = (body: string) =>
  [
    ...body.matchAll(
      /<a href="([^"]+)" rel="nofollow"[^>]*><span>([^<]+)<\/span> <span class="count">(\d+)/g,
    ),
  ].map(([, href, label, count]) => ({
    href: href!.replaceAll('&amp;', '&'),
    label: label!,
    count: Number(count),
  }))

for (const start of [
  '/dates',
  '/dates?topic=Statistik',
  '/dates?city=Hamburg',
  '/dates?view=month&month=2026-12',
])
  test(`each filter of ${start} leads to as many dates as it says`, async () => {
    const links = filterLinks((await open(start)).body)
    assert.ok(links.length > 2)
    for (const { href, label, count } of links) {
      const found = Number(/class="chips"><p>(\d+) Termin/.exec((await open(href)).body)?.[1])
      // The chosen value leads back to the list without it.
      if (!start.includes(`=${label}`)) assert.equal(found, count, `${label}: ${href}`)
    }
  })

test('a topic of several catalogues is there once, in the language of the page', async () => {
  const german = filterLinks((await open('/dates')).body).map(({ label }) => label)
  assert.deepEqual(german.slice(0, 2), ['Sprachen', 'Statistik'])
  assert.ok(!german.includes('Statistics'))
  const english = filterLinks((await open('/dates?lang=en')).body).map(({ label }) => label)
  assert.deepEqual(english.slice(0, 2), ['Sprachen', 'Statistics'])
})

test('formats of a fresh instance are in the language of the page; a name of the provider stays', async () => {
  const { body } = await open('/dates')
  assert.match(body, /<span>Vor Ort<\/span>/)
  assert.match(body, /<span>Vor Ort und online<\/span>/)
  assert.doesNotMatch(body, /on site/)
  assert.match((await open('/dates?lang=en')).body, /<span>On site<\/span>/)
  await sql`update date_format set name = 'Präsenz' where format = 'onsite'`.execute(site.kontor.db)
  try {
    assert.match((await open('/dates')).body, /<span>Präsenz<\/span>/)
  } finally {
    await sql`update date_format set name = 'on site' where format = 'onsite'`.execute(site.kontor.db)
  }
})

test('a date says that it takes place for certain, by its status', async () => {
  const count = (body: string) => body.split('findet sicher statt').length - 1
  assert.equal(count((await open('/dates')).body), 1)
  await sql`update date_status set is_guaranteed = true where status = 'planned'`.execute(site.kontor.db)
  try {
    assert.equal(count((await open('/dates')).body), 3)
  } finally {
    await sql`update date_status set is_guaranteed = false where status = 'planned'`.execute(site.kontor.db)
  }
})

test('the price says its VAT, or that there is none', async () => {
  const { text } = await open('/dates')
  assert.match(text, /240,00\s€ pro Person, inkl\. 19 % MwSt\./)
  assert.match(text, /100,00\s€ pro Person, umsatzsteuerfrei/)
})

/** The titles of each day in the calendar of a month. */
const daysOf = (body: string) =>
  Object.fromEntries(
    [...body.matchAll(/<time datetime="([^"]+)">.*?(?=<time|<\/table>)/gs)].flatMap(([cell, day]) => {
      const titles = [...cell!.matchAll(/href="\/events\/([\w-]+)/g)].map(([, slug]) => slug)
      return titles.length > 0 ? [[day, titles]] : []
    }),
  )

test('the calendar of a month has each date on each of its days, and leads to the months beside it', async () => {
  const december = await open('/dates?view=month&month=2026-12')
  assert.deepEqual(daysOf(december.body), { '2026-12-10': ['r'], '2026-12-11': ['r'], '2026-12-31': ['sql'] })
  assert.match(december.text, /Dezember 2026/)
  const [, next = ''] = /href="([^"]+)" rel="next nofollow"/.exec(december.body) ?? []
  const january = await open(next.replaceAll('&amp;', '&'))
  assert.deepEqual(daysOf(january.body), {
    '2027-01-01': ['sql'],
    '2027-01-02': ['sql'],
    '2027-01-15': ['englisch'],
  })
  assert.match(january.body, /rel="prev nofollow"/)
  // It begins today: what is over is not sold.
  const now = await open('/dates?view=month&month=2020-01')
  assert.match(now.text, /November 2026/)
  assert.doesNotMatch(now.body, /rel="prev/)
  assert.match(now.body, /<td class="none" aria-current="date"><time datetime="2026-11-25"/)
  for (const month of ['9999-12', '0000-01', 'x'])
    assert.equal((await open(`/dates?view=month&month=${month}`)).status, 200, month)
})

test('the calendar opens in the month of the first date that is found', async () => {
  const { text, body } = await open('/dates?view=month&topic=Sprachen')
  assert.match(text, /Januar 2027/)
  assert.deepEqual(Object.keys(daysOf(body)), ['2027-01-15'])
  assert.match((await open('/dates?view=month')).text, /Dezember 2026/)
  assert.match((await open('/dates?view=month&q=nirgends')).text, /November 2026/)
})

test('a date that lasts for thousands of years is on each day of the calendar, which reads those of the month alone', async () => {
  const { db } = site.kontor
  await sql`insert into event_date (id, event_id, start_date, end_date, participants_max, status, format, is_published)
    values (14, 2, '2027-03-10', '9999-12-31', 9, 'planned', 'online', true)`.execute(db)
  try {
    const before = process.cpuUsage()
    const { body } = await open('/dates?view=month&month=2027-03')
    const { user, system } = process.cpuUsage(before)
    assert.equal([...body.matchAll(/href="[^"]*#date-14"/g)].length, 22)
    const seconds = (user + system) / 1e6
    assert.ok(seconds < 3, `${seconds} s of processor time`)
  } finally {
    await sql`delete from event_date where id = 14`.execute(db)
  }
})

test('the calendar keeps filters and language, and goes back to the list with them', async () => {
  const { body } = await open('/dates?view=month&month=2027-01&topic=Sprachen&lang=en')
  assert.deepEqual(Object.keys(daysOf(body)), ['2027-01-15'])
  assert.match(body, /January 2027/)
  assert.match(body, /href="\/dates\?lang=en&amp;topic=Sprachen"/)
})

test('an event says what it is for and for whom before its programme, where it is, and what cancelling costs', async () => {
  const { body, text } = await open('/events/r')
  const order = ['Für wen', 'Termine', 'Programm', 'Ort und Anfahrt', 'Stornieren', 'Fragen und Inhouse'].map(
    (title) => body.indexOf(`>${title}</h2>`),
  )
  assert.deepEqual(
    order,
    order.toSorted((one, other) => one - other),
  )
  assert.ok(order[0]! > 0)
  assert.match(body, /openstreetmap\.org\/directions\?to=Hafenstra%C3%9Fe\+1%2C\+20457\+Hamburg/)
  assert.match(body, /href="https:\/\/hafen\.example\/anfahrt"/)
  // Nothing is loaded from there.
  assert.doesNotMatch(body, /(src|srcset)="https?:/)
  assert.match(body, /<div class="bar">.*Buchen/s)
  assert.match(text, /bis zum Tag vor dem Beginn kostenlos|kostenlos bis/)
  await sql`insert into cancellation_step (event_id, days_before, fee_percent) values (1, 14, 0), (1, 1, 50), (1, 0, 100)`.execute(
    site.kontor.db,
  )
  const german = await open('/events/r')
  assert.match(
    german.text,
    /Stornieren kostet bis 14 Tage vor Beginn nichts, bis einen Tag vor Beginn 50 % des Preises und danach 100 % des Preises\./,
  )
  assert.match(german.text, /Kostenlos stornierbar bis 14 Tage vor Beginn/)
  assert.match(
    (await open('/events/r?lang=en')).text,
    /Cancelling costs nothing until 14 days before the start, 50% of the price until one day before the start and 100% of the price after that\./,
  )
})

const enquiry = {
  kind: 'inHouse',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@firma.example',
  company: 'Rechenwerk',
  phone: '',
  participants: '12',
  period: 'im März',
  message: 'Kommen Sie zu uns?',
}

async function send(fields: Record<string, string>, remoteAddress = '192.0.2.1', url = '/events/r/enquiry') {
  const response = await site.kontor.app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'de' },
    body: new URLSearchParams(fields).toString(),
  })
  return { status: response.statusCode, body: response.body, text: shownText(response.body) }
}

const leads = async () =>
  (
    await sql<{ name: string; status: string; text: string; contact: string }>`
      select l.name, l.status, e.text, concat_ws(' ', c.first_name, c.last_name) as contact from lead l
      left join logbook_entry e on e.lead_id = l.id left join lead_contact lc on lc.lead_id = l.id
      left join contact c on c.id = lc.contact_id order by l.id`.execute(site.kontor.db)
  ).rows

test('a request for in-house training becomes a lead with a contact and what was entered; sent twice, one', async () => {
  const first = await send(enquiry)
  assert.equal(first.status, 200)
  assert.match(first.text, /Ihre Anfrage ist angekommen/)
  assert.equal((await send(enquiry)).status, 200)
  const found = await leads()
  assert.equal(found.length, 1)
  assert.equal(found[0]!.name, 'Inhouse-Anfrage: R')
  assert.equal(found[0]!.contact, 'Ada Lovelace')
  for (const entered of ['Kommen Sie zu uns?', '12', 'im März', 'Rechenwerk', 'ada@firma.example'])
    assert.ok(found[0]!.text.includes(entered), entered)
})

test('a known contact stays as it is, and a visitor is not told', async () => {
  const before = await send(enquiry)
  const again = await send({ ...enquiry, kind: 'question', firstName: 'Eva', company: 'Andere' })
  assert.equal(again.text, before.text)
  assert.deepEqual(
    (await leads()).map(({ name, contact }) => [name, contact]),
    [
      ['Inhouse-Anfrage: R', 'Ada Lovelace'],
      ['Frage: R', 'Ada Lovelace'],
    ],
  )
})

test('a field that is missing or wrong is told beside its field, and the entries stay', async () => {
  const { status, body } = await send({ ...enquiry, kind: '', email: 'ada', message: '', lastName: '' })
  assert.equal(status, 422)
  for (const name of ['kind', 'email', 'message', 'lastName'])
    assert.match(body, new RegExp(`id="${name}.error"`), name)
  assert.match(body, /value="Rechenwerk"/)
  // In the order of the form.
  assert.deepEqual(
    [...body.matchAll(/<li><a href="#([^"]+)">/g)].map(([, name]) => name),
    ['kind.first', 'message', 'lastName', 'email'],
  )
  assert.deepEqual(await leads(), [])
})

test('a field that nobody sees, and an event that is hidden, make no lead', async () => {
  assert.equal((await send({ ...enquiry, homepage: 'x' })).status, 422)
  assert.equal((await send(enquiry, '192.0.2.1', '/events/nowhere/enquiry')).status, 404)
  assert.equal((await open('/events/nowhere/enquiry')).status, 404)
  assert.deepEqual(await leads(), [])
})

test('a network that asks too often within an hour is told, the others may ask', async () => {
  for (let at = 0; at < maxEnquiries.network; at++)
    assert.equal((await send({ ...enquiry, message: `Frage ${at}` })).status, 200)
  const refused = await send({ ...enquiry, message: 'noch eine' })
  assert.equal(refused.status, 429)
  assert.match(refused.text, /zu viele Anfragen/)
  assert.match(refused.body, /noch eine/)
  assert.equal((await send({ ...enquiry, message: 'noch eine' }, '198.51.100.7')).status, 200)
  assert.equal((await leads()).length, maxEnquiries.network + 1)
})

test('the form of an enquiry speaks Sie, du and English', async () => {
  assert.match((await open('/events/r/enquiry')).text, /Ihre Kontaktdaten/)
  await sql`update website_pages set address_form = 'informal'`.execute(site.kontor.db)
  assert.match((await open('/events/r/enquiry')).text, /Deine Kontaktdaten/)
  assert.match((await open('/events/r')).text, /rufen dich an/)
  assert.match((await open('/events/r/enquiry?lang=en&kind=inHouse')).text, /Your contact details/)
})

test('the font that no device brings comes from this server, only where it is chosen', async () => {
  const before = await open('/dates')
  assert.doesNotMatch(before.body, /@font-face/)
  await sql`update website_pages set font = 'inter'`.execute(site.kontor.db)
  try {
    const response = await site.kontor.app.inject('/dates')
    assert.match(String(response.headers['content-security-policy']), /font-src 'self'/)
    const addresses = [...response.body.matchAll(/src:url\(([^)]+)\)/g)].map(([, address]) => address!)
    assert.equal(addresses.length, 2)
    for (const address of addresses) {
      const font = await site.kontor.app.inject(address)
      assert.equal(font.headers['content-type'], 'font/woff2')
      assert.equal(font.rawPayload.subarray(0, 4).toString(), 'wOF2')
      assert.ok(font.rawPayload.length < 35_000)
    }
    assert.equal((await site.kontor.app.inject('/fonts/other.woff2')).statusCode, 404)
  } finally {
    await sql`update website_pages set font = 'system'`.execute(site.kontor.db)
  }
})

// The fields of a date in the public interface, and those that it never shows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../test/support/website.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { publicEndpoints } from '../website.ts'

let site: Website
before(async () => {
  site = await openWebsite({
    start: '2026-11-25T12:00:00Z',
    settings: { publicUrl: 'https://kontor.example' },
  })
  await sql`
    insert into catalogue_category (id, name, language) values (1, 'Data', 'de');
    insert into catalogue_category (id, name, language, is_protected) values (2, 'hidden category', 'de', true);
    insert into date_format (format, name) values ('house', 'On site') on conflict do nothing;
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = true;
    insert into event (id, identifier, title, subtitle, description_link) values
      (1, 'R', 'Introduction to R', 'for all', 'https://www.example.org/r'), (2, 'S', 'Series', '', '');
    update event set is_published = true;
    insert into event_in_category (event_id, category_id) values (1, 1), (1, 2);
    insert into contact (id, contact_type, first_name, last_name, last_name_key) values
      (101, 'person', 'hidden first name', 'hidden last name', 'hidden last name'),
      (901, 'location', '', 'Haus am Hafen', 'haus am hafen');
    insert into location (contact_id, link) values (901, 'https://house.example');
    insert into email_address (contact_id, email, email_key) values (101, 'hidden@contact.example', 'hidden@contact.example'),
      (901, 'hidden@house.example', 'hidden@house.example');
    insert into address (contact_id, address_type_id, street, house_number, zip, city, country, is_default)
      select 901, min(id), 'Hafenstraße', '1', '20457', 'Hamburg', 'Deutschland', true from address_type;
    insert into trainer (id, first_name, last_name, title, image_url, contact_id) values
      (1, 'Ada', 'Lovelace', 'Dr.', 'https://www.example.org/ada.jpg', 101);
    insert into event_date (id, event_id, identifier, title, subtitle, duration, start_date, start_time, end_date, end_time, participants_max,
        status, format, booking_start_date, booking_end_date, website_booking_link, has_waiting_list, waitlisted_count, cooperation_partner) values
      (10, 1, 'R-10', 'R in spring', 'two days', '2 days', '2027-03-01', '09:00', '2027-03-02', '17:00', 10, 'open', 'house', '2026-10-01',
        '2027-02-15', 'https://www.example.org/book?r', true, 87654, 'hidden partner'),
      (20, 2, '', '', '', '', '2027-03-01', '', '2027-03-02', '', 10, 'open', 'house', null, null, '', false, 0, '');
    update event_date set is_published = true;
    insert into date_location (date_id, contact_id) values (10, 901);
    insert into date_trainer (date_id, position, trainer_id, is_main, is_listed) values (10, 1, 1, true, true);
    insert into date_price (id, date_id, position, title, description, gross_price, vat_rate, currency, valid_to, additional_field_text) values
      (1, 10, 1, 'Early bird', 'until Christmas', 690, 19, 'EUR', '2026-12-24', 'hidden field');
    insert into conference_package_item (event_id, date_id, position, name, comment, purchase_price, internal_sales_price)
      values (1, null, 1, 'hidden package', 'hidden comment', 76543.21, 65432.1), (null, 10, 1, 'hidden package', 'hidden comment', 76543.21, 65432.1);
    insert into date_responsible_person (date_id, position, last_name, email, phone)
      values (10, 1, 'hidden staff', 'hidden@staff.example', '+49 40 987654');
    insert into catalogue_file (id, access_right, name, path) values (1, 'internal', 'hidden.pdf', ''), (2, 'participants', 'hidden-2.pdf', '');
    insert into event_file (event_id, file_id) values (1, 1), (1, 2);
    insert into date_file (date_id, file_id) values (10, 1), (10, 2);
    insert into task (client_id, kind, body) values (1, 'todo', 'hidden note');
    insert into booking (contact_id, date_id, status, comment, internal_notes) values (101, 10, 'waitlisted', 'hidden comment', 'hidden notes');
    insert into series_module (id, date_id, position, is_mandatory) values (1, 20, 1, true);
    insert into series_module_date (series_module_id, position, linked_date_id) values (1, 1, 10)`.execute(
    site.kontor.db,
  )
})
after(() => site.kontor.close())

test('`GET /dates/{id}`: one date. Date: `id, slug, url, event { id, slug, title, subtitle, language, image, categories [{ id, name }] }, title, subtitle, identifier, start, end, timeZone, days [{ date, from, to }], duration, status, format, location { id, name, street, zip, city, country, url } | null, trainers [{ id, name, title, image, url }], seats { max, free }, availability, prices [{ id, title, description, gross, net, taxRate, validFrom, validTo, isCurrent }], bookableFrom, bookableTo, bookingUrl, modules [{ dateId, title, start, isOptional }], updatedAt`', async () => {
  const { updatedAt, ...date } = (await site.get('/dates/10?availability=any')).json
  assert.match(updatedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
  assert.deepEqual(date, {
    id: 10,
    slug: 'introduction-to-r-10',
    url: 'https://www.example.org/r',
    event: {
      id: 1,
      slug: 'introduction-to-r',
      title: 'Introduction to R',
      subtitle: 'for all',
      language: 'de',
      image: null,
      categories: [{ id: 1, name: 'Data' }],
    },
    title: 'R in spring',
    subtitle: 'two days',
    identifier: 'R-10',
    start: '2027-03-01T09:00:00+01:00',
    end: '2027-03-02T17:00:00+01:00',
    timeZone: 'Europe/Berlin',
    days: [
      { date: '2027-03-01', from: '09:00', to: '17:00' },
      { date: '2027-03-02', from: '09:00', to: '17:00' },
    ],
    duration: '2 days',
    status: 'open',
    format: 'house',
    location: {
      id: 901,
      name: 'Haus am Hafen',
      street: 'Hafenstraße 1',
      zip: '20457',
      city: 'Hamburg',
      country: 'DE',
      url: 'https://house.example',
      image: null,
    },
    trainers: [
      {
        id: 1,
        name: 'Ada Lovelace',
        title: 'Dr.',
        image: {
          alt: 'Ada Lovelace',
          altEn: '',
          url: 'https://www.example.org/ada.jpg',
          width: null,
          height: null,
          sources: [],
        },
        url: null,
      },
    ],
    seats: { max: 10, free: 10 },
    availability: 'available',
    isGuaranteed: false,
    prices: [
      {
        id: 1,
        title: 'Early bird',
        description: 'until Christmas',
        gross: { amount: '690.00', currency: 'EUR' },
        net: { amount: '579.83', currency: 'EUR' },
        taxRate: '19.00',
        taxExemption: null,
        validFrom: null,
        validTo: '2026-12-24',
        validFor: '',
        isCurrent: true,
      },
    ],
    bookableFrom: '2026-10-01',
    bookableTo: '2027-02-15',
    bookingUrl: 'https://www.example.org/book?r',
    modules: [],
    files: [],
  })
  assert.deepEqual((await site.get('/dates/20?availability=any')).json.modules, [
    { dateId: 10, title: 'R in spring', start: '2027-03-01T09:00:00+01:00', isOptional: false },
  ])
})

test('JSON, camelCase. Moments with offset (`2027-03-01T09:00:00+01:00`), days `2027-03-01`, `timeZone` (IANA) with every date, ISO 639-1 languages, ISO 3166-1 countries, money `{ "amount": "690.00", "currency": "EUR" }` (decimal text, never a float)', async () => {
  const { headers, json } = await site.get('/dates')
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  const names = JSON.stringify(json).matchAll(/"([^"]*)":/g)
  for (const [, name] of names) assert.match(name!, /^[a-z][a-zA-Z0-9]*$/)
  for (const { timeZone, event, location, prices, days } of json.data) {
    assert.ok(new Intl.DateTimeFormat('en', { timeZone }))
    assert.ok(
      event.language === null ||
        new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(event.language),
    )
    assert.ok(location === null || /^[A-Z]{2}$/.test(location.country))
    for (const { gross, net } of prices)
      for (const { amount, currency } of [gross, net]) {
        assert.match(amount, /^\d+\.\d\d$/)
        assert.match(currency, /^[A-Z]{3}$/)
      }
    for (const { date } of days) assert.match(date, /^\d{4}-\d\d-\d\d$/)
  }
})

test('Lists: `{ "data": […], "total": n, "next": "/public/v1/…cursor=…" | null }`; `limit` 1 to 100, 20 by default', async (t) => {
  t.after(() => sql`delete from event_date where id > 1000`.execute(site.kontor.db))
  await sql`insert into event_date (id, event_id, start_date, is_published)
    select id, 1, '2027-05-01', true from generate_series(1001, 1120) id`.execute(site.kontor.db)
  const lengthOf = async (query: string) =>
    (await site.get(`/dates?availability=any&${query}`)).json.data.length
  const first = (await site.get('/dates?availability=any')).json
  assert.deepEqual(Object.keys(first), ['data', 'total', 'next'])
  assert.deepEqual([first.data.length, first.total], [20, 122])
  assert.match(first.next, /^\/public\/v1\/dates\?.*cursor=/)
  assert.deepEqual([await lengthOf('limit=1'), await lengthOf('limit=100')], [1, 100])
  const last = (await site.get('/dates?from=2027-05-02')).json
  assert.deepEqual(last, { data: [], total: 0, next: null })
  for (const limit of [0, 101, 'x', 1.5])
    assert.equal((await site.get(`/dates?limit=${limit}`)).json.errors[0].pointer, '/limit', String(limit))
})

test('401 without a key, 403 for an origin that the key does not name, 404, 409, 410, 413, 415, 422 never (400 it is), 429 with `Retry-After`', async (t) => {
  const key = await site.createKey({ origins: ['https://www.example.org'] })
  const origin = { key, headers: { origin: 'https://other.example' } }
  const body = { dateId: 20, seats: 1 }
  const plain = { headers: { 'content-type': 'text/plain' } }
  const expired = (await site.get('/changes')).json.next
  await sql`update event_date set booking_end_date = '2026-01-01' where id = 20`.execute(site.kontor.db)
  const statuses = [
    await site.get('/dates', { key: null }),
    await site.get('/dates', origin),
    await site.get('/dates/99?availability=any'),
    await site.post('/holds', body),
    await site.post('/holds', { ...body, x: 'x'.repeat(200_000) }),
    await site.post('/holds', 'dateId=20', plain),
    await site.post('/holds', { dateId: 'twenty', seats: -1 }),
  ].map(({ status, headers, json }) => {
    assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8')
    assert.equal(json.status, status)
    return status
  })
  assert.deepEqual(statuses, [401, 403, 404, 409, 413, 415, 400])
  site.kontor.clock.set('2027-01-25T12:00:00Z')
  t.after(() => site.kontor.clock.set('2026-11-25T12:00:00Z'))
  assert.equal((await site.get(`/changes?since=${expired}`)).status, 410)
})

test('Limits: reading 600 requests a minute for a key and address, writing 20, by default; `RateLimit` headers; settings', async (t) => {
  const { rates } = readSettings({})
  assert.deepEqual([rates.website, rates.websiteWrite], [600, 20])
  const limited = await openWebsite({ settings: { rates: { ...rates, website: 30, websiteWrite: 2 } } })
  t.after(() => limited.kontor.close())
  const read = await limited.get('/dates')
  assert.equal(read.headers['ratelimit-policy'], '"website";q=30;w=60')
  const write = (remoteAddress: string) => limited.post('/holds', { dateId: 1, seats: 1 }, { remoteAddress })
  const first = await write('192.0.2.1')
  assert.deepEqual([first.status, first.headers['ratelimit-policy']], [400, '"website-write";q=2;w=60'])
  await write('192.0.2.1')
  const refused = await write('192.0.2.1')
  assert.deepEqual([refused.status, refused.json.type], [429, '/problems/too-many-requests'])
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal((await write('192.0.2.2')).status, 400)
  assert.equal((await limited.get('/dates', { remoteAddress: '192.0.2.1' })).status, 200)
})

test("Never: purchase prices, internal or participants' files, notes, staff's telephones, counts of waiting lists, protected categories, anything of a contact", async () => {
  const paths = publicEndpoints.map(({ path, query }) => {
    const required: readonly string[] = query?.required ?? []
    const filled = path.replace(/\{\w+\}/, path.startsWith('/events') ? 'introduction-to-r' : '10')
    return required.includes('dateId') ? `${filled}?dateId=10` : filled
  })
  assert.ok(paths.length > 10)
  for (const path of paths) {
    assert.doesNotMatch(path, /[{}]/)
    const { status, text } = await site.get(path)
    assert.equal(status, 200, path)
    assert.doesNotMatch(text, /hidden|76543|65432|987654|87654/, path)
  }
  assert.match((await site.get('/dates/10?availability=any')).text, /R in spring/)
})

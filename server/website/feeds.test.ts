// Calendars, feed, sitemap and JSON-LD, read by other libraries than those that write them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { sql } from 'kysely'
import nodeIcal from 'node-ical'
import { openWebsite, type Website } from '../../test/support/website.ts'

let site: Website
before(async () => {
  site = await openWebsite({
    start: '2026-11-25T12:00:00Z',
    settings: { publicUrl: 'https://kontor.example' },
  })
  await sql`
    update client set name = 'Muster & Söhne' where id = 1;
    insert into catalogue_category (id, name, language) values (1, 'Data', 'de');
    insert into date_format (format, name, is_online, is_onsite) values ('web', 'Online', true, false), ('house', 'Vor Ort', false, true)
      on conflict (format) do update set is_online = excluded.is_online, is_onsite = excluded.is_onsite;
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true), ('off', 'off', false, false)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, teaser, description_link) values (1, 'R & "Friends", <advanced>; part 1', '<p>Read &amp; clean data</p>', 'https://www.example.org/r?a=1&b=2'), (2, 'Law', '', '');
    update event set is_published = true;
    insert into event_in_category (event_id, category_id) values (1, 1);
    insert into event_price (id, event_id, position, title, gross_price, vat_rate, currency) values (1, 1, 1, 'Regular', 690, 19, 'EUR');
    insert into contact (id, contact_type, last_name) values (901, 'location', 'Haus am Hafen');
    insert into location (contact_id) values (901);
    insert into address (contact_id, address_type_id, street, house_number, zip, city, country, is_default)
      select 901, min(id), 'Hafenstraße', '1', '20457', 'Hamburg', 'Deutschland', true from address_type;
    insert into trainer (id, first_name, last_name) values (1, 'Ada', 'Lovelace');
    insert into event_date (id, event_id, title, start_date, start_time, end_date, end_time, participants_max, status, format) values
      (10, 1, '', '2027-03-27', '09:00', '2027-03-28', '17:00', 10, 'open', 'house'),
      (11, 1, 'Online', '2027-07-01', '', '2027-07-01', '', 10, 'open', 'web'),
      (20, 2, '', '2027-04-01', '14:00', '2027-04-01', '', 4, 'open', 'house');
    update event_date set is_published = true;
    insert into date_location (date_id, contact_id) values (10, 901);
    insert into date_trainer (date_id, position, trainer_id, is_main, is_listed) values (10, 1, 1, true, true)`.execute(
    site.kontor.db,
  )
})
after(() => site.kontor.close())

const entriesOf = (text: string) =>
  Object.values(nodeIcal.sync.parseICS(text)).filter((one) => one?.type === 'VEVENT') as nodeIcal.VEvent[]

test('`GET /dates/{id}/calendar.ics`, `GET /calendar.ics`: RFC 5545: one VEVENT for each day of a date, stable UID, SEQUENCE, CANCELLED, VTIMEZONE, no ORGANIZER', async () => {
  const { text, headers } = await site.get('/dates/10/calendar.ics')
  assert.equal(headers['content-type'], 'text/calendar; charset=utf-8')
  assert.doesNotMatch(text, /ORGANIZER|ATTENDEE/)
  assert.match(text, /BEGIN:VTIMEZONE\r\nTZID:Europe\/Berlin/)
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  const entries = entriesOf(text)
  assert.deepEqual(
    entries.map(({ uid, start, end, summary, location }) => [
      uid,
      start.toISOString(),
      end?.toISOString(),
      summary,
      location,
    ]),
    [
      // The clocks change in the night between them.
      [
        'date-10@kontor.example',
        '2027-03-27T08:00:00.000Z',
        '2027-03-27T16:00:00.000Z',
        'R & "Friends", <advanced>; part 1',
        'Haus am Hafen, Hafenstraße 1, 20457 Hamburg',
      ],
      [
        'date-10-2@kontor.example',
        '2027-03-28T07:00:00.000Z',
        '2027-03-28T15:00:00.000Z',
        'R & "Friends", <advanced>; part 1',
        'Haus am Hafen, Hafenstraße 1, 20457 Hamburg',
      ],
    ],
  )
  const [wholeDay] = entriesOf((await site.get('/dates/11/calendar.ics')).text)
  assert.equal(wholeDay!.datetype, 'date')
  const [untilMidnight] = entriesOf((await site.get('/dates/20/calendar.ics')).text)
  assert.equal(untilMidnight!.end?.toISOString(), '2027-04-01T22:00:00.000Z')
})

test('SEQUENCE grows with each change; a date that does not take place is CANCELLED', async () => {
  const read = async () => entriesOf((await site.get('/dates/10/calendar.ics')).text)[0]!
  const before = await read()
  assert.equal(before.status, 'CONFIRMED')
  await sql`update event_date set start_time = '10:00' where id = 10`.execute(site.kontor.db)
  const moved = await read()
  assert.equal(moved.uid, before.uid)
  assert.ok(Number(moved.sequence) > Number(before.sequence))
  await sql`update event_date set status = 'off' where id = 10`.execute(site.kontor.db)
  const cancelled = await read()
  assert.equal(cancelled.status, 'CANCELLED')
  assert.ok(Number(cancelled.sequence) > Number(moved.sequence))
  await sql`update event_date set status = 'open', start_time = '09:00' where id = 10`.execute(site.kontor.db)
  const { etag } = (await site.get('/dates/10/calendar.ics')).headers
  assert.equal(
    (await site.get('/dates/10/calendar.ics', { headers: { 'if-none-match': String(etag) } })).status,
    304,
  )
})

test('the second takes the filters: `/calendar.ics`', async () => {
  const uids = async (query: string) =>
    entriesOf((await site.get(`/calendar.ics?${query}`)).text).map(({ uid }) => uid)
  assert.deepEqual(await uids('event=1'), [
    'date-10@kontor.example',
    'date-10-2@kontor.example',
    'date-11@kontor.example',
  ])
  assert.deepEqual(await uids('format=web'), ['date-11@kontor.example'])
  assert.deepEqual(await uids('from=2030-01-01'), [])
  assert.equal((await site.get('/calendar.ics?limit=1')).status, 400)
})

test('`GET /feed.atom`, `GET /sitemap.xml`: well-formed, those that changed last first', async () => {
  await sql`update event_date set subtitle = 'new' where id = 20`.execute(site.kontor.db)
  const { text, headers } = await site.get('/feed.atom')
  assert.equal(headers['content-type'], 'application/atom+xml; charset=utf-8')
  assert.equal(XMLValidator.validate(text), true)
  const { feed } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@' }).parse(text)
  assert.equal(feed['@xmlns'], 'http://www.w3.org/2005/Atom')
  assert.equal(feed.title, 'Muster & Söhne')
  assert.equal(feed.author.name, 'Muster & Söhne')
  assert.equal(feed.entry[0].id, 'https://kontor.example/public/v1/dates/20')
  assert.equal(feed.entry[0].updated, feed.updated)
  const ofR = feed.entry.find(({ id }: { id: string }) => id.endsWith('/10'))
  assert.equal(ofR.title, 'R & "Friends", <advanced>; part 1')
  assert.equal(ofR.link['@href'], 'https://www.example.org/r?a=1&b=2')
  assert.match(ofR.updated, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
})

test('GET /sitemap.xml: the pages of events', async () => {
  const { text } = await site.get('/sitemap.xml')
  assert.equal(XMLValidator.validate(text), true)
  const { urlset } = new XMLParser().parse(text)
  assert.equal(urlset.url.loc, 'https://www.example.org/r?a=1&b=2')
})

test('`GET /events/{slug}/schema.json`: schema.org `Course` with `CourseInstance`s, `Offer`s, `eventStatus`, and what Google requires of Course and Event', async () => {
  const { status, headers, text } = await site.get('/events/r-friends-advanced-part-1/schema.json')
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'application/ld+json; charset=utf-8')
  assert.doesNotMatch(text, /</)
  const course = JSON.parse(text)
  assert.deepEqual(
    [course['@context'], course['@type'], course.name, course.description, course.provider.name],
    [
      'https://schema.org',
      'Course',
      'R & "Friends", <advanced>; part 1',
      'Read & clean data',
      'Muster & Söhne',
    ],
  )
  const [onsite, online] = course.hasCourseInstance
  for (const instance of [onsite, online])
    for (const property of [
      'name',
      'startDate',
      'endDate',
      'eventStatus',
      'eventAttendanceMode',
      'location',
      'organizer',
      'courseMode',
      'courseSchedule',
    ])
      assert.ok(instance[property], property)
  assert.equal(onsite.courseMode, 'onsite')
  assert.equal(onsite.courseWorkload, 'PT16H')
  assert.equal(onsite.location.address.addressCountry, 'DE')
  assert.equal(onsite.instructor[0].name, 'Ada Lovelace')
  assert.equal(online.location['@type'], 'VirtualLocation')
  assert.deepEqual(onsite.offers[0], {
    '@type': 'Offer',
    name: 'Regular',
    price: '690.00',
    priceCurrency: 'EUR',
    category: 'Paid',
    availability: 'https://schema.org/InStock',
    url: 'https://www.example.org/r?a=1&b=2',
  })
  await sql`update event_date set status = 'off' where id = 10`.execute(site.kontor.db)
  const [cancelled] = JSON.parse((await site.get('/events/1/schema.json')).text).hasCourseInstance
  assert.equal(cancelled.eventStatus, 'https://schema.org/EventCancelled')
})

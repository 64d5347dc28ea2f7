// GET /dates and GET /facets on random dates, beside filters that look at every date.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../test/support/website.ts'
import type { PublicDate } from './schemas.ts'

const today = '2026-11-25'
let site: Website
let all: PublicDate[]
before(async () => {
  site = await openWebsite({ start: `${today}T12:00:00Z` })
  const { db } = site.kontor
  await sql`
    insert into catalogue (id, name) values (1, 'Open');
    insert into catalogue_category (id, catalogue_id, parent_id, name, language) values
      (1, 1, null, 'Data', 'de'), (2, 1, 1, 'Statistics', 'de'), (3, 1, null, 'Law', 'en'), (4, null, 3, 'Labour', '');
    insert into date_format (format, name) values ('online', 'Online'), ('onsite', 'On site') on conflict do nothing;
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true), ('off', 'off', false, false)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title) select i, (array['Übungen', 'Arbeitsrecht', 'Einführung', 'Zahlen'])[i % 4 + 1] || ' ' || i from generate_series(1, 12) i;
    update event set is_published = true;
    insert into event_in_category (event_id, category_id) select i, i % 4 + 1 from generate_series(1, 12) i;
    insert into contact (id, contact_type, last_name) select 900 + i, 'location', 'House ' || i from generate_series(1, 4) i;
    insert into location (contact_id) select 900 + i from generate_series(1, 4) i;
    insert into address (contact_id, address_type_id, city, is_default) select 900 + i, (select min(id) from address_type),
      (array['Hamburg', 'Köln', 'Köln', 'Zürich'])[i], true from generate_series(1, 4) i;
    insert into trainer (id, first_name, last_name) values (1, 'Jürgen', 'Müller'), (2, 'Ada', 'Lovelace');
    insert into event_date (id, event_id, title, identifier, start_date, start_time, end_date, end_time, participants_max, booked_count, status, format)
      select i, i * 7 % 12 + 1, case when i % 3 = 0 then 'Termin ' || i else '' end, 'ID-' || i,
        (date '2026-10-01' + i * 37 % 200)::text::date, case when i % 5 = 0 then '' else '09:00' end, date '2026-10-01' + i * 37 % 200 + i % 9, '17:00',
        10, i * 11 % 11, case when i % 7 = 0 then 'off' else 'open' end, (array['online', 'onsite', null])[i % 3 + 1]
      from generate_series(1, 300) i;
    update event_date set is_published = id % 17 <> 0, has_waiting_list = id % 2 = 0,
      booking_start_date = case id % 13 when 0 then date '2026-12-01' when 1 then date '2026-11-01' end;
    insert into date_location (date_id, contact_id) select id, 901 + id % 5 from event_date where id % 5 < 4;
    insert into date_trainer (date_id, position, trainer_id, is_main, is_listed) select id, 1, id % 2 + 1, true, true from event_date where id % 6 <> 0;
    insert into date_price (date_id, position, title, gross_price, net_price, vat_rate, currency)
      select id, 1, 'Regular', id * 13 % 50 * 10, null, 19, 'EUR' from event_date where id % 4 <> 0`.execute(
    db,
  )
  all = await allOf('/dates?from=2000-01-01&availability=any&limit=100')
})
after(() => site.kontor.close())

/** All entries of a list, page by page. */
async function allOf(path: string): Promise<PublicDate[]> {
  const found: PublicDate[] = []
  let next: string | null = path
  while (next !== null) {
    const { status, json } = await site.get(next.replace('/public/v1', ''))
    assert.equal(status, 200, JSON.stringify(json))
    found.push(...json.data)
    next = json.next
  }
  return found
}

const isListed = ({ availability, bookableFrom }: PublicDate) =>
  ['available', 'few', 'waitingList'].includes(availability) ||
  (availability === 'closed' && bookableFrom !== null && bookableFrom > today)
const lastDay = (date: PublicDate) => date.end!.slice(0, 10)
const lowest = ({ prices }: PublicDate) =>
  prices.length === 0 ? undefined : Math.min(...prices.map(({ gross }) => Number(gross.amount)))

type Filter = [query: string, matches: (date: PublicDate) => boolean]
const filters: Filter[][] = [
  [
    ['', (date) => lastDay(date) >= today],
    ['from=2026-12-24', (date) => lastDay(date) >= '2026-12-24'],
    [
      'from=2026-10-05&to=2026-10-20',
      (date) => lastDay(date) >= '2026-10-05' && date.start! <= '2026-10-20~',
    ],
    ['to=2026-12-01', (date) => lastDay(date) >= today && date.start!.slice(0, 10) <= '2026-12-01'],
  ],
  [
    ['', () => true],
    ['category=1', ({ event }) => event.categories.some(({ id }) => id === 1 || id === 2)],
    ['category=2,4', ({ event }) => event.categories.some(({ id }) => id === 2 || id === 4)],
  ],
  [
    ['', () => true],
    ['event=3,5', ({ event }) => event.id === 3 || event.id === 5],
    ['city=K%C3%B6ln', ({ location }) => location?.city === 'Köln'],
    ['location=901&location=904', ({ location }) => location?.id === 901 || location?.id === 904],
    ['format=online', ({ format }) => format === 'online'],
    ['language=de', ({ event }) => event.language === 'de'],
    ['trainer=2', ({ trainers }) => trainers.some(({ id }) => id === 2)],
    ['status=off', ({ status }) => status === 'off'],
    ['catalog=1', ({ event }) => event.categories.some(({ id }) => id !== 4)],
  ],
  [
    ['', isListed],
    ['availability=any', () => true],
    ['availability=listed,full', (date) => isListed(date) || date.availability === 'full'],
    ['availability=full,waitingList', ({ availability }) => ['full', 'waitingList'].includes(availability)],
    ['availability=cancelled', ({ availability }) => availability === 'cancelled'],
  ],
]
const combinations = filters.reduce<Filter[]>(
  (sofar, next) =>
    sofar.flatMap(([query, matches]) =>
      next.map(
        ([one, also]): Filter => [
          [query, one].filter(Boolean).join('&'),
          (date) => matches(date) && also(date),
        ],
      ),
    ),
  [['', () => true]],
)

test("`GET /dates`: dates in order of their start. Filters: `from`, `to` (days that a date touches; `from` is today by default), `event`, `category` (with those below it), `catalog`, `city`, `location`, `format`, `language`, `trainer`, `status`, `availability`, `q` (words, as the office's search: any order, accents, small typing errors)", async () => {
  assert.equal(all.length, 300 - 17)
  assert.deepEqual(
    all,
    all.toSorted((one, other) =>
      one.start!.slice(0, 10) < other.start!.slice(0, 10)
        ? -1
        : one.start!.slice(0, 10) > other.start!.slice(0, 10)
          ? 1
          : 0,
    ),
  )
  let empty = 0
  for (const [query, matches] of combinations) {
    const found = await allOf(`/dates?limit=100&${query}`)
    const expected = all.filter(matches)
    assert.deepEqual(
      found.map(({ id }) => id),
      expected.map(({ id }) => id),
      query,
    )
    if (expected.length === 0) empty++
  }
  assert.ok(empty < combinations.length / 2, `${empty} of ${combinations.length} found nothing`)
})

test('sort=start|-start|title|price, page by page', async () => {
  const upcoming = all.filter((date) => lastDay(date) >= today && isListed(date))
  const ids = async (sort: string) => (await allOf(`/dates?limit=7&sort=${sort}`)).map(({ id }) => id)
  assert.deepEqual(
    await ids('start'),
    upcoming.map(({ id }) => id),
  )
  assert.deepEqual(
    await ids('-start'),
    upcoming.toReversed().map(({ id }) => id),
  )
  const collator = new Intl.Collator('de', { sensitivity: 'base', numeric: true })
  assert.deepEqual(
    await ids('title'),
    upcoming.toSorted((one, other) => collator.compare(one.title, other.title)).map(({ id }) => id),
  )
  assert.deepEqual(
    await ids('price'),
    upcoming
      .toSorted((one, other) => (lowest(one) ?? Number.MAX_VALUE) - (lowest(other) ?? Number.MAX_VALUE))
      .map(({ id }) => id),
  )
  const { status, json } = await site.get(
    `/dates?sort=price&cursor=${(await site.get('/dates?limit=1')).json.next.split('cursor=')[1]}`,
  )
  assert.equal(status, 400)
  assert.equal(json.errors[0].pointer, '/cursor')
})

test('`GET /categories`, `GET /facets`: the tree; counts by category, city, month, format, language, trainer for the filters of `/dates`, each without the values that its own filter has', async () => {
  for (const query of ['', 'category=1', 'city=Hamburg&format=online', 'q=zahlen&trainer=1']) {
    const { json } = await site.get(`/facets?${query}`)
    assert.equal(json.total, (await site.get(`/dates?${query}`)).json.total)
    const counts: [parameter: string, facet: string][] = [
      ['category', 'categories'],
      ['city', 'cities'],
      ['format', 'formats'],
      ['language', 'languages'],
      ['trainer', 'trainers'],
    ]
    for (const [parameter, facet] of counts) {
      assert.ok(json[facet].length > 0 || facet === 'languages', `${query} ${facet}`)
      for (const { id, count } of json[facet]) {
        const parameters = new URLSearchParams(query)
        parameters.set(parameter, String(id))
        assert.equal(
          count,
          (await site.get(`/dates?${parameters}`)).json.total,
          `${query} ${parameter}=${id}`,
        )
      }
    }
    const found = await allOf(`/dates?limit=100&${query}`)
    assert.deepEqual(
      json.months,
      [...Map.groupBy(found, (date) => date.start!.slice(0, 7))].map(([id, dates]) => ({
        id,
        count: dates.length,
      })),
    )
  }
})

test('words in any order, accents, small typing errors', async () => {
  const upcoming = all.filter((date) => lastDay(date) >= today && isListed(date))
  const idsWith = (matches: (date: PublicDate) => boolean) => upcoming.filter(matches).map(({ id }) => id)
  const ids = async (q: string) =>
    (await allOf(`/dates?limit=100&q=${encodeURIComponent(q)}`)).map(({ id }) => id)
  const ofMueller = idsWith(({ trainers }) => trainers.some(({ id }) => id === 1))
  for (const q of ['Müller', 'mueller', 'muller', 'MÜLLER Jürgen', 'Muellr'])
    assert.deepEqual(await ids(q), ofMueller, q)
  const exercises = idsWith(({ event, location }) => /Übungen/.test(event.title) && location?.city === 'Köln')
  assert.deepEqual(await ids('köln übung'), exercises)
  assert.deepEqual(await ids('uebungen koeln'), exercises)
  assert.deepEqual(
    await ids('id 123'),
    idsWith(({ identifier }) => /123/.test(identifier)),
  )
  assert.deepEqual(await ids('xylophone'), [])
  assert.deepEqual(
    await ids(' - '),
    upcoming.map(({ id }) => id),
  )
})

test('cursors are opaque and survive changes of the list between two pages (nothing twice, nothing left out of what stood throughout)', async () => {
  const before = await allOf('/dates?limit=100')
  const first = (await site.get('/dates?limit=10')).json
  const [removed, kept] = [before[9]!, before[10]!]
  await sql`update event_date set is_published = false where id = ${removed.id}`.execute(site.kontor.db)
  await sql`insert into event_date (id, event_id, title, start_date, participants_max, is_published)
    values (5000, 1, 'Inserted before', '2026-11-26', 5, true)`.execute(site.kontor.db)
  const second = (await site.get(first.next.replace('/public/v1', ''))).json
  assert.equal(second.data[0].id, kept.id)
  const rest = [...first.data, ...(await allOf(first.next))].map(({ id }: PublicDate) => id)
  assert.equal(new Set(rest).size, rest.length)
  for (const { id } of before) assert.ok(rest.includes(id), String(id))
})

test('a list shows changes of trainers, locations, formats and categories at once', async () => {
  const first = async () => (await site.get('/dates?trainer=1&location=902&limit=1')).json.data[0]
  const before = await first()
  assert.equal(before.trainers[0].name, 'Jürgen Müller')
  await sql`update trainer set last_name = 'Meier' where id = 1`.execute(site.kontor.db)
  assert.equal((await first()).trainers[0].name, 'Jürgen Meier')
  await sql`update address set city = 'Bonn' where contact_id = 902`.execute(site.kontor.db)
  assert.equal((await first()).location.city, 'Bonn')
  assert.ok((await site.get('/facets')).json.cities.some(({ id }: { id: string }) => id === 'Bonn'))
  await sql`update date_format set name = 'In der Ferne' where format = 'online'`.execute(site.kontor.db)
  assert.ok(
    (await site.get('/facets')).json.formats.some(({ name }: { name: string }) => name === 'In der Ferne'),
  )
})

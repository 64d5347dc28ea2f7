// Dates are found by words, numbers, people, places and months, by the website and the office alike.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { OfficeSession } from './support/test-instance.ts'
import { openWebsite, type Website } from './support/website.ts'

let site: Website
let office: OfficeSession
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
  office = await site.kontor.signIn()
  await sql
    .raw(`
    insert into event (id, title, identifier, article_no, is_published) values
      (1, 'E-Mail-Marketing', 'EMM-1', 'A-4711', true), (2, 'Führung für Meister', 'FM', 'B.0815', true), (3, 'Excel', 'XL', '', true);
    insert into contact (id, contact_type, last_name) values (902, 'location', 'Haus am Elbufer');
    insert into location (contact_id) values (902);
    insert into address (contact_id, address_type_id, city, is_default) values (902, 1, 'Dresden-Neustadt', true);
    insert into trainer (id, first_name, last_name) values (1, 'Jürgen', 'Müller-Lüdenscheidt'), (2, 'William', 'Blake');
    insert into event_date (id, event_id, identifier, article_no, start_date, end_date, status, is_published, participants_max) values
      (11, 1, 'EMM-1-2027', 'A-4711-1', '2027-03-01', '2027-03-02', 'confirmed', true, 5),
      (12, 2, 'FM-2027-05', '', '2027-05-05', null, 'confirmed', true, 5),
      (13, 3, 'XL-9', '', '2028-03-30', '2028-04-01', 'confirmed', true, 5);
    insert into date_location (date_id, contact_id) values (12, 902);
    insert into date_trainer (date_id, position, trainer_id, is_main, is_listed) values (11, 1, 1, true, true), (13, 1, 2, true, true);
    insert into contact (id, contact_type, first_name, last_name) values (50, 'person', 'Vera', 'Ruf');
    insert into booking_order (id, code, source) values (7, 'K7QF-3M2X', 'website');
    insert into booking (id, contact_id, date_id, status, order_id) values (60, 50, 11, 'booked', 7);
  `)
    .execute(site.kontor.owner)
})
after(() => site.kontor.close())

const onWebsite = async (q: string): Promise<number[]> => {
  const { status, json } = await site.get(`/dates?q=${encodeURIComponent(q)}`)
  assert.equal(status, 200, q)
  return json.data.map(({ id }: { id: number }) => id)
}
const inOffice = async (q: string, kind = 'date'): Promise<number[]> => {
  const { json } = await office.call('GET', `/search?q=${encodeURIComponent(q)}`)
  return json.filter((hit: { kind: string }) => hit.kind === kind).map(({ id }: { id: number }) => id)
}

test('words, numbers, names, places and months', async () => {
  for (const [q, ...expected] of [
    ['email', 11],
    ['E-Mail', 11],
    ['e-mail marketing', 11],
    ['emailmarketing', 11],
    ['A-4711', 11],
    ['a-4711-1', 11],
    ['B.0815', 12],
    ['EMM-1-2027', 11],
    ['Müller', 11],
    ['Dr. Juergen Mueller-Luedenscheidt', 11],
    ['Bill Blake', 13],
    ['Dresden', 12],
    ['elbufer', 12],
    ['dresden neustadt', 12],
    ['März', 11, 13],
    ['Maerz 2027', 11],
    ['march 2027', 11],
    ['03/2027', 11],
    ['2027-03', 11],
    ['April', 13],
    ['Führung Mai', 12],
    ['Führung Mai 2027', 12],
    ['Excel März 2028', 13],
    ['Excel 2027'],
  ] as const) {
    assert.deepEqual((await onWebsite(q)).toSorted(), expected, `website: ${q}`)
    assert.deepEqual((await inOffice(q)).toSorted(), expected, `office: ${q}`)
  }
  // A month is a whole word; in the office, `mai` may become `mail`.
  assert.deepEqual(await onWebsite('Mai'), [12])
  assert.deepEqual((await inOffice('Mai')).toSorted(), [11, 12])
})

test('pages of the website find the same', async () => {
  await site.createKey()
  await sql`update website_pages set key_id = (select min(id) from website_key)`.execute(site.kontor.db)
  const { status, text } = await site.open(`/dates?q=${encodeURIComponent('märz 2027')}`)
  assert.equal(status, 200)
  assert.match(text, /E-Mail-Marketing/)
  assert.doesNotMatch(text, /Führung für Meister/)
})

test('the code of an order finds its bookings in the office only', async () => {
  for (const q of ['K7QF-3M2X', 'k7qf3m2x', ' K7QF 3M2X '])
    assert.deepEqual(await inOffice(q, 'booking'), [60], q)
  assert.deepEqual(await onWebsite('K7QF-3M2X'), [])
  const none = await site.kontor.signIn({ rights: ['090300:access'] })
  assert.deepEqual((await none.call('GET', '/search?q=K7QF-3M2X')).json, [])
})

test('the office follows changes of trainers, places and days', async () => {
  await sql`update trainer set last_name = 'Shakespeare' where id = 2`.execute(site.kontor.db)
  assert.deepEqual(await inOffice('shakespeare'), [13])
  await sql`update address set city = 'Meißen' where contact_id = 902`.execute(site.kontor.db)
  assert.deepEqual(await inOffice('meissen'), [12])
  await sql`update event_date set start_date = '2027-10-01', end_date = '2027-10-01' where id = 12`.execute(
    site.kontor.db,
  )
  assert.deepEqual(await inOffice('führung oktober'), [12])
  await sql`delete from date_trainer where date_id = 13`.execute(site.kontor.db)
  assert.deepEqual(await inOffice('shakespeare'), [])
})

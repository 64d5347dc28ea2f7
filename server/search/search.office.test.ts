// The search: matching, visibility, and updates of the index.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type OfficeSession, type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { queryWords } from '../platform/ground/matching/query-words.ts'
import { editDistance } from '../platform/ground/matching/words.ts'
import { indexLikePattern, likePattern, parseRecordNumber } from './words.ts'

let kontor: TestInstance
let office: OfficeSession

const run = (text: string) => sql.raw(text).execute(kontor.owner)

before(async () => {
  kontor = await testInstance()
  await run(`
    insert into client (id, name) values (2, 'Other');
    insert into contact (id, contact_type, last_name, last_name_key) values (100, 'company', 'Größmann & Söhne GmbH', 'x'), (101, 'company', '100 % Bio_Kost', 'y');
    insert into contact (id, contact_type, last_name, last_name_key) values (102, 'location', 'Haus am Elbufer', 'z');
    insert into location (contact_id) values (102);
    insert into contact (id, contact_type, first_name, last_name, last_name_key, company_id) values
      (1, 'person', 'Jürgen', 'Köhler', 'köhler', null), (2, 'person', 'Anna', 'Schmidt', 'schmidt', 100), (3, 'person', 'Ann', 'An', 'an', null),
      (4, 'person', 'Zoë', 'Łukasz', 'łukasz', null);
    insert into address (contact_id, address_type_id, zip, city) values (1, 1, '80331', 'München'), (2, 1, '20457', 'Hamburg');
    insert into email_address (contact_id, email, email_key) values (1, 'J.Koehler@Nordlicht.example', 'j.koehler@nordlicht.example');
    insert into phone (contact_id, type, country_code, area_code, number) values (1, 'phone', '+49', '040', '669 69-123');
    insert into event (id, title, identifier, article_no) values (20, 'Führung für Meister', 'FM-7', 'A-4711');
    insert into event_date (id, event_id, identifier, start_date, status) values
      (30, 20, 'FM-7-2026-03', '2026-03-01', 'completed'), (31, 20, 'FM-7-2026-09', '2026-09-01', 'planned');
    insert into date_location values (31, 102);
    insert into lead (id, client_id, name) values (40, 1, 'Anfrage Kaffeerösterei'), (41, 2, 'Anfrage Kaffeemaschine');
    insert into lead_contact values (40, 1);
    insert into task (id, client_id, kind, subject) values (50, 1, 'mail', 'Rückfrage Rechnung'), (51, 2, 'mail', 'Rückfrage Angebot');
    insert into booking (id, contact_id, date_id, status) values (60, 1, 31, 'booked');
    select setval('contact_id_seq', 1000);
    analyze;
  `)
  office = await kontor.signIn({ rights: ['090300:access', 'lead', 'task', 'booking:access'] })
})
after(() => kontor.close())

type Hit = { kind: string; id: number; isSimilar: boolean }
const search = async (q: string, who = office) => {
  const { status, json } = await who.call('GET', `/search?q=${encodeURIComponent(q)}`)
  assert.equal(status, 200, q)
  return json as Hit[]
}
const found = async (q: string, who = office) =>
  (await search(q, who)).map(({ kind, id, isSimilar }) => `${kind} ${id}${isSimilar ? '?' : ''}`)
const assertFinds = async (q: string, ...expected: string[]) => {
  const hits = await found(q)
  for (const one of expected) assert.ok(hits.includes(one), `${q}: ${one} is not in ${hits}`)
}

test('umlauts, accents, ß, case and parts of words', async () => {
  for (const q of ['köhler', 'KÖHLER', 'kohler', 'Koehler', 'öhle', 'jürgen köhler', 'köhler jurgen'])
    await assertFinds(q, 'person 1')
  for (const q of ['München', 'munchen', 'Muenchen', '80331']) await assertFinds(q, 'person 1')
  for (const q of ['größmann', 'GROESSMANN', 'grossmann', 'söhne']) await assertFinds(q, 'company 100')
  for (const q of ['lukasz', 'zoe', 'Łuk']) await assertFinds(q, 'person 4')
  await assertFinds('Jürgen'.normalize('NFD'), 'person 1')
})

test('all words must match, each in any field of the record', async () => {
  await assertFinds('schmidt hamburg', 'person 2')
  await assertFinds('anna größmann', 'person 2')
  assert.deepEqual(await found('schmidt münchen'), [])
})

test('typing errors; hits by similar words are marked', async () => {
  for (const q of ['kohlr', 'kolher', 'köhlr', 'koheler']) await assertFinds(q, 'person 1?')
  await assertFinds('shmidt hamburg', 'person 2?')
  await assertFinds('Fuhrnug', 'event 20?')
  assert.deepEqual(await found('xylophon'), [])
  assert.ok(!(await found('köhler')).some((hit) => hit.endsWith('?')))
})

test('short words match at the beginning of words, exact matches first', async () => {
  const hits = await found('an')
  assert.equal(hits[0], 'person 3')
  assert.ok(hits.includes('person 2'))
  assert.ok(!hits.includes('event 20'))
  assert.deepEqual(await found('a'), [])
  assert.deepEqual(await found('  '), [])
  assert.deepEqual(await found(''), [])
})

test('numbers: phone, id, task, date, article', async () => {
  for (const q of ['+49 40 66969123', '040 66969-123', '0049 (0)40 66969', '66969123', '+49 (0)40 669'])
    await assertFinds(q, 'person 1')
  await assertFinds('1', 'person 1')
  await assertFinds('31', 'date 31')
  for (const q of ['T-000050', 't-50', 'T000050', '50']) await assertFinds(q, 'task 50')
  assert.deepEqual(await found('T-000051'), [], 'a task of another client')
  await assertFinds('FM-7-2026-09', 'date 31')
  await assertFinds('A-4711', 'event 20')
  assert.deepEqual(await found('99999999999999999999'), [])
})

test('e-mail addresses, complete and in part', async () => {
  await assertFinds('j.koehler@nordlicht.example', 'person 1')
  await assertFinds(' J.KOEHLER@Nordlicht.example ', 'person 1')
  await assertFinds('@nordlicht', 'person 1')
})

test('a part of an address matches as a whole, not only its numbers', async () => {
  await run(`insert into contact (id, contact_type, last_name) values (7, 'person', 'Seven'), (8, 'person', 'Eight');
    insert into email_address (contact_id, email, email_key) values (7, 'x.1234@firm-5678.example', 'x.1234@firm-5678.example'),
      (8, 'y.1234@firm-5678.example', 'y.1234@firm-5678.example')`)
  assert.deepEqual(await found('x.1234@firm-56'), ['person 7'])
  assert.deepEqual(await found('1234@firm-5678'), ['person 8', 'person 7'])
  assert.equal(indexLikePattern('x.1234@firm-5678'), '%1234%5678%')
  assert.equal(indexLikePattern('x.12@firm'), '%x.12@firm%')
})

test('dates by event and location, upcoming ones first; bookings by person', async () => {
  const dates = (await found('führung')).filter((hit) => hit.startsWith('date'))
  assert.deepEqual(dates, ['date 31', 'date 30'])
  await assertFinds('führung elbufer', 'date 31')
  await assertFinds('köhler', 'booking 60')
})

test('wildcards of LIKE are escaped', async () => {
  assert.deepEqual(await found('100 %'), ['company 101'])
  assert.deepEqual(await found('bio_k'), ['company 101'])
  for (const q of ['%%', '__', '\\\\', 'k%hler', 'k_hler', 'köhler\\', '\\%', "'; drop table contact; --"])
    assert.ok(!(await found(q)).some((hit) => hit === 'person 1'), q)
})

test('without the right to contacts there are no contacts and no bookings, not even by number', async () => {
  const other = await kontor.signIn({ rights: ['lead', 'task', 'catalogue'] })
  for (const q of ['köhler', '1', '100', 'j.koehler@nordlicht.example', 'kohlr', 'größmann'])
    for (const hit of await found(q, other)) assert.match(hit, /^(lead|task|event|date) /)
  assert.ok((await found('führung', other)).includes('event 20'))
})

test('only leads and tasks of the user’s clients', async () => {
  assert.deepEqual(await found('kaffee'), ['lead 40'])
  assert.deepEqual(await found('rückfrage'), ['task 50'])
  const second = await kontor.signIn({ rights: ['lead', 'task'], clientIds: [2] })
  assert.deepEqual(await found('kaffee', second), ['lead 41'])
  assert.deepEqual(await found('41', second), ['lead 41'])
  assert.deepEqual(await found('40', second), [])
  // Administrators see all (decision 13.10).
  const admin = await kontor.signIn({ admin: true, clientIds: [2] })
  assert.deepEqual((await found('rückfrage', admin)).toSorted(), ['task 50', 'task 51'])
})

test('lists filter by words like the search', async () => {
  const listed = async (path: string, q: string, who = office) => {
    const { status, json } = await who.call('GET', `${path}?q=${encodeURIComponent(q)}`)
    assert.equal(status, 200, `${path} ${q}`)
    return json.map(({ id, dateId }: { id: number; dateId?: number }) => dateId || id)
  }
  assert.deepEqual(await listed('/leads', 'kohler KAFFEEROSTEREI'), [40])
  assert.deepEqual(await listed('/leads', 'köhler kaffeemaschine'), [])
  assert.deepEqual(await listed('/tasks', 'rechnung ruckfrage'), [50])
  assert.deepEqual(await listed('/dates', 'meister fuehrung'), [30, 31])
  assert.deepEqual(await listed('/dates', 'meister elbufer'), [31])
  assert.deepEqual(await listed('/dates', '31'), [31])
  assert.deepEqual(await listed('/events', 'meister fuhrung'), [20])
  assert.deepEqual(await listed('/bookable-dates', 'fuhrung 2026-09'), [31])
  const withoutContactsRight = await kontor.signIn({ rights: ['lead', 'task', 'catalogue'] })
  assert.deepEqual(await listed('/leads', 'köhler', withoutContactsRight), [])
  assert.deepEqual(await listed('/leads', 'anfrage rosterei', withoutContactsRight), [40])
})

test('invalid queries are rejected', async () => {
  const errors = async (query: string) => (await office.call('GET', `/search${query}`)).json.details
  assert.equal((await errors(`?q=${'x'.repeat(201)}`))[0].field, 'q')
  assert.equal((await errors('?q=a%00b'))[0].field, 'q')
  assert.equal((await errors('?q=a&x=1'))[0].field, 'x')
  assert.deepEqual(await found(`${'ab '.repeat(60)}`), await found('ab'))
  assert.equal((await kontor.app.inject({ url: '/office/api/search?q=ab' })).statusCode, 401)
})

test('the index follows every change of a record and its child rows', async () => {
  const contact = (body: Record<string, unknown>) => kontor.call('POST', '/contacts', { body })
  const { status, json } = await contact({
    lastName: 'Quittenbaum',
    email: 'q@obst.example',
    city: 'Aachen',
    phone: { number: '5551234' },
  })
  assert.equal(status, 200, JSON.stringify(json))
  const id = `person ${json[0].id}`
  for (const q of ['quittenbaum', 'q@obst', 'aachen', '5551234']) await assertFinds(q, id)
  await assertFinds('quitenbaum', `${id}?`)
  const number = id.split(' ')[1]
  await run(`update contact set last_name = 'Mispel' where id = ${number}`)
  await run(
    `update email_address set email = 'm@x.example', email_key = 'm@x.example' where contact_id = ${number}`,
  )
  await run(`update address set city = 'Jena' where contact_id = ${number}`)
  await run(`delete from phone where contact_id = ${number}`)
  for (const q of ['quittenbaum', 'q@obst', 'aachen', '5551234'])
    assert.ok(!(await found(q)).some((hit) => hit.startsWith(id)), q)
  await assertFinds('mispel jena', id)
  await run(`insert into phone (contact_id, type, number) values (${number}, 'phone', '777888')`)
  await assertFinds('777888', id)
  await run(
    `delete from contact_identity where contact_id = ${number}; delete from contact where id = ${number}`,
  )
  assert.deepEqual(await found('mispel'), [])

  await run(`update contact set last_name = 'Feinkost Wendt' where id = 100`)
  await assertFinds('anna wendt', 'person 2')
  await run(`update event set title = 'Gesprächsführung' where id = 20`)
  await assertFinds('gesprächsf', 'event 20', 'date 31')
  await run(`update lead set client_id = 2 where id = 40`)
  assert.deepEqual(await found('kaffeer'), [])
  await run(
    `update contact set last_name = 'Bootshaus' where id = 102; delete from date_location where date_id = 30`,
  )
  await assertFinds('bootshaus', 'location 102', 'date 31')
  await run('delete from date_location where date_id = 31')
  assert.ok(!(await found('bootshaus')).includes('date 31'))
})

test('concurrent changes of a contact are both indexed', async () => {
  const add = (table: string, values: string) =>
    kontor.db.transaction().execute(async (tx) => {
      await sql.raw(`insert into ${table} values (${values})`).execute(tx)
      await new Promise((done) => setTimeout(done, 100))
    })
  await Promise.all([
    add('phone (contact_id, type, number)', `4, 'phone', '4443332'`),
    add('email_address (contact_id, email, email_key)', `4, 'zl@gleich.example', 'zl@gleich.example'`),
    add('address (contact_id, address_type_id, city)', `4, 1, 'Zwickau'`),
  ])
  await assertFinds('4443332', 'person 4')
  await assertFinds('zl@gleich', 'person 4')
  await assertFinds('zwickau', 'person 4')
})

test('the index equals one that is built anew', async () => {
  const words = (source: string) =>
    `select kind, id, client_id, array(select distinct word from string_to_table(search_text, ' ') word order by word) from ${source}`
  const tables = ['contact', 'lead', 'task', 'event', 'date']
    .map((kind) => words(`search_source_${kind}`))
    .join(' union all ')
  const { rows } = await sql
    .raw(
      `(${words('search_entry')} except (${tables})) union all ((${tables}) except ${words('search_entry')})`,
    )
    .execute(kontor.db)
  assert.deepEqual(rows, [])
  const keys = (source: string) => `select kind, id, sort_name, has_email from ${source}`
  const { rows: others } = await sql
    .raw(
      `(${keys('search_entry')} where kind in ('person', 'company', 'location') except ${keys('search_source_contact')})
        union all (${keys('search_source_contact')} except ${keys('search_entry')})`,
    )
    .execute(kontor.db)
  assert.deepEqual(others, [])
})

test('words, numbers, edits', () => {
  assert.deepEqual(queryWords(' 040 / 123 '), [['40123']])
  assert.deepEqual(queryWords('+49 40 12345'), [['4012345']])
  assert.deepEqual(queryWords('2026-09'), [['2026-09']])
  assert.deepEqual(queryWords('Dr. Anna Müller-Lüdenscheid und Söhne'), [
    ['anna'],
    ['muller'],
    ['ludenscheid'],
    ['sohne'],
  ])
  assert.deepEqual(queryWords('Dr.'), [['dr']])
  assert.deepEqual(parseRecordNumber('T-0'), undefined)
  assert.deepEqual(parseRecordNumber('4294967296'), undefined)
  assert.equal(likePattern('50%'), '%50\\%%')
  assert.deepEqual(
    [editDistance('kohler', 'kolher'), editDistance('abc', 'abd'), editDistance('', 'ab')],
    [1, 1, 2],
  )
})

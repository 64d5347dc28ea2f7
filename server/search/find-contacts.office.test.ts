// The search of the app bar and the fields that choose a contact find the same contacts in the same order.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type OfficeSession, type TestInstance, testInstance } from '../../test/support/test-instance.ts'

let kontor: TestInstance
let office: OfficeSession

before(async () => {
  kontor = await testInstance()
  await sql
    .raw(`
    insert into contact (id, contact_type, first_name, last_name, last_name_key) values
      (1, 'person', 'Jürgen', 'Meyer', 'meyer'), (2, 'person', 'Juergen', 'Meyer-Lüdenscheid', 'x'), (3, 'person', 'Jutta', 'Meyer', 'meyer'),
      (4, 'person', 'Meyer', 'Jürgens', 'jürgens'), (5, 'person', 'Anna', 'Schmidt', 'schmidt'), (6, 'person', 'Anna Maria', 'Schmidt', 'schmidt'),
      (7, 'person', 'Björn', 'Größmann', 'größmann'), (8, 'person', 'Zoë', 'Łukasz', 'łukasz'), (9, 'person', 'Jürgen', 'Meyer', 'meyer');
    insert into contact (id, contact_type, last_name, last_name_key) values
      (20, 'company', 'Meyer & Söhne GmbH', 'a'), (21, 'company', 'Kaffeerösterei Nord', 'b'), (30, 'location', 'Haus Meyer', 'c');
    update contact set company_id = 21 where id = 7;
    insert into email_address (contact_id, email, email_key, is_default) values (1, 'jm@nord.example', 'jm@nord.example', true);
    insert into phone (contact_id, type, country_code, area_code, number) values (5, 'phone', '+49', '040', '6690123');
    insert into address (contact_id, address_type_id, zip, city, is_default) values (9, 1, '22765', 'Hamburg', true);
    analyze;
  `)
    .execute(kontor.owner)
  office = await kontor.signIn({ rights: ['090300:access', 'booking:access'] })
})
after(() => kontor.close())

const get = async (path: string) => {
  const { status, json } = await office.call('GET', path)
  assert.equal(status, 200, path)
  return json
}
const inAppBar = async (q: string, kind: string): Promise<number[]> =>
  (await get(`/search?q=${encodeURIComponent(q)}`))
    .filter((hit: { kind: string }) => hit.kind === kind)
    .map(({ id }: { id: number }) => id)
const inField = async (q: string, path = '/contacts?contactType=person'): Promise<number[]> =>
  (await get(`${path}${path.includes('?') ? '&' : '?'}sort=relevance&q=${encodeURIComponent(q)}`)).map(
    ({ id }: { id: number }) => id,
  )

test('fields find the persons of the search in its order', async () => {
  const queries = `Meyer Juergen|jürgen meyer|meyer|MEYER, JURGEN|Meyr Jürgen|Jurgen Meier|schmidt anna|Anna Schmitt|shmidt|größman|Groessmann
    |kaffeerosterei|kafferösterei björn|lukasz zoe|jm@nord.example|jm@nord|040 6690123|9|meyer hamburg|xylophon|an`
  for (const q of queries.split('|').map((one) => one.trim())) {
    const ids = await inAppBar(q, 'person')
    assert.deepEqual(await inField(q), ids, q)
    assert.equal(ids.length > 0, q !== 'xylophon', q)
  }
})

test('neither the order of words nor umlauts, commas and case change the hits', async () => {
  const expected = [9, 1, 4, 2]
  for (const q of ['Meyer Jürgen', 'jürgen meyer', 'Juergen MEYER', 'Meyer, Jurgen', 'meyer;juergen'])
    assert.deepEqual((await inField(q)).slice(0, 4), expected, q)
  assert.deepEqual((await inField('schmidt anna')).slice(0, 2), (await inField('Anna Schmidt')).slice(0, 2))
})

test('typing errors are corrected; hits with the typed spelling come first', async () => {
  for (const q of ['Meyr Jürgen', 'Jürgen Meier', 'Jügren Meyer']) {
    const ids = await inField(q)
    for (const id of [1, 9]) assert.ok(ids.includes(id), `${q}: ${ids}`)
  }
  assert.deepEqual((await inField('schmitd'))[0], (await inField('schmidt'))[0])
})

test('fields for companies, and for all kinds of contacts', async () => {
  for (const q of ['meyer', 'sohne meyer', 'Soehne', 'kafferösterei', '21'])
    assert.deepEqual(await inField(q, '/companies'), await inAppBar(q, 'company'), q)
  assert.ok((await inField('kafferösterei', '/companies')).includes(21))
  const all = await inField('meyer', '/contacts')
  assert.ok(all.includes(30) && all.includes(1) && !all.includes(20), String(all))
})

test('other filters and pages apply to the hits; too short a text lists by name', async () => {
  assert.deepEqual(await inField('meyer jürgen', '/contacts?contactType=person&city=Hamb'), [9])
  const all = await inField('meyer')
  const pages = await Promise.all(
    [1, 2].map((page) => inField('meyer', `/contacts?contactType=person&perPage=2&page=${page}`)),
  )
  assert.deepEqual(pages.flat(), all.slice(0, 4))
  const byName = (await get('/contacts?contactType=person')).map(({ id }: { id: number }) => id)
  assert.deepEqual(await inField(''), byName)
  assert.deepEqual(await inField('b'), [7])
})

test('records by the paths of their pages, as far as they exist and are visible', async () => {
  await sql
    .raw(`
    insert into client (id, name) values (2, 'Other');
    insert into lead (id, client_id, name) values (40, 1, 'Anfrage'), (41, 2, 'Fremde Anfrage');
    insert into event (id, title) values (50, 'Führung');
    insert into event_date (id, event_id, start_date, status) values (60, 50, '2030-01-02', 'planned');
  `)
    .execute(kontor.owner)
  const paths = [
    'dates/60',
    'contacts/1',
    'contacts/999',
    'leads/41',
    'leads/40',
    'companies/20',
    'contacts/30',
  ]
  const titles = async (who: OfficeSession) => {
    const { status, json } = await who.call('GET', `/search/records?paths=${paths.join(',')}`)
    assert.equal(status, 200)
    return json.map(({ kind, title }: { kind: string; title: string }) => `${kind}: ${title}`)
  }
  const date = 'date: Führung'
  const contacts = ['person: Jürgen Meyer', 'company: Meyer & Söhne GmbH', 'location: Haus Meyer']
  assert.deepEqual(await titles(office), [date, ...contacts])
  assert.deepEqual(await titles(await kontor.signIn({ rights: ['lead'] })), [date, 'lead: Anfrage'])
  assert.deepEqual(await titles(await kontor.signIn({ admin: true })), [
    date,
    contacts[0],
    'lead: Fremde Anfrage',
    'lead: Anfrage',
    ...contacts.slice(1),
  ])
  for (const wrong of ['users/1', 'contacts/0', 'contacts/1/show', 'contacts/99999999999'])
    assert.equal((await office.call('GET', `/search/records?paths=${wrong}`)).status, 400, wrong)
})

// Rows without an e-mail address whose name is near to that of a contact nearby: a question to the user, as the entry of a contact asks.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mock, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { instanceForImports } from '../../test/support/contact-imports.ts'

const { kontor, office, imports } = await instanceForImports()

type Row = { id: number; outcome: string; contactId: number; errors: { code: string; column: number }[] }
const rowsOf = (id: number): Promise<Row[]> => imports.rowsOf(id)
const decide = (id: number, row: number, decision: string) =>
  office.call('POST', `/imports/${id}/rows/${row}/decision`, { decision })
const contact = async (id: number) => (await kontor.call('GET', `/contacts/${id}`)).json[0]
let count = 0
const create = async (body: object): Promise<number> => {
  const email = `near${++count}@near.example`
  const { json, status, text } = await kontor.call('POST', '/contacts', { body: { email, ...body } })
  assert.equal(status, 200, text)
  return json[0].id
}
const createCompany = async (name: string, zip = ''): Promise<number> =>
  (await kontor.call('POST', '/companies', { body: { name, zip } })).json[0].id

test('a near name in the same city or company, or with the same telephone number, is a question; elsewhere it is not', async () => {
  const inCity = await create({ firstName: 'Anna', lastName: 'Meier', city: 'Köln', zip: '50667' })
  await createCompany('Nordlicht GmbH')
  const inCompany = await create({ firstName: 'Markus', lastName: 'Hoffmann', company: 'Nordlicht GmbH' })
  const byPhone = await create({
    firstName: 'Robert',
    lastName: 'Parker',
    phone: { number: '0221 / 55 66 77' },
  })
  const text = [
    'Vorname;Nachname;Ort;PLZ;Firma;Telefon',
    'Anna;Maier;Koeln;50670;;',
    'Anna;Meier;Köln;;;',
    'Marcus;Hofmann;;;Nordlicht GmbH;',
    'Bob;Parker;;;;+49 221 556677',
    'Anna;Maier;Bonn;;;',
    'Berta;Meier;Köln;;;',
    'Anna;Krause;Köln;;;',
  ].join('\n')
  const one = await imports.upload(text)
  const checked = await imports.check(one, { onDuplicate: 'update' })
  assert.deepEqual([checked.questionCount, checked.createdCount, checked.updatedCount], [4, 3, 0])
  const rows = await rowsOf(one.id)
  assert.deepEqual(
    rows.slice(0, 4).map(({ outcome, contactId, errors }) => [outcome, contactId, errors]),
    [inCity, inCity, inCompany, byPhone].map((id, at) => [
      'question',
      id,
      [
        {
          column: 1,
          field: 'lastName',
          code: 'imports.similarContact',
          params: { id, name: ['Anna Meier', 'Anna Meier', 'Markus Hoffmann', 'Robert Parker'][at] },
          message: `may be the existing contact ${id} ("${['Anna Meier', 'Anna Meier', 'Markus Hoffmann', 'Robert Parker'][at]}"), or another one`,
        },
      ],
    ]),
  )
  assert.deepEqual(
    rows.slice(4).map(({ outcome }) => outcome),
    ['create', 'create', 'create'],
  )
  assert.equal((await decide(one.id, 2, 'same')).json[0].outcome, 'update')
  assert.equal((await decide(one.id, 4, 'other')).json[0].outcome, 'create')
  const done = await imports.start(one.id)
  assert.deepEqual([done.createdCount, done.updatedCount, done.skippedCount], [4, 1, 2])
  assert.deepEqual(
    [(await contact(inCity)).lastName, (await contact(inCity)).defaultAddress[0].zip],
    ['Maier', '50670'],
  )
  assert.equal((await contact(inCompany)).lastName, 'Hoffmann')
  const hofmann = (await rowsOf(one.id))[2]!
  assert.equal((await contact(hofmann.contactId)).lastName, 'Hofmann')
  const errors = await office.call('GET', `/imports/${one.id}/errors/export?language=de`)
  assert.match(errors.text, /Nachname: ist vielleicht der vorhandene Kontakt \d+ \(„Robert Parker“\)/)
  await imports.undo(one.id)
  assert.equal((await contact(inCity)).lastName, 'Meier')
})

test('all rows that are a question are decided at once; decided ones stay', async () => {
  const ids = [
    await create({ firstName: 'Ida', lastName: 'Schneider', city: 'Gera' }),
    await create({ firstName: 'Ute', lastName: 'Schneider', city: 'Gera' }),
    await create({ firstName: 'Eva', lastName: 'Schneider', city: 'Gera' }),
  ]
  const one = await imports.upload(
    'Vorname;Nachname;Ort;PLZ\nIda;Schnaider;Gera;07545\nUte;Schnaider;Gera;07545\nEva;Schnaider;Gera;07545\nOle;Neu;Gera;07545\n',
  )
  const url = `/imports/${one.id}/decisions`
  assert.equal((await office.call('POST', url, { decision: 'same' })).status, 409)
  assert.equal((await imports.check(one, { onDuplicate: 'update' })).questionCount, 3)
  assert.equal((await office.call('POST', url, { decision: '' })).status, 400)
  await decide(one.id, 2, 'other')
  assert.deepEqual((await office.call('POST', url, { decision: 'same' })).json, [{ decidedCount: 2 }])
  assert.deepEqual((await office.call('POST', url, { decision: 'other' })).json, [{ decidedCount: 0 }])
  const [decided] = (await office.call('GET', `/imports/${one.id}`)).json
  assert.deepEqual([decided.questionCount, decided.createdCount, decided.updatedCount], [0, 2, 2])
  const done = await imports.start(one.id)
  assert.deepEqual([done.createdCount, done.updatedCount, done.skippedCount], [2, 2, 0])
  const zips = await Promise.all(ids.map(async (id) => (await contact(id)).defaultAddress[0].zip))
  assert.deepEqual(zips, ['', '07545', '07545'])
})

test('a chosen contact that was deleted since the check is created', async () => {
  const id = await create({ firstName: 'Otto', lastName: 'Schmidt', city: 'Jena' })
  const one = await imports.upload('Vorname;Nachname;Ort\nOtto;Schmitt;Jena\n')
  assert.equal((await imports.check(one, { onDuplicate: 'fill' })).questionCount, 1)
  await decide(one.id, 2, 'same')
  assert.equal((await office.call('DELETE', `/contacts/${id}`)).status, 200)
  assert.equal((await imports.start(one.id)).createdCount, 1)
})

test('a company with a near name is a question, unless both have a postcode of their own', async () => {
  const muster = await createCompany('Kaffeerösterei West GmbH', '50667')
  const one = await imports.upload(
    'Firma;PLZ;Ort\nKafferösterei West;50667\nKaffeerösterei West AG;;Köln\nKaffeerösterei West KG;80331\nTeehandel West GmbH;50667\n',
  )
  const checked = await imports.check(one, {
    contactType: 'company',
    columns: ['name', 'zip', 'city'],
    onDuplicate: 'update',
  })
  assert.deepEqual([checked.questionCount, checked.createdCount], [2, 2])
  assert.deepEqual(
    (await rowsOf(one.id)).map(({ outcome, contactId }) => [outcome, contactId]),
    [
      ['question', muster],
      ['question', muster],
      ['create', 0],
      ['create', 0],
    ],
  )
  await decide(one.id, 2, 'other')
  await decide(one.id, 3, 'same')
  const done = await imports.start(one.id)
  assert.deepEqual([done.createdCount, done.updatedCount], [3, 1])
})

test('near names are found by a number of statements that does not grow with the rows', async () => {
  const wordOf = (n: number) =>
    [...createHash('sha256').update(`${n}`).digest().subarray(0, 8)]
      .map((byte) => String.fromCharCode(97 + (byte % 26)))
      .join('')
  const names = Array.from({ length: 500 }, (_, n) => `${wordOf(n)}meier`)
  await sql`with person as (insert into contact (contact_type, first_name, last_name, last_name_key)
      select 'person', 'Vera', name, name from unnest(${names}::text[]) name returning id)
    insert into address (contact_id, address_type_id, is_default, city) select id, 1, true, 'Ulm' from person`.execute(
    kontor.owner,
  )
  const statementsFor = async (count: number): Promise<number> => {
    const lines = Array.from({ length: count }, (_, n) => `Vera;${wordOf(n)}maier;Ulm`)
    const one = await imports.upload(`Vorname;Nachname;Ort\n${lines.join('\n')}\n`)
    const query = mock.method(pg.Client.prototype, 'query')
    const { questionCount } = await imports.check(one)
    const sent = query.mock.callCount()
    query.mock.restore()
    assert.ok(questionCount >= Math.min(count, 500), `${questionCount} of ${count}`)
    return sent
  }
  const [few, many] = [await statementsFor(10), await statementsFor(1500)]
  assert.ok(many <= few + 5, `${few} statements for 10 rows, ${many} for 1500`)
})

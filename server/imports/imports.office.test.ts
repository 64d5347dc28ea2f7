import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import writeXlsxFile from 'write-excel-file/node'
import { type OfficeSession, type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { runInWorker } from '../platform/runtime/worker-pool.ts'
import { importsJob } from './imports-job.ts'

let kontor: TestInstance
let office: OfficeSession
before(async () => {
  kontor = await testInstance()
  office = await kontor.signIn()
})
after(() => kontor.close())

const upload = async (text: string | Buffer, name = 'people.csv') => {
  const answer = await office.upload(`/imports/upload/${name}`, text)
  assert.equal(answer.status, 200, answer.text)
  return answer.json[0]
}
const job = importsJob()
const { signal } = new AbortController()
const finish = async (id: number) => {
  for (;;) {
    await job.run(kontor, signal)
    const [one] = (await office.call('GET', `/imports/${id}`)).json
    if (one.pauseReason !== '' || !['checking', 'running', 'undoing'].includes(one.status)) return one
  }
}
const check = async (one: { id: number; plan: object }, plan: object = {}) => {
  const answer = await office.call('POST', `/imports/${one.id}/check`, { ...one.plan, ...plan })
  assert.equal(answer.status, 200, answer.text)
  return finish(one.id)
}
const runImport = async (id: number) => {
  const answer = await office.call('POST', `/imports/${id}/start`)
  assert.equal(answer.status, 200, answer.text)
  return finish(id)
}
const undo = async (id: number) => {
  assert.equal((await office.call('POST', `/imports/${id}/undo`)).status, 200)
  return finish(id)
}
const rowsOf = async (id: number, outcome: string) =>
  (await office.call('GET', `/imports/${id}/rows?outcome=${outcome}`)).json
const people = async (email: string) =>
  (await kontor.call('GET', `/contacts/search/email/${email}?loadAllAddresses=1`)).json

test('a table that waits to be read, or is read, holds no connection', async () => {
  const file = new URL('../../test/support/worker-tasks.ts', import.meta.url)
  const busy = [1, 2].map(() => runInWorker({ file, name: 'busyFor' }, 1500, 60_000))
  const uploading = upload('Vorname;Nachname\nZoë;Wartend\n')
  const inTransaction = () =>
    kontor.db
      .selectFrom(sql<{ state: string }>`pg_stat_activity`.as('activity'))
      .select('state')
      .where(sql<boolean>`datname = current_database() and state like 'idle in transaction%'`)
      .execute()
  let held = 0
  for (let times = 0; times < 10; times++) {
    held += (await inTransaction()).length
    await wait(100)
  }
  // A transaction of something else may be seen once or twice.
  assert.ok(held < 5, `${held} of 10 times`)
  await Promise.all(busy)
  assert.equal((await uploading).rowCount, 1)
})

test('Windows-1252 with semicolons: headings are recognised, persons created, and undone', async () => {
  const text =
    'Anrede;Vorname;Nachname;E-Mail;Straße;PLZ;Ort;Land;Telefon;Bemerkung;Kategorien\r\n' +
    'Frau;Zoë;Größer;zoe@1252.example;Am Süd 12 a;01234;Köln;Österreich;+49 221 1234;"zwei\r\nZeilen";Neu,Alt\r\n' +
    "Herr;Tom;Kurz;tom@1252.example;;;;;;=cmd|' /C calc'!A0;\r\n"
  const one = await upload(Buffer.from(text, 'latin1'))
  assert.equal(one.encoding, 'windows-1252')
  assert.equal(one.delimiter, ';')
  assert.deepEqual(one.plan.columns, [
    'salutation',
    'firstName',
    'lastName',
    'email',
    'streetWithNumber',
    'zip',
    'city',
    'country',
    'phone',
    'comment',
    'categories',
  ])
  assert.equal((await check(one)).invalidCount, 1)
  const checked = await check(one, { createCategories: true })
  assert.equal(checked.status, 'checked')
  assert.equal(checked.createdCount, 2)
  assert.deepEqual(await people('zoe@1252.example'), [])
  assert.equal((await runImport(one.id)).createdCount, 2)
  const [zoe] = await people('zoe@1252.example')
  assert.equal(zoe.salutation, 'ms')
  assert.equal(zoe.lastName, 'Größer')
  assert.equal(zoe.defaultAddress[0].street, 'Am Süd')
  assert.equal(zoe.defaultAddress[0].houseNumber, '12 a')
  assert.equal(zoe.defaultAddress[0].country, 'AT')
  assert.deepEqual(
    [zoe.defaultPhone.countryCode, zoe.defaultPhone.areaCode, zoe.defaultPhone.number],
    ['49', '221', '1234'],
  )
  assert.equal(zoe.contactCategoriesId.length, 2)
  const { comment } = await kontor.db
    .selectFrom('contact')
    .select('comment')
    .where('last_name', '=', 'Kurz')
    .executeTakeFirstOrThrow()
  assert.equal(comment, "=cmd|' /C calc'!A0")
  const { user_id } = await kontor.db
    .selectFrom('change_log')
    .select('user_id')
    .where('table_name', '=', 'contact')
    .where('row_id', '=', zoe.id)
    .executeTakeFirstOrThrow()
  assert.equal(user_id, office.userId)

  const undone = await undo(one.id)
  assert.deepEqual([undone.status, undone.deletedCount, undone.keptCount], ['undone', 2, 0])
  assert.deepEqual(await people('zoe@1252.example'), [])
  assert.deepEqual(
    await kontor.db.selectFrom('contact_category').select('id').where('name', 'in', ['Neu', 'Alt']).execute(),
    [],
  )
})

test('errors name row and column, and nothing is written', async () => {
  await kontor.call('POST', '/contacts', { body: { lastName: 'Da', email: 'da@faults.example' } })
  const one = await upload(
    `email,last name,city,Salutation\nkeine,Eins,,\nzwei@faults.example,,,\ndrei@faults.example,Drei,${'x'.repeat(256)},Königin\nvier@faults.example,Vier,,\nVIER@faults.example,VIER,,\nda@faults.example,da,,\n`,
  )
  const checked = await check(one)
  assert.deepEqual(
    [checked.createdCount, checked.updatedCount, checked.skippedCount, checked.invalidCount],
    [1, 0, 1, 4],
  )
  const invalidRows = await rowsOf(one.id, 'invalid')
  assert.deepEqual(
    invalidRows.map(({ id, errors }: { id: number; errors: object[] }) => [id, errors]),
    [
      [
        2,
        [
          {
            column: 0,
            field: 'email',
            code: 'imports.notEmail',
            params: { text: 'keine' },
            message: '"keine" is not an e-mail address such as name@company.com',
          },
        ],
      ],
      [
        3,
        [
          {
            column: 1,
            field: 'lastName',
            code: 'imports.emptyCell',
            message: 'is empty, but must have a value',
          },
        ],
      ],
      [
        4,
        [
          {
            column: 2,
            field: 'city',
            code: 'imports.tooLong',
            params: { length: 256, text: 'x'.repeat(60), max: 255 },
            message: `has 256 characters ("${'x'.repeat(60)}…"), but at most 255 are allowed`,
          },
          {
            column: 3,
            field: 'salutation',
            code: 'imports.unknownSalutation',
            params: { text: 'Königin' },
            message: '"Königin" is not a salutation such as Mr, Ms, Herr or Frau',
          },
        ],
      ],
      [
        6,
        [
          {
            column: -1,
            field: '',
            code: 'imports.sameAsRow',
            params: { row: 5 },
            message: 'is the same as row 5',
          },
        ],
      ],
    ],
  )
  const file = await office.call('GET', `/imports/${one.id}/errors/export`)
  assert.match(file.text, /2;"email: ""keine"" is not an e-mail address such as name@company.com";keine;Eins/)
  const german = await office.call('GET', `/imports/${one.id}/errors/export?language=de`)
  assert.match(german.text, /Zeile;Fehler;email/)
  assert.match(german.text, /2;email: „keine“ ist keine E-Mail-Adresse wie name@firma.de;keine;Eins/)
  assert.match(german.text, /6;ist dasselbe wie Zeile 5;/)
  assert.deepEqual(await people('vier@faults.example'), [])
  const allOrNothing = await check(one, { allOrNothing: true })
  assert.equal(allOrNothing.invalidCount, 4)
  assert.equal((await office.call('POST', `/imports/${one.id}/start`)).status, 409)
})

test('existing contacts are left, filled or overwritten; undoing restores fields that were not changed since', async () => {
  const { json } = await kontor.call('POST', '/contacts', {
    body: {
      lastName: 'Adler',
      firstName: 'Ada',
      email: 'ada@fill.example',
      city: 'Bonn',
      phone: { number: '1' },
    },
  })
  const { id } = json[0]
  const text =
    'Vorname;Nachname;E-Mail;Ort;PLZ;Telefon;Mobil;Website;Kommentar\nADA;ADLER;ADA@fill.example;Köln;50667;2;0171 3;a.example;Hallo\n'
  const one = await upload(text)
  assert.equal((await check(one)).skippedCount, 1)
  assert.equal((await check(one, { onDuplicate: 'fill' })).updatedCount, 1)
  await runImport(one.id)
  const [filled] = (await kontor.call('GET', `/contacts/${id}`)).json
  assert.deepEqual(
    [
      filled.firstName,
      filled.lastName,
      filled.defaultAddress[0].city,
      filled.defaultAddress[0].zip,
      filled.defaultPhone.number,
      filled.defaultMobile.number,
      filled.website,
    ],
    ['Ada', 'Adler', 'Bonn', '50667', '1', '3', 'a.example'],
  )
  await undo(one.id)
  const [again] = (await kontor.call('GET', `/contacts/${id}`)).json
  assert.deepEqual([again.defaultAddress[0].zip, again.defaultMobile.number, again.website], ['', '', ''])

  const two = await upload(text)
  await check(two, { onDuplicate: 'update' })
  await runImport(two.id)
  const [updated] = (await kontor.call('GET', `/contacts/${id}`)).json
  assert.deepEqual(
    [
      updated.firstName,
      updated.lastName,
      updated.email,
      updated.defaultAddress[0].city,
      updated.defaultPhone.number,
    ],
    ['ADA', 'ADLER', 'ADA@fill.example', 'Köln', '2'],
  )
  await kontor.call('PATCH', `/contacts/${id}`, { body: { city: 'Trier' } })
  const undone = await undo(two.id)
  assert.deepEqual([undone.deletedCount, undone.keptCount], [0, 1])
  const [keptRow] = await rowsOf(two.id, 'kept')
  assert.deepEqual(keptRow.errors, [
    {
      column: -1,
      field: '',
      code: 'imports.columnChangedSince',
      params: { column: 'city' },
      message: '"city" was changed since',
    },
  ])
  const [back] = (await kontor.call('GET', `/contacts/${id}`)).json
  assert.deepEqual(
    [back.firstName, back.lastName, back.email, back.defaultAddress[0].city, back.defaultPhone.number],
    ['Ada', 'Adler', 'ada@fill.example', 'Trier', '1'],
  )
  const clash = await kontor.call('POST', '/contacts', {
    body: { lastName: 'Adler', email: 'ada@fill.example' },
  })
  assert.equal(clash.status, 409)
})

test('undoing keeps and lists contacts that were changed or referred to since', async () => {
  const one = await upload('Nachname;E-Mail\nA;a@keep.example\nB;b@keep.example\nC;c@keep.example\n')
  await check(one)
  await runImport(one.id)
  const ids = (await rowsOf(one.id, 'created')).map(({ contactId }: { contactId: number }) => contactId)
  await kontor.call('PATCH', `/contacts/${ids[0]}`, { body: { firstName: 'Neu' } })
  await kontor.db.insertInto('logbook_entry').values({ contact_id: ids[1]!, text: 'rang' }).execute()
  const undone = await undo(one.id)
  assert.deepEqual([undone.deletedCount, undone.keptCount], [1, 2])
  const keptRows = await rowsOf(one.id, 'kept')
  assert.deepEqual(
    keptRows.map((row: { id: number }) => row.id),
    [2, 3],
  )
  assert.equal((await kontor.call('GET', `/contacts/${ids[2]}`)).status, 404)
})

test('companies match by name and zip; persons are linked by the name; an e-mail address is not required', async () => {
  const one = await upload(
    'Firma;PLZ;E-Mail\nImport GmbH;1;i@co.example\nimport gmbh;1;j@co.example\nZweite AG;;\n',
  )
  assert.equal(one.plan.contactType, 'company')
  assert.deepEqual([(await check(one)).createdCount, (await check(one)).invalidCount], [2, 1])
  assert.equal((await runImport(one.id)).createdCount, 2)
  const two = await upload('Nachname;Vorname;Firma\nOhne;Otto;IMPORT GmbH\nOhne;Olga;\n')
  await check(two)
  assert.equal((await runImport(two.id)).createdCount, 2)
  const otto = await kontor.db
    .selectFrom('contact')
    .selectAll()
    .where('first_name', '=', 'Otto')
    .executeTakeFirstOrThrow()
  assert.ok(otto.company_id)
  const undone = await undo(one.id)
  assert.deepEqual([undone.deletedCount, undone.keptCount], [1, 1])
  const [keptRow] = await rowsOf(one.id, 'kept')
  assert.equal(keptRow.errors[0].code, 'contacts.hasPersons')
  const again = await check(await upload('Firma;PLZ;Ort\nImport GmbH;1;Bonn\n'), { onDuplicate: 'fill' })
  assert.equal(again.updatedCount, 1)
})

test('of two concurrent starts one succeeds, and concurrent steps write no row twice', async () => {
  const lines = Array.from({ length: 1200 }, (_, n) => `N${n};n${n}@race.example`)
  const one = await upload(`Nachname;E-Mail\n${lines.join('\n')}\n`)
  await check(one)
  const starts = await Promise.all([1, 2].map(() => office.call('POST', `/imports/${one.id}/start`)))
  assert.deepEqual(starts.map(({ status }) => status).toSorted(), [200, 409])
  const [a, b] = await Promise.all([finish(one.id), finish(one.id)])
  assert.deepEqual([a.createdCount, b.createdCount], [1200, 1200])
  const { count } = await kontor.db
    .selectFrom('contact_identity')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('email_key', 'like', '%@race.example')
    .executeTakeFirstOrThrow()
  assert.equal(Number(count), 1200)
})

test('all rows or none: a contact that was entered meanwhile ends and undoes the import', async () => {
  const one = await upload(
    'Nachname;Firma;E-Mail\nX;;x@whole.example\nY;;y@whole.example\nY;;Y2@whole.example\n',
  )
  await check(one, { allOrNothing: true, onDuplicate: 'fill' })
  // Two rows that turn out to be one contact.
  const { json } = await kontor.call('POST', '/contacts', {
    body: { lastName: 'Y', email: 'y@whole.example' },
  })
  await kontor.db
    .insertInto('contact_identity')
    .values({ email_key: 'y2@whole.example', last_name_key: 'y', contact_id: json[0].id })
    .execute()
  const ended = await runImport(one.id)
  assert.equal(ended.status, 'undone')
  assert.deepEqual(await people('x@whole.example'), [])
})

test('XLSX: the first worksheet or the chosen one; dates and numbers as texts', async () => {
  const cell = (value: string | number | Date) => ({
    value,
    ...(value instanceof Date ? { format: 'dd.mm.yyyy' } : {}),
  })
  const bytes = await writeXlsxFile([
    {
      sheet: 'Leute',
      data: [
        ['Nachname', 'E-Mail', 'PLZ', 'Bemerkung'].map(cell),
        ['Blatt', 'blatt@xlsx.example', 1234, new Date('2026-01-02')].map(cell),
      ],
    },
    { sheet: 'Firmen', data: [['Firma'], ['Blatt AG']].map((row) => row.map(cell)) },
  ]).toBuffer()
  const one = await upload(bytes, 'table.xlsx')
  assert.deepEqual(one.worksheets, ['Leute', 'Firmen'])
  const { json } = await office.call('GET', `/imports/${one.id}/rows`)
  assert.deepEqual(json[0].cells, ['Blatt', 'blatt@xlsx.example', '1234', '2026-01-02'])
  const [other] = (await office.upload('/imports/upload/table.xlsx?worksheet=Firmen', bytes)).json
  assert.deepEqual([other.worksheet, other.plan.columns], ['Firmen', ['name']])
  assert.equal((await office.upload('/imports/upload/table.xlsx?worksheet=Nix', bytes)).status, 400)
})

test('a file that is not a table is rejected with a reason', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  for (const [bytes, message] of [
    [png, /is not a CSV or XLSX table/],
    [Buffer.from('<!doctype html><html></html>'), /is not a CSV or XLSX table/],
    [Buffer.from('PK\x03\x04 no archive'), /damaged XLSX/],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel file/],
    [Buffer.from('\n\n'), /is empty/],
    [Buffer.from('Nachname;E-Mail\n'), /no row below/],
    [Buffer.from('Nachname;E-Mail\n"offen;a@b\n'), /quote that is not closed/],
  ] as const) {
    const answer = await office.upload('/imports/upload/picture.csv', bytes)
    assert.equal(answer.status, 400)
    assert.equal(answer.json.details[0].field, 'file')
    assert.match(answer.json.details[0].message, message)
  }
  for (const [bytes, encoding] of [
    [Buffer.from('\ufeffNachname\nÄ\n'), 'utf-8'],
    [Buffer.from('\ufeffNachname\nÄ\n', 'utf16le'), 'utf-16le'],
  ] as const)
    assert.deepEqual(
      [(await upload(bytes)).encoding, (await upload(bytes)).columns],
      [encoding, ['Nachname']],
    )
})

test('without the right to see contacts, a user sees the own imports only', async () => {
  const others = await upload('Nachname;E-Mail\nFremd;fremd@rights.example\n')
  const adder = await kontor.signIn({ rights: ['090300:add', 'export'] })
  const own = (await adder.upload('/imports/upload/own.csv', 'Nachname\nEigen\n')).json[0]
  const ids = (await adder.call('GET', '/imports')).json.map(({ id }: { id: number }) => id)
  assert.deepEqual(ids, [own.id])
  const statuses = async ({ id, plan }: { id: number; plan: object }) => [
    (await adder.call('GET', `/imports/${id}`)).status,
    (await adder.call('GET', `/imports/${id}/rows`)).status,
    (await adder.call('GET', `/imports/${id}/errors/export`)).status,
    (await adder.call('POST', `/imports/${id}/check`, plan)).status,
    (await adder.call('POST', `/imports/${id}/pause`)).status,
    (await adder.call('DELETE', `/imports/${id}`)).status,
  ]
  assert.deepEqual(await statuses(others), [404, 404, 404, 404, 404, 404])
  assert.deepEqual(await statuses(own), [200, 200, 200, 200, 200, 200])
})

test('rights, invalid plans, unknown imports, statuses', async () => {
  const one = await upload('Nachname;E-Mail\nR;r@rights.example\n')
  const reader = await kontor.signIn({
    rights: ['090300:access', '090300:edit', 'booking:access', 'export', 'bulk'],
  })
  for (const path of [
    '/imports',
    `/imports/${one.id}`,
    `/imports/${one.id}/rows`,
    `/imports/${one.id}/errors/export`,
  ])
    assert.equal((await reader.call('GET', path)).status, 403, path)
  for (const path of ['check', 'start', 'pause', 'resume', 'undo'])
    assert.equal(
      (await reader.call('POST', `/imports/${one.id}/${path}`, path === 'check' ? one.plan : undefined))
        .status,
      403,
    )
  assert.equal((await reader.upload('/imports/upload/a.csv', 'a')).status, 403)
  const adder = await kontor.signIn({ rights: ['090300:access', '090300:add', 'booking:access', 'export'] })
  assert.equal((await adder.call('POST', `/imports/${one.id}/undo`)).status, 403)
  assert.equal((await adder.call('GET', '/imports/999999')).status, 404)
  assert.equal((await adder.call('POST', '/imports/999999/pause')).status, 404)
  assert.equal((await adder.call('POST', `/imports/${one.id}/start`)).status, 409)
  await check(one, { onDuplicate: 'fill' })
  assert.equal((await adder.call('POST', `/imports/${one.id}/start`)).status, 403)
  const errorsOf = async (plan: object) =>
    (await adder.call('POST', `/imports/${one.id}/check`, { ...one.plan, ...plan })).json.details
  assert.deepEqual(
    (await errorsOf({ columns: ['email', 'email'] })).map(({ field }: { field: string }) => field),
    ['columns[1]', 'columns'],
  )
  assert.equal((await errorsOf({ columns: ['nix', 'lastName'] }))[0].field, 'columns[0]')
  assert.equal((await errorsOf({ categoryIds: [99999] }))[0].field, 'categoryIds[0]')
  const list = await adder.call('GET', '/imports?perPage=5')
  assert.ok(Number(list.headers['x-total-count']) > 1)
  assert.equal((await adder.call('DELETE', `/imports/${one.id}`)).status, 200)
  assert.equal((await adder.call('GET', `/imports/${one.id}`)).status, 404)
})

import assert from 'node:assert/strict'
import { Readable, Writable } from 'node:stream'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fullDataSet } from '../../test/support/full-data-set.ts'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { exportDataSet } from './export.ts'
import { importDataSet, previewImport } from './import.ts'
import { ImportError } from './records/import-error.ts'
import type { DataRecord, ImportMode } from './records/section.ts'

type DataSet = Record<string, DataRecord[]>

const toStream = (set: unknown) => Readable.from([Buffer.from(JSON.stringify(set))])

const load = (kontor: TestInstance, set: unknown, mode?: ImportMode) =>
  importDataSet(kontor.db, toStream(set), mode ? { mode } : {})

async function dump({ db }: TestInstance): Promise<DataSet> {
  let text = ''
  const out = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  await exportDataSet(db, out)
  return JSON.parse(text)
}

/** The errors of an import, which changes nothing. */
async function errorsOf(kontor: TestInstance, set: unknown, mode?: ImportMode): Promise<string[]> {
  const before = await dump(kontor)
  const error = await load(kontor, set, mode).then(
    () => assert.fail('was imported'),
    (error: unknown) => error,
  )
  if (!(error instanceof ImportError)) throw error
  assert.deepEqual(await dump(kontor), before)
  return error.errors.map(({ pointer, message }) => `${pointer} ${message}`)
}

const options = 'which the record leaves out; --merge keeps what is left out, --replace empties it'

const full = async (t: { after: (close: () => Promise<void>) => void }) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  await load(kontor, fullDataSet())
  return kontor
}

const record = (set: DataSet, section: string, field: string, id: unknown): DataRecord =>
  set[section]!.find((one) => one[field] === id) ?? assert.fail(`no ${section} ${id}`)

/** Merges, and returns the records before and after. */
async function merge(kontor: TestInstance, set: unknown): Promise<[DataSet, DataSet]> {
  const before = await dump(kontor)
  await load(kontor, set, 'merge')
  return [before, await dump(kontor)]
}

test('a record that exists and would lose something is an error that names its fields and both options', async (t) => {
  const kontor = await full(t)
  assert.deepEqual(await errorsOf(kontor, { commTemplates: [{ id: 1, name: 'Groß' }] }), [
    `/commTemplates/0 exists and would lose subject, body, subjectEn, bodyEn, cause, ${options}`,
  ])
  const [contact] = await errorsOf(kontor, { contacts: [{ id: 21, lastName: 'Groß' }] })
  assert.match(
    contact!,
    /^\/contacts\/0 exists and would lose salutation, title, firstName, company, companyId, /,
  )
  assert.match(contact!, / and \d+ more, which the record leaves out/)
  const { contacts } = fullDataSet()
  const { website: _website, ...rest } = contacts[0]!
  const [home, ...others] = rest.allAddress
  const { city: _city, ...address } = home!
  assert.deepEqual(
    await errorsOf(kontor, {
      contacts: [{ ...rest, allAddress: [address, ...others], defaultAddress: [address] }],
    }),
    [`/contacts/0 exists and would lose website, defaultAddress/0/city, allAddress/0/city, ${options}`],
  )
  assert.deepEqual(
    await errorsOf(kontor, { articles: [{ ...fullDataSet().articles[0], unit: undefined }] }),
    [`/articles/0 exists and would lose unit, ${options}`],
  )
})

test('a partial event, date, category, file, trainer or location is an error as well', async (t) => {
  const kontor = await full(t)
  const [event] = await errorsOf(kontor, [{ event_id: 1, event_title: 'Neu', dates: [{ date_id: 1 }] }])
  assert.match(event!, /^\/0 exists and would lose event_/)
  const { events } = fullDataSet()
  const [first] = events
  const { event_misc: _misc, ...withoutMisc } = first!
  assert.deepEqual(await errorsOf(kontor, [withoutMisc]), [`/0 exists and would lose event_misc, ${options}`])
  for (const [part, at] of [
    [
      { event_catalog_categories: [{ eventcat_id: 1 }] },
      /^\/0\/event_catalog_categories\/0 .* lose lang_id, /,
    ],
    [{ event_files: [[{ diskitem_id: 92 }]] }, /^\/0\/event_files\/0\/0 .* lose /],
    [
      { dates: [{ date_id: 900, location: [{ location_id: 31 }] }] },
      /^\/0\/dates\/0\/location\/0 .* lose name, /,
    ],
    [
      { dates: [{ date_id: 900, all_trainers: [{ trainer_identifier: 'T1' }] }] },
      /^\/0\/dates\/0\/all_trainers\/0 .* lose salutation, /,
    ],
  ] as const) {
    const [error] = await errorsOf(kontor, [{ event_id: 900, ...part }])
    assert.match(error!, at)
  }
})

test('new and complete records are imported without an option', async (t) => {
  const kontor = await full(t)
  const before = await dump(kontor)
  await load(kontor, before)
  await load(kontor, fullDataSet())
  assert.deepEqual(await dump(kontor), before)
  await load(kontor, { contacts: [{ id: 900, lastName: 'Neu' }] })
  await load(kontor, { contacts: [{ id: 900, lastName: 'Neuer' }] })
  assert.equal(record(await dump(kontor), 'contacts', 'id', 900)['lastName'], 'Neuer')
})

test('--replace empties fields that a record leaves out', async (t) => {
  const kontor = await full(t)
  await load(kontor, { contacts: [{ id: 31, contactType: 'location', lastName: 'Groß' }] }, 'replace')
  await load(kontor, [{ event_id: 1 }], 'replace')
  const set = await dump(kontor)
  const { name2, lastName, allAddress } = record(set, 'contacts', 'id', 31)
  assert.deepEqual([name2, lastName, allAddress], ['', 'Groß', []])
  assert.equal(record(set, 'events', 'event_id', 1)['event_title'], '')
})

test('--merge changes only given fields of a record, in every section', async (t) => {
  const kontor = await full(t)
  const changes: DataSet = {
    clients: [{ id: 1, name: 'Anders' }],
    users: [{ id: 1, name: 'Anders' }],
    commTemplates: [{ id: 1, name: 'Anders' }],
    companies: [{ id: 11, comment: 'Anders' }],
    contacts: [{ id: 21, lastName: 'Anders' }],
    leadCategories: [{ categoryId: 1, categoryName: 'Anders' }],
    newsletterForms: [{ id: 1, name: 'Anders' }],
    catalogCategories: [{ eventcat_id: 1, eventcat_desc: 'Anders' }],
    trainers: [{ id: 1, trainer_company: 'Anders' }],
    eventSettings: [{ event_id: 1, is_published: false }],
    logbook: [{ id: 1, text: 'Anders' }],
  }
  const stored = await dump(kontor)
  for (const [section, [change]] of Object.entries(changes)) {
    const [key] = Object.keys(change!)
    change![key!] = stored[section]![0]![key!]
  }
  const [before, after] = await merge(kontor, changes)
  const expected = structuredClone(before)
  for (const [section, [change]] of Object.entries(changes)) Object.assign(expected[section]![0]!, change)
  // Others show the changed records.
  for (const section of ['leads', 'events']) expected[section] = after[section]!
  assert.deepEqual(after, expected)
  const shown = after['events']!.flatMap((event) => event['event_catalog_categories'] as DataRecord[])
  const changed = changes['catalogCategories']![0]!
  assert.ok(
    shown.every((one) => one['eventcat_id'] !== changed['eventcat_id'] || one['eventcat_desc'] === 'Anders'),
  )
})

test('--merge: a record that is new must be complete', async (t) => {
  const kontor = await full(t)
  assert.deepEqual(
    await errorsOf(
      kontor,
      { companies: [{ id: 900, comment: 'x' }], contacts: [{ lastName: 'x' }] },
      'merge',
    ),
    ['/contacts/0/id is required'],
  )
  assert.deepEqual(await errorsOf(kontor, { companies: [{ id: 900, comment: 'x' }] }, 'merge'), [
    '/companies/0/name is required',
  ])
})

test('--merge of a contact: rows that several fields show are changed in all of them', async (t) => {
  const kontor = await full(t)
  const change = async (given: DataRecord) => {
    const [before, after] = await merge(kontor, { contacts: [{ id: 21, ...given }] })
    return [record(before, 'contacts', 'id', 21), record(after, 'contacts', 'id', 21)] as const
  }
  const [first, byEmail] = await change({ email: 'neu@jana.example' })
  assert.equal(byEmail['email'], 'neu@jana.example')
  assert.deepEqual(byEmail['allAddress'][0].emails, [
    { id: 501, email: 'neu@jana.example' },
    first['allAddress'][0].emails[1],
  ])
  const { email: _a, allAddress: _b, defaultAddress: _c, ...untouched } = first
  for (const [field, value] of Object.entries(untouched)) assert.deepEqual(byEmail[field], value, field)

  const [, byPhone] = await change({ defaultPhone: { number: '77' } })
  assert.deepEqual(byPhone['defaultPhone'], { ...first['defaultPhone'], number: '77' })
  assert.deepEqual(byPhone['allAddress'][0].phones[0], byPhone['defaultPhone'])

  const [, byDefault] = await change({ defaultAddress: [{ id: 101, city: 'Ulm' }] })
  assert.deepEqual(byDefault['allAddress'], [
    { ...byPhone['allAddress'][0], city: 'Ulm' },
    ...byPhone['allAddress'].slice(1),
  ])
  assert.deepEqual(byDefault['invoiceAddress'], first['invoiceAddress'])

  const [, other] = await change({ defaultAddress: [{ id: 102 }] })
  assert.deepEqual(
    other['allAddress'].map(({ id, isDefault }: DataRecord) => [id, isDefault]),
    [
      [101, false],
      [102, true],
      [103, false],
    ],
  )

  const [, all] = await change({
    allAddress: [{ id: 101, isDefault: true }, { id: 102 }, { city: 'Bonn', addressType: 3 }],
  })
  assert.deepEqual(
    all['allAddress'].map(({ city, isDefault }: DataRecord) => [city, isDefault]),
    [
      ['Ulm', true],
      ['Hamburg', false],
      ['Bonn', false],
    ],
  )
  assert.deepEqual(
    all['invoiceAddress'].map(({ city }: DataRecord) => city),
    ['Hamburg', 'Bonn'],
  )
  assert.deepEqual(all['invoiceSendAddress'], [])
  assert.equal(all['email'], 'neu@jana.example')

  const [, noFax] = await change({ defaultFax: { countryCode: '', areaCode: '', number: '' } })
  assert.equal(noFax['defaultFax'].id, 0)
  const [, withoutEmails] = await change({
    otherEmails: [],
    allAddress: [{ id: 101, emails: [{ id: 502 }] }, { id: 102 }],
  })
  assert.equal(withoutEmails['email'], 'jana@zuhause.example')
})

test('--merge of an event: lists, dates and the shared records of dates', async (t) => {
  const kontor = await full(t)
  const given = {
    event_id: 1,
    event_title: 'Neu',
    dates: [
      {
        date_id: 1,
        date_title: 'Neuer Termin',
        participants_max: 9,
        hotel_quota: [{ id: 71, resource_rooms: { price: 1 } }],
        location: [{ location_id: 31, city: 'Ulm' }],
      },
      { date_id: 900, all_trainers: [{ trainer_identifier: 'T1' }], location: [{ location_id: 31 }] },
    ],
  }
  const [before, after] = await merge(kontor, [given])
  const [event, merged] = [record(before, 'events', 'event_id', 1), record(after, 'events', 'event_id', 1)]
  const { dates, event_title, ...rest } = merged
  assert.equal(event_title, 'Neu')
  const { dates: datesBefore, event_title: _title, ...restBefore } = event
  assert.deepEqual(rest, restBefore)
  assert.equal(dates.length, datesBefore.length + 1)
  const [one, oneBefore] = [dates, datesBefore].map(
    (list: DataRecord[]) => list.find((date) => date['date_id'] === 1)!,
  )
  assert.equal(one!['date_title'], 'Neuer Termin')
  assert.deepEqual(one!['hotel_quota'][0], {
    ...oneBefore!['hotel_quota'][0],
    resource_rooms: { ...oneBefore!['hotel_quota'][0].resource_rooms, price: 1 },
  })
  assert.deepEqual(one!['location'][0], { ...oneBefore!['location'][0], city: 'Ulm' })
  for (const field of ['date_prices', 'date_hours', 'date_files', 'all_trainers', 'event_pdfs'])
    assert.deepEqual(one![field], oneBefore![field], field)
  const added = dates.find((date: DataRecord) => date['date_id'] === 900)!
  assert.deepEqual(added['location'], one!['location'])
  assert.equal(added['all_trainers'][0].trainer_lastname, 'Eins')
  // Seats given away elsewhere stay while the maximum changes.
  const [setting, settingBefore] = [after, before].map((set) => record(set, 'dateSettings', 'date_id', 1))
  assert.deepEqual(setting, settingBefore)
})

test('--merge with all records of an instance changes nothing, for all fields that they leave out', async (t) => {
  const kontor = await full(t)
  const set = await dump(kontor)
  const [, after] = await merge(kontor, set)
  assert.deepEqual(after, set)
  for (const [section, records] of Object.entries(set)) {
    const [key] = Object.keys(records[0] ?? { id: 0 })
    await load(kontor, { [section]: records.map((one) => ({ [key!]: one[key!] })) }, 'merge')
    assert.deepEqual(await dump(kontor), set, section)
  }
})

test('a date that would change its event is an error in every mode', async (t) => {
  const kontor = await full(t)
  for (const mode of ['complete', 'merge', 'replace'] as const)
    assert.deepEqual(await errorsOf(kontor, [{ event_id: 900, dates: [{ date_id: 1 }] }], mode), [
      '/0/dates/0/date_id is a date of event 1; a date cannot move to another event',
    ])
})

test('two merges of one new record at once keep the values of both', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  await Promise.all([
    load(kontor, { contacts: [{ id: 900, lastName: 'Neu' }] }, 'merge'),
    load(kontor, { contacts: [{ id: 900, firstName: 'Eva' }] }, 'merge'),
  ])
  const { firstName, lastName } = record(await dump(kontor), 'contacts', 'id', 900)
  assert.deepEqual([firstName, lastName], ['Eva', 'Neu'])
})

test('a dry run shows the changes of an import, and changes nothing', async (t) => {
  const kontor = await full(t)
  const sequences = async () =>
    (
      await sql`select sequencename, last_value from pg_sequences where schemaname = 'public'
      and sequencename not like 'change_log%' order by 1`.execute(kontor.db)
    ).rows
  const [before, sequencesBefore] = [await dump(kontor), await sequences()]
  const [template] = fullDataSet().commTemplates
  const set = {
    commTemplates: [{ ...template, name: 'Neu' }],
    contacts: [{ id: 2147483647, lastName: 'Neu', defaultAddress: [{ city: 'Ulm' }] }],
    companies: before['companies']!,
  }
  assert.deepEqual(await previewImport(kontor.db, toStream(set)), {
    commTemplates: {
      new: 0,
      changed: 1,
      unchanged: 0,
      changes: [
        { key: template!.id, count: 1, fields: [{ field: '/name', before: template!.name, after: 'Neu' }] },
      ],
    },
    contacts: { new: 1, changed: 0, unchanged: 0, changes: [] },
    companies: { new: 0, changed: 0, unchanged: before['companies']!.length, changes: [] },
  })
  const merged = await previewImport(
    kontor.db,
    toStream({ contacts: [{ id: 21, defaultAddress: [{ id: 101, city: 'Ulm' }] }] }),
    { mode: 'merge' },
  )
  assert.deepEqual(
    merged['contacts']!.changes[0]!.fields.map(({ field }) => field),
    ['/defaultAddress/101/city', '/allAddress/101/city'],
  )
  await assert.rejects(
    previewImport(kontor.db, toStream({ contacts: [{ id: 21, lastName: 'Groß' }] })),
    ImportError,
  )
  assert.deepEqual(await dump(kontor), before)
  assert.deepEqual(await sequences(), sequencesBefore)
})

test('a dry run lists a bounded number of changes', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  const contacts = (lastName: string) => Array.from({ length: 60 }, (_, at) => ({ id: at + 1, lastName }))
  await load(kontor, { contacts: contacts('A') })
  const { contacts: found } = await previewImport(kontor.db, toStream({ contacts: contacts('B') }))
  assert.equal(found!.changed, 60)
  assert.equal(found!.changes.length, 50)
})

test('an order without a source was imported; it keeps its stored fields', async (t) => {
  const kontor = await full(t)
  await load(kontor, { orders: [{ id: 1 }, { id: 2, ordererId: 21 }] }, 'merge')
  const { orders } = await dump(kontor)
  assert.deepEqual(
    orders!.map(({ id, source }) => [id, source]),
    [
      [1, 'website'],
      [2, 'import'],
    ],
  )
})

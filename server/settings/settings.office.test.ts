// The settings in the back office.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'
import { cleanHtml, fillTemplate, placeholderErrors, sampleRecipient } from '../mail/template.ts'
import { lookupLists } from './lookup-lists.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn()
const nonAdmin = await kontor.signIn({ rights: ['090300', '100400'] })
await db.insertInto('client').values({ name: 'Nord' }).execute()

const fields = ({ json }: { json: { details: { field: string }[] } }) =>
  json.details.map(({ field }) => field).sort()

const written: [string, object, object][] = [
  ['/contact-categories', { name: 'Presse' }, { name: 'Medien' }],
  ['/lead-categories', { name: 'Messe', clientId: 2 }, { name: 'Messen', clientId: 1 }],
  ['/articles', { name: 'Seminar', price: 19.99, vatRate: 19 }, { price: 800, unit: 'day' }],
  [
    '/communication-templates',
    { name: 'Gruß', subject: 'Hallo', body: '{{salutation}}' },
    { subject: 'Guten Tag' },
  ],
]

test('writing settings requires a right; lists for daily work can be read without it', async () => {
  for (const [path, body] of written) {
    assert.equal((await nonAdmin.call('POST', path, body)).status, 403, path)
    assert.equal((await nonAdmin.call('PATCH', `${path}/1`, { version: 0 })).status, 403, path)
    assert.equal((await nonAdmin.call('DELETE', `${path}/1`)).status, 403, path)
    assert.equal((await nonAdmin.call('GET', path)).status, path === '/articles' ? 403 : 200, path)
  }
  for (const [method, path, body] of [
    ['GET', '/settings'],
    ['PATCH', '/settings', { name: 'X' }],
    ['POST', '/lookups/date_status', { name: 'X' }],
    ['PATCH', '/lookups/date_status/planned', { name: 'X' }],
    ['DELETE', '/lookups/date_status/planned'],
    ['POST', '/communication-templates/preview', { subject: '', body: '' }],
  ] as [string, string, object?][])
    assert.equal((await nonAdmin.call(method, path, body)).status, 403, path)
  assert.equal((await nonAdmin.call('GET', '/lookups')).status, 200)
})

test('simple records are created, changed, listed and deleted', async () => {
  for (const [path, body, change] of written) {
    const created = await office.call('POST', path, body)
    assert.equal(created.status, 200, created.text)
    const { id, version } = created.json[0]
    const changed = await office.call('PATCH', `${path}/${id}`, { version, ...change })
    assert.equal(changed.status, 200, changed.text)
    for (const [name, value] of Object.entries(change)) assert.equal(changed.json[0][name], value)
    assert.equal((await office.call('PATCH', `${path}/${id}`, { version, ...body })).status, 409)
    assert.deepEqual((await office.call('GET', `${path}?ids=${id}`)).json, changed.json)
    assert.deepEqual(fields(await office.call('POST', path, { ...body, name: ' ' })), ['name'])
    assert.deepEqual(fields(await office.call('POST', path, { ...body, name: 1, other: 1 })), [
      'name',
      'other',
    ])
    assert.equal((await office.call('DELETE', `${path}/${id}`)).status, 200)
    assert.equal((await office.call('GET', `${path}/${id}`)).status, 404)
    assert.equal((await office.call('PATCH', `${path}/${id}`, { version, ...body })).status, 404)
  }
})

test('records in use cannot be deleted', async () => {
  const { id } = (await office.call('POST', '/contact-categories', { name: 'Kunden' })).json[0]
  const body = { lastName: 'Weber', email: 'w@k.example', categoryId: id }
  assert.equal((await kontor.call('POST', '/contacts', { body })).status, 200)
  const refused = await office.call('DELETE', `/contact-categories/${id}`)
  assert.deepEqual(
    [refused.status, refused.json.message],
    [409, 'It is in use, so that it cannot be deleted.'],
  )
  assert.equal((await office.call('GET', `/contact-categories/${id}`)).status, 200)
})

test('errors of articles and lead categories name their fields', async () => {
  const negative = await office.call('POST', '/articles', { name: 'A', price: -1 })
  assert.deepEqual(fields(negative), ['price'])
  const article = await office.call('POST', '/articles', { name: 'A', price: 1.005 })
  assert.deepEqual(fields(article), ['price'])
  assert.deepEqual(
    fields(await office.call('POST', '/articles', { name: 'A', vatRate: 101, currency: 'Euro', unit: 'kg' })),
    ['currency', 'unit', 'vatRate'],
  )
  assert.deepEqual(fields(await office.call('POST', '/lead-categories', { name: 'A', clientId: 99 })), [
    'clientId',
  ])
})

test('users see the lead categories of their own clients only', async () => {
  for (const clientId of [1, 2])
    await office.call('POST', '/lead-categories', { name: `K${clientId}`, clientId })
  const names = (await nonAdmin.call('GET', '/lead-categories')).json.map(
    ({ name }: { name: string }) => name,
  )
  assert.deepEqual(names, ['K1'])
  assert.equal((await office.call('GET', '/lead-categories')).json.length, 2)
})

test('built-in values of every list can be renamed, but not deleted, and their meaning is fixed', async () => {
  const lists = (await office.call('GET', '/lookups')).json
  assert.deepEqual(
    lists.map(({ id }: { id: string }) => id),
    Object.keys(lookupLists),
  )
  for (const { id, values } of lists) {
    assert.deepEqual(
      values.map(({ key }: { key: string }) => key),
      lookupLists[id]!.builtIn,
    )
    for (const { key, meaning, isBuiltIn } of values) {
      assert.equal(isBuiltIn, true)
      assert.equal((await office.call('DELETE', `/lookups/${id}/${key}`)).status, 409)
      const [[name, value] = []] = Object.entries(meaning)
      if (name === undefined) continue
      const other = typeof value === 'boolean' ? !value : value === 'none' ? 'booked' : 'none'
      const answer = await office.call('PATCH', `/lookups/${id}/${key}`, { meaning: { [name]: other } })
      assert.deepEqual([answer.status, fields(answer)], [400, [`meaning.${name}`]])
      const renamed = await office.call('PATCH', `/lookups/${id}/${key}`, { name: `Neu ${key}`, meaning })
      assert.equal(renamed.json[0].name, `Neu ${key}`)
    }
  }
})

test('staff can add values with a meaning', async () => {
  for (const [id, { meanings }] of Object.entries(lookupLists)) {
    const meaning = Object.fromEntries(
      meanings.map(({ column, options }) => [column, options?.at(-1) ?? true]),
    )
    const created = await office.call('POST', `/lookups/${id}`, { name: 'In Klärung', meaning })
    assert.equal(created.status, 200, created.text)
    const { key } = created.json[0]
    assert.deepEqual(created.json[0], {
      key: id === 'address_type' ? '6' : 'in_klaerung',
      name: 'In Klärung',
      nameEn: id === 'lead_status' ? 'In Klärung' : '',
      isBuiltIn: false,
      meaning,
    })
    const second = await office.call('POST', `/lookups/${id}`, { name: 'In Klärung', meaning })
    assert.notEqual(second.json[0].key, key)
    assert.equal((await office.call('DELETE', `/lookups/${id}/${second.json[0].key}`)).status, 200)
    assert.equal((await office.call('DELETE', `/lookups/${id}/${second.json[0].key}`)).status, 404)
  }
  assert.deepEqual(fields(await office.call('POST', '/lookups/booking_status', { name: 'X' })), [
    'meaning.counts_as',
  ])
  assert.deepEqual(
    fields(
      await office.call('POST', '/lookups/date_status', {
        name: 'X',
        meaning: { is_bookable: 'ja', x: true },
      }),
    ),
    ['meaning.is_bookable', 'meaning.x'],
  )
  assert.deepEqual(fields(await office.call('POST', '/lookups/date_status', { name: 'X', key: 'planned' })), [
    'key',
  ])
  assert.equal((await office.call('GET', '/lookups/app_user')).status, 404)
  assert.equal((await office.call('GET', '/lookups/constructor')).status, 404)
  await db.insertInto('event').values({ title: 'E' }).execute()
  await sql`insert into event_date (event_id, status) values (1, 'in_klaerung')`.execute(db)
  assert.equal((await office.call('DELETE', '/lookups/date_status/in_klaerung')).status, 409)
})

test('ten equal values added at the same time get ten keys', async () => {
  const created = await Promise.all(
    Array.from({ length: 10 }, () => office.call('POST', '/lookups/address_type', { name: 'Lager' })),
  )
  assert.equal(new Set(created.map(({ json }) => json[0].key)).size, 10)
})

test('name and time zone of the instance are effective with the next request', async () => {
  const settings = async () => (await office.call('GET', '/settings')).json[0]
  assert.deepEqual(await settings(), {
    name: 'Kontor',
    timeZone: '',
    currentTimeZone: 'Europe/Berlin',
    holidayRegion: 'BUND',
    country: 'DE',
    closedDays: [],
    travelMinutes: 120,
    messageDelayMinutes: 10,
    messageHour: 8,
    messageLanguage: 'de',
    linkMonths: 6,
    companyLinkMonths: 12,
    changeLogDays: 730,
  })
  assert.equal(
    (await office.call('PATCH', '/settings', { name: ' Akademie ', timeZone: 'Pacific/Auckland' })).status,
    200,
  )
  assert.deepEqual(await settings(), {
    name: 'Akademie',
    timeZone: 'Pacific/Auckland',
    currentTimeZone: 'Pacific/Auckland',
    holidayRegion: 'none',
    country: 'DE',
    closedDays: [],
    travelMinutes: 120,
    messageDelayMinutes: 10,
    messageHour: 8,
    messageLanguage: 'de',
    linkMonths: 6,
    companyLinkMonths: 12,
    changeLogDays: 730,
  })
  assert.equal((await office.call('PATCH', '/settings', { holidayRegion: 'TH' })).status, 200)
  assert.equal((await settings()).holidayRegion, 'TH')
  const closedDays = ['2026-12-28', '2026-12-23', '2026-12-28']
  assert.equal((await office.call('PATCH', '/settings', { closedDays })).status, 200)
  assert.deepEqual((await settings()).closedDays, ['2026-12-23', '2026-12-28'])
  assert.equal((await office.call('PATCH', '/settings', { closedDays: [] })).status, 200)
  assert.deepEqual((await settings()).closedDays, [])
  assert.deepEqual(fields(await office.call('PATCH', '/settings', { closedDays: ['23.12.'] })), [
    'closedDays[0]',
  ])
  assert.deepEqual(fields(await office.call('PATCH', '/settings', { holidayRegion: 'XX' })), [
    'holidayRegion',
  ])
  assert.equal((await office.call('PATCH', '/settings', { country: 'AT' })).status, 200)
  assert.equal((await settings()).country, 'AT')
  assert.deepEqual(fields(await office.call('PATCH', '/settings', { country: 'Austria' })), ['country'])
  const session = (await office.call('GET', '/session')).json[0]
  assert.deepEqual([session.instanceName, session.timeZone], ['Akademie', 'Pacific/Auckland'])
  const wrong = await office.call('PATCH', '/settings', { name: '', timeZone: 'Mond/Krater' })
  assert.deepEqual([wrong.status, fields(wrong)], [400, ['name']])
  assert.deepEqual(fields(await office.call('PATCH', '/settings', { timeZone: 'Mond/Krater' })), ['timeZone'])
  await office.call('PATCH', '/settings', { timeZone: '' })
  assert.equal((await settings()).currentTimeZone, 'Europe/Berlin')
})

test('templates are filled in: plain text unchanged, HTML sanitised and with escaped values', () => {
  assert.deepEqual(
    fillTemplate(
      { subject: 'Für {{ firstName }}', body: '{{salutation}},\n{{email}} {{x}}' },
      sampleRecipient,
    ),
    {
      subject: 'Für Jana',
      body: 'Sehr geehrte Frau Dr. Köhler,\njana.koehler@nordlicht.example',
      isHtml: false,
    },
  )
  const bad = { ...sampleRecipient, company: '<script>alert(1)</script>', lastName: 'A\nBcc: x@y.example' }
  const filled = fillTemplate(
    { subject: '{{lastName}}', body: '<p onclick="x()">{{company}}</p><img src="http://x.example/1.png">' },
    bad,
  )
  assert.deepEqual(filled, {
    subject: 'A Bcc: x@y.example',
    body: '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    isHtml: true,
  })
  assert.equal(cleanHtml('<a href="javascript:x()">x</a><style>p{}</style>'), '<a>x</a>')
  assert.deepEqual(
    fillTemplate({ subject: '', body: '{{salutation}}' }, { ...sampleRecipient, salutation: '' }).body,
    'Guten Tag',
  )
  const unknown = (placeholder: string) => ({
    field: 'body',
    code: 'mail.unknownPlaceholder',
    params: { name: placeholder, line: 1 },
    message: `contains the unknown placeholder "${placeholder}" in line 1`,
  })
  assert.deepEqual(placeholderErrors('body', '{{lastName}} {{nachname}} {{nachname}} {{constructor}}'), [
    unknown('nachname'),
    unknown('constructor'),
  ])
  assert.equal(placeholderErrors('body', '{{lastName} x').length, 1)
})

test('templates report unknown placeholders, contain no scripts, and have a preview for a contact', async () => {
  const path = '/communication-templates'
  const wrong = await office.call('POST', path, { name: 'T', subject: '{{wer}}', body: '{{was}}' })
  assert.deepEqual([wrong.status, fields(wrong)], [400, ['body', 'subject']])
  const { json } = await office.call('POST', path, { name: 'T', body: '<p>Hallo</p><script>x</script>' })
  assert.deepEqual([json[0].body, json[0].isHtml], ['<p>Hallo</p>', true])
  const contact = (
    await kontor.call('POST', '/contacts', {
      body: { salutation: 'mr', lastName: 'Jansen', email: 'j@k.example', company: 'Hafen AG' },
    })
  ).json[0]
  const preview = (body: object) =>
    office.call('POST', '/communication-templates/preview', { subject: '', body: '', ...body })
  const shown = await preview({
    subject: '{{company}}',
    body: '{{salutation}} {{email}} {{wer}}',
    contactId: contact.id,
  })
  assert.deepEqual(shown.json[0], {
    subject: 'Hafen AG',
    body: 'Sehr geehrter Herr Jansen j@k.example',
    isHtml: false,
    errors: [
      {
        field: 'body',
        code: 'mail.unknownPlaceholder',
        params: { name: 'wer', line: 1 },
        message: 'contains the unknown placeholder "wer" in line 1',
      },
    ],
  })
  assert.equal((await preview({ body: '{{firstName}}' })).json[0].body, 'Jana')
  assert.deepEqual(fields(await preview({ contactId: 999999 })), ['contactId'])
  const names = (await office.call('GET', '/communication-templates/placeholders')).json
  assert.ok(names.every(({ sample }: { sample: string }) => sample !== ''))
})

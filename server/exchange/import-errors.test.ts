import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { fullDataSet } from '../../test/support/full-data-set.ts'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { isPassiveHtml } from '../platform/ground/html.ts'
import { DataSet } from './data-set.schema.ts'
import { exportDataSet } from './export.ts'
import { importDataSet } from './import.ts'
import { ImportError, type ValidationError } from './records/import-error.ts'
import { describePattern } from './records/record-errors.ts'
import type { DataRecord } from './records/section.ts'

let kontor: TestInstance
let storedBefore: string

before(async () => {
  kontor = await testInstance()
  await importDataSet(kontor.db, Readable.from([Buffer.from(JSON.stringify(fullDataSet()))]))
  storedBefore = await dumpDatabase()
})
after(() => kontor.close())

async function dumpDatabase(): Promise<string> {
  let text = ''
  const out = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  await exportDataSet(kontor.db, out)
  return text
}

/** Imports an invalid data set, and asserts that nothing was stored. */
async function errorsOf(dataSet: unknown): Promise<{ errors: readonly ValidationError[]; total: number }> {
  const bytes = Buffer.isBuffer(dataSet)
    ? dataSet
    : Buffer.from(typeof dataSet === 'string' ? dataSet : JSON.stringify(dataSet))
  const error = await importDataSet(kontor.db, Readable.from([bytes])).then(
    () => assert.fail('was imported'),
    (error: unknown) => error,
  )
  if (!(error instanceof ImportError)) throw error
  assert.equal(await dumpDatabase(), storedBefore)
  return error
}

const pointersOf = async (dataSet: unknown) =>
  (await errorsOf(dataSet)).errors.map((error) => error.pointer).sort()

test('errors against the schema are reported all at once', async () => {
  const { errors, total } = await errorsOf({
    what: [],
    clients: [{ id: 1 }, { id: '2', name: 'x' }],
    contacts: [{ id: 1, lastName: null, allAddress: [{ 'a.b/c': 1 }] }],
    events: [
      {
        event_id: 1,
        dates: [
          {
            date_id: 1,
            start_date: '2026-02-30',
            start_time: '24:00',
            date_prices: [{ price_value_gross: '1.5', price_vat: 1.234 }],
          },
          { date_id: 0 },
        ],
      },
    ],
  })
  assert.deepEqual(
    errors.map((error) => error.pointer).sort(),
    [
      '/what',
      '/clients/0/name',
      '/clients/1/id',
      '/contacts/0/lastName',
      '/contacts/0/allAddress/0/a.b~1c',
      '/events/0/dates/0/start_time',
      '/events/0/dates/0/date_prices/0/price_value_gross',
      '/events/0/dates/1/date_id',
    ].sort(),
  )
  assert.equal(total, 8)
})

test('names of look-up values have the limit of the back office', async () => {
  const long = 'x'.repeat(256)
  assert.deepEqual(
    await pointersOf({
      addressTypes: [{ id: 1, name: long }],
      dateStatuses: [{ status: 'a', name: long, isBookable: true, takesPlace: true }],
      leadStates: [{ state: long, nameDe: long, nameEn: long, isOpen: true }],
    }),
    [
      '/addressTypes/0/name',
      '/dateStatuses/0/name',
      '/leadStates/0/nameDe',
      '/leadStates/0/nameEn',
      '/leadStates/0/state',
    ],
  )
})

test('HTML with scripts and links with other schemes are rejected; other HTML stays as it is', async () => {
  const active = [
    '<script>alert(1)</script>',
    '<p onclick="x()">x</p>',
    '<a href="java&#10;script:x()">x</a>',
    '<svg/onload=x()>',
    '<!--><img src=x onerror=x()>-->',
    '<![CDATA[ > <img src=x onerror=x()> ]]>',
    '<iframe src="https://example.org"></iframe>',
    '<form action="https://example.org"><input></form>',
  ]
  assert.deepEqual(
    await pointersOf({
      contacts: [{ id: 1, lastName: 'x', trn_data: [{ trn_description_html: active[0] }] }],
      catalogCategories: [{ eventcat_id: 1, eventcat_desc: active[1] }],
      locations: [{ location_id: 1, link: 'javascript:x()' }],
      events: [
        ...active.map((html, index) => ({ event_id: index + 1, event_description: html })),
        {
          event_id: 50,
          event_desc_link: 'data:text/html,x',
          dates: [{ date_id: 1, conference_package: [{ article_description_html: active[2] }] }],
        },
      ],
    }),
    [
      '/catalogCategories/0/eventcat_desc',
      '/contacts/0/trn_data/0/trn_description_html',
      ...active.map((_, index) => `/events/${index}/event_description`),
      '/events/8/dates/0/conference_package/0/article_description_html',
      '/events/8/event_desc_link',
      '/locations/0/link',
    ],
  )
  const harmless = [
    '<p class="a" style="color: red">1 < 2 <b>b',
    '<!-- a --><img src="data:image/png;base64,AA=="><a href="www.example.org:8080/x">x</a><o:p>x</o:p>',
  ]
  for (const html of harmless) assert.ok(isPassiveHtml(html), html)
})

test('days that do not exist, and money with too many decimals', async () => {
  assert.deepEqual(
    await pointersOf([
      {
        event_id: 1,
        dates: [
          {
            date_id: 1,
            start_date: '2026-02-30',
            date_prices: [{ price_vat: 1.234 }],
            conference_package: [{ article_price_buy: 1e12 }],
          },
        ],
      },
    ]),
    [
      '/0/dates/0/conference_package/0/article_price_buy',
      '/0/dates/0/date_prices/0/price_vat',
      '/0/dates/0/start_date',
    ],
  )
})

test('2.5: values that are longer or larger than the back office allows', async () => {
  const long = 'x'.repeat(256)
  const text = 'x'.repeat(65_536)
  const { errors } = await errorsOf({
    users: [{ id: 9, name: long, email: 'x' }],
    commTemplates: [{ id: 9, name: 'x', subject: long, body: text }],
    contacts: [
      {
        id: 1,
        lastName: long,
        comment: text,
        allAddress: [{ street: long, phones: [{ number: long }] }],
        trn_data: [{ trn_comment: text }],
      },
    ],
    companies: [{ id: 2, name: long }],
    articles: [{ id: 9, name: long, taxAmount: 101 }],
    trainers: [{ id: 9, trainer_lastname: long }],
    events: [
      {
        event_id: 8,
        event_title: long,
        event_teaser: text,
        days: 10_001,
        event_prices: [{ price_vat: 1000 }],
        event_catalog_categories: [{ eventcat_id: 8, font_icon: long }],
        dates: [
          {
            date_id: 80,
            date_title: long,
            date_prices: [{ price_vat: 101, price_title: text }],
            location: [{ location_id: 900, city: long, link: 'x'.repeat(2001) }],
            hotel_quota: [{ resource_rooms: { bedsAmount: long } }],
          },
        ],
      },
    ],
    dateSettings: [{ date_id: 80, duration: long }],
    participations: [{ partId: 9, contactId: 1, dateId: 80, partStatus: 'booked', comment: text }],
    leads: [{ leadId: 9, name: long, size: -1 }],
  })
  const max = (length: number) => `must have at most ${length} characters; found ${length + 1} characters`
  assert.deepEqual(
    errors.map(({ pointer, message }) => `${pointer} ${message}`).sort(),
    [
      `/users/0/name ${max(255)}`,
      `/commTemplates/0/subject ${max(255)}`,
      `/commTemplates/0/body ${max(65535)}`,
      `/contacts/0/lastName ${max(255)}`,
      `/contacts/0/comment ${max(65535)}`,
      `/contacts/0/allAddress/0/street ${max(255)}`,
      `/contacts/0/allAddress/0/phones/0/number ${max(255)}`,
      `/contacts/0/trn_data/0/trn_comment ${max(65535)}`,
      `/companies/0/name ${max(255)}`,
      `/articles/0/name ${max(255)}`,
      '/articles/0/taxAmount must be at most 100; found 101',
      `/trainers/0/trainer_lastname ${max(255)}`,
      `/events/0/event_title ${max(255)}`,
      `/events/0/event_teaser ${max(65535)}`,
      '/events/0/days must be at most 10000; found 10001',
      '/events/0/event_prices/0/price_vat must be at most 999.99; found 1000',
      `/events/0/event_catalog_categories/0/font_icon ${max(255)}`,
      `/events/0/dates/0/date_title ${max(255)}`,
      '/events/0/dates/0/date_prices/0/price_vat must be at most 100; found 101',
      `/events/0/dates/0/date_prices/0/price_title ${max(65535)}`,
      `/events/0/dates/0/location/0/city ${max(255)}`,
      `/events/0/dates/0/location/0/link ${max(2000)}`,
      `/events/0/dates/0/hotel_quota/0/resource_rooms/bedsAmount ${max(255)}`,
      `/dateSettings/0/duration ${max(255)}`,
      `/participations/0/comment ${max(65535)}`,
      `/leads/0/name ${max(255)}`,
      '/leads/0/size must be at least 0; found -1',
    ].sort(),
  )
})

test('errors of values name the found value, and the expected one in words', async () => {
  const { errors } = await errorsOf({
    clients: [{ id: '7', name: ' ' }],
    users: [{ id: 9, name: 'x', email: 'x', language: 'fr', rights: ['all'], passwordHash: 'secret' }],
    contacts: [{ id: 1, createdAt: 'yesterday', website: null, email: ['a@b.example'] }],
    articles: [{ id: 9, unit: 'week' }],
    events: [
      {
        event_id: 8,
        event_prices: [{ price_value_gross: '1.190,00' }],
        dates: [{ date_id: 80, start_date: '1.3.2027', start_time: '9:30' }],
      },
    ],
  })
  assert.deepEqual(
    errors.map(({ pointer, message }) => `${pointer} ${message}`),
    [
      '/clients/0/id must be a whole number of at least 1; found "7"',
      '/clients/0/name must not be blank; found " "',
      '/users/0/language must be one of "", "de", "en"; found "fr"',
      '/users/0/passwordHash must be an argon2id hash of a password, or ""',
      '/users/0/rights/0 must be a right such as "090300", "090300:edit" or "lead:access"; found "all"',
      '/contacts/0/email must be a text; found ["a@b.example"]',
      '/contacts/0/website must be a text; found null',
      '/contacts/0/createdAt must be a time in UTC such as "2027-03-01T09:30:00Z", or ""; found "yesterday"',
      '/articles/0/unit must be one of "piece", "day"; found "week"',
      '/events/0/event_prices/0/price_value_gross must be a text with an amount and two decimals such as "1190.00", or ""; found "1.190,00"',
      '/events/0/dates/0/start_date must be a day such as "2027-03-01", or ""; found "1.3.2027"',
      '/events/0/dates/0/start_time must be a time of day such as "09:30", or ""; found "9:30"',
    ],
  )
})

test('every pattern of the data set is described in words', () => {
  const patternsOf = (schema: DataRecord): string[] => [
    ...(schema['pattern'] ? [schema['pattern'] as string] : []),
    ...(schema['items'] ? patternsOf(schema['items']) : []),
    ...Object.values((schema['properties'] ?? {}) as DataRecord).flatMap(patternsOf),
  ]
  const patterns = [...new Set(patternsOf(DataSet))]
  assert.ok(patterns.length > 8)
  assert.deepEqual(
    patterns.filter((pattern) => describePattern(pattern) === undefined),
    [],
  )
})

test('references to records that do not exist', async () => {
  assert.deepEqual(
    await pointersOf({
      users: [{ id: 9, name: 'x', email: 'x', clientIds: [1, 99] }],
      contacts: [{ id: 1, companyId: 98, contactCategoriesId: [1, 97] }],
      leads: [{ leadId: 1, contactIds: [96], ownerId: 95, category: 'nirgends', processor: 'niemand' }],
      events: [
        {
          event_id: 7,
          dates: [
            {
              date_id: 70,
              series_dates: [{ module_type: [{ config: { linked_dates: [{ linked_date_id: 94 }] } }] }],
            },
          ],
        },
      ],
      participations: [{ partId: 1, contactId: 93, dateId: 70, partStatus: 'booked' }],
      tasks: [{ id: 1, clientId: 92, kind: 'todo' }],
      invoiceConfirmations: [{ id: 1, contactId: 1, addressId: 91, elements: [{ postId: 90 }] }],
    }),
    [
      '/contacts/0/companyId',
      '/contacts/0/contactCategoriesId/1',
      '/events/0/dates/0/series_dates/0/module_type/0/config/linked_dates/0/linked_date_id',
      '/invoiceConfirmations/0/addressId',
      '/invoiceConfirmations/0/elements/0/postId',
      '/leads/0/category',
      '/leads/0/contactIds/0',
      '/leads/0/ownerId',
      '/participations/0/contactId',
      '/tasks/0/clientId',
      '/users/0/clientIds/1',
    ],
  )
})

const contact = (id: number, more: DataRecord = {}) => ({ id, lastName: 'Neu', ...more })

for (const [what, dataSet, pointers] of [
  [
    '4.1: two contacts of the data set with the same identity',
    {
      contacts: [contact(1, { email: 'a@b.example' }), contact(2, { lastName: 'NEU', email: 'A@B.example' })],
    },
    ['/contacts/1'],
  ],
  [
    '4.1: a contact with the identity of one in the database',
    { contacts: [contact(1, { lastName: 'köhler', email: 'alt@jana.example' })] },
    ['/contacts/0'],
  ],
  ['a duplicate id', { articles: [{ id: 1 }, { id: 1 }] }, ['/articles/1']],
  [
    'a duplicate date',
    [
      { event_id: 8, dates: [{ date_id: 80 }] },
      { event_id: 9, dates: [{ date_id: 80 }] },
    ],
    ['/1/dates/0/date_id'],
  ],
  ['a person with the id of a company', { contacts: [contact(11)] }, ['/contacts/0/id']],
  [
    'a contact that is a company in the data set',
    { contacts: [contact(1)], companies: [{ id: 1, name: 'x' }] },
    ['/contacts/0/id'],
  ],
  [
    'an address of another contact',
    { contacts: [contact(1, { allAddress: [{ id: 101 }] })] },
    ['/contacts/0'],
  ],
  [
    'an address in two versions',
    { contacts: [contact(1, { allAddress: [{ id: 1 }], defaultAddress: [{ id: 1, city: 'x' }] })] },
    ['/contacts/0/defaultAddress/0'],
  ],
  [
    'two default addresses',
    { contacts: [contact(1, { defaultAddress: [{ id: 1 }, { id: 2 }] })] },
    ['/contacts/0/defaultAddress/1'],
  ],
  [
    'a name that differs from the company’s',
    { contacts: [contact(1, { companyId: 11, company: 'Südlicht' })] },
    ['/contacts/0/company'],
  ],
  [
    '4.7: an invalid newsletter state',
    {
      contacts: [
        contact(1, { extNewsletter: [[{ ext_type: 'kontor', ext_id: '1', is_active: 1, ext_opt_in: 1 }]] }),
      ],
    },
    ['/contacts/0/extNewsletter/0/0'],
  ],
  [
    'a phone of another type',
    { contacts: [contact(1, { defaultFax: { type: 'phone', number: '1' } })] },
    ['/contacts/0/defaultFax/type'],
  ],
  [
    'an end before its start',
    [{ event_id: 1, dates: [{ date_id: 1, start_date: '2026-02-02', end_date: '2026-02-01' }] }],
    ['/0/dates/0/end_date'],
  ],
  [
    'a location in two versions',
    [
      {
        event_id: 1,
        dates: [
          { date_id: 8, location: [{ location_id: 900 }] },
          { date_id: 9, location: [{ location_id: 900, city: 'x' }] },
        ],
      },
    ],
    ['/0/dates/1/location/0'],
  ],
  [
    'a trainer in two versions',
    [
      {
        event_id: 1,
        dates: [
          {
            date_id: 8,
            all_trainers: [{ trainer_identifier: 'X' }],
            main_trainer: [{ trainer_identifier: 'X', salutation: 'mr' }],
          },
        ],
      },
    ],
    ['/0/dates/0/main_trainer/0'],
  ],
  [
    'a file in two versions',
    [
      {
        event_id: 1,
        event_files: [[{ diskitem_id: 1 }]],
        dates: [{ date_id: 8, date_files: [[{ diskitem_id: 1, name: 'x' }]] }],
      },
    ],
    ['/0/dates/0/date_files/0/0'],
  ],
  [
    'a category in two versions',
    [
      { event_id: 8, event_catalog_categories: [{ eventcat_id: 8 }] },
      { event_id: 9, event_catalog_categories: [{ eventcat_id: 8, lang_id: 'x' }] },
    ],
    ['/1/event_catalog_categories/0'],
  ],
  [
    'a location that is a person',
    [{ event_id: 8, dates: [{ date_id: 80, location: [{ location_id: 21 }] }] }],
    ['/0/dates/0/location/0/location_id'],
  ],
  [
    'a user with the e-mail address of another',
    { users: [{ id: 7, name: 'x', email: 'OEMER@kontor.example' }] },
    ['/users/0/email'],
  ],
  [
    'a hotel quota of another date',
    [{ event_id: 8, dates: [{ date_id: 80, hotel_quota: [{ id: 71 }] }] }],
    ['/0/dates/0/hotel_quota/0/id'],
  ],
  [
    'two dates in one room at once, where that is forbidden',
    {
      events: [
        {
          event_id: 8,
          dates: [
            { date_id: 80, start_date: '2098-03-03', date_is_active: true },
            { date_id: 81, start_date: '2098-03-03', start_time: '12:00', date_is_active: true },
          ],
        },
      ],
      rooms: [{ id: 11, locationId: 31, name: 'Saal', overlapCheck: 'forbid', dateIds: [80, 81] }],
    },
    ['/events/0/dates/0', '/events/0/dates/1'],
  ],
  [
    'a series date that is not linked',
    [
      {
        event_id: 8,
        dates: [{ date_id: 80, series_dates: [{ module_type: [{ config: {}, dates: [{ date_id: 2 }] }] }] }],
      },
    ],
    ['/0/dates/0/series_dates/0/module_type/0/dates/0/date_id'],
  ],
  [
    'a value that would not be returned',
    [
      {
        event_id: 8,
        dates: [
          {
            date_id: 80,
            series_dates: [
              {
                module_type: [
                  {
                    config: { linked_dates: [{ linked_date_id: 81 }] },
                    dates: [{ date_id: 81, date_title: 'y' }],
                  },
                ],
              },
            ],
          },
          { date_id: 81, date_title: 'x' },
        ],
      },
    ],
    ['/0/dates/0/series_dates/0/module_type/0/dates/0/date_title'],
  ],
  ['a logbook entry without a contact, lead or participation', { logbook: [{ id: 1 }] }, ['/logbook/0']],
  [
    'a row that the database rejects',
    // Too long for the index.
    { tasks: [{ id: 1, clientId: 1, kind: 'todo', messageId: randomBytes(9000).toString('base64') }] },
    ['/tasks'],
  ],
] as const)
  test(what, async () => assert.deepEqual(await pointersOf(dataSet), pointers))

test('a secret key of a website names no origins; an event has one current slug', async () => {
  const key = { clientId: 1, hash: 'e'.repeat(64) }
  const { errors } = await errorsOf({
    websiteKeys: [{ id: 900, ...key, origins: ['https://www.example.org'] }],
    eventSlugs: [
      { slug: 'former', eventId: 1 },
      { slug: 'one', eventId: 1, current: true },
      { slug: 'two', eventId: 1, current: true },
    ],
  })
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    ['/websiteKeys/0/origins', '/eventSlugs/2/current'],
  )
})

test('the error of two versions names the fields that differ', async () => {
  const messageOf = async (dataSet: unknown) => (await errorsOf(dataSet)).errors[0]!.message
  assert.equal(
    await messageOf([
      {
        event_id: 8,
        dates: [
          { date_id: 80, location: [{ location_id: 900 }] },
          { date_id: 81, location: [{ location_id: 900, city: 'x', zip: '1' }] },
        ],
      },
    ]),
    'differs from /0/dates/0/location/0, which has the same id, in zip, city',
  )
  assert.equal(
    await messageOf({
      contacts: [contact(1, { allAddress: [{ id: 1 }], defaultAddress: [{ id: 1, street: 'x' }] })],
    }),
    'differs from address 1 in another list of this contact, in street',
  )
  const hall = { location_id: 31, name: 'Speicherhaus', street: 'Hafenstraße 12a', zip: '20457', city: 'Ulm' }
  const shown = { ...hall, link: '', additional_field: '', phone: '49 40 555' }
  assert.equal(
    await messageOf({
      contacts: [fullDataSet().contacts[1]],
      events: [{ event_id: 8, dates: [{ date_id: 80, location: [shown] }] }],
    }),
    'differs from the contact with the same id in city',
  )
})

test('a thousand errors are listed, all are counted', async () => {
  const { errors, total } = await errorsOf({
    clients: Array.from({ length: 1500 }, (_, index) => ({ id: index + 10 })),
  })
  assert.deepEqual([errors.length, total], [1000, 1500])
})

for (const [json, pointer] of [
  ['', ''],
  ['nothing', ''],
  ['"text"', ''],
  ['{"clients": [{"id": 1,]}', '/clients/0'],
  ['{"clients": [{"id": 1}', '/clients/0'],
  ['{"clients": [{"id": 1}]', ''],
  ['{"clients": [{"id": 1},]}', '/clients/1'],
  ['{"clients": [,{"id": 1}]}', '/clients/0'],
  ['{"clients": [{"id": 1} {"id": 2}]}', '/clients/0'],
  ['{"clients": []]', ''],
  ['{"clients": []} x', ''],
  ['{"clients": [],}', ''],
  ['{"clients"}', ''],
  ['{clients: []}', ''],
  ['{"clients": {}}', '/clients'],
  ['{"clients": [], "clients": []}', '/clients'],
  ['{"clients": [{"id": 1, "id": 2}]}', '/clients/0/id'],
  ['{"clients": [{"__proto__": 2}]}', '/clients/0/__proto__'],
  ['[{"event_id": 1, "dates": [{"date_id": 1, "date_id": 2}]}]', '/0/dates/0/date_id'],
  [Buffer.from('7b22636c69656e7473223a205b7b226e616d65223a22ff227d5d7d', 'hex'), '/clients/0'],
] as const)
  test(`malformed JSON is one error: ${Buffer.from(json).toString('latin1')}`, async () => {
    const { errors, total } = await errorsOf(json)
    assert.equal(total, 1)
    assert.equal(errors[0]!.pointer, pointer)
  })

test('a data set that arrives byte by byte', async () => {
  const other = await testInstance()
  try {
    const bytes = Buffer.from(
      `\ufeff{ "clients" : [ {"id":3,"name":"a\\"]},{ü"} , {"id":4,"name":"b"} ] , "articles":[ ] } \n`,
    )
    const pieces = [...bytes].map((byte) => Buffer.from([byte]))
    assert.deepEqual(await importDataSet(other.db, Readable.from(pieces)), {
      counts: { clients: 2, articles: 0 },
    })
    const { name } = await other.db
      .selectFrom('client')
      .select('name')
      .where('id', '=', 3)
      .executeTakeFirstOrThrow()
    assert.equal(name, 'a"]},{ü')
  } finally {
    await other.close()
  }
})

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fullDataSet } from '../../test/support/full-data-set.ts'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import type { Event } from '../catalogue/contract/event.schema.ts'
import type { Db } from '../platform/database/database.ts'
import { DataSet, sections } from './data-set.schema.ts'
import { exportDataSet } from './export.ts'
import { importDataSet } from './import.ts'
import type { DataRecord } from './records/section.ts'

const everyFlag =
  'mainDateTrainer=1&allDateTrainers=1&eventDateFiles=all&eventMetaData=1&dateMetaData=1&prices=1&ebgData=1&eventMetaTags=1&hotelQuota=1'

const load = (kontor: TestInstance, set: unknown) =>
  importDataSet(kontor.db, Readable.from([Buffer.from(JSON.stringify(set))]))

async function dump(db: Db): Promise<string> {
  const parts: Buffer[] = []
  await exportDataSet(
    db,
    new Writable({
      write(chunk, _encoding, done) {
        parts.push(chunk)
        done()
      },
    }),
  )
  return Buffer.concat(parts).toString()
}

/** The rows of every table that a data set fills, without ids that are not exported and what has the time of the import. */
async function rowsOf(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('migration', 'idempotency_key', 'setting', 'cache_invalidation', 'files_folder', 'security_event', 'terms_version', 'token')
      and table_name not like '%change%' order by 1`.execute(db)
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const hidden = ['catalogue_pdf', 'conference_package_item', 'event_price', 'email_address'].includes(name)
    const { rows } = await sql<{ row: string }>`
      select ${hidden ? sql`(to_jsonb(t) - 'id')::text` : sql`to_jsonb(t)::text`} as row from ${sql.table(name)} t order by 1`.execute(
      db,
    )
    found[name] = rows.map((one) => one.row)
  }
  return found
}

test('12: GET /events returns imported real dates field by field', async (t) => {
  const path = join(import.meta.dirname, '../../../shared/data/workshops.json')
  if (!existsSync(path))
    return t.skip('the real data set (../shared/data/workshops.json) is not beside this checkout')
  const kontor = await testInstance()
  t.after(() => kontor.close())
  const text = await readFile(path)
  const start = performance.now()
  const { counts } = await importDataSet(kontor.db, Readable.from([text]))
  const seconds = (performance.now() - start) / 1000
  t.diagnostic(`imported in ${seconds.toFixed(1)} s`)
  assert.ok(seconds < 60, `took ${seconds} s`)
  assert.deepEqual(counts, { catalogs: 4, events: 20 })
  const { status, json } = await kontor.call('GET', `/events?${everyFlag}`)
  assert.equal(status, 200)
  const imported = JSON.parse(text.toString()).events as Event[]
  // date_is_bookable depends on today.
  const plain = (events: Event[]) =>
    events.map((event) => ({
      ...event,
      dates: event.dates
        .map(({ date_is_bookable: _derived, ...date }) => date)
        .sort((a, b) => a.date_id - b.date_id),
    }))
  const [expected, found] = [plain(imported), plain(json)]
  assert.equal(found.flatMap((event) => event.dates).length, 3505)
  for (const [index, event] of expected.entries()) assert.deepEqual(found[index], event)
})

test('the full data set fills every section and every field', () => {
  const derived =
    /^(next_dates|series_parents|free_places|date_is_bookable|is_generally_bookable|participants_reserved)$/
  // A field is filled if any record of its kind has a value.
  const filled = new Map<string, boolean>()
  const isFilled = (value: unknown): boolean =>
    Array.isArray(value) ? value.length > 0 : typeof value === 'object' ? value !== null : Boolean(value)
  const look = (schema: DataRecord, values: unknown[], path: string): void => {
    const items = schema['items'] as DataRecord | undefined
    if (items)
      look(
        items,
        values.flatMap((value) => (value as unknown[]) ?? []),
        `${path}[]`,
      )
    const kind = (schema['title'] as string | undefined) ?? path
    for (const [field, inner] of Object.entries((schema['properties'] ?? {}) as DataRecord)) {
      if (derived.test(field)) continue
      const below = values.map((value) => (value as DataRecord)?.[field])
      const name = `${kind}/${field}`
      filled.set(name, filled.get(name) === true || below.some(isFilled))
      look(inner, below, name)
    }
  }
  look(DataSet, [fullDataSet()], '')
  const empty = [...filled].filter(([, isThere]) => !isThere).map(([name]) => name)
  assert.deepEqual(empty, [])
  assert.ok(filled.size > 350, `${filled.size} fields`)
})

test('12: export, import into an empty instance, export: the same bytes, and the same rows', async (t) => {
  const [one, other] = [await testInstance(), await testInstance()]
  t.after(() => Promise.all([one.close(), other.close()]))
  const full = fullDataSet() as Record<string, DataRecord[]>
  await load(one, full)
  const first = await dump(one.db)
  const exported = JSON.parse(first) as Record<string, DataRecord[]>
  assert.deepEqual(
    Object.keys(exported),
    sections.map((section) => section.name),
  )

  await t.test('the export contains the imported records field by field', () => {
    for (const [name, records] of Object.entries(full)) {
      const key = Object.keys(records[0]!)[0]!
      for (const imported of records) {
        const found = exported[name]!.find((record) => record[key] === imported[key])
        assert.ok(found, `${name} ${imported[key]}`)
        if (name === 'events') for (const date of found['dates']) date.series_parents = []
        for (const date of (name === 'events' ? found['dates'] : []) as DataRecord[]) {
          const query = imported['dates'].find((each: DataRecord) => each['date_id'] === date['date_id'])
          for (const field of ['date_is_bookable', 'free_places']) date[field] = query[field]
        }
        for (const field of Object.keys(imported))
          assert.deepEqual(found[field], imported[field], `${name} ${imported[key]} ${field}`)
      }
    }
  })

  await t.test('into another instance', async () => {
    await importDataSet(other.db, Readable.from([Buffer.from(`\ufeff${first}`)]))
    assert.equal(await dump(other.db), first)
    assert.deepEqual(await rowsOf(other.db), await rowsOf(one.db))
  })

  await t.test('once more over itself', async () => {
    await load(one, full)
    assert.equal(await dump(one.db), first)
  })

  await t.test('new ids follow the imported ones', async () => {
    const { rows } = await sql<{
      id: number
    }>`insert into contact (contact_type) values ('person') returning id`.execute(other.db)
    assert.equal(rows[0]!.id, 33)
    const address = await sql<{ id: number }>`
      insert into address (contact_id, address_type_id) values (33, 1) returning id`.execute(other.db)
    assert.equal(address.rows[0]!.id, 106)
  })
})

test('11.4, 12: derived fields are computed again; settings of the back office take precedence', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  const date = { date_status: 'planned', date_is_active: true, participants_max: 10 }
  await load(kontor, {
    contacts: [{ id: 1, lastName: 'A' }],
    events: [
      {
        event_id: 1,
        dates: [
          { ...date, date_id: 1, free_places: 4, date_is_bookable: false },
          { ...date, date_id: 2, free_places: 4 },
          { ...date, date_id: 3 },
          { ...date, date_id: 4, free_places: 99 },
          { ...date, date_id: 5, free_places: 0, participants_max: 1 },
        ],
      },
    ],
    participations: [1, 2, 5, 5].map((dateId, index) => ({
      partId: index + 1,
      contactId: 1,
      dateId,
      partStatus: 'booked',
    })),
    dateSettings: [{ date_id: 2, is_bookable: true, places_elsewhere: 9 }],
  })
  const { json } = await kontor.call('GET', '/events')
  const dates = json[0].dates as Event['dates']
  assert.deepEqual(
    dates.map(({ free_places, date_is_bookable }) => [free_places, date_is_bookable]),
    [
      [4, false],
      [0, false],
      [10, true],
      [10, true],
      [0, false],
    ],
  )
  const { rows } = await sql<{ n: number }>`select seats_elsewhere as n from event_date order by id`.execute(
    kontor.db,
  )
  assert.deepEqual(
    rows.map((row) => row.n),
    [5, 9, 0, 0, 0],
  )
})

test('12: settings of events that are left out keep their stored value', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  const isPublished = async () =>
    (await kontor.db.selectFrom('event').select('is_published').executeTakeFirstOrThrow()).is_published
  const events = [{ event_id: 1 }]
  await load(kontor, { events, eventSettings: [{ event_id: 1 }] })
  assert.equal(await isPublished(), true)
  await load(kontor, { events, eventSettings: [{ event_id: 1, is_published: false }] })
  await load(kontor, { events, eventSettings: [{ event_id: 1 }] })
  assert.equal(await isPublished(), false)
})

test('11.1, 12: unknown look-up values are added', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  const date = {
    date_id: 9,
    client_id: 2,
    date_catalog: [7],
    date_status: 'vorgemerkt',
    date_format: 'Wald',
    hotel_quota: [{ status: 'mündlich' }],
    date_files: [[{ diskitem_id: 3, access_right: 'Presse' }]],
    location: [{ location_id: 40, name: 'Saal', street: 'Weg 1', phone: '123' }],
    series_dates: [
      {
        module_type: [
          {
            config: {
              module_type: 'Prüfung',
              sort_by: 'Laune',
              linked_dates: [{ linked_date_id: 9, module_type: 'Kür' }],
            },
          },
        ],
      },
    ],
  }
  // A bare array is imported as events.
  await load(kontor, [
    {
      event_id: 5,
      event_catalog_categories: [{ eventcat_id: 3, eventcat_parent: 4, catalog_id: 8 }],
      dates: [date],
    },
  ])
  await load(kontor, {
    contacts: [
      {
        id: 50,
        lastName: 'B',
        defaultAddress: [{ addressType: 77, city: 'Ulm' }],
        extNewsletter: [[{ ext_type: 'post', ext_id: '1', is_active: 1 }]],
      },
    ],
    participations: [{ partId: 1, contactId: 50, dateId: 9, partStatus: 'vielleicht' }],
    leads: [{ leadId: 1, state: 'ruht' }, { leadId: 2 }],
  })
  const exported = JSON.parse(await dump(kontor.db)) as Record<string, DataRecord[]>
  const named = (section: string, field: string, value: unknown) =>
    exported[section]!.find((one) => one[field] === value)
  assert.deepEqual(named('clients', 'id', 2), { id: 2, name: 'Client 2' })
  assert.deepEqual(exported['catalogs'], [
    { id: 7, name: 'Catalogue 7' },
    { id: 8, name: 'Catalogue 8' },
  ])
  assert.equal(named('catalogCategories', 'eventcat_id', 4)?.['eventcatname_name'], '')
  assert.deepEqual(named('dateStatuses', 'status', 'vorgemerkt'), {
    status: 'vorgemerkt',
    name: 'vorgemerkt',
    isBookable: false,
    takesPlace: true,
    isGuaranteed: false,
  })
  assert.deepEqual(named('participationStatuses', 'status', 'vielleicht'), {
    status: 'vielleicht',
    name: 'vielleicht',
    countsAs: 'none',
  })
  assert.deepEqual(named('leadStates', 'state', 'ruht'), {
    state: 'ruht',
    nameDe: 'ruht',
    nameEn: 'ruht',
    position: 1000,
    isOpen: true,
  })
  assert.deepEqual(
    [1, 2].map((id) => named('leads', 'leadId', id)!['state']),
    ['ruht', 'new'],
  )
  await load(kontor, { leads: [{ leadId: 1, name: 'Ohne Stand' }] })
  const again = JSON.parse(await dump(kontor.db)) as Record<string, DataRecord[]>
  assert.equal(again['leads']![0]!['state'], 'ruht', 'a state that is left out stays')
  for (const [section, field, value] of [
    ['dateFormats', 'format', 'Wald'],
    ['hotelQuotaStatuses', 'status', 'mündlich'],
    ['fileAccessRights', 'accessRight', 'Presse'],
    ['moduleTypes', 'moduleType', 'Prüfung'],
    ['moduleTypes', 'moduleType', 'Kür'],
    ['seriesSorts', 'sortBy', 'Laune'],
    ['newsletterTypes', 'extType', 'post'],
    ['addressTypes', 'id', 77],
  ] as const)
    assert.ok(named(section, field, value), `${section} ${value}`)
  const hall = named('contacts', 'id', 40)!
  assert.equal(hall['contactType'], 'location')
  assert.deepEqual(
    [hall['lastName'], hall['defaultAddress'][0].street, hall['defaultPhone'].number],
    ['Saal', 'Weg 1', '123'],
  )
})

test('a location is changed only if the catalogue shows it differently', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  await load(kontor, fullDataSet())
  const before = await dump(kontor.db)
  const event = (more: object) => [
    {
      event_id: 3,
      dates: [
        {
          date_id: 30,
          location: [
            {
              location_id: 31,
              name: 'Speicherhaus',
              street: 'Hafenstraße 12a',
              zip: '20457',
              city: 'Hamburg',
              link: 'https://saal.example/plan',
              additional_field: 'Aufzug links',
              phone: '49 40 555',
              ...more,
            },
          ],
        },
      ],
    },
  ]
  await load(kontor, event({}))
  const hall = (text: string) => (JSON.parse(text).contacts as DataRecord[]).find((one) => one['id'] === 31)!
  assert.deepEqual(hall(await dump(kontor.db)), hall(before))
  await load(kontor, event({ street: 'Neuer Weg 2', phone: '' }))
  const changed = hall(await dump(kontor.db))
  assert.deepEqual(changed['defaultAddress'][0], {
    ...hall(before)['defaultAddress'][0],
    street: 'Neuer Weg 2',
    houseNumber: '',
  })
  assert.equal(changed['defaultPhone'].id, 0)
  assert.equal(changed['comment'], hall(before)['comment'])
})

test('category and owner of leads are resolved by name', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  await load(kontor, {
    leadCategories: [
      { categoryId: 1, categoryName: 'Messe', clientId: 1 },
      { categoryId: 2, categoryName: 'Messe', clientId: 2 },
    ],
    clients: [{ id: 2, name: 'Zwei' }],
    users: [{ id: 5, name: 'Bea', email: 'b@x.example', clientIds: [2, 1] }],
    leads: [{ leadId: 1, category: 'Messe', processor: 'Bea' }],
  })
  const exported = JSON.parse(await dump(kontor.db)) as Record<string, DataRecord[]>
  const { categoryId, ownerId, clientId } = exported['leads']![0]!
  assert.deepEqual([categoryId, ownerId, clientId], [1, 5, 1])
  assert.equal(exported['users']!.find((user) => user['id'] === 5)?.['defaultClientId'], 2)
  assert.equal(exported['users']!.find((user) => user['id'] === 5)?.['language'], '')
})

test('imported contacts are found, and POST /contacts recognises them', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  const full = fullDataSet()
  // The requesting user has id 1.
  full.users[0]!.lockedAt = ''
  await load(kontor, full)
  const flags =
    'loadAllAddresses=1&loadInvoiceAddresses=1&loadInvoiceSendAddresses=1&loadContactImage=1&loadResourceData=1'
  const { json } = await kontor.call('GET', `/contacts/search/email/JANA@zuhause.example?${flags}`)
  const {
    name2: _a,
    language: _l,
    comment: _b,
    createdAt: _c,
    otherEmails: _d,
    otherPhones: _e,
    ...contact
  } = full.contacts[0]!
  const plain = (list: DataRecord[]) => list.map(({ isPostOfficeBox: _box, ...address }) => address)
  for (const list of ['defaultAddress', 'allAddress', 'invoiceAddress', 'invoiceSendAddress'] as const)
    Object.assign(contact, { [list]: plain(contact[list]) })
  assert.deepEqual(json, [contact])
  const again = await kontor.call('POST', '/contacts', {
    body: { email: 'alt@jana.example', lastName: 'KÖHLER' },
  })
  assert.equal(again.status, 409)
  assert.equal(again.headers['location'], '/restapi/v1/contacts/21')
})

test('a company in the form of a contact is imported as a company', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  await load(kontor, {
    contactCategories: [{ id: 1, name: 'Kundin' }],
    companies: [{ id: 5, name: 'Öko AG', contactCategoriesId: [1], email: 'info@oeko.example' }],
  })
  const shown = await kontor.call('GET', '/contacts/search/category/1?loadAllAddresses=1&loadResourceData=1')
  assert.equal(shown.json[0].contactType, 'company')
  await load(kontor, { contacts: shown.json })
  const again = await kontor.call('GET', '/contacts/search/category/1?loadAllAddresses=1&loadResourceData=1')
  assert.deepEqual(again.json, shown.json)
  const { json } = await kontor.call('GET', '/companies/5')
  assert.equal(json[0].name, 'Öko AG')
})

test('progress is reported up to the last record', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  const output: [number, number][] = []
  const text = JSON.stringify({ clients: [{ id: 3, name: 'a' }], articles: [{ id: 1 }, { id: 2 }] })
  await importDataSet(kontor.db, Readable.from([Buffer.from(text)]), {
    progress: (...one) => output.push(one),
  })
  assert.deepEqual(output[0], [0, 3])
  assert.deepEqual(output.at(-1), [3, 3])
})

test('an import has written the entries of the search before its commit, which has less time than a statement', async () => {
  const kontor = await testInstance()
  try {
    // The record of the import is the last row that it writes.
    await sql`create function refuse_pending_entries() returns trigger language plpgsql as $$
      begin
        if exists (select from search_pending) then raise exception 'entries are pending'; end if;
        return new;
      end $$`.execute(kontor.owner)
    await sql`create trigger refuse_pending_entries before insert on security_event for each row execute function refuse_pending_entries()`.execute(
      kontor.owner,
    )
    await load(kontor, fullDataSet())
    const { rows } = await sql`select from search_entry where kind = 'person'`.execute(kontor.db)
    assert.notEqual(rows.length, 0)
  } finally {
    await kontor.close()
  }
})

test('users of a data set without roles keep what their rights meant; roles make them exact', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  const user = (id: number, more: object) => ({
    id: 100 + id,
    name: `U${id}`,
    email: `u${id}@kontor.example`,
    ...more,
  })
  await load(kontor, {
    roles: [{ id: 50, name: 'Empfang', rights: ['booking:access'] }],
    users: [
      user(1, { rights: ['090300:access'] }),
      user(2, { rights: ['090300:access'], roleIds: [] }),
      user(3, { rights: ['task'], roleIds: [50] }),
    ],
  })
  const { rows } = await sql<{ rights: string[] }>`
    select array(select h.code from held_right h where h.user_id = u.id order by 1) as rights
    from app_user u where u.id > 100 order by u.id`.execute(kontor.db)
  assert.deepEqual(
    rows.map(({ rights }) => rights),
    [['090300:access', 'booking:access', 'export'], ['090300:access'], ['booking:access', 'task']],
  )
  await assert.rejects(load(kontor, { users: [user(4, { roleIds: [77] })] }), /roleIds/)
})

// Labels of the records that log entries refer to: visibility, number of statements, deleted records.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { bookingsTexts } from '../../office/bookings/texts.ts'
import { catalogueTexts } from '../../office/catalogue/texts.ts'
import { contactsTexts } from '../../office/contacts/texts.ts'
import { datesTexts } from '../../office/dates/texts.ts'
import { valueTextPrefix } from '../../office/shell/history/column-values.ts'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { lookupLists } from '../settings/lookup-lists.ts'
import type { ChangeLogEntry } from './change.rows.ts'
import { isExternalReference, recordKindOf } from './record-kinds.ts'
import { addLabels } from './record-labels.ts'
import { loadSchema } from './references.sql.ts'

let kontor: TestInstance
let office: Awaited<ReturnType<TestInstance['signIn']>>
type ChangeEntry = Static<typeof ChangeLogEntry>
const run = (text: string) => sql.raw(text).execute(kontor.db)

before(async () => {
  kontor = await testInstance()
  office = await kontor.signIn({ admin: true, name: 'Anna Weber' })
  await run(`
    insert into event (id, title) values (1, 'Führung');
    insert into event_date (id, event_id, start_date) values (10, 1, '2027-02-01'), (11, 1, '2027-03-01');
    insert into contact (id, contact_type, first_name, last_name) values (20, 'person', 'Ida', 'Geheim'), (21, 'location', '', 'Haus am See');
    insert into location (contact_id) values (21);
    insert into trainer (id, first_name, last_name) values (83, 'Jonas', 'Weber'), (84, 'Lea', 'Groß');
    insert into date_trainer (date_id, position, trainer_id, is_main) values (10, 1, 83, true);
    insert into date_location (date_id, contact_id) values (10, 21);
    insert into date_price (id, date_id, position, title, net_price, currency, ccategory_id) values (30, 10, 1, 'Standard', 100, 'CHF', 77);
    insert into lead (id, client_id, name) values (40, 1, 'Anfrage');
    insert into lead_contact (lead_id, contact_id) values (40, 20);
    insert into client (id, name) values (2, 'Andere');
    insert into lead (id, client_id, name) values (41, 2, 'Fremd');
  `)
})
after(() => kontor.close())

const changesOf = async (query: string, by = office): Promise<ChangeEntry[]> =>
  (await by.call('GET', `/changes?${query}`)).json
const last = async (query: string, by = office): Promise<ChangeEntry> => (await changesOf(query, by))[0]!
const labelsOf = ({ labels }: ChangeEntry) =>
  Object.fromEntries(Object.entries(labels).map(([key, { name, startDate }]) => [key, `${name}${startDate}`]))

test('every column with an id of a record refers to a table whose records have a name', async () => {
  const { references, namedTables } = await loadSchema(kontor.db)
  const { rows } = await sql<{ column: string; isId: boolean }>`
    select r.relname || '.' || a.attname as column, a.attname ~ '_id$' and a.atttypid = 'integer'::regtype as "isId"
    from pg_class r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    join pg_trigger g on g.tgrelid = r.oid and g.tgname = 'log_insert' order by 1`.execute(kontor.db)
  assert.ok(rows.filter(({ column }) => references.has(column)).length > 60)
  const withoutName = rows.filter(({ column }) => {
    const tableName = references.get(column)
    return tableName !== undefined && recordKindOf(tableName, namedTables) === undefined
  })
  assert.deepEqual(withoutName, [])
  const unknown = rows.filter(({ column, isId }) => isId && !references.has(column))
  assert.deepEqual(
    unknown.map(({ column }) => column),
    ['date_price.cmscont_id', 'date_price.ct_set_id'],
    'only ids of other systems',
  )
})

test('references are those of the foreign keys', async () => {
  const { references } = await loadSchema(kontor.db)
  const targets = Object.entries({
    'task.assignee_id': 'app_user',
    'date_location.contact_id': 'location',
    'catalogue_category.parent_id': 'catalogue_category',
    'event_in_category.category_id': 'catalogue_category',
    'contact_in_category.category_id': 'contact_category',
    'booking.status': 'booking_status',
    'booking.series_booking_id': 'booking',
    // Both columns are in the foreign key to the category of the client.
    'lead.client_id': 'client',
    'lead.category_id': 'lead_category',
    'contact_merge.from_id': 'contact',
  })
  assert.deepEqual(
    targets.map(([column]) => [column, references.get(column)]),
    targets,
  )
  const named = [...references.keys()].filter((column) => column.startsWith('contact_import.'))
  assert.deepEqual(named.toSorted(), [
    'contact_import.client_id',
    'contact_import.created_by',
    'contact_import.created_category_ids',
    'contact_import.run_as_user_id',
    'contact_import.started_by',
    'contact_import.undone_by',
  ])
})

test('values before and after have labels, those of dates with their start', async () => {
  await run(`update date_trainer set trainer_id = 84 where date_id = 10;
    insert into booking (id, contact_id, date_id, status) values (50, 20, 10, 'booked');
    update booking set date_id = 11, status = 'cancelled' where id = 50`)
  const trainer = await last('subject=date&subjectId=10&tableName=date_trainer')
  assert.deepEqual(labelsOf(trainer), { 'trainer_id:83': 'Jonas Weber', 'trainer_id:84': 'Lea Groß' })
  assert.deepEqual(
    [trainer.subjectLabel.name, trainer.subjectLabel.startDate, trainer.rowLabel.name],
    ['Führung', '2027-02-01', 'Lea Groß'],
  )
  const moved = await last('subject=booking&subjectId=50')
  assert.deepEqual(labelsOf(moved), {
    'date_id:10': 'Führung2027-02-01',
    'date_id:11': 'Führung2027-03-01',
    'status:booked': 'booked',
    'status:cancelled': 'cancelled',
  })
  assert.equal(moved.subjectLabel.name, 'Ida Geheim, Führung')
})

test('an amount has its currency even if that did not change', async () => {
  await run('update date_price set net_price = 120 where id = 30')
  const priced = await last('subject=date&subjectId=10&tableName=date_price')
  assert.deepEqual([priced.before, priced.after], [{ net_price: 100 }, { net_price: 120 }])
  assert.deepEqual([priced.rowLabel.name, priced.currencies], ['Standard', { currency: 'CHF' }])
})

test('a deleted record has its last name; an id of another system is not a deleted record', async () => {
  await run(`delete from date_price where id = 30; update date_trainer set trainer_id = 83 where date_id = 10; delete from trainer where id = 84;
    insert into catalogue_file (id, name) values (60, ''); insert into date_file (date_id, file_id) values (10, 60);
    delete from date_file where file_id = 60; delete from catalogue_file where id = 60`)
  const [created] = (await changesOf('subject=date&subjectId=10&tableName=date_price')).toReversed()
  assert.deepEqual(
    [created!.rowLabel, created!.labels],
    [
      { tableName: 'date_price', name: 'Standard', nameEn: '', startDate: '', isDeleted: true },
      { 'date_id:10': created!.labels['date_id:10'] },
    ],
  )
  assert.ok(isExternalReference('ccategory_id'))
  const trainer = await last('subject=date&subjectId=10&tableName=date_trainer')
  assert.deepEqual(trainer.labels['trainer_id:84'], {
    ...{ tableName: 'trainer', name: 'Lea Groß', nameEn: '', startDate: '' },
    isDeleted: true,
  })
  assert.equal(trainer.labels['trainer_id:83']!.isDeleted, false)
  const file = await last('subject=date&subjectId=10&tableName=date_file')
  assert.deepEqual(
    [
      file.labels['file_id:60']!.tableName,
      file.labels['file_id:60']!.name,
      file.labels['file_id:60']!.isDeleted,
    ],
    ['catalogue_file', '', true],
  )
})

test('names of persons and of records of other clients need the right to see them', async () => {
  const plain = await kontor.signIn({ rights: ['lead:access'] })
  const noLabel = { tableName: 'contact', name: '', nameEn: '', startDate: '', isDeleted: false }
  const path = 'subject=lead&subjectId=40&tableName=lead_contact'
  assert.equal((await last(path)).labels['contact_id:20']!.name, 'Ida Geheim')
  assert.deepEqual((await last(path, plain)).labels['contact_id:20'], noLabel)
  // Locations belong to the catalogue.
  const location = await last('subject=date&subjectId=10&tableName=date_location', plain)
  assert.deepEqual(location.labels['contact_id:21'], {
    ...noLabel,
    tableName: 'location',
    name: 'Haus am See',
  })
  await run(`insert into task (id, client_id, kind, subject, lead_id) values (70, 1, 'todo', 'A', 40);
    update task set lead_id = 41 where id = 70; insert into lead (id, client_id, name) values (42, 2, 'Ging');
    update task set lead_id = 42 where id = 70; update task set lead_id = 40 where id = 70; delete from lead where id = 42`)
  const ofClient = await kontor.signIn({ rights: ['lead:access', 'task:access'] })
  const [back, forth] = await changesOf('subject=task&subjectId=70', ofClient)
  assert.deepEqual(
    [back!.labels['lead_id:40']!.name, forth!.labels['lead_id:41']!.name, back!.labels['lead_id:42']!.name],
    ['Anfrage', '', ''],
  )
})

test('the labels of a page take two statements', async () => {
  let statements = 0
  const counting = new Proxy(kontor.db, {
    get(target, name) {
      if (name === 'getExecutor') {
        statements += 1
      }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const entries = (await office.call('GET', '/change-log?perPage=200')).json as ChangeEntry[]
  assert.ok(entries.length > 20)
  const principal = {
    userId: 1,
    tokenId: 0,
    sessionId: 1,
    confirmedAt: 0,
    admin: true,
    rights: new Set<string>(),
    operations: [],
    origins: [],
    clientIds: [1],
    defaultClientId: 1,
    seesAllClients: true,
  }
  await addLabels(counting, principal, entries)
  assert.equal(statements, 2)
})

test('built-in values have a text in both languages', () => {
  const texts = [datesTexts, bookingsTexts, contactsTexts, catalogueTexts]
  const columns: [list: string, relation: string, column: string][] = [
    ['booking_status', 'booking', 'status'],
    ['date_status', 'event_date', 'status'],
    ['date_format', 'event_date', 'format'],
    ['module_type', 'series_module', 'module_type'],
    ['series_sort', 'series_module', 'sort_by'],
    ['hotel_quota_status', 'hotel_quota', 'status'],
    ['file_access_right', 'catalogue_file', 'access_right'],
    ['address_type', 'address', 'address_type_id'],
  ]
  for (const language of ['de', 'en'] as const)
    for (const [list, relation, column] of columns)
      for (const key of lookupLists[list]!.builtIn) {
        const path = `${valueTextPrefix(relation, column)}${key}`.split('.')
        const found = texts.map((tree) =>
          path.reduce<unknown>(
            (below, step) => (below as Record<string, unknown> | undefined)?.[step],
            tree[language],
          ),
        )
        assert.ok(
          found.some((text) => typeof text === 'string'),
          `${language}: ${path.join('.')}`,
        )
      }
})

test('a deleted contact has its last name, and a dismissed duplicate the name of its contact', async () => {
  await run(`insert into contact (id, contact_type, first_name, last_name) values (22, 'person', 'Max', 'Fort'), (23, 'person', 'Mia', 'Da');
    insert into lead_contact (lead_id, contact_id) values (40, 22);
    insert into duplicate_dismissal (low_id, high_id) values (20, 23);
    delete from lead_contact where contact_id = 22; delete from contact where id = 22`)
  const link = await last('subject=lead&subjectId=40&tableName=lead_contact')
  assert.deepEqual(link.labels['contact_id:22'], {
    ...{ tableName: 'contact', name: 'Max Fort', nameEn: '', startDate: '' },
    isDeleted: true,
  })
  assert.equal((await last('subject=duplicate&subjectId=20')).subjectLabel.name, 'Ida Geheim')
})

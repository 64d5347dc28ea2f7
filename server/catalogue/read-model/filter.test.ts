import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import type { Event } from '../contract/event.schema.ts'

// Events 1 (category 1 in catalogue 1), 2 (category 3, below 2, below 1), 3 (no category), 4 (no date), 5 (unpublished),
// 6 (category 4 in catalogue 2). Today is 2026-06-15.
const fixtureSql = `
insert into catalogue (id, name) values (1, 'One'), (2, 'Two'), (3, 'Three');
insert into catalogue_category (id, catalogue_id, parent_id, name) values (1, 1, null, 'top'), (2, null, 1, 'middle'), (3, null, 2, 'leaf'), (4, 2, null, 'other');
insert into event (id, title, is_published) values (1, 'A', true), (2, 'B', true), (3, 'C', true), (4, 'D', true), (5, 'E', false), (6, 'F', true);
insert into event_in_category values (1, 1), (2, 3), (4, 1), (5, 1), (6, 4);
insert into event_date (id, event_id, start_date, start_time, end_date, display_start_date, display_end_date, is_published, is_active, status) values
  (11, 1, '2026-07-01', '09:00', '2026-07-03', null, null, true, true, 'planned'),
  (12, 1, '2026-08-01', '09:00', null, '2026-06-01', '2026-06-30', true, true, 'cancelled'),
  (13, 1, null, '', null, '2026-07-01', null, true, false, null),
  (14, 1, '2026-07-02', '09:00', '2026-07-02', null, null, false, true, 'planned'),
  (21, 2, '2026-07-01', '13:00', '2026-07-01', null, '2026-06-14', true, true, 'planned'),
  (22, 2, '2026-07-01', '09:00', '2026-07-01', null, '2026-06-15', true, true, 'planned'),
  (23, 2, '2026-07-01', '09:00', '2026-07-01', '2026-06-15', null, true, true, 'planned'),
  (31, 3, '2027-01-01', '', '2027-12-31', null, null, true, true, 'planned'),
  (51, 5, '2026-07-01', '', null, null, null, true, true, 'planned'),
  (61, 6, '2026-07-01', '', null, null, null, false, true, 'planned');
insert into date_catalogue values (12, 1), (12, 2), (21, 3), (14, 3), (61, 3), (31, 2);
`

let kontor: TestInstance
before(async () => {
  kontor = await testInstance()
  await sql.raw(fixtureSql).execute(kontor.db)
})
after(() => kontor.close())

/** Ids of events with those of their dates: `{ 1: [11, 12] }`. */
async function findDates(body: Record<string, unknown>): Promise<Record<number, number[]>> {
  const { status, json } = await kontor.call('GET', '/events', { body })
  assert.equal(status, 200, JSON.stringify(json))
  return Object.fromEntries(
    json.map((event: Event) => [event.event_id, event.dates.map((date) => date.date_id)]),
  )
}

const datesOfEvent1 = [11, 12, 13]
const datesOfEvent2 = [22, 23, 21]

test('11.2, 1.8 without filters: all published events by id, dates by start date, start time, id', async () => {
  assert.deepEqual(await findDates({}), { 1: datesOfEvent1, 2: datesOfEvent2, 3: [31], 4: [], 6: [] })
})

test('11.2 inactive and cancelled dates are returned, and their fields say so', async () => {
  const { json } = await kontor.call('GET', '/events?dateId=12')
  assert.equal(json[0].dates[0].date_status, 'cancelled')
  assert.equal((await kontor.call('GET', '/events?dateId=13')).json[0].dates[0].date_is_active, false)
})

test('11.2 eventId filters events, one or several; ids that match nothing give []', async () => {
  assert.deepEqual(await findDates({ eventId: 2 }), { 2: datesOfEvent2 })
  assert.deepEqual(await findDates({ eventId: [4, 2, 4] }), { 2: datesOfEvent2, 4: [] })
  assert.deepEqual(await findDates({ eventId: 5 }), {}, 'unpublished')
  assert.deepEqual(await findDates({ eventId: 99 }), {})
})

test('11.2 a category includes its subcategories', async () => {
  assert.deepEqual(await findDates({ catalogCategoryId: 1 }), { 1: datesOfEvent1, 2: datesOfEvent2, 4: [] })
  assert.deepEqual(await findDates({ catalogCategoryId: [2] }), { 2: datesOfEvent2 })
  assert.deepEqual(await findDates({ catalogCategoryId: [3, 4] }), { 2: datesOfEvent2, 6: [] })
  assert.deepEqual(await findDates({ catalogCategoryId: 99 }), {})
})

test('11.2 a circle of categories is no endless loop', async () => {
  await sql`insert into catalogue_category (id, parent_id) values (7, null), (8, 7)`.execute(kontor.db)
  await sql`update catalogue_category set parent_id = 8 where id = 7`.execute(kontor.db)
  assert.deepEqual(await findDates({ catalogCategoryId: 7 }), {})
})

test('11.2 catalogId keeps events with a category of, or a date in, a catalogue, and dates in it or in none', async () => {
  assert.deepEqual(await findDates({ catalogId: [1] }), { 1: datesOfEvent1, 4: [] })
  assert.deepEqual(await findDates({ catalogId: [2] }), { 1: datesOfEvent1, 3: [31], 6: [] })
  assert.deepEqual(
    await findDates({ catalogId: [3] }),
    { 2: datesOfEvent2 },
    'unpublished dates keep no event',
  )
  assert.deepEqual(await findDates({ catalogId: [1, 3] }), { 1: datesOfEvent1, 2: datesOfEvent2, 4: [] })
})

test('11.2 of the dates of an event in the catalogue, those in another one are left out', async () => {
  await sql`insert into date_catalogue values (11, 3)`.execute(kontor.db)
  assert.deepEqual(await findDates({ catalogId: [1] }), { 1: [12, 13], 4: [] })
  assert.deepEqual(await findDates({ catalogId: [3] }), { 1: [11, 13], 2: datesOfEvent2 })
  await sql`delete from date_catalogue where date_id = 11`.execute(kontor.db)
})

test('11.2 dateId keeps that date and its event', async () => {
  assert.deepEqual(await findDates({ dateId: 22 }), { 2: [22] })
  assert.deepEqual(await findDates({ dateId: 14 }), {}, 'unpublished date')
  assert.deepEqual(await findDates({ dateId: 51 }), {}, 'date of an unpublished event')
  assert.deepEqual(await findDates({ dateId: 22, eventId: 1 }), {}, 'filters combine with AND')
})

test('11.2 dateStart and dateEnd keep dates that overlap the range, ends included; events without one are left out', async () => {
  assert.deepEqual(await findDates({ dateStart: '2026-07-03' }), { 1: [11, 12], 3: [31] })
  assert.deepEqual(await findDates({ dateStart: '2026-07-04' }), { 1: [12], 3: [31] })
  assert.deepEqual(
    await findDates({ dateStart: '2026-08-01', dateEnd: '2026-08-01' }),
    { 1: [12] },
    'a date without an end',
  )
  assert.deepEqual(await findDates({ dateEnd: '2026-07-01' }), { 1: [11], 2: datesOfEvent2 })
  assert.deepEqual(await findDates({ dateEnd: '2026-06-30' }), {})
  assert.deepEqual(
    await findDates({ dateStart: '2027-06-01', dateEnd: '2027-06-02' }),
    { 3: [31] },
    'inside a long date',
  )
})

test('11.2 displayDate leaves out dates whose display period does not include it', async () => {
  assert.deepEqual(await findDates({ displayDate: '2026-06-15' }), { 1: [11, 12], 2: [22, 23], 3: [31] })
  assert.deepEqual(await findDates({ displayDate: '2026-06-14' }), { 1: [11, 12], 2: [22, 21], 3: [31] })
  assert.deepEqual(await findDates({ displayDate: '2026-07-01' }), { 1: [11, 13], 2: [23], 3: [31] })
})

test('11.2 excludeWithoutDisplayDate leaves out dates without a display period, and uses today without displayDate', async () => {
  assert.deepEqual(await findDates({ displayDate: '2026-06-15', excludeWithoutDisplayDate: true }), {
    1: [12],
    2: [22, 23],
  })
  assert.deepEqual(await findDates({ excludeWithoutDisplayDate: true }), { 1: [12], 2: [22, 23] })
  assert.deepEqual(
    await findDates({ excludeWithoutDisplayDate: false, eventId: 4 }),
    { 4: [] },
    'false is no filter',
  )
  kontor.clock.set('2026-06-30T22:30:00Z')
  assert.deepEqual(
    await findDates({ excludeWithoutDisplayDate: true }),
    { 1: [13], 2: [23] },
    '1 July in Berlin (1.3)',
  )
  kontor.clock.set('2026-06-15T10:00:00Z')
})

test('11.2 an event without dates is returned only when no filter on dates is given', async () => {
  for (const filter of [
    { displayDate: '2026-06-15' },
    { dateStart: '1900-01-01' },
    { dateEnd: '2999-01-01' },
    { dateId: 11 },
  ])
    assert.equal((await findDates({ eventId: 4, ...filter }))[4], undefined, JSON.stringify(filter))
  assert.deepEqual(await findDates({ eventId: 4, catalogId: [1], catalogCategoryId: 1 }), { 4: [] })
})

test('11.2 an empty list is treated as if the parameter were left out', async () => {
  assert.deepEqual(
    await findDates({ eventId: [], catalogId: [], catalogCategoryId: [] }),
    await findDates({}),
  )
})

test('2.3 parameters come by query, by body, or both; different values are 400', async () => {
  assert.deepEqual(
    (await kontor.call('GET', '/events?eventId=1,4&catalogId=1')).json.map((event: Event) => event.event_id),
    [1, 4],
  )
  const both = await kontor.call('GET', '/events?eventId=1', { body: { dateId: 12, eventId: 1 } })
  assert.deepEqual(
    both.json[0].dates.map((date: { date_id: number }) => date.date_id),
    [12],
  )
  const conflicting = await kontor.call('GET', '/events?eventId=1', { body: { eventId: 2 } })
  assert.equal(conflicting.status, 400)
  assert.equal(conflicting.json.details[0].field, 'eventId')
})

const invalidBodies: [Record<string, unknown>, string[]][] = [
  [{ dateStart: '2026-07-02', dateEnd: '2026-07-01' }, ['dateEnd']],
  [{ nextDatesTrainers: 3 }, ['nextDatesTrainers']],
  [{ nextDatesTrainers: 3, mainDateTrainer: false, allDateTrainers: false }, ['nextDatesTrainers']],
  [{ nextDatesTrainers: 1201, mainDateTrainer: true }, ['nextDatesTrainers']],
  [{ nextDatesTrainers: -1, mainDateTrainer: true }, ['nextDatesTrainers']],
  [{ eventDateFiles: 'secret' }, ['eventDateFiles']],
  [{ eventDateFiles: 'public,,all' }, ['eventDateFiles']],
  [{ eventDateFiles: '2147483648' }, ['eventDateFiles']],
  [
    { nextDatesTrainers: 3, dateStart: '2026-07-02', dateEnd: '2026-07-01' },
    ['dateEnd', 'nextDatesTrainers'],
  ],
  [
    { displayDate: 'today', nextDatesTrainers: 3, dateId: -1 },
    ['dateId', 'displayDate', 'nextDatesTrainers'],
  ],
  [{ dateStart: '2026-02-30' }, ['dateStart']],
  [{ displayDate: 'today' }, ['displayDate']],
  [{ eventId: -1 }, ['eventId']],
  [{ eventId: [1, '2'] }, ['eventId[1]']],
  [{ catalogId: 1 }, ['catalogId']],
  [{ catalogId: [2147483648] }, ['catalogId[0]']],
  [{ prices: 1 }, ['prices']],
  [{ unknown: true }, ['unknown']],
]
for (const [body, fields] of invalidBodies)
  test(`2.4, 11.3 400 naming ${fields} for ${JSON.stringify(body)}`, async () => {
    const { status, json } = await kontor.call('GET', '/events', { body })
    assert.equal(status, 400)
    assert.deepEqual(
      [...new Set(json.details.map((detail: { field: string }) => detail.field))].sort(),
      fields,
    )
  })

test('3.1, 3.3 the catalogue needs a valid token, but no right', async () => {
  const { token } = await kontor.addUser({ rights: [] })
  assert.equal((await kontor.call('GET', '/events', { token })).status, 200)
  assert.equal((await kontor.call('GET', '/events', { token: null })).status, 401)
})

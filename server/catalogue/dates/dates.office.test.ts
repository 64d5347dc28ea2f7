// Dates in the back office: read, changed part by part, copied, moved, cancelled; rights, faults, the lock, and what GET /events shows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { allFlags, fixtureSql } from '../../../test/support/catalogue-data.ts'
import { testInstance } from '../../../test/support/test-instance.ts'
import type { DateRecord } from './date.schema.office.ts'

const kontor = await testInstance()
after(() => kontor.close())
let office: Awaited<ReturnType<typeof kontor.signIn>>
before(async () => {
  await kontor.db.transaction().execute(async (tx) => {
    for (const statement of fixtureSql.split(/;\n/).filter((text) => text.trim() !== ''))
      await sql.raw(statement).execute(tx)
  })
  for (const table of [
    'event',
    'event_date',
    'date_price',
    'hotel_quota',
    'trainer',
    'catalogue_file',
    'client',
    'contact',
    'catalogue',
  ])
    await sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), 1000)`).execute(kontor.db)
  office = await kontor.signIn({ rights: ['100100'] })
})

const get = async (id: number): Promise<DateRecord> => (await office.call('GET', `/dates/${id}`)).json[0]
const patch = async (id: number, fields: object, version?: number) =>
  office.call('PATCH', `/dates/${id}`, { version: version ?? (await get(id)).version, ...fields })
const createDate = async (fields: object = {}): Promise<DateRecord> => {
  const { status, json } = await office.call('POST', '/dates', { event_id: 2, ...fields })
  assert.equal(status, 200, JSON.stringify(json))
  return json[0]
}
const changes = async (id: number, since: number) =>
  (await office.call('GET', `/changes?subject=date&subjectId=${id}&after=${since}`)).json.toReversed() as {
    action: string
    relation: string
    before: Record<string, unknown>
    after: Record<string, unknown>
  }[]
const publicDate = async (id: number) => {
  const query = new URLSearchParams(Object.entries(allFlags).map(([key, value]) => [key, String(value)]))
  const { json } = await kontor.call('GET', `/events?${query}`)
  return json
    .flatMap((event: { dates: { date_id: number }[] }) => event.dates)
    .find((date: { date_id: number }) => date.date_id === id)
}
const errorFields = (answer: { json: { details: { field: string }[] } }) =>
  answer.json.details.map(({ field }) => field)
const price = {
  title: 'Full',
  description: '',
  gross: 119,
  net: 100,
  currency: 'EUR',
  vat: 19,
  vat_included: false,
}
const plainPrice = {
  ...price,
  valid_from: '',
  valid_to: '',
  valid_for: '',
  additional_field_text: '',
  price_type: 0,
}

test('a date is read with all its parts, without null', async () => {
  const date = await get(10)
  assert.doesNotMatch(JSON.stringify(date), /null/)
  assert.deepEqual(
    [date.start_date, date.end_time, date.client_id, date.free_places],
    ['2026-09-01', '17:00', 9, 7],
  )
  assert.deepEqual(date.catalog_ids, [1, 2])
  assert.deepEqual(date.location_ids, [200, 300])
  assert.deepEqual(
    date.trainers.map(({ trainer_id }) => trainer_id),
    [2, 1],
  )
  assert.equal(date.prices[0]!.gross, 99.9)
  assert.ok(!('gross' in date.prices[1]!))
  assert.equal(date.misc[0]!.misc10, 'ten')
  const bare = await get(20)
  assert.deepEqual([bare.start_date, bare.status, bare.modules], ['', '', []])
})

test('anybody who is signed in reads; who writes needs 100100', async () => {
  const reader = await kontor.signIn({ rights: [] })
  assert.equal((await reader.call('GET', '/dates')).status, 200)
  assert.equal((await reader.call('GET', '/dates/10')).status, 200)
  for (const [method, path, body] of [
    ['POST', '/dates', { event_id: 2 }],
    ['PATCH', '/dates/10', { version: 0 }],
    ['DELETE', '/dates/10', undefined],
    ['POST', '/dates/10/move', { version: 0, start_date: '2026-01-01' }],
    ['POST', '/dates/10/copy', { start_date: '', take: [] }],
    ['POST', '/dates/bulk', { ids: [10], is_published: true }],
    ['POST', '/dates/plan', { dates: [] }],
    ['POST', '/dates/series', {}],
  ] as const)
    assert.equal((await reader.call(method, path, body)).status, 403, path)
  assert.equal((await office.call('GET', '/dates/999')).status, 404)
  assert.equal((await office.call('PATCH', '/dates/999', { version: 0 })).status, 404)
})

test('nothing is written of what did not change', async () => {
  const { version, id: _id, ...date } = await get(10)
  const names = [
    'event_title',
    'event_identifier',
    'booked_count',
    'reserved_count',
    'waitlisted_count',
    'free_places',
    'takes_place',
    'series',
    'warnings',
  ]
  const content = Object.fromEntries(Object.entries(date).filter(([name]) => !names.includes(name)))
  const { status, json } = await office.call('PATCH', '/dates/10', { version, ...content })
  assert.equal(status, 200, JSON.stringify(json))
  assert.equal(json[0].version, version)
})

test('a price that changes is told as one change, and GET /events shows it at once', async () => {
  const { id, version } = await createDate({
    title: 'Priced',
    is_published: true,
    prices: [plainPrice, { ...plainPrice, title: 'Early' }],
  })
  const date = await get(id)
  assert.equal(date.version, version)
  const prices = date.prices.map((one, index) => (index === 1 ? { ...one, gross: 107.1, net: 90 } : one))
  assert.equal((await patch(id, { prices })).status, 200)
  assert.deepEqual(
    (await changes(id, version)).map(({ action, relation, before, after }) => ({
      action,
      relation,
      before,
      after,
    })),
    [
      {
        action: 'update',
        relation: 'date_price',
        before: { gross_price: 119, net_price: 100 },
        after: { gross_price: 107.1, net_price: 90 },
      },
    ],
  )
  assert.deepEqual(
    (await publicDate(id)).date_prices.map((one: { price_value_gross: string }) => one.price_value_gross),
    ['119.00', '107.10'],
  )
})

test('prices change places, lose one and get one, each row for itself', async () => {
  const { id } = await createDate({ prices: ['a', 'b', 'c'].map((title) => ({ ...plainPrice, title })) })
  const { prices, version } = await get(id)
  const [a, b, c] = prices
  const { json } = await patch(id, { prices: [c, a, { ...plainPrice, title: 'd' }] })
  assert.deepEqual(
    json[0].prices.map((one: { title: string }) => one.title),
    ['c', 'a', 'd'],
  )
  assert.deepEqual(json[0].prices.map((one: { id: number }) => one.id).slice(0, 2), [c!.id, a!.id])
  const logged = await changes(id, version)
  assert.deepEqual(logged.map(({ action }) => action).toSorted(), ['delete', 'insert', 'update'])
  assert.equal(logged.find(({ action }) => action === 'delete')!.before['id'], b!.id)
})

test('hours, trainers, locations and catalogues: the least number of rows changes', async () => {
  const hours = [1, 2, 3].map((day) => ({
    day: `2026-11-0${day}`,
    start_time: '09:00',
    end_time: '17:00',
    comment: '',
  }))
  const { id, version } = await createDate({
    start_date: '2026-11-01',
    end_date: '2026-11-03',
    is_published: true,
    hours,
  })
  await patch(id, { hours: hours.slice(1) })
  const first = await changes(id, version)
  assert.deepEqual(
    first.map(({ action, relation }) => [action, relation]),
    [['delete', 'date_session_day']],
  )
  await patch(id, {
    hours,
    trainers: [{ trainer_id: 1, is_main: true, is_listed: true }],
    location_ids: [300],
    catalog_ids: [2],
  })
  const date = await get(id)
  assert.deepEqual(date.hours, hours)
  const publicRecord = await publicDate(id)
  assert.deepEqual(
    publicRecord.date_hours.map((one: { date_hours_date: string }) => one.date_hours_date),
    ['2026-11-01', '2026-11-02', '2026-11-03'],
  )
  assert.equal(publicRecord.main_trainer[0].trainer_lastname, 'Berg')
  assert.equal(publicRecord.location[0].name, 'Hall')
  assert.deepEqual(publicRecord.date_catalog, [2])
})

test('quota, files, PDFs, packages, people and the lists of values', async () => {
  const quota = {
    data_identifier: 'HK',
    name: 'Rooms',
    status: 'option',
    file_url: '',
    resource_id: '',
    resource_name: 'Inn',
    room_name: 'single',
    room_beds: '12',
    room_price: 79.5,
    room_currency: 'EUR',
    room_tax_included: true,
    room_tax_amount: '7',
    breakfast_price: 12,
    breakfast_currency: 'EUR',
    breakfast_tax_included: true,
    breakfast_tax_amount: '19',
    breakfast_is_mandatory: false,
  }
  const file = { id: 50, access_right: 'public', name: 'Way', path: '/way.pdf' }
  await kontor.db.insertInto('catalogue_file').values(file).execute()
  const { id } = await createDate({
    is_published: true,
    hotel_quota: [quota],
    file_ids: [3],
    pdfs: [{ name: 'Flyer', key: 'f', link: 'https://x/f.pdf' }],
    responsibles: [
      { salutation: '', first_name: 'Ina', last_name: 'Ott', email: '', phone: '', image_url: '' },
    ],
    meta_data: [{ meta_title: 'M', meta_dropdown_list: [] }],
  })
  const date = await get(id)
  assert.deepEqual({ ...date.hotel_quota[0], id: undefined }, { ...quota, id: undefined })
  const { json } = await patch(id, {
    hotel_quota: [{ ...date.hotel_quota[0], status: 'confirmed' }],
    file_ids: [3, 50],
    pdfs: [],
  })
  assert.deepEqual(
    [json[0].hotel_quota[0].status, json[0].file_ids.length, json[0].pdfs.length],
    ['confirmed', 2, 0],
  )
  const publicRecord = await publicDate(id)
  assert.equal(publicRecord.hotel_quota[0].status, 'confirmed')
  assert.equal(publicRecord.responsible_person[0].first_name, 'Ina')
  assert.equal(publicRecord.date_meta_data[0].meta_title, 'M')
  assert.deepEqual(
    publicRecord.date_files
      .flat()
      .map((file: { name: string }) => file.name)
      .toSorted(),
    ['P', 'Way'],
  )
})

test('faults name their fields', async () => {
  const bad = await office.call('POST', '/dates', {
    event_id: 77,
    status: 'nope',
    start_date: '2026-05-05',
    end_date: '2026-05-04',
    booking_start_date: '2026-02-02',
    booking_end_date: '2026-02-01',
    display_end: '2026-02-30',
    start_time: '9:00',
    participants_min: 9,
    participants_max: 8,
    prices: [{ ...plainPrice, gross: 1.234, valid_from: '2026-02-02', valid_to: '2026-01-01' }],
    trainers: [{ trainer_id: 99, is_main: false, is_listed: false }],
    location_ids: [1],
    file_ids: [3, 999],
  })
  assert.equal(bad.status, 400)
  assert.deepEqual(errorFields(bad).toSorted(), [
    'booking_end_date',
    'display_end',
    'end_date',
    'event_id',
    'file_ids',
    'location_ids',
    'participants_min',
    'prices[0].gross',
    'prices[0].valid_to',
    'start_time',
    'status',
    'trainers[0].is_listed',
    'trainers[0].trainer_id',
  ])
  assert.deepEqual(errorFields(await patch(10, { participants_max: 'many' })), ['participants_max'])
  assert.deepEqual(errorFields(await patch(10, { booked_count: 3 })), ['booked_count'])
  const self = await patch(10, {
    modules: [
      {
        module_event_id: 1,
        module_type: 'mandatory',
        sort_by: '',
        is_mandatory: true,
        is_bookable: true,
        dates: [{ linked_date_id: 10, is_preselected: true, is_bookable: true, is_mandatory: true }],
      },
    ],
  })
  assert.deepEqual(errorFields(self), ['modules[0].dates[0].linked_date_id'])
})

test('what a form leaves out of a part has no value', async () => {
  const { prices, hours, modules } = await createDate({
    prices: [{ title: 'Net', net: 10 }],
    hours: [{ day: '2026-01-02' }],
    modules: [{ dates: [{ linked_date_id: 10 }] }],
  })
  assert.deepEqual(
    { gross: undefined, ...prices[0], id: 0 },
    { ...plainPrice, id: 0, title: 'Net', net: 10, currency: '', vat: 0, gross: undefined },
  )
  assert.deepEqual(hours, [{ day: '2026-01-02', start_time: '', end_time: '', comment: '' }])
  assert.deepEqual(modules[0]!.dates, [
    { linked_date_id: 10, is_preselected: false, is_bookable: false, is_mandatory: false },
  ])
  assert.deepEqual(
    errorFields(await office.call('POST', '/dates', { event_id: 2, trainers: [{ is_main: true }] })),
    ['trainers[0].trainer_id'],
  )
})

test('fewer places than are taken: a warning, no fault', async () => {
  const { id } = await createDate({ participants_max: 5, places_elsewhere: 4 })
  const { status, json } = await patch(id, { participants_max: 3 })
  assert.equal(status, 200)
  assert.deepEqual(json[0].warnings, [
    { field: 'participants_max', message: 'is below the 4 places that are taken' },
  ])
})

test('of two who change the same date one is told', async () => {
  const { id, version } = await createDate({ title: 'x' })
  const both = await Promise.all(['a', 'b'].map((title) => patch(id, { title }, version)))
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal(both.find(({ status }) => status === 409)!.headers['x-kontor-conflict'], 'stale')
})

test('modules: their order, their dates, and what the website sees of the series', async () => {
  const linked = await createDate({
    title: 'Module date',
    start_date: '2026-10-01',
    end_date: '2026-10-02',
    is_published: true,
  })
  const link = (linked_date_id: number) => ({
    linked_date_id,
    is_preselected: true,
    is_bookable: true,
    is_mandatory: true,
  })
  const module = (event: number, dates: number[]) => ({
    module_event_id: event,
    module_type: 'mandatory',
    sort_by: 'position',
    is_mandatory: true,
    is_bookable: true,
    dates: dates.map(link),
  })
  const { id } = await createDate({ is_published: true, modules: [module(1, [10]), module(2, [linked.id])] })
  const { modules } = await get(id)
  const { json } = await patch(id, { modules: modules.toReversed() })
  assert.deepEqual(
    json[0].modules.map((one: { module_event_id: number }) => one.module_event_id),
    [2, 1],
  )
  assert.deepEqual(
    json[0].modules.map((one: { id: number }) => one.id),
    [modules[1]!.id, modules[0]!.id],
  )
  assert.deepEqual((await get(linked.id)).series, [{ id, title: '', start_date: '' }])
  const publicRecord = await publicDate(id)
  assert.equal(publicRecord.series_dates[0].module_type.length, 2)
  assert.equal((await publicDate(linked.id)).series_parents[0].parent_date_id[0].date_id, id)
  assert.equal((await office.call('DELETE', `/dates/${linked.id}`)).status, 409)
  const one = await patch(id, { modules: [{ ...json[0].modules[0], dates: [link(10)] }] })
  assert.deepEqual(
    one.json[0].modules.map((given: { dates: { linked_date_id: number }[] }) =>
      given.dates.map((date) => date.linked_date_id),
    ),
    [[10]],
  )
  assert.equal((await office.call('DELETE', `/dates/${linked.id}`)).status, 200)
  assert.equal((await office.call('DELETE', `/dates/${id}`)).status, 200)
  assert.equal(await publicDate(id), undefined)
})

test('a date with participants is not deleted', async () => {
  const { id } = await createDate({ participants_max: 3 })
  await kontor.db.insertInto('booking').values({ contact_id: 300, date_id: id, status: 'booked' }).execute()
  assert.equal((await office.call('DELETE', `/dates/${id}`)).status, 409)
  assert.equal((await get(id)).booked_count, 1)
})

test('a copy: all days by the difference, what was chosen, unpublished, nobody on it', async () => {
  const { json, status } = await office.call('POST', '/dates/10/copy', {
    start_date: '2027-03-29',
    take: ['trainers', 'locations', 'prices', 'quota', 'hours'],
  })
  assert.equal(status, 400, 'hours without a day cannot be copied as they are')
  assert.equal(json.details[0].field, 'hours[1].day')
  const copy = await office.call('POST', '/dates/10/copy', {
    start_date: '2027-03-29',
    take: ['trainers', 'locations', 'prices'],
  })
  const [date] = copy.json as DateRecord[]
  // 2026-09-01 to 2027-03-29 are 209 days, over the change of the clock.
  assert.deepEqual(
    [date!.start_date, date!.end_date, date!.booking_start_date, date!.booking_end_date, date!.display_end],
    ['2027-03-29', '2027-03-30', '2026-07-29', '2027-03-28', '2027-03-27'],
  )
  assert.equal(date!.prices[0]!.valid_to, '2026-09-26')
  assert.deepEqual(
    [date!.is_published, date!.booked_count, date!.status, date!.hours],
    [false, 0, 'planned', []],
  )
  assert.notEqual(date!.prices[0]!.id, 2)
  assert.deepEqual([date!.trainers.length, date!.location_ids.length, date!.catalog_ids.length], [2, 2, 2])
  assert.equal(
    (await office.call('POST', '/dates/10/copy', { start_date: '2027-02-30', take: [] })).status,
    400,
  )
})

test('a date is moved with its hours and ranges; its days are days in every time zone', async () => {
  const hours = [{ day: '2026-10-24', start_time: '09:00', end_time: '17:00', comment: '' }]
  const { id, version } = await createDate({
    start_date: '2026-10-24',
    end_date: '2026-10-25',
    display_end: '2026-10-01',
    hours,
  })
  const { json } = await office.call('POST', `/dates/${id}/move`, { version, start_date: '2026-10-26' })
  assert.deepEqual(
    [json[0].start_date, json[0].end_date, json[0].display_end, json[0].hours[0].day],
    ['2026-10-26', '2026-10-27', '2026-10-03', '2026-10-26'],
  )
  assert.equal(
    (await office.call('POST', `/dates/${id}/move`, { version, start_date: '2026-10-28' })).status,
    409,
  )
  const zone = process.env['TZ']
  for (const other of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/Berlin']) {
    process.env['TZ'] = other
    assert.equal((await get(id)).start_date, '2026-10-26', other)
    const { json: again } = await patch(id, { title: other })
    assert.deepEqual([again[0].start_date, again[0].hours[0].day], ['2026-10-26', '2026-10-26'])
  }
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test('several dates are published and cancelled at once; what is so already is not written', async () => {
  const dates = [await createDate(), await createDate({ is_published: true })]
  const ids = dates.map(({ id }) => id)
  assert.deepEqual((await office.call('POST', '/dates/bulk', { ids, is_published: true })).json, [
    { changed: 1 },
  ])
  assert.deepEqual((await office.call('POST', '/dates/bulk', { ids, status: 'cancelled' })).json, [
    { changed: 2 },
  ])
  assert.equal((await publicDate(ids[0]!)).date_status, 'cancelled')
  assert.equal((await changes(ids[1]!, dates[1]!.version)).length, 1)
  assert.deepEqual(errorFields(await office.call('POST', '/dates/bulk', { ids, status: 'nope' })), ['status'])
})

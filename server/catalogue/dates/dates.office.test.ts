// Dates in the back office: reads, changes, copies, moves and cancels them; rights, errors, versions, and the result in GET /events.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { allFlags, fixtureSql } from '../../../test/support/catalogue-data.ts'
import { testInstance } from '../../../test/support/test-instance.ts'
import { dateErrors } from './date.errors.ts'
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
  office = await kontor.signIn({ rights: ['catalogue', 'bulk'], clientIds: [1, 9] })
})

const get = async (id: number): Promise<DateRecord> => (await office.call('GET', `/dates/${id}`)).json[0]
const patch = async (id: number, fields: object, version?: number) =>
  office.call('PATCH', `/dates/${id}`, { version: version ?? (await get(id)).version, ...fields })
const createDate = async (fields: object = {}): Promise<DateRecord> => {
  const { status, json } = await office.call('POST', '/dates', { eventId: 2, ...fields })
  assert.equal(status, 200, JSON.stringify(json))
  return json[0]
}
const changes = async (id: number, since: number) =>
  (await office.call('GET', `/changes?subject=date&subjectId=${id}&afterId=${since}`)).json.toReversed() as {
    action: string
    tableName: string
    before: Record<string, unknown>
    after: Record<string, unknown>
  }[]
const publicDate = async (id: number) => {
  const query = new URLSearchParams(
    Object.entries(allFlags).map(([key, value]): [string, string] => [key, String(value)]),
  )
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
  grossPrice: 119,
  netPrice: 100,
  currency: 'EUR',
  vatRate: 19,
  vatIncluded: false,
}
const plainPrice = {
  ...price,
  validFrom: '',
  validTo: '',
  validFor: '',
  additionalFieldText: '',
  priceType: 0,
}

test('a date is read with all its child rows; only amounts without a value are null', async () => {
  const date = await get(10)
  assert.doesNotMatch(JSON.stringify(date), /(?<!Price|PerDay|Amount)":null/)
  assert.deepEqual(
    [date.startDate, date.endTime, date.clientId, date.freeSeats],
    ['2026-09-01', '17:00', 9, 7],
  )
  assert.deepEqual(date.catalogueIds, [1, 2])
  assert.deepEqual(date.locationIds, [200, 300])
  assert.deepEqual(
    date.trainers.map(({ trainerId }) => trainerId),
    [2, 1],
  )
  assert.equal(date.prices[0]!.grossPrice, 99.9)
  assert.equal(date.prices[1]!.grossPrice, null)
  assert.equal(date.misc[0]!.misc10, 'ten')
  const bare = await get(20)
  assert.deepEqual([bare.startDate, bare.status, bare.modules], ['', '', []])
})

test('users of the client may read; writing needs the right catalogue:edit', async () => {
  const reader = await kontor.signIn({ rights: [], clientIds: [1, 9] })
  assert.equal((await reader.call('GET', '/dates')).status, 200)
  assert.equal((await reader.call('GET', '/dates/10')).status, 200)
  for (const [method, path, body] of [
    ['POST', '/dates', { eventId: 2 }],
    ['PATCH', '/dates/10', { version: 0 }],
    ['DELETE', '/dates/10', undefined],
    ['POST', '/dates/10/move', { version: 0, startDate: '2026-01-01' }],
    ['POST', '/dates/10/copy', { startDate: '', include: [] }],
    ['POST', '/dates/bulk-update', { ids: [10], isPublished: true }],
    ['POST', '/date-plans', { dates: [] }],
    ['POST', '/series', {}],
  ] as const)
    assert.equal((await reader.call(method, path, body)).status, 403, path)
  assert.equal((await office.call('GET', '/dates/999')).status, 404)
  assert.equal((await office.call('PATCH', '/dates/999', { version: 0 })).status, 404)
})

test('fields that did not change are not written', async () => {
  const { version, id: _id, ...date } = await get(10)
  const names = [
    'eventTitle',
    'eventIdentifier',
    'bookedCount',
    'reservedCount',
    'waitlistedCount',
    'freeSeats',
    'goesAhead',
    'series',
    'warnings',
  ]
  const content = Object.fromEntries(Object.entries(date).filter(([name]) => !names.includes(name)))
  const { status, json } = await office.call('PATCH', '/dates/10', { version, ...content })
  assert.equal(status, 200, JSON.stringify(json))
  assert.equal(json[0].version, version)
})

test('a changed price is one entry of the change log, and GET /events shows it at once', async () => {
  const { id, version } = await createDate({
    title: 'Priced',
    isPublished: true,
    prices: [plainPrice, { ...plainPrice, title: 'Early' }],
  })
  const date = await get(id)
  assert.equal(date.version, version)
  const prices = date.prices.map((one, index) =>
    index === 1 ? { ...one, grossPrice: 107.1, netPrice: 90 } : one,
  )
  assert.equal((await patch(id, { prices })).status, 200)
  assert.deepEqual(
    (await changes(id, version)).map(({ action, tableName, before, after }) => ({
      action,
      tableName,
      before,
      after,
    })),
    [
      {
        action: 'update',
        tableName: 'date_price',
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

test('prices are reordered, deleted and added row by row', async () => {
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

test('session days, trainers, locations and catalogues: as few rows as possible change', async () => {
  const sessionDays = [1, 2, 3].map((day) => ({
    day: `2026-11-0${day}`,
    startTime: '09:00',
    endTime: '17:00',
    comment: '',
  }))
  const { id, version } = await createDate({
    startDate: '2026-11-01',
    endDate: '2026-11-03',
    isPublished: true,
    sessionDays,
  })
  await patch(id, { sessionDays: sessionDays.slice(1) })
  const first = await changes(id, version)
  assert.deepEqual(
    first.map(({ action, tableName }) => [action, tableName]),
    [
      // Its number of days.
      ['update', 'event_date'],
      ['delete', 'date_session_day'],
    ],
  )
  await patch(id, {
    sessionDays,
    trainers: [{ trainerId: 1, isMain: true, isListed: true }],
    locationIds: [300],
    catalogueIds: [2],
  })
  const date = await get(id)
  assert.deepEqual(date.sessionDays, sessionDays)
  const publicRecord = await publicDate(id)
  assert.deepEqual(
    publicRecord.date_hours.map((one: { date_hours_date: string }) => one.date_hours_date),
    ['2026-11-01', '2026-11-02', '2026-11-03'],
  )
  assert.equal(publicRecord.main_trainer[0].trainer_lastname, 'Berg')
  assert.equal(publicRecord.location[0].name, 'Hall')
  assert.deepEqual(publicRecord.date_catalog, [2])
})

test('hotel quotas, files, PDFs, responsible persons and meta data are written and published', async () => {
  const quota = {
    dataIdentifier: 'HK',
    name: 'Rooms',
    status: 'option',
    fileUrl: '',
    resourceId: '',
    resourceName: 'Inn',
    roomName: 'single',
    roomBeds: '12',
    roomPrice: 79.5,
    roomCurrency: 'EUR',
    roomTaxIncluded: true,
    roomTaxAmount: '7',
    breakfastPrice: 12,
    breakfastCurrency: 'EUR',
    breakfastTaxIncluded: true,
    breakfastTaxAmount: '19',
    breakfastIsMandatory: false,
  }
  const file = { id: 50, access_right: 'public', name: 'Way', path: '/way.pdf' }
  await kontor.db.insertInto('catalogue_file').values(file).execute()
  const { id } = await createDate({
    isPublished: true,
    hotelQuotas: [quota],
    fileIds: [3],
    pdfs: [{ name: 'Flyer', key: 'f', link: 'https://x/f.pdf' }],
    responsiblePersons: [
      { salutation: '', firstName: 'Ina', lastName: 'Ott', email: '', phone: '', imageUrl: '' },
    ],
    metaData: [{ title: 'M', dropdownLists: [] }],
  })
  const date = await get(id)
  assert.deepEqual({ ...date.hotelQuotas[0], id: undefined }, { ...quota, id: undefined })
  const { json } = await patch(id, {
    hotelQuotas: [{ ...date.hotelQuotas[0], status: 'confirmed' }],
    fileIds: [3, 50],
    pdfs: [],
  })
  assert.deepEqual(
    [json[0].hotelQuotas[0].status, json[0].fileIds.length, json[0].pdfs.length],
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

test('errors name their fields', async () => {
  const malformed = await office.call('POST', '/dates', {
    eventId: 77,
    displayEndDate: '2026-02-30',
    startTime: '9:00',
    prices: [{ ...plainPrice, grossPrice: 1.234 }],
  })
  assert.equal(malformed.status, 400)
  assert.deepEqual(
    malformed.json.details
      .map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
      .toSorted(),
    ['displayEndDate date', 'prices[0].grossPrice decimals', 'startTime time'],
  )
  const bad = await office.call('POST', '/dates', {
    eventId: 77,
    status: 'nope',
    startDate: '2026-05-05',
    endDate: '2026-05-04',
    bookingStartDate: '2026-02-02',
    bookingEndDate: '2026-02-01',
    participantsMin: 9,
    participantsMax: 8,
    prices: [{ ...plainPrice, validFrom: '2026-02-02', validTo: '2026-01-01' }],
    trainers: [{ trainerId: 99, isMain: false, isListed: false }],
    locationIds: [1],
    fileIds: [3, 999],
  })
  assert.equal(bad.status, 400)
  assert.deepEqual(errorFields(bad).toSorted(), [
    'bookingEndDate',
    'endDate',
    'eventId',
    'fileIds',
    'locationIds',
    'participantsMin',
    'prices[0].validTo',
    'status',
    'trainers[0].isListed',
    'trainers[0].trainerId',
  ])
  assert.deepEqual(errorFields(await patch(10, { participantsMax: 'many' })), ['participantsMax'])
  assert.deepEqual(errorFields(await patch(10, { bookedCount: 3 })), ['bookedCount'])
  const self = await patch(10, {
    modules: [
      {
        moduleEventId: 1,
        moduleType: 'mandatory',
        sortBy: '',
        isMandatory: true,
        isBookable: true,
        dates: [{ linkedDateId: 10, isPreselected: true, isBookable: true, isMandatory: true }],
      },
    ],
  })
  assert.deepEqual(errorFields(self), ['modules[0].dates[0].linkedDateId'])
})

test('fields that a form leaves out of a child row are empty', async () => {
  const { prices, sessionDays, modules } = await createDate({
    prices: [{ title: 'Net', netPrice: 10 }],
    sessionDays: [{ day: '2026-01-02' }],
    modules: [{ dates: [{ linkedDateId: 10 }] }],
  })
  assert.deepEqual(
    { ...prices[0], id: 0 },
    { ...plainPrice, id: 0, title: 'Net', netPrice: 10, currency: '', vatRate: 0, grossPrice: null },
  )
  assert.deepEqual(sessionDays, [{ day: '2026-01-02', startTime: '', endTime: '', comment: '' }])
  assert.deepEqual(modules[0]!.dates, [
    { linkedDateId: 10, isPreselected: false, isBookable: false, isMandatory: false },
  ])
  assert.deepEqual(
    errorFields(await office.call('POST', '/dates', { eventId: 2, trainers: [{ isMain: true }] })),
    ['trainers[0].trainerId'],
  )
})

test('fewer seats than are occupied: a warning, not an error', async () => {
  const { id } = await createDate({ participantsMax: 5, seatsElsewhere: 4 })
  const { status, json } = await patch(id, { participantsMax: 3 })
  assert.equal(status, 200)
  assert.deepEqual(json[0].warnings, [
    { field: 'participantsMax', ...dateErrors.belowOccupiedSeats({ count: 4 }) },
  ])
})

test('of two concurrent changes of a date, the second gets 409', async () => {
  const { id, version } = await createDate({ title: 'x' })
  const both = await Promise.all(['a', 'b'].map((title) => patch(id, { title }, version)))
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal(both.find(({ status }) => status === 409)!.headers['x-kontor-conflict'], 'stale')
})

test('modules: order, dates, and the published series', async () => {
  const linked = await createDate({
    title: 'Module date',
    startDate: '2026-10-01',
    endDate: '2026-10-02',
    isPublished: true,
  })
  const link = (linkedDateId: number) => ({
    linkedDateId,
    isPreselected: true,
    isBookable: true,
    isMandatory: true,
  })
  const module = (event: number, dates: number[]) => ({
    moduleEventId: event,
    moduleType: 'mandatory',
    sortBy: 'position',
    isMandatory: true,
    isBookable: true,
    dates: dates.map(link),
  })
  const { id } = await createDate({ isPublished: true, modules: [module(1, [10]), module(2, [linked.id])] })
  const { modules } = await get(id)
  const { json } = await patch(id, { modules: modules.toReversed() })
  assert.deepEqual(
    json[0].modules.map((one: { moduleEventId: number }) => one.moduleEventId),
    [2, 1],
  )
  assert.deepEqual(
    json[0].modules.map((one: { id: number }) => one.id),
    [modules[1]!.id, modules[0]!.id],
  )
  assert.deepEqual((await get(linked.id)).series, [{ id, displayTitle: '', startDate: '' }])
  const publicRecord = await publicDate(id)
  assert.equal(publicRecord.series_dates[0].module_type.length, 2)
  assert.equal((await publicDate(linked.id)).series_parents[0].parent_date_id[0].date_id, id)
  assert.equal((await office.call('DELETE', `/dates/${linked.id}`)).status, 409)
  const one = await patch(id, { modules: [{ ...json[0].modules[0], dates: [link(10)] }] })
  assert.deepEqual(
    one.json[0].modules.map((given: { dates: { linkedDateId: number }[] }) =>
      given.dates.map((date) => date.linkedDateId),
    ),
    [[10]],
  )
  assert.equal((await office.call('DELETE', `/dates/${linked.id}`)).status, 200)
  assert.equal((await office.call('DELETE', `/dates/${id}`)).status, 200)
  assert.equal(await publicDate(id), undefined)
})

test('a date with bookings is not deleted', async () => {
  const { id } = await createDate({ participantsMax: 3 })
  await kontor.db.insertInto('booking').values({ contact_id: 300, date_id: id, status: 'booked' }).execute()
  const { status, json } = await office.call('DELETE', `/dates/${id}`)
  assert.deepEqual([status, json.code, json.params], [409, 'dates.hasBookings', { count: 1 }])
  assert.equal((await get(id)).bookedCount, 1)
})

test('the list distinguishes attended from absent participants; both count as booked', async () => {
  const { id } = await createDate({ participantsMax: 5 })
  const booking = { contact_id: 300, date_id: id }
  await kontor.db
    .insertInto('booking')
    .values(['attended', 'attended', 'absent', 'booked'].map((status) => ({ ...booking, status })))
    .execute()
  const [listed] = (await office.call('GET', `/dates?ids=${id}`)).json
  assert.deepEqual([listed.bookedCount, listed.attendedCount, listed.absentCount], [4, 2, 1])
})

test('a copy has moved days and the chosen child rows, is unpublished and has no bookings', async () => {
  const { json, status } = await office.call('POST', '/dates/10/copy', {
    startDate: '2027-03-29',
    include: ['trainers', 'locations', 'prices', 'hotelQuotas', 'sessionDays'],
  })
  assert.equal(status, 400, 'session days without a day cannot be copied')
  assert.equal(json.details[0].field, 'sessionDays[1].day')
  const copy = await office.call('POST', '/dates/10/copy', {
    startDate: '2027-03-29',
    include: ['trainers', 'locations', 'prices'],
  })
  const [date] = copy.json as DateRecord[]
  // From 2026-09-01 to 2027-03-29 are 209 days, with a daylight saving change in between.
  assert.deepEqual(
    [date!.startDate, date!.endDate, date!.bookingStartDate, date!.bookingEndDate, date!.displayEndDate],
    ['2027-03-29', '2027-03-30', '2026-07-29', '2027-03-28', '2027-03-27'],
  )
  assert.equal(date!.prices[0]!.validTo, '2026-09-26')
  assert.deepEqual(
    [date!.isPublished, date!.bookedCount, date!.status, date!.sessionDays],
    [false, 0, 'planned', []],
  )
  assert.notEqual(date!.prices[0]!.id, 2)
  assert.deepEqual([date!.trainers.length, date!.locationIds.length, date!.catalogueIds.length], [2, 2, 2])
  assert.equal(
    (await office.call('POST', '/dates/10/copy', { startDate: '2027-02-30', include: [] })).status,
    400,
  )
})

test('a date whose other days would leave the calendar is neither moved nor copied', async () => {
  const { id, version } = await createDate({
    startDate: '2026-10-12',
    endDate: '2026-10-13',
    bookingStartDate: '2026-04-01',
  })
  for (const [path, startDate] of [
    ['move', '0001-01-01'],
    ['move', '9999-12-31'],
    ['copy', '0001-01-01'],
  ]) {
    const body = path === 'move' ? { version, startDate } : { startDate, include: [] }
    const { status, json } = await office.call('POST', `/dates/${id}/${path}`, body)
    assert.deepEqual([status, json.details?.[0].field], [400, 'startDate'], `${path} ${startDate}`)
  }
})

test('a date is moved with its session days and periods; its days are the same in every time zone', async () => {
  const sessionDays = [{ day: '2026-10-24', startTime: '09:00', endTime: '17:00', comment: '' }]
  const { id, version } = await createDate({
    startDate: '2026-10-24',
    endDate: '2026-10-25',
    displayEndDate: '2026-10-01',
    sessionDays,
  })
  const { json } = await office.call('POST', `/dates/${id}/move`, { version, startDate: '2026-10-26' })
  assert.deepEqual(
    [json[0].startDate, json[0].endDate, json[0].displayEndDate, json[0].sessionDays[0].day],
    ['2026-10-26', '2026-10-27', '2026-10-03', '2026-10-26'],
  )
  assert.equal(
    (await office.call('POST', `/dates/${id}/move`, { version, startDate: '2026-10-28' })).status,
    409,
  )
  const zone = process.env['TZ']
  for (const other of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/Berlin']) {
    process.env['TZ'] = other
    assert.equal((await get(id)).startDate, '2026-10-26', other)
    const { json: again } = await patch(id, { title: other })
    assert.deepEqual([again[0].startDate, again[0].sessionDays[0].day], ['2026-10-26', '2026-10-26'])
  }
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test('the number of days follows the days, unless another number was entered', async () => {
  const { id, numberOfDays } = await createDate({ startDate: '2026-10-24', endDate: '2026-10-26' })
  assert.equal(numberOfDays, 3)
  const after = async (fields: object) => {
    const { status, json } = await patch(id, fields)
    assert.equal(status, 200, JSON.stringify(json))
    return json[0].numberOfDays
  }
  const days = (...list: string[]) => ({ sessionDays: list.map((day) => ({ day })) })
  assert.equal(await after({ endDate: '2026-10-25' }), 2)
  assert.equal(await after({ endDate: '2026-11-25' }), 33)
  assert.equal(await after(days('2026-10-24', '2026-10-24', '2026-11-25')), 2)
  assert.equal(await after({ numberOfDays: 5 }), 5)
  assert.equal(await after({ endDate: '2026-11-26' }), 5)
  assert.equal(await after({ numberOfDays: 0 }), 2)
  const before = await get(id)
  assert.equal(await after({ title: 'October' }), 2)
  assert.deepEqual(
    (await changes(id, before.version)).map(({ after }) => Object.keys(after)),
    [['title']],
  )
  const { json } = await office.call('POST', `/dates/${id}/move`, {
    version: (await get(id)).version,
    startDate: '2027-01-01',
  })
  assert.equal(json[0].numberOfDays, 2)
})

test('several dates are published and cancelled at once; only dates that differ are written', async () => {
  const dates = [await createDate(), await createDate({ isPublished: true })]
  const ids = dates.map(({ id }) => id)
  assert.deepEqual((await office.call('POST', '/dates/bulk-update', { ids, isPublished: true })).json, [
    { updatedCount: 1 },
  ])
  assert.deepEqual((await office.call('POST', '/dates/bulk-update', { ids, status: 'cancelled' })).json, [
    { updatedCount: 2 },
  ])
  assert.equal((await publicDate(ids[0]!)).date_status, 'cancelled')
  assert.equal((await changes(ids[1]!, dates[1]!.version)).length, 1)
  assert.deepEqual(errorFields(await office.call('POST', '/dates/bulk-update', { ids, status: 'nope' })), [
    'status',
  ])
})

test('quantities that are texts are not negative', async () => {
  const quota = { name: 'Hotel', roomBeds: '-5', roomTaxAmount: '−7', breakfastTaxAmount: ' - 19' }
  const { status, json } = await office.call('POST', '/dates', {
    eventId: 1,
    duration: '-2 Tage',
    lessonUnits: '-8',
    hotelQuotas: [quota],
  })
  assert.equal(status, 400)
  assert.deepEqual(
    json.details.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`).toSorted(),
    [
      'duration min',
      'hotelQuotas[0].breakfastTaxAmount min',
      'hotelQuotas[0].roomBeds min',
      'hotelQuotas[0].roomTaxAmount min',
      'lessonUnits min',
    ],
  )
  const fine = {
    duration: '2–3 Tage',
    lessonUnits: '16 UE',
    hotelQuotas: [{ ...quota, roomBeds: '4-6', roomTaxAmount: '7', breakfastTaxAmount: '' }],
  }
  const other = await office.call('POST', '/dates', { eventId: 2147483647, ...fine })
  assert.deepEqual(
    other.json.details.map(({ field }: { field: string }) => field),
    ['eventId'],
  )
})

// Nobody is at two dates at once: overlaps of trainers and rooms are reported, or refused where that is set, for all ways of writing.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { runUnblocking } from '../../../test/support/blocked-time.ts'
import { testInstance } from '../../../test/support/test-instance.ts'
import { importDataSet, previewImport } from '../../exchange/import.ts'

const kontor = await testInstance()
after(() => kontor.close())
const office = await kontor.signIn({ rights: ['catalogue', 'bulk'] })
const admin = await kontor.signIn({ admin: true })

// biome-ignore lint/suspicious/noExplicitAny: records of every shape
type Any = any
const record = async (method: string, path: string, body?: unknown): Promise<Any> => {
  const { status, json, text } = await office.call(method, path, body)
  assert.equal(status, 200, `${method} ${path} ${text}`)
  return json[0]
}
const refused = async (method: string, path: string, body?: unknown): Promise<string[]> => {
  const { status, json, text } = await office.call(method, path, body)
  assert.equal(status, 400, `${method} ${path} ${text}`)
  return json.details.map((one: Any) => `${one.field} ${one.code}`)
}

const event = await record('POST', '/events', { title: 'Rhetorik' })
const other = await record('POST', '/events', { title: 'Moderation' })
const location = await record('POST', '/locations', { name: 'Haus am Rhein', city: 'Köln', rooms: [] })

type Check = 'off' | 'warn' | 'forbid'
let count = 0
const newTrainer = (overlapCheck?: Check): Promise<Any> =>
  record('POST', '/trainers', { lastName: `Trainer ${++count}`, ...(overlapCheck && { overlapCheck }) })
async function newRoom(overlapCheck: Check, capacity = 0, at = location.id): Promise<Any> {
  const name = `Raum ${++count}`
  const { version, rooms } = await record('GET', `/locations/${at}`)
  const changed = await record('PATCH', `/locations/${at}`, {
    version,
    rooms: [...rooms, { name, overlapCheck, capacity }],
  })
  return changed.rooms.find((room: Any) => room.name === name)
}

const taughtBy = (...trainers: Any[]) => ({
  trainers: trainers.map(({ id }) => ({ trainerId: id, isMain: true, isListed: true })),
})
const inRoom = (...rooms: Any[]) => ({
  locationIds: [location.id],
  roomIds: rooms.map(({ id }) => id),
})
const on = (startDate: string, startTime = '09:00', endTime = '17:00') => ({ startDate, startTime, endTime })
const newDate = (fields: object, title = '') =>
  record('POST', '/dates', { eventId: event.id, title, ...fields })
const change = async (date: Any, fields: object) => ({
  version: (await record('GET', `/dates/${date.id}`)).version,
  ...fields,
})
const warnings = async (date: Any): Promise<string[]> =>
  (await record('GET', `/dates/${date.id}`)).warnings.map((one: Any) => `${one.field}: ${one.message}`)

test('by default, an overlap is a warning on the pages of both dates', async () => {
  const trainer = await newTrainer()
  assert.equal(trainer.overlapCheck, 'warn')
  const room = await newRoom('warn')
  const first = await newDate({ ...on('2031-03-03'), ...taughtBy(trainer), ...inRoom(room) }, 'Erster')
  assert.deepEqual(await warnings(first), [])
  const second = await newDate(
    { ...on('2031-03-03', '16:59', '18:00'), ...taughtBy(trainer), ...inRoom(room) },
    'Zweiter',
  )
  assert.deepEqual(await warnings(second), [
    `trainers[0].trainerId: ${trainer.name} is already at “Erster” on 2031-03-03`,
    `roomIds: Haus am Rhein, ${room.name} is already used by “Erster” on 2031-03-03`,
  ])
  assert.equal((await warnings(first)).length, 2)
})

test('dates that follow each other, or do not take place, do not overlap', async () => {
  const trainer = await newTrainer('forbid')
  const common = taughtBy(trainer)
  await newDate({ ...on('2031-03-04', '09:00', '12:00'), ...common })
  await newDate({ ...on('2031-03-04', '12:00', '17:00'), ...common })
  await newDate({ ...on('2031-03-04'), ...common, status: 'cancelled' })
  await newDate({ ...on('2031-03-04'), ...common, isActive: false })
  assert.deepEqual(await refused('POST', '/dates', { eventId: event.id, ...on('2031-03-04'), ...common }), [
    'trainers[0].trainerId dates.trainerTaken',
  ])
})

test('session days count instead of the period; without them a long date takes no day', async () => {
  const trainer = await newTrainer('forbid')
  const sessionDays = ['2031-04-01', '2031-06-30'].map((day) => ({ day, startTime: '', endTime: '12:00' }))
  const long = { startDate: '2031-04-01', endDate: '2031-06-30', ...taughtBy(trainer) }
  await newDate({ ...long, sessionDays })
  await newDate({ ...on('2031-05-05'), ...taughtBy(trainer) })
  await newDate(long)
  await newDate({ ...on('2031-06-30', '12:00', ''), ...taughtBy(trainer) })
  assert.deepEqual(
    await refused('POST', '/dates', {
      eventId: event.id,
      ...on('2031-06-30', '11:00', '11:30'),
      ...taughtBy(trainer),
    }),
    ['trainers[0].trainerId dates.trainerTaken'],
  )
})

test('a forbidden overlap is refused by field, however it would come about', async () => {
  const trainer = await newTrainer('forbid')
  const room = await newRoom('forbid')
  const first = await newDate({ ...on('2031-07-07'), ...taughtBy(trainer), ...inRoom(room) }, 'Erster')
  const both = ['roomIds dates.roomTaken', 'trainers[0].trainerId dates.trainerTaken']
  const same = { eventId: other.id, ...on('2031-07-07'), ...taughtBy(trainer), ...inRoom(room) }
  assert.deepEqual((await refused('POST', '/dates', same)).toSorted(), both)

  const second = await newDate({ ...same, ...on('2031-07-08') }, 'Zweiter')
  const path = `/dates/${second.id}`
  assert.deepEqual((await refused('PATCH', path, await change(second, on('2031-07-07')))).toSorted(), both)
  assert.deepEqual(
    (await refused('POST', `${path}/move`, { version: second.version, startDate: '2031-07-07' })).toSorted(),
    both,
  )
  const include = ['trainers', 'locations']
  assert.deepEqual(
    (await refused('POST', `${path}/copy`, { startDate: '2031-07-07', include })).toSorted(),
    both,
  )
  const planned = (startDate: string) => ({ ...on(startDate), endDate: '' })
  const plan = (...days: string[]) => ({ sourceDateId: first.id, include, dates: days.map(planned) })
  assert.deepEqual((await refused('POST', '/date-plans', plan('2031-07-01', '2031-07-08'))).toSorted(), [
    'dates[1].roomIds dates.roomTaken',
    'dates[1].trainers[0].trainerId dates.trainerTaken',
  ])
  assert.equal(
    (await refused('POST', '/date-plans', plan('2031-07-01', '2031-07-01'))).length,
    4,
    'dates of one plan',
  )
  const module = { eventId: other.id, moduleType: '', linkedDateIds: [], dates: [on('2031-07-07')] }
  const { eventId: _event, ...content } = same
  const series = {
    eventId: event.id,
    date: {},
    modules: [{ ...module, dates: [{ ...content }] }],
    publish: false,
  }
  assert.deepEqual((await refused('POST', '/series', series)).toSorted(), [
    'modules[0].dates[0].roomIds dates.roomTaken',
    'modules[0].dates[0].trainers[0].trainerId dates.trainerTaken',
  ])

  const two = {
    ...series,
    modules: ['2031-07-14', '2031-07-14'].map((day) => ({ ...module, dates: [{ ...content, ...on(day) }] })),
  }
  assert.deepEqual(
    (await refused('POST', '/series', two)).toSorted(),
    [0, 1].flatMap((nth) => both.map((one) => `modules[${nth}].dates[0].${one}`)),
    'modules of one series',
  )

  const cancelled = await newDate({ ...same, status: 'cancelled' })
  const reinstated = await office.call('POST', '/dates/bulk-update', {
    ids: [cancelled.id],
    status: 'planned',
  })
  assert.deepEqual([reinstated.status, reinstated.json.code], [409, 'dates.trainerTaken'])
  assert.equal((await record('GET', `/dates/${cancelled.id}`)).status, 'cancelled')
})

test('a date that keeps its own days overlaps nothing', async () => {
  const date = await newDate({ ...on('2031-07-21'), ...taughtBy(await newTrainer('forbid')) })
  const changed = await record(
    'PATCH',
    `/dates/${date.id}`,
    await change(date, { title: 'Neu', ...on('2031-07-21', '10:00') }),
  )
  assert.deepEqual([changed.title, changed.warnings], ['Neu', []])
})

test('a series takes place at the dates of its modules only', async () => {
  const trainer = await newTrainer('forbid')
  const date = await newDate({ ...on('2031-08-04'), ...taughtBy(trainer) })
  const modules = [{ moduleEventId: event.id, moduleType: '', dates: [{ linkedDateId: date.id }] }]
  const series = await newDate({
    ...on('2031-08-04'),
    ...taughtBy(trainer),
    modules: [{ ...modules[0], moduleType: 'mandatory' }],
  })
  assert.deepEqual(series.warnings, [])
})

test('two at once: one of them is stored, and the other is told by field', async () => {
  for (const nth of Array(5).keys()) {
    const trainer = await newTrainer('forbid')
    const room = await newRoom('forbid')
    const body = {
      eventId: event.id,
      ...on(`2031-09-0${nth + 1}`),
      ...taughtBy(trainer),
      ...inRoom(room),
    }
    const answers = await Promise.all(Array.from({ length: 6 }, () => office.call('POST', '/dates', body)))
    const statuses = answers.map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [200, 400, 400, 400, 400, 400])
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from date_trainer where trainer_id = ${trainer.id}`.execute(kontor.db)
    assert.equal(rows[0]!.count, 1)
  }
})

test('PostgreSQL itself refuses an overlap, and learns of statements outside of Kontor', async () => {
  const trainer = await newTrainer('forbid')
  const first = await newDate({ ...on('2031-10-06'), ...taughtBy(trainer) })
  const second = await newDate({ ...on('2031-10-07'), ...taughtBy(trainer) })
  const move = sql`update event_date set start_date = '2031-10-06' where id = ${second.id}`
  await assert.rejects(move.execute(kontor.db), { code: '23P01', constraint: 'trainer_taken' })
  // In one transaction, dates may change places.
  await kontor.db.transaction().execute(async (tx) => {
    await move.execute(tx)
    await sql`update event_date set start_date = '2031-10-07' where id = ${first.id}`.execute(tx)
  })
  assert.deepEqual(await refused('PATCH', `/dates/${first.id}`, await change(first, on('2031-10-06'))), [
    'trainers[0].trainerId dates.trainerTaken',
  ])
  await sql`delete from date_trainer where date_id = ${second.id}`.execute(kontor.db)
  await record('PATCH', `/dates/${first.id}`, await change(first, on('2031-10-06')))
})

test('overlaps cannot be forbidden while there are some, but for those that are over', async () => {
  const trainer = await newTrainer()
  const room = await newRoom('off')
  const fields = { ...taughtBy(trainer), ...inRoom(room) }
  await newDate({ ...on('2020-01-07'), ...fields })
  assert.deepEqual(await warnings(await newDate({ ...on('2020-01-07'), ...fields })), [])
  await newDate({ ...on('2031-11-03'), ...fields }, 'Erster')
  const second = await newDate({ ...on('2031-11-03'), ...fields })
  const forbid = async () => [
    await office.call('PATCH', `/trainers/${trainer.id}`, {
      version: trainer.version,
      overlapCheck: 'forbid',
    }),
    await (async () => {
      const { version, rooms } = await record('GET', `/locations/${location.id}`)
      return office.call('PATCH', `/locations/${location.id}`, {
        version,
        rooms: rooms.map((one: Any) => (one.id === room.id ? { ...one, overlapCheck: 'forbid' } : one)),
      })
    })(),
  ]
  assert.deepEqual(
    (await forbid()).map(({ status, json }) => [status, json.code]),
    [
      [409, 'dates.trainerTaken'],
      [409, 'dates.roomTaken'],
    ],
  )
  await record('PATCH', `/dates/${second.id}`, await change(second, on('2031-11-04')))
  assert.deepEqual(
    (await forbid()).map(({ status }) => status),
    [200, 200],
  )
})

test('a trainer whose setting changes while a date is written: one of the two sees the other', async () => {
  for (let round = 0; round < 20; round++) {
    const trainer = await newTrainer('warn')
    await newDate({ ...on('2031-12-01'), ...taughtBy(trainer) })
    const [setting, date] = await Promise.all([
      office.call('PATCH', `/trainers/${trainer.id}`, { version: trainer.version, overlapCheck: 'forbid' }),
      office.call('POST', '/dates', { eventId: event.id, ...on('2031-12-01'), ...taughtBy(trainer) }),
    ])
    assert.ok(
      (setting.status === 200 && date.status === 400) || (setting.status === 409 && date.status === 200),
      `${setting.text} ${date.text}`,
    )
  }
})

test('absences, travel between cities and rooms that are too small are warnings', async () => {
  const trainer = await record('POST', '/trainers', {
    lastName: 'Reisend',
    overlapCheck: 'forbid',
    absences: [{ firstDay: '2032-02-01', lastDay: '2032-02-10', reason: 'Urlaub' }],
  })
  assert.equal(trainer.absences[0].reason, 'Urlaub')
  assert.deepEqual(
    await refused('PATCH', `/trainers/${trainer.id}`, {
      version: trainer.version,
      absences: [{ firstDay: '2032-02-10', lastDay: '2032-02-01' }],
    }),
    ['absences[0].lastDay dates.beforeStart'],
  )
  const room = await newRoom('forbid', 10)
  const absent = await newDate({
    ...{ startDate: '2032-01-30', endDate: '2032-02-02', participantsMax: 11 },
    ...taughtBy(trainer),
    ...inRoom(room),
  })
  assert.deepEqual(await warnings(absent), [
    'trainers[0].trainerId: Reisend is absent on 2032-02-01',
    `roomIds: Haus am Rhein, ${room.name} has 10 seats`,
  ])

  const berlin = await record('POST', '/locations', { name: 'Haus an der Spree', city: 'Berlin' })
  const cologne = await record('POST', '/locations', { name: 'Domhotel', city: 'köln' })
  await newDate({ ...on('2032-03-01', '09:00', '12:00'), ...taughtBy(trainer), ...inRoom() }, 'Vormittag')
  const nearby = await newDate({
    ...on('2032-03-01', '12:30', '13:00'),
    ...taughtBy(trainer),
    locationIds: [cologne.id],
  })
  assert.deepEqual(await warnings(nearby), [])
  const far = await newDate({
    ...on('2032-03-01', '14:45', '16:00'),
    ...taughtBy(trainer),
    locationIds: [berlin.id],
  })
  assert.deepEqual(await warnings(far), [
    'trainers[0].trainerId: Reisend has 105 of 120 minutes on 2032-03-01 to travel between this date and “Rhetorik”',
  ])
  assert.equal((await admin.call('PATCH', '/settings', { travelMinutes: 0 })).status, 200)
  assert.deepEqual(await warnings(far), [])
})

test('a room is one of a location of the date, and is not deleted while dates use it', async () => {
  const elsewhere = await record('POST', '/locations', { name: 'Anderswo' })
  const room = await newRoom('warn', 0, elsewhere.id)
  assert.deepEqual(
    await refused('POST', '/dates', {
      eventId: event.id,
      locationIds: [location.id],
      roomIds: [room.id, room.id],
    }),
    ['roomIds general.duplicateRow', 'roomIds dates.roomElsewhere'].map((line) =>
      line.replace('general.', ''),
    ),
  )
  assert.deepEqual(await refused('POST', '/dates', { eventId: event.id, roomIds: [999] }), [
    'roomIds unknownReference',
  ])
  const date = await newDate({ locationIds: [elsewhere.id], roomIds: [room.id] })
  const { version } = await record('GET', `/locations/${elsewhere.id}`)
  const removal = await office.call('PATCH', `/locations/${elsewhere.id}`, { version, rooms: [] })
  assert.deepEqual([removal.status, removal.json.code], [409, 'catalogue.roomHasDates'])
  await office.call('DELETE', `/dates/${date.id}`)
  await record('PATCH', `/locations/${elsewhere.id}`, { version, rooms: [] })
})

test('days are checked before anything is stored, and a free day is proposed', async () => {
  const trainer = await newTrainer('warn')
  const strict = await newTrainer('forbid')
  const date = await newDate({ ...on('2032-05-03'), ...taughtBy(trainer, strict) }, 'Montag')
  const checks = async (body: object) => (await office.call('POST', '/dates/check-days', body)).json as Any[]
  const content = taughtBy(trainer, strict)

  const [form] = await checks({ content: { ...content, ...on('2032-05-03') }, dates: [{}] })
  assert.deepEqual(
    form.hints.map((one: Any) => [one.field, one.isForbidden]),
    [
      ['trainers[0].trainerId', false],
      ['trainers[1].trainerId', true],
    ],
  )
  assert.equal(form.freeStartDate, '')
  const [itself] = await checks({ dateId: date.id, dates: [{}] })
  assert.deepEqual(itself.hints, [])

  // Wednesday is another date of the plan, Thursday is Ascension Day, then comes a weekend.
  await newDate({ ...on('2032-05-04'), ...content })
  await newDate({ ...on('2032-05-07'), ...content })
  const plan = await checks({
    sourceDateId: date.id,
    include: ['trainers'],
    dates: ['2032-05-03', '2032-05-05'].map((startDate) => ({ ...on(startDate), endDate: startDate })),
    proposeDays: true,
  })
  assert.deepEqual(
    plan.map(({ hints, freeStartDate }) => [hints.length, freeStartDate]),
    [
      [2, '2032-05-10'],
      [0, ''],
    ],
  )
  // Each date may have people and places of its own; hints name the others by their labels.
  const modules = await checks({
    dates: [
      { label: 'Modul 1', ...on('2032-05-18'), endDate: '2032-05-18', ...taughtBy(strict) },
      { label: 'Modul 2', ...on('2032-05-18', '12:00'), endDate: '2032-05-18', ...taughtBy(strict) },
      {
        label: 'Modul 3',
        ...on('2032-05-18'),
        endDate: '2032-05-18',
        ...taughtBy(await newTrainer('forbid')),
      },
    ],
  })
  assert.deepEqual(
    modules.map(({ hints }) => hints.map((one: Any) => [one.field, one.params.title, one.isForbidden])),
    [[], [['trainers[0].trainerId', 'Modul 1', true]], []],
  )
  // Whit Monday, and a Sunday: no overlap, but no days for a date either. A date on a Saturday may stay on a weekend.
  const free = async (...days: string[]) =>
    (
      await checks({ proposeDays: true, dates: days.map((startDate) => ({ startDate, endDate: startDate })) })
    ).map(({ freeStartDate }) => freeStartDate)
  assert.deepEqual(await free('2032-05-17', '2032-05-23', '2032-05-22'), ['2032-05-18', '2032-05-24', ''])
  const [moved] = await checks({ dateId: date.id, dates: [{ startDate: '2032-05-04' }] })
  assert.equal(moved.hints.length, 2)
  assert.deepEqual(await refused('POST', '/dates/check-days', { dateId: 99999, dates: [{}] }), [
    'dateId unknownReference',
  ])
  const reader = await kontor.signIn({ rights: [] })
  assert.equal((await reader.call('POST', '/dates/check-days', { dates: [{}] })).status, 403)
})

test('a check of the longest dates blocks nobody', async () => {
  const trainer = await newTrainer('forbid')
  const date = { ...on('2034-01-02'), ...taughtBy(trainer) }
  await newDate(date)
  const sessionDays = Array.from({ length: 500 }, () => ({
    day: '2034-01-02',
    startTime: '',
    endTime: '',
    comment: '',
  }))
  const given = { startDate: '0001-01-01', endDate: '9999-12-31' }
  const { result } = await runUnblocking(300, () =>
    office.call('POST', '/dates/check-days', {
      content: { ...taughtBy(trainer), sessionDays },
      proposeDays: true,
      dates: Array.from({ length: 100 }, () => given),
    }),
  )
  assert.deepEqual(
    result.json.map((one: Any) => [one.hints[0].isForbidden, one.freeStartDate]),
    Array.from({ length: 100 }, () => [true, '']),
  )
})

test('an import counts the dates that begin while a trainer is taken', async () => {
  const date = (date_id: number, start_time: string) => ({
    date_id,
    start_date: '2033-01-10',
    date_is_active: true,
    start_time,
    end_time: `${Number(start_time.slice(0, 2)) + 2}:00`,
    main_trainer: [{ trainer_identifier: 'IMPORTED', trainer_lastname: 'Eingelesen' }],
  })
  const dataSet = (...times: string[]) =>
    Readable.from([
      JSON.stringify([{ event_id: 9000, dates: times.map((time, index) => date(9000 + index, time)) }]),
    ])
  const counts: number[] = []
  const onOverlaps = (count: number) => counts.push(count)
  await previewImport(kontor.db, dataSet('09:00', '10:00', '11:00'), { onOverlaps })
  await importDataSet(kontor.db, dataSet('09:00', '10:00', '11:00'), { onOverlaps })
  await importDataSet(kontor.db, dataSet('09:00', '11:00', '13:00'), { onOverlaps, mode: 'replace' })
  assert.deepEqual(counts, [2, 2, 0])
})

test('the list of dates has their session days, trainers and rooms', async () => {
  const trainer = await newTrainer('off')
  const room = await newRoom('off')
  const at = (day: string) => ({ day, startTime: '09:00', endTime: '12:00' })
  const date = await newDate({
    ...on('2037-01-05'),
    endDate: '2037-03-31',
    ...taughtBy(trainer),
    ...inRoom(room),
    sessionDays: [at('2037-03-31'), at('2037-01-05'), at('2037-01-05')],
  })
  const { json } = await office.call('GET', '/dates?from=2037-02-01&to=2037-02-28')
  const { id, sessionDays, trainers, rooms } = json[0]
  assert.deepEqual(
    { id, sessionDays, trainers, rooms },
    {
      id: date.id,
      sessionDays: ['2037-01-05', '2037-03-31'],
      trainers: [{ id: trainer.id, name: trainer.lastName }],
      rooms: [{ id: room.id, name: room.name, locationName: 'Haus am Rhein' }],
    },
  )
})

// The same change of several dates, with a preview.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const office = await kontor.signIn({ rights: ['100100', '100400', 'catalogue', 'bulk'] })
const reader = await kontor.signIn({ rights: ['090300', 'booking:access', 'bulk'] })

// biome-ignore lint/suspicious/noExplicitAny: records of every shape
type Any = any
const call = async (method: string, path: string, body?: unknown): Promise<Any> => {
  const { status, json, text } = await office.call(method, path, body)
  assert.equal(status, 200, `${method} ${path} ${text}`)
  return json
}
const created = async (path: string, body: object): Promise<Any> => (await call('POST', path, body))[0]
const event = await created('/events', { title: 'Rhetorik' })
const day = (month: number) => `2030-0${month}-04`
const newDate = (month: number, more: object = {}): Promise<Any> =>
  created('/dates', {
    eventId: event.id,
    startDate: day(month),
    endDate: day(month),
    sessionDays: [{ day: day(month), startTime: '09:00', endTime: '17:00' }],
    ...more,
  })
const readDate = async (id: number): Promise<Any> => (await call('GET', `/dates/${id}`))[0]
const preview = (dates: Any[], change: object): Promise<Any[]> =>
  call('POST', '/dates/bulk-preview', { ids: dates.map(({ id }) => id), change })
const apply = (rows: Any[], change: object): Promise<Any[]> =>
  call('POST', '/dates/bulk-change', { records: rows.map(({ id, version }) => ({ id, version })), change })
const outcomes = (rows: Any[]): string[] => rows.map(({ outcome }) => outcome)

test('the preview shows the changes, changes nothing, and equals the later result', async () => {
  const dates = [await newDate(1, { participantsMax: 8 }), await newDate(2, { participantsMax: 12 })]
  const change = { participantsMax: 12, isPublished: true }
  const rows = await preview(dates, change)
  assert.deepEqual(outcomes(rows), ['changed', 'changed'])
  assert.deepEqual(rows[0].changes, [
    { field: 'participantsMax', from: 8, to: 12 },
    { field: 'isPublished', from: false, to: true },
  ])
  assert.deepEqual(rows[1].changes, [{ field: 'isPublished', from: false, to: true }])
  assert.deepEqual([rows[0].name, rows[0].day], ['Rhetorik', '2030-01-04'])
  for (const date of dates) assert.deepEqual(await readDate(date.id), date)

  assert.deepEqual(await apply(rows, change), rows)
  const after = await Promise.all(dates.map(({ id }) => readDate(id)))
  for (const date of after) assert.deepEqual([date.participantsMax, date.isPublished], [12, true])
  const log = await call('GET', `/changes?subject=date&subjectId=${dates[1].id}`)
  assert.ok(JSON.stringify(log).includes('is_published'))
  assert.deepEqual(outcomes(await preview(dates, change)), ['unchanged', 'unchanged'])
})

test('dates that cannot be changed are told, and the others are changed', async () => {
  const dates = [await newDate(3, { participantsMin: 2 }), await newDate(4, { participantsMin: 9 })]
  const rows = await preview(dates, { participantsMax: 5 })
  assert.deepEqual(outcomes(rows), ['changed', 'rejected'])
  assert.deepEqual(
    rows[1].errors.map((error: Any) => [error.field, error.code]),
    [['participantsMin', 'dates.aboveMaximum']],
  )
  assert.deepEqual(outcomes(await apply(rows, { participantsMax: 5 })), ['changed', 'rejected'])
  assert.equal((await readDate(dates[0].id)).participantsMax, 5)
  assert.equal((await readDate(dates[1].id)).participantsMax, dates[1].participantsMax)
})

test('a date that somebody has changed since the preview is not changed', async () => {
  const dates = [await newDate(5), await newDate(6)]
  const rows = await preview(dates, { isPublished: true })
  await call('PATCH', `/dates/${dates[0].id}`, { version: dates[0].version, title: 'Neu' })
  const applied = await apply(rows, { isPublished: true })
  assert.deepEqual(outcomes(applied), ['rejected', 'changed'])
  assert.equal(applied[0].errors[0].code, 'stale')
  assert.equal((await readDate(dates[0].id)).isPublished, false)
})

test('two chosen dates of one day do not both get a trainer who forbids overlaps', async () => {
  const trainer = await created('/trainers', { lastName: 'Berger', overlapCheck: 'forbid' })
  const dates = [await newDate(7), await newDate(7), await newDate(8)]
  const change = { trainerIds: { mode: 'add', ids: [trainer.id] } }
  const rows = await preview(dates, change)
  assert.deepEqual(outcomes(rows), ['changed', 'rejected', 'changed'])
  assert.equal(rows[1].errors[0].code, 'dates.trainerTaken')
  assert.deepEqual(rows[0].changes, [{ field: 'trainerIds', from: [], to: [trainer.id] }])
  assert.deepEqual(outcomes(await apply(rows, change)), ['changed', 'rejected', 'changed'])
  assert.deepEqual((await readDate(dates[1].id)).trainers, [])
})

test('trainers, locations and prices change as lists; rooms go with their location', async () => {
  const [first, second] = [
    await created('/trainers', { lastName: 'Adler' }),
    await created('/trainers', { lastName: 'Bach' }),
  ]
  const [here, there] = [
    await created('/locations', { name: 'Hier', rooms: [{ name: 'Saal' }] }),
    await created('/locations', { name: 'Dort', rooms: [] }),
  ]
  const date = await newDate(9, {
    trainers: [{ trainerId: first.id, isMain: true }],
    locationIds: [here.id],
    roomIds: [here.rooms[0].id],
    prices: [{ title: 'Normal', grossPrice: 119, netPrice: 100, vatRate: 19, vatIncluded: true }],
  })
  const change = {
    trainerIds: { mode: 'replace', ids: [second.id] },
    locationIds: { mode: 'replace', ids: [there.id] },
    pricePercent: 2.5,
  }
  const [row] = await apply(await preview([date], change), change)
  assert.equal(row.outcome, 'changed')
  const after = await readDate(date.id)
  assert.deepEqual(after.trainers, [{ trainerId: second.id, isMain: true, isListed: true }])
  assert.deepEqual([after.locationIds, after.roomIds], [[there.id], []])
  assert.deepEqual([after.prices[0].grossPrice, after.prices[0].netPrice], [121.98, 102.5])
  assert.equal(after.prices[0].title, 'Normal')
})

test('bulk changes need the right, and dates that exist', async () => {
  assert.equal((await reader.call('POST', '/dates/bulk-preview', { ids: [1], change: {} })).status, 403)
  const [row] = await preview([{ id: 99999 }], { isPublished: true })
  assert.equal(row.outcome, 'rejected')
  assert.equal(row.errors[0].code, 'notFound')
})

test('hints about the days of a changed date are shown, unless they existed before', async () => {
  const trainer = await created('/trainers', {
    lastName: 'Doppelt',
    absences: [{ firstDay: '2030-08-01', lastDay: '2030-08-31' }],
  })
  const taught = { trainers: [{ trainerId: trainer.id, isMain: true, isListed: true }] }
  const [july, sameDay, august] = [await newDate(7), await newDate(7, taught), await newDate(8, taught)]
  const change = { trainerIds: { mode: 'add', ids: [trainer.id] } }
  const rows = await preview([july, august], change)
  const codes = (found: Any[]) => found.map(({ warnings }) => warnings.map(({ code }: Any) => code))
  assert.deepEqual(codes(rows), [['dates.trainerTaken'], []])
  assert.deepEqual(codes(await apply([rows[0]], change)), [['dates.trainerTaken']])
  assert.deepEqual(codes(await preview([sameDay], { isBookable: false })), [[]])
})

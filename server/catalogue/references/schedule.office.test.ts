// The schedule of a trainer or a location.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../../test/support/test-instance.ts'

const kontor = await testInstance({ start: '2026-07-15T10:00:00Z' })
after(() => kontor.close())
const office = await kontor.signIn({ rights: ['catalogue'] })
const reader = await kontor.signIn({ rights: [] })

// biome-ignore lint/suspicious/noExplicitAny: records of every shape
type Any = any
const create = async (path: string, body: object): Promise<Any> => {
  const { status, json, text } = await office.call('POST', path, body)
  assert.equal(status, 200, text)
  return json[0]
}
const read = async (path: string): Promise<Any[]> => {
  const { status, json, text } = await reader.call('GET', path)
  assert.equal(status, 200, text)
  return json
}

const event = await create('/events', { title: 'Planung' })
const location = await create('/locations', { name: 'Haus', rooms: [{ name: 'Saal' }, { name: 'Keller' }] })
const trainer = await create('/trainers', {
  lastName: 'Voll',
  absences: [{ firstDay: '2026-08-03', lastDay: '2026-08-07', reason: 'Urlaub' }],
})
const trainers = [{ trainerId: trainer.id, isMain: true, isListed: true }]
const date = (title: string, startDate: string, more: object = {}) =>
  create('/dates', { eventId: event.id, title, startDate, isActive: true, ...more })

test('the workload of a trainer counts days with sessions by month', async () => {
  await date('Alt', '2025-07-10', { trainers })
  await date('Zu alt', '2025-06-30', { trainers })
  const days = ['2026-07-01', '2026-07-02', '2026-07-20']
  await date('Lang', '2026-07-01', {
    endDate: '2026-07-31',
    trainers,
    sessionDays: [...days, '2026-07-20'].map((day, index) => ({
      day,
      startTime: `0${index + 1}:00`,
      endTime: `0${index + 2}:00`,
    })),
  })
  await date('Abgesagt', '2026-07-27', { trainers, status: 'cancelled' })
  const months = await read(`/trainers/${trainer.id}/workload`)
  assert.equal(months.length, 24)
  assert.deepEqual([months[0].month, months[12].month, months[23].month], ['2025-07', '2026-07', '2027-06'])
  assert.deepEqual(
    months.filter(({ dayCount }) => dayCount > 0),
    [
      { month: '2025-07', dayCount: 1 },
      { month: '2026-07', dayCount: 3 },
    ],
  )
})

test('overlaps of a trainer and of rooms, and dates during an absence, are told once', async () => {
  const [saal] = location.rooms
  const place = { locationIds: [location.id], roomIds: [saal.id] }
  const absent = await date('Im Urlaub', '2026-08-05', { endDate: '2026-08-06', trainers })
  const first = await date('Eins', '2026-09-01', { endDate: '2026-09-02', trainers, ...place })
  const second = await date('Zwei', '2026-09-01', { endDate: '2026-09-02', trainers, ...place })
  await date('Woanders', '2026-09-01', { roomIds: [location.rooms[1].id], locationIds: [location.id] })
  await date('Vorbei', '2026-07-02', { trainers })
  const overlap = {
    day: '2026-09-01',
    dateId: first.id,
    title: 'Eins',
    otherDateId: second.id,
    otherTitle: 'Zwei',
  }
  assert.deepEqual(await read(`/trainers/${trainer.id}/schedule-conflicts`), [
    {
      day: '2026-08-05',
      dateId: absent.id,
      title: 'Im Urlaub',
      otherDateId: 0,
      otherTitle: '',
      name: 'Urlaub',
    },
    { ...overlap, name: '' },
  ])
  assert.deepEqual(await read(`/locations/${location.id}/schedule-conflicts`), [
    { ...overlap, name: 'Haus, Saal' },
  ])

  const { version } = await read(`/trainers/${trainer.id}`).then(([one]) => one)
  await office.call('PATCH', `/trainers/${trainer.id}`, { version, overlapCheck: 'off' })
  assert.deepEqual(
    (await read(`/trainers/${trainer.id}/schedule-conflicts`)).map(({ title }) => title),
    ['Im Urlaub'],
  )
})

test('a location lists the hotel quotas of its dates to come', async () => {
  const hotelQuotas = [{ name: 'Hotel am Ring', roomName: 'Einzelzimmer', roomBeds: '8' }]
  const next = await date('Mit Hotel', '2026-10-05', { locationIds: [location.id], hotelQuotas })
  await date('War mit Hotel', '2026-05-05', { locationIds: [location.id], hotelQuotas })
  const found = await read(`/locations/${location.id}/hotel-quotas`)
  assert.deepEqual(
    found.map(({ dateId, dateTitle, startDate, name, roomBeds }) => [
      dateId,
      dateTitle,
      startDate,
      name,
      roomBeds,
    ]),
    [[next.id, 'Mit Hotel', '2026-10-05', 'Hotel am Ring', '8']],
  )
})

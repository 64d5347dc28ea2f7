// Travel times between two locations: shown at both, one value a pair, used by the warnings of dates.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../../test/support/test-instance.ts'
import { importDataSet } from '../../exchange/import.ts'

const kontor = await testInstance()
after(() => kontor.close())
const office = await kontor.signIn({ rights: ['090300', 'booking', 'catalogue'] })
const admin = await kontor.signIn({ admin: true })

// biome-ignore lint/suspicious/noExplicitAny: records of every shape
type Any = any
const record = async (method: string, path: string, body?: unknown): Promise<Any> => {
  const { status, json, text } = await office.call(method, path, body)
  assert.equal(status, 200, `${method} ${path} ${text}`)
  return json[0]
}
const location = (name: string, city = '') => record('POST', '/locations', { name, city })
const read = (id: number) => record('GET', `/locations/${id}`)
const to = (other: Any, minutes: number) => ({ locationId: other.id, minutes })
const setTimes = async (id: number, travelTimes: object[]) =>
  office.call('PATCH', `/locations/${id}`, { version: (await read(id)).version, travelTimes })

test('a travel time is shown at both locations, and a change is one of both', async () => {
  const [here, there, far] = [await location('Hier'), await location('Dort'), await location('Fern')]
  assert.equal((await setTimes(here.id, [to(there, 30), to(far, 90)])).status, 200)
  assert.deepEqual((await read(here.id)).travelTimes, [to(there, 30), to(far, 90)])
  assert.deepEqual((await read(there.id)).travelTimes, [to(here, 30)])

  const before = await read(here.id)
  assert.equal((await setTimes(there.id, [to(here, 45), to(far, 5)])).status, 200)
  assert.deepEqual((await read(here.id)).travelTimes, [to(there, 45), to(far, 90)])
  assert.deepEqual((await read(far.id)).travelTimes, [to(there, 5), to(here, 90)])
  const stale = await office.call('PATCH', `/locations/${here.id}`, {
    version: before.version,
    travelTimes: [],
  })
  assert.equal(stale.status, 409, 'changed from the other side')
  assert.equal(stale.headers['x-kontor-conflict'], 'stale')
  const { json: changes } = await office.call(
    'GET',
    `/changes?subject=contact&subjectId=${here.id}&tableName=travel_time`,
  )
  assert.deepEqual(
    changes.map((one: Any) => one.action),
    ['update', 'insert', 'insert'],
  )

  assert.equal((await setTimes(far.id, [])).status, 200)
  assert.deepEqual((await read(here.id)).travelTimes, [to(there, 45)])
  await record('PATCH', `/locations/${here.id}`, { version: (await read(here.id)).version, name: 'Hier neu' })
  assert.deepEqual((await read(here.id)).travelTimes, [to(there, 45)])
  assert.equal((await office.call('DELETE', `/locations/${here.id}`)).status, 200)
  assert.deepEqual((await read(there.id)).travelTimes, [])
})

test('bad travel times are told by field', async () => {
  const [here, there] = [await location('Hier'), await location('Dort')]
  const person = await record('POST', '/contacts', { contactType: 'person', lastName: 'Mensch' })
  const refused = async (...travelTimes: object[]) => {
    const { status, json } = await setTimes(here.id, travelTimes)
    assert.equal(status, 400)
    return json.details.map((one: Any) => `${one.field} ${one.code}`)
  }
  assert.deepEqual(await refused(to(here, 1), to(person, 1), to(there, 1), to(there, 2)), [
    'travelTimes[0].locationId catalogue.travelToItself',
    'travelTimes[1].locationId unknownReference',
    'travelTimes[3].locationId duplicateRow',
  ])
  assert.deepEqual(await refused(to(there, -1)), ['travelTimes[0].minutes min'])
  assert.deepEqual(await refused(to(there, 1441)), ['travelTimes[0].minutes max'])
})

test('PostgreSQL itself keeps one travel time a pair, also when both sides set it at once', async () => {
  const [here, there] = [await location('Hier'), await location('Dort')]
  const insert = (low: number, high: number) =>
    sql`insert into travel_time (low_id, high_id, minutes) values (${low}, ${high}, 10)`.execute(kontor.db)
  await assert.rejects(insert(there.id, here.id), { constraint: 'travel_time_between_two' })
  await insert(here.id, there.id)
  await assert.rejects(insert(here.id, there.id), { constraint: 'travel_time_once' })
  for (let round = 0; round < 10; round++) {
    await sql`delete from travel_time`.execute(kontor.db)
    const answers = await Promise.all([setTimes(here.id, [to(there, 1)]), setTimes(there.id, [to(here, 2)])])
    assert.ok(
      answers.every(({ status }) => status === 200 || status === 409),
      answers.map(({ text }) => text).join(' '),
    )
    const [[one], [other]] = [(await read(here.id)).travelTimes, (await read(there.id)).travelTimes]
    assert.equal(one.minutes, other.minutes)
  }
})

test('the warnings of dates use the travel time of the pair, otherwise the setting', async () => {
  const bonn = await location('Bonner Haus', 'Bonn')
  const annex = await location('Bonner Nebenhaus', 'Bonn')
  const cologne = await location('Kölner Haus', 'Köln')
  const nowhere = await location('Ohne Ort')
  const trainer = await record('POST', '/trainers', { lastName: 'Reisend' })
  const event = await record('POST', '/events', { title: 'Rhetorik' })
  const content = (place: Any, startTime: string, endTime: string) => ({
    eventId: event.id,
    startDate: '2032-03-01',
    startTime,
    endTime,
    trainers: [{ trainerId: trainer.id, isMain: true, isListed: true }],
    locationIds: [place.id],
  })
  await record('POST', '/dates', { ...content(bonn, '09:00', '12:00'), title: 'Vormittag' })
  const hints = async (place: Any, startTime = '12:30') => {
    const { eventId: _, ...given } = content(place, startTime, '17:00')
    const [{ hints }] = (await office.call('POST', '/dates/check-days', { content: given, dates: [{}] })).json
    return hints.map((one: Any) => `${one.field}: ${one.message}`)
  }
  const tooShort = (minutes: number, needed: number) => [
    `trainers[0].trainerId: Reisend has ${minutes} of ${needed} minutes on 2032-03-01 to travel between this date and “Vormittag”`,
  ]
  assert.deepEqual(await hints(cologne), tooShort(30, 120))
  assert.deepEqual(await hints(annex), [])
  assert.deepEqual(await hints(nowhere), [])
  await setTimes(bonn.id, [to(cologne, 30), to(annex, 40), to(nowhere, 200)])
  assert.deepEqual(await hints(cologne), [], 'nearer than the setting says')
  assert.deepEqual(await hints(annex), tooShort(30, 40), 'in the same city')
  assert.deepEqual(await hints(nowhere, '15:00'), tooShort(180, 200), 'farther than the setting says')
  assert.deepEqual(await hints(bonn), [])
  assert.equal((await admin.call('PATCH', '/settings', { travelMinutes: 0 })).status, 200)
  assert.deepEqual(await hints(annex), tooShort(30, 40), 'without a general one')
  await admin.call('PATCH', '/settings', { travelMinutes: 120 })

  // Dates that are not stored yet.
  const { eventId: _, ...morning } = content(bonn, '08:00', '12:00')
  const checked = (
    await office.call('POST', '/dates/check-days', {
      content: { ...morning, startDate: '2032-03-02' },
      dates: [
        { startTime: '12:30', endTime: '14:00', locationIds: [annex.id] },
        { label: 'Modul 2' },
        { startTime: '14:20', endTime: '15:00', locationIds: [bonn.id] },
      ],
    })
  ).json
  assert.deepEqual(
    checked.map((one: Any) => one.hints.map(({ message }: Any) => message)),
    [
      [],
      ['Reisend has 30 of 40 minutes on 2032-03-02 to travel between this date and “#1”'],
      ['Reisend has 20 of 40 minutes on 2032-03-02 to travel between this date and “#1”'],
    ],
  )
})

test('a data set has a travel time once, whichever location it names first', async () => {
  const hall = (id: number) => ({ id, contactType: 'location', lastName: `Halle ${id}` })
  const load = (...travelTimes: object[]) =>
    importDataSet(
      kontor.db,
      Readable.from([JSON.stringify({ contacts: [hall(9001), hall(9002)], travelTimes })]),
    )
  const time = (id: number, locationId: number, otherLocationId: number, minutes: number) => ({
    id,
    locationId,
    otherLocationId,
    minutes,
  })
  await load(time(700, 9002, 9001, 25))
  assert.deepEqual((await read(9001)).travelTimes, [{ locationId: 9002, minutes: 25 }])
  const errors = async (...travelTimes: object[]) => {
    const error = await load(...travelTimes).then(
      () => undefined,
      (thrown: Any) => thrown,
    )
    return error?.errors?.map((one: Any) => `${one.pointer} ${one.message}`) ?? String(error)
  }
  assert.deepEqual(await errors(time(701, 9001, 9001, 1)), [
    '/travelTimes/0/otherLocationId must be another location',
  ])
  assert.deepEqual(await errors(time(700, 9001, 9002, 1), time(701, 9002, 9001, 2)), [
    '/travelTimes/1/otherLocationId is already used by /travelTimes/0',
  ])
  assert.deepEqual(await errors(time(702, 9001, 9002, 1)), [
    '/travelTimes/0/otherLocationId is already used by travel time 700',
  ])
})

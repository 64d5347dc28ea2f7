// Evenings that end at midnight or later, and courses over night, in forms, overlaps, attendance, documents, feeds and calendars.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import nodeIcal, { type VEvent } from 'node-ical'
import { openWebsite } from '../../../test/support/website.ts'
import { loadDateData } from '../../documents/date-data.sql.ts'

const site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
const { kontor } = site
after(() => kontor.close())
const office = await kontor.signIn({ admin: true })
const [event] = (await office.call('POST', '/events', { title: 'Sternwarte' })).json
await sql`update event set is_published = true`.execute(kontor.db)

const newDate = async (fields: object) => {
  const { status, json, text } = await office.call('POST', '/dates', {
    eventId: event.id,
    participantsMax: 10,
    isPublished: true,
    ...fields,
  })
  assert.equal(status, 200, text)
  return json[0]
}
const calendarOf = async (id: number): Promise<string[]> =>
  Object.values(nodeIcal.sync.parseICS((await site.get(`/dates/${id}/calendar.ics`)).text))
    .filter((one): one is VEvent => one?.type === 'VEVENT')
    .map(({ start, end }) => `${start.toISOString()} ${end!.toISOString()}`)
const halfDaysOf = async (id: number): Promise<string[]> =>
  (await office.call('GET', `/dates/${id}/attendance`)).json[0].halfDays.map(
    ({ day, startTime, endTime }: Record<string, string>) => `${day} ${startTime}–${endTime}`,
  )
const daysInDocuments = async (id: number) =>
  (await loadDateData(kontor.db, id)).days.map(({ day, sessions }) => [
    day,
    sessions[0]!.startTime,
    sessions[0]!.endTime,
  ])

test('an evening that ends at midnight has no warning, one that ends later has one', async () => {
  const midnight = await newDate({ startDate: '2027-02-01', startTime: '18:00', endTime: '00:00' })
  assert.deepEqual(midnight.warnings, [])
  assert.deepEqual(await calendarOf(midnight.id), ['2027-02-01T17:00:00.000Z 2027-02-01T23:00:00.000Z'])
  const later = await newDate({
    startDate: '2027-02-01',
    sessionDays: [{ day: '2027-02-01', startTime: '18:00', endTime: '00:30', comment: '' }],
  })
  assert.deepEqual(
    later.warnings.map(({ field, code }: Record<string, string>) => [field, code]),
    [['sessionDays[0].endTime', 'dates.endsNextDay']],
  )
  assert.deepEqual(await calendarOf(later.id), ['2027-02-01T17:00:00.000Z 2027-02-01T23:30:00.000Z'])
  assert.deepEqual(await halfDaysOf(later.id), ['2027-02-01 18:00–00:30'])
})

test('a course over night, through the change of the clocks, is one session, and ends on its last day', async () => {
  const night = await newDate({
    startDate: '2027-03-27',
    endDate: '2027-03-28',
    startTime: '20:00',
    endTime: '06:00',
  })
  assert.deepEqual(await calendarOf(night.id), ['2027-03-27T19:00:00.000Z 2027-03-28T04:00:00.000Z'])
  assert.deepEqual(await halfDaysOf(night.id), ['2027-03-27 20:00–06:00'])
  assert.deepEqual(await daysInDocuments(night.id), [['2027-03-27', '20:00', '06:00']])
  const { json } = await site.get(`/dates/${night.id}?availability=any`)
  assert.deepEqual(
    [json.start, json.end, json.days],
    [
      '2027-03-27T20:00:00+01:00',
      '2027-03-28T06:00:00+02:00',
      [{ date: '2027-03-27', from: '20:00', to: '06:00' }],
    ],
  )
})

test('a date of one day that ends before its start ends on the day after', async () => {
  const { id } = await newDate({ startDate: '2027-04-01', startTime: '22:00', endTime: '02:00' })
  const { json } = await site.get(`/dates/${id}?availability=any`)
  assert.equal(json.end, '2027-04-02T02:00:00+02:00')
})

test('the hours after midnight are taken: a trainer of the night does not begin before its end', async () => {
  const [trainer] = (await office.call('POST', '/trainers', { lastName: 'Kepler', overlapCheck: 'forbid' }))
    .json
  const trainers = [{ trainerId: trainer.id, isMain: true, isListed: true }]
  await newDate({
    startDate: '2027-05-03',
    endDate: '2027-05-04',
    startTime: '21:00',
    endTime: '05:00',
    trainers,
  })
  const early = { startDate: '2027-05-04', startTime: '04:00', endTime: '08:00', trainers }
  const { status, json } = await office.call('POST', '/dates', { eventId: event.id, ...early })
  assert.deepEqual([status, json.details[0].field], [400, 'trainers[0].trainerId'])
  await newDate({ ...early, startTime: '05:00' })
})

// Evenings that end at midnight or later, and courses over night, in forms, overlaps, attendance, documents, feeds and calendars.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import nodeIcal, { type VEvent } from 'node-ical'
import { openWebsite } from '../../../test/support/website.ts'
import { loadCandidates, loadCertificateDate } from '../../documents/certificates/entitlement.ts'
import { loadDateData } from '../../documents/date-data.sql.ts'
import { dueAt } from '../../messages/plan-messages-job.ts'
import { loadMessageDates } from '../../messages/values.sql.ts'

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

test('a night over the change of the clocks has the hours that pass', async () => {
  const hoursOf = async (startDate: string, endDate: string) => {
    const { id } = await newDate({ startDate, endDate, startTime: '20:00', endTime: '06:00' })
    const { rows } = await sql<{ id: number }>`
      insert into contact (contact_type, last_name, last_name_key) values ('person', 'Kepler', 'kepler') returning id`.execute(
      kontor.db,
    )
    await sql`insert into booking (contact_id, date_id, status) values (${rows[0]!.id}, ${id}, 'attended')`.execute(
      kontor.db,
    )
    const date = (await loadCertificateDate(kontor.db, id))!
    const [candidate] = await loadCandidates(kontor.db, id, date, {
      today: '2027-12-01',
      timeZone: 'Europe/Berlin',
    })
    return [candidate!.totalMinutes! / 60, candidate!.halfDays.map(({ minutes }) => minutes! / 60)]
  }
  assert.deepEqual(await hoursOf('2027-03-27', '2027-03-28'), [9, [9]])
  assert.deepEqual(await hoursOf('2027-10-30', '2027-10-31'), [11, [11]])
  assert.deepEqual(await hoursOf('2027-06-05', '2027-06-06'), [10, [10]])
})

test('an evening that ends after midnight is over when the day of its end has passed, in pages, lists, links and messages', async () => {
  const night = await newDate({
    startDate: '2027-06-11',
    startTime: '20:00',
    endTime: '01:00',
    title: 'Nacht der Sterne',
  })
  const sessions = await newDate({
    startDate: '2027-06-11',
    sessionDays: [{ day: '2027-06-11', startTime: '20:00', endTime: '01:00', comment: '' }],
  })
  const midnight = await newDate({ startDate: '2027-06-11', startTime: '20:00', endTime: '00:00' })
  const both = [night.id, sessions.id]
  const shown = async (): Promise<number[]> => {
    const { status, json, text } = await site.get('/dates?availability=available,few,full,closed&limit=100')
    assert.equal(status, 200, text)
    return json.data.map(({ id }: { id: number }) => id)
  }
  const listed = async (from: string): Promise<number[]> =>
    (
      await (
        await kontor.signIn({ admin: true })
      ).call('GET', `/dates?from=${from}&to=2027-06-12&perPage=100`)
    ).json.map(({ id }: { id: number }) => id)
  const [date] = [...(await loadMessageDates(kontor.db, [night.id])).values()]
  const due = dueAt({ offsetDays: 0 }, date!, { hour: 8 }, 'Europe/Berlin')
  assert.equal(due!.toISOString(), '2027-06-12T06:00:00.000Z')
  // Half past midnight: it is still going on; the one until midnight is over.
  kontor.clock.set('2027-06-11T22:30:00Z')
  const now = await shown()
  assert.deepEqual(
    both.filter((id) => !now.includes(id)),
    [],
  )
  assert.ok(!now.includes(midnight.id))
  assert.deepEqual(await listed('2027-06-12'), both)
  const { json } = await (await kontor.signIn({ admin: true })).call(
    'GET',
    `/dates/${night.id}/attendance-links`,
  )
  assert.ok(json[0].defaultExpiry >= '2027-06-12')
  assert.equal((await site.get(`/dates/${night.id}`)).json.end, '2027-06-12T01:00:00+02:00')
  assert.equal(
    (await site.get(`/dates/${midnight.id}?availability=any&from=2027-01-01`)).json.end,
    '2027-06-12T00:00:00+02:00',
  )
  kontor.clock.set('2027-06-12T22:30:00Z')
  const later = await shown()
  assert.deepEqual(
    both.filter((id) => later.includes(id)),
    [],
  )
  assert.deepEqual(await listed('2027-06-13'), [])
})

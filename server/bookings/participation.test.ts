// Interface: GET /participations/search/cid/{contactId}/{searchPeriod}.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor

const { id: contactId } = await db
  .insertInto('contact')
  .values({ contact_type: 'person', last_name: 'Lindner' })
  .returning('id')
  .executeTakeFirstOrThrow()
const { id: eventId } = await db
  .insertInto('event')
  .values({ title: 'Projektmanagement Grundlagen', article_no: 'PM-1' })
  .returning('id')
  .executeTakeFirstOrThrow()

async function insertBooking(
  start: string | null,
  values: { article_no?: string; start_time?: string; status?: string } = {},
) {
  const { status = 'booked', ...columns } = values
  const date = await db
    .insertInto('event_date')
    .values({ event_id: eventId, start_date: start, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return db
    .insertInto('booking')
    .values({ contact_id: contactId, date_id: date.id, status })
    .returning(['id as partId', 'date_id as dateId'])
    .executeTakeFirstOrThrow()
}

const search = async (period: number | string, id: number | string = contactId) =>
  kontor.call('GET', `/participations/search/cid/${id}/${period}`)
const dates = async (period: number) => (await search(period)).json.map((one: { date: string }) => one.date)

test('10.1 the window includes both its ends; a day that does not exist becomes the last day of the month', async () => {
  for (const day of ['2026-02-27', '2026-02-28', '2026-03-30', '2026-03-31', '2026-04-30', '2026-05-01'])
    await insertBooking(day)
  await insertBooking(null)
  kontor.clock.set('2026-03-31T10:00:00Z')
  assert.deepEqual(await dates(1), ['2026-02-28', '2026-03-30', '2026-03-31', '2026-04-30'])
  assert.deepEqual(await dates(0), ['2026-03-31'])
  assert.equal((await dates(1200)).length, 6)
})

test('1.3 today is the date in the instance’s time zone', async () => {
  kontor.clock.set('2026-03-30T22:30:00Z')
  assert.deepEqual(await dates(0), ['2026-03-31'])
  kontor.clock.set('2026-03-30T21:30:00Z')
  assert.deepEqual(await dates(0), ['2026-03-30'])
})

test('10.2 participations are ordered by date, then time; the article number of the date precedes that of the event', async () => {
  kontor.clock.set('2030-05-10T10:00:00Z')
  const late = await insertBooking('2030-05-10', { start_time: '14:00', status: 'waitlisted' })
  const early = await insertBooking('2030-05-10', { start_time: '09:00', article_no: 'PM-1-HH' })
  const before = await insertBooking('2030-05-09', { status: 'cancelled' })
  const eventName = 'Projektmanagement Grundlagen'
  assert.deepEqual((await search(3)).json, [
    { date: '2030-05-09', eventName, articleNo: 'PM-1', partStatus: 'cancelled', ...before },
    { date: '2030-05-10', eventName, articleNo: 'PM-1-HH', partStatus: 'booked', ...early },
    { date: '2030-05-10', eventName, articleNo: 'PM-1', partStatus: 'waitlisted', ...late },
  ])
})

test('3.3 participations need no right, and name no contact', async () => {
  kontor.clock.set('2030-05-10T10:00:00Z')
  const { token } = await kontor.addUser({ rights: [] })
  const answer = await kontor.call('GET', `/participations/search/cid/${contactId}/3`, { token })
  assert.deepEqual([answer.status, answer.json.length], [200, 3])
  assert.doesNotMatch(answer.text, /Lindner/)
})

test('2.7 an unknown contact has no participations', async () => {
  const answer = await search(3, 2147483647)
  assert.deepEqual([answer.status, answer.json], [200, []])
})

test('10.1 searchPeriod is 0 to 1200; both parameters are integers', async () => {
  for (const period of ['1201', '-1', '1.5', 'x', '3m', '99999999999999999999']) {
    const answer = await search(period)
    assert.deepEqual([answer.status, answer.json.details[0].field], [400, 'searchPeriod'], period)
  }
  const answer = await search('x', 'y')
  assert.deepEqual(
    answer.json.details.map((detail: { field: string }) => detail.field),
    ['contactId', 'searchPeriod'],
  )
})

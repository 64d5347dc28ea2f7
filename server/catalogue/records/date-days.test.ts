// The days of a date are the same for messages, orders, attendance and calendars.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../../test/support/test-instance.ts'
import { type DayOfDate, daysOfDate } from './date-days.sql.ts'

test('the days of messages are those of calendars: session days, each day of a short date, the period of a long one', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  await sql`
    insert into event (id, title) values (1, 'R');
    insert into event_date (id, event_id, start_date, end_date, start_time, end_time) values
      (1, 1, '2027-03-01', null, '09:00', '17:00'), (2, 1, '2027-03-01', '2027-03-14', '09:00', '17:00'),
      (3, 1, '2027-03-01', '2027-03-20', '09:00', '17:00'), (4, 1, '2027-03-01', '2027-05-20', '18:00', '20:00'),
      (5, 1, null, null, '', '');
    insert into date_session_day (date_id, position, day, start_time, end_time) values (4, 1, '2027-03-01', '18:00', '20:00'),
      (4, 2, '2027-05-20', '18:00', '21:00')`.execute(kontor.owner)
  const { rows } = await sql<{ id: number; days: DayOfDate[] }>`
    select d.id, ${sql.raw(daysOfDate)} as days from event_date d order by d.id`.execute(kontor.db)
  const shown = rows.map(({ days }) => days.map((one) => Object.values(one).join(' ')))
  assert.deepEqual(shown[0], ['2027-03-01 2027-03-01 09:00 17:00'])
  assert.equal(shown[1]!.length, 14)
  assert.deepEqual(shown[2], ['2027-03-01 2027-03-20 09:00 17:00'])
  assert.deepEqual(shown[3], ['2027-03-01 2027-03-01 18:00 20:00', '2027-05-20 2027-05-20 18:00 21:00'])
  assert.deepEqual(shown[4], [])
  for (const { id, days } of rows) {
    const { rows: inCalendars } = await sql<{ first: string; last: string }>`
      select first_day::text as first, last_day::text as last from date_calendar_day where date_id = ${id} order by 1`.execute(
      kontor.db,
    )
    assert.deepEqual(
      days.map(({ day, lastDay }) => ({ first: day, last: lastDay })),
      inCalendars,
    )
  }
})

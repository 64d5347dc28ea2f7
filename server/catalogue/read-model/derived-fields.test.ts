import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { type BookableDate, freeSeats, isBookable } from '../records/bookability.ts'

let kontor: TestInstance
before(async () => {
  kontor = await testInstance()
})
after(() => kontor.close())

const openDate: BookableDate = {
  participants_max: 10,
  booked_count: 4,
  reserved_count: 2,
  seats_elsewhere: 3,
  is_bookable: true,
  is_active: true,
  has_waiting_list: false,
  status_is_bookable: true,
  booking_start_date: null,
  booking_end_date: null,
}
const today = '2026-06-15'

test('11.4 free_places: the maximum less bookings, reservations and seats elsewhere, never below 0', () => {
  assert.equal(freeSeats(openDate), 1)
  assert.equal(freeSeats({ ...openDate, seats_elsewhere: 5 }), 0)
})

test('11.4 a date is bookable by its switch, activity, status, booking period, and free seats or waiting list', () => {
  const bookable = (change: Partial<BookableDate>) => isBookable({ ...openDate, ...change }, today)
  assert.equal(bookable({}), true)
  assert.equal(bookable({ is_bookable: false }), false)
  assert.equal(bookable({ is_active: false }), false)
  assert.equal(bookable({ status_is_bookable: false }), false)
  assert.equal(bookable({ status_is_bookable: null }), false)
  assert.equal(bookable({ booking_start_date: '2026-06-15', booking_end_date: '2026-06-15' }), true)
  assert.equal(bookable({ booking_start_date: '2026-06-16' }), false)
  assert.equal(bookable({ booking_end_date: '2026-06-14' }), false)
  assert.equal(bookable({ seats_elsewhere: 4 }), false)
  assert.equal(bookable({ seats_elsewhere: 4, has_waiting_list: true }), true)
})

test('11.1, 11.4 the status decides whether a date can be booked, and bookings occupy seats', async () => {
  await sql
    .raw(`
insert into event (id) values (1);
insert into event_date (id, event_id, participants_max, seats_elsewhere, status)
  select row_number() over (order by status), 1, 5, 1, status from date_status;
insert into contact (id, contact_type) values (1, 'person');
insert into booking (contact_id, date_id, status) select 1, 1, status from booking_status;
`)
    .execute(kontor.db)
  const { json } = await kontor.call('GET', '/events?eventId=1')
  const byStatus = Object.fromEntries(
    json[0].dates.map((date: Record<string, unknown>) => [date['date_status'], date]),
  )
  const bookableStatuses = Object.keys(byStatus).filter((status) => byStatus[status].date_is_bookable)
  assert.deepEqual(bookableStatuses.sort(), ['confirmed', 'planned'])
  assert.equal(byStatus['cancelled'].date_id, 1)
  assert.equal(
    byStatus['cancelled'].free_places,
    0,
    '5 - 3 booked, attended, absent - 1 reserved - 1 elsewhere',
  )
  assert.equal(byStatus['planned'].free_places, 4)
})

test('11.3, 11.4, 10.1 next_dates: published dates that go ahead, from today for N calendar months, as main or other trainer', async () => {
  kontor.clock.set('2026-01-31T10:00:00Z')
  await sql
    .raw(`
insert into event (id, title, is_published) values (2, 'Two', true), (3, 'Hidden', false);
insert into trainer (id, identifier) values (1, 'T1'), (2, 'T2');
insert into event_date (id, event_id, title, start_date, start_time, end_date, status, is_active, is_published) values
  (20, 2, 'shown', '2026-01-30', '', null, 'planned', true, true),
  (21, 2, 'today', '2026-01-31', '13:00', '2026-02-01', 'planned', true, true),
  (22, 2, '', '2026-01-31', '09:00', null, null, true, true),
  (23, 2, 'last', '2026-02-28', '', null, 'running', true, true),
  (24, 2, 'late', '2026-03-01', '', null, 'planned', true, true),
  (25, 2, 'cancelled', '2026-02-02', '', null, 'cancelled', true, true),
  (26, 2, 'inactive', '2026-02-02', '', null, 'planned', false, true),
  (27, 2, 'unpublished', '2026-02-02', '', null, 'planned', true, false),
  (30, 3, 'of hidden', '2026-02-02', '', null, 'planned', true, true);
insert into date_trainer (date_id, position, trainer_id, is_main, is_listed)
  select id, 0, 1, id = 23, id <> 23 from event_date where event_id in (2, 3);
insert into date_trainer values (20, 1, 2, true, true), (21, 1, 1, true, false);
`)
    .execute(kontor.db)
  const { json } = await kontor.call('GET', '/events?dateId=20&allDateTrainers=1&nextDatesTrainers=1')
  const [one, two] = json[0].dates[0].all_trainers
  assert.deepEqual(one.next_dates, [
    { date_id: '22', title: 'Two', date_start: '2026-01-31', date_end: '' },
    { date_id: '21', title: 'today', date_start: '2026-01-31', date_end: '2026-02-01' },
    { date_id: '23', title: 'last', date_start: '2026-02-28', date_end: '' },
  ])
  assert.deepEqual(two.next_dates, [])
  const none = await kontor.call('GET', '/events?dateId=20&allDateTrainers=1')
  assert.deepEqual(none.json[0].dates[0].all_trainers[0].next_dates, [])
  const main = await kontor.call('GET', '/events?dateId=21&mainDateTrainer=1&nextDatesTrainers=0')
  assert.deepEqual(
    main.json[0].dates[0].main_trainer[0].next_dates.map((date: { date_id: string }) => date.date_id),
    ['22', '21'],
  )
})

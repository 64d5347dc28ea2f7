// The counters of a date's seats are written by triggers, which compare nothing else of the date.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
await sql`
  insert into event (id, title) values (1, 'Excel');
  insert into event_date (id, event_id, start_date, status, participants_max) values (10, 1, '2040-03-01', 'confirmed', 5);
  insert into contact (id, contact_type, last_name) values (1, 'person', 'Lindt')`.execute(kontor.owner)

const told = async () =>
  (
    await sql<{ topic: string }>`select distinct topic from cache_invalidation where record_id = 10`.execute(
      kontor.owner,
    )
  ).rows.map(({ topic }) => topic)
const logged = async () =>
  (
    await sql<{ after: object }>`
      select after from change_log where table_name = 'event_date' and action = 'update'`.execute(
      kontor.owner,
    )
  ).rows.map(({ after: values }) => values)
const counts = () =>
  db
    .selectFrom('event_date')
    .select(['booked_count', 'reserved_count', 'waitlisted_count'])
    .where('id', '=', 10)
    .executeTakeFirstOrThrow()

beforeEach(async () => {
  await sql`delete from booking; delete from seat_hold; delete from cache_invalidation`.execute(kontor.owner)
})

test('bookings and holds tell the seats of their date alone, and are no change of it', async () => {
  const before = await logged()
  await sql`insert into booking (id, contact_id, date_id, status) values (1, 1, 10, 'booked')`.execute(db)
  await sql`insert into seat_hold (id, date_id, seats, expires_at) values (gen_random_uuid(), 10, 2, now())`.execute(
    db,
  )
  assert.deepEqual(await counts(), { booked_count: 1, reserved_count: 2, waitlisted_count: 0 })
  await sql`update booking set status = 'waitlisted' where id = 1`.execute(db)
  await sql`delete from seat_hold`.execute(db)
  assert.deepEqual(await counts(), { booked_count: 0, reserved_count: 0, waitlisted_count: 1 })
  assert.deepEqual(await told(), ['seats'])
  assert.deepEqual(await logged(), before)
})

test('of several that are written at once, each counts at its date by its status', async () => {
  await sql`
    insert into event_date (id, event_id, start_date) values (11, 1, '2040-03-02');
    insert into contact (id, contact_type, last_name) values (2, 'person', 'Öztürk'), (3, 'person', 'Ada'), (4, 'person', 'Bob')`.execute(
    kontor.owner,
  )
  await sql`
    insert into booking (id, contact_id, date_id, status) values (1, 1, 10, 'booked'), (2, 2, 10, 'booked'), (3, 1, 11, 'reserved'),
      (4, 3, 10, 'waitlisted'), (5, 4, 10, 'cancelled'), (6, 4, 11, 'booked')`.execute(db)
  await sql`
    insert into seat_hold (id, date_id, seats, expires_at)
    select gen_random_uuid(), id, seats, now() from (values (10, 2), (10, 3), (11, 4)) as h(id, seats)`.execute(
    db,
  )
  const countsOf = async () =>
    (
      await sql<{ counts: number[] }>`
        select array[booked_count, reserved_count, waitlisted_count] as counts from event_date where id in (10, 11) order by id`.execute(
        db,
      )
    ).rows.map(({ counts: numbers }) => numbers)
  assert.deepEqual(await countsOf(), [
    [2, 5, 1],
    [1, 5, 0],
  ])
  await sql`delete from seat_hold where seats > 2`.execute(db)
  await sql`delete from booking where id in (2, 3, 4)`.execute(db)
  assert.deepEqual(await countsOf(), [
    [1, 2, 0],
    [1, 0, 0],
  ])
})

test('a statement that claims to write counters is logged, and tells the whole date', async () => {
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('kontor.counts', 'yes', true)`.execute(tx)
    await sql`update event_date set title = 'Other' where id = 10`.execute(tx)
  })
  assert.deepEqual((await logged()).at(-1), { title: 'Other' })
  assert.deepEqual(await told(), ['date'])
})

test('a change after a booking in the same transaction is a change of the date', async () => {
  await db.transaction().execute(async (tx) => {
    await sql`insert into booking (contact_id, date_id, status) values (1, 10, 'booked')`.execute(tx)
    await sql`update event_date set title = 'Later' where id = 10`.execute(tx)
  })
  assert.deepEqual((await logged()).at(-1), { title: 'Later' })
  assert.deepEqual((await told()).toSorted(), ['date', 'seats'])
})

// Waiting lists follow from the state of their dates, whatever changed it.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { testInstance } from '../../../test/support/test-instance.ts'
import { releaseSeatsJob } from '../../messages/release-seats-job.ts'
import type { Booking } from '../booking.schema.ts'

const seed = Number(process.env['KONTOR_TEST_SEED'] ?? 20261130)
const start = '2026-06-15T10:00:00Z'
const kontor = await testInstance({ start })
after(() => kontor.close())
const { db } = kontor
const signIn = () => kontor.signIn({ rights: ['booking', '090300', 'catalogue'] })
let office = await signIn()
/** Sessions end with the day. */
async function setClock(now: string): Promise<void> {
  kontor.clock.set(now)
  office = await signIn()
}
await sql`
  insert into event (id, title, is_published) values (1, 'Rhetorik', true);
  insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true), ('off', 'off', false, false)`.execute(
  db,
)

let people = 0
beforeEach(async () => {
  await setClock(start)
  await sql`delete from booking; delete from booking_order; delete from seat_hold; delete from outbox_mail; delete from message;
    delete from event_date; delete from graphile_worker._private_jobs`.execute(kontor.owner)
})

const newDate = async (values: object): Promise<number> =>
  (
    await db
      .insertInto('event_date')
      .values({ event_id: 1, start_date: '2026-09-01', status: 'open', has_waiting_list: true, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
async function newPerson(): Promise<number> {
  const { id } = await db
    .insertInto('contact')
    .values({ contact_type: 'person', last_name: `Person ${++people}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
/** Books new people with one order; without free seats they wait. */
async function book(dateId: number, seats = 1): Promise<Booking[]> {
  const participants: { contactId: number }[] = []
  for (let n = 0; n < seats; n++) participants.push({ contactId: await newPerson() })
  const body = { dateId, status: 'booked', participants, waitlistIfFull: true, messages: {} }
  const answer = await office.call('POST', '/bookings', body)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}
const statuses = async (dateId: number): Promise<string> => {
  const { rows } = await sql<{ status: string }>`
    select status from booking where date_id = ${dateId} order by id`.execute(db)
  return rows.map(({ status }) => status).join(' ')
}
const versionOf = async (path: string): Promise<number> => (await office.call('GET', path)).json[0].version
async function patch(path: string, body: object) {
  const answer = await office.call('PATCH', path, { version: await versionOf(path), messages: {}, ...body })
  assert.equal(answer.status, 200, answer.text)
  return answer
}
const cancel = ({ id }: { id: number }) => patch(`/bookings/${id}`, { status: 'cancelled' })
const runJob = () => releaseSeatsJob.run(kontor, new AbortController().signal)
const isWoken = async (): Promise<boolean> => {
  const { rows } = await sql`
    select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'release-seats'`.execute(kontor.owner)
  return rows.length > 0
}

test('a larger maximum promotes in the same step, which tells of it beforehand', async () => {
  const dateId = await newDate({ participants_max: 1 })
  for (const seats of [1, 1, 1]) await book(dateId, seats)
  assert.equal(await statuses(dateId), 'booked waitlisted waitlisted')
  const path = `/dates/${dateId}`
  const preview = await office.call('POST', `${path}/message-preview`, {
    version: await versionOf(path),
    participantsMax: 2,
  })
  assert.deepEqual(
    preview.json.map(({ cause }: { cause: string }) => cause),
    ['promoted'],
  )
  assert.equal(await statuses(dateId), 'booked waitlisted waitlisted')
  await patch(path, { participantsMax: 2 })
  assert.equal(await statuses(dateId), 'booked booked waitlisted')
})

for (const [what, change] of [
  ['a larger maximum', sql`update event_date set participants_max = 3`],
  ['a seat elsewhere that is given back', sql`update event_date set seats_elsewhere = 0`],
  ['a deleted booking', sql`delete from booking where status = 'booked'`],
  [
    'automatic promotion that is switched on',
    sql`update event_date set auto_promote = true, seats_elsewhere = 0`,
  ],
  ['a status that goes ahead', sql`update event_date set status = 'open', seats_elsewhere = 0`],
  [
    'a status that goes ahead from now on',
    sql`update date_status set goes_ahead = true where status = 'off'`,
  ],
] as const)
  test(`${what} wakes the job that promotes, and nobody overtakes meanwhile`, async (t) => {
    t.after(() => sql`update date_status set goes_ahead = status <> 'off'`.execute(db))
    const dateId = await newDate({ participants_max: 2, seats_elsewhere: 1 })
    await book(dateId)
    await book(dateId)
    if (what.startsWith('automatic'))
      await sql`update event_date set auto_promote = false, seats_elsewhere = 0`.execute(db)
    if (what.startsWith('a status'))
      await sql`update event_date set status = 'off', seats_elsewhere = 0`.execute(db)
    assert.match(await statuses(dateId), /waitlisted$/)
    await sql`delete from graphile_worker._private_jobs`.execute(kontor.owner)
    await change.execute(db)
    assert.equal(await isWoken(), true)
    if (what === 'a larger maximum') {
      await book(dateId)
      assert.equal(await statuses(dateId), 'booked booked waitlisted')
      return
    }
    await runJob()
    assert.match(await statuses(dateId), /booked$/)
    // Nothing is left for it.
    await sql`delete from graphile_worker._private_jobs`.execute(kontor.owner)
    await runJob()
    assert.equal(await isWoken(), false)
  })

test('a date that has begun promotes nobody, and one of this evening still does', async () => {
  const over = await newDate({ participants_max: 1, start_date: '2026-06-01' })
  const evening = await newDate({ participants_max: 1, start_date: '2026-06-15', start_time: '18:00' })
  const severalDays = await newDate({ participants_max: 1, start_date: '2026-06-14', end_date: '2026-06-20' })
  const byDays = await newDate({ participants_max: 1, start_date: '2026-06-15', start_time: '18:00' })
  await sql`insert into date_session_day (date_id, position, day, start_time) values (${byDays}, 1, '2026-06-15', '09:00')`.execute(
    db,
  )
  for (const dateId of [over, evening, severalDays, byDays]) {
    const [first] = await book(dateId)
    await book(dateId)
    await cancel(first!)
  }
  await runJob()
  assert.deepEqual(
    [await statuses(over), await statuses(evening), await statuses(severalDays), await statuses(byDays)],
    ['cancelled waitlisted', 'cancelled booked', 'cancelled waitlisted', 'cancelled waitlisted'],
  )
  const [booked] = (await office.call('GET', `/dates/${evening}/bookings`)).json
  await book(evening)
  // 18:00 in Berlin.
  kontor.clock.set('2026-06-15T16:00:00Z')
  await cancel(booked)
  assert.equal(await statuses(evening), 'cancelled cancelled waitlisted')
})

test('the seats of an order get their seats together; the next person takes a single one', async () => {
  const dateId = await newDate({ participants_max: 2 })
  const [first] = await book(dateId, 2)
  await book(dateId, 2)
  await book(dateId)
  await cancel(first!)
  assert.equal(await statuses(dateId), 'cancelled booked waitlisted waitlisted booked')
  const answer = await office.call('PATCH', `/dates/${dateId}/seats`, { keepsGroups: false })
  assert.equal(answer.json[0].keepsGroups, false)
  await sql`update event_date set participants_max = 3`.execute(db)
  await runJob()
  assert.equal(await statuses(dateId), 'cancelled booked booked waitlisted booked')
})

test('staff who promote by hand may split an order', async () => {
  const dateId = await newDate({ participants_max: 1, auto_promote: false })
  const [first] = await book(dateId)
  await book(dateId, 2)
  await cancel(first!)
  await office.call('POST', `/dates/${dateId}/waiting-list/promote`, { messages: {} })
  assert.equal(await statuses(dateId), 'cancelled booked waitlisted')
})

/** A date as the definition needs it, from the tables alone. */
type Row = { id: number; free: number; mayPromote: boolean; keepsGroups: boolean }

/** The waiting bookings that could have seats now. The definition, written anew: no code of the product is used. */
async function couldHaveSeats(today: string): Promise<number[]> {
  const { rows: dates } = await sql<Row>`
    select d.id, d.participants_max - d.seats_elsewhere
        - (select count(*)::int from booking b where b.date_id = d.id and b.status in ('booked', 'reserved', 'offered'))
        - (select coalesce(sum(h.seats), 0)::int from seat_hold h where h.date_id = d.id) as free,
      d.auto_promote and d.status = 'open' and d.start_date > ${today}::date as "mayPromote", d.keeps_groups as "keepsGroups"
    from event_date d`.execute(db)
  const { rows: waiting } = await sql<{ id: number; dateId: number; orderId: number; modules: number[] }>`
    select b.id, b.date_id as "dateId", b.order_id as "orderId", array(select m.date_id from booking_module m where m.booking_id = b.id) as modules
    from booking b where b.status = 'waitlisted'`.execute(db)
  const dateOf = new Map(dates.map((date) => [date.id, date]))
  const open = waiting.filter(({ dateId }) => dateOf.get(dateId)!.mayPromote)
  return open
    .filter(({ dateId, orderId, id }) => {
      const together = dateOf.get(dateId)!.keepsGroups
        ? open.filter((one) => one.orderId === orderId && one.dateId === dateId)
        : open.filter((one) => one.id === id)
      const needed = new Map<number, number>()
      for (const one of together)
        for (const date of [one.dateId, ...one.modules]) needed.set(date, (needed.get(date) ?? 0) + 1)
      return [...needed].every(([date, seats]) => dateOf.get(date)!.free >= seats)
    })
    .map(({ id }) => id)
}

const index = fc.nat({ max: 30 })
const seats = fc.integer({ min: 0, max: 4 })
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      date: index,
      seats: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc.record({ kind: fc.constant('cancel' as const), booking: index }),
  fc.record({ kind: fc.constant('move' as const), booking: index, date: index }),
  fc.record({ kind: fc.constant('wait' as const), booking: index }),
  fc.record({ kind: fc.constant('modules' as const), booking: index, hasModule: fc.boolean() }),
  fc.record({ kind: fc.constant('delete' as const), booking: index }),
  fc.record({ kind: fc.constant('maximum' as const), date: index, seats }),
  fc.record({ kind: fc.constant('elsewhere' as const), date: index, seats }),
  fc.record({ kind: fc.constant('status' as const), date: index, goesAhead: fc.boolean() }),
  fc.record({ kind: fc.constant('publish' as const), date: index, isPublished: fc.boolean() }),
  fc.record({
    kind: fc.constant('rule' as const),
    date: index,
    autoPromote: fc.boolean(),
    keepsGroups: fc.boolean(),
    offerHours: fc.constantFrom(0, 24),
  }),
  fc.record({ kind: fc.constant('hold' as const), date: index, seats: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constant('release' as const) }),
  fc.record({ kind: fc.constant('day' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

test('after every change of any kind, nobody waits who could have a seat', async () => {
  const counts = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps: Step[]) => {
      await setClock(start)
      await sql`delete from booking; delete from booking_order; delete from seat_hold; delete from series_module_date; delete from series_module;
        delete from event_date`.execute(db)
      const series = await newDate({ participants_max: 2, start_date: '2026-06-19' })
      const module = await newDate({ participants_max: 2, start_date: '2026-06-19' })
      const single = await newDate({ participants_max: 1, start_date: '2026-06-17' })
      await sql`insert into series_module (id, date_id, position, is_mandatory) values (1, ${series}, 1, false)`.execute(
        db,
      )
      await sql`insert into series_module_date (series_module_id, position, linked_date_id) values (1, 1, ${module})`.execute(
        db,
      )
      const dates = [series, module, single]
      for (const [dateId, count] of [
        [series, 1],
        [series, 2],
        [module, 1],
        [single, 1],
        [single, 1],
        [single, 2],
      ] as const)
        await book(dateId, count)
      let day = 15
      for (const one of steps) {
        const dateId = 'date' in one ? dates[one.date % dates.length]! : 0
        const { rows } = await sql<{ id: number }>`
          select id from booking where series_booking_id is null order by id`.execute(db)
        const booking = 'booking' in one ? rows[one.booking % (rows.length || 1)]?.id : undefined
        const bookingPath = `/bookings/${booking}`
        const path = `/dates/${dateId}`
        const change = async (target: string, body: object) =>
          office.call('PATCH', target, { version: await versionOf(target), messages: {}, ...body })
        const isOfImport = one.kind === 'status' || one.kind === 'elsewhere' || one.kind === 'publish'
        if (one.kind === 'book')
          await office.call('POST', '/bookings', {
            dateId,
            status: 'booked',
            participants: await Promise.all(
              Array.from({ length: one.seats }, async () => ({ contactId: await newPerson() })),
            ),
            waitlistIfFull: true,
            messages: {},
          })
        else if (booking !== undefined && one.kind === 'cancel')
          await change(bookingPath, { status: 'cancelled' })
        else if (booking !== undefined && one.kind === 'wait')
          await change(bookingPath, { status: 'waitlisted' })
        else if (booking !== undefined && one.kind === 'modules')
          await change(bookingPath, { moduleDateIds: one.hasModule ? [module] : [] })
        else if (booking !== undefined && one.kind === 'delete') await office.call('DELETE', bookingPath)
        else if (booking !== undefined && one.kind === 'move') await change(bookingPath, { dateId })
        else if (one.kind === 'maximum') await change(path, { participantsMax: one.seats })
        else if (one.kind === 'rule') {
          const { kind: _kind, date: _date, ...rule } = one
          await office.call('PATCH', `${path}/seats`, rule)
        } else if (one.kind === 'hold')
          await sql`insert into seat_hold (id, date_id, seats, expires_at, visitor_network)
            select gen_random_uuid(), id, ${one.seats}, now() + interval '1 hour', '' from event_date
            where id = ${dateId} and participants_max - booked_count - reserved_count - seats_elsewhere >= ${one.seats}`.execute(
            db,
          )
        else if (one.kind === 'release')
          await sql`update seat_hold set expires_at = now() - interval '1 second'`.execute(db)
        else if (one.kind === 'day') await setClock(`2026-06-${++day}T10:00:00Z`)
        else if (isOfImport) {
          const values =
            one.kind === 'status'
              ? { status: one.goesAhead ? 'open' : 'off' }
              : one.kind === 'publish'
                ? { is_published: one.isPublished }
                : { seats_elsewhere: one.seats }
          await db.updateTable('event_date').set(values).where('id', '=', dateId).execute()
        }
        counts.set(one.kind, (counts.get(one.kind) ?? 0) + 1)
        // Changes of the office are settled at once; the job does those of imports and look-up lists, and ended holds.
        const isAtOnce = ['book', 'cancel', 'wait', 'modules', 'delete', 'move', 'maximum'].includes(one.kind)
        if (!isAtOnce) await runJob()
        assert.deepEqual(await couldHaveSeats(`2026-06-${day}`), [], JSON.stringify(one))
      }
    }),
    { seed, numRuns: Number(process.env['KONTOR_TEST_RUNS'] ?? 20) },
  )
  console.log(
    `seed ${seed} (KONTOR_TEST_SEED), steps: ${[...counts].map(([kind, n]) => `${kind} ${n}`).join(', ')}`,
  )
})

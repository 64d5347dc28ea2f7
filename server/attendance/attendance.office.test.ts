// Attendance by half day: the half days of a date, recording, and the status of bookings.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'
import type { AttendanceSheet, Half, Mark } from './attendance.schema.ts'

// 2026-06-15, a Monday, 12:00 in Berlin.
const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn({ rights: ['090300', 'booking', 'catalogue'] })

const { id: eventId } = await db
  .insertInto('event')
  .values({ title: 'Excel' })
  .returning('id')
  .executeTakeFirstOrThrow()
const newDate = async (values: object = {}): Promise<number> =>
  (
    await db
      .insertInto('event_date')
      .values({
        event_id: eventId,
        participants_max: 20,
        start_date: '2026-06-11',
        end_date: '2026-06-12',
        start_time: '09:00',
        end_time: '17:00',
        status: 'confirmed',
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

let count = 0
const book = async (dateId: number, status = 'booked'): Promise<number> => {
  const contact = await db
    .insertInto('contact')
    .values({ contact_type: 'person', last_name: `Person ${String(++count).padStart(3, '0')}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('booking')
    .values({ contact_id: contact.id, date_id: dateId, status })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const sheetOf = async (dateId: number): Promise<AttendanceSheet> =>
  (await office.call('GET', `/dates/${dateId}/attendance`)).json[0]
const halfDays = async (dateId: number) =>
  (await sheetOf(dateId)).halfDays.map(({ day, half, startTime, endTime }) =>
    [day.slice(8), half, startTime, endTime].join(' ').trim(),
  )
const marksOf = async (dateId: number) =>
  Object.fromEntries(
    (await sheetOf(dateId)).participants.map(({ bookingId, marks }) => [bookingId, marks.join()]),
  )
const statusOf = async (id: number) =>
  (await db.selectFrom('booking').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const setStatus = async (id: number, status: string) =>
  assert.equal((await office.call('POST', '/bookings/bulk-update', { ids: [id], status })).status, 200)

type Cell = [bookingId: number, day: string, half: Half, mark: Mark]
const record = (dateId: number, cells: Cell[], by = office) =>
  by.call('POST', `/dates/${dateId}/attendance`, {
    marks: cells.map(([bookingId, day, half, mark]) => ({ bookingId, day, half, mark })),
  })
const mustRecord = async (dateId: number, cells: Cell[]) => {
  const answer = await record(dateId, cells)
  assert.equal(answer.status, 200, answer.text)
}
const [first, second] = ['2026-06-11', '2026-06-12']
const wholeDay = (id: number, day: string, mark: Mark): Cell[] => [
  [id, day, 'morning', mark],
  [id, day, 'afternoon', mark],
]

test('the half days of a date follow from its session days, or from its first to its last day', async () => {
  assert.deepEqual(await halfDays(await newDate()), [
    '11 morning 09:00 13:00',
    '11 afternoon 13:00 17:00',
    '12 morning 09:00 13:00',
    '12 afternoon 13:00 17:00',
  ])
  const dateId = await newDate()
  const days: [string, string, string][] = [
    ['2026-06-11', '09:00', '13:30'],
    ['2026-06-12', '13:00', '17:00'],
    ['2026-06-13', '09:00', '12:00'],
    ['2026-06-13', '12:45', '16:15'],
    ['2026-06-14', '12:00', '14:00'],
    ['2026-06-15', '22:00', '02:00'],
    ['2026-06-16', '', ''],
    ['2026-06-17', '', '12:00'],
  ]
  await db
    .insertInto('date_session_day')
    .values(
      days.map(([day, start_time, end_time], position) => ({
        date_id: dateId,
        position,
        day,
        start_time,
        end_time,
      })),
    )
    .execute()
  assert.deepEqual(await halfDays(dateId), [
    '11 morning 09:00 13:30',
    '12 afternoon 13:00 17:00',
    '13 morning 09:00 13:00',
    '13 afternoon 13:00 16:15',
    '14 afternoon 12:00 14:00',
    '15 afternoon 22:00 02:00',
    '16 morning',
    '16 afternoon',
    '17 morning',
  ])
  const { rows } = await sql<{ minutes: number | null }>`
    select minutes from date_half_day where date_id = ${dateId} order by day, half = 'afternoon'`.execute(db)
  assert.deepEqual(
    rows.map(({ minutes }) => minutes),
    [270, 240, 195, 195, 120, 240, null, null, null],
    'hours attended can be added up, without breaks',
  )
})

test('a series, a date without a day and a long date without session days have no half days', async () => {
  const series = await newDate()
  await db.insertInto('series_module').values({ date_id: series }).execute()
  assert.deepEqual([(await sheetOf(series)).isSeries, await halfDays(series)], [true, []])
  assert.deepEqual(await halfDays(await newDate({ start_date: null, end_date: null })), [])
  assert.deepEqual(await halfDays(await newDate({ end_date: '2026-06-25' })), [])
})

test('attendance is recorded by cell; the status follows as soon as all half days are recorded', async () => {
  const dateId = await newDate()
  const [anna, ben, cem] = [await book(dateId), await book(dateId), await book(dateId)]
  const outside = [
    await book(dateId, 'cancelled'),
    await book(dateId, 'reserved'),
    await book(dateId, 'waitlisted'),
  ]
  assert.deepEqual(await marksOf(dateId), { [anna]: ',,,', [ben]: ',,,', [cem]: ',,,' })
  await mustRecord(dateId, [...wholeDay(anna, first!, 'attended'), ...wholeDay(ben, first!, 'absent')])
  assert.deepEqual(
    [await statusOf(anna), await statusOf(ben)],
    ['booked', 'booked'],
    'the second day is open',
  )
  await mustRecord(dateId, [...wholeDay(anna, second!, 'absent'), ...wholeDay(ben, second!, 'absent')])
  assert.deepEqual(
    [await statusOf(anna), await statusOf(ben), await statusOf(cem)],
    ['attended', 'absent', 'booked'],
    'who attended a half day has attended; who attended none is absent',
  )
  assert.deepEqual(await marksOf(dateId), {
    [anna]: 'attended,attended,absent,absent',
    [ben]: 'absent,absent,absent,absent',
    [cem]: ',,,',
  })
  await mustRecord(dateId, [[ben, second!, 'afternoon', '']])
  assert.equal(await statusOf(ben), 'booked', 'a half day is open again')
  for (const id of outside) {
    const answer = await record(dateId, [[id, first!, 'morning', 'attended']])
    assert.deepEqual([answer.status, answer.json.code], [409, 'attendance.notParticipant'])
  }
})

test('two users who record different cells at once lose nothing; of two in one cell, the later one counts', async () => {
  const dateId = await newDate()
  const ids = await Promise.all(Array.from({ length: 8 }, () => book(dateId)))
  const cells = ids.flatMap((id) => [...wholeDay(id, first!, 'attended'), ...wholeDay(id, second!, 'absent')])
  const other = await kontor.signIn({ rights: ['090300', 'booking', 'catalogue'] })
  const answers = await Promise.all(
    cells.map((cell, index) => record(dateId, [cell], index % 2 ? office : other)),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  for (const id of ids) assert.equal(await statusOf(id), 'attended')
  assert.deepEqual(
    new Set(Object.values(await marksOf(dateId))),
    new Set(['attended,attended,absent,absent']),
  )
  await record(dateId, [[ids[0]!, first!, 'morning', 'absent']])
  await record(dateId, [[ids[0]!, first!, 'morning', 'attended']], other)
  assert.equal((await marksOf(dateId))[ids[0]!], 'attended,attended,absent,absent')
})

test('all attended: of one half day, without those who are recorded already', async () => {
  const dateId = await newDate({ end_date: '2026-06-11' })
  const [anna, ben] = [await book(dateId), await book(dateId)]
  await mustRecord(dateId, [[anna, first!, 'morning', 'absent']])
  const call = (body: object) => office.call('POST', `/dates/${dateId}/attendance/all-attended`, body)
  assert.equal((await call({ day: first, half: 'morning' })).status, 200)
  assert.deepEqual(await marksOf(dateId), { [anna]: 'absent,', [ben]: 'attended,' })
  assert.equal((await call({ day: first, half: 'afternoon' })).status, 200)
  assert.deepEqual([await statusOf(anna), await statusOf(ben)], ['attended', 'attended'])
  assert.equal(
    (await call({ day: second, half: 'afternoon' })).json.details[0].code,
    'attendance.unknownHalfDay',
  )
})

test('days to come, other days, repeated cells, dates that do not take place and unknown dates are rejected', async () => {
  const dateId = await newDate({ start_date: '2026-06-15', end_date: '2026-06-16' })
  const id = await book(dateId)
  const codes = async (cells: Cell[]) => {
    const { status, json } = await record(dateId, cells)
    return [
      status,
      ...json.details.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
    ]
  }
  assert.deepEqual(
    await codes([
      [id, '2026-06-15', 'afternoon', 'attended'],
      [id, '2026-06-16', 'morning', 'attended'],
    ]),
    [400, 'marks[1].day attendance.notYet'],
  )
  assert.deepEqual(await codes([[id, '2026-06-17', 'morning', 'absent']]), [
    400,
    'marks[0].day attendance.unknownHalfDay',
  ])
  assert.deepEqual(
    await codes([
      [id, '2026-06-15', 'morning', 'absent'],
      [id, '2026-06-15', 'morning', ''],
    ]),
    [400, 'marks[1] attendance.repeated'],
  )
  assert.deepEqual(await marksOf(dateId), { [id]: ',,,' }, 'all or none')
  await db.updateTable('event_date').set({ status: 'cancelled' }).where('id', '=', dateId).execute()
  const cancelled = await record(dateId, [[id, '2026-06-15', 'morning', 'absent']])
  assert.deepEqual([cancelled.status, cancelled.json.code], [409, 'attendance.dateCancelled'])
  assert.equal((await record(99999, [[id, '2026-06-15', 'morning', 'absent']])).status, 404)
  assert.equal((await office.call('GET', '/dates/99999/attendance')).status, 404)
})

test('a status that is set by hand stands for the half days that are not recorded', async () => {
  const dateId = await newDate()
  const id = await book(dateId)
  await setStatus(id, 'attended')
  assert.deepEqual(await marksOf(dateId), { [id]: 'attended,attended,attended,attended' })
  await mustRecord(dateId, [[id, second!, 'afternoon', 'absent']])
  assert.equal(await statusOf(id), 'attended')
  assert.deepEqual(await marksOf(dateId), { [id]: 'attended,attended,attended,absent' })
  await setStatus(id, 'absent')
  assert.deepEqual(await marksOf(dateId), { [id]: 'absent,absent,absent,absent' })
  await setStatus(id, 'attended')
  assert.deepEqual(await marksOf(dateId), { [id]: 'attended,attended,attended,absent' })
  await mustRecord(dateId, [...wholeDay(id, first!, 'absent'), [id, second!, 'morning', 'absent']])
  assert.equal(await statusOf(id), 'absent')
  await setStatus(id, 'attended')
  assert.deepEqual(
    await marksOf(dateId),
    { [id]: 'attended,attended,attended,attended' },
    'no half day was left that was attended',
  )
  await mustRecord(dateId, [[id, first!, 'morning', 'absent']])
  await setStatus(id, 'booked')
  assert.deepEqual(await marksOf(dateId), { [id]: ',,,' }, 'booked: to be recorded again')
})

test('a status that was set by hand while a date runs does not stand for days to come', async () => {
  const dateId = await newDate({ start_date: '2026-06-15', end_date: '2026-06-16' })
  const id = await book(dateId)
  await setStatus(id, 'attended')
  assert.deepEqual(await marksOf(dateId), { [id]: 'attended,attended,,' })
  await mustRecord(dateId, [[id, '2026-06-15', 'morning', 'absent']])
  assert.deepEqual(await marksOf(dateId), { [id]: 'absent,attended,,' })
  assert.equal(await statusOf(id), 'booked')
})

test('moving or cancelling deletes attendance; the change log keeps it, with the user who recorded it', async () => {
  const [dateId, otherId] = [await newDate(), await newDate()]
  const [moved, cancelled] = [await book(dateId), await book(dateId)]
  await mustRecord(dateId, [
    [moved, first!, 'morning', 'attended'],
    [cancelled, first!, 'morning', 'attended'],
  ])
  const [{ version }] = (await office.call('GET', `/bookings/${moved}`)).json
  assert.equal((await office.call('PATCH', `/bookings/${moved}`, { version, dateId: otherId })).status, 200)
  await setStatus(cancelled, 'cancelled')
  assert.deepEqual(
    await db.selectFrom('attendance').selectAll().where('booking_id', 'in', [moved, cancelled]).execute(),
    [],
  )
  await setStatus(cancelled, 'booked')
  assert.deepEqual(await marksOf(dateId), { [cancelled]: ',,,' })
  const { json } = await office.call('GET', `/changes?subject=booking&subjectId=${cancelled}`)
  type Entry = { tableName: string; action: string; actor: { id: number }; after: Record<string, unknown> }
  const entries = (json as Entry[]).filter(({ tableName }) => tableName === 'attendance')
  assert.deepEqual(entries.map(({ action, actor }) => [action, actor.id]).toSorted(), [
    ['delete', office.userId],
    ['insert', office.userId],
  ])
  assert.deepEqual(entries.find(({ action }) => action === 'insert')!.after['attended'], true)
})

test('rights: booking:access to see the sheet, booking:edit as well to record', async () => {
  const dateId = await newDate()
  const id = await book(dateId)
  for (const [rights, see, write] of [
    [[], 403, 403],
    [['090300', 'catalogue', 'booking:edit'], 403, 403],
    [['booking:access'], 200, 403],
    [['booking'], 200, 200],
  ] as const) {
    const one = await kontor.signIn({ rights: [...rights] })
    assert.equal((await one.call('GET', `/dates/${dateId}/attendance`)).status, see, rights.join())
    assert.equal(
      (await record(dateId, [[id, first!, 'morning', 'attended']], one)).status,
      write,
      rights.join(),
    )
  }
})

test('a date with 3,000 participants has its sheet, beside hundreds of other dates', async () => {
  await sql`insert into event_date (event_id, start_date, end_date, start_time, end_time, status)
    select ${eventId}::int, date '2027-01-01' + n, date '2027-01-03' + n, '09:00', '17:00', 'confirmed'
    from generate_series(1, 600) n`.execute(db)
  const dateId = await newDate({ participants_max: 3000 })
  await sql`with person as (
      insert into contact (contact_type, last_name) select 'person', 'Masse ' || n from generate_series(1, 3000) n returning id
    ) insert into booking (contact_id, date_id, status) select id, ${dateId}::int, 'booked' from person`.execute(
    db,
  )
  const elapsedMs = []
  for (let round = 0; round < 3; round++) {
    const begin = performance.now()
    const { participants } = await sheetOf(dateId)
    elapsedMs.push(performance.now() - begin)
    assert.equal(participants.length, 3000)
    assert.ok(participants.every(({ marks }) => marks.length === 4))
  }
  // 0.25 s; half days that are derived for each booking take more than 10 s.
  assert.ok(Math.min(...elapsedMs) < 3000, `${elapsedMs.map(Math.round)} ms`)
})

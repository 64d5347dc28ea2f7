// Bookings in the back office: seats under locks, waiting lists, series, lists and files.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import readXlsx from 'read-excel-file/node'
import { testInstance } from '../../test/support/test-instance.ts'
import { waitForLock } from '../../test/support/wait-until.ts'
import type { Booking, DateSeats } from './booking.schema.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn({ rights: ['090300', 'booking', 'catalogue', 'export'] })

let count = 0
const person = async (values: { first_name?: string; company?: string } = {}): Promise<number> =>
  (
    await db
      .insertInto('contact')
      .values({ contact_type: 'person', last_name: `Person ${String(++count).padStart(3, '0')}`, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const people = (number: number) => Promise.all(Array.from({ length: number }, () => person()))

const { id: eventId } = await db
  .insertInto('event')
  .values({ title: 'Excel', article_no: 'EX-1' })
  .returning('id')
  .executeTakeFirstOrThrow()
const newDate = async (max: number, values: object = {}): Promise<number> =>
  (
    await db
      .insertInto('event_date')
      .values({
        event_id: eventId,
        participants_max: max,
        start_date: '2026-09-01',
        status: 'confirmed',
        has_waiting_list: true,
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const post = (body: object, by = office) => by.call('POST', '/bookings', body)
const book = async (dateId: number, contactIds: number[], more: object = {}): Promise<Booking[]> => {
  const participants = contactIds.map((contactId) => ({ contactId }))
  const answer = await post({ dateId, status: 'booked', participants, ...more })
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}
const change = (booking: { id: number; version: number }, body: object) =>
  office.call('PATCH', `/bookings/${booking.id}`, { version: booking.version, ...body })
const cancel = async (booking: { id: number }) => {
  const [{ version }] = (await office.call('GET', `/bookings/${booking.id}`)).json
  return change({ id: booking.id, version }, { status: 'cancelled' })
}
const participants = async (dateId: number): Promise<Booking[]> =>
  (await office.call('GET', `/dates/${dateId}/bookings`)).json
const statuses = async (dateId: number) =>
  (await participants(dateId)).map(({ contactId, status }) => [contactId, status])
const seatsOf = async (dateId: number): Promise<DateSeats> =>
  (await office.call('GET', `/dates/${dateId}/seats`)).json[0]
const shown = async (dateId: number) => {
  const { json } = await kontor.call('GET', `/events?dateId=${dateId}`)
  const date = json[0].dates[0]
  return date.free_places
}
const fields = (answer: { json: { details: { field: string }[] } }) =>
  answer.json.details.map(({ field }) => field)

test('a booking tells whether its date takes place', async () => {
  const dateId = await newDate(5)
  const [{ dateGoesAhead }] = (await book(dateId, [await person()])) as [Booking]
  assert.equal(dateGoesAhead, true)
  await db.updateTable('event_date').set({ status: 'postponed' }).where('id', '=', dateId).execute()
  assert.deepEqual(
    (await participants(dateId)).map(({ status, dateGoesAhead }) => [status, dateGoesAhead]),
    [['booked', false]],
  )
})

test('rights: booking:access to see, booking:edit and 090300:access to book contacts, export to export', async () => {
  const dateId = await newDate(5)
  const contactId = await person()
  const body = { dateId, status: 'booked', participants: [{ contactId }] }
  for (const [rights, write, see, exportList] of [
    [[], 403, 403, 403],
    [['090300', 'catalogue', 'booking:edit', 'export'], 403, 403, 403],
    [['booking:access'], 403, 200, 403],
    [['booking'], 403, 200, 403],
    [['booking:access', 'export'], 403, 200, 200],
    [['booking', '090300:access'], 200, 200, 403],
  ] as const) {
    const one = await kontor.signIn({ rights: [...rights] })
    assert.equal((await post(body, one)).status, write, rights.join())
    for (const path of ['/bookings', `/dates/${dateId}/bookings`]) {
      assert.equal((await one.call('GET', path)).status, see, `${rights.join()} ${path}`)
      assert.equal((await one.call('GET', `${path}/export`)).status, exportList, `${rights.join()} ${path}`)
    }
    assert.equal((await one.call('GET', `/dates/${dateId}/seats`)).status, 200)
  }
  const noAdd = await kontor.signIn({ rights: ['090300:access', 'booking', 'catalogue', 'export'] })
  const created = { ...body, participants: [{ lastName: 'Neu', email: 'neu@kontor.example' }] }
  assert.equal((await post(created, noAdd)).status, 403)
})

test('invalid bodies are reported field by field', async () => {
  const dateId = await newDate(5)
  const contactId = await person()
  const answer = await post({
    dateId: '1',
    status: 1,
    participants: [{ lastName: ' ' }, { contactId: 1, email: 'a@b.de' }],
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(
    new Set(fields(answer)),
    new Set([
      'dateId',
      'status',
      'participants[0].lastName',
      'participants[0].email',
      'participants[1].email',
    ]),
  )
  assert.deepEqual(fields(await post({ dateId, status: 'x', participants: [{ contactId }] })), ['status'])
  assert.deepEqual(fields(await post({ dateId: 99999, status: 'booked', participants: [{ contactId }] })), [
    'dateId',
  ])
  assert.deepEqual(
    fields(await post({ dateId, status: 'booked', participants: [{ contactId }, { contactId: 99999 }] })),
    ['participants[1].contactId'],
  )
  assert.deepEqual(fields(await post({ dateId, status: 'booked', participants: [] })), ['participants'])
  const closed = await newDate(5, { has_waiting_list: false })
  assert.deepEqual(
    fields(await post({ dateId: closed, status: 'waitlisted', participants: [{ contactId }] })),
    ['status'],
  )
  const cancelledDate = await newDate(5, { status: 'cancelled' })
  assert.deepEqual(
    fields(await post({ dateId: cancelledDate, status: 'booked', participants: [{ contactId }] })),
    ['dateId'],
  )
  assert.equal((await office.call('GET', '/bookings/99999')).status, 404)
  assert.equal((await office.call('PATCH', '/bookings/99999', { version: 0 })).status, 404)
  assert.equal((await office.call('GET', '/dates/99999/seats')).status, 404)
  assert.deepEqual(await participants(dateId), [])
})

test('several participants in one request, one of them a new contact; GET /events shows it immediately', async () => {
  const dateId = await newDate(10)
  const [a, b, c] = await people(3)
  const body = {
    dateId,
    status: 'reserved',
    comment: 'vegetarisch',
    participants: [
      { contactId: a },
      { contactId: b },
      { contactId: c },
      { lastName: 'Öztürk', firstName: 'Ayşe', email: 'a@neu.example', company: 'Neu AG' },
    ],
  }
  assert.equal(await shown(dateId), 10)
  const { status, json, text } = await post(body)
  assert.equal(status, 200, text)
  assert.deepEqual(
    json.map(({ lastName, companyName, status, comment }: Booking) => [
      lastName,
      companyName,
      status,
      comment,
    ])[3],
    ['Öztürk', 'Neu AG', 'reserved', 'vegetarisch'],
  )
  assert.equal(await shown(dateId), 6)
  const again = await post({ ...body, participants: [{ lastName: 'Öztürk', email: 'A@neu.example' }] })
  assert.equal(again.status, 409)
  assert.match(String(again.headers['location']), new RegExp(`/contacts/${json[3].contactId}$`))
  await cancel(json[3])
  assert.equal(await shown(dateId), 7)
})

test('bookings never exceed the seats, including those taken elsewhere; the error has the free seats and offers the waiting list', async () => {
  const dateId = await newDate(5, { seats_elsewhere: 2 })
  const body = {
    dateId,
    status: 'booked',
    participants: (await people(4)).map((contactId) => ({ contactId })),
  }
  const refused = await post(body)
  assert.equal(refused.status, 409)
  assert.deepEqual(
    [refused.json.code, refused.json.params],
    ['bookings.fullWithWaitingList', { date: 'Excel, 2026-09-01', freeSeats: 3, neededSeats: 4, dateId }],
  )
  assert.equal(refused.json.message, '"Excel, 2026-09-01" has 3 free seats; needed: 4.')
  assert.deepEqual(await participants(dateId), [])
  const { json } = await post({ ...body, waitlistIfFull: true })
  assert.deepEqual(
    json.map((one: Booking) => [one.status, one.waitingListRank]),
    [
      ['booked', 0],
      ['booked', 0],
      ['booked', 0],
      ['waitlisted', 1],
    ],
  )
  assert.equal(await shown(dateId), 0)
  const none = await newDate(0, { has_waiting_list: false })
  const full = await post({
    dateId: none,
    status: 'reserved',
    participants: [{ contactId: await person() }],
    waitlistIfFull: true,
  })
  assert.deepEqual([full.status, full.json.code], [409, 'bookings.full'])
})

test('a person is booked once on a date, again only after cancelling', async () => {
  const dateId = await newDate(5)
  const contactId = await person({ first_name: 'Ida' })
  const [first] = await book(dateId, [contactId])
  const again = await post({ dateId, status: 'waitlisted', participants: [{ contactId }] })
  assert.equal(again.status, 409)
  assert.match(again.json.message, /"Ida Person \d+" is already booked on "Excel, 2026-09-01"\./)
  assert.equal(
    (await post({ dateId, status: 'booked', participants: [{ contactId }, { contactId }] })).status,
    409,
  )
  await cancel(first!)
  const [second] = await book(dateId, [contactId])
  const [{ version }] = (await office.call('GET', `/bookings/${first!.id}`)).json
  assert.equal((await change({ id: first!.id, version }, { status: 'booked' })).status, 409)
  assert.ok(second)
})

test('30 concurrent bookings of 3 seats: 3 are booked; the others are waitlisted, or rejected', async () => {
  const waiting = await newDate(3)
  const contacts = await people(30)
  const requests = await Promise.all(
    contacts.map((contactId) =>
      post({ dateId: waiting, status: 'booked', participants: [{ contactId }], waitlistIfFull: true }),
    ),
  )
  const counted = (all: string[]) =>
    [...new Set(all)].map((one) => [one, all.filter((other) => other === one).length]).sort()
  assert.deepEqual(counted(requests.map(({ json }) => json[0].status)), [
    ['booked', 3],
    ['waitlisted', 27],
  ])
  assert.deepEqual(
    (await participants(waiting)).slice(3).map(({ waitingListRank }) => waitingListRank),
    Array.from({ length: 27 }, (_, index) => index + 1),
  )
  const refusing = await newDate(3)
  const other = await Promise.all(
    contacts.map((contactId) => post({ dateId: refusing, status: 'booked', participants: [{ contactId }] })),
  )
  assert.deepEqual(counted(other.map(({ status }) => String(status))), [
    ['200', 3],
    ['409', 27],
  ])
  assert.equal((await seatsOf(refusing)).bookedCount, 3)
})

test('concurrent bookings of the same person: one succeeds', async () => {
  const dateId = await newDate(5)
  const contactId = await person()
  const requests = await Promise.all(
    [1, 2, 3].map(() => post({ dateId, status: 'booked', participants: [{ contactId }] })),
  )
  assert.deepEqual(requests.map(({ status }) => status).sort(), [200, 409, 409])
})

test('two concurrent cancellations promote two different bookings, in the order of the waiting list', async () => {
  const dateId = await newDate(3)
  const contacts = await people(6)
  const created = await book(dateId, contacts.slice(0, 3))
  for (const one of contacts.slice(3)) await book(dateId, [one], { status: 'waitlisted' })
  const answers = await Promise.all([cancel(created[0]!), cancel(created[1]!)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const up = answers.map(({ json }) => [json[0].status, json[1].contactId, json[1].status])
  assert.deepEqual(up.map(([, contactId]) => contactId).sort(), [contacts[3], contacts[4]].sort())
  const { bookedCount, waitlistedCount, freeSeats } = await seatsOf(dateId)
  assert.deepEqual([bookedCount, waitlistedCount, freeSeats], [3, 1, 0])
})

test('a person who joins the waiting list while a seat is being released is promoted', async () => {
  const dateId = await newDate(1)
  const waitingId = await person()
  const [booked] = await book(dateId, [await person()])
  const { cancelling } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('event_date').select('id').where('id', '=', dateId).forNoKeyUpdate().execute()
    await tx
      .insertInto('booking')
      .values({ contact_id: waitingId, date_id: dateId, status: 'waitlisted' })
      .execute()
    const waiting = cancel(booked!)
    await waitForLock(db)
    // In an object: a promise would be awaited before the commit.
    return { cancelling: waiting }
  })
  assert.equal((await cancelling).status, 200)
  assert.deepEqual(new Map((await statuses(dateId)) as [number, string][]).get(waitingId), 'booked')
})

test('without autoPromote nobody is promoted automatically; POST …/promote promotes the first', async () => {
  const dateId = await newDate(1)
  const [a, b, c] = await people(3)
  const created = await book(dateId, [a!, b!, c!], { waitlistIfFull: true })
  assert.equal(
    (await office.call('PATCH', `/dates/${dateId}/seats`, { autoPromote: false })).json[0].autoPromote,
    false,
  )
  assert.equal((await cancel(created[0]!)).json.length, 1)
  assert.equal(await shown(dateId), 1)
  const { json } = await office.call('POST', `/dates/${dateId}/waiting-list/promote`, {})
  assert.deepEqual(
    json.map(({ contactId }: Booking) => contactId),
    [b],
  )
  assert.deepEqual(await statuses(dateId), [
    [b, 'booked'],
    [c, 'waitlisted'],
    [a, 'cancelled'],
  ])
  const full = await change(created[2]!, { status: 'booked' })
  assert.deepEqual([full.status, full.json.code], [409, 'bookings.fullWithWaitingList'])
})

test('a waiting list can be reordered; later bookings are appended', async () => {
  const dateId = await newDate(0)
  const [a, b, c, d] = (await people(4)) as [number, number, number, number]
  const created = await book(dateId, [a, b, c], { status: 'waitlisted' })
  const order = (ids: number[]) =>
    office.call('POST', `/dates/${dateId}/waiting-list/order`, { bookingIds: ids })
  const [x, y, z] = created.map(({ id }) => id) as [number, number, number]
  assert.deepEqual(
    (await order([z, x, y])).json.map(({ id, waitingListRank }: Booking) => [id, waitingListRank]),
    [
      [z, 1],
      [x, 2],
      [y, 3],
    ],
  )
  await book(dateId, [d], { status: 'waitlisted' })
  assert.deepEqual(
    (await participants(dateId)).map(({ contactId }) => contactId),
    [c, a, b, d],
  )
  assert.equal((await order([x, y, z])).status, 409)
  assert.equal((await order([x, x, y, z])).status, 409)
})

test('a booking moves to another date with a free seat; its former seat goes to the waiting list', async () => {
  const from = await newDate(1)
  const to = await newDate(1)
  const [a, b, c] = await people(3)
  const [first] = await book(from, [a!])
  await book(from, [b!], { status: 'waitlisted' })
  const [other] = await book(to, [c!])
  const [fresh] = (await office.call('GET', `/bookings/${first!.id}`)).json
  const full = await change(fresh, { dateId: to })
  assert.deepEqual([full.status, full.headers['x-kontor-conflict']], [409, 'full'])
  assert.deepEqual(await statuses(from), [
    [a, 'booked'],
    [b, 'waitlisted'],
  ])
  await cancel(other!)
  const moved = await change(fresh, { dateId: to })
  assert.equal(moved.status, 200, moved.text)
  assert.deepEqual(await statuses(to), [
    [a, 'booked'],
    [c, 'cancelled'],
  ])
  assert.deepEqual(await statuses(from), [[b, 'booked']])
  const stale = await change(fresh, { comment: 'x' })
  assert.deepEqual([stale.status, stale.headers['x-kontor-conflict']], [409, 'stale'])
})

test('concurrent moves between two dates do not deadlock', async () => {
  const one = await newDate(2)
  const two = await newDate(2)
  const [a, b] = await people(2)
  const [first] = await book(one, [a!])
  const [second] = await book(two, [b!])
  const moved = await Promise.all([change(first!, { dateId: two }), change(second!, { dateId: one })])
  assert.deepEqual(
    moved.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual([await statuses(one), await statuses(two)], [[[b, 'booked']], [[a, 'booked']]])
})

test('a status is set for many bookings; an added status counts as configured', async () => {
  const dateId = await newDate(3)
  const created = await book(dateId, await people(3))
  const ids = created.map(({ id }) => id)
  const set = (status: string, some = ids) =>
    office.call('POST', '/bookings/bulk-update', { ids: some, status })
  assert.equal((await set('attended')).status, 200)
  assert.deepEqual(
    (await participants(dateId)).map(({ status }) => status),
    ['attended', 'attended', 'attended'],
  )
  assert.equal(await shown(dateId), 0)
  await db
    .insertInto('booking_status')
    .values({ status: 'moved on', name: 'moved on', counts_as: 'none' })
    .execute()
  await set('moved on', [ids[0]!])
  assert.equal(await shown(dateId), 1)
  assert.equal((await set('attended', [99999])).status, 404)
  assert.deepEqual(fields(await set('nothing')), ['status'])
  await book(dateId, [await person()])
  const all = await set('absent')
  assert.equal(all.status, 409, 'one of three finds no seat: none is changed')
  assert.deepEqual((await participants(dateId)).map(({ status }) => status).sort(), [
    'attended',
    'attended',
    'booked',
    'moved on',
  ])
})

/** A series of two mandatory modules, the second with two dates, and an elective one. */
async function newSeries(max = 5, moduleMax = 5) {
  const series = await newDate(max)
  const dates: number[] = []
  for (let created = 0; created < 4; created++) dates.push(await newDate(moduleMax))
  const [first, second, third, elective] = dates as [number, number, number, number]
  for (const [position, is_mandatory, linked] of [
    [1, true, [first]],
    [2, true, [second, third]],
    [3, false, [elective]],
  ] as const) {
    const { id } = await db
      .insertInto('series_module')
      .values({
        date_id: series,
        position,
        is_mandatory,
        module_type: is_mandatory ? 'mandatory' : 'elective',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('series_module_date')
      .values(
        linked.map((linked_date_id, index) => ({
          series_module_id: id,
          linked_date_id,
          position: index,
          is_preselected: is_mandatory && index === 0,
        })),
      )
      .execute()
  }
  return { series, first, second, third, elective }
}
/** The free seats of the dates themselves; those of a series that can be booked also depend on its modules. */
const free = async (...ids: number[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { participantsMax, bookedCount, reservedCount } = await seatsOf(id)
      return participantsMax - bookedCount - reservedCount
    }),
  )

test('a series is booked with its modules, and cancelled with them', async () => {
  const { series, first, second, third, elective } = await newSeries()
  const [a, b] = (await people(2)) as [number, number]
  const [booked] = await book(series, [a])
  assert.deepEqual(booked!.moduleDateIds, [first, second])
  assert.deepEqual(await free(series, first, second, third, elective), [4, 4, 4, 5, 5])
  assert.deepEqual(
    (await participants(first)).map(({ seriesBookingId, seriesTitle }) => [seriesBookingId, seriesTitle]),
    [[booked!.id, 'Excel']],
  )
  await book(series, [b], { moduleDateIds: [first, third, elective] })
  assert.deepEqual(await free(series, first, second, third, elective), [3, 3, 4, 4, 4])
  const wrong = { dateId: series, status: 'booked', participants: [{ contactId: await person() }] }
  assert.deepEqual(fields(await post({ ...wrong, moduleDateIds: [first] })), ['moduleDateIds'])
  assert.deepEqual(fields(await post({ ...wrong, moduleDateIds: [first, second, third] })), ['moduleDateIds'])
  assert.deepEqual(fields(await post({ ...wrong, moduleDateIds: [first, second, series] })), [
    'moduleDateIds[2]',
  ])
  await cancel(booked!)
  assert.deepEqual(await free(series, first, second, third, elective), [4, 4, 5, 4, 4])
  const [{ version }] = (await office.call('GET', `/bookings/${booked!.id}`)).json
  assert.equal((await change({ id: booked!.id, version }, { status: 'reserved' })).status, 200)
  assert.deepEqual(await statuses(second), [[a, 'reserved']], 'the cancelled booking is reactivated')
})

test('a series is booked completely or not at all: a full module rejects it, or it is waitlisted completely', async () => {
  const { series, first, second } = await newSeries(5, 1)
  const [a, b, c] = (await people(3)) as [number, number, number]
  const [alone] = await book(second, [a])
  const refused = await post({ dateId: series, status: 'booked', participants: [{ contactId: b }] })
  assert.deepEqual([refused.status, refused.json.code], [409, 'bookings.fullWithWaitingList'])
  assert.deepEqual(await free(series, first), [5, 1])
  for (const one of [b, c]) await book(series, [one], { waitlistIfFull: true })
  assert.deepEqual(await statuses(series), [
    [b, 'waitlisted'],
    [c, 'waitlisted'],
  ])
  assert.deepEqual(await free(series, first), [5, 1])
  const { json } = await cancel(alone!)
  assert.deepEqual(
    json.slice(1).map(({ contactId, dateId }: Booking) => [contactId, dateId]),
    [[b, series]],
  )
  assert.deepEqual(
    [await statuses(first), await statuses(second)],
    [
      [[b, 'booked']],
      [
        [b, 'booked'],
        [a, 'cancelled'],
      ],
    ],
  )
  // The series and one of its modules are chosen: both are answered before who was promoted.
  const ids = [await participants(series), await participants(first)].map(
    (list) => list.find(({ contactId }) => contactId === b)!.id,
  )
  const both = await office.call('POST', '/bookings/bulk-update', { ids, status: 'cancelled' })
  assert.deepEqual(
    both.json.map(({ id, contactId }: Booking) => (contactId === b ? id : contactId)),
    [...ids, c],
  )
  assert.deepEqual(await statuses(first), [
    [c, 'booked'],
    [b, 'cancelled'],
  ])
})

test('a module booking follows its series, but keeps its attendance; it can be moved', async () => {
  const { series, first, second, third } = await newSeries()
  const [booked] = await book(series, [await person()])
  const child = (await participants(second))[0]!
  assert.equal((await change(child, { dateId: third })).status, 200)
  const module = (await participants(first))[0]!
  await office.call('POST', '/bookings/bulk-update', { ids: [module.id], status: 'absent' })
  await office.call('POST', '/bookings/bulk-update', { ids: [booked!.id], status: 'attended' })
  assert.deepEqual(
    [(await participants(first))[0]!.status, (await participants(third))[0]!.status],
    ['absent', 'booked'],
  )
  const [series2] = (await office.call('GET', `/bookings/${booked!.id}`)).json
  assert.deepEqual(series2.moduleDateIds, [first, third])
  const other = await newSeries()
  const moved = await change(series2, { dateId: other.series })
  assert.equal(moved.status, 200, moved.text)
  assert.deepEqual(
    await free(series, first, third, other.series, other.first, other.second),
    [5, 5, 5, 4, 4, 4],
  )
})

test('concurrent bookings of overlapping series are consistent', async () => {
  const { series, first, second } = await newSeries(4, 4)
  const contacts = await people(12)
  const answers = await Promise.all(
    contacts.map((contactId, index) =>
      index % 3 === 0
        ? post({ dateId: second, status: 'booked', participants: [{ contactId }] })
        : post({ dateId: series, status: 'booked', participants: [{ contactId }] }),
    ),
  )
  assert.ok(answers.every(({ status }) => status === 200 || status === 409))
  const [ofSeries, ofFirst, ofSecond] = await Promise.all([series, first, second].map(seatsOf))
  assert.equal(ofSeries!.bookedCount, ofFirst!.bookedCount)
  assert.equal(ofSecond!.bookedCount, 4)
})

test('a cancelled date is not the default of a module, and cannot be chosen', async () => {
  const { series, first, second, third } = await newSeries()
  await db.updateTable('event_date').set({ status: 'cancelled' }).where('id', '=', second).execute()
  const contactId = await person()
  const body = { dateId: series, status: 'booked', participants: [{ contactId }] }
  assert.deepEqual(fields(await post({ ...body, moduleDateIds: [first, second] })), ['dateId'])
  const [booked] = (await post(body)).json
  assert.deepEqual(booked.moduleDateIds, [first, third])
})

test('the list: filters, order, pages, one contact', async () => {
  const dateId = await newDate(5, { start_date: '2027-03-05', title: 'Besondere Runde' })
  const [a, b] = (await people(2)) as [number, number]
  await book(dateId, [a, b])
  const list = async (query: string) => (await office.call('GET', `/bookings?${query}`)).json as Booking[]
  assert.deepEqual(
    (await list('from=2027-03-05&to=2027-03-05&sort=lastName&order=asc')).map(({ contactId }) => contactId),
    [a, b],
  )
  assert.deepEqual((await list('q=besondere+runde&status=booked,reserved')).length, 2)
  assert.deepEqual((await list(`q=besondere&status=cancelled`)).length, 0)
  assert.deepEqual(
    (await list(`contactId=${a}`)).map((one) => one.dateId),
    [dateId],
  )
  assert.ok((await list(`eventId=${eventId}`)).length > 2)
  const page = await office.call('GET', `/bookings?dateId=${dateId}&perPage=1`)
  assert.deepEqual([page.json.length, page.headers['x-total-count']], [1, '2'])
  const dates = (await office.call('GET', '/bookable-dates?q=besondere')).json
  assert.deepEqual(
    dates.map(({ id, freeSeats }: DateSeats) => [id, freeSeats]),
    [[dateId, 3]],
  )
  for (const status of ['cancelled', 'completed']) {
    await sql`update event_date set status = ${status} where id = ${dateId}`.execute(kontor.db)
    assert.deepEqual((await office.call('GET', '/bookable-dates?q=besondere')).json, [], status)
    assert.equal((await office.call('GET', `/bookable-dates?ids=${dateId}`)).json.length, 1)
    const [entry] = (await office.call('GET', `/contacts/${a}/timeline?kind=booking`)).json
    assert.deepEqual([entry.status, entry.isOff], ['booked', status === 'cancelled'])
  }
  assert.equal((await office.call('GET', '/booking-statuses')).json[0].id, 'interested')
})

test('participants as CSV and XLSX; formulas are escaped', async () => {
  const dateId = await newDate(5)
  const evil = await person({ first_name: "=cmd|'/c calc'!A1", company: '@SUM(1)' })
  await book(dateId, [evil])
  const csv = await office.call('GET', `/dates/${dateId}/bookings/export?format=csv&language=de`)
  assert.equal(csv.status, 200)
  assert.match(csv.text, /^\ufeffNr\.;Status;Warteliste;Anrede;/)
  assert.match(csv.text, /;'=cmd\|'\/c calc'!A1;Person \d+;'@SUM\(1\);/)
  assert.match(csv.text, /;gebucht;/)
  assert.equal(
    (await office.call('GET', `/bookings/export?format=csv&dateId=${dateId}&language=en`)).text.split('\r\n')
      .length,
    3,
  )
  const answer = await kontor.app.inject({
    method: 'GET',
    url: `/office/api/dates/${dateId}/bookings/export?format=xlsx&language=en`,
    headers: { cookie: office.cookie },
  })
  assert.match(String(answer.headers['content-disposition']), /\.xlsx/)
  const [sheet] = await readXlsx(answer.rawPayload)
  assert.deepEqual(sheet!.data[1]!.slice(1, 2), ['booked'])
})

test('the change log of a date includes its bookings on request, with the right to contacts', async () => {
  const dateId = await newDate(1)
  const [one, other] = await people(2)
  const [first] = await book(dateId, [one!])
  await book(dateId, [other!], { status: 'waitlisted' })
  await cancel(first!)
  await newDate(1)
  const log = async (query = '', by = office) => {
    const { json } = await by.call('GET', `/changes?subject=date&subjectId=${dateId}${query}`)
    return json.map(({ tableName, action, after }: { tableName: string; action: string; after: object }) =>
      [tableName, action, (after as { status?: string }).status].join(' '),
    )
  }
  const own = ['event_date insert confirmed']
  const bookings = [
    'booking update booked',
    'booking update cancelled',
    'booking insert waitlisted',
    'booking insert booked',
  ]
  assert.deepEqual(await log(), own)
  assert.deepEqual((await log('&includeBookings=1')).toSorted(), [...bookings, ...own].toSorted())
  const blind = await kontor.signIn({ rights: ['catalogue'] })
  assert.deepEqual(await log('&includeBookings=1', blind), own)
})

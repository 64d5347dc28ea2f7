// The start page: its figures on a small data set, with and without the right to contacts.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { listQuery } from '../../office/shell/api/query-string.ts'
import { listPaths, type Start } from '../../office/start/start.ts'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'

let kontor: TestInstance
const run = (text: string) => sql.raw(text).execute(kontor.db)

before(async () => {
  // A Monday, 12:00 in Berlin.
  kontor = await testInstance({ start: '2026-06-15T10:00:00Z' })
})
after(() => kontor.close())

type SignInOptions = Parameters<TestInstance['signIn']>[0]
async function loadStartPage(user?: SignInOptions) {
  const office = await kontor.signIn(user)
  const { status, json } = await office.call('GET', '/start')
  assert.equal(status, 200)
  assert.equal(json.length, 1)
  return json[0]
}

test('the start page of an empty instance', async () => {
  const page = await loadStartPage()
  assert.deepEqual([page.hasEvents, page.hasDates], [false, false])
  assert.deepEqual([page.dateCount, page.belowMinimumCount, page.leadCount, page.taskCount], [0, 0, 0, 0])
  assert.equal(page.weeks.length, 26)
  assert.equal(page.weeks.at(-1).startDate, '2026-06-15')
  assert.equal((await kontor.app.inject({ url: '/office/api/start' })).statusCode, 401)
})

test('dates of the next four weeks with their seats, and those below the minimum', async () => {
  await run(`
    insert into event (id, title) values (1, 'Führung'), (2, 'Recht');
    insert into contact (id, contact_type, last_name) values (1, 'person', 'A'), (2, 'person', 'B'), (3, 'person', 'C'), (4, 'person', 'D'),
      (9, 'location', 'Haus am See');
    insert into location (contact_id) values (9);
    insert into event_date (id, event_id, title, start_date, end_date, status, is_active, participants_min, participants_max, seats_elsewhere) values
      (1, 1, '', '2026-06-15', '2026-06-15', 'planned', true, 3, 5, 1),
      (2, 2, 'Recht kompakt', '2026-07-13', null, 'confirmed', true, 4, 5, 1),
      (3, 1, '', '2026-06-10', '2026-06-16', 'running', true, 5, 10, 0),
      (4, 1, 'yesterday', '2026-06-14', '2026-06-14', 'completed', true, 5, 10, 0),
      (5, 1, 'later', '2026-07-14', '2026-07-14', 'planned', true, 5, 10, 0),
      (6, 1, 'cancelled', '2026-06-20', '2026-06-20', 'cancelled', true, 5, 10, 0),
      (7, 1, 'inactive', '2026-06-20', '2026-06-20', 'planned', false, 5, 10, 0),
      (8, 1, 'without a day', null, null, 'planned', true, 5, 10, 0);
    insert into date_location values (2, 9);
    insert into booking (contact_id, date_id, status, created_at) values
      (1, 1, 'booked', '2026-06-14T21:59:00Z'), (2, 1, 'reserved', '2026-06-14T22:00:00Z'),
      (1, 2, 'booked', '2026-06-14T22:00:00Z'), (2, 2, 'attended', '2026-06-15T09:00:00Z'), (3, 2, 'booked', '2025-12-21T22:59:00Z'),
      (4, 2, 'waitlisted', '2026-06-15T09:00:00Z'), (4, 1, 'cancelled', '2026-06-15T09:00:00Z'), (3, 1, 'interested', '2026-06-15T09:00:00Z');
  `)
  const page = await loadStartPage({ rights: [] })
  assert.deepEqual([page.from, page.to], ['2026-06-15', '2026-07-13'])
  assert.deepEqual(
    page.dates.map(({ id }: { id: number }) => id),
    [1, 2, 3],
  )
  assert.equal(page.dateCount, 3)
  const { locationNames, displayTitle, startDate, endDate, ...seats } = page.dates[1]
  assert.deepEqual(
    [displayTitle, locationNames, startDate, endDate],
    ['Recht kompakt', 'Haus am See', '2026-07-13', '2026-07-13'],
  )
  assert.deepEqual(seats, {
    id: 2,
    identifier: '',
    startTime: '',
    // Reached with the seat that is taken elsewhere.
    participantsMin: 4,
    participantsMax: 5,
    bookedCount: 3,
    reservedCount: 0,
    seatsElsewhere: 1,
    freeSeats: 1,
    waitlistedCount: 1,
  })
  const { bookedCount, reservedCount, seatsElsewhere, freeSeats } = page.dates[0]
  assert.deepEqual([bookedCount, reservedCount, seatsElsewhere, freeSeats], [1, 1, 1, 2])
  assert.deepEqual(
    page.datesBelowMinimum.map(({ id }: { id: number }) => id),
    [1],
  )
  assert.equal(page.belowMinimumCount, 1)
  assert.deepEqual([page.hasEvents, page.hasDates], [true, true])
})

test('bookings by the week of the instance’s zone', async () => {
  const { weeks } = await loadStartPage({ rights: [] })
  const [before, now] = weeks.slice(-2)
  assert.deepEqual([before.startDate, before.bookingCount], ['2026-06-08', 1])
  assert.deepEqual([now.startDate, now.bookingCount], ['2026-06-15', 2])
  assert.equal(
    weeks.reduce((sum: number, week: { bookingCount: number }) => sum + week.bookingCount, 0),
    3,
    'older bookings are not counted',
  )
})

test('leads and sign-ups of the user’s clients; companies and sign-ups only with the right to contacts', async () => {
  await run(`
    insert into client (id, name) values (2, 'Other');
    insert into contact (id, contact_type, last_name) values (20, 'company', 'Nordlicht');
    insert into lead (id, client_id, name, company_id, created_at) values
      (1, 1, 'new', 20, '2026-06-14T10:00:00Z'), (2, 1, 'newer', null, '2026-06-15T09:00:00Z'),
      (3, 1, 'old', null, '2026-06-01T09:59:00Z'), (4, 2, 'other', null, '2026-06-14T10:00:00Z');
    insert into newsletter_form (id, name, client_id) values (1, 'One', 1), (2, 'Two', 2);
    insert into newsletter_consent (contact_id, form_id, client_id, email, given_ip_address, given_user_agent, given_at) values
      (1, 1, 1, 'a@b', '', '', '2026-06-15T09:00:00Z'), (2, 1, 1, 'a@b', '', '', '2026-06-14T09:00:00Z'), (3, 2, 2, 'a@b', '', '', '2026-06-15T09:00:00Z');
  `)
  const signUps = (page: { weeks: { signUpCount: number }[] }) =>
    page.weeks.slice(-2).map((week) => week.signUpCount)
  const leads = (page: { leads: { id: number; companyName: string }[] }) =>
    page.leads.map(({ id, companyName }) => [id, companyName])
  const one = await loadStartPage({ rights: ['090300:access', 'lead', 'task', 'booking:access'] })
  assert.deepEqual(leads(one), [
    [2, ''],
    [1, 'Nordlicht'],
  ])
  assert.equal(one.leadCount, 2)
  assert.deepEqual(signUps(one), [1, 1])
  const withoutContactsRight = await loadStartPage({ rights: ['lead', 'task'] })
  assert.deepEqual(leads(withoutContactsRight), [
    [2, ''],
    [1, ''],
  ])
  assert.deepEqual(signUps(withoutContactsRight), [0, 0])
  const two = await loadStartPage({ rights: ['090300', 'lead', 'task', 'booking:access'], clientIds: [2] })
  assert.deepEqual(leads(two), [[4, '']])
  assert.deepEqual(signUps(two), [0, 1])
})

test('the user’s open tasks, the most urgent first; the numbers of overdue and unassigned ones', async () => {
  const office = await kontor.signIn({ rights: ['task'] })
  await run(`
    insert into task (client_id, kind, subject, assignee_id, due_date, done_at) values
      (1, 'todo', 'some day', ${office.userId}, null, null), (1, 'todo', 'today', ${office.userId}, '2026-06-15', null),
      (1, 'todo', 'late', ${office.userId}, '2026-06-14', null), (1, 'todo', 'done', ${office.userId}, '2026-06-14', now()),
      (2, 'todo', 'of another client', ${office.userId}, '2026-06-14', null), (1, 'todo', 'nobody', null, null, null),
      (2, 'todo', 'nobody there', null, null, null);
  `)
  const [page] = (await office.call('GET', '/start')).json
  assert.deepEqual(
    page.tasks.map(
      ({ subject, isOverdue, dueDate }: { subject: string; isOverdue: boolean; dueDate: string }) => [
        subject,
        isOverdue,
        dueDate,
      ],
    ),
    [
      ['late', true, '2026-06-14'],
      ['today', false, '2026-06-15'],
      ['some day', false, ''],
    ],
  )
  assert.deepEqual([page.taskCount, page.overdueCount, page.unassignedCount], [3, 1, 1])
})

test('orders of visitors in the last 14 days, and how they came to book in the last 30', async () => {
  await run(`
    insert into booking_order (id, source, code, orderer_id, created_at) values
      (1, 'website', 'AAAA-AAAA', 1, '2026-06-02T00:00:00+02'), (2, 'website', 'BBBB-BBBB', 2, '2026-06-01T23:59:00+02'),
      (3, 'website', 'CCCC-CCCC', 3, '2026-05-16T23:59:00+02'), (4, 'office', null, 4, '2026-06-14T12:00:00+02');
    insert into booking (contact_id, date_id, status, order_id, created_at) values
      (null, 7, 'booked', 1, '2026-06-02'), (null, 8, 'reserved', 1, '2026-06-02'), (null, 1, 'cancelled', 1, '2026-06-02'),
      (null, 1, 'cancelled', 2, '2026-06-01');
    insert into website_key (id, client_id, name, key, hash, origins, catalogue_ids, hides_seats)
      values (1, (select min(id) from client), 'w', 'pk_x', decode(repeat('00', 32), 'hex'), '{}', '{}', false);
    insert into website_key_use (key_id, day, requests, views, begun) values
      (1, '2026-05-16', 9, 9, 9), (1, '2026-05-17', 5, 4, 1), (1, '2026-06-15', 5, 3, 2);
  `)
  const page: Start = await loadStartPage({ rights: ['090300:access', 'booking:access'] })
  assert.deepEqual(page.orders, [
    {
      id: 1,
      orderedBy: 'A',
      dateTitles: 'inactive, without a day',
      seatCount: 2,
      createdAt: '2026-06-01T22:00:00+00:00',
    },
  ])
  assert.deepEqual([page.orderCount, page.funnel], [1, { views: 7, begun: 3, orders: 2 }])
  const withoutContacts: Start = await loadStartPage({ rights: [] })
  assert.deepEqual([withoutContacts.orders, withoutContacts.orderCount], [[], 0])
})

test('every figure leads to a list with as many records', async () => {
  await run(`
    insert into lead (id, client_id, name, status, created_at) values
      (5, 1, 'new, and closed', 'won', '2026-06-02T00:00:00+02'), (6, 1, 'a day too old', 'new', '2026-06-01T23:59:00+02');
    insert into newsletter_consent (contact_id, form_id, client_id, email, given_ip_address, given_user_agent, given_at) values
      (1, 1, 1, 'a@b', '', '', '2025-12-22T00:00:00+01'), (1, 1, 1, 'a@b', '', '', '2025-12-21T23:59:00+01');
  `)
  const office = await kontor.signIn({ rights: ['090300:access', 'lead', 'task', 'booking:access'] })
  await run(`insert into task (client_id, kind, subject, assignee_id, due_date) values
    (1, 'todo', 'late', ${office.userId}, '2026-06-14'), (1, 'todo', 'today', ${office.userId}, '2026-06-15')`)
  const page: Start = (await office.call('GET', '/start')).json[0]
  const sum = (metric: 'bookingCount' | 'signUpCount') =>
    page.weeks.reduce((all, week) => all + week[metric], 0)
  const counts: Record<keyof ReturnType<typeof listPaths>, number> = {
    dates: page.dateCount,
    belowMinimum: page.belowMinimumCount,
    leads: page.leadCount,
    orders: page.orderCount,
    tasks: page.taskCount,
    overdue: page.overdueCount,
    unassigned: page.unassignedCount,
    bookings: sum('bookingCount'),
    signUps: sum('signUpCount'),
  }
  // No figure is zero, and each but that of the tasks is a part of all records.
  assert.deepEqual(counts, {
    ...{
      dates: 3,
      belowMinimum: 1,
      leads: 3,
      orders: 1,
      tasks: 2,
      overdue: 1,
      unassigned: 1,
      bookings: 4,
      signUps: 3,
    },
  })
  const lists = Object.entries(listPaths(page))
  assert.deepEqual(lists.map(([name]) => name).toSorted(), Object.keys(counts).toSorted())
  for (const [name, address] of lists) {
    const { pathname, searchParams } = new URL(address, 'http://office')
    const [sort, order, filter] = ['sort', 'order', 'filter'].map((one) => searchParams.get(one)!)
    const query = listQuery({
      pagination: { page: 1, perPage: 25 },
      sort: { field: sort!, order: order as 'ASC' },
      filter: JSON.parse(filter!),
    })
    const { status, headers, text } = await office.call('GET', `${pathname}${query}`)
    assert.equal(status, 200, `${name}: ${text}`)
    assert.equal(Number(headers['x-total-count']), counts[name as keyof typeof counts], name)
  }
})

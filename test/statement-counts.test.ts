// Pages of many records take as many statements as those of few, and bookings of visitors take few.
import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { testInstance } from './support/test-instance.ts'
import { openWebsite } from './support/website.ts'

const kontor = await testInstance()
after(() => kontor.close())
const office = await kontor.signIn()
const created = async (path: string, body: object): Promise<{ id: number }> => {
  const { status, json, text } = await office.call('POST', path, body)
  assert.equal(status, 200, text)
  return json[0]
}

/**
 * The statements that are sent meanwhile. Without those of the caches, which ask what has changed as often as any database of the
 * server is written to.
 */
async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const query = mock.method(pg.Client.prototype, 'query')
  try {
    await work()
    const sent = query.mock.calls.map((call): unknown => call.arguments[0])
    return sent
      .map((one) => String((one as { text?: string }).text ?? one))
      .filter((text) => !/^\s*select pg_current_snapshot/.test(text))
  } finally {
    query.mock.restore()
  }
}

/** The statements of a request that is repeated ten times: those of the round with the fewest, and its records. */
async function statementsOf(path: string): Promise<{ statements: string[]; records: number }> {
  // The first request fills caches; work in the background may send statements between.
  await office.call('GET', path)
  const rounds = []
  for (let round = 0; round < 10; round++) {
    let records = 0
    const statements = await statementsDuring(async () => {
      const { status, json, text } = await office.call('GET', path)
      assert.equal(status, 200, text)
      records = json.length
    })
    rounds.push({ statements, records })
  }
  return rounds.reduce((a, b) => (b.statements.length < a.statements.length ? b : a))
}

/** Fails with the statements themselves if one of two lists has more. */
const assertAsMany = (actual: string[], expected: string[], path: string) =>
  assert.equal(actual.length, expected.length, [path, '', ...expected, '', ...actual].join('\n'))

const { id: eventId } = await created('/events', { title: 'Rhetorik' })
const { id: locationId } = await created('/locations', {
  name: 'Haus',
  rooms: [{ name: 'Saal' }, { name: 'Stube' }],
})
const [location] = (await office.call('GET', `/locations/${locationId}`)).json
const contact = await created('/contacts', { firstName: 'Vera', lastName: 'Lehr' })
const { id: trainerId } = await created('/trainers', { contactId: contact.id, lastName: 'Lehr' })
const newDate = (startDate: string) =>
  created('/dates', {
    eventId,
    startDate,
    endDate: startDate,
    participantsMax: 60,
    locationIds: [locationId],
    roomIds: location.rooms.map(({ id }: { id: number }) => id),
    trainers: [{ trainerId, isMain: true }],
    sessionDays: [
      { day: startDate, startTime: '13:00', endTime: '17:00' },
      { day: startDate, startTime: '09:00', endTime: '12:00' },
    ],
  })
const few = await newDate('2040-01-02')
const many = await newDate('2041-01-02')
for (let day = 3; day < 23; day++) await newDate(`2041-01-${String(day).padStart(2, '0')}`)
for (const [dateId, count] of [
  [few.id, 1],
  [many.id, 50],
] as const)
  await created('/bookings', {
    dateId,
    status: 'booked',
    participants: Array.from({ length: count }, (_, n) => ({
      lastName: `Gast ${n}`,
      email: `gast.${dateId}.${n}@kontor.example`,
    })),
  })

test('the dates of a period', async () => {
  const ofFew = await statementsOf('/dates?from=2040-01-01&to=2040-01-31&perPage=1000')
  const ofMany = await statementsOf('/dates?from=2041-01-01&to=2041-01-31&perPage=1000')
  assert.deepEqual([ofFew.records, ofMany.records], [1, 21])
  assert.ok(ofFew.statements.length > 0)
  assertAsMany(ofMany.statements, ofFew.statements, 'the dates of a period')
})

test('the page of a date: its bookings, seats and changes', async () => {
  for (const path of [
    '/dates/ID/bookings',
    '/dates/ID/seats',
    '/dates/ID',
    '/changes?subject=date&subjectId=ID&includeBookings=true',
  ]) {
    const [ofFew, ofMany] = [
      await statementsOf(path.replace('ID', `${few.id}`)),
      await statementsOf(path.replace('ID', `${many.id}`)),
    ]
    assertAsMany(ofMany.statements, ofFew.statements, path)
    if (path.endsWith('bookings')) assert.deepEqual([ofFew.records, ofMany.records], [1, 50])
  }
})

test('a row of the list of dates has trainers, locations, rooms and session days', async () => {
  const [date] = (await office.call('GET', '/dates?from=2040-01-01&to=2040-01-31')).json
  assert.deepEqual(
    [date.trainerNames, date.locationNames, date.sessionDays],
    ['Lehr', 'Haus', ['2040-01-02']],
  )
  assert.deepEqual(
    date.rooms.map(({ name, locationName }: Record<string, string>) => `${locationName} ${name}`),
    ['Haus Saal', 'Haus Stube'],
  )
  assert.deepEqual(date.trainers, [{ id: trainerId, name: 'Lehr' }])
})

test('a visitor: a hold, a quote, and a booking with the mail that confirms it', async () => {
  const site = await openWebsite()
  try {
    const { owner } = site.kontor
    await sql`
      insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
        on conflict (status) do update set is_bookable = true, goes_ahead = true;
      insert into event (id, title, is_published) values (1, 'Rhetorik', true);
      insert into event_date (id, event_id, start_date, participants_max, status, is_published)
        values (10, 1, '2040-03-01', 100, 'open', true);
      insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included)
        values (10, 1, 'Normal', 240, 'EUR', 19, true)`.execute(owner)
    const key = await site.createKey({ isSecret: true })
    const post = async (path: string, body: object) => {
      const { status, json, text } = await site.post(path, body, { key })
      assert.ok(status < 300, text)
      return json
    }
    const visit = async (number: number) => {
      const { id: holdId } = await post('/holds', { dateId: 10, seats: 1 })
      await post('/quotes', { dateId: 10, seats: 1 })
      const person = {
        firstName: 'Mara',
        lastName: `Lindt ${number}`,
        email: `mara.${number}@kontor.example`,
      }
      await post('/bookings', {
        dateId: 10,
        holdId,
        seats: [person],
        orderer: person,
        invoiceTo: { street: 'Weg', zip: '20457', city: 'Hamburg', country: 'DE' },
        isConsumer: false,
        accepted: [],
      })
    }
    const rounds = []
    for (let round = 0; round < 10; round++) rounds.push(await statementsDuring(() => visit(round)))
    const fewest = rounds.reduce((a, b) => (b.length < a.length ? b : a))
    // Six of them read and sign what the order shows, and keep the record of it.
    assert.ok(fewest.length <= 36, fewest.join('\n'))
  } finally {
    await site.kontor.close()
  }
})

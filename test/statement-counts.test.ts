// Pages of many records take as many statements as those of few.
import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import pg from 'pg'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const office = await kontor.signIn()
const created = async (path: string, body: object): Promise<{ id: number }> => {
  const { status, json, text } = await office.call('POST', path, body)
  assert.equal(status, 200, text)
  return json[0]
}

/** The statements of a request that is repeated ten times: those of the round with the fewest, and its records. */
async function statementsOf(path: string): Promise<{ statements: string[]; records: number }> {
  // What the first request reads is cached; work in the background may send statements between.
  await office.call('GET', path)
  const rounds = []
  for (let round = 0; round < 10; round++) {
    const query = mock.method(pg.Client.prototype, 'query')
    try {
      const { status, json, text } = await office.call('GET', path)
      assert.equal(status, 200, text)
      const sent = query.mock.calls.map((call): unknown => call.arguments[0])
      const statements = sent.map((one) => String((one as { text?: string }).text ?? one))
      // The caches ask what has changed as often as any database of the server is written to.
      const isOfRequest = (text: string): boolean => !/^\s*select pg_current_snapshot/.test(text)
      rounds.push({ statements: statements.filter(isOfRequest), records: json.length })
    } finally {
      query.mock.restore()
    }
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

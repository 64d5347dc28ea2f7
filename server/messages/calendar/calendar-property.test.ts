// After random changes of dates and bookings, the calendars of the recipients hold what is true, in any order of the mails. KONTOR_CALENDAR_STEPS=2000 takes longer, KONTOR_CALENDAR_SEED begins another sequence of changes.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { ModelCalendar, shownEntry } from '../../../test/support/model-calendar.ts'
import { startMailServer } from '../../../test/support/servers/mail-server.ts'
import { testInstance } from '../../../test/support/test-instance.ts'
import { sendDue } from '../../mail/sender.ts'
import { composeMessages } from '../compose-messages.ts'

const steps = Number(process.env['KONTOR_CALENDAR_STEPS'] ?? 60)
const seed = Number(process.env['KONTOR_CALENDAR_SEED'] ?? 1)
const timeZone = 'America/New_York'

/** A linear congruential generator, so that a run can be repeated. */
let state = seed
const below = (count: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * count)
}
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, at: below(1_000_000) }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value)

const server = await startMailServer()
const kontor = await testInstance({ settings: { mail: server.settings, timeZone } })
after(async () => {
  await kontor.close()
  await server.close()
})
const { db } = kontor
const office = await kontor.signIn()

await sql`
  insert into event (id, title) values (1, 'Projektmanagement');
  insert into contact (id, contact_type, last_name, last_name_key) values (90, 'location', 'Haus am Hafen', 'haus'), (91, 'location', 'Burg', 'burg');
  insert into location (contact_id) values (90), (91)`.execute(db)

const today = Temporal.PlainDate.from(kontor.clock.now().toISOString().slice(0, 10))
/** Around the end of the daylight saving time. */
const randomDay = (): string =>
  Temporal.PlainDate.from({ year: today.year + 1, month: 10, day: 25 })
    .add({ days: below(20) })
    .toString()
const randomTimes = () =>
  pick([
    { startTime: '09:00', endTime: '17:00' },
    { startTime: '18:30', endTime: '21:45' },
    { startTime: '14:00', endTime: '' },
    { startTime: '', endTime: '' },
  ])

const addresses = ['a@k.example', 'b@k.example', 'shared@k.example', 'shared@k.example', 'd@k.example']
let people = 0
const person = () => ({ firstName: 'Vor', lastName: `Nach${++people}`, email: pick(addresses) })

async function call(method: string, path: string, body?: object) {
  const { status, json, text } = await office.call(method, path, body)
  // A person may have the date already, or the seat of a former participant.
  if (status === 409) return undefined
  assert.equal(status, 200, text)
  return json as Awaited<ReturnType<typeof office.call>>['json']
}
const messages = {}
const patchDate = async (id: number, change: object) => {
  const [{ version }] = (await call('GET', `/dates/${id}`))!
  await call('PATCH', `/dates/${id}`, { version, ...change, messages })
}
const activeBookings = async (): Promise<{ id: number; version: number }[]> => {
  const { rows } = await sql<{ id: number }>`
    select b.id from booking b join booking_status s using (status) where s.counts_as = 'booked' order by b.id`.execute(
    db,
  )
  return Promise.all(
    rows.map(async ({ id }) => ({ id, version: (await call('GET', `/bookings/${id}`))![0].version })),
  )
}

const dateIds: number[] = []
async function newDate(): Promise<void> {
  const startDate = randomDay()
  const { id } = await db
    .insertInto('event_date')
    .values({
      event_id: 1,
      start_date: startDate,
      end_date: Temporal.PlainDate.from(startDate)
        .add({ days: below(3) })
        .toString(),
      start_time: '09:00',
      end_time: '17:00',
      participants_max: 50,
      status: 'planned',
      format: 'onsite',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  dateIds.push(id)
}

const changeBooking = async (change: () => object) => {
  const booking = pick(await activeBookings())
  if (booking)
    await call('PATCH', `/bookings/${booking.id}`, { version: booking.version, ...change(), messages })
}

const changes: Record<string, () => Promise<unknown>> = {
  book: async () => {
    const orderer = await call('POST', '/contacts', { contactType: 'person', lastName: `Chef${++people}` })
    return call('POST', '/bookings', {
      dateId: pick(dateIds),
      status: 'booked',
      participants: [person()],
      order: { ordererId: orderer![0].id },
      messages,
    })
  },
  cancel: () => changeBooking(() => ({ status: 'cancelled' })),
  transfer: () => changeBooking(() => ({ dateId: pick(dateIds) })),
  replace: () => changeBooking(() => ({ participant: person() })),
  days: async () => {
    const id = pick(dateIds)
    const [{ sessionDays }] = (await call('GET', `/dates/${id}`))!
    const kept = sessionDays.filter(() => below(3) > 0)
    const changed = kept.map((one: object) => (below(3) === 0 ? { ...one, ...randomTimes() } : one))
    const added = Array.from({ length: below(3) }, () => ({
      day: randomDay(),
      ...randomTimes(),
      comment: '',
    }))
    await patchDate(id, { sessionDays: [...changed, ...added] })
  },
  period: async () => {
    const startDate = randomDay()
    const endDate = Temporal.PlainDate.from(startDate)
      .add({ days: pick([0, 1, 2, 20]) })
      .toString()
    await patchDate(pick(dateIds), { startDate, endDate, ...randomTimes() })
  },
  move: async () => {
    const id = pick(dateIds)
    const [{ version }] = (await call('GET', `/dates/${id}`))!
    await call('POST', `/dates/${id}/move`, { version, startDate: randomDay(), messages })
  },
  place: () => patchDate(pick(dateIds), { locationIds: pick([[], [90], [91]]) }),
  cancelDate: async () => {
    if (below(4) > 0) return
    const id = pick(dateIds)
    dateIds.splice(dateIds.indexOf(id), 1)
    await newDate()
    await patchDate(id, { status: 'cancelled' })
  },
}

type True = {
  email: string
  firstDay: string
  lastDay: string
  startTime: string
  endTime: string
  place: string
}

/** The entries that the calendar of each address should show: one for each day of the dates at which somebody with the address is booked. */
async function trueEntries(): Promise<Map<string, string[]>> {
  const { rows } = await sql<True>`
    select distinct m.email, y.*, coalesce((select c.last_name from date_location l join contact c on c.id = l.contact_id where l.date_id = d.id), '') as place
    from event_date d join booking b on b.date_id = d.id join booking_status s on s.status = b.status and s.counts_as = 'booked'
    join email_address m on m.contact_id = b.contact_id
    cross join lateral (
      select 1 as nth, d.id, h.position, h.day::text as "firstDay", h.day::text as "lastDay", h.start_time as "startTime", h.end_time as "endTime"
        from date_session_day h where h.date_id = d.id
      union all
      select 2, d.id, n, (d.start_date + n)::text, (d.start_date + n)::text, d.start_time, d.end_time from generate_series(0, d.end_date - d.start_date) n
        where d.end_date - d.start_date < 14 and not exists (select from date_session_day h where h.date_id = d.id)
      union all
      select 3, d.id, 0, d.start_date::text, d.end_date::text, '', ''
        where d.end_date - d.start_date >= 14 and not exists (select from date_session_day h where h.date_id = d.id)
    ) y
    where d.status <> 'cancelled'`.execute(db)
  const shown = rows.map(({ email, firstDay, lastDay, startTime, endTime, place }) => {
    const at = (day: string, time: string, zone: string, days = 0) =>
      new Date(
        Temporal.PlainDateTime.from(`${day}T${time}`).add({ days }).toZonedDateTime(zone).epochMilliseconds,
      )
    const entry =
      startTime === ''
        ? shownEntry(at(firstDay, '00:00', 'UTC'), at(lastDay, '00:00', 'UTC', 1), true, place)
        : shownEntry(
            at(firstDay, startTime, timeZone),
            endTime === '' ? at(firstDay, '00:00', timeZone, 1) : at(firstDay, endTime, timeZone),
            false,
            place,
          )
    return { email, entry }
  })
  const byAddress = Map.groupBy(shown, ({ email }) => email)
  return new Map([...byAddress].map(([email, own]) => [email, own.map(({ entry }) => entry).toSorted()]))
}

const calendars = new Map(
  [...new Set(addresses)].map((email) => [
    email,
    [new ModelCalendar({ readsFirstOnly: false }), new ModelCalendar({ readsFirstOnly: true })],
  ]),
)

async function sendAndCompare(done: readonly string[]): Promise<void> {
  const makeDue = sql`update outbox_mail set next_attempt_at = now() where sent_at is null and failed_at is null and called_back_at is null`
  await makeDue.execute(db)
  while (await sendDue(kontor, new AbortController().signal, { message: composeMessages }));
  const received = shuffled(server.received.splice(0))
  const expected = await trueEntries()
  for (const [email, readers] of calendars)
    for (const reader of readers) {
      for (const { to, raw } of received) if (to.includes(email)) await reader.read(raw)
      assert.deepEqual(
        reader.entries(),
        expected.get(email) ?? [],
        `${email}, seed ${seed}, after ${done.join(', ')}`,
      )
    }
}

test('calendars hold what is true, whatever changed', async () => {
  for (let count = 0; count < 3; count++) await newDate()
  const done: string[] = []
  for (let step = 1; step <= steps; step++) {
    const name = pick(['book', ...Object.keys(changes)])
    done.push(name)
    await changes[name]!()
    if (below(4) === 0 || step === steps) await sendAndCompare(done.splice(0))
  }
})

// Changes before the first message about a booking has left: the person concerned gets the one that the state asks for.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { Temporal } from 'temporal-polyfill'
import { startMailServer } from '../../test/support/servers/mail-server.ts'
import { testInstance } from '../../test/support/test-instance.ts'
import { sendDue } from '../mail/sender.ts'
import { composeMessages } from './compose-messages.ts'

const server = await startMailServer()
const kontor = await testInstance({
  settings: { mail: server.settings, publicUrl: 'https://kontor.example' },
})
after(async () => {
  await kontor.close()
  await server.close()
})
const { db } = kontor
const office = await kontor.signIn()
const start = Temporal.PlainDate.from(kontor.clock.now().toISOString().slice(0, 10)).add({ days: 30 })
await sql`insert into event (id, title) values (1, 'Projektmanagement')`.execute(db)

const call = async (method: string, path: string, body?: object) => {
  const answer = await office.call(method, path, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}
let dates = 0
async function newDate(max = 10): Promise<number> {
  const id = ++dates
  await sql`insert into event_date (id, event_id, start_date, end_date, start_time, end_time, participants_max, has_waiting_list, status, format)
    values (${id}, 1, ${start.add({ days: 3 * id }).toString()}, ${start.add({ days: 3 * id }).toString()}, '09:00', '17:00', ${max}, true, 'planned', 'onsite')`.execute(
    db,
  )
  return id
}
let people = 0
const person = () => {
  people++
  return { firstName: `Vor${people}`, lastName: `Nach${people}`, email: `p${people}@k.example` }
}
type Person = ReturnType<typeof person>
type Booking = { id: number; version: number }
const book = async (dateId: number, who: Person, status = 'booked'): Promise<Booking> =>
  (await call('POST', '/bookings', { dateId, status, participants: [who], messages: {} }))[0]
const change = async (path: string, fields: object) =>
  call('PATCH', path, { version: (await call('GET', path))[0].version, ...fields, messages: {} })
async function sendAll(): Promise<void> {
  await sql`update outbox_mail set next_attempt_at = now() where sent_at is null and failed_at is null and called_back_at is null`.execute(
    db,
  )
  while (await sendDue(kontor, new AbortController().signal, { message: composeMessages }));
}
/** The beginnings of the subjects of the mails to a person. */
async function told({ email }: Person): Promise<string[]> {
  await sendAll()
  const mails = server.received.filter(({ to }) => to.includes(email))
  const read = await Promise.all(mails.map(({ raw }) => PostalMime.parse(raw)))
  return read.map(({ subject = '', text = '' }) => `${subject.split(':')[0]}${dayIn(text)}`)
}
const dayIn = (text: string): string => {
  const at = Array.from({ length: dates }, (_, n) => n + 1).filter((id) => text.includes(dayOf(id)))
  return at.map((id) => ` ${id}`).join('')
}
const dayOf = (dateId: number): string =>
  start.add({ days: 3 * dateId }).toLocaleString('de', { day: 'numeric', month: 'long', year: 'numeric' })

beforeEach(() => {
  server.received.length = 0
})

test('a date that is cancelled and takes place again', async () => {
  const dateId = await newDate(2)
  const [who, waiting, known] = [person(), person(), person()]
  await book(dateId, known)
  await sendAll()
  await book(dateId, who)
  await book(dateId, waiting, 'waitlisted')
  for (const status of ['cancelled', 'planned']) await change(`/dates/${dateId}`, { status })
  assert.deepEqual(await told(who), [`Buchungsbestätigung ${dateId}`])
  assert.match((await told(waiting)).join(), /^Warteliste [^,]*$/)
  assert.equal((await told(known)).length, 1)
})

test('a seat from the waiting list is confirmed', async () => {
  const dateId = await newDate(1)
  const [first, who] = [person(), person()]
  const booking = await book(dateId, first)
  await book(dateId, who, 'waitlisted')
  await change(`/bookings/${booking.id}`, { status: 'cancelled' })
  assert.deepEqual(await told(who), [`Buchungsbestätigung ${dateId}`])
  assert.deepEqual(await told(first), [])
})

test('a booking that is moved is confirmed for its new date', async () => {
  const [from, to, last] = [await newDate(), await newDate(), await newDate()]
  const who = person()
  const booking = await book(from, who)
  await change(`/bookings/${booking.id}`, { dateId: to })
  await change(`/bookings/${booking.id}`, { dateId: last })
  assert.deepEqual(await told(who), [`Buchungsbestätigung ${last}`])
  await change(`/bookings/${booking.id}`, { dateId: from })
  assert.match((await told(who))[1]!, /^Umbuchung/)
})

test('a booking that is moved and cancelled is not told', async () => {
  const [from, to] = [await newDate(), await newDate()]
  const who = person()
  const booking = await book(from, who)
  await change(`/bookings/${booking.id}`, { dateId: to })
  await change(`/bookings/${booking.id}`, { status: 'cancelled' })
  assert.deepEqual(await told(who), [])
})

test('a booking that is cancelled and booked again is confirmed once', async () => {
  const dateId = await newDate()
  const who = person()
  const booking = await book(dateId, who)
  for (const status of ['cancelled', 'booked', 'waitlisted', 'booked'])
    await change(`/bookings/${booking.id}`, { status })
  assert.deepEqual(await told(who), [`Buchungsbestätigung ${dateId}`])
})

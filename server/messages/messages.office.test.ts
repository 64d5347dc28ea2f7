// The people concerned are told in the same step; by a real mail server, read by libraries that did not write it.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { Temporal } from 'temporal-polyfill'
import { convertIcsCalendar } from 'ts-ics'
import { startMailServer } from '../../test/support/servers/mail-server.ts'
import { testInstance } from '../../test/support/test-instance.ts'
import { sendDue } from '../mail/sender.ts'
import { composeMessages } from './compose-messages.ts'
import { planMessagesJob } from './plan-messages-job.ts'

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
const never = new AbortController().signal
const composers = { message: composeMessages }

const today = Temporal.PlainDate.from(kontor.clock.now().toISOString().slice(0, 10))
const inDays = (days: number) => today.add({ days }).toString()

await sql`insert into event (id, title) values (1, 'Projektmanagement')`.execute(db)
await sql`insert into contact (id, contact_type, last_name, last_name_key) values (90, 'location', 'Haus am Hafen', 'haus')`.execute(
  db,
)
await sql`insert into location (contact_id) values (90)`.execute(db)
await sql`insert into room (id, location_id, name) values (1, 90, 'Saal 2')`.execute(db)

let dates = 0
async function newDate(
  more: { max?: number; waitingList?: boolean; start?: number; days?: number } = {},
): Promise<number> {
  const id = ++dates
  await sql`insert into event_date (id, event_id, start_date, end_date, start_time, end_time, participants_max, has_waiting_list, status, format)
    values (${id}, 1, ${inDays(more.start ?? 30)}, ${inDays((more.start ?? 30) + (more.days ?? 1) - 1)}, '09:00', '17:00', ${more.max ?? 10}, ${more.waitingList ?? false}, 'planned', 'onsite')`.execute(
    db,
  )
  return id
}

let people = 0
const person = (more: object = {}) => {
  people++
  return { firstName: `Vor${people}`, lastName: `Nach${people}`, email: `p${people}@k.example`, ...more }
}

async function newTrainer(dateId: number): Promise<{ email: string }> {
  const { firstName, lastName, email } = person()
  const [{ id: contactId }] = await call('POST', '/contacts', { firstName, lastName, emails: [{ email }] })
  const { id } = await db
    .insertInto('trainer')
    .values({ first_name: firstName, last_name: lastName, contact_id: contactId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('date_trainer').values({ date_id: dateId, trainer_id: id, position: 1 }).execute()
  return { email }
}

const makeDue = () =>
  sql`update outbox_mail set next_attempt_at = now() where sent_at is null and failed_at is null and called_back_at is null`.execute(
    db,
  )
async function sendAll(): Promise<void> {
  await makeDue()
  while (await sendDue(kontor, never, composers));
}
const call = async (method: string, path: string, body?: object) => {
  const answer = await office.call(method, path, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}
const book = (dateId: number, participants: object[], more: object = {}) =>
  call('POST', '/bookings', { dateId, status: 'booked', participants, messages: {}, ...more })
/** The only rule of a scope for a cause: participants are told, with nothing attached. */
const writeRule = ({ cause, eventId, dateId, ...more }: Record<string, unknown>) => {
  const rule = {
    offsetDays: 0,
    recipients: ['participant'],
    templateId: 0,
    hasCalendar: false,
    fileRights: [],
    documentKinds: [],
    isEnabled: true,
    ...more,
  }
  return call('PATCH', '/message-rules', { eventId, dateId, cause, version: 0, rules: [rule] })
}
const mailTo = async (address: string) =>
  Promise.all(
    server.received.filter(({ to }) => to.includes(address)).map(({ raw }) => PostalMime.parse(raw)),
  )
const versionOf = async (dateId: number) => (await call('GET', `/dates/${dateId}`))[0].version

type Parsed = Awaited<ReturnType<typeof mailTo>>[number]
function calendarOf({ attachments }: Parsed) {
  const file = attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  if (!file) return undefined
  const text = typeof file.content === 'string' ? file.content : new TextDecoder().decode(file.content)
  return convertIcsCalendar(undefined, text)
}

beforeEach(async () => {
  await sql`delete from outbox_mail`.execute(db)
  server.received.length = 0
})

test('a booking is previewed, told after the delay, with a mail and a calendar entry for each day', async () => {
  const dateId = await newDate({ days: 2 })
  const who = person()
  const [preview] = await call('POST', '/bookings/message-preview', {
    dateId,
    status: 'booked',
    participants: [who],
  })
  assert.equal(preview.cause, 'booked')
  assert.deepEqual(
    preview.recipients.map((one: Record<string, string>) => [one['name'], one['role'], one['email']]),
    [[`${who.firstName} ${who.lastName}`, 'participant', who.email]],
  )
  assert.match(preview.subject, /Buchungsbestätigung/)
  assert.match(preview.example.subject, /^Buchungsbestätigung: Projektmanagement$/)
  assert.equal(
    (await db.selectFrom('booking').select('id').where('date_id', '=', dateId).execute()).length,
    0,
  )

  const [booking] = await book(dateId, [who])
  const [waiting] = await call('GET', '/messages/waiting')
  assert.deepEqual([waiting.cause, waiting.waitingCount, waiting.dateId], ['booked', 1, dateId])
  const minutes = (Date.parse(waiting.sendAt) - Date.parse(waiting.createdAt)) / 60_000
  assert.equal(minutes, 10)
  await sendAll()
  const [mail, further] = await mailTo(who.email)
  assert.match(mail!.text!, /Projektmanagement/)
  assert.match(mail!.text!, /09:00–17:00 Uhr/)
  const calendar = calendarOf(mail!)!
  assert.equal(calendar.method, 'REQUEST')
  const uidsOf = (one: Parsed) => calendarOf(one)!.events!.map(({ uid }) => uid)
  assert.deepEqual(
    [uidsOf(mail!), uidsOf(further!)],
    [[`date-${dateId}@kontor.example`], [`date-${dateId}-2@kontor.example`]],
  )
  assert.match(further!.subject!, /^Kalendereintrag: Projektmanagement, \d\d\.\d\d\.\d{4}$/)
  const start = Temporal.PlainDateTime.from(`${inDays(30)}T09:00`).toZonedDateTime('Europe/Berlin')
  assert.equal(calendar.events![0]!.start.date.getTime(), start.epochMilliseconds)
  const [delivery] = await call('GET', `/bookings/${booking.id}/deliveries`)
  assert.deepEqual([delivery.state, delivery.cause, delivery.role], ['sent', 'booked', 'participant'])
  assert.match(delivery.body, /Projektmanagement/)
})

test('without the switch nobody is told', async () => {
  const dateId = await newDate()
  const who = person()
  await call('POST', '/bookings', { dateId, status: 'booked', participants: [who] })
  await book(dateId, [person()], { messages: { off: ['booked'] } })
  assert.equal((await db.selectFrom('outbox_mail').select('id').execute()).length, 0)
})

test('a text that staff changed is sent, and a wrong placeholder is rejected with its line', async () => {
  const dateId = await newDate()
  const who = person()
  const texts = (body: string) => ({
    texts: [{ cause: 'booked', subject: 'Ihr Platz', body, subjectEn: '', bodyEn: '' }],
  })
  const wrong = await office.call('POST', '/bookings', {
    dateId,
    status: 'booked',
    participants: [who],
    messages: texts('Hallo\n{{ date.titel }}'),
  })
  assert.equal(wrong.status, 400)
  assert.deepEqual(
    [wrong.json.details[0].field, wrong.json.details[0].code, wrong.json.details[0].params],
    [
      'messages.texts[0].body',
      'mail.unknownPlaceholderNear',
      { name: 'date.titel', line: 2, suggestion: 'date.title' },
    ],
  )
  await book(dateId, [who], { messages: texts('Hallo {{ firstName }} bei {{ date.title }}') })
  await sendAll()
  const [mail] = await mailTo(who.email)
  // Below a text of staff, the provider is named.
  assert.deepEqual(
    [mail!.subject, mail!.text!.trim()],
    ['Ihr Platz', `Hallo ${who.firstName} bei Projektmanagement\n\n-- \nKontor`],
  )
})

test('a company that books four is told once, with the names', async () => {
  const dateId = await newDate()
  const orderer = (
    await kontor.call('POST', '/contacts', { body: { lastName: 'Chefin', email: 'chefin@k.example' } })
  ).json[0]
  await book(dateId, [person(), person(), person()], { unnamedSeats: 1, order: { ordererId: orderer.id } })
  await sendAll()
  assert.equal(server.received.length, 4)
  const mails = await mailTo('chefin@k.example')
  assert.equal(mails.length, 1)
  assert.match(mails[0]!.text!, /Platz 4: Name folgt/)
  assert.match(mails[0]!.text!, new RegExp(`Nach${people}`))
})

test('booked and cancelled before anything left: nothing is sent; afterwards it is told, and the entry is cancelled', async () => {
  const dateId = await newDate()
  const cancel = (booking: { id: number; version: number }) =>
    call('PATCH', `/bookings/${booking.id}`, { version: booking.version, status: 'cancelled', messages: {} })
  const [first] = await book(dateId, [person()])
  await cancel(first)
  await sendAll()
  assert.equal(server.received.length, 0)
  const who = person()
  const [second] = await book(dateId, [who])
  await sendAll()
  await cancel(second)
  await sendAll()
  const [confirmation, mail] = await mailTo(who.email)
  assert.match(mail!.subject!, /^Stornierung/)
  const [invited, calendar] = [calendarOf(confirmation!)!, calendarOf(mail!)!]
  assert.deepEqual([calendar.method, calendar.events![0]!.status], ['CANCEL', 'CANCELLED'])
  assert.ok(calendar.events![0]!.sequence! > invited.events![0]!.sequence!)
})

test('a cancellation makes room: the next person is promoted and told in the same step', async () => {
  const dateId = await newDate({ max: 1, waitingList: true })
  const [first, next] = [person(), person()]
  const [booking] = await book(dateId, [first])
  await book(dateId, [next], { waitlistIfFull: true })
  await sendAll()
  assert.match((await mailTo(next.email))[0]!.subject!, /^Warteliste/)
  const change = { version: booking.version, status: 'cancelled' }
  const preview = await call('POST', `/bookings/${booking.id}/message-preview`, change)
  assert.deepEqual(preview.map(({ cause }: { cause: string }) => cause).toSorted(), [
    'booking_cancelled',
    'promoted',
  ])
  await call('PATCH', `/bookings/${booking.id}`, { ...change, messages: {} })
  await sendAll()
  assert.match((await mailTo(next.email))[1]!.subject!, /^Ein Platz ist frei/)
  assert.match((await mailTo(first.email))[1]!.subject!, /^Stornierung/)
})

test('a date that is moved and then changed is told once, with both and a new calendar entry', async () => {
  const dateId = await newDate()
  const who = person({ email: 'move@k.example' })
  await book(dateId, [who])
  await sendAll()
  await call('POST', `/dates/${dateId}/move`, {
    version: await versionOf(dateId),
    startDate: inDays(40),
    messages: {},
  })
  await call('PATCH', `/dates/${dateId}`, {
    version: await versionOf(dateId),
    locationIds: [90],
    roomIds: [1],
    messages: {},
  })
  await sendAll()
  const mails = await mailTo(who.email)
  assert.equal(mails.length, 2)
  assert.match(mails[1]!.subject!, /^Neuer Termin/)
  for (const part of ['Tage:', 'Raum: Saal 2', 'Haus am Hafen'])
    assert.ok(mails[1]!.text!.includes(part), part)
  const [invited, calendar] = mails.map((mail) => calendarOf(mail)!)
  assert.deepEqual(
    [calendar!.method, calendar!.events![0]!.uid],
    ['REQUEST', `date-${dateId}@kontor.example`],
  )
  assert.ok(calendar!.events![0]!.sequence! > invited!.events![0]!.sequence!)
  // Back again before anything leaves: nothing is told.
  await call('POST', `/dates/${dateId}/move`, {
    version: await versionOf(dateId),
    startDate: inDays(50),
    messages: {},
  })
  await call('POST', `/dates/${dateId}/move`, {
    version: await versionOf(dateId),
    startDate: inDays(40),
    messages: {},
  })
  await sendAll()
  assert.equal((await mailTo(who.email)).length, 2)
})

test('a trainer without a contact is named as somebody to call', async () => {
  const dateId = await newDate()
  const { id } = await db
    .insertInto('trainer')
    .values({ first_name: 'Ida', last_name: 'Ott' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('date_trainer').values({ date_id: dateId, trainer_id: id, position: 1 }).execute()
  await book(dateId, [person()])
  const [preview] = await call('POST', `/dates/${dateId}/move/message-preview`, {
    version: await versionOf(dateId),
    startDate: inDays(40),
  })
  assert.deepEqual(preview.recipients.map(({ role, name }: Record<string, string>) => [role, name]).at(-1), [
    'trainer',
    'Ida Ott',
  ])
})

test('a trainer who does not teach any more is told, and loses the calendar entry', async () => {
  const dateId = await newDate()
  const trainer = await newTrainer(dateId)
  await call('POST', `/dates/${dateId}/move`, {
    version: await versionOf(dateId),
    startDate: inDays(40),
    messages: {},
  })
  await sendAll()
  await call('PATCH', `/dates/${dateId}`, { version: await versionOf(dateId), trainers: [], messages: {} })
  await sendAll()
  const mails = await mailTo(trainer.email)
  assert.deepEqual(
    mails.map((mail) => calendarOf(mail)!.method),
    ['REQUEST', 'CANCEL'],
  )
  assert.match(mails[1]!.text!, /Trainer:/)
})

test('a cancelled date is told to its participants, and that it takes place after all', async () => {
  const dateId = await newDate()
  const who = person()
  await book(dateId, [who])
  await sendAll()
  await call('PATCH', `/dates/${dateId}`, {
    version: await versionOf(dateId),
    status: 'cancelled',
    messages: {},
  })
  await sendAll()
  const mails = await mailTo(who.email)
  assert.match(mails[1]!.subject!, /^Absage/)
  assert.equal(calendarOf(mails[1]!)!.method, 'CANCEL')
  // It takes place after all.
  await call('PATCH', `/dates/${dateId}`, {
    version: await versionOf(dateId),
    status: 'planned',
    messages: {},
  })
  await sendAll()
  const [, cancelled, again] = await mailTo(who.email)
  assert.match(again!.text!, /Findet statt: ja \(bisher: nein\)/)
  const [former, next] = [calendarOf(cancelled!)!, calendarOf(again!)!]
  assert.equal(next.method, 'REQUEST')
  assert.ok(next.events![0]!.sequence! > former.events![0]!.sequence!)
})

test('a date that takes place again and is moved is told once, whether or not its cancellation has left', async () => {
  for (const hasLeft of [false, true])
    for (const atOnce of [false, true]) {
      const dateId = await newDate()
      const who = person()
      await book(dateId, [who])
      await sendAll()
      const change = async (fields: object) =>
        call('PATCH', `/dates/${dateId}`, { version: await versionOf(dateId), ...fields, messages: {} })
      await change({ status: 'cancelled' })
      if (hasLeft) await sendAll()
      const told = (await mailTo(who.email)).length
      const days = { startDate: inDays(45), endDate: inDays(45) }
      if (atOnce) await change({ status: 'planned', ...days })
      else {
        await change({ status: 'planned' })
        await change(days)
      }
      await sendAll()
      const mails = (await mailTo(who.email)).slice(told)
      assert.equal(mails.length, 1, `${hasLeft} ${atOnce}`)
      assert.match(mails[0]!.text!, /Tage: /)
      assert.equal(/Findet statt: ja/.test(mails[0]!.text!), hasLeft)
      const calendar = calendarOf(mails[0]!)!
      assert.equal(calendar.method, 'REQUEST')
      assert.equal(calendar.events![0]!.start.date.toISOString().slice(0, 10), inDays(45))
    }
})

test('a cancellation that is undone before it has left is not told', async () => {
  const dateId = await newDate()
  const who = person()
  await book(dateId, [who])
  await sendAll()
  for (const status of ['cancelled', 'planned'])
    await call('PATCH', `/dates/${dateId}`, { version: await versionOf(dateId), status, messages: {} })
  await sendAll()
  assert.equal((await mailTo(who.email)).length, 1)
  await call('PATCH', `/dates/${dateId}`, {
    version: await versionOf(dateId),
    locationIds: [90],
    messages: {},
  })
  await sendAll()
  assert.equal((await mailTo(who.email)).length, 2)
})

test('a message is called back until it leaves', async () => {
  const dateId = await newDate()
  await book(dateId, [person()])
  const [waiting] = await call('GET', '/messages/waiting')
  const [called] = await call('POST', `/messages/${waiting.id}/call-back`)
  assert.deepEqual([called.calledBackCount, called.waitingCount], [1, 0])
  await sendAll()
  assert.equal(server.received.length, 0)
  assert.equal((await office.call('POST', `/messages/${waiting.id}/call-back`)).status, 409)
  assert.deepEqual(await call('GET', '/messages/waiting'), [])
})

test('a person moved to another date is told, and the old entry is cancelled', async () => {
  const [from, to] = [await newDate(), await newDate()]
  const who = person()
  const [booking] = await book(from, [who])
  await sendAll()
  await call('PATCH', `/bookings/${booking.id}`, { version: booking.version, dateId: to, messages: {} })
  await sendAll()
  const [, mail, further] = await mailTo(who.email)
  assert.match(mail!.subject!, /^Umbuchung/)
  assert.match(further!.subject!, /^Kalendereintrag entfällt/)
  const calendars = [calendarOf(mail!)!, calendarOf(further!)!]
  assert.deepEqual(
    calendars.map(({ method, events }) => [method, events!.map(({ uid }) => uid)]),
    [
      ['REQUEST', [`date-${to}@kontor.example`]],
      ['CANCEL', [`date-${from}@kontor.example`]],
    ],
  )
})

test('English contacts get English messages; a person without an address is shown as not told', async () => {
  const dateId = await newDate()
  const contact = (
    await kontor.call('POST', '/contacts', {
      body: { lastName: 'Smith', salutation: 'ms', email: 'smith@k.example' },
    })
  ).json[0]
  await sql`update contact set language = 'en' where id = ${contact.id}`.execute(db)
  const lost = (
    await kontor.call('POST', '/contacts', { body: { lastName: 'Ohne', email: 'ohne@k.example' } })
  ).json[0]
  await sql`delete from email_address where contact_id = ${lost.id}`.execute(db)
  await book(dateId, [{ contactId: contact.id }])
  const bookings = await book(dateId, [{ contactId: lost.id }])
  await sendAll()
  const [mail] = await mailTo('smith@k.example')
  assert.match(mail!.subject!, /^Your booking/)
  assert.match(mail!.text!, /^Dear Ms Smith,/)
  const [delivery] = await call('GET', `/bookings/${bookings[0].id}/deliveries`)
  assert.deepEqual([delivery.state, delivery.reasonCode], ['failed', 'mail.noAddress'])
})

test('orderers are told of participants without an address, as long as they have one', async () => {
  const dateId = await newDate()
  const newContact = async (lastName: string, hasAddress = false) => {
    const email = `${lastName}@k.example`
    const { id } = (await kontor.call('POST', '/contacts', { body: { lastName, email } })).json[0]
    if (!hasAddress) await sql`delete from email_address where contact_id = ${id}`.execute(db)
    return id as number
  }
  await writeRule({ dateId, cause: 'booked' })
  const unreachable = { contactId: await newContact('Ohneadresse') }
  const told = async (order: object) => {
    const bookings = await book(dateId, [person(), unreachable], { order })
    const deliveries = await Promise.all(
      bookings.map(({ id }: { id: number }) => call('GET', `/bookings/${id}/deliveries`)),
    )
    await sql`delete from booking`.execute(db)
    return deliveries.map((rows: { role: string }[]) => rows.map(({ role }) => role).toSorted())
  }
  assert.deepEqual(await told({ ordererId: await newContact('Leiterin', true) }), [
    ['orderer', 'participant'],
    ['orderer'],
  ])
  assert.deepEqual(await told({ ordererId: await newContact('Unerreichbar') }), [
    ['participant'],
    ['participant'],
  ])
})

test('rules: the nearest scope wins, and a disabled one is silent', async () => {
  const dateId = await newDate()
  const own = async (rules: { cause: string; isOwn: boolean; scope: string; isEnabled: boolean }[]) => {
    const { isOwn, scope, isEnabled } = rules.find(({ cause }) => cause === 'booked')!
    return [isOwn, scope, isEnabled]
  }
  assert.deepEqual(await own(await call('GET', `/message-rules?dateId=${dateId}`)), [false, 'default', true])
  await writeRule({ eventId: 1, cause: 'booked', isEnabled: false })
  assert.deepEqual(await own(await call('GET', `/message-rules?dateId=${dateId}`)), [false, 'event', false])
  await book(dateId, [person()])
  assert.deepEqual(await call('GET', '/messages/waiting'), [])
  const written = await writeRule({ dateId, cause: 'booked' })
  assert.deepEqual(await own(written), [true, 'date', true])
  await book(dateId, [person()])
  assert.equal((await call('GET', '/messages/waiting')).length, 1)
  const plain = await kontor.signIn({ rights: ['090300', 'booking', 'message', 'catalogue', 'bulk'] })
  const ofInstance = { cause: 'booked', version: 0, rules: [] }
  assert.equal((await plain.call('PATCH', '/message-rules', ofInstance)).status, 403)
  await sql`delete from message_rule`.execute(db)
})

test('messages by time are written once, when they are due, and after a move anew', async () => {
  const dateId = await newDate({ start: 5 })
  const who = person()
  await call('POST', '/bookings', { dateId, status: 'booked', participants: [who] })
  await writeRule({ dateId, cause: 'joining_instructions', offsetDays: -7 })
  await Promise.all([planMessagesJob.run(kontor, never), planMessagesJob.run(kontor, never)])
  await planMessagesJob.run(kontor, never)
  await sendAll()
  assert.equal((await mailTo(who.email)).length, 1)
  const late = person()
  await call('POST', '/bookings', { dateId, status: 'booked', participants: [late] })
  await planMessagesJob.run(kontor, never)
  await sendAll()
  assert.deepEqual([(await mailTo(who.email)).length, (await mailTo(late.email)).length], [1, 1])
  await call('POST', `/dates/${dateId}/move`, { version: await versionOf(dateId), startDate: inDays(6) })
  await planMessagesJob.run(kontor, never)
  await sendAll()
  assert.equal((await mailTo(who.email)).length, 2)
  await sql`delete from message_rule`.execute(db)
})

test('documents: thanks wait for the attendance and bring the certificate; lists are not for participants', async () => {
  const dateId = await newDate({ start: -2 })
  const trainer = await newTrainer(dateId)
  const [came, open, absent] = [person(), person(), person()]
  const bookings = await call('POST', '/bookings', {
    dateId,
    status: 'booked',
    participants: [came, open, absent],
  })
  const documentKinds = ['certificate', 'participants', 'sign-in-sheet']
  await writeRule({
    dateId,
    cause: 'thanks',
    offsetDays: 1,
    recipients: ['participant', 'trainer'],
    documentKinds,
  })
  // The date is over: nobody gets instructions for it any more.
  await writeRule({ dateId, cause: 'joining_instructions', offsetDays: -7 })
  const setStatus = (index: number, status: string) =>
    sql`update booking set status = ${status} where id = ${bookings[index].id}`.execute(db)
  await setStatus(0, 'attended')
  await setStatus(2, 'absent')
  await planMessagesJob.run(kontor, never)
  await sendAll()
  assert.deepEqual([(await mailTo(open.email)).length, (await mailTo(absent.email)).length], [0, 0])
  const [mail] = await mailTo(came.email)
  const [certificate] = await call('GET', `/certificates?dateId=${dateId}`)
  assert.deepEqual(
    mail!.attachments.map(({ filename, mimeType }) => [filename, mimeType]),
    [[`Teilnahmebescheinigung ${certificate.number}.pdf`, 'application/pdf']],
  )
  const [forTrainer] = await mailTo(trainer.email)
  assert.deepEqual(
    forTrainer!.attachments.map(({ filename }) => filename),
    ['Teilnehmerliste Projektmanagement.pdf', 'Anwesenheitsliste Projektmanagement.pdf'],
  )
  assert.equal(
    Buffer.from(mail!.attachments[0]!.content as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  )
  await setStatus(1, 'attended')
  await planMessagesJob.run(kontor, never)
  await sendAll()
  assert.deepEqual([(await mailTo(open.email)).length, (await mailTo(came.email)).length], [1, 1])
  await sql`delete from message_rule`.execute(db)
})

test('a mail whose certificate no font can print fails, and the outbox names the character', async () => {
  const dateId = await newDate({ start: -2 })
  const who = person({ lastName: 'Ada \u{1f600}' })
  const [{ id }] = await call('POST', '/bookings', { dateId, status: 'booked', participants: [who] })
  await writeRule({ dateId, cause: 'thanks', offsetDays: 1, documentKinds: ['certificate'] })
  await sql`update booking set status = 'attended' where id = ${id}`.execute(db)
  await planMessagesJob.run(kontor, never)
  await sendAll()
  assert.equal((await mailTo(who.email)).length, 0)
  const { rows } = await sql<{ error: string }>`
    select last_error as error from outbox_mail where booking_id = ${id} and failed_at is not null`.execute(
    db,
  )
  assert.match(rows[0]!.error, /U\+1F600/)
  assert.deepEqual(await call('GET', `/certificates?dateId=${dateId}`), [])
  await sql`delete from message_rule`.execute(db)
})

test('the rehearsal names missing data, and shows the texts of the real participants', async () => {
  const dateId = await newDate({ start: 20 })
  const who = person()
  await call('POST', '/bookings', { dateId, status: 'booked', participants: [who] })
  await writeRule({ cause: 'joining_instructions', offsetDays: -7 })
  const [coming] = await call('GET', `/dates/${dateId}/rehearsal`)
  assert.deepEqual(
    [coming.cause, coming.recipientCount, coming.lacks],
    ['joining_instructions', 1, ['place', 'trainer']],
  )
  assert.deepEqual(
    coming.people.map(({ lack }: { lack: string }) => lack),
    ['salutation'],
  )
  const atRisk = await call('GET', '/messages/at-risk')
  assert.ok(atRisk.some((one: { dateId: number }) => one.dateId === dateId))
  const [text] = await call(
    'GET',
    `/dates/${dateId}/rehearsed-messages?cause=joining_instructions&offsetDays=-7`,
  )
  assert.equal(text.email, who.email)
  assert.match(text.body, /bald ist es so weit/)
  await sql`delete from message_rule`.execute(db)
})

test('staff write to one or some participants, and to a contact', async () => {
  const dateId = await newDate()
  const bookings = await call('POST', '/bookings', {
    dateId,
    status: 'booked',
    participants: [person(), person()],
  })
  const text = {
    subject: 'Frage zu {{ date.title }}',
    body: 'Hallo {{ firstName }}',
    subjectEn: '',
    bodyEn: '',
  }
  const none = await office.call('POST', '/messages', { bookingIds: [], ...text })
  assert.equal(none.status, 400)
  const [preview] = await call('POST', '/messages/preview', { bookingIds: [bookings[0].id], ...text })
  assert.equal(preview.subject, 'Frage zu Projektmanagement')
  const [message] = await call('POST', '/messages', {
    bookingIds: bookings.map(({ id }: { id: number }) => id),
    ...text,
  })
  assert.deepEqual([message.cause, message.waitingCount], ['manual', 2])
  await sendAll()
  assert.equal(server.received.length, 2)
  const [sent] = await call('GET', `/dates/${dateId}/messages`)
  assert.deepEqual([sent.sentCount, sent.subject], [2, 'Frage zu Projektmanagement'])
})

test('a provider changes the text of a cause, and restores the default', async () => {
  const [row] = await call('PATCH', '/built-in-templates/booked', {
    version: 0,
    subject: 'Willkommen',
    body: 'Bis bald',
    subjectEn: '',
    bodyEn: '',
  })
  assert.ok(row.templateId > 0)
  const dateId = await newDate()
  const who = person()
  await book(dateId, [who])
  await sendAll()
  assert.equal((await mailTo(who.email))[0]!.subject, 'Willkommen')
  await call('DELETE', '/built-in-templates/booked')
  const all = await call('GET', '/built-in-templates')
  const booked = all.find(({ cause }: { cause: string }) => cause === 'booked')
  assert.equal(booked.templateId, 0)
  assert.match(booked.subject, /^Buchungsbestätigung: \{\{ date\.title \}\}/)
})

const causesOf = (previews: { cause: string; dateId: number; recipients: { name: string }[] }[]) =>
  previews.map(({ cause, dateId, recipients }) => [cause, dateId, recipients.map(({ name }) => name)])

test('a person promoted with all others from the waiting list is told', async () => {
  const dateId = await newDate({ max: 1, waitingList: true })
  await book(dateId, [person()])
  const next = [person(), person()]
  await book(dateId, next, { waitlistIfFull: true })
  await sendAll()
  await sql`update event_date set participants_max = 3 where id = ${dateId}`.execute(db)
  const path = `/dates/${dateId}/waiting-list/promote`
  assert.deepEqual(causesOf(await call('POST', `${path}/message-preview`, {})), [
    ['promoted', dateId, next.map(({ firstName, lastName }) => `${firstName} ${lastName}`)],
  ])
  await call('POST', path, { messages: {} })
  await sendAll()
  for (const { email } of next) assert.match((await mailTo(email))[1]!.subject!, /^Ein Platz ist frei/)
})

test('a change of several dates is told to the participants of those that change', async () => {
  const [first, second, empty] = [await newDate(), await newDate(), await newDate()]
  const [one, other] = [person(), person()]
  await book(first, [one])
  await book(second, [other])
  await sendAll()
  const records = await Promise.all(
    [first, second, empty].map(async (id) => ({ id, version: await versionOf(id) })),
  )
  const body = { records, change: { locationIds: { mode: 'replace', ids: [90] } } }
  assert.deepEqual(causesOf(await call('POST', '/dates/bulk-change/message-preview', body)), [
    ['changed', first, [`${one.firstName} ${one.lastName}`]],
    ['changed', second, [`${other.firstName} ${other.lastName}`]],
  ])
  await call('POST', '/dates/bulk-change', { ...body, messages: {} })
  await sendAll()
  for (const { email } of [one, other]) assert.match((await mailTo(email))[1]!.text!, /Haus am Hafen/)

  const off = { ids: [first, second], status: 'cancelled' }
  assert.deepEqual(
    causesOf(await call('POST', '/dates/bulk-update/message-preview', off)).map(([cause, id]) => [cause, id]),
    [
      ['date_cancelled', first],
      ['date_cancelled', second],
    ],
  )
  await call('POST', '/dates/bulk-update', { ...off, messages: { off: ['date_cancelled'] } })
  await sendAll()
  assert.equal((await mailTo(one.email)).length, 2)
})

const replace = async (bookingId: number, participant: object, more: object = {}) => {
  const [{ version }] = await call('GET', `/bookings/${bookingId}`)
  return call('PATCH', `/bookings/${bookingId}`, { version, participant, messages: {}, ...more })
}

/** A booking that somebody else has ordered. */
async function bookFor(dateId: number, participant: object): Promise<{ id: number; version: number }> {
  const [orderer] = await call('POST', '/contacts', { contactType: 'person', lastName: `Chef${++people}` })
  const [booking] = await book(dateId, [participant], { order: { ordererId: orderer.id } })
  return booking
}

test('a replaced participant is told, and their calendar entry is removed; the new one gets the confirmation', async () => {
  const dateId = await newDate()
  const [former, next] = [person(), person()]
  const booking = await bookFor(dateId, former)
  await sendAll()
  const previews = await call('POST', `/bookings/${booking.id}/message-preview`, {
    version: booking.version,
    participant: next,
  })
  const orderer = `Chef${people}`
  assert.deepEqual(causesOf(previews).toSorted(), [
    ['booked', dateId, [`${next.firstName} ${next.lastName}`, orderer]],
    ['booking_cancelled', dateId, [`${former.firstName} ${former.lastName}`]],
  ])
  await replace(booking.id, next)
  await sendAll()
  const [, told] = await mailTo(former.email)
  assert.match(told!.subject!, /^Stornierung/)
  assert.match(told!.text!, /Ihren Platz hat eine andere Person übernommen/)
  assert.equal(calendarOf(told!)!.method, 'CANCEL')
  const confirmations = await mailTo(next.email)
  assert.equal(confirmations.length, 1)
  assert.match(confirmations[0]!.subject!, /^Buchungsbestätigung/)
  assert.equal(calendarOf(confirmations[0]!)!.method, 'REQUEST')
})

test('a participant replaced before their confirmation has left gets no message', async () => {
  const dateId = await newDate()
  const [former, next] = [person(), person()]
  const booking = await bookFor(dateId, former)
  await replace(booking.id, next)
  await sendAll()
  assert.deepEqual(
    server.received.map(({ to }) => to),
    [[next.email]],
  )
})

test('a participant replaced while another message waits is told of it', async () => {
  const dateId = await newDate()
  const [former, next] = [person(), person()]
  const booking = await bookFor(dateId, former)
  await sendAll()
  await call('PATCH', `/dates/${dateId}`, {
    version: await versionOf(dateId),
    locationIds: [90],
    messages: {},
  })
  await replace(booking.id, next)
  await sendAll()
  const mails = await mailTo(former.email)
  assert.equal(mails.length, 2)
  assert.match(mails[1]!.text!, /Ihren Platz hat eine andere Person übernommen/)
})

test('addresses to which mail came back are named before anything is written to them', async () => {
  const dateId = await newDate()
  const lost = person()
  const [booking] = await call('POST', '/bookings', {
    dateId,
    status: 'booked',
    participants: [lost, person()],
  })
  await sql`insert into bounced_address (email_key, reason) values (${lost.email}, 'unknown user')`.execute(
    db,
  )
  const isBounced = (recipients: { email: string; isBounced: boolean }[]) =>
    recipients.filter((one) => one.isBounced).map(({ email }) => email)
  const recipients = await call('POST', '/messages/recipients-preview', { bookingIds: [booking.id] })
  assert.deepEqual(isBounced(recipients), [lost.email])
  const [preview] = await call('POST', `/dates/${dateId}/message-preview`, {
    version: await versionOf(dateId),
    status: 'cancelled',
  })
  assert.equal(preview.recipients.length, 2)
  assert.deepEqual(isBounced(preview.recipients), [lost.email])
})

test('users who may not see contacts see the number of recipients, and no names', async () => {
  const dateId = await newDate()
  const who = person()
  await book(dateId, [who], { messages: { off: ['booked'] } })
  const planner = await kontor.signIn({ rights: ['catalogue', 'bulk'] })
  const { json, text } = await planner.call('POST', `/dates/${dateId}/message-preview`, {
    version: await versionOf(dateId),
    status: 'cancelled',
  })
  const [preview] = json
  assert.deepEqual(
    preview.recipients.map(({ name, role }: { name: string; role: string }) => [name, role]),
    [['', 'participant']],
  )
  assert.match(preview.example.subject, /^Absage: Projektmanagement/)
  for (const secret of [who.lastName, who.firstName, who.email]) assert.ok(!text.includes(secret), secret)
})

// Answers to the calendar entries of dates: told at the booking, filed at the contact.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import {
  type ImapServer,
  startImapServer,
  withoutImapServer,
} from '../../../test/support/servers/imap-server.ts'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { uidOf } from '../../messages/calendar/calendar-uids.ts'
import { readInvitationAnswer } from './read-invitation-answer.ts'
import { readMailbox } from './read-mailbox.ts'

const skip = { skip: withoutImapServer }
const folder = 'Antworten'
let imap: ImapServer
let kontor: TestInstance

before(async () => {
  if (withoutImapServer) return
  imap = await startImapServer()
  await imap.withClient((client) => client.mailboxCreate(folder))
  kontor = await testInstance({ settings: { mailbox: { ...imap.settings, folder } } })
  await read()
  await sql
    .raw(`insert into contact (id, contact_type, first_name, last_name) values (1, 'person', 'Anna', 'Schmidt'), (2, 'person', 'Tilda', 'Lehr');
    insert into event (id, title) values (1, 'Recht');
    insert into event_date (id, event_id, start_date, end_date, status) values (5, 1, '2026-07-01', '2026-07-02', 'planned');
    insert into booking (id, contact_id, date_id, status) values (51, 1, 5, 'booked');
    insert into message (id, cause, date_id) values (1, 'manual', 5);
    insert into outbox_mail (kind, recipient, contact_id, booking_id, message_id, date_id, sent_at) values
      ('message', 'Anna@kunde.example', 1, 51, 1, 5, now()), ('message', 'tilda@lehr.example', 2, null, 1, 5, now())`)
    .execute(kontor.db)
})
after(async () => {
  await kontor?.close()
  await imap?.stop()
})

const read = () => readMailbox(kontor, new AbortController().signal)

/** As Outlook and others send it: the text may be empty. */
async function answer({
  from = 'anna@kunde.example',
  status = 'ACCEPTED',
  uid = uidOf({ dateId: 5, number: 2, host: 'kontor.example' }),
  comment = '',
}) {
  await imap.deliver(
    [
      `From: Gast <${from}>`,
      'To: office@kontor.example',
      `Subject: ${status}: Recht`,
      'Date: Mon, 1 Jun 2026 10:00:00 +0200',
      'Content-Type: text/calendar; method=REPLY; charset=utf-8',
      '',
      'BEGIN:VCALENDAR',
      'METHOD:REPLY',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      `ATTENDEE;PARTSTAT=${status};CN="Schmidt, Anna":MAILTO:${from}`,
      ...(comment === '' ? [] : [`COMMENT:${comment}`]),
      `UID:${uid}`,
      'DTSTAMP:20260601T080000Z',
      'DTSTART:20260702T070000Z',
      'SEQUENCE:0',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
    { folder },
  )
  await read()
  const { rows } = await sql<{
    contact_id: number | null
    booking_id: number | null
    date_id: number | null
    invitation_answer: string
    body: string
    isDone: boolean
    writtenAt: string
  }>`select contact_id, booking_id, date_id, invitation_answer, body, done_at is not null as "isDone",
      to_json(written_at at time zone 'UTC') #>> '{}' as "writtenAt" from task order by id desc limit 1`.execute(
    kontor.db,
  )
  return rows[0]!
}

test('the answer of a participant is told at the booking, and filed at the contact', skip, async () => {
  const accepted = await answer({})
  assert.deepEqual(
    [accepted.contact_id, accepted.booking_id, accepted.invitation_answer, accepted.isDone],
    [1, 51, 'accepted', true],
  )
  assert.equal(accepted.writtenAt, '2026-06-01T08:00:00')
  const office = await kontor.signIn()
  const atBooking = async () =>
    (await office.call('GET', '/dates/5/bookings')).json.map(
      (one: { invitationAnswer: string }) => one.invitationAnswer,
    )
  assert.deepEqual(await atBooking(), ['accepted'])
  const declined = await answer({ status: 'DECLINED', comment: 'Leider\\, krank.' })
  assert.deepEqual(
    [declined.booking_id, declined.invitation_answer, declined.body, declined.isDone],
    [51, 'declined', 'Leider, krank.', false],
  )
  assert.deepEqual(await atBooking(), ['declined'])
})

test('the answer of a trainer is filed at the date', skip, async () => {
  const tentative = await answer({
    from: 'tilda@lehr.example',
    status: 'TENTATIVE',
    uid: uidOf({ dateId: 5, number: 1, host: 'kontor.example' }),
  })
  assert.deepEqual(
    [tentative.contact_id, tentative.booking_id, tentative.date_id, tentative.invitation_answer],
    [2, null, 5, 'tentative'],
  )
})

test('somebody who was not invited, and another calendar, are filed nowhere', skip, async () => {
  for (const wrong of [{ from: 'fremd@x.example' }, { from: 'fremd@x.example', uid: 'abc@google.com' }]) {
    const task = await answer(wrong)
    assert.deepEqual([task.contact_id, task.booking_id, task.date_id, task.isDone], [null, null, null, false])
  }
})

test('a calendar whose parser would run for minutes is no answer, and costs no time', () => {
  const calendar = (content: string) => {
    const text = `BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\n${content}END:VCALENDAR\r\n`
    return { mimeType: 'text/calendar', content: Buffer.from(text), filename: '', disposition: null }
  }
  const event =
    'BEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260101T000000Z\r\nATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b.example\r\nEND:VEVENT\r\n'
  assert.equal(readInvitationAnswer([calendar(event)], 'a@b.example')?.answer, 'accepted')
  const started = process.cpuUsage()
  for (const hostile of [
    'BEGIN:VEVENT\r\n'.repeat(15_000),
    event.repeat(1000),
    'BEGIN:VTIMEZONE\r\n'.repeat(10_000),
    `${event}${' '.repeat(900_000)}`,
  ])
    assert.equal(readInvitationAnswer([calendar(hostile)], 'a@b.example'), undefined)
  const many = Array.from({ length: 400 }, () => calendar('BEGIN:VEVENT\r\n'.repeat(190)))
  assert.equal(readInvitationAnswer(many, 'a@b.example'), undefined)
  assert.ok(process.cpuUsage(started).user < 2_000_000, `${process.cpuUsage(started).user} µs`)
})

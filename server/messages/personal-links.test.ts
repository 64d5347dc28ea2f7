// Mail brings links of its recipient, to feedback and for the attendance, whose secrets nothing keeps.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { Temporal } from 'temporal-polyfill'
import { startMailServer } from '../../test/support/servers/mail-server.ts'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { sendDue } from '../mail/sender.ts'
import { composeMessages } from './compose-messages.ts'
import { planMessagesJob } from './plan-messages-job.ts'

let server: Awaited<ReturnType<typeof startMailServer>>
let kontor: TestInstance
let office: Awaited<ReturnType<TestInstance['signIn']>>
const never = new AbortController().signal
const run = (text: string) => sql.raw(text).execute(kontor.db)

before(async () => {
  server = await startMailServer()
  kontor = await testInstance({
    settings: { mail: server.settings, publicUrl: 'https://kontor.example' },
  })
  office = await kontor.signIn()
  const today = Temporal.PlainDate.from(kontor.clock.now().toISOString().slice(0, 10))
  const inDays = (days: number) => today.add({ days }).toString()
  await run(`insert into event (id, title) values (1, 'Recht');
    insert into event_date (id, event_id, start_date, end_date, status) values (1, 1, '${inDays(-4)}', '${inDays(-2)}', 'planned');
    insert into message_rule (cause, offset_days, recipients) values ('thanks', 1, '{participant,orderer}');
    insert into contact (id, contact_type, first_name, last_name, language) values (1, 'person', 'Ada', 'Bunt', 'de'), (2, 'person', 'Bob', 'Cole', 'en'),
      (3, 'person', 'Cem', 'Dag', 'de');
    insert into email_address (contact_id, email, email_key, is_default)
      select id, lower(first_name) || '@k.example', lower(first_name) || '@k.example', true from contact;
    insert into booking (id, contact_id, date_id, status) values (11, 1, 1, 'attended'), (12, 2, 1, 'attended'), (13, 3, 1, 'absent')`)
})
after(async () => {
  await kontor.close()
  await server.close()
})
beforeEach(async () => {
  await run(`delete from outbox_mail; delete from feedback_invitation; update message_rule set template_id = null;
    delete from communication_template`)
  server.received.length = 0
})

const sendAll = async () => {
  await run('update outbox_mail set next_attempt_at = now() where sent_at is null')
  while (await sendDue(kontor, never, { message: composeMessages }));
}
const mails = async () =>
  new Map(
    await Promise.all(
      server.received.map(async ({ to, raw }) => [to[0]!, await PostalMime.parse(raw)] as const),
    ),
  )
const call = async (method: string, path: string, body?: object) => {
  const answer = await office.call(method, path, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}
const invitedBookings = async () =>
  (
    await sql<{ id: number }>`select booking_id as id from feedback_invitation order by 1`.execute(kontor.db)
  ).rows.map(({ id }) => id)
const link = /https:\/\/kontor\.example(\/feedback\/[\w-]{43})(?![\w-])/
const placeholder = 'https://kontor.example/feedback/personal-link'

test('thanks bring each participant an own link that works, and only its hash is kept', async () => {
  await planMessagesJob.run(kontor, never)
  await sendAll()
  const received = await mails()
  assert.deepEqual([...received.keys()].toSorted(), ['ada@k.example', 'bob@k.example'])
  const paths = ['ada@k.example', 'bob@k.example'].map((address) => {
    const { text, html } = received.get(address)!
    const [, path] = link.exec(text!)!
    assert.ok(html!.includes(`href="https://kontor.example${path}"`))
    return path!
  })
  assert.notEqual(paths[0], paths[1])
  assert.deepEqual(await invitedBookings(), [11, 12])
  const opened = await kontor.app.inject({ method: 'GET', url: paths[0]! })
  assert.match(opened.body, /Feedback: Recht/)

  const { rows } = await sql<{ text: string }>`
    select (select json_agg(o)::text from outbox_mail o) || (select json_agg(m)::text from message m) || (select json_agg(c)::text from change_log c)
      || (select json_agg(i)::text from feedback_invitation i) as text`.execute(kontor.db)
  for (const path of paths) assert.ok(!rows[0]!.text.includes(path.slice('/feedback/'.length)))
  const [delivery] = await call('GET', '/bookings/11/deliveries')
  assert.ok(delivery.body.includes(placeholder), delivery.body)
})

test('previews and the rehearsal show a placeholder, and make no link', async () => {
  const [rehearsed] = await call('GET', '/dates/1/rehearsed-messages?cause=thanks&offsetDays=1')
  assert.ok(rehearsed.body.includes(placeholder))
  const text = { subject: 'Frage', body: 'Bitte: {{ links.feedback }}', subjectEn: '', bodyEn: '' }
  const [preview] = await call('POST', '/messages/preview', { bookingIds: [11], ...text })
  assert.equal(preview.body, `Bitte: ${placeholder}`)
  const [template] = await call('POST', '/communication-templates/preview', {
    subject: text.subject,
    body: text.body,
    bookingId: 11,
  })
  assert.ok(template.body.includes(placeholder))
  assert.deepEqual(await invitedBookings(), [])
  const opened = await kontor.app.inject({ method: 'GET', url: '/feedback/personal-link' })
  assert.equal(opened.statusCode, 404)
})

test('no link is made for a text without one, and none for somebody who was absent', async () => {
  const [template] = await call('POST', '/communication-templates', {
    name: 'Kurz',
    subject: 'Danke',
    body: 'Vielen Dank',
  })
  await run(`update message_rule set template_id = ${template.id}`)
  await planMessagesJob.run(kontor, never)
  await sendAll()
  assert.equal(server.received.length, 2)
  const text = { subject: 'Frage', body: 'Bitte: {{ links.feedback }}.', subjectEn: '', bodyEn: '' }
  await call('POST', '/messages', { bookingIds: [13], ...text })
  await sendAll()
  assert.match((await mails()).get('cem@k.example')!.text!, /Bitte: \./)
  assert.deepEqual(await invitedBookings(), [])
})

test('an HTML text written by hand brings the link, too', async () => {
  await call('POST', '/messages', {
    bookingIds: [11],
    ...{ subject: 'Frage', subjectEn: '', bodyEn: '' },
    body: '<p>Bitte <a href="{{ links.feedback }}">hier</a></p>',
  })
  await sendAll()
  const mail = (await mails()).get('ada@k.example')!
  assert.match(mail.html!, new RegExp(`href="${link.source}`))
  assert.deepEqual(await invitedBookings(), [11])
})

test('the brief of a trainer brings a link for the attendance, which is listed at the date', async () => {
  const today = Temporal.PlainDate.from(kontor.clock.now().toISOString().slice(0, 10))
  const start = today.add({ days: 3 }).toString()
  await run(`insert into event_date (id, event_id, start_date, end_date, status) values (2, 1, '${start}', '${start}', 'planned');
    insert into contact (id, contact_type, first_name, last_name, language) values (9, 'person', 'Tea', 'Rain', 'en');
    insert into email_address (contact_id, email, email_key, is_default) values (9, 'tea@k.example', 'tea@k.example', true);
    insert into trainer (id, first_name, last_name, contact_id) values (7, 'Tea', 'Rain', 9);
    insert into date_trainer (date_id, trainer_id, position) values (2, 7, 1);
    insert into message_rule (date_id, cause, offset_days, recipients) values (2, 'trainer_brief', -5, '{trainer,participant}');
    insert into booking (contact_id, date_id, status) values (1, 2, 'booked')`)
  const rehearsed = await call('GET', '/dates/2/rehearsed-messages?cause=trainer_brief&offsetDays=-5')
  assert.deepEqual(
    rehearsed.map(({ body }: { body: string }) =>
      body.includes('https://kontor.example/attendance/personal-link'),
    ),
    [false, true],
  )
  await planMessagesJob.run(kontor, never)
  // The zone of the setting, half a day from that of the environment.
  await run(`insert into setting (name, value) values ('time_zone', 'Pacific/Auckland')`)
  assert.equal((await office.call('GET', '/dates/2')).status, 200)
  await sendAll()
  const received = await mails()
  const [, path] = /https:\/\/kontor\.example(\/attendance\/[\w-]{43})(?![\w-])/.exec(
    received.get('tea@k.example')!.text!,
  )!
  assert.doesNotMatch(received.get('ada@k.example')!.text!, /attendance/)
  const opened = await kontor.app.inject({ method: 'GET', url: path! })
  assert.equal(opened.statusCode, 200)
  assert.match(opened.body, /Recht/)
  const [{ links }] = await call('GET', '/dates/2/attendance-links')
  assert.deepEqual(
    links.map((one: { trainerName: string; state: string }) => [one.trainerName, one.state]),
    [['Tea Rain', 'valid']],
  )
  const { hour, minute } = Temporal.Instant.from(links[0].expiresAt).toZonedDateTimeISO('Pacific/Auckland')
  assert.deepEqual([hour, minute], [0, 0], links[0].expiresAt)
})

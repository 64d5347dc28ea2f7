// Replies to the mail of a task: sender, draft, outbox, thread, calling back.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type MailServer, startMailServer } from '../../../test/support/servers/mail-server.ts'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { sendDue } from '../../mail/sender.ts'

const signal = new AbortController().signal

let kontor: TestInstance
let server: MailServer
let office: Awaited<ReturnType<TestInstance['signIn']>>
const run = (text: string) => sql.raw(text).execute(kontor.db)

before(async () => {
  server = await startMailServer()
  kontor = await testInstance({ settings: { mail: server.settings, publicUrl: 'https://kontor.example' } })
  office = await kontor.signIn()
  await run(`insert into contact (id, contact_type, salutation, first_name, last_name) values (1, 'person', 'ms', 'Anna', 'Schmidt'),
      (2, 'person', '', 'Jan', 'Meyer'), (3, 'company', '', '', 'Kunde AG');
    insert into email_address (id, contact_id, email, email_key, is_default) values (11, 1, 'Anna@Kunde.example', 'anna@kunde.example', true),
      (12, 2, 'info@kunde.example', 'info@kunde.example', true), (13, 3, 'info@kunde.example', 'info@kunde.example', true);
    insert into setting values ('message_delay_minutes', '10');
    insert into communication_template (id, name, subject, body) values (1, 'Gruß', 'Betreff', '{{salutation}},' || chr(10) || 'danke.')`)
})
after(async () => {
  await kontor.close()
  await server.close()
})

beforeEach(async () => {
  server.received.length = 0
  server.rejectRecipient = () => undefined
  await run(`delete from outbox_mail; delete from logbook_entry; delete from task;
    insert into task (id, client_id, kind, subject, body, mail_from, mail_to, contact_id, message_id, thread_ids, created_at) values
      (100, 1, 'mail', 'AW: Re: Frage', E'Guten Tag,\\n1 < 2 & <3', 'Anna Schmidt <anna@kunde.example>',
       'Office@kontor.example, "Meyer, Jan" <jan@kunde.example>', 1, 'frage-2@kunde.example', '{antwort@kontor.example,frage-1@kunde.example}',
       '2026-06-15T08:00:00Z')`)
})

const send = (body: object = {}, taskId = 100) =>
  office.call('POST', `/tasks/${taskId}/replies`, {
    to: 'anna@kunde.example',
    subject: 'Re: Frage',
    body: '<p>Gern.</p>',
    ...body,
  })
const makeDue = () => run(`update outbox_mail set next_attempt_at = now()`)

test('the draft goes to the sender, with one Re: and the quoted mail', async () => {
  const { json } = await office.call('GET', '/tasks/100/reply-draft?language=de')
  assert.deepEqual(json, [
    {
      to: 'anna@kunde.example',
      others: 'jan@kunde.example',
      subject: 'Re: Frage',
      quote:
        '<p>Am 15.06.2026, 10:00 schrieb Anna Schmidt &lt;anna@kunde.example&gt;:</p><blockquote>Guten Tag,<br />1 &lt; 2 &amp; &lt;3</blockquote>',
      delayMinutes: 10,
      canSend: true,
    },
  ])
  await run(`update task set reply_to = 'team@kunde.example', body = '<div>Hallo<script>x()</script></div>'`)
  const [draft] = (await office.call('GET', '/tasks/100/reply-draft?language=en')).json
  assert.equal(draft.to, 'team@kunde.example')
  assert.match(draft.quote, /^<p>On 15 Jun 2026, 10:00, Anna .* wrote:<\/p><blockquote>Hallo<\/blockquote>$/)
  await run(`update task set received_at = '2026-06-15T08:00:00Z', written_at = '2026-06-12T06:30:00Z'`)
  const [late] = (await office.call('GET', '/tasks/100/reply-draft?language=en')).json
  assert.match(late.quote, /^<p>On 12 Jun 2026, 08:30,/, 'the time at which the letter was written')
})

test('a reply waits, is sent in its thread to all recipients, and tells its state', async () => {
  const { status, json } = await send({
    cc: 'Jan <jan@kunde.example>, anna@kunde.example',
    quoteLanguage: 'de',
    isDone: true,
  })
  assert.equal(status, 200)
  const [reply] = json
  assert.deepEqual(
    [reply.status, reply.to, reply.cc, reply.body],
    ['waiting', ['anna@kunde.example'], ['jan@kunde.example'], '<p>Gern.</p>'],
  )
  assert.match(reply.quote, /^<p>Am .*<\/blockquote>$/)
  await sendDue(kontor, signal)
  assert.equal(server.received.length, 0, 'it waits')
  await makeDue()
  await sendDue(kontor, signal)
  const [mail] = server.received
  assert.deepEqual(mail!.to.toSorted(), ['anna@kunde.example', 'jan@kunde.example'])
  assert.equal(mail!.headers['to'], 'anna@kunde.example')
  assert.equal(mail!.headers['cc'], 'jan@kunde.example')
  assert.equal(mail!.headers['subject'], 'Re: Frage')
  assert.equal(mail!.headers['in-reply-to'], '<frage-2@kunde.example>')
  assert.equal(
    mail!.headers['references'],
    '<frage-1@kunde.example> <antwort@kontor.example> <frage-2@kunde.example>',
  )
  assert.equal(mail!.headers['auto-submitted'], undefined, 'a person wrote it')
  assert.match(mail!.text, /Gern\./)
  assert.match(mail!.text, /<blockquote>/)
  const [thread] = (await office.call('GET', '/tasks/100/mail-thread')).json
  assert.equal(thread.replies[0].status, 'sent')
  const timeline = (await office.call('GET', '/contacts/1/timeline?kind=outbox')).json
  assert.deepEqual([timeline[0].title, timeline[0].status], ['Re: Frage', 'sent'])
  const [task] = (await office.call('GET', '/tasks/100')).json
  assert.equal(task.isDone, true)
})

test('one of several recipients whom the server rejects is told', async () => {
  server.rejectRecipient = (to) => (to === 'jan@kunde.example' ? 550 : undefined)
  await send({ cc: 'jan@kunde.example' })
  await makeDue()
  await sendDue(kontor, signal)
  const [thread] = (await office.call('GET', '/tasks/100/mail-thread')).json
  assert.equal(thread.replies[0].status, 'bounced')
  assert.match(thread.replies[0].reason, /550|not taken/)
})

test('a waiting reply is called back, one that has left is not', async () => {
  const [reply] = (await send()).json
  const called = await office.call('POST', `/replies/${reply.id}/call-back`)
  assert.deepEqual([called.status, called.json[0].status], [200, 'called_back'])
  await makeDue()
  await sendDue(kontor, signal)
  assert.equal(server.received.length, 0)
  assert.equal((await office.call('POST', `/replies/${reply.id}/call-back`)).status, 409)
  const [second] = (await send()).json
  await makeDue()
  await sendDue(kontor, signal)
  assert.equal((await office.call('POST', `/replies/${second.id}/call-back`)).status, 409)
})

test('an answer shows the task of the mail that it answers', async () => {
  await send()
  await run(`insert into task (id, client_id, kind, subject, mail_from, thread_ids)
    select 101, 1, 'mail', 'Re: Re: Frage', 'anna@kunde.example', array[message_key || '@kontor.example'] from outbox_mail`)
  const [thread] = (await office.call('GET', '/tasks/101/mail-thread')).json
  assert.deepEqual([thread.previousTaskId, thread.previousTaskNr], [100, 'T-000100'])
})

test('the contacts of a sender: one, several, none; only with the right to contacts', async () => {
  const contacts = async (from: string, user = office) => {
    await run(`update task set mail_from = '${from}'`)
    const [thread] = (await user.call('GET', '/tasks/100/mail-thread')).json
    return thread.sender.contacts.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual(await contacts('ANNA@kunde.example'), [1])
  assert.deepEqual(await contacts('Info <info@kunde.example>'), [2, 3])
  assert.deepEqual(await contacts('other@kunde.example'), [])
  assert.deepEqual(await contacts(''), [])
  const clerk = await kontor.signIn({ rights: ['task'] })
  assert.deepEqual(await contacts('anna@kunde.example', clerk), [])
})

test('a template is filled in for the contact', async () => {
  const { json } = await office.call('GET', '/tasks/100/reply-templates/1')
  assert.equal(json[0].body, '<p>Sehr geehrte Frau Schmidt,<br>\ndanke.</p>')
  assert.equal((await office.call('GET', '/tasks/100/reply-templates/99')).status, 404)
})

test('a template is filled in with the subject of the letter, in the language of the contact', async () => {
  await run(`insert into event (id, title) values (1, 'Rhetorik');
    insert into event_date (id, event_id, start_date, end_date, start_time, end_time, status, format)
      values (1, 1, '2027-03-01', '2027-03-01', '09:00', '17:00', 'planned', 'onsite');
    insert into booking (id, date_id, contact_id, status) values (7, 1, 1, 'booked');
    insert into communication_template (id, name, subject, body, body_en) values (2, 'Stand', 'Stand',
      '{{ salutation }}: {{ date.title }} am {{ date.start | day }}, {{ booking.status }}{% if location.name == "" %}, noch ohne Ort{% endif %}',
      '{{ salutation }}: {{ date.title }} on {{ date.start | day }}, {{ booking.status }}')`)
  const filled = async (user = office) =>
    (await user.call('GET', '/tasks/100/reply-templates/2')).json[0].body.replace(/<[^>]+>/g, '')
  assert.equal(
    await filled(),
    'Sehr geehrte Frau Schmidt:  am , ' + ', noch ohne Ort',
    'the letter is about no date',
  )
  await run('update task set booking_id = 7 where id = 100')
  assert.equal(
    await filled(),
    'Sehr geehrte Frau Schmidt: Rhetorik am Montag, 1. März 2027, gebucht, noch ohne Ort',
  )
  await run("update contact set language = 'en' where id = 1")
  assert.equal(await filled(), 'Dear Ms Schmidt: Rhetorik on Monday, 1 March 2027, booked')
  const clerk = await kontor.signIn({ rights: ['task'] })
  assert.doesNotMatch(await filled(clerk), /gebucht|booked/)
  await run(
    "update contact set language = '' where id = 1; update task set booking_id = null; delete from booking",
  )
})

test('wrong recipients and empty texts name their field; mail of programs is not answered', async () => {
  const fields = async (body: object) =>
    (await send(body)).json.details.map(({ field }: { field: string }) => field)
  assert.deepEqual(await fields({ to: ' ' }), ['to'])
  assert.deepEqual(await fields({ to: 'anna' }), ['to'])
  assert.deepEqual(await fields({ cc: 'x' }), ['cc'])
  assert.deepEqual(await fields({ body: '<p> </p>', subject: ' ' }), ['subject'])
  assert.deepEqual(await fields({ body: '<p> </p>' }), ['body'])
  assert.deepEqual(
    await fields({ cc: Array.from({ length: 51 }, (_, index) => `a${index}@b.example`).join() }),
    ['cc'],
  )
  await send({ subject: 'Re: x\r\nBcc: evil@b.example' })
  await makeDue()
  await sendDue(kontor, signal)
  assert.equal(server.received[0]!.headers['subject'], 'Re: x Bcc: evil@b.example')
  await run(`update task set mail_from = ''`)
  assert.equal((await send()).status, 409)
})

test('staff may answer a mail that a program wrote', async () => {
  await run(`update task set is_automatic = true`)
  assert.equal((await send()).status, 200)
})

test('users of the client who may edit tasks may reply', async () => {
  const reader = await kontor.signIn({ rights: ['task:access'] })
  assert.equal((await reader.call('POST', '/tasks/100/replies', {})).status, 403)
  await run(`insert into client (id, name) values (2, 'Other') on conflict do nothing`)
  const other = await kontor.signIn({ rights: ['task'], clientIds: [2] })
  const body = { to: 'a@b.example', subject: 'x', body: 'y' }
  assert.equal((await other.call('POST', '/tasks/100/replies', body)).status, 404)
  const [reply] = (await send()).json
  assert.equal((await other.call('POST', `/replies/${reply.id}/call-back`)).status, 404)
})

test('mail of the interface finds its sender', async () => {
  await run(`insert into lead (id, client_id, name) values (7, 1, 'Lead') on conflict do nothing`)
  const mail = { subject: 'x', mailFrom: 'Anna <anna@kunde.example>' }
  const imported = await kontor.call('POST', '/mail/crmlead/7', { body: mail })
  assert.equal(imported.status, 200)
  const todo = await kontor.call('POST', '/todo/import', {
    body: { ...mail, mailFrom: 'info@kunde.example' },
  })
  const contactOf = async (id: number) => (await office.call('GET', `/tasks/${id}`)).json[0].contactId
  assert.equal(await contactOf(imported.json[0].taskId), 1)
  assert.equal(await contactOf(todo.json[0].id), 0, 'several contacts have the address')
})

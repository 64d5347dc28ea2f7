// Mail goes out, by a real mail server.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { linkTo } from '../../test/support/servers/connections.ts'
import { startMailServer } from '../../test/support/servers/mail-server.ts'
import { testInstance } from '../../test/support/test-instance.ts'
import { startJobs } from '../platform/instance/background-jobs.ts'
import { claimDueMails, retryDelaysMinutes } from './queue.sql.ts'
import { sendDue, sendMailJob } from './sender.ts'
import { checkMailServer, send } from './transport.ts'

const server = await startMailServer({ tls: true })
const settings = { mail: server.settings, publicUrl: 'https://kontor.example' }
const kontor = await testInstance({ settings })
after(async () => {
  await kontor.close()
  await server.close()
})
const { db } = kontor
await sql`insert into communication_template (id, name, subject, body) values
  (1, 'Willkommen', 'Willkommen, {{firstName}}', E'{{salutation}},\n\nmehr unter https://kontor.example/a?b=1&c=2.'),
  (2, 'Fett', 'Fett', '<p>Guten Tag <strong>{{lastName}}</strong></p><p><a href="https://kontor.example/">hier</a></p>')`.execute(
  db,
)

const never = new AbortController().signal
const sendAll = async () => {
  while (await sendDue(kontor, never));
}
const makeDue = () => sql`update outbox_mail set next_attempt_at = now()`.execute(db)
const mails = () => db.selectFrom('outbox_mail').selectAll().orderBy('id').execute()
let people = 0
async function contact(commTemplateId: number, more: object = {}) {
  const body = {
    firstName: 'Jana',
    lastName: 'Köhler',
    salutation: 'ms',
    email: `jana${++people}@k.example`,
    commTemplateId,
    ...more,
  }
  const { status, json, text } = await kontor.call('POST', '/contacts', { body })
  assert.equal(status, 200, text)
  return { id: json[0].id as number, email: body.email }
}

beforeEach(async () => {
  server.received.length = 0
  server.rejectRecipient = () => undefined
  server.rejectMail = () => undefined
  await sql`delete from outbox_mail`.execute(db)
})

test('a template is sent once, filled in as in the preview, as text and HTML', async () => {
  const { id, email } = await contact(1)
  const [preview] = (
    await (
      await kontor.signIn()
    ).call('POST', '/communication-templates/preview', {
      subject: 'Willkommen, {{firstName}}',
      body: '{{salutation}},\n\nmehr unter https://kontor.example/a?b=1&c=2.',
      contactId: id,
    })
  ).json
  await sendAll()
  await sendAll()
  assert.equal(server.received.length, 1)
  const [{ from, to, headers, text }] = server.received as [(typeof server.received)[number]]
  assert.deepEqual([from, to], ['office@kontor.example', [email]])
  assert.equal(headers['from'], 'Kontor GmbH <office@kontor.example>')
  assert.equal(headers['subject'], preview.subject)
  assert.equal(headers['auto-submitted'], 'auto-generated')
  assert.match(headers['content-type']!, /^multipart\/alternative/)
  assert.ok(text.replaceAll('\r\n', '\n').includes(preview.body), text)
  assert.match(text, /<p>Sehr geehrte Frau Köhler,<\/p>/)
  assert.match(
    text,
    /<a href="https:\/\/kontor\.example\/a\?b=1&amp;c=2">https:\/\/kontor\.example\/a\?b=1&amp;c=2<\/a>\.<\/p>/,
  )
  const [mail] = await mails()
  assert.equal(headers['message-id'], `<${mail!.message_key}@kontor.example>`)
  assert.deepEqual(
    [mail!.subject, mail!.attempts, mail!.is_claimed, mail!.last_error],
    ['Willkommen, Jana', 1, false, ''],
  )
  assert.ok(mail!.sent_at)
})

test('an HTML template has a plain text, too, and fields of contacts are escaped', async () => {
  await contact(2, { lastName: '<img src=x>' })
  await sendAll()
  const [{ text }] = server.received as [(typeof server.received)[number]]
  assert.match(text, /Guten Tag <img src=x>\r\n\r\nhier \(https:\/\/kontor\.example\/\)/)
  assert.match(text, /<strong>&lt;img src=x&gt;<\/strong>/)
})

test('without a mail server, mails wait', async () => {
  await contact(1)
  const { mail: _, ...without } = settings
  assert.equal(
    await sendDue({ ...kontor, settings: { ...kontor.settings, ...without, mail: undefined } }, never),
    false,
  )
  const [mail] = await mails()
  assert.deepEqual([mail!.attempts, mail!.sent_at], [0, null])
  await sendAll()
  assert.equal(server.received.length, 1)
})

test('after a temporary error, the mail is sent again after a pause, with the same Message-ID', async () => {
  await contact(1)
  server.rejectMail = () => 451
  await sendAll()
  let [mail] = await mails()
  assert.deepEqual([mail!.attempts, mail!.sent_at, mail!.failed_at], [1, null, null])
  assert.match(mail!.last_error, /451/)
  assert.ok(mail!.next_attempt_at.getTime() > Date.now() + 30_000)
  await sendAll()
  assert.equal(server.received.length, 1)
  server.rejectMail = () => undefined
  await makeDue()
  await sendAll()
  ;[mail] = await mails()
  assert.ok(mail!.sent_at)
  const [first, second] = server.received
  assert.equal(server.received.length, 2)
  assert.equal(first!.headers['message-id'], second!.headers['message-id'])
})

test('after a permanent error about address or content, there is no further attempt', async () => {
  const gone = await contact(1)
  await contact(1)
  server.rejectRecipient = (to) => (to === gone.email ? 550 : undefined)
  server.rejectMail = () => 554
  await sendAll()
  await makeDue()
  await sendAll()
  const all = await mails()
  assert.deepEqual(
    all.map(({ attempts, sent_at, failed_at }) => [attempts, sent_at, failed_at !== null]),
    [
      [1, null, true],
      [1, null, true],
    ],
  )
  assert.match(all[0]!.last_error, /550/)
})

test('a mail fails after two days of attempts', async () => {
  assert.ok(Math.abs(retryDelaysMinutes.reduce((sum, one) => sum + one) - 2 * 24 * 60) < 60)
  await contact(1)
  server.rejectMail = () => 451
  await sql`update outbox_mail set attempts = ${retryDelaysMinutes.length}`.execute(db)
  await sendAll()
  const [mail] = await mails()
  assert.deepEqual([mail!.attempts, mail!.failed_at !== null], [retryDelaysMinutes.length + 1, true])
})

test('a mail that waited for a week is not sent automatically', async () => {
  await contact(1)
  await sql`update outbox_mail set next_attempt_at = now() - interval '8 days'`.execute(db)
  await sendAll()
  const [mail] = await mails()
  assert.ok(mail!.failed_at)
  assert.equal(server.received.length, 0)
})

test('two processes send each mail once', async () => {
  await Promise.all(Array.from({ length: 30 }, () => contact(1)))
  const other = { ...kontor }
  const both = [kontor, other].map((one) => startJobs(one, linkTo(kontor.connection), [sendMailJob]))
  const until = Date.now() + 120_000
  while (server.received.length < 30 && Date.now() < until) await wait(20)
  await Promise.all(both.map((one) => one.stop()))
  const to = server.received.flatMap((mail) => mail.to)
  assert.equal(to.length, 30)
  assert.equal(new Set(to).size, 30)
  assert.ok((await mails()).every(({ sent_at }) => sent_at !== null))
})

test('a process that stops releases the mails that it was sending', async () => {
  await contact(1)
  server.rejectMail = () => wait(300).then(() => undefined)
  const background = startJobs(kontor, linkTo(kontor.connection), [sendMailJob])
  while (server.received.length === 0) await wait(5)
  await background.stop()
  const [mail] = await mails()
  assert.ok(mail!.sent_at)
})

test('a wrong password or an unreachable server does not fail the mail', async () => {
  const locked = await startMailServer({ user: 'office', password: 'right' })
  try {
    const { id } = await contact(1)
    for (const address of [`smtp://office:wr%C3%B6ng@127.0.0.1:${locked.port}`, 'smtp://127.0.0.1:1']) {
      await makeDue()
      const mail = { ...server.settings, server: new URL(address) }
      await sendDue({ ...kontor, settings: { ...kontor.settings, mail } }, never)
      const [row] = await mails()
      assert.deepEqual([row!.contact_id, row!.failed_at], [id, null])
      assert.doesNotMatch(row!.last_error, /wr/)
      assert.notEqual(row!.last_error, '')
    }
    await makeDue()
    await sendDue({ ...kontor, settings: { ...kontor.settings, mail: locked.settings } }, never)
    assert.equal(locked.received.length, 1)
  } finally {
    await locked.close()
  }
})

test('the password of the server is read from its file for each connection', async (t) => {
  const locked = await startMailServer({ user: 'office', password: 'right' })
  const folder = await mkdtemp(join(tmpdir(), 'kontor-mail-'))
  t.after(() => rm(folder, { recursive: true }))
  try {
    await contact(1)
    const file = join(folder, 'password')
    const mail = {
      ...locked.settings,
      server: new URL(`smtp://office@127.0.0.1:${locked.port}`),
      password: { file },
    }
    const instance = { ...kontor, settings: { ...kontor.settings, mail } }
    await sendDue(instance, never)
    const [missing] = await mails()
    assert.deepEqual(
      [missing!.last_error, missing!.failed_at],
      ['the file with the password of the mail server cannot be read (ENOENT)', null],
    )
    assert.equal(await checkMailServer(mail), missing!.last_error)
    await writeFile(file, 'wrong\n')
    assert.match((await checkMailServer(mail))!, /535/)
    await writeFile(file, 'right\n')
    await makeDue()
    await sendDue(instance, never)
    assert.equal(locked.received.length, 1)
  } finally {
    await locked.close()
  }
})

test('the rate limits the attempts of all processes in a minute', async () => {
  for (let count = 0; count < 5; count++) await contact(1)
  const limited = { ...kontor, settings: { ...kontor.settings, mail: { ...server.settings, perMinute: 3 } } }
  const claimed = await Promise.all([claimDueMails(db, 4, 3), claimDueMails(db, 4, 3)])
  assert.equal(claimed.flat().length, 3)
  assert.deepEqual(await claimDueMails(db, 4, 3), [])
  const nextMs = (await sendMailJob.dueAfterMs!(limited))!
  assert.ok(nextMs > 50_000 && nextMs <= 60_000, String(nextMs))
  await sql`update outbox_mail set attempted_at = now() - interval '61 seconds' where attempted_at is not null`.execute(
    db,
  )
  assert.equal((await claimDueMails(db, 4, 3)).length, 2)
})

test('a reply goes out as it was written, in its thread', async () => {
  await sql`insert into outbox_mail (kind, recipient, subject, body, in_reply_to, thread_ids) values
    ('reply', 'frage@k.example', 'Re: {{firstName}}?', E'Ja, {{firstName}}.\n\nGruß', '<2@k.example>', '{<1@k.example>,<2@k.example>}')`.execute(
    db,
  )
  await sendAll()
  const [{ headers, text }] = server.received as [(typeof server.received)[number]]
  assert.deepEqual(
    [headers['subject'], headers['in-reply-to'], headers['references']],
    ['Re: {{firstName}}?', '<2@k.example>', '<1@k.example> <2@k.example>'],
  )
  assert.match(text, /Ja, {{firstName}}\.\r\n\r\nGruß/)
})

test('attachments and a calendar entry are sent with the text', async () => {
  const outcome = await send(
    server.settings,
    'a@k.example',
    'b6f2a9f0-0000-4000-8000-000000000001',
    {
      subject: 'Termin',
      text: 'Text',
      html: '<p>Text</p>',
      replyTo: 'buero@k.example',
      attachments: [{ fileName: 'Plan.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') }],
      calendar: {
        fileName: 'termin.ics',
        method: 'REQUEST',
        content: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR',
      },
    },
    never,
  )
  assert.deepEqual(outcome, { status: 'sent', rejected: '' })
  const parsed = await PostalMime.parse(server.received[0]!.raw)
  assert.equal(parsed.replyTo?.[0]?.address, 'buero@k.example')
  const kinds = parsed.attachments.map(({ filename, mimeType, method }) => [filename, mimeType, method ?? ''])
  for (const wanted of [
    ['Plan.pdf', 'application/pdf', ''],
    ['termin.ics', 'application/ics', ''],
  ])
    assert.ok(
      kinds.some((kind) => kind.join() === wanted.join()),
      JSON.stringify(kinds),
    )
  assert.ok(kinds.some(([, mimeType, method]) => mimeType === 'text/calendar' && method === 'REQUEST'))
})

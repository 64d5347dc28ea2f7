// The outbox in the back office, and the texts of the double opt-in.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { startMailServer } from '../../test/support/servers/mail-server.ts'
import { testInstance } from '../../test/support/test-instance.ts'
import { claimDueMails } from './queue.sql.ts'
import { sendDue } from './sender.ts'

const server = await startMailServer()
const settings = { mail: server.settings, publicUrl: 'https://kontor.example' }
const kontor = await testInstance({ settings })
after(async () => {
  await kontor.close()
  await server.close()
})
const { db } = kontor
const office = await kontor.signIn()
await sql`insert into communication_template (id, name, subject, body) values (1, 'Willkommen', 'Hallo', 'Guten Tag')`.execute(
  db,
)
const sendAll = async () => {
  while (await sendDue(kontor, new AbortController().signal));
}
let mailCount = 0
async function createMail(): Promise<{ id: number; email: string; contactId: number }> {
  const body = {
    firstName: 'Jana',
    lastName: 'Köhler',
    email: `o${++mailCount}@k.example`,
    commTemplateId: 1,
  }
  const contactId = (await kontor.call('POST', '/contacts', { body })).json[0].id
  const [mail] = (await office.call('GET', `/outbox-mails?contactId=${contactId}`)).json
  return { id: mail.id, email: body.email, contactId }
}
const readMail = async (id: number) => (await office.call('GET', `/outbox-mails/${id}`)).json[0]

beforeEach(async () => {
  await sql`delete from outbox_mail`.execute(db)
  server.received.length = 0
  server.rejectRecipient = () => undefined
})

test('the outbox is for administrators', async () => {
  const plain = await kontor.signIn({ rights: ['090300', '100100', '100400', 'booking'] })
  const { id } = await createMail()
  for (const [method, path, body] of [
    ['GET', '/outbox-mails'],
    ['GET', `/outbox-mails/${id}`],
    ['POST', `/outbox-mails/${id}/retry`],
    ['POST', '/outbox-mails/retry'],
    ['POST', '/outbox-mails/test', { recipient: 'a@b.example' }],
    ['DELETE', `/outbox-mails/${id}`],
    ['GET', '/outbox-status'],
  ] as [string, string, object?][])
    assert.equal((await plain.call(method, path, body)).status, 403, path)
})

test('the list shows status, origin and errors of mails', async () => {
  const sent = await createMail()
  await sendAll()
  const failed = await createMail()
  server.rejectRecipient = () => 550
  await sendAll()
  const late = await createMail()
  const { json } = await office.call('GET', '/outbox-mails')
  assert.deepEqual(
    json.map(
      ({
        id,
        status,
        recipient,
        subject,
        origin,
        contactId,
        contactName,
        attemptCount,
      }: Record<string, unknown>) => [
        id,
        status,
        recipient,
        subject,
        origin,
        contactId,
        contactName,
        attemptCount,
      ],
    ),
    [
      [late.id, 'waiting', late.email, '', 'Willkommen', late.contactId, 'Jana Köhler', 0],
      [failed.id, 'failed', failed.email, '', 'Willkommen', failed.contactId, 'Jana Köhler', 1],
      [sent.id, 'sent', sent.email, 'Hallo', 'Willkommen', sent.contactId, 'Jana Köhler', 1],
    ],
  )
  assert.match(json[1].lastError, /550/)
  assert.ok(json[0].nextAttemptAt && !json[1].nextAttemptAt && json[1].failedAt && json[2].sentAt)
  for (const [query, ids] of [
    ['status=waiting', [late.id]],
    ['status=failed', [failed.id]],
    ['status=sent', [sent.id]],
    ['status=sending', []],
    [`q=${sent.email.toUpperCase()}`, [sent.id]],
  ] as const)
    assert.deepEqual(
      (await office.call('GET', `/outbox-mails?${query}`)).json.map(({ id }: { id: number }) => id),
      ids,
      query,
    )
  assert.deepEqual((await office.call('GET', '/outbox-status')).json, [
    {
      isConfigured: true,
      server: `127.0.0.1:${server.port}`,
      sender: 'Kontor GmbH <office@kontor.example>',
      waitingCount: 1,
      attemptCount: 0,
      failedCount: 1,
      heldCount: 0,
    },
  ])
  const { json: timeline } = await office.call('GET', `/contacts/${sent.contactId}/timeline?kind=outbox`)
  assert.deepEqual(
    timeline.map(({ title, text, status }: Record<string, unknown>) => [title, text, status]),
    [['Hallo', sent.email, 'sent']],
  )
})

test('failed mails are sent after a retry of one or of all', async () => {
  server.rejectRecipient = () => 550
  const first = await createMail()
  const second = await createMail()
  await sendAll()
  assert.equal((await readMail(first.id)).status, 'failed')
  server.rejectRecipient = () => undefined
  const retried = await office.call('POST', `/outbox-mails/${first.id}/retry`)
  assert.deepEqual([retried.json[0].status, retried.json[0].attemptCount], ['waiting', 0])
  await sendAll()
  assert.equal((await readMail(first.id)).status, 'sent')
  assert.equal((await office.call('POST', `/outbox-mails/${first.id}/retry`)).status, 409)
  assert.deepEqual((await office.call('POST', '/outbox-mails/retry')).json, [{ retriedCount: 1 }])
  await sendAll()
  assert.deepEqual([(await readMail(second.id)).status, server.received.length], ['sent', 2])
  assert.equal((await office.call('POST', '/outbox-mails/999999/retry')).status, 404)
})

test('a mail that waited too long is sent after a retry', async () => {
  const { id } = await createMail()
  await sql`update outbox_mail set next_attempt_at = now() - interval '100 days', created_at = now() - interval '100 days'`.execute(
    db,
  )
  await sendAll()
  assert.equal((await readMail(id)).status, 'failed')
  await office.call('POST', `/outbox-mails/${id}/retry`)
  await sendAll()
  assert.equal((await readMail(id)).status, 'sent')
})

test('waiting mails can be deleted; mails that are being sent, or have been sent, cannot', async () => {
  const { id } = await createMail()
  await claimDueMails(db, 10)
  assert.equal((await readMail(id)).status, 'sending')
  assert.equal((await office.call('DELETE', `/outbox-mails/${id}`)).status, 409)
  assert.equal((await office.call('POST', `/outbox-mails/${id}/retry`)).status, 409)
  // The process has died: its claim has expired.
  await sql`update outbox_mail set next_attempt_at = now()`.execute(db)
  assert.equal((await readMail(id)).status, 'waiting')
  assert.equal((await office.call('DELETE', `/outbox-mails/${id}`)).status, 200)
  assert.equal((await office.call('GET', `/outbox-mails/${id}`)).status, 404)
  const sent = await createMail()
  await sendAll()
  assert.equal((await office.call('DELETE', `/outbox-mails/${sent.id}`)).status, 409)
})

test('a test mail is sent by the outbox', async () => {
  const wrong = await office.call('POST', '/outbox-mails/test', { recipient: 'nobody' })
  assert.deepEqual([wrong.status, wrong.json.details[0].field], [400, 'recipient'])
  const { json } = await office.call('POST', '/outbox-mails/test', { recipient: 'ich@k.example' })
  assert.deepEqual([json[0].kind, json[0].status], ['test', 'waiting'])
  await sendAll()
  assert.deepEqual(server.received[0]!.to, ['ich@k.example'])
  assert.equal((await readMail(json[0].id)).status, 'sent')
})

test('without a mail server, the status shows it, and test mails are 409', async () => {
  const without = await testInstance()
  try {
    const other = await without.signIn()
    const [{ isConfigured, server: name, sender }] = (await other.call('GET', '/outbox-status')).json
    assert.deepEqual([isConfigured, name, sender], [false, '', ''])
    const refused = await other.call('POST', '/outbox-mails/test', { recipient: 'a@b.example' })
    assert.deepEqual([refused.status, refused.json.message.includes('KONTOR_SMTP_URL')], [409, true])
  } finally {
    await without.close()
  }
})

test('the double opt-in mail of a form must contain the link; the preview shows it, or the standard text', async () => {
  const createForm = (body: object) =>
    office.call('POST', '/newsletter-forms', { name: 'F', clientId: 1, doubleOptIn: true, ...body })
  const fields = ({ json }: { json: { details: { field: string }[] } }) =>
    json.details.map(({ field }) => field)
  assert.deepEqual(fields(await createForm({ mailBody: 'Kein Weg' })), ['mailBody'])
  assert.deepEqual(fields(await createForm({ mailSubject: '{{link}}', mailBody: '{{link}} {{wer}}' })), [
    'mailSubject',
    'mailBody',
  ])
  const { json } = await createForm({
    mailBody: '<p>Hier: <a href="{{link}}">bestätigen</a></p><script>x</script>',
  })
  assert.equal(json[0].mailBody, '<p>Hier: <a href="{{link}}">bestätigen</a></p>')
  const preview = async (body: object) =>
    (
      await office.call('POST', '/communication-templates/preview', {
        subject: '',
        body: '',
        doubleOptIn: true,
        ...body,
      })
    ).json[0]
  const standard = await preview({})
  assert.match(standard.subject, /bestätigen/)
  assert.match(standard.body, /https:\/\/kontor\.example\/newsletter\/confirm\//)
  const own = await preview({ body: json[0].mailBody })
  assert.match(own.body, /href="https:\/\/kontor\.example\/newsletter\/confirm\//)
  assert.deepEqual(own.errors, [])
  const asText = await preview({ body: '<p>Hier: {{link}}</p>' })
  assert.match(asText.body, /<a href="(https:[^"]+)">\1<\/a>/)
})

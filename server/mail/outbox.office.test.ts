// The outbox in the back office, and the texts of the double opt-in.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { startMailServer } from '../../test/support/mail-server.ts'
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
let people = 0
async function waiting(): Promise<{ id: number; email: string; contactId: number }> {
  const body = { firstName: 'Jana', lastName: 'Köhler', email: `o${++people}@k.example`, commTemplateId: 1 }
  const contactId = (await kontor.call('POST', '/contacts', { body })).json[0].id
  const [mail] = (await office.call('GET', `/outbox-mails?contactId=${contactId}`)).json
  return { id: mail.id, email: body.email, contactId }
}
const one = async (id: number) => (await office.call('GET', `/outbox-mails/${id}`)).json[0]

beforeEach(async () => {
  await sql`delete from outbox_mail`.execute(db)
  server.received.length = 0
  server.rejectRecipient = () => undefined
})

test('the outbox is the administrators’', async () => {
  const plain = await kontor.signIn({ rights: ['090300', '100100', '100400'] })
  const { id } = await waiting()
  for (const [method, path, body] of [
    ['GET', '/outbox-mails'],
    ['GET', `/outbox-mails/${id}`],
    ['POST', `/outbox-mails/${id}/retry`],
    ['POST', '/outbox-mails/retry'],
    ['POST', '/outbox-mails/test', { to: 'a@b.example' }],
    ['DELETE', `/outbox-mails/${id}`],
    ['GET', '/outbox-status'],
  ] as [string, string, object?][])
    assert.equal((await plain.call(method, path, body)).status, 403, path)
})

test('the list tells what waits, what went out, and what failed and why', async () => {
  const sent = await waiting()
  await sendAll()
  const failed = await waiting()
  server.rejectRecipient = () => 550
  await sendAll()
  const late = await waiting()
  const { json } = await office.call('GET', '/outbox-mails')
  assert.deepEqual(
    json.map(
      ({
        id,
        state,
        recipient,
        subject,
        origin,
        contactId,
        contactName,
        attempts,
      }: Record<string, unknown>) => [
        id,
        state,
        recipient,
        subject,
        origin,
        contactId,
        contactName,
        attempts,
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
    ['state=waiting', [late.id]],
    ['state=failed', [failed.id]],
    ['state=sent', [sent.id]],
    ['state=sending', []],
    [`q=${sent.email.toUpperCase()}`, [sent.id]],
  ] as const)
    assert.deepEqual(
      (await office.call('GET', `/outbox-mails?${query}`)).json.map(({ id }: { id: number }) => id),
      ids,
      query,
    )
  assert.deepEqual((await office.call('GET', '/outbox-status')).json, [
    {
      configured: true,
      server: `127.0.0.1:${server.port}`,
      from: 'Kontor GmbH <office@kontor.example>',
      waiting: 1,
      attempts: 0,
      failed: 1,
    },
  ])
  const { json: timeline } = await office.call('GET', `/contacts/${sent.contactId}/timeline?kind=outbox`)
  assert.deepEqual(
    timeline.map(({ title, text, status }: Record<string, unknown>) => [title, text, status]),
    [['Hallo', sent.email, 'sent']],
  )
})

test('a failed mail is sent when it is asked for again, one or all', async () => {
  server.rejectRecipient = () => 550
  const first = await waiting()
  const second = await waiting()
  await sendAll()
  assert.equal((await one(first.id)).state, 'failed')
  server.rejectRecipient = () => undefined
  const retried = await office.call('POST', `/outbox-mails/${first.id}/retry`)
  assert.deepEqual([retried.json[0].state, retried.json[0].attempts], ['waiting', 0])
  await sendAll()
  assert.equal((await one(first.id)).state, 'sent')
  assert.equal((await office.call('POST', `/outbox-mails/${first.id}/retry`)).status, 409)
  assert.deepEqual((await office.call('POST', '/outbox-mails/retry')).json, [{ count: 1 }])
  await sendAll()
  assert.deepEqual([(await one(second.id)).state, server.received.length], ['sent', 2])
  assert.equal((await office.call('POST', '/outbox-mails/999999/retry')).status, 404)
})

test('a mail that waited too long is sent when it is asked for', async () => {
  const { id } = await waiting()
  await sql`update outbox_mail set next_attempt_at = now() - interval '100 days', created_at = now() - interval '100 days'`.execute(
    db,
  )
  await sendAll()
  assert.equal((await one(id)).state, 'failed')
  await office.call('POST', `/outbox-mails/${id}/retry`)
  await sendAll()
  assert.equal((await one(id)).state, 'sent')
})

test('what waits can be deleted, what is on its way or sent cannot', async () => {
  const { id } = await waiting()
  await claimDueMails(db, 10)
  assert.equal((await one(id)).state, 'sending')
  assert.equal((await office.call('DELETE', `/outbox-mails/${id}`)).status, 409)
  assert.equal((await office.call('POST', `/outbox-mails/${id}/retry`)).status, 409)
  // The process has died: its time is over.
  await sql`update outbox_mail set next_attempt_at = now()`.execute(db)
  assert.equal((await one(id)).state, 'waiting')
  assert.equal((await office.call('DELETE', `/outbox-mails/${id}`)).status, 200)
  assert.equal((await office.call('GET', `/outbox-mails/${id}`)).status, 404)
  const sent = await waiting()
  await sendAll()
  assert.equal((await office.call('DELETE', `/outbox-mails/${sent.id}`)).status, 409)
})

test('a test mail goes the way of all mail', async () => {
  const wrong = await office.call('POST', '/outbox-mails/test', { to: 'nobody' })
  assert.deepEqual([wrong.status, wrong.json.details[0].field], [400, 'to'])
  const { json } = await office.call('POST', '/outbox-mails/test', { to: 'ich@k.example' })
  assert.deepEqual([json[0].kind, json[0].state], ['test', 'waiting'])
  await sendAll()
  assert.deepEqual(server.received[0]!.to, ['ich@k.example'])
  assert.equal((await one(json[0].id)).state, 'sent')
})

test('without a server the status says so, and there is no test mail', async () => {
  const without = await testInstance()
  try {
    const other = await without.signIn()
    const [{ configured, server: name, from }] = (await other.call('GET', '/outbox-status')).json
    assert.deepEqual([configured, name, from], [false, '', ''])
    const refused = await other.call('POST', '/outbox-mails/test', { to: 'a@b.example' })
    assert.deepEqual([refused.status, refused.json.message.includes('KONTOR_SMTP_URL')], [409, true])
  } finally {
    await without.close()
  }
})

test('a form’s mail needs its link; the preview shows it, the standard text where there is none', async () => {
  const made = (body: object) =>
    office.call('POST', '/newsletter-forms', { name: 'F', clientId: 1, doubleOptIn: true, ...body })
  const fields = ({ json }: { json: { details: { field: string }[] } }) =>
    json.details.map(({ field }) => field)
  assert.deepEqual(fields(await made({ mailBody: 'Kein Weg' })), ['mailBody'])
  assert.deepEqual(fields(await made({ mailSubject: '{{link}}', mailBody: '{{link}} {{wer}}' })), [
    'mailSubject',
    'mailBody',
  ])
  const { json } = await made({
    mailBody: '<p>Hier: <a href="{{link}}">bestätigen</a></p><script>x</script>',
  })
  assert.equal(json[0].mailBody, '<p>Hier: <a href="{{link}}">bestätigen</a></p>')
  const preview = async (body: object) =>
    (await office.call('POST', '/template-preview', { subject: '', body: '', doubleOptIn: true, ...body }))
      .json[0]
  const standard = await preview({})
  assert.match(standard.subject, /bestätigen/)
  assert.match(standard.body, /https:\/\/kontor\.example\/newsletter\/confirm\//)
  const own = await preview({ body: json[0].mailBody })
  assert.match(own.body, /href="https:\/\/kontor\.example\/newsletter\/confirm\//)
  assert.deepEqual(own.faults, [])
  const asText = await preview({ body: '<p>Hier: {{link}}</p>' })
  assert.match(asText.body, /<a href="(https:[^"]+)">\1<\/a>/)
})

// Mail with real processes: several that share an outbox, one that is killed while it sends, and a mail server that hangs.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  call,
  queryDatabase,
  type RunningService,
  removeDataFolder,
  run,
  serve,
  start,
  stop,
  waitUntil,
  waitUntilServing,
} from '../support/kontor-process.ts'
import { mailEnvironment, mailInstance } from '../support/mail-instance.ts'
import { type MailServer, startMailServer } from '../support/servers/mail-server.ts'

const timeout = 600_000
let data: string
let mail: MailServer
let service: RunningService | undefined
let token: string
const env = () => mailEnvironment(mail)

before(async () => {
  mail = await startMailServer()
  ;({ data, token } = await mailInstance())
})
after(async () => {
  if (service) await stop(service)
  await mail.close()
  await removeDataFolder(data)
})
beforeEach(() => {
  mail.received.length = 0
  mail.rejectMail = () => undefined
})

async function insertContacts(name: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const body = { lastName: name, email: `${name}${index}@k.example`, commTemplateId: 1 }
    const { status } = await call(service!.url, token, 'POST', '/contacts', body)
    assert.equal(status, 200)
  }
}

test('workers share the outbox: each mail is sent once', { timeout }, async () => {
  service = await waitUntilServing(
    start(['serve', '--workers', '2'], { KONTOR_DATA: data, KONTOR_PORT: '0', ...env() }),
  )
  await insertContacts('w', 25)
  await waitUntil(
    async () => (await queryDatabase(data, 'select from outbox_mail where sent_at is null')).length === 0,
  )
  const to = mail.received.flatMap((one) => one.to)
  assert.deepEqual([to.length, new Set(to).size], [25, 25])
  await stop(service)
})

test('mail that a killed process was sending is sent again with the same Message-ID', {
  timeout,
}, async () => {
  service = await serve(data, env())
  // The server has received the mail, but confirms it only after the process was killed.
  mail.rejectMail = () => wait(3000).then(() => undefined)
  await insertContacts('k', 1)
  await waitUntil(() => mail.received.length === 1)
  service.child.kill('SIGKILL')
  await service.ended
  mail.rejectMail = () => undefined
  service = await serve(data, env())
  await wait(3000)
  assert.equal(mail.received.length, 1, 'no process claims it while it may still be in progress')
  await queryDatabase(data, 'update outbox_mail set next_attempt_at = now() where is_claimed')
  await waitUntil(() => mail.received.length === 2)
  const [first, second] = mail.received
  assert.equal(second!.headers['message-id'], first!.headers['message-id'])
  await waitUntil(
    async () => (await queryDatabase(data, 'select from outbox_mail where sent_at is null')).length === 0,
  )
  await stop(service)
})

test('a mail server that hangs does not delay the stop, and the mail stays in the outbox', {
  timeout,
}, async () => {
  service = await serve(data, env())
  mail.rejectMail = () => wait(300_000, undefined, { ref: false })
  await insertContacts('h', 1)
  await waitUntil(() => mail.received.length === 1)
  const begun = Date.now()
  assert.equal(await stop(service), 0)
  // Otherwise it would end only after the socket timeout of a minute.
  assert.ok(Date.now() - begun < 50_000)
  service = await serve(data)
  const [row] = await queryDatabase(
    data,
    `select is_claimed, attempts, sent_at, failed_at from outbox_mail where sent_at is null`,
  )
  assert.deepEqual(row, { is_claimed: false, attempts: 0, sent_at: null, failed_at: null })
  await stop(service)
  service = undefined
})

test('an invalid mail setting is one line and exit code 2, without the password', {
  timeout,
}, async () => {
  for (const [name, given] of [
    ['KONTOR_SMTP_URL', { ...env(), KONTOR_SMTP_URL: 'imap://u:sekret@mail.example' }],
    ['KONTOR_MAIL_FROM', { ...env(), KONTOR_SMTP_URL: 'smtp://u:sekret@mail.example', KONTOR_MAIL_FROM: '' }],
    ['KONTOR_URL', { ...env(), KONTOR_SMTP_URL: 'smtp://u:sekret@mail.example', KONTOR_URL: '' }],
    ['KONTOR_BOUNCE_TOKEN_FILE', { ...env(), KONTOR_BOUNCE_TOKEN_FILE: '/nowhere/sekret' }],
    [
      'KONTOR_SMTP_PASSWORD_FILE',
      { ...env(), KONTOR_SMTP_URL: 'smtp://u@mail.example', KONTOR_SMTP_PASSWORD_FILE: '/nowhere/sekret' },
    ],
  ] as const) {
    const { code, stdout, stderr } = await run(['serve'], { KONTOR_DATA: data, ...given })
    assert.deepEqual([code, stdout], [2, ''], name)
    assert.match(stderr, new RegExp(`^kontor: ${name}\\b[^\n]*\n$`))
    assert.doesNotMatch(stderr, /sekret/)
  }
})

// Background jobs with real processes: their delay, the effect of kill -9, and rows that the job queue must not read.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  call,
  queryDatabase,
  removeDataFolder,
  serve,
  start,
  stop,
  waitUntil,
  waitUntilServing,
} from '../support/kontor-process.ts'
import { mailEnvironment, mailInstance } from '../support/mail-instance.ts'
import { type MailServer, startMailServer } from '../support/servers/mail-server.ts'

const timeout = 300_000
let data: string
let mail: MailServer
let token: string
const env = () => mailEnvironment(mail)

before(async () => {
  mail = await startMailServer()
  ;({ data, token } = await mailInstance())
})
after(async () => {
  await mail.close()
  await removeDataFolder(data)
})

let contactCount = 0
async function causeMail(url: string): Promise<void> {
  const name = `j${++contactCount}`
  const body = { lastName: name, email: `${name}@k.example`, commTemplateId: 1 }
  assert.equal((await call(url, token, 'POST', '/contacts', body)).status, 200)
}
const waitingMails = async () =>
  (await queryDatabase(data, 'select from outbox_mail where sent_at is null')).length

test('a mail is sent as soon as its transaction has committed', { timeout }, async (t) => {
  const service = await serve(data, env())
  const durations: number[] = []
  for (let mails = 1; mails <= 11; mails++) {
    await causeMail(service.url)
    const startedAt = performance.now()
    while (mail.received.length < mails) await wait(2)
    durations.push(performance.now() - startedAt)
  }
  const median = durations.toSorted((one, other) => one - other)[5]!
  t.diagnostic(`after ${Math.round(median)} ms`)
  // Each begins when the one before has just been sent: polled every two seconds, it would take them.
  assert.ok(median < 1500, `${median} ms`)
  await waitUntil(async () => (await waitingMails()) === 0)
  const text = await (await fetch(`${service.url}/metrics`)).text()
  for (const job of ['queue', 'send-mail', 'run-imports'])
    assert.match(text, new RegExp(`^kontor_job_waiting_seconds\\{background_job="${job}"\\} [0-9.]+$`, 'm'))
  assert.equal(await stop(service), 0)
})

test('mail goes on in another process when its process is killed, after the lease and without anybody’s help', {
  timeout,
}, async () => {
  const service = await waitUntilServing(
    start(['serve', '--workers', '2'], { KONTOR_DATA: data, KONTOR_PORT: '0', ...env() }),
  )
  mail.received.length = 0
  mail.rejectMail = () => wait(300_000, undefined, { ref: false })
  await causeMail(service.url)
  await waitUntil(() => mail.received.length === 1)
  service.child.kill('SIGKILL')
  await service.ended
  let sentAgainAt = 0
  mail.rejectMail = () => {
    sentAgainAt = Date.now()
    return undefined
  }
  // The lease has nearly ended. A trigger does not see it.
  const [row] = await queryDatabase<{ lease: number }>(
    data,
    `update outbox_mail set next_attempt_at = now() + interval '15 seconds' where is_claimed
    returning extract(epoch from next_attempt_at)::float8 * 1000 as lease`,
  )
  const next = await serve(data, env())
  await waitUntil(() => mail.received.length === 2, 'sent again')
  assert.ok(sentAgainAt >= row!.lease, 'not before the lease has ended')
  const [first, second] = mail.received
  assert.equal(second!.headers['message-id'], first!.headers['message-id'])
  await waitUntil(async () => (await waitingMails()) === 0)
  assert.equal(await stop(next), 0)
})

test('the age of a mail that nobody sends is a metric', { timeout }, async () => {
  const service = await serve(data)
  await causeMail(service.url)
  await queryDatabase(
    data,
    `update outbox_mail set next_attempt_at = now() - interval '500 seconds' where sent_at is null`,
  )
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const [, seconds] = /^kontor_job_waiting_seconds\{background_job="send-mail"\} ([0-9.]+)$/m.exec(text)!
  assert.ok(Number(seconds) >= 500 && Number(seconds) < 600)
  assert.equal(await stop(service), 0)
})

test('configuration files of the job queue in the working directory are not read', { timeout }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-cwd-'))
  const read = join(folder, 'read')
  const code = `require('node:fs').writeFileSync(${JSON.stringify(read)}, ''); module.exports = { schema: 'other' }`
  try {
    for (const name of ['graphile-worker.config.cjs', '.graphile-workerrc.cjs', '.config.cjs'])
      await writeFile(join(folder, name), code)
    await writeFile(join(folder, '.graphile-workerrc'), 'schema: other')
    await writeFile(join(folder, 'package.json'), '{ "graphile-worker": { "schema": "other" } }')
    await writeFile(join(folder, 'crontab'), '* * * * * other')
    const service = await serve(data, { GRAPHILE_WORKER_SCHEMA: 'other' }, ['env', '-C', folder])
    assert.deepEqual(
      await queryDatabase(
        data,
        `select nspname from pg_namespace where nspname in ('other', 'graphile_worker')`,
      ),
      [{ nspname: 'graphile_worker' }],
    )
    assert.equal(await stop(service), 0)
    await assert.rejects(rm(read), { code: 'ENOENT' })
  } finally {
    await rm(folder, { recursive: true })
  }
})

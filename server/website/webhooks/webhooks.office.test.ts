// Webhooks in the back office: addresses, secrets, the log of deliveries.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import {
  isSignedBy,
  openWebhookReceiver,
  type WebhookReceiver,
} from '../../../test/support/servers/webhook-receiver.ts'
import { type OfficeSession, type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { backup } from '../../backup/backup.ts'
import { restore } from '../../backup/restore.ts'
import { parseProxies } from '../../platform/settings/setting-values.ts'
import { planDeliveries } from './plan-deliveries.ts'
import { sendDueWebhooks } from './send-webhooks-job.ts'

let kontor: TestInstance
let office: OfficeSession
let receiver: WebhookReceiver
before(async () => {
  kontor = await testInstance({ settings: { webhookNetworks: parseProxies('127.0.0.1')! } })
  office = await kontor.signIn()
  receiver = await openWebhookReceiver()
})
after(async () => {
  await receiver.close()
  await kontor.close()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = 204
})

const send = () => sendDueWebhooks(kontor, new AbortController().signal)
const input = (more: object = {}) => ({
  clientId: 1,
  name: ' Shop ',
  url: receiver.url,
  events: ['contact.changed'],
  ...more,
})
const create = async (more: object = {}) => {
  const answer = await office.call('POST', '/webhooks', input(more))
  assert.equal(answer.status, 200, answer.text)
  return answer.json[0]
}
const read = async (id: number) => (await office.call('GET', `/webhooks/${id}`)).json[0]
const patch = async (id: number, change: object) =>
  office.call('PATCH', `/webhooks/${id}`, { version: (await read(id)).version, ...change })
const errors = ({ json }: { json: { details: { field: string; code: string }[] } }) =>
  json.details.map(({ field, code }) => [field, code])
const sendTest = async (id: number) => {
  const answer = await office.call('POST', `/webhooks/${id}/test`)
  assert.equal(answer.status, 200, answer.text)
  await send()
  return (await office.call('GET', `/webhooks/${id}/deliveries/${answer.json[0].id}`)).json[0]
}

test('only administrators see or change webhooks', async () => {
  const plain = await kontor.signIn({ rights: ['090300', '100100', '100400', 'booking'] })
  for (const [method, path, body] of [
    ['GET', '/webhooks'],
    ['GET', '/webhooks/1'],
    ['POST', '/webhooks', input()],
    ['PATCH', '/webhooks/1', { version: 0, name: 'x' }],
    ['POST', '/webhooks/1/secret'],
    ['POST', '/webhooks/1/test'],
    ['DELETE', '/webhooks/1'],
    ['GET', '/webhooks/1/deliveries'],
    ['GET', '/webhooks/1/deliveries/1'],
    ['POST', '/webhooks/1/deliveries/1/send'],
  ] as const)
    assert.equal((await plain.call(method, path, body)).status, 403, `${method} ${path}`)
})

test('secret `whsec_…`, shown once, and in no other answer, nor in the change log', async () => {
  const { id, secret, ...webhook } = await create({ events: ['lead.created', 'contact.changed'] })
  assert.match(secret, /^whsec_[\w+/]{43}=$/)
  assert.deepEqual(
    [webhook.name, webhook.url, webhook.events, webhook.isActive, webhook.switchedOff, webhook.failingSince],
    ['Shop', receiver.url, ['lead.created', 'contact.changed'], true, '', ''],
  )
  await sendTest(id)
  const texts = [
    (await office.call('GET', '/webhooks?q=shop')).text,
    (await office.call('GET', `/webhooks/${id}`)).text,
    (await patch(id, { name: 'New' })).text,
    (await office.call('GET', `/webhooks/${id}/deliveries`)).text,
  ]
  const { rows } = await sql<{ entry: string }>`select to_jsonb(l)::text as entry from change_log l`.execute(
    kontor.db,
  )
  for (const text of [...texts, ...rows.map(({ entry }) => entry)])
    assert.ok(!text.includes(secret.slice(6)), text)
  assert.match(texts[0]!, /"Shop"/)
})

test('errors are told by field', async () => {
  const refused = await office.call('POST', '/webhooks', input({ clientId: 999, url: 'ftp://example.org/' }))
  assert.equal(refused.status, 400)
  assert.deepEqual(errors(refused), [
    ['clientId', 'website.noClient'],
    ['url', 'website.webhookUrl'],
  ])
  for (const [url, code] of [
    ['http://user:secret@example.org/', 'website.webhookUrl'],
    ['example.org', 'website.webhookUrl'],
    ['http://[::1]/', 'website.privateAddress'],
    ['http://169.254.169.254/latest', 'website.privateAddress'],
    ['http://0x0a.1/', 'website.privateAddress'],
  ] as const) {
    assert.deepEqual(errors(await office.call('POST', '/webhooks', input({ url }))), [['url', code]], url)
    const { id } = await create()
    assert.deepEqual(errors(await patch(id, { url })), [['url', code]], url)
  }
  for (const wrong of [{ events: [] }, { events: ['contact.removed'] }, { name: ' ' }])
    assert.equal((await office.call('POST', '/webhooks', input(wrong))).status, 400)
  assert.equal((await office.call('GET', '/webhooks/999')).status, 404)
  assert.equal((await office.call('GET', '/webhooks/999/deliveries')).status, 404)
  assert.equal((await office.call('POST', '/webhooks/999/secret')).status, 404)
})

test('secret `whsec_…`, shown once, two at a time while it is changed: the one before signs along for a day, and one before that no more', async () => {
  const { id, secret: first } = await create()
  const change = async (): Promise<string> =>
    (await office.call('POST', `/webhooks/${id}/secret`)).json[0].secret
  const signers = async (secrets: string[]) => {
    await sendTest(id)
    return secrets.map((secret) => isSignedBy(secret, receiver.received.at(-1)!))
  }
  const second = await change()
  assert.deepEqual(await signers([first, second]), [true, true])
  const third = await change()
  assert.deepEqual(await signers([first, second, third]), [false, true, true])
  await sql`update webhook_secret set expires_at = expires_at - interval '24 hours' where expires_at is not null`.execute(
    kontor.db,
  )
  assert.deepEqual(await signers([first, second, third]), [false, false, true])
})

test('The office has the log of deliveries with request, answer, and *send again* under the same id', async () => {
  const { id } = await create()
  receiver.answer = 500
  const failed = await sendTest(id)
  assert.deepEqual(
    [failed.event, failed.status, failed.attemptCount, failed.lastStatus],
    ['webhook.test', 'waiting', 1, 500],
  )
  const [attempt] = failed.attempts
  assert.deepEqual(
    [attempt.url, attempt.status, attempt.answer, attempt.error],
    [receiver.url, 500, 'answer', ''],
  )
  const [request] = receiver.received
  assert.equal(attempt.body, request!.body)
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    assert.equal(attempt.headers[name], request!.headers[name])
  assert.notEqual((await read(id)).failingSince, '')

  receiver.answer = 200
  const path = `/webhooks/${id}/deliveries/${failed.id}`
  for (const count of [2, 3]) {
    assert.equal((await office.call('POST', `${path}/send`)).status, 200)
    await send()
    const [sent] = (await office.call('GET', path)).json
    assert.deepEqual([sent.status, sent.attempts.length, sent.nextAttemptAt], ['delivered', count, ''])
  }
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal((await read(id)).failingSince, '')
  const { json } = await office.call('GET', `/webhooks/${id}/deliveries?status=delivered`)
  assert.deepEqual(
    json.map((one: { id: number }) => one.id),
    [failed.id],
  )
  assert.deepEqual((await office.call('GET', `/webhooks/${id}/deliveries?status=failed`)).json, [])
  assert.equal((await office.call('POST', `/webhooks/${id}/deliveries/999999/send`)).status, 404)
  await sql`update webhook_delivery set delivered_at = null, is_claimed = true, next_attempt_at = now() + interval '1 minute'`.execute(
    kontor.db,
  )
  assert.equal((await office.call('POST', `${path}/send`)).json.code, 'website.beingSent')
})

test('a webhook that is switched off sends nothing, ends waiting deliveries, and can be switched on again', async () => {
  const { id } = await create()
  receiver.answer = 410
  const { id: deliveryId } = await sendTest(id)
  assert.deepEqual([(await read(id)).isActive, (await read(id)).switchedOff], [false, 'gone'])
  for (const path of ['test', `deliveries/${deliveryId}/send`])
    assert.equal((await office.call('POST', `/webhooks/${id}/${path}`)).json.code, 'website.webhookOff')
  receiver.answer = 204
  const on = await patch(id, { isActive: true })
  assert.deepEqual([on.json[0].isActive, on.json[0].switchedOff, on.json[0].failingSince], [true, '', ''])
  assert.equal((await sendTest(id)).status, 'delivered')
  await office.call('POST', `/webhooks/${id}/test`)
  await patch(id, { isActive: false })
  await send()
  const { json } = await office.call('GET', `/webhooks/${id}/deliveries`)
  assert.deepEqual(
    json.map((one: { status: string }) => one.status),
    ['failed', 'delivered', 'failed'],
  )
  assert.equal(receiver.received.length, 2)
})

test('a backup has webhooks with their secrets', async () => {
  const { id, secret } = await create()
  const folder = await mkdtemp(join(tmpdir(), 'kontor-webhooks-'))
  const restored = await testInstance()
  try {
    const archive = join(folder, 'kontor.tar')
    await backup(kontor, archive)
    await sql`truncate client, app_user restart identity cascade`.execute(restored.owner)
    await restore((_migrations, work) => work({ db: restored.owner, files: restored.files }), archive)
    const { rows } = await sql<{ url: string; secret: string }>`
      select w.url, s.secret from webhook w join webhook_secret s on s.webhook_id = w.id where w.id = ${id}`.execute(
      restored.db,
    )
    const opened = rows.map(({ url, secret: stored }) => ({
      url,
      secret: kontor.secrets.open('webhookSecret', id, stored).toString(),
    }))
    assert.deepEqual(opened, [{ url: receiver.url, secret }])
    const { id: next } = await restored.db
      .insertInto('webhook')
      .values({ client_id: 1, url: receiver.url, events: ['lead.created'] })
      .returning('id')
      .executeTakeFirstOrThrow()
    assert.ok(next > id)
  } finally {
    await restored.close()
    await rm(folder, { recursive: true })
  }
})

test('a deleted webhook is told nothing more', async () => {
  const { id } = await create()
  await office.call('POST', `/webhooks/${id}/test`)
  assert.equal((await office.call('DELETE', `/webhooks/${id}`)).status, 200)
  await sql`delete from webhook`.execute(kontor.db)
  await sql`insert into contact (id, contact_type, last_name, last_name_key) values (101, 'person', 'A', 'a')`.execute(
    kontor.db,
  )
  await planDeliveries(kontor.db)
  await send()
  assert.deepEqual(receiver.received, [])
  assert.equal((await office.call('DELETE', `/webhooks/${id}`)).status, 404)
})

// Webhooks through the death of the service: committed changes are delivered.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { instanceFolder } from '../support/data-folders.ts'
import { queryDatabase, serve, stop, waitUntil } from '../support/kontor-process.ts'
import { isSignedBy, openWebhookReceiver } from '../support/servers/webhook-receiver.ts'

const env = { KONTOR_WEBHOOK_NETWORKS: 'loopback' }
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const receiver = await openWebhookReceiver()
after(() => receiver.close())

const createWebhook = (data: string) =>
  queryDatabase(
    data,
    `insert into webhook (id, client_id, url, events) select 1, min(id), '${receiver.url}', '{contact.changed}' from client;
      insert into webhook_secret (webhook_id, secret) values (1, '${secret}')`,
  )

test('a service that is killed while it sends: the next one sends again, and plans the remaining deliveries', async () => {
  const data = await instanceFolder()
  const service = await serve(data, env)
  await createWebhook(data)
  const addContact = (id: number) =>
    queryDatabase(
      data,
      `insert into contact (id, contact_type, last_name, last_name_key) values (${id}, 'person', 'A', 'a')`,
    )
  receiver.answer = () => {}
  await addContact(101)
  await waitUntil(() => receiver.received.length === 1, 'the first message is being sent')
  await addContact(102)
  service.child.kill('SIGKILL')
  assert.equal(await service.ended, 'SIGKILL')

  receiver.answer = 204
  const next = await serve(data, env)
  // The claim of the dead process would last for a minute.
  await queryDatabase(data, 'update webhook_delivery set next_attempt_at = now() where is_claimed')
  await waitUntil(() => new Set(receiver.told()).size === 2 && receiver.received.length >= 3, 'all is sent')
  const delivered = () => queryDatabase(data, 'select from webhook_delivery where delivered_at is not null')
  await waitUntil(async () => (await delivered()).length === 2, 'both are delivered')
  assert.deepEqual(receiver.told(), ['contact.changed 101', ...receiver.told().slice(1)])
  assert.equal(receiver.told().filter((one) => one === 'contact.changed 102').length, 1)
  const ids = receiver.received.flatMap(({ headers }, index) =>
    receiver.told()[index] === 'contact.changed 101' ? [headers['webhook-id']] : [],
  )
  assert.deepEqual([ids.length, new Set(ids).size], [2, 1])
  for (const one of receiver.received) assert.ok(isSignedBy(secret, one))
  for (const { stdout, stderr } of [service, next])
    assert.ok(!`${stdout()}${stderr()}`.includes(secret.slice(6)))
  await stop(next)
})

/** `KONTOR_TEST_WEBHOOK_KILLS=20` kills more often. */
const kills = Number(process.env['KONTOR_TEST_WEBHOOK_KILLS'] ?? 2)

test(`a queue of webhooks loses none by ${kills} kills`, { timeout: 60_000 * kills }, async (t) => {
  const data = await instanceFolder()
  const perKill = 300
  const count = perKill * (kills + 1)
  receiver.received.length = 0
  const different = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size
  let service = await serve(data, env)
  await createWebhook(data)
  await queryDatabase(
    data,
    `insert into webhook_delivery (webhook_id, event, record_id, next_attempt_at)
      select 1, 'contact.changed', n, now() from generate_series(1, ${count}) n`,
  )
  for (let killed = 0; killed < kills; killed++) {
    const before = different()
    await waitUntil(() => different() > before + perKill / 2, 'some are sent', 30_000)
    service.child.kill('SIGKILL')
    assert.equal(await service.ended, 'SIGKILL')
    assert.ok(different() < count, 'it was killed while it sent')
    service = await serve(data, env)
    await queryDatabase(data, 'update webhook_delivery set next_attempt_at = now() where is_claimed')
  }
  const open = () => queryDatabase(data, 'select from webhook_delivery where delivered_at is null')
  await waitUntil(async () => (await open()).length === 0, 'all are delivered', 30_000)
  assert.equal(different(), count)
  t.diagnostic(`${receiver.received.length - count} of ${count} told twice`)
  await stop(service)
})

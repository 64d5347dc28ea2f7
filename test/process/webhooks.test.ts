// Webhooks through the death of the service: what was committed is told.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { instanceFolder } from '../support/data-folders.ts'
import { queryDatabase, serve, stop, waitUntil } from '../support/kontor-process.ts'
import { isSignedBy, openWebhookReceiver } from '../support/servers/webhook-receiver.ts'

const env = { KONTOR_WEBHOOK_NETWORKS: 'loopback' }
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const receiver = await openWebhookReceiver()
after(() => receiver.close())

test('a service that is killed while it sends: the next one sends again, and what was not planned yet', async () => {
  const data = await instanceFolder()
  const service = await serve(data, env)
  await queryDatabase(
    data,
    `insert into webhook (id, client_id, url, events) select 1, min(id), '${receiver.url}', '{contact.changed}' from client;
      insert into webhook_secret (webhook_id, secret) values (1, '${secret}')`,
  )
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

// Webhooks: events, their times, their addresses, and failures.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { isSignedBy, openWebhookReceiver } from '../../../test/support/servers/webhook-receiver.ts'
import { testInstance } from '../../../test/support/test-instance.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { parseProxies } from '../../platform/settings/setting-values.ts'
import { retryDelaysSeconds } from './delivery.sql.ts'
import { planDeliveries } from './plan-deliveries.ts'
import { deleteOldDeliveriesJob, sendDueWebhooks } from './send-webhooks-job.ts'
import { createWebhook, type WebhookSettings } from './webhook.sql.ts'
import { webhookEvents } from './webhook-events.ts'

const allowed = parseProxies('loopback')!
const kontor = await testInstance({ settings: { webhookNetworks: allowed } })
const { db } = kontor
const receiver = await openWebhookReceiver()
after(async () => {
  await receiver.close()
  await kontor.close()
})
const { signal } = new AbortController()
const actor = { userId: null, via: 'test' }

await sql`
  insert into client (id, name) overriding system value values (2, 'Other');
  insert into catalogue (id, name) values (1, 'Open');
  insert into catalogue_category (id, catalogue_id, parent_id, name, language) values (1, 1, null, 'Data', 'de');
  insert into event (id, title, is_published) values (1, 'R', true), (2, 'Draft', false);
  insert into event_in_category (event_id, category_id) values (1, 1);
  insert into event_date (id, event_id, start_date, participants_max, is_published) values
    (10, 1, '2027-03-01', 10, true), (11, 1, '2027-03-01', 10, true), (20, 2, '2027-04-01', 4, true);
  insert into contact (id, contact_type, last_name, last_name_key) values
    (101, 'person', 'A', 'a'), (102, 'person', 'B', 'b')`.execute(db)
await planDeliveries(db)

const create = (input: Partial<WebhookSettings & { clientId: number }> = {}) =>
  inTransaction(db, actor, (tx) =>
    createWebhook(
      tx,
      kontor.secrets,
      { clientId: 1, name: '', url: receiver.url, events: webhookEvents, isActive: true, ...input },
      allowed,
    ),
  )
/** Plans what has changed, and makes it due at once. */
const plan = async () => {
  while (await planDeliveries(db));
  await sql`update webhook_delivery set next_attempt_at = now() where takes_changes`.execute(db)
}
const send = () => sendDueWebhooks(kontor, signal)
const told = async () => {
  await plan()
  await send()
  return receiver.told().toSorted()
}
const states = async () => {
  const { rows } = await sql<{ attempts: number; ended: string; seconds: number }>`
    select attempts, case when delivered_at is not null then 'delivered' when failed_at is not null then 'failed' else '' end as ended,
      round(extract(epoch from next_attempt_at - now()))::int as seconds from webhook_delivery order by id`.execute(
    db,
  )
  return rows
}
const rename = (id: number, title: string) =>
  sql`update event_date set title = ${title} where id = ${id}`.execute(db)

beforeEach(async () => {
  await sql`delete from webhook`.execute(db)
  while (await planDeliveries(db));
  receiver.received.length = 0
  receiver.answer = 204
})

test('the body has `type, timestamp, data { id, … }` with no personal data beyond ids', async () => {
  const { secret } = await create()
  await rename(10, 'new')
  assert.deepEqual(await told(), ['date.changed 10'])
  const [one] = receiver.received
  assert.ok(isSignedBy(secret, one!))
  assert.equal(isSignedBy(`whsec_${Buffer.alloc(32).toString('base64')}`, one!), false)
  assert.equal(isSignedBy(secret, { ...one!, body: one!.body.replace('10', '11') }), false)
  const body = JSON.parse(one!.body)
  assert.deepEqual(Object.keys(body), ['type', 'timestamp', 'data'])
  assert.deepEqual(body.data, { id: 10 })
  assert.ok(Math.abs(Date.parse(body.timestamp) - Date.now()) < 60_000)
  assert.deepEqual(
    (await states()).map(({ ended }) => ended),
    ['delivered'],
  )
})

test('withdrawn and deleted records are removed; unpublished ones are not reported', async () => {
  await create()
  await sql`update event_date set is_published = false where id = 10`.execute(db)
  await rename(20, 'draft')
  await sql`insert into event (id, title, is_published) values (3, 'Gone', true)`.execute(db)
  assert.deepEqual(await told(), ['date.removed 10', 'event.changed 3'])
  receiver.received.length = 0
  await sql`delete from event where id = 3; update event_date set is_published = true where id = 10`.execute(
    db,
  )
  assert.deepEqual(await told(), ['date.changed 10', 'event.removed 3'])
})

test('Events `date.changed|removed`, `event.changed|removed`, `booking.created|changed|cancelled`, `contact.changed`, `lead.created`, chosen per address', async () => {
  await create({ events: webhookEvents.filter((event) => !/^(date|event)/.test(event)) })
  await sql`insert into booking (id, contact_id, date_id, status) values (1, 101, 10, 'booked'), (2, 102, 10, 'booked');
    insert into lead (id, client_id, name) values (1, 1, 'Lead'), (2, 2, 'of another client')`.execute(db)
  assert.deepEqual(await told(), ['booking.created 1', 'booking.created 2', 'lead.created 1'])
  receiver.received.length = 0
  await sql`update booking set comment = 'x' where id = 1; update booking set status = 'cancelled' where id = 2;
    update lead set name = 'x' where id = 1;
    insert into email_address (contact_id, email, email_key) values (101, 'a@kontor.example', 'a@kontor.example')`.execute(
    db,
  )
  assert.deepEqual(await told(), ['booking.cancelled 2', 'booking.changed 1', 'contact.changed 101'])
  receiver.received.length = 0
  await sql`delete from booking`.execute(db)
  assert.deepEqual(await told(), ['booking.cancelled 1', 'booking.cancelled 2'])
})

test('an address gets only its chosen events, and none while it is switched off', async () => {
  await create({ events: ['event.changed'] })
  await create({ events: ['contact.changed'], clientId: 2 })
  await create({ isActive: false })
  await rename(10, 'chosen')
  await sql`update contact set first_name = 'C' where id = 101`.execute(db)
  assert.deepEqual(await told(), ['contact.changed 101'])
  await sql`update event set subtitle = 'x' where id = 1`.execute(db)
  assert.deepEqual(await told(), ['contact.changed 101', 'event.changed 1'])
})

test('caused in the transaction of the change: a rolled back change is not delivered, and one that commits late is', async () => {
  await create()
  const pool = kontor.owner
  await pool
    .transaction()
    .execute(async (tx) => {
      await sql`update event_date set title = 'rolled back' where id = 10;
        update contact set first_name = 'rolled back' where id = 101`.execute(tx)
      throw new Error('no')
    })
    .catch(() => {})
  await pool.transaction().execute(async (tx) => {
    await sql`update event_date set title = 'late' where id = 11; update contact set first_name = 'late' where id = 102`.execute(
      tx,
    )
    await sql`update event set subtitle = 'meanwhile' where id = 2`.execute(db)
    await sql`insert into event (id, title, is_published) values (4, 'Meanwhile', true)`.execute(db)
    assert.deepEqual(await told(), ['event.changed 4'])
  })
  assert.deepEqual(await told(), ['contact.changed 102', 'date.changed 11', 'event.changed 4'])
})

test('a page of the log is not the end of it', async () => {
  await create({ events: ['event.changed'] })
  await sql`insert into event (id, title, is_published) select id, 'Many', true from generate_series(1001, 3100) id`.execute(
    db,
  )
  await plan()
  const { rows } = await sql<{
    count: number
  }>`select count(distinct record_id)::int as count from webhook_delivery`.execute(db)
  assert.equal(rows[0]!.count, 2100)
  await sql`delete from event where title = 'Many'`.execute(db)
})

test('property: of several changes of a booking before it is sent, one delivery tells the state', async () => {
  await create({ events: ['booking.created', 'booking.changed', 'booking.cancelled'] })
  const step = fc.constantFrom('comment', 'cancel', 'book', 'plan', 'delete')
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 6 }), async (isNew, steps) => {
      await sql`insert into booking (id, contact_id, date_id, status) values (9, 101, 10, 'booked')`.execute(
        db,
      )
      await planDeliveries(db)
      if (!isNew) await sql`delete from webhook_delivery`.execute(db)
      for (const one of steps) {
        if (one === 'plan') await planDeliveries(db)
        if (one === 'comment') await sql`update booking set comment = comment || 'x' where id = 9`.execute(db)
        if (one === 'cancel') await sql`update booking set status = 'cancelled' where id = 9`.execute(db)
        if (one === 'book') await sql`update booking set status = 'booked' where id = 9`.execute(db)
        if (one === 'delete') await sql`delete from booking where id = 9`.execute(db)
      }
      await planDeliveries(db)
      const { rows } = await sql<{ event: string; status: string | null }>`
        select d.event, (select status from booking where id = 9) as status from webhook_delivery d`.execute(
        db,
      )
      await sql`delete from booking where id = 9`.execute(db)
      await planDeliveries(db)
      await sql`delete from webhook_delivery`.execute(db)
      assert.ok(rows.length <= 1, 'one delivery')
      if (isNew) assert.equal(rows.length, 1)
      for (const { event, status } of rows) {
        const isGone = status === null || status === 'cancelled'
        assert.equal(event === 'booking.cancelled', isGone)
      }
    }),
    { numRuns: 60 },
  )
})

test('several changes of one thing within a few seconds are one delivery; a change while it is being sent is told by another one', async () => {
  await create({ events: ['date.changed'] })
  await rename(10, 'one')
  await rename(10, 'two')
  await plan()
  receiver.answer = (response) =>
    void rename(10, 'three')
      .then(() => planDeliveries(db))
      .then(() => {
        receiver.answer = 204
        response.end()
      })
  await send()
  assert.equal(receiver.received.length, 1)
  assert.deepEqual(await told(), ['date.changed 10', 'date.changed 10'])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.notEqual(ids[0], ids[1])
})

test('two processes plan each change once and send each delivery once', async () => {
  await create({ events: ['event.changed', 'contact.changed'] })
  await sql`insert into event (id, title, is_published) select id, 'Race', true from generate_series(1001, 1030) id`.execute(
    db,
  )
  await sql`update contact set first_name = 'race' where id in (101, 102)`.execute(db)
  await Promise.all([planDeliveries(db), planDeliveries(db), planDeliveries(db)])
  await plan()
  receiver.answer = (response) => void setTimeout(() => response.end(), 20)
  await Promise.all([send(), send(), send()])
  assert.equal(receiver.received.length, 32)
  assert.equal(new Set(receiver.told()).size, 32)
  await sql`delete from event where title = 'Race'`.execute(db)
})

test('2xx within 15 s counts, else again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20, 24 h, under the same id; then it has failed', async () => {
  const { id } = await create({ events: ['date.changed'] })
  await rename(10, 'failing')
  receiver.answer = 500
  await told()
  for (const delay of retryDelaysSeconds) {
    const [state] = await states()
    assert.equal(state!.ended, '')
    assert.ok(Math.abs(state!.seconds - delay) <= 3, `${state!.seconds} for ${delay}`)
    await send()
    await sql`update webhook_delivery set next_attempt_at = now()`.execute(db)
    await send()
  }
  assert.deepEqual(await states().then(([state]) => [state!.attempts, state!.ended]), [10, 'failed'])
  assert.equal(receiver.received.length, 10)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  const { is_active, failing_since } = await db
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([is_active, failing_since !== null], [true, true])
  assert.deepEqual(retryDelaysSeconds, [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
})

test('a redirect is a failure; a success ends the series', async () => {
  await create({ events: ['date.changed'] })
  await rename(10, 'redirect')
  receiver.answer = (response) => response.writeHead(302, { location: receiver.url }).end()
  assert.deepEqual(await told(), ['date.changed 10'])
  const failing = async () =>
    (await db.selectFrom('webhook').select('failing_since').executeTakeFirstOrThrow()).failing_since
  assert.notEqual(await failing(), null)
  receiver.answer = 200
  await sql`update webhook_delivery set next_attempt_at = now()`.execute(db)
  await send()
  assert.equal(await failing(), null)
  assert.equal((await states())[0]!.ended, 'delivered')
})

test('410 switches the address off; five days of failure too, with a notice', async () => {
  for (const [answer, since, reason] of [
    [410, '0 days', 'gone'],
    [500, '4 days 23 hours', ''],
    [500, '5 days 1 hour', 'failing'],
  ] as const) {
    await sql`delete from webhook; delete from task`.execute(db)
    const { id } = await create({ events: ['date.changed'], name: 'Shop', url: `${receiver.url}?key=hidden` })
    if (since !== '0 days')
      await sql`update webhook set failing_since = now() - ${since}::interval where id = ${id}`.execute(db)
    receiver.answer = answer
    await rename(10, `${answer} ${since}`)
    await rename(11, `${answer} ${since}`)
    await told()
    const { is_active, switched_off } = await db.selectFrom('webhook').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([is_active, switched_off], [reason === '', reason])
    const tasks = await db.selectFrom('task').selectAll().execute()
    assert.equal(tasks.length, reason === '' ? 0 : 1)
    for (const { body } of tasks) {
      assert.match(body, /^Shop, 127\.0\.0\.1/)
      assert.doesNotMatch(body, /hidden/)
    }
    const isWaiting = (await states()).some(({ ended }) => ended === '')
    assert.equal(isWaiting, reason === '')
    const count = receiver.received.length
    await rename(10, `${answer} later`)
    await told()
    assert.equal(receiver.received.length > count, reason === '')
  }
})

test('an address that stalls does not delay another one, and gets sixteen at a time', async (context) => {
  const slow = await openWebhookReceiver()
  context.after(() => slow.close())
  const held: (() => void)[] = []
  slow.answer = (response) => void held.push(() => response.end())
  await create({ events: ['event.changed'], url: slow.url })
  await create({ events: ['event.changed'] })
  await sql`insert into event (id, title, is_published) select id, 'Slow', true from generate_series(1001, 1020) id`.execute(
    db,
  )
  await plan()
  const sending = send()
  while (receiver.received.length < 20) await wait(20)
  assert.equal(slow.received.length, 16)
  slow.answer = 204
  for (const release of held) release()
  await sending
  assert.equal(slow.received.length, 20)
  await sql`delete from event where title = 'Slow'`.execute(db)
})

test('a kept connection that ends before it is used again is no failure', async () => {
  const used = new Set<unknown>()
  receiver.answer = (response) => {
    if (used.has(response.socket)) response.socket!.destroy()
    else response.writeHead(204).end()
    used.add(response.socket)
  }
  await create({ events: ['event.changed'] })
  await sql`insert into event (id, title, is_published) select id, 'Kept', true from generate_series(1001, 1040) id`.execute(
    db,
  )
  await plan()
  await send()
  assert.ok(receiver.received.length > 40, 'a connection was used again')
  assert.equal(new Set(receiver.told()).size, 40)
  assert.deepEqual(
    (await states()).map(({ attempts, ended }) => [attempts, ended]),
    Array(40).fill([1, 'delivered']),
  )
  await sql`delete from event where title = 'Kept'`.execute(db)
})

test('a process that died while sending: the delivery is due again when its claim has ended', async () => {
  await create({ events: ['date.changed'] })
  await rename(10, 'died')
  await plan()
  await sql`update webhook_delivery set is_claimed = true, takes_changes = false, attempts = 1,
    next_attempt_at = now() + interval '1 minute'`.execute(db)
  await send()
  assert.deepEqual(receiver.received, [])
  await sql`update webhook_delivery set next_attempt_at = now()`.execute(db)
  await send()
  assert.deepEqual(receiver.told(), ['date.changed 10'])
})

test('a process that stops gives back unsent deliveries', async () => {
  await create({ events: ['date.changed'] })
  await rename(10, 'stop')
  await plan()
  receiver.answer = () => {}
  const stopping = new AbortController()
  const sending = sendDueWebhooks(kontor, stopping.signal)
  while (receiver.received.length === 0) await wait(20)
  stopping.abort()
  await sending
  const [state] = await states()
  assert.deepEqual([state!.attempts, state!.ended, state!.seconds <= 0], [0, '', true])
})

test('deliveries that ended more than 30 days ago are deleted', async () => {
  await create({ events: ['date.changed'] })
  for (const id of [10, 11]) await rename(id, 'old')
  await told()
  await sql`update webhook_delivery set delivered_at = now() - interval '31 days' where record_id = 10;
    update webhook_delivery set delivered_at = now() - interval '29 days' where record_id = 11`.execute(db)
  await deleteOldDeliveriesJob.run(kontor, signal)
  const left = await db.selectFrom('webhook_delivery').select('record_id').execute()
  assert.deepEqual(left, [{ record_id: 11 }])
})

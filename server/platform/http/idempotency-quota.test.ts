// Limits of the responses that are stored for repeated requests.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../../test/support/test-instance.ts'
import { deleteExpiredRecordsJob } from '../../access/expired-records.ts'
import { readSettings } from '../settings/settings.ts'

const kontor = await testInstance({ settings: { idempotencyKeys: { owner: 3, all: 5 } } })
after(() => kontor.close())

const send = (token: string, key?: string) =>
  kontor.call('POST', '/todo/import', {
    token,
    body: { subject: `Aufgabe ${key}` },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const statuses = async (token: string, ...keys: string[]) => {
  const found: number[] = []
  for (const key of keys) found.push((await send(token, key)).status)
  return found
}

test('beyond a limit new keys are rejected, and none is forgotten', async () => {
  const [first, second, third] = [await kontor.addUser(), await kontor.addUser(), await kontor.addUser()]
  assert.deepEqual(await statuses(first.token, 'a', 'b', 'c', 'd'), [200, 200, 200, 429])
  const rejected = await send(first.token, 'e')
  assert.deepEqual([rejected.status, rejected.headers['retry-after']], [429, '600'])
  assert.match(rejected.json.message, /Idempotency-Key/)
  const repeated = await send(first.token, 'a')
  assert.deepEqual([repeated.status, repeated.headers['idempotency-replayed']], [200, 'true'])
  assert.equal((await send(first.token)).status, 200, 'without a key')

  // Five of all.
  assert.deepEqual(await statuses(second.token, 'a', 'b', 'c'), [200, 200, 429])
  assert.deepEqual(await statuses(third.token, 'a', 'b'), [200, 429], 'who has none stored is accepted')
  const office = await kontor.signIn()
  const headers = { 'idempotency-key': 'a' }
  assert.equal((await office.call('PATCH', '/session', { language: 'de' }, headers)).status, 200)
  const refused = await office.call('PATCH', '/session', { language: 'en' }, { 'idempotency-key': 'b' })
  assert.deepEqual([refused.status, refused.json.code], [429, 'tooManyKeys'])

  kontor.clock.set('2026-06-16T10:00:01Z')
  await deleteExpiredRecordsJob.run(kontor, new AbortController().signal)
  assert.deepEqual(await statuses(first.token, 'd', 'e', 'f', 'g'), [200, 200, 200, 429])
})

test('the limits can be set, and 0 allows all', async () => {
  const { idempotencyKeys } = readSettings({ KONTOR_IDEMPOTENCY_KEYS: '7', KONTOR_IDEMPOTENCY_KEYS_ALL: '0' })
  assert.deepEqual(idempotencyKeys, { owner: 7, all: 0 })
  const unlimited = await testInstance({ settings: { idempotencyKeys: { owner: 0, all: 0 } } })
  try {
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const headers = { 'idempotency-key': key }
      const answer = await unlimited.call('POST', '/todo/import', { body: { subject: key }, headers })
      assert.equal(answer.status, 200)
    }
  } finally {
    await unlimited.close()
  }
})

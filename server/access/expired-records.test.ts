// Expired records are deleted, and no others.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { deleteExpiredRecordsJob } from './expired-records.ts'

let kontor: TestInstance
before(async () => {
  kontor = await testInstance()
})
after(() => kontor.close())

const count = async (table: 'session' | 'idempotency_key' | 'sign_in_failure') =>
  (
    await kontor.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows

test('sessions, stored responses and counts of failed sign-ins are deleted after they have expired', async () => {
  const office = await kontor.signIn()
  const sendOnce = (key: string) =>
    kontor.call('POST', '/todo/import', { body: { subject: 'x' }, headers: { 'idempotency-key': key } })
  const fail = () =>
    kontor.app.inject({
      method: 'POST',
      url: '/office/api/session',
      payload: { email: 'a@b', password: 'wrong' },
    })
  const counts = async () => {
    await deleteExpiredRecordsJob.run(kontor, new AbortController().signal)
    return [await count('session'), await count('idempotency_key'), await count('sign_in_failure')]
  }
  await sendOnce('first')
  await fail()
  assert.deepEqual(await counts(), ['1', '1', '2'])
  kontor.clock.set('2026-06-15T21:59:00Z')
  await sendOnce('second')
  assert.deepEqual(await counts(), ['1', '2', '2'])
  assert.equal((await office.call('GET', '/session')).status, 200)
  kontor.clock.set('2026-06-16T09:58:00Z')
  assert.deepEqual(await counts(), ['1', '2', '2'], 'the use of the session counts')
  kontor.clock.set('2026-06-16T10:01:00Z')
  assert.deepEqual(await counts(), ['0', '1', '0'])
  assert.equal((await office.call('GET', '/session')).status, 401)
})

// A write of the back office that is sent again with the same Idempotency-Key is executed once.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { sendsKey } from '../office/shell/api/idempotency.ts'
import { officeEndpoints } from '../server/office.ts'
import { tokenHash } from '../server/platform/auth/principal.ts'
import { csrfTokenOf, newSecret } from '../server/platform/auth/session.ts'
import { inTransaction, systemActor } from '../server/platform/database/database.ts'
import { conflict, Failure } from '../server/platform/ground/errors.ts'
import { generalErrors } from '../server/platform/ground/general.errors.ts'
import type { Endpoint } from '../server/platform/http/endpoint.ts'
import { runOnce, takesIdempotencyKey } from '../server/platform/http/idempotency.ts'
import { createKeyQuota } from '../server/platform/http/idempotency-quota.ts'
import { failureText } from '../server/platform/http/send-failure.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance({ settings: { databaseConnections: 20 } })
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn()

const withKey = (key: string) => ({ 'idempotency-key': key })
const countRows = async (what: string): Promise<number> => {
  const { rows } = await sql.raw<{ n: number }>(`select count(*)::int as n from ${what}`).execute(db)
  return rows[0]!.n
}

const { id: eventId } = await db
  .insertInto('event')
  .values({ title: 'Excel' })
  .returning('id')
  .executeTakeFirstOrThrow()
const newBooking = async () => {
  const { id: dateId } = await db
    .insertInto('event_date')
    .values({ event_id: eventId, participants_max: 5, start_date: '2026-09-01', status: 'confirmed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const participants = [{ lastName: 'Einmal', email: `einmal-${dateId}@kontor.example` }]
  return { dateId, status: 'booked', participants }
}

test('a repeated booking makes one booking, also in another session of the user', async () => {
  const body = await newBooking()
  const first = await office.call('POST', '/bookings', body, withKey('booking'))
  assert.equal(first.status, 200, first.text)
  assert.equal(first.headers['idempotency-replayed'], undefined)
  const secret = newSecret()
  await db
    .insertInto('session')
    .values({
      user_id: office.userId,
      hash: tokenHash(secret),
      created_at: kontor.clock.now(),
      last_used_at: kontor.clock.now(),
    })
    .execute()
  const headers = {
    cookie: `kontor_session=${secret}`,
    'x-csrf-token': csrfTokenOf(secret),
    ...withKey('booking'),
  }
  for (const again of [
    await office.call('POST', '/bookings', body, withKey('booking')),
    await office.call('POST', '/bookings', body, headers),
  ]) {
    assert.deepEqual([again.status, again.text], [200, first.text])
    assert.equal(again.headers['idempotency-replayed'], 'true')
  }
  assert.equal(await countRows(`booking where date_id = ${body.dateId}`), 1)
  assert.equal(await countRows(`contact where last_name = 'Einmal'`), 1)

  const other = await office.call('POST', '/bookings', await newBooking(), withKey('booking'))
  assert.deepEqual([other.status, other.json.code], [409, 'idempotencyKeyReused'])
  assert.equal(other.headers['x-kontor-conflict'], 'key-reused')
  const colleague = await kontor.signIn()
  const theirs = await colleague.call('POST', '/bookings', await newBooking(), withKey('booking'))
  assert.equal(theirs.status, 200, theirs.text)
  const malformed = await office.call('POST', '/bookings', body, withKey('with space'))
  assert.deepEqual([malformed.status, malformed.json.details[0].field], [400, 'Idempotency-Key'])
})

test('twenty equal bookings at the same time make one booking', async () => {
  const body = await newBooking()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => office.call('POST', '/bookings', body, withKey('twenty'))),
  )
  for (const { status, headers } of answers)
    if (status !== 200)
      assert.deepEqual(
        [status, headers['x-kontor-conflict'], headers['retry-after']],
        [409, 'key-running', '1'],
      )
  const done = answers.filter(({ status }) => status === 200)
  assert.equal(new Set(done.map(({ text }) => text)).size, 1)
  const again = await office.call('POST', '/bookings', body, withKey('twenty'))
  assert.equal(again.text, done[0]!.text)
  assert.equal(await countRows(`booking where date_id = ${body.dateId}`), 1)
})

test('a booking whose connection is lost before the answer is made once', { timeout: 120_000 }, async () => {
  await kontor.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = kontor.app.server.address() as AddressInfo
  const body = await newBooking()
  const text = JSON.stringify(body)
  const head = {
    host: `127.0.0.1:${port}`,
    cookie: office.cookie,
    'x-csrf-token': office.csrfToken,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...withKey('lost'),
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`POST /office/api/bookings HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
  while ((await countRows(`booking where date_id = ${body.dateId}`)) === 0) await wait(5)
  socket.destroy()
  // Rows of a transaction are visible shortly before its locks are released.
  const repeat = () => office.call('POST', '/bookings', body, withKey('lost'))
  let again = await repeat()
  while (again.headers['x-kontor-conflict'] === 'key-running') again = await repeat()
  assert.deepEqual([again.status, again.headers['idempotency-replayed']], [200, 'true'])
  assert.equal(again.json[0].dateId, body.dateId)
  assert.equal(await countRows(`booking where date_id = ${body.dateId}`), 1)
})

test('changes and deletions are repeated, too', async () => {
  const article = { articleNo: 'A-1', name: 'Raummiete', price: 10, currency: 'EUR', vatRate: 19 }
  const [{ id, version }] = (await office.call('POST', '/articles', article)).json
  const path = `/articles/${id}`
  const change = () => office.call('PATCH', path, { version, name: 'Saalmiete' }, withKey('change'))
  const changed = await change()
  assert.equal(changed.status, 200, changed.text)
  // Without the key it would be stale.
  assert.equal((await change()).text, changed.text)
  const statuses = [0, 1].map(() => office.call('DELETE', path, undefined, withKey('delete')))
  for (const { status, text } of await Promise.all(statuses))
    assert.ok(status === 200 || status === 409, text)
  assert.equal((await office.call('DELETE', path, undefined, withKey('delete'))).status, 200)
  assert.equal((await office.call('DELETE', path)).status, 404)
})

test('a repeated upload stores one file', async () => {
  const [{ id }] = (await kontor.call('POST', '/todo/import', { body: { subject: 'Anlage' } })).json
  const colleague = await kontor.signIn()
  const upload = (content: string) =>
    colleague.upload(`/tasks/${id}/attachments/upload/a.txt`, content, withKey('file'))
  const first = await upload('Text')
  assert.equal(first.status, 200, first.text)
  assert.equal((await upload('Text')).text, first.text)
  assert.equal((await upload('Another text')).json.code, 'idempotencyKeyReused')
  assert.equal(await countRows(`attachment where task_id = ${id}`), 1)
})

test('errors of the domain are stored, in the form of the back office; those before it are not', async () => {
  const dateId = 999_999
  const book = () =>
    office.call('POST', '/bookings', { dateId, status: 'booked', participants: [] }, withKey('error'))
  const [first, second] = [await book(), await book()]
  assert.equal(first.status, 400)
  assert.equal(second.text, first.text)
  const user = await kontor.signIn({ rights: [] })
  const article = { articleNo: 'A-2', name: 'Raummiete', price: 10, currency: 'EUR', vatRate: 19 }
  const create = () => user.call('POST', '/articles', article, withKey('right'))
  assert.equal((await create()).status, 403)
  await db.insertInto('user_right').values({ user_id: user.userId, code: '100100' }).execute()
  assert.equal((await create()).status, 200)
})

const run = (key: string, work: () => Promise<{ status: number; headers: object; body: string }>) =>
  inTransaction(db, systemActor, (tx) =>
    runOnce(
      tx,
      {
        owner: 'user 1',
        key,
        hash: Buffer.alloc(32),
        now: kontor.clock.now(),
        failureBody: (failure) => failureText(failure, 'office'),
        secretResponse: false,
        quota: createKeyQuota(kontor.settings),
      },
      work as never,
    ),
  )

test('failures that may succeed later are not stored, and neither is a long response', async () => {
  let calls = 0
  const answer = (status: number, body: string) => () => {
    calls++
    return Promise.resolve({ status, headers: {}, body })
  }
  for (const status of [429, 503]) assert.equal((await run('later', answer(status, '{}'))).status, status)
  const thrown = () => Promise.reject(new Failure(503, generalErrors.overloaded()))
  await assert.rejects(run('later', thrown), { status: 503 })
  assert.equal((await run('later', answer(200, '[]'))).body, '[]')
  assert.equal(calls, 3)
  const long = await run('long', answer(200, 'x'.repeat(2 ** 20 + 1)))
  assert.equal(long.body.length, 2 ** 20 + 1)
  await assert.rejects(run('long', answer(200, '[]')), {
    status: 409,
    text: generalErrors.idempotencyNotRepeated(),
  })
  assert.equal(calls, 4)
  const fails = () => Promise.reject(conflict(generalErrors.duplicate()))
  assert.equal((await run('conflict', fails)).status, 409)
  assert.deepEqual(JSON.parse((await run('conflict', answer(200, '[]'))).body).code, 'duplicate')
})

test('secrets are not stored: a repetition says that the request was executed', async () => {
  const user = await kontor.addUser({ name: 'Empfänger' })
  const secretRequests: [path: string, body: object | undefined, secret: string, table: string][] = [
    ['/tokens', { userId: user.id, label: 'Einmal', allOperations: true }, 'token', 'token'],
    ['/users', { name: 'Neu', email: 'neu@kontor.example' }, 'link', 'app_user'],
    [`/users/${user.id}/invite`, undefined, 'link', 'invitation'],
    ['/second-factor', undefined, 'secret', 'app_user where totp_secret <> $$$$'],
  ]
  for (const [path, body, secret, table] of secretRequests) {
    const first = await office.call('POST', path, body, withKey(path))
    assert.equal(first.status, 200, first.text)
    const count = await countRows(table)
    const second = await office.call('POST', path, body, withKey(path))
    assert.deepEqual([second.status, second.json.code], [409, 'idempotencyNotRepeated'], path)
    assert.equal(await countRows(table), count, path)
    const value = first.json[0][secret].split('/').at(-1)
    assert.ok(value.length > 20)
    assert.equal(await countRows(`idempotency_key k where to_jsonb(k)::text like '%${value}%'`), 0, path)
  }
  const invalid = () => office.call('POST', '/tokens', { userId: 999_999, label: 'x' }, withKey('invalid'))
  assert.deepEqual((await invalid()).json, (await invalid()).json)
})

const writing: readonly Endpoint[] = officeEndpoints.filter(({ method }) => method !== 'GET')

test('endpoints with a secret in their response do not have it stored', () => {
  const names = ({ response }: Endpoint): string[] =>
    Object.keys((response.items as { properties?: object }).properties ?? {})
  const secret = writing
    // A location's link leads to its website; a certificate's token is what its QR code shows.
    .filter((one) => takesIdempotencyKey(one) && !/^\/(locations|certificates)/.test(one.path))
    .filter((one) => names(one).some((name) => /^(token|secret|link|csrfToken)$/.test(name)))
  assert.deepEqual(
    secret.map(({ id }) => id),
    writing.filter(({ secretResponse }) => secretResponse).map(({ id }) => id),
  )
  assert.ok(secret.length >= 4)
})

test('the back office sends a key with the writes that take one', () => {
  const differing = writing.filter(
    (endpoint) =>
      sendsKey(endpoint.method, endpoint.path.replace(/\{\w+\}/g, 'x')) !== takesIdempotencyKey(endpoint),
  )
  assert.deepEqual(
    differing.map(({ id }) => id),
    [],
  )
  assert.deepEqual(
    writing.filter((endpoint) => !takesIdempotencyKey(endpoint) && !endpoint.isPreview).map(({ id }) => id),
    [
      'POST /session',
      'POST /invitations/{secret}',
      'POST /session/confirm',
      'POST /password',
      'PATCH /letterheads/{letterheadId}',
      'POST /letterheads/{letterheadId}/preview',
    ],
  )
})

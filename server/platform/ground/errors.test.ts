import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../../test/support/test-instance.ts'
import { defineErrors } from './error-text.ts'
import { badRequest, conflict, Failure, fieldPath, toFailure } from './errors.ts'

const kontor = await testInstance()
after(() => kontor.close())

test('2.9 an internal error contains only its request id', async () => {
  await sql`alter table lead rename to hidden`.execute(kontor.owner)
  const answer = await kontor.call('GET', '/leads/search/cid/1')
  await sql`alter table hidden rename to lead`.execute(kontor.owner)
  const id = String(answer.headers['x-request-id'])
  assert.match(id, /^[0-9a-f]{12}-\d+$/)
  assert.deepEqual(answer.json, {
    error: 'Internal Server Error',
    message: `Internal error. Request id: ${id}`,
    code: 500,
  })
})

test('2.9 a failed write is rolled back completely', async () => {
  await sql`alter table phone rename to hidden`.execute(kontor.owner)
  const body = { lastName: 'Halb', email: 'halb@kontor.example', phone: { number: '1' } }
  const answer = await kontor.call('POST', '/contacts', { body })
  await sql`alter table hidden rename to phone`.execute(kontor.owner)
  assert.equal(answer.status, 500)
  const found = await kontor.db.selectFrom('contact').select('id').where('last_name', '=', 'Halb').execute()
  assert.deepEqual(found, [])
  assert.equal((await kontor.call('POST', '/contacts', { body })).status, 200)
})

test('2.9 an unavailable database is 503 with Retry-After, for every cause', () => {
  for (const error of [
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    Object.assign(new Error('too many clients'), { code: '53300' }),
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('connect'), { code: 'ENOENT', syscall: 'connect' }),
    new Error('Connection terminated unexpectedly'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('Query read timeout'),
    new Error('timeout expired'),
    new Error('timeout exceeded when trying to connect'),
  ]) {
    const failure = toFailure(error, 'r1')
    assert.deepEqual(
      [failure.status, failure.body().error, failure.headers],
      [503, 'Service Unavailable', { 'retry-after': '2' }],
    )
    assert.match(failure.message, /r1/)
  }
  for (const syscall of ['open', 'link', 'mkdir'])
    assert.equal(toFailure(Object.assign(new Error(syscall), { code: 'ENOENT', syscall }), 'r1').status, 500)
  assert.equal(toFailure(undefined, 'r1').status, 500)
  assert.equal(toFailure('text', 'r1').status, 500)
})

test('2.9 requests that cannot be stored now, or take too long, are 503 with Retry-After', () => {
  const causes: [string, string][] = [
    ...['40003', '53100', '58030', '25006', 'ENOSPC', 'EDQUOT', 'EROFS'].map((code): [string, string] => [
      code,
      '10',
    ]),
    ...['57014', '55P03', '25P03'].map((code): [string, string] => [code, '2']),
  ]
  for (const [code, retryAfter] of causes) {
    const { status, headers, message } = toFailure(Object.assign(new Error('text'), { code }), 'r1')
    assert.deepEqual([status, headers], [503, { 'retry-after': retryAfter }], code)
    assert.match(message, /^[^:]+\. Request id: r1$/)
  }
})

test('2.9 only 400 has details', () => {
  const text = { code: 'c', message: 'm' }
  for (const status of [400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503]) {
    const body = new Failure(status, text, [{ field: 'f', ...text }]).body()
    assert.equal('details' in body, status === 400)
    assert.equal(body.code, status)
  }
})

test('2.4 a field is named by its path', () => {
  assert.equal(fieldPath(['elements', 0, 'resId']), 'elements[0].resId')
  assert.equal(fieldPath(['phone', 'number']), 'phone.number')
  assert.equal(fieldPath([]), 'body')
  assert.equal(fieldPath([0, 'a']), '[0].a')
})

test('an error is a sentence in the interface; in the back office it also has a code and parameters', () => {
  const errors = defineErrors('seats', {
    full: '"{date}" has {free} free seats.',
    blank: 'must not be blank',
  })
  const refused = conflict(errors.full({ date: 'Excel', free: 2 }))
  const message = '"Excel" has 2 free seats.'
  assert.deepEqual(refused.body(), { error: 'Conflict', message, code: 409 })
  assert.deepEqual(refused.officeBody(), {
    error: 'Conflict',
    message,
    code: 'seats.full',
    params: { date: 'Excel', free: 2 },
  })

  const invalid = badRequest([{ field: 'name', ...errors.blank() }])
  assert.deepEqual(invalid.body(), {
    error: 'Bad Request',
    message: 'name: must not be blank',
    code: 400,
    details: [{ field: 'name', message: 'must not be blank' }],
  })
  assert.deepEqual(invalid.officeBody().details, [
    { field: 'name', code: 'seats.blank', message: 'must not be blank' },
  ])
})

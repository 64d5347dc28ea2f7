import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { Email, Flag01, Id, IsoDate, Link, nullable, record, ShortText, Time } from '../ground/schema.ts'
import { validationErrors } from './validation.ts'

const Body = record({
  id: Id,
  name: Type.Optional(ShortText),
  email: Type.Optional(nullable(Email)),
  flag: Type.Optional(Flag01),
  on: Type.Optional(IsoDate),
  at: Type.Optional(Time),
  kind: Type.Optional(Type.Enum(['a', 'b'])),
  list: Type.Optional(Type.Array(record({ id: Id }), { maxItems: 3 })),
})
const messages = (value: unknown) =>
  validationErrors(Body, value).map(({ field, message }) => `${field} ${message}`)

test('2.4 every error is reported once, as a sentence with its path', () => {
  assert.deepEqual(messages({ id: 1 }), [])
  assert.deepEqual(messages({}), ['id is required'])
  assert.deepEqual(messages({ id: '5' }), ['id must be a whole number of at least 1'])
  assert.deepEqual(messages({ id: 1, more: 1 }), ['more is not a known field'])
  assert.deepEqual(messages({ id: 1, list: [{ id: 1 }, { id: 0 }] }), [
    'list[1].id must be a whole number of at least 1',
  ])
  assert.deepEqual(messages({ id: 1, name: 'x'.repeat(256) }), ['name must have at most 255 characters'])
  assert.deepEqual(messages({ id: 1, kind: 'c' }), ['kind must be one of "a", "b"'])
  assert.deepEqual(messages({ id: 1, flag: 2 }), ['flag must be at most 1'])
  assert.deepEqual(messages([]), ['body must be an object'])
  assert.deepEqual(messages(null), ['body must be an object'])
  assert.deepEqual(messages({ id: 0, name: 1, more: 1 }).length, 3)
})

test('a list that is too long is reported by its length, and most of its items are not looked at', () => {
  let reads = 0
  const list = new Proxy(Array(20_000).fill({}), {
    get(items, key, receiver) {
      reads++
      return Reflect.get(items, key, receiver)
    },
  })
  assert.deepEqual(messages({ id: 1, list }), ['list must have at most 3 entries'])
  assert.deepEqual(messages({ id: 0, list }), [
    'id must be a whole number of at least 1',
    'list must have at most 3 entries',
  ])
  assert.ok(reads < 100, `${reads} reads`)
})

test('a link has http, https, mailto, tel, or no scheme', () => {
  const errors = (link: string) => validationErrors(record({ link: Link }), { link })
  for (const link of [
    '',
    'https://k.example/a?b=c:d',
    'HTTP://k.example',
    'mailto:a@k.example',
    'tel:+49221',
    'www.k.example',
    'www.k.example:8080/x',
    '/way.pdf',
    'catalogue/1/a: b.pdf',
    '//k.example',
  ])
    assert.deepEqual(errors(link), [], link)
  for (const link of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://k.example/1',
  ])
    assert.deepEqual(
      errors(link).map(({ field, code }) => [field, code]),
      [['link', 'link']],
      link,
    )
})

test('2.4 an invalid value of a nullable field is reported against its own schema', () => {
  assert.deepEqual(messages({ id: 1, email: null }), [])
  assert.deepEqual(messages({ id: 1, email: 'x' }), ['email must be an e-mail address'])
  assert.deepEqual(messages({ id: 1, email: 5 }), ['email must be a text or null'])
})

test('2.4 a list that is too long is reported without errors of its elements; at most 1000 details are reported', () => {
  assert.deepEqual(messages({ id: 1, list: [1, 2, 3, 4] }), ['list must have at most 3 entries'])
  const Long = record({ list: Type.Array(Id) })
  assert.equal(validationErrors(Long, { list: Array.from({ length: 5000 }, () => 'x') }).length, 1000)
  assert.equal(validationErrors(Long, { list: Array.from({ length: 5000 }, () => '\0') }).length, 1000)
})

test('1.3 dates and times must exist', () => {
  for (const on of ['2026-02-28', '2028-02-29', '0001-01-01', '9999-12-31'])
    assert.deepEqual(messages({ id: 1, on }), [], on)
  for (const on of [
    '2026-02-29',
    '2100-02-29',
    '0000-01-01',
    '2026-1-1',
    '2026-01-01 ',
    '10000-01-01',
    '2026-01-32',
  ])
    assert.deepEqual(messages({ id: 1, on }), ['on must be a date, YYYY-MM-DD'], on)
  for (const at of ['00:00', '23:59']) assert.deepEqual(messages({ id: 1, at }), [])
  for (const at of ['24:00', '1:00', '12:60', '12:00:00', '١٢:٠٠'])
    assert.deepEqual(messages({ id: 1, at }), ['at must be a time, HH:MM'])
})

test('2.5 NUL and lone surrogates are reported with their path', () => {
  assert.deepEqual(messages({ id: 1, name: 'a\0' }), ['name must not contain a NUL character'])
  assert.deepEqual(messages({ id: 1, name: '\ud83d' }), ['name must not contain a lone surrogate'])
})

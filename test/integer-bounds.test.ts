// An integer of a request that does not fit its column is refused by its schema, and not by the database.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { targets } from '../proof/attack/fuzz/targets.ts'
import type { Schema } from './reference/arbitraries.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())

/** Compared with columns of 64 bits. */
const ofLongColumns = new Set(['version', 'fromVersion', 'afterId', 'beforeId'])

/** The integers of a schema without bounds. */
function unbounded(schema: Schema | undefined, name = ''): string[] {
  if (!schema) return []
  const { type, minimum, maximum, properties = {}, items, anyOf = [] } = schema
  const isOpen = type === 'integer' && (minimum === undefined || maximum === undefined)
  return [
    ...(isOpen && !ofLongColumns.has(name) ? [name] : []),
    ...Object.entries(properties).flatMap(([key, property]) => unbounded(property, key)),
    ...unbounded(items, name),
    ...anyOf.flatMap((form) => unbounded(form, name)),
  ]
}

test('integers of requests have the bounds of their columns', () => {
  const found = targets.flatMap(({ id, params, query, body }) =>
    [params, query, body].flatMap((part) => unbounded(part).map((name) => `${id}: ${name}`)),
  )
  assert.deepEqual(found, [])
})

test('a position beyond the column is a bad request', async () => {
  const office = await kontor.signIn()
  const body = { title: 'AGB', body: '<p>x</p>', titleEn: '', bodyEn: '', position: 2147483648 }
  const { status, json } = await office.call('POST', '/terms-documents', body)
  assert.equal(status, 400, JSON.stringify(json))
  assert.deepEqual(
    json.details.map(({ field }: { field: string }) => field),
    ['position'],
  )
})

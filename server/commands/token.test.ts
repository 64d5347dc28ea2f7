// `kontor token create` says what the token can do.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integrationEndpoints } from '../integration.ts'
import { endpoints } from '../interface.ts'
import { UsageError } from './command.ts'
import { describeAbilities } from './token.ts'

test('the operations of a token are described in words, with their rights', async () => {
  assert.equal(
    await describeAbilities(['getEvents', 'getContact']),
    [
      'The token may call only these operations, with the rights of its user:',
      '  getContact: Read a contact (if the user has the right 090300:access)',
      '  getEvents: Events with their dates',
    ].join('\n'),
  )
  const all = await describeAbilities([])
  assert.match(all, /^The token may call every operation \(limit it with --operations\)/)
  assert.equal(all.split('\n').length, endpoints.length + integrationEndpoints.length + 1)
  await assert.rejects(describeAbilities(['getEvents', 'nothing']), UsageError)
})

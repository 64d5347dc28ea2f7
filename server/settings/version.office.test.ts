// The version in the back office, and for strangers.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'
import { kontorVersion } from '../platform/ground/version.ts'

const kontor = await testInstance()
after(() => kontor.close())

test('administrators see version, commit, schema and servers', async () => {
  const office = await kontor.signIn()
  const { status, json } = await office.call('GET', '/version')
  assert.equal(status, 200)
  const { appliedSchema, node, postgres, ...version } = json[0]
  assert.deepEqual(version, kontorVersion())
  assert.equal(appliedSchema, version.schema)
  assert.equal(node, process.versions.node)
  assert.match(postgres, /^\d+\.\d+$/)
  const user = await kontor.signIn({ rights: ['090300', 'booking'] })
  assert.equal((await user.call('GET', '/version')).status, 403)
})

test('healthz tells version, commit and schema, and no server', async () => {
  const { version, commit, schema } = kontorVersion()
  const answer = await kontor.app.inject({ url: '/healthz' })
  assert.deepEqual(answer.json(), { status: 'ok', version, commit, schema })
})

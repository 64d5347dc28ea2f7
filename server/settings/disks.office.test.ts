// Free disk space in the back office.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance({ settings: { diskWarning: { share: 1.1, bytes: 0 } } })
after(() => kontor.close())

test('administrators see the disks whose space is low', async () => {
  const office = await kontor.signIn()
  const { status, json } = await office.call('GET', '/disks')
  assert.equal(status, 200)
  assert.ok(json[0].contents.includes('files'))
  assert.deepEqual([json[0].isLow, json[0].freeBytes > 0, json[0].totalBytes > 0], [true, true, true])
  const user = await kontor.signIn({ rights: ['090300', 'booking'] })
  assert.equal((await user.call('GET', '/disks')).status, 403)
})

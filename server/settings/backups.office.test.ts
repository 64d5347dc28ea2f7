// The state of the backups in the back office.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'

const backup = { place: '/mnt/backups', times: ['01:30'] as const, keep: undefined }
const kontor = await testInstance({ settings: { backup } })
after(() => kontor.close())

test('administrators see the last backup, and one that failed since', async () => {
  const office = await kontor.signIn()
  const read = async () => {
    const { status, json } = await office.call('GET', '/backups')
    assert.equal(status, 200)
    return json[0]
  }
  const none = {
    isScheduled: true,
    isOverdue: false,
    lastAt: null,
    lastBytes: 0,
    failedAt: null,
    failure: '',
  }
  assert.deepEqual(await read(), none)
  const now = kontor.clock.now().getTime()
  const add = (hoursAgo: number, bytes: number, error: string) =>
    sql`insert into backup_run (cause, place, name, started_at, ended_at, bytes, is_verified, error)
      values ('schedule', '/mnt/backups', 'kontor.tar.gz', ${new Date(now - hoursAgo * 3_600_000)}, ${new Date(now)}, ${bytes}, ${error === ''}, ${error})`.execute(
      kontor.db,
    )
  await add(72, 5000, '')
  const at = (hoursAgo: number) => new Date(now - hoursAgo * 3_600_000).toISOString()
  assert.deepEqual(await read(), { ...none, isOverdue: true, lastAt: at(72), lastBytes: 5000 })
  await add(1, 0, 'the disk is full')
  const { failedAt, failure } = await read()
  assert.deepEqual([failedAt, failure], [at(1), 'the disk is full'])
  await add(0, 6000, '')
  assert.deepEqual(await read(), { ...none, lastAt: at(0), lastBytes: 6000 })
  const user = await kontor.signIn({ rights: ['090300', 'booking'] })
  assert.equal((await user.call('GET', '/backups')).status, 403)
})

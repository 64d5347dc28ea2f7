import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { linkTo } from '../../../test/support/servers/connections.ts'
import { testInstance } from '../../../test/support/test-instance.ts'
import { openPool } from '../database/database.ts'
import { formatOwnMetrics } from '../http/metrics.ts'
import type { Settings } from '../settings/settings.ts'
import { backupCheck, measureBackup } from './backup-check.ts'
import type { CheckedInstance } from './check.ts'

const kontor = await testInstance()
const link = linkTo(kontor.connection)
const pool = openPool(link, 1)
after(async () => {
  await pool.end()
  await kontor.close()
})

const schedule: Settings['backup'] = { place: '/srv/backups', times: ['01:30'], keep: undefined }
const find = async (backup: Settings['backup']) => {
  const subject: CheckedInstance = {
    settings: { ...kontor.settings, backup },
    databaseState: 'open',
    database: { db: kontor.db, pool, link, isReadOnly: async () => false, hasTables: true },
  }
  return (await backupCheck.run(subject)).map(({ state, text }) => `${state}: ${text}`)
}
const addRun = (daysAgo: number, error: string) =>
  sql`insert into backup_run (cause, started_at, ended_at, place, name, bytes, is_verified, error)
    values ('schedule', now() - ${daysAgo}::int * interval '1 day', now() - ${daysAgo}::int * interval '1 day',
      '/srv/backups', 'kontor.tar.gz', 3145728, ${error === ''}, ${error})`.execute(kontor.owner)
const scrape = async () => (await formatOwnMetrics()).match(/^kontor_backup_\S+ .*$/gm) ?? []

test('the check and the metrics of the last backup', async () => {
  measureBackup(kontor.db, kontor.settings)
  assert.deepEqual(await find(undefined), ['warning: there is none'])
  assert.deepEqual(await find(schedule), ['ok: the first one is still to come'])
  assert.deepEqual(await scrape(), [])

  await addRun(20, '')
  assert.match(String(await find(undefined)), /^warning: the last good one .*3\.0 MiB: make one$/)
  assert.match(
    String(await find(schedule)),
    /^failed: the schedule of KONTOR_BACKUP would have made one long ago,ok: the last good one is of .*\/srv\/backups, 3\.0 MiB$/,
  )
  await addRun(1, 'no space left')
  assert.match(String(await find(schedule)), /^failed: the last attempt failed: no space left/)
  await addRun(0, '')
  assert.match(String(await find(schedule)), /^ok: the last good one[^,]*in \/srv\/backups, 3\.0 MiB$/)
  const values = Object.fromEntries((await scrape()).map((line) => line.split(' ')))
  assert.equal(values['kontor_backup_last_size_bytes'], '3145728')
  assert.ok(Number(values['kontor_backup_last_age_seconds']) < 600)
  const at = Number(values['kontor_backup_last_timestamp_seconds'])
  assert.ok(Math.abs(at - Date.now() / 1000) < 600)
})

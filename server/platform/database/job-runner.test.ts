import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../../test/support/test-instance.ts'
import { readQueueBacklog, scheduleRecurring } from './job-runner.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
const jobs = [
  { name: 'often', intervalMs: 60_000 },
  { name: 'seldom', intervalMs: 3_600_000 },
]
const scheduled = async () => {
  const { rows } = await sql<{ key: string; minutes: number }>`
    select key, round(extract(epoch from run_at - now()) / 60)::int as minutes
    from graphile_worker._private_jobs where is_available and key is not null order by key`.execute(db)
  return rows.map(({ key, minutes }) => `${key} ${minutes}`)
}
const all = ['often 1', 'seldom 60']

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await scheduleRecurring(db, jobs)
  assert.deepEqual(await scheduled(), all)
})

test('recurring jobs that are there stay as they are', async () => {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
  await scheduleRecurring(db, jobs)
  assert.deepEqual(await scheduled(), ['often 0', 'seldom 0'])
})

for (const [what, change] of [
  ['was lost', sql`delete from graphile_worker._private_jobs where key = 'often'`],
  [
    'was taken by a process that was killed',
    sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed'`,
  ],
  [
    'is due in a year, as the clock of the server was wrong',
    sql`update graphile_worker._private_jobs set run_at = now() + interval '1 year'`,
  ],
] as const)
  test(`a recurring job that ${what} is scheduled again`, async () => {
    await change.execute(db)
    await scheduleRecurring(db, jobs)
    assert.deepEqual(await scheduled(), all)
  })

test('the age of the queue is that of the job that is due since longest, and not of one that is taken', async () => {
  assert.equal((await readQueueBacklog(db)).oldestSeconds, 0)
  await sql`select graphile_worker.add_job('due', run_at => now() - interval '100 seconds')`.execute(db)
  const { oldestSeconds: seconds, waiting } = await readQueueBacklog(db)
  assert.ok(waiting > 0)
  assert.ok(seconds >= 100 && seconds < 160, String(seconds))
  await sql`update graphile_worker._private_jobs set locked_at = now() where run_at < now()`.execute(db)
  assert.equal((await readQueueBacklog(db)).oldestSeconds, 0)
})

import assert from 'node:assert/strict'
import { after as afterAll, beforeEach, test } from 'node:test'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { linkTo } from '../../../test/support/servers/connections.ts'
import { testInstance } from '../../../test/support/test-instance.ts'
import { type Job, startJobs } from './background-jobs.ts'

const kontor = await testInstance()
afterAll(() => kontor.close())
const logged: string[] = []
const add = (...values: unknown[]) => logged.push(String(values.at(-1)))
const log = { warn: add, info: add, debug() {} } as unknown as typeof kontor.log
const idle: Job = { name: 'idle', intervalMs: 60_000, run: async () => false }
/** As a process of the service. */
const start = (...jobs: Job[]) => startJobs({ ...kontor, log }, linkTo(kontor.connection), [idle, ...jobs])
const until = async (condition: () => boolean | Promise<boolean>) => {
  while (!(await condition())) await after(5)
}
type QueuedJob = { key: string; locked: boolean; seconds: number }
const queued = async () =>
  (
    await sql<QueuedJob>`
      select key, locked_at is not null as locked, extract(epoch from run_at - now())::float8 as seconds
      from graphile_worker._private_jobs order by id`.execute(kontor.owner)
  ).rows
const timeout = 60_000

beforeEach(async () => {
  logged.length = 0
  await sql`delete from graphile_worker._private_jobs`.execute(kontor.owner)
})

for (const kind of [{}, { inEveryProcess: true }] as const)
  test(`a job runs again immediately if there is more to do, after its pause, and not after the stop: ${JSON.stringify(kind)}`, {
    timeout,
  }, async () => {
    let runs = 0
    const background = start(
      { ...kind, name: 'count', intervalMs: 500, run: async () => ++runs < 3 },
      { ...kind, name: 'slow', intervalMs: 60_000, run: async () => false },
    )
    await until(() => runs >= 5)
    await background.stop()
    const stopped = runs
    await after(800)
    assert.equal(runs, stopped)
    assert.deepEqual(logged, [])
  })

for (const kind of [{}, { inEveryProcess: true }] as const)
  test(`a failing job is logged once, and runs again: ${JSON.stringify(kind)}`, { timeout }, async () => {
    let runs = 0
    const background = start({
      ...kind,
      name: 'broken',
      intervalMs: 1,
      run: async () => {
        if (++runs < 4) throw new Error('away')
        return false
      },
    })
    await until(() => runs >= 5)
    await background.stop()
    assert.deepEqual(logged, ['background job failed', 'background job works again'])
  })

for (const kind of [{}, { inEveryProcess: true }] as const)
  test(`a stop aborts the signal of running jobs and waits for them: ${JSON.stringify(kind)}`, {
    timeout,
  }, async () => {
    let state = ''
    const background = start({
      ...kind,
      name: 'long',
      intervalMs: 60_000,
      run: async (_, signal) => {
        state = 'runs'
        await after(60_000, undefined, { signal }).catch(() => after(20))
        state = 'ended'
        return true
      },
    })
    await until(() => state === 'runs')
    await background.stop()
    assert.equal(state, 'ended')
    // Another process goes on at once.
    const job = (await queued()).find(({ key }) => key === 'long')
    assert.equal(job && job.seconds < 1, 'inEveryProcess' in kind ? undefined : true)
  })

test('of two processes, one runs a job; one that is woken while it runs runs once more', {
  timeout,
}, async () => {
  const runs = [0, 0]
  let running = 0
  const job = (process: 0 | 1): Job => ({
    name: 'shared',
    intervalMs: 60_000,
    run: async () => {
      running++
      await after(300)
      running--
      runs[process] = runs[process]! + 1
      return false
    },
  })
  const processes = [start(job(0)), start(job(1))]
  const total = () => runs[0]! + runs[1]!
  // Each process wakes the job at its start.
  await until(() => total() > 0 && running === 0)
  await after(1000)
  assert.ok(total() <= 3, String(total()))
  const before = total()
  await sql`select graphile_worker.add_job('shared')`.execute(kontor.db)
  await until(() => total() > before)
  await after(1000)
  assert.equal(total(), before + 1)
  await Promise.all(processes.map((one) => one.stop()))
})

test('a recurring job runs once in its interval, in one of the processes', { timeout }, async () => {
  let runs = 0
  const job: Job = { name: 'recurring', intervalMs: 2000, run: async () => ++runs < 0 }
  const processes = [start(job), start(job)]
  await after(1000)
  const atStart = runs
  assert.ok(atStart === 1 || atStart === 2, String(atStart))
  await after(6000)
  await Promise.all(processes.map((one) => one.stop()))
  // Up to two seconds pass until a process finds it.
  assert.ok(runs - atStart >= 1 && runs - atStart <= 3, String(runs - atStart))
  assert.deepEqual((await queued()).map(({ key }) => key).toSorted(), ['idle', 'recurring'])
})

test('a job that says when it is due is scheduled for this time', { timeout }, async () => {
  let runs = 0
  const background = start({
    name: 'timer',
    intervalMs: 60_000,
    run: async () => ++runs < 0,
    dueAfterMs: async () => 20_000,
  })
  const secondsLeft = async () => (await queued()).find(({ key }) => key === 'timer')?.seconds ?? 0
  await until(async () => runs === 1 && (await secondsLeft()) > 10)
  assert.ok((await secondsLeft()) < 20)
  await background.stop()
})

test('a service whose connections were ended goes on with its jobs, and says so once', {
  timeout,
}, async () => {
  let runs = 0
  const background = start({ name: 'count', intervalMs: 60_000, run: async () => ++runs < 0 })
  await until(() => runs === 1)
  // So that the workers wait for jobs.
  await after(500)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = ${await roleOf()} and (query like '%graphile_worker%' or query like 'LISTEN%')`.execute(
    kontor.owner,
  )
  await until(() => runs >= 2)
  await sql`select graphile_worker.add_job('count')`.execute(kontor.db)
  await until(() => runs >= 3 && logged.length >= 2)
  await background.stop()
  assert.deepEqual(logged, ['the job queue is not available', 'the job queue works again'])
})

const roleOf = async () => {
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(kontor.db)
  return rows[0]!.role
}

test('without a connection for the queue, jobs run all the same, and the log says so once', {
  timeout,
}, async () => {
  let runs = 0
  // As if the server permitted no further connection; those of the requests are open already.
  const refused = Object.assign(new Error('too many clients'), { code: '53300' })
  const link = { ...linkTo(kontor.connection), findHost: () => Promise.reject(refused) }
  const background = startJobs({ ...kontor, log }, link, [
    { name: 'count', intervalMs: 60_000, run: async () => ++runs < 0 },
  ])
  await until(() => runs >= 1 && logged.length >= 1)
  await after(2000)
  await background.stop()
  assert.deepEqual([runs, logged], [1, ['the job queue is not available']])
})

test('mails of several transactions share the job that sends them soon; later ones have another', async () => {
  const insertMails = () =>
    sql`insert into outbox_mail (kind, recipient) values ('test', 'a@kontor.example'), ('test', 'b@kontor.example')`.execute(
      kontor.db,
    )
  const began = performance.now()
  for (let count = 0; count < 20; count++) await insertMails()
  const windows = Math.ceil((performance.now() - began) / 300)
  const jobs = await queued()
  assert.ok(
    jobs.length >= 1 && jobs.length <= Math.min(windows, 19),
    `${jobs.length} jobs in ${windows} windows`,
  )
  for (const { key, seconds } of jobs) {
    assert.equal(key, null)
    assert.ok(seconds <= 0.4, `${seconds}`)
  }
  await after(400)
  await insertMails()
  assert.equal((await queued()).length, jobs.length + 1)
})

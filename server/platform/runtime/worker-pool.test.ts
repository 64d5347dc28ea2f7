import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Failure } from '../ground/errors.ts'
import { runInWorker, TaskTooLarge, workerPool } from './worker-pool.ts'

const file = new URL('../../../test/support/worker-tasks.ts', import.meta.url)
const busyFor = (ms: number, timeoutMs: number) =>
  runInWorker<number, number>({ file, name: 'busyFor' }, ms, timeoutMs)

/** Which one depends on what else the machine does. */
const isOverdue = (error: Failure) => error instanceof TaskTooLarge || error.status === 503

test('tasks that wait while others take too long are run', async () => {
  await busyFor(1, 20_000)
  const tooLong = [1, 2].map(() => assert.rejects(busyFor(60_000, 500), isOverdue))
  const waiting = [3, 4, 5].map((ms) => busyFor(ms, 20_000))
  await Promise.all(tooLong)
  assert.deepEqual(await Promise.all(waiting), [3, 4, 5])
})

test('a task that ends when its time is over is done, too large, or to be tried again', async () => {
  const ends = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 35))
      return busyFor(50, 40 + (index % 20)).catch((error) => {
        assert.ok(isOverdue(error), error)
      })
    }),
  )
  assert.equal(ends.length, 60)
  assert.equal(await busyFor(1, 20_000), 1)
})

test('a task that the machine hardly ran is not too large: it may be tried again', async () => {
  await assert.rejects(runInWorker({ file, name: 'stop' }, {}, 1000), {
    status: 503,
    headers: { 'retry-after': '2' },
  })
  assert.equal(await busyFor(1, 20_000), 1)
})

test('a task that needs too much memory is too large, and the next ones are run', async () => {
  const run = workerPool({ maxProcesses: 2, maxMemoryMb: 64, maxWaiting: 10, maxWaitMs: 120_000 })
  const full = [1, 2, 3].map(() =>
    assert.rejects(run({ file, name: 'fillMemory' }, {}, 120_000), TaskTooLarge),
  )
  const next = run({ file, name: 'busyFor' }, 1, 120_000)
  await Promise.all(full)
  assert.equal(await next, 1)
})

test('a task that makes V8 give up ends its own process only', async () => {
  await assert.rejects(runInWorker({ file, name: 'splitHugeText' }, {}, 120_000), TaskTooLarge)
  assert.equal(await busyFor(1, 20_000), 1)
})

test('a task has no settings, and may not write files, start programs or use the network', async (t) => {
  process.env['KONTOR_SECRET'] = 'secret'
  t.after(() => {
    delete process.env['KONTOR_SECRET']
  })
  assert.deepEqual(await runInWorker({ file, name: 'tryEverything' }, {}, 20_000), {
    settings: [],
    write: 'ERR_ACCESS_DENIED',
    start: 'ERR_ACCESS_DENIED',
    connect: 'ERR_ACCESS_DENIED',
    listen: 'ERR_ACCESS_DENIED',
    fetch: 'ERR_ACCESS_DENIED',
    send: 'ERR_ACCESS_DENIED',
    lookup: 'ERR_ACCESS_DENIED',
  })
})

test('tasks that wait too long, or beyond the limit, are rejected with 503', async () => {
  const run = workerPool({ maxProcesses: 1, maxMemoryMb: 64, maxWaiting: 2, maxWaitMs: 1000 })
  const task = { file, name: 'busyFor' }
  const running = run(task, 1500, 20_000)
  const rejected: string[] = []
  const rejection = (name: string) =>
    assert.rejects(run(task, 1, 20_000), { status: 503 }).then(() => rejected.push(name))
  await Promise.all(['waited', 'waited', 'beyond the limit'].map(rejection))
  assert.deepEqual(rejected, ['beyond the limit', 'waited', 'waited'])
  assert.equal(await running, 1500)
})

test('the error of a task is thrown, and its process is used again', async () => {
  await assert.rejects(runInWorker({ file, name: 'fail' }, 'words', 20_000), {
    name: 'RangeError',
    message: 'words',
  })
  assert.equal(await busyFor(1, 20_000), 1)
})

test('a process without a task ends, and the next task gets another one', async () => {
  const run = workerPool({ maxProcesses: 1, maxMemoryMb: 64, maxWaiting: 1, maxWaitMs: 60_000, idleMs: 300 })
  const processOf = () => run<unknown, number>({ file, name: 'processOf' }, {}, 60_000)
  const first = await processOf()
  for (let tries = 0; ; tries++) {
    assert.ok(tries < 100, 'the process never ends')
    await wait(400)
    if ((await processOf()) !== first) break
  }
})

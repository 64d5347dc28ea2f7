import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as after } from 'node:timers/promises'
import { startJobs } from './background-jobs.ts'
import type { Instance } from './instance.ts'

const logged: string[] = []
// A whole instance would need a database; the jobs of this test use only its log.
const instance = {
  log: {
    warn: (_: object, text: string) => logged.push(text),
    info: (_: object, text: string) => logged.push(text),
  },
} as unknown as Instance

test('a job runs again after its pause, immediately if there is more to do, and not after the stop', async () => {
  let runs = 0
  const background = startJobs(instance, [
    { name: 'count', intervalMs: 5, run: async () => ++runs < 3 },
    { name: 'slow', intervalMs: 60_000, run: async () => false },
  ])
  while (runs < 5) await after(2)
  await background.stop()
  const stopped = runs
  await after(30)
  assert.equal(runs, stopped)
})

test('a failing job is logged once, and runs again', async () => {
  let runs = 0
  const background = startJobs(instance, [
    {
      name: 'broken',
      intervalMs: 1,
      run: async () => {
        if (++runs < 4) throw new Error('away')
        return false
      },
    },
  ])
  while (runs < 5) await after(2)
  await background.stop()
  assert.deepEqual(logged, ['background job failed', 'background job works again'])
})

test('a stop aborts the signal of running jobs and waits for them', async () => {
  let ended = false
  const background = startJobs(instance, [
    {
      name: 'long',
      intervalMs: 1,
      run: async (_, signal) => {
        await after(60_000, undefined, { signal }).catch(() => after(20))
        ended = true
        return false
      },
    },
  ])
  await after(5)
  await background.stop()
  assert.ok(ended)
})

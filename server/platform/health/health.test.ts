import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { formatOwnMetrics } from '../http/metrics.ts'
import type { readBacklogs } from '../instance/background-jobs.ts'
import { readSettings } from '../settings/settings.ts'
import { type Check, type CheckedInstance, type CheckResult, failed, ok, warning } from './check.ts'
import { examine, hasFailed, openHealth, stateOf } from './health.ts'
import { measureHealth, measureJobs } from './health-metrics.ts'

const subject: CheckedInstance = { settings: readSettings({}), databaseState: 'missing' }
const checkOf = (given: Partial<Check> & Pick<Check, 'run'>): Check => ({
  name: 'one',
  looksAt: 'something',
  failure: 'not ready',
  runs: 'everywhere',
  help: 'Do something.',
  alert: false,
  ...given,
})
const never = () => new Promise<never>(() => {})

test('readiness and metrics show the same checks as they are at this moment', async () => {
  let finding: CheckResult = ok('fine')
  let other: CheckResult = ok('fine')
  const health = openHealth(
    [
      checkOf({ name: 'vital', run: async () => [ok('fine'), finding] }),
      checkOf({ name: 'part', failure: 'error', run: async () => [other] }),
      checkOf({ name: 'elsewhere', runs: 'commands', run: never }),
      checkOf({ name: 'without-database', needs: 'database', run: never }),
      checkOf({ name: 'nothing', run: async () => [] }),
    ],
    subject,
  )
  measureHealth(health)
  const values = async () =>
    Object.fromEntries(
      [...(await formatOwnMetrics()).matchAll(/^(kontor_(?:ready|check\S*)) (\d)$/gm)].map(
        ([, name, value]) => [name!.replaceAll(/\{check="|"\}/g, ' ').trim(), Number(value)],
      ),
    )
  const fine = { 'kontor_check part': 1, 'kontor_check vital': 1, kontor_ready: 1 }
  const unwarned = { 'kontor_check_warning part': 0, 'kontor_check_warning vital': 0 }
  await health.assertReady()
  assert.deepEqual(await values(), { ...fine, ...unwarned })

  other = failed('part is gone')
  await health.assertReady()
  assert.deepEqual(await values(), { ...fine, ...unwarned, 'kontor_check part': 0 })

  other = ok('fine')
  finding = warning('soon')
  await health.assertReady()
  assert.deepEqual(await values(), { ...fine, ...unwarned, 'kontor_check_warning vital': 1 })

  finding = failed('gone')
  await assert.rejects(health.assertReady(), /^Error: vital: gone$/)
  assert.deepEqual(await values(), { ...fine, ...unwarned, 'kontor_check vital': 0, kontor_ready: 0 })

  finding = ok('fine')
  health.announceStop()
  await assert.rejects(health.assertReady(), /the service stops/)
  assert.deepEqual(await values(), { ...fine, ...unwarned, kontor_ready: 0 })
})

test('a check that hangs fails within a time, and occupies one thread only', async () => {
  let runs = 0
  const health = openHealth(
    [
      checkOf({
        run: () => {
          runs++
          return never()
        },
      }),
    ],
    subject,
  )
  const startedAt = performance.now()
  await Promise.all([
    assert.rejects(health.assertReady(), /no answer within 2000 ms/),
    assert.rejects(health.assertReady(), /no answer within 2000 ms/),
  ])
  const [report] = await health.report(100)
  assert.equal(stateOf(report!.findings), 'failed')
  assert.ok(performance.now() - startedAt < 10_000)
  assert.equal(runs, 1)
})

test('an expensive check is not repeated while its finding holds, and is missing until it has one', async () => {
  let runs = 0
  let isSlow = true
  const check = checkOf({
    failure: 'error',
    validMs: 300,
    run: async () => {
      runs++
      if (isSlow) await wait(200)
      return [ok(String(runs))]
    },
  })
  const health = openHealth([check], subject)
  assert.deepEqual(await health.report(10), [])
  isSlow = false
  await wait(700)
  assert.equal((await health.report(1000))[0]!.findings[0]!.text, '2')
  assert.equal((await health.report(1000))[0]!.findings[0]!.text, '2')
  assert.equal(runs, 2)
})

test('a command shows the error of a check, and a check that is only a warning does not fail', async () => {
  const broken = async () => Promise.reject(new Error('broken'))
  const reports = await examine(
    [
      checkOf({ failure: 'error', run: broken }),
      checkOf({ failure: 'warning', run: broken }),
      checkOf({ runs: 'service', run: never }),
    ],
    subject,
  )
  assert.deepEqual(
    reports.map(({ findings }) => findings.map(({ state, text }) => [state, text])),
    [[['failed', 'broken']], [['warning', 'broken']]],
  )
  assert.ok(hasFailed(reports))
  assert.ok(!hasFailed(reports.slice(1)))
})

test('ages of jobs that the database does not tell are missing, and a scrape does not wait for them', async () => {
  type Backlogs = Awaited<ReturnType<typeof readBacklogs>>
  let read = async (): Promise<Backlogs> => [{ name: 'send-mail', waiting: 3, oldestSeconds: 7, failed: 1 }]
  measureJobs(() => read())
  assert.match(await formatOwnMetrics(), /^kontor_job_waiting_seconds\{background_job="send-mail"\} 7$/m)
  assert.match(await formatOwnMetrics(), /^kontor_job_failed\{background_job="send-mail"\} 1$/m)
  read = () => new Promise(() => {})
  const startedAt = performance.now()
  assert.doesNotMatch(await formatOwnMetrics(), /^kontor_job_waiting_seconds\{/m)
  assert.ok(performance.now() - startedAt < 5000)
  read = async () => Promise.reject(new Error('no connection'))
  assert.doesNotMatch(await formatOwnMetrics(), /^kontor_job_waiting_seconds\{/m)
})

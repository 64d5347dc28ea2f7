import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, test } from 'node:test'
import { linkTo } from '../../../test/support/servers/connections.ts'
import { testInstance } from '../../../test/support/test-instance.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { addMetrics, formatOwnMetrics } from '../http/metrics.ts'
import { limitConnections, refusedConnections } from '../http/request/connection-limit.ts'
import { type Job, jobFailures, startJobs } from '../instance/background-jobs.ts'
import { readSettings } from '../settings/settings.ts'
import type { CheckedInstance } from './check.ts'
import { connectionsCheck, jobsCheck, settingsCheck } from './service-checks.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db, files, barrier } = kontor
const link = linkTo(kontor.connection)
const subject: CheckedInstance = {
  settings: kontor.settings,
  databaseState: 'open',
  database: { db, pool: undefined as never, link, isReadOnly: async () => false, hasTables: true },
  service: { files, ensureCurrent: barrier.ensureCurrent },
}

test('settings that contradict each other are a warning', async () => {
  const find = async (env: Record<string, string>) =>
    (await settingsCheck.run({ ...subject, settings: readSettings(env) })).map(({ text }) => text)
  assert.deepEqual(await find({}), ['valid'])
  const [hsts, ...others] = await find({ KONTOR_URL: 'http://kontor.example', KONTOR_HSTS: '300' })
  assert.match(hsts!, /^KONTOR_HSTS has no effect/)
  assert.deepEqual(others, [])
  const database = await find({ KONTOR_DATABASE_URL: 'postgres://a@b/c', KONTOR_DATABASE_MEMORY: '64MiB' })
  assert.match(database[0]!, /^KONTOR_DATABASE_MEMORY is for the embedded database/)
})

/** How many connections a limit has refused, by the metrics. */
async function readCount(limit: string): Promise<number> {
  const text = await formatOwnMetrics()
  return Number(text.match(`kontor_connections_refused_total\\{limit="${limit}"\\} (\\d+)`)?.[1] ?? 0)
}

test('refused connections are counted, and the check warns', async (t) => {
  // Other tests of this process may have refused some, too.
  const { total, lastAt } = refusedConnections()
  const [before] = await connectionsCheck.run(subject)
  assert.equal(before!.state, lastAt === undefined ? 'ok' : 'warning')
  for (const [limit, connections] of [
    ['all', { all: 1, address: 0 }],
    ['address', { all: 0, address: 1 }],
  ] as const) {
    const server = createServer()
    limitConnections(server, { ...kontor.settings, connections })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const open = () => connect(port, '127.0.0.1').on('error', () => {})
    const countBefore = await readCount(limit)
    const sockets = [open(), open()]
    t.after(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    await waitUntil(
      async () => (await readCount(limit)) === countBefore + 1,
      `a refusal by the limit ${limit}`,
    )
  }
  const [found] = await connectionsCheck.run(subject)
  assert.deepEqual(found, {
    state: 'warning',
    text: `${total + 2} were refused since the start, the last one within ten minutes`,
  })
})

test('a job that fails, and work that waits for long, let the check fail', async () => {
  let isBroken = true
  const broken: Job = {
    name: 'broken',
    intervalMs: 20,
    inEveryProcess: true,
    async run() {
      if (isBroken) throw new Error('away')
      return false
    },
  }
  const late: Job = {
    ...broken,
    name: 'late',
    run: async () => false,
    readBacklog: async () => ({ waiting: 2, oldestSeconds: isBroken ? 1800 : 10, failed: 0 }),
  }
  const check = jobsCheck([broken, late])
  const texts = async () => (await check.run(subject)).map(({ state, text }) => `${state}: ${text}`)
  const background = startJobs(kontor, link, [broken])
  await waitUntil(async () => (await texts()).length === 2, 'both failures')
  assert.deepEqual(await texts(), [
    'failed: broken fails: away',
    'failed: late: 2 wait, the oldest for 30 minutes',
  ])
  addMetrics([jobFailures])
  const metrics = await formatOwnMetrics()
  assert.match(metrics, /^kontor_job_failures_total\{background_job="broken"\} [1-9]/m)
  isBroken = false
  await waitUntil(async () => (await texts())[0] === 'ok: none fails, none waits for long', 'it works again')
  await background.stop()
})

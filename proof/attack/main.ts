// npm run attack: attacks a service from outside and from inside; see CONTRIBUTING.md.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '../../server/platform/postgres/embedded-postgres.ts'
import { startMailServer } from '../../test/support/servers/mail-server.ts'
import { loadCatalogue, readDataSet } from '../support/data-set.ts'
import { runKontor, withoutRates } from '../support/kontor.ts'
import { stopAll } from '../support/processes.ts'
import { parseOptions } from './options.ts'
import { abortPhase, type Phase, runPhase } from './phase.ts'
import { createReport } from './report.ts'
import { checkData, takeSnapshot } from './service/data-check.ts'
import { watchLog } from './service/log-watch.ts'
import { insertOtherClient } from './service/other-client.ts'
import { startService } from './service/service.ts'
import { tries } from './tries/tries.ts'

const loopWatch = pathToFileURL(join(import.meta.dirname, 'costs/loop-watch.js')).href

const options = parseOptions()
const report = createReport()
report.line(`seed ${options.seed} (--seed)`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    // Without its processes, the run fails and removes its folder.
    void stopAll()
    abortPhase()
  })

function choosePhases(data: string, mailPort: number): Phase[] {
  const { only, quick, seed, requests, seconds, costSeconds } = options
  const socket = join(data, 'attack.socket')
  const named = tries.filter(
    ({ name, long }) =>
      (only.includes('tries') && !(quick && long)) || only.some((word) => name.includes(word)),
  )
  const again = quick ? [] : named.filter(({ heavy }) => heavy).map(({ name }) => name)
  const restMs = quick ? 5000 : 20_000
  return [
    ...(named.length > 0
      ? [
          {
            name: 'tries',
            settings: {
              KONTOR_SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
              KONTOR_MAIL_FROM: 'Kontor <kontor@attack.example>',
            },
            restMs,
            tries: named.map(({ name }) => name),
            again,
          },
        ]
      : []),
    ...(only.includes('fuzz')
      ? [
          {
            name: 'fuzz',
            settings: withoutRates,
            restMs,
            tries: [],
            again: [],
            fuzz: { seed, requests, seconds },
          },
        ]
      : []),
    ...(only.includes('costs')
      ? [
          {
            name: 'costs',
            settings: {
              ...withoutRates,
              ATTACK_SOCKET: socket,
              NODE_OPTIONS: `--import=${loopWatch}`,
            },
            restMs: 0,
            tries: [],
            again: [],
            costs: { seed, seconds: costSeconds, socket },
          },
        ]
      : []),
  ]
}

async function attackInstance(data: string): Promise<void> {
  await using stack = new AsyncDisposableStack()
  // The first start makes the administrator, whose invitation the attack redeems.
  const first = await startService(
    data,
    {},
    watchLog(() => false),
  )
  await first.stop()
  const embedded = await startEmbedded(data)
  stack.defer(() => embedded.stop())
  const client = new pg.Client(embedded.connection)
  // The next statement reports a lost connection.
  client.on('error', () => {})
  await client.connect()
  stack.defer(() => client.end().catch(() => {}))
  const { events, dates } = await loadCatalogue(data, client, await readDataSet(undefined))
  await insertOtherClient(embedded.ownerConnection)
  report.line(`an instance with the demo’s data: ${events} events, ${dates} dates`)

  const mails = await startMailServer()
  stack.defer(() => mails.close())
  for (const phase of choosePhases(data, mails.port)) {
    const before = await takeSnapshot(client)
    const { connection, ownerConnection } = embedded
    const ledger = await runPhase(
      phase,
      { data, connection, ownerConnection, invitation: first.invitation ?? '' },
      report,
    )
    const faults = await checkData(client, before, ledger, join(data, 'files'))
    for (const fault of faults) report.find({ fault: `data: ${fault}`, example: '' })
    report.line(
      `${ledger.records.length} records and ${ledger.files.length} files were acknowledged; they are checked`,
    )
  }
  const archive = join(data, 'attack.tar')
  await runKontor(data, 'backup', archive).then(
    () => report.line('kontor backup works'),
    (error: Error) => report.find({ fault: 'kontor backup fails', example: error.message }),
  )
}

const data = await mkdtemp(join(tmpdir(), 'kontor-attack-'))
try {
  await attackInstance(data)
} finally {
  await stopAll()
  if (options.keep) report.line(`the instance is in ${data}`)
  else await rm(data, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = report.end() ? 0 : 1

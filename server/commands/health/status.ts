import { once } from 'node:events'
import { get, type IncomingMessage, type RequestOptions } from 'node:http'
import { hostname } from 'node:os'
import { Command } from 'commander'
import { healthChecks } from '../../checks.ts'
import { backgroundJobs } from '../../jobs.ts'
import { examine, hasFailed, type Report, stateOf } from '../../platform/health/health.ts'
import { findProcesses, type KontorProcess } from '../../platform/health/processes.ts'
import { type Backlog, readBacklogs } from '../../platform/instance/background-jobs.ts'
import { readSettings, type Settings } from '../../platform/settings/settings.ts'
import { printTable } from '../command.ts'
import { openSubject, reportLines } from './inspect.ts'

/** `unknown`: no service runs on this machine, or it has another port than the settings say. */
type Readiness = 'ready' | 'not ready' | 'no answer' | 'unknown'

type Status = {
  /** Where the data is. */
  instance: string
  processes: readonly KontorProcess[]
  readiness: Readiness
  reports: readonly Report[]
  queues: readonly ({ name: string } & Backlog)[]
}

/** The commands that answer requests; with workers, those do. */
const serving = ['serve', 'demo', 'worker']
const answerMs = 5000

/** Where the service of this machine listens; undefined: at a port that the system chose. */
function addressOf({ port, host, socket }: Settings): RequestOptions | undefined {
  if (socket !== undefined) return { socketPath: socket }
  if (port === 0) return undefined
  return { host: host === '0.0.0.0' || host === '::' ? 'localhost' : host, port }
}

/** Asks the service of this machine. */
async function fetchReadiness(settings: Settings, processes: readonly KontorProcess[]): Promise<Readiness> {
  const isHere = processes.some((one) => serving.includes(one.command) && hostname().startsWith(one.host))
  const address = addressOf(settings)
  if (!isHere || !address) return 'unknown'
  try {
    const signal = AbortSignal.timeout(answerMs)
    const asked = get({ ...address, path: '/readyz', agent: false, signal })
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode === 200 ? 'ready' : 'not ready'
  } catch {
    return 'no answer'
  }
}

async function readStatus(settings: Settings): Promise<Status> {
  const { subject, close } = await openSubject(settings, { mayStart: false })
  try {
    const { database } = subject
    const processes = database ? await findProcesses(database.pool) : []
    const [readiness, reports, queues] = await Promise.all([
      fetchReadiness(settings, processes),
      examine(healthChecks, subject),
      database?.hasTables ? readBacklogs(database.db, backgroundJobs) : [],
    ])
    const instance = settings.databaseUrl
      ? 'the database of KONTOR_DATABASE_URL'
      : `the data folder ${settings.dataFolder}`
    return { instance, processes, readiness, reports, queues }
  } finally {
    await close()
  }
}

const isServing = ({ processes }: Status): boolean =>
  processes.some(({ command }) => serving.includes(command))

/** Whether a script may go on: a service runs, nothing fails, and it says that it is ready if it can be asked. */
const isFine = (status: Status): boolean =>
  isServing(status) && !hasFailed(status.reports) && !['not ready', 'no answer'].includes(status.readiness)

const toJson = (status: Status) => ({
  ok: isFine(status),
  instance: status.instance,
  readiness: status.readiness,
  processes: status.processes,
  checks: status.reports.map(({ check: { name, help }, findings }) => ({
    name,
    state: stateOf(findings),
    findings: findings.map(({ state, text }) => ({ state, text })),
    ...(stateOf(findings) === 'ok' ? {} : { help }),
  })),
  queues: status.queues,
})

function print(status: Status): void {
  console.log(`Kontor on ${status.instance}: ${isServing(status) ? status.readiness : 'no service runs'}\n`)
  if (status.processes.length > 0)
    printTable(
      [
        ['process', 'pid', 'machine', 'version', 'since'],
        ...status.processes.map(({ command, pid, host, version, since }) => [
          command,
          String(pid),
          host,
          version,
          since.toISOString(),
        ]),
        [],
      ].map((row) => (row.length > 0 ? row : ['', '', '', '', ''])),
    )
  printTable([['state', 'check', 'found'], ...reportLines(status.reports)])
  if (status.queues.length === 0) return
  console.log('')
  printTable([
    ['queue', 'due', 'oldest', 'failed in a week'],
    ...status.queues.map(({ name, waiting, oldestSeconds, failed }) => [
      name,
      String(waiting),
      `${Math.round(oldestSeconds)} s`,
      String(failed),
    ]),
  ])
}

/** `kontor status` */
export const statusCommand = new Command('status')
  .description(
    'show the processes on this data folder or database, the findings of the checks, and the waiting work; exit code 1 if no service runs or something fails',
  )
  .option('--json', 'print it as JSON')
  .action(async (options: { json?: true }) => {
    const status = await readStatus(readSettings(process.env))
    if (options.json) console.log(JSON.stringify(toJson(status), null, 2))
    else print(status)
    if (!isFine(status)) process.exitCode = 1
  })

import type { Logger } from 'pino'
import { laneCount } from '../platform/database/database.ts'
import { counted, countRestart, exposition, measureProcess } from '../platform/http/metrics.ts'
import type { Instance } from '../platform/runtime/instance.ts'
import { type OpenInstance, openInstance } from '../platform/runtime/open-instance.ts'
import type { Settings } from '../platform/runtime/settings.ts'
import { UsageFault } from './command.ts'
import { drainMs, type Service } from './service.ts'
import { onHangUp, stopServiceOnError, stopServiceOnSignal } from './signals.ts'
import { lingerMs } from './worker.ts'
import { type End, startWorker, type WorkerProcess } from './worker-process.ts'

/** A worker did not start with the service: one line for the operator. */
export class WorkerFault extends Error {}

/**
 * Starts the service of an instance with several processes on one port. This one has the embedded server, migrates, prepares, and
 * sees to the others: one that dies is replaced, SIGHUP replaces all, one after the other. Until SIGTERM or SIGINT.
 */
export async function runWorkers(
  settings: Settings,
  log: Logger,
  prepare: (instance: Instance) => Promise<void>,
  count: number,
): Promise<Service> {
  const opening = openInstance(settings, log, { exclusive: true })
  let stopWorkers: Promise<void> | undefined
  let workers: Workers | undefined
  const stop = async () => {
    if (!workers) return (await opening).abandon()
    stopWorkers ??= workers.stop()
    await stopWorkers
    await (await opening).close()
  }
  const unlessStopped = stopServiceOnSignal(log, stop)
  let reloadWanted = false
  onHangUp(() => {
    reloadWanted = true
    workers?.reload()
  })
  const open = await unlessStopped(opening)
  try {
    const connections = await unlessStopped(connectionsPerWorker(open, count))
    await unlessStopped(prepare(open.instance))
    if (settings.metrics !== 'off') measureProcess('primary')
    workers = seeToWorkers(log, count, { KONTOR_DATABASE_CONNECTIONS: String(connections) })
    const address = await unlessStopped(workers.start())
    stopServiceOnError(log, stop)
    if (reloadWanted) workers.reload()
    return { address, instance: open.instance }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

/** What is left to commands beside the service, and to the server itself. */
const otherConnections = 12
/** A worker's connections beside its pool: its hold on the embedded server, what proves its answers current, and the lanes. */
const ownConnections = 2 + laneCount

/** How many connections each worker may have, so that a reload with one worker more stays within what the server allows. */
async function connectionsPerWorker({ instance, pool }: OpenInstance, count: number): Promise<number> {
  const { rows } = await pool.query<{ max_connections: string }>('show max_connections')
  const allowed = Number(rows[0]!.max_connections)
  const each = Math.floor((allowed - otherConnections) / (count + 1)) - ownConnections
  if (each < 2) {
    const most = Math.floor((allowed - otherConnections) / (ownConnections + 2)) - 1
    throw new UsageFault(
      `--workers ${count}: PostgreSQL allows ${allowed} connections (max_connections), which are enough for ${Math.max(0, most)}`,
    )
  }
  const { databaseConnections } = instance.settings
  if (each < databaseConnections)
    instance.log.info({ connections: each, allowed }, 'each worker has fewer connections than it may have')
  return Math.min(each, databaseConnections)
}

type Workers = {
  /** @returns the address, when all answer @throws WorkerFault */
  start(): Promise<string>
  /** Replaces them one after the other; once more where it is asked for meanwhile. */
  reload(): void
  /** Lets requests under way end. */
  stop(): Promise<void>
}

/** Who dies so soon after the start may do so again. */
const soonMs = 10_000
const longestPauseMs = 30_000

function seeToWorkers(log: Logger, count: number, env: Record<string, string>): Workers {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  /** By number, who answers there or is about to. One that is replaced, or is to replace it, is in `living` alone. */
  const current = new Map<number, WorkerProcess>()
  const living = new Set<WorkerProcess>()
  const earlyEnds = new Map<number, number>()
  const pauses = new Map<number, NodeJS.Timeout>()
  let isStarted = false
  let isStopping = false
  let reloading = false
  let reloadAgain = false

  const begin = (number: number): WorkerProcess => {
    const worker = startWorker(number, env, {
      leaving: (one) => replace(one, 'a worker leaves; another one starts'),
      scrape: async (one, id) => one.scraped(id, await scrape()),
    })
    living.add(worker)
    worker.answering.then(
      () => log.info({ process: { worker: number, pid: worker.pid } }, 'a worker answers'),
      () => {},
    )
    worker.ended.then((end) => {
      living.delete(worker)
      const isCurrent = current.get(number) === worker
      if (isCurrent && isStarted && !isStopping) replace(worker, 'a worker ended; another one starts', end)
      else log.info({ process: { worker: number, pid: worker.pid, ...end } }, 'a worker ended')
    })
    return worker
  }

  const take = (number: number): WorkerProcess => {
    const worker = begin(number)
    current.set(number, worker)
    return worker
  }

  /** At once, but after a pause that grows where one after the other dies soon. */
  const replace = (worker: WorkerProcess, text: string, end?: End) => {
    const { number, pid } = worker
    if (current.get(number) !== worker || isStopping) return
    current.delete(number)
    countRestart(number)
    const early = Date.now() - worker.startedAt < soonMs ? (earlyEnds.get(number) ?? 0) + 1 : 0
    earlyEnds.set(number, early)
    const pauseMs = early < 2 ? 0 : Math.min(250 * 2 ** (early - 1), longestPauseMs)
    log.error({ process: { worker: number, pid, ...end }, pauseMs }, text)
    pauses.set(
      number,
      setTimeout(() => {
        pauses.delete(number)
        take(number)
      }, pauseMs),
    )
  }

  const reloadOne = async (number: number): Promise<void> => {
    const fresh = begin(number)
    await fresh.answering
    if (isStopping) return
    clearTimeout(pauses.get(number))
    pauses.delete(number)
    const before = current.get(number)
    current.set(number, fresh)
    if (before) await letGo(before, lingerMs)
  }

  const reload = async (): Promise<void> => {
    log.info('reloading')
    for (const number of numbers) {
      if (isStopping) return
      try {
        await reloadOne(number)
      } catch (error) {
        if (isStopping) return
        log.error({ err: error, number }, 'a new worker did not start: the reload ends, those before stay')
        return
      }
    }
    log.info('reloaded')
  }

  const scrape = async (): Promise<string> => {
    const answering = [...current.values()].filter((worker) => worker.isAnswering())
    const all = await Promise.all([counted(), ...answering.map((worker) => worker.count())])
    return exposition(all.filter((one) => one !== undefined))
  }

  return {
    async start() {
      try {
        const addresses = await Promise.all(numbers.map((number) => take(number).answering))
        isStarted = true
        // One may have died since it answered.
        for (const worker of current.values())
          if (!living.has(worker)) replace(worker, 'a worker ended; another one starts')
        return addresses[0]!
      } catch (error) {
        throw new WorkerFault((error as Error).message)
      }
    },
    reload() {
      reloadAgain = true
      if (reloading || !isStarted) return
      reloading = true
      const run = async () => {
        while (reloadAgain && !isStopping) {
          reloadAgain = false
          await reload()
        }
        reloading = false
      }
      void run()
    },
    async stop() {
      isStopping = true
      for (const pause of pauses.values()) clearTimeout(pause)
      await Promise.all([...living].map((worker) => letGo(worker, 0)))
    },
  }
}

/** Waits for its end, which it is made to find a while after requests under way are cut off. */
async function letGo(worker: WorkerProcess, linger: number): Promise<void> {
  worker.leave(linger)
  const late = setTimeout(() => worker.kill(), drainMs + 5000)
  await worker.ended
  clearTimeout(late)
}

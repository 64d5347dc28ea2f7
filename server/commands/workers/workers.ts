// kontor serve --workers: a process that owns the database, migrates, and passes connections to workers (worker.ts), each an
// instance of its own on the same folder. After a reload, a worker passes its keep-alive connections to its successor
// (connections.ts), because closing a connection could lose a request that is just arriving.
import type { Logger } from 'pino'
import { openServiceHealth } from '../../checks.ts'
import { sharedConnectionCount } from '../../platform/database/database.ts'
import { serviceLimits } from '../../platform/database/time-limits.ts'
import { measureBackup } from '../../platform/health/backup-check.ts'
import { measureHealth } from '../../platform/health/health-metrics.ts'
import {
  countRestart,
  formatMetrics,
  measureDisks,
  measureProcess,
  readMetrics,
} from '../../platform/http/metrics.ts'
import { queueConnections } from '../../platform/instance/background-jobs.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import { type OpenInstance, openInstance } from '../../platform/instance/open-instance.ts'
import { watchDisks } from '../../platform/runtime/disk-space.ts'
import { giveUpRoot } from '../../platform/runtime/give-up-root.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { StartError, UsageError } from '../command.ts'
import { drainMs } from '../connections.ts'
import { assertCanServe } from '../listen/before-start.ts'
import { inheritedSocket, permitSocket } from '../listen/listen-socket.ts'
import { isOfProcess, processMetrics, type Service, serviceAccount } from '../service.ts'
import { onSighup, stopServiceOnError, stopServiceOnSignal } from '../signals.ts'
import { startWorker, type WorkerExit, type WorkerOptions, type WorkerProcess } from './worker-process.ts'

/**
 * Starts the service of an instance with several processes on one port, until SIGTERM or SIGINT. This process owns the embedded
 * server, migrates, prepares and supervises: it replaces a worker that dies, and on SIGHUP all workers, one after the other.
 */
export async function runWorkers(
  settings: Settings,
  log: Logger,
  prepare: (instance: Instance) => Promise<void>,
  count: number,
): Promise<Service> {
  await assertCanServe(settings)
  const opening = openInstance(settings, log, { exclusive: true, limits: serviceLimits, files: 'required' })
  let stopWorkers: Promise<void> | undefined
  let workers: WorkerSupervisor | undefined
  const stop = async () => {
    if (!workers) return (await opening).abort()
    stopWorkers ??= workers.stop()
    await stopWorkers
    await (await opening).close()
  }
  const guard = stopServiceOnSignal(log, stop)
  let reloadWanted = false
  onSighup(() => {
    reloadWanted = true
    workers?.reload()
  })
  const open = await guard(opening)
  try {
    const connections = await guard(connectionsPerWorker(open, count))
    await guard(prepare(open.instance))
    const account = await guard(serviceAccount(open))
    if (settings.metricsAccess !== 'off') {
      measureProcess(processMetrics, 'primary')
      measureBackup(open.instance.db, settings)
      measureHealth(openServiceHealth(open.instance, open.pool, open.link), (check) => !isOfProcess(check))
    }
    workers = superviseWorkers(log, count, settings.stopDelayMs, {
      account,
      env: { KONTOR_DATABASE_CONNECTIONS: String(connections) },
      permit: () => permitSocket(settings, account),
      // A socket of its own is opened again; systemd passes the other one to the next process of the service.
      ...(inheritedSocket(process.pid) !== undefined && {
        onAllGone: () => {
          log.fatal(
            'no worker is left, and with the last one the socket of systemd was closed: the service ends',
          )
          void stop().finally(() => process.exit(1))
        },
      }),
    })
    const address = await guard(workers.start())
    await guard(permitSocket(settings, account))
    // If all workers die at once, the port is closed, and only root can open a privileged one again.
    if (account && settings.port > 0 && settings.port < 1024)
      log.info(
        { uid: account.uid },
        `the workers run as uid ${account.uid}; this process stays root for the port`,
      )
    else if (account) giveUpRoot(account, log)
    watchDisks(settings, log, measureDisks)
    stopServiceOnError(log, stop)
    if (reloadWanted) workers.reload()
    return { address, instance: open.instance }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

/** Connections reserved for commands and for the server itself. */
const reservedConnections = 12
/** A worker's connections beside its pool: its lock on the embedded server, the barrier, readiness, the job queue, and the shared connections. */
const extraConnectionsPerWorker = 3 + queueConnections + sharedConnectionCount

/** Connections per worker, so that a reload with one additional worker stays within the server's limit. */
async function connectionsPerWorker({ instance, pool }: OpenInstance, count: number): Promise<number> {
  const { rows } = await pool.query<{ max_connections: string }>('show max_connections')
  const allowed = Number(rows[0]!.max_connections)
  const each = Math.floor((allowed - reservedConnections) / (count + 1)) - extraConnectionsPerWorker
  if (each < 2) {
    const most = Math.floor((allowed - reservedConnections) / (extraConnectionsPerWorker + 2)) - 1
    throw new UsageError(
      `--workers ${count}: PostgreSQL allows ${allowed} connections (max_connections), which are enough for ${Math.max(0, most)}`,
    )
  }
  const { databaseConnections } = instance.settings
  if (each < databaseConnections)
    instance.log.info(
      { connections: each, allowed },
      'each worker gets fewer database connections than configured',
    )
  return Math.min(each, databaseConnections)
}

type WorkerSupervisor = {
  /** @returns the address, when all workers listen @throws WorkerError */
  start(): Promise<string>
  /** Replaces the workers one after the other; again if requested meanwhile. */
  reload(): void
  /** Waits for running requests. */
  stop(): Promise<void>
}

/** A worker that dies sooner after its start is restarted with a growing pause. */
const earlyExitMs = 10_000
const maxPauseMs = 30_000

/** `permit`: called when a worker is ready, which may have opened the socket; `onAllGone`: instead of replacing the last worker. */
type SupervisorOptions = WorkerOptions & { permit(): Promise<void>; onAllGone?: () => void }

function superviseWorkers(
  log: Logger,
  count: number,
  stopDelayMs: number,
  { permit, onAllGone, ...options }: SupervisorOptions,
): WorkerSupervisor {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  /** The current or starting worker by number. Replaced workers and replacements that are starting are only in `living`. */
  const current = new Map<number, WorkerProcess>()
  const alive = new Set<WorkerProcess>()
  const earlyExits = new Map<number, number>()
  const restartTimers = new Map<number, NodeJS.Timeout>()
  let isStarted = false
  let isStopping = false
  let reloading = false
  let reloadAgain = false

  const spawnWorker = (number: number): WorkerProcess => {
    const worker = startWorker(number, options, {
      onShuttingDown: (one) => replace(one, 'a worker shuts down; starting another'),
      onScrape: async (one, id) => one.sendScrape(id, await scrape()),
    })
    alive.add(worker)
    worker.ready.then(
      () => {
        log.info({ process: { worker: number, pid: worker.pid } }, 'worker ready')
        permit().catch((error) => log.error({ err: error }, 'KONTOR_SOCKET: its mode was not set'))
      },
      () => {},
    )
    worker.exited.then((end) => {
      alive.delete(worker)
      const isCurrent = current.get(number) === worker
      // One that is only starting would find the socket closed.
      const isNoneLeft = ![...alive].some((one) => one.isReady())
      if (onAllGone && isStarted && !isStopping && isNoneLeft) onAllGone()
      else if (isCurrent && isStarted && !isStopping)
        replace(worker, 'a worker exited; starting another', end)
      else log.info({ process: { worker: number, pid: worker.pid, ...end } }, 'a worker exited')
    })
    return worker
  }

  const spawnCurrent = (number: number): WorkerProcess => {
    const worker = spawnWorker(number)
    current.set(number, worker)
    return worker
  }

  /** Restarts immediately, or after a growing pause if workers die soon after their start. */
  const replace = (worker: WorkerProcess, text: string, exit?: WorkerExit) => {
    const { number, pid } = worker
    if (current.get(number) !== worker || isStopping) return
    current.delete(number)
    countRestart(number)
    const early = Date.now() - worker.startedAt < earlyExitMs ? (earlyExits.get(number) ?? 0) + 1 : 0
    earlyExits.set(number, early)
    const pauseMs = early < 2 ? 0 : Math.min(250 * 2 ** (early - 1), maxPauseMs)
    log.error({ process: { worker: number, pid, ...exit }, pauseMs }, text)
    restartTimers.set(
      number,
      setTimeout(() => {
        restartTimers.delete(number)
        spawnCurrent(number)
      }, pauseMs),
    )
  }

  const reloadOne = async (number: number): Promise<void> => {
    const replacement = spawnWorker(number)
    await replacement.ready
    if (isStopping) return
    clearTimeout(restartTimers.get(number))
    restartTimers.delete(number)
    const previous = current.get(number)
    current.set(number, replacement)
    if (!previous) return
    previous.handOver(replacement)
    await killIfLate(previous, 0)
  }

  const reload = async (): Promise<void> => {
    log.info('reloading')
    for (const number of numbers) {
      if (isStopping) return
      try {
        await reloadOne(number)
      } catch (error) {
        if (isStopping) return
        log.error(
          { err: error, number },
          'a new worker did not start: the reload is aborted, the previous workers stay',
        )
        return
      }
    }
    log.info('reloaded')
  }

  const scrape = async (): Promise<string> => {
    const readyWorkers = [...current.values()].filter((worker) => worker.isReady())
    const all = await Promise.all([readMetrics(), ...readyWorkers.map((worker) => worker.readMetrics())])
    return formatMetrics(all.filter((one) => one !== undefined))
  }

  return {
    async start() {
      try {
        const addresses = await Promise.all(numbers.map((number) => spawnCurrent(number).ready))
        isStarted = true
        // A worker may have died since it started to listen.
        for (const worker of current.values())
          if (!alive.has(worker)) replace(worker, 'a worker exited; starting another')
        return addresses[0]!
      } catch (error) {
        throw new StartError((error as Error).message)
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
      for (const pause of restartTimers.values()) clearTimeout(pause)
      await Promise.all(
        [...alive].map((worker) => {
          worker.stop()
          return killIfLate(worker, stopDelayMs)
        }),
      )
    },
  }
}

/**
 * Waits until a worker that was asked to shut down exits; kills it some time after its running requests were cut off.
 * @param delayMs how long it reports first that it is not ready
 */
async function killIfLate(worker: WorkerProcess, delayMs: number): Promise<void> {
  const killTimer = setTimeout(() => worker.kill(), drainMs + 5000 + delayMs)
  await worker.exited
  clearTimeout(killTimer)
}

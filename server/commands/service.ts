import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import { buildApp } from '../app.ts'
import { readModelOf } from '../catalogue/read-model/events.endpoints.ts'
import { openServiceHealth } from '../checks.ts'
import { backgroundJobs } from '../jobs.ts'
import { serviceLimits } from '../platform/database/time-limits.ts'
import { filesMetrics } from '../platform/files/files-metrics.ts'
import type { Account } from '../platform/ground/account.ts'
import { measureBackup } from '../platform/health/backup-check.ts'
import type { Check } from '../platform/health/check.ts'
import { measureHealth, measureJobs } from '../platform/health/health-metrics.ts'
import { measureVersion } from '../platform/health/version-metrics.ts'
import {
  addMetrics,
  formatOwnMetrics,
  measureCatalogue,
  measureDatabase,
  measureDisks,
  measureProcess,
} from '../platform/http/metrics.ts'
import { jobFailures, readBacklogs, startJobs } from '../platform/instance/background-jobs.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { type OpenInstance, openInstance } from '../platform/instance/open-instance.ts'
import { watchDisks } from '../platform/runtime/disk-space.ts'
import { giveUpRoot, prepareAccount } from '../platform/runtime/give-up-root.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { type ConnectionHandle, type Departure, followConnections } from './connections.ts'
import { assertCanServe } from './listen/before-start.ts'
import { inheritedSocket, listenOn, nameUnixPeers, permitSocket } from './listen/listen-socket.ts'
import { stopServiceOnError, stopServiceOnSignal } from './signals.ts'

/** An application that listens on the port. */
export type Listener = {
  address: string
  /** Accepts no new connections and waits for running requests. */
  drain(departure: Departure): Promise<void>
  /** Goes on with a connection of another process. */
  accept(handle: ConnectionHandle): void
  /** Reports that it is not ready, and goes on until a load balancer has noticed. */
  announceStop(): Promise<void>
}

/** Metrics that the rooms below HTTP count in each process. */
export const processMetrics = [...filesMetrics, jobFailures]

/** Whether each worker measures a check itself. Those that cost much are measured once, by the process that started the workers. */
export const isOfProcess = ({ validMs }: Check): boolean => validMs === undefined

/**
 * Listens with the application of an instance.
 * @param scrape returns the text of GET /metrics
 * @throws StartError if the port or the socket is in use
 */
export async function listen(
  { instance, pool, link }: OpenInstance,
  worker: string | undefined,
  scrape: () => Promise<string>,
): Promise<Listener> {
  // V8 allocates objects directly in the old generation if objects from the same site lived long during warm-up. Objects of
  // requests are short-lived; collecting them there took a fifth of the time (docs/benchmarks.md).
  setFlagsFromString('--no-allocation-site-pretenuring')
  // Collect early: streamed data becomes garbage immediately, and would otherwise count as memory in use. Not earlier: requests
  // wait for a collection (docs/benchmarks.md).
  setFlagsFromString('--heap-growing-percent=50')
  const { settings, log } = instance
  const health = openServiceHealth(instance, pool, link)
  if (settings.metricsAccess !== 'off') {
    measureProcess(processMetrics, worker)
    await measureVersion(pool)
    measureDatabase(pool, link, instance.replica)
    measureCatalogue(() => readModelOf(instance.db).bytes())
    measureHealth(health, worker === undefined ? undefined : isOfProcess)
    measureJobs(() => readBacklogs(instance.db, backgroundJobs))
    if (settings.archive)
      addMetrics((await import('../platform/cluster/archive/archive-state.ts')).archiveMetrics(pool))
    if (worker === undefined) measureBackup(instance.db, settings)
  }
  const app = buildApp(instance, { scrape, health })
  nameUnixPeers(app.server)
  const connections = followConnections(app.server, log)
  try {
    const owner = worker === undefined ? process.pid : process.ppid
    const address = await listenOn(app, settings, inheritedSocket(owner))
    const background = startJobs(instance, link, backgroundJobs)
    return {
      address,
      announceStop: async () => {
        health.announceStop()
        await wait(settings.stopDelayMs)
      },
      drain: async (departure) => {
        await Promise.all([background.stop(), connections.drain(departure)])
        await app.close()
      },
      accept: connections.accept,
    }
  } catch (error) {
    await app.close()
    throw error
  }
}

/** The account that a service of root goes on under; undefined: it goes on as it was started. */
export async function serviceAccount({ account, instance }: OpenInstance): Promise<Account | undefined> {
  return account && (await prepareAccount(account, instance.settings, instance.log)) ? account : undefined
}

/** A running service. */
export type Service = { address: string; instance: Instance }

/**
 * Starts the service of an instance in this process: database, migrations, `prepare`, application, port. It runs until SIGTERM or
 * SIGINT, which are handled from the start on: it closes the port, gives running requests ten seconds, and stops the embedded server.
 */
export async function runService(
  settings: Settings,
  log: Logger,
  prepare: (instance: Instance) => Promise<void>,
): Promise<Service> {
  await assertCanServe(settings)
  const opening = openInstance(settings, log, { exclusive: true, limits: serviceLimits, files: 'required' })
  let stop = async () => (await opening).abort()
  const guard = stopServiceOnSignal(log, () => stop())
  const open = await guard(opening)
  try {
    await guard(prepare(open.instance))
    const account = await guard(serviceAccount(open))
    const { address, drain, announceStop } = await guard(listen(open, undefined, formatOwnMetrics))
    await guard(permitSocket(settings, account))
    if (account) giveUpRoot(account, log)
    watchDisks(settings, log, measureDisks)
    stop = async () => {
      await announceStop()
      await drain({ lingerMs: 0 })
      await open.close()
    }
    stopServiceOnError(log, stop)
    return { address, instance: open.instance }
  } catch (error) {
    await open.close().catch(() => {})
    throw error
  }
}

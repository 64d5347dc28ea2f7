import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from '../app.ts'
import { readModelOf } from '../catalogue/read-model/events.endpoints.ts'
import { backgroundJobs } from '../jobs.ts'
import { serviceLimits } from '../platform/database/time-limits.ts'
import {
  formatMetrics,
  measureArchive,
  measureCatalogue,
  measureDatabase,
  measureDisks,
  measureJobs,
  measureProcess,
  readMetrics,
} from '../platform/http/metrics.ts'
import type { Account } from '../platform/runtime/account.ts'
import { readWaitingSeconds, startJobs } from '../platform/runtime/background-jobs.ts'
import { watchDisks } from '../platform/runtime/disk-space.ts'
import { giveUpRoot, prepareAccount } from '../platform/runtime/give-up-root.ts'
import type { Instance } from '../platform/runtime/instance.ts'
import { type OpenInstance, openInstance } from '../platform/runtime/open-instance.ts'
import type { Settings } from '../platform/runtime/settings.ts'
import { StartError } from './command.ts'
import { stopServiceOnError, stopServiceOnSignal } from './signals.ts'

/** Time for running requests when a process stops, in milliseconds. */
export const drainMs = 10_000

/** An application that listens on the port. */
export type Listener = {
  address: string
  /**
   * Accepts no new connections and waits for running requests.
   * @param lingerMs how long kept-alive connections may send one more request each
   */
  drain(lingerMs: number): Promise<void>
  /** Reports that it is not ready, and goes on until a load balancer has noticed. */
  announceStop(): Promise<void>
}

/**
 * Listens with the application of an instance.
 * @param scrape returns the text of GET /metrics
 * @throws StartError if the port is in use
 */
export async function listen(
  { instance, pool, link }: OpenInstance,
  worker: string | undefined,
  scrape: () => Promise<string>,
): Promise<Listener> {
  // V8 allocates objects directly in the old generation if objects from the same site lived long during warm-up. Objects of
  // requests are short-lived; collecting them there took a fifth of the time (docs/benchmarks.md).
  setFlagsFromString('--no-allocation-site-pretenuring')
  // Collect early: streamed data becomes garbage immediately, and would otherwise count as memory in use.
  setFlagsFromString('--heap-growing-percent=20')
  const { settings, log } = instance
  if (settings.metricsAccess !== 'off') {
    measureProcess(worker)
    measureDatabase(pool, link, instance.replica)
    measureCatalogue(() => readModelOf(instance.db).bytes())
    measureJobs(() => readWaitingSeconds(instance.db, backgroundJobs))
    if (settings.archiveFolder) measureArchive(pool)
  }
  const app = buildApp(instance, { scrape })
  try {
    const address = await app.listen({ port: settings.port, host: settings.host })
    const background = startJobs(instance, link, backgroundJobs)
    return {
      address,
      announceStop: async () => {
        instance.readiness.announceStop()
        await wait(settings.stopDelayMs)
      },
      drain: async (lingerMs) => {
        await Promise.all([background.stop(), drain(app, log, lingerMs)])
      },
    }
  } catch (error) {
    await app.close()
    if ((error as { code?: string }).code === 'EADDRINUSE')
      throw new StartError(`KONTOR_PORT: port ${settings.port} of ${settings.host} is in use`)
    throw error
  }
}

async function drain(app: FastifyInstance, log: Logger, lingerMs: number): Promise<void> {
  const { server } = app
  const startedAt = Date.now()
  // Kept-alive connections get `Connection: close` with their next response, so that no request is lost.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  const forceClose = setTimeout(() => {
    log.warn('aborting requests that are still running')
    server.closeAllConnections()
  }, drainMs)
  // A connection stays open after the response to its last request.
  const closeIdleAfterLinger = () => {
    if (Date.now() - startedAt >= lingerMs) server.closeIdleConnections()
  }
  const idle = setInterval(closeIdleAfterLinger, 50)
  // Neither server.close() of node:http, which cuts idle connections while a request may be arriving, nor fastify's, which rejects it.
  const closed = new Promise((done) => Server.prototype.close.call(server, done))
  closeIdleAfterLinger()
  await closed
  clearTimeout(forceClose)
  clearInterval(idle)
  await app.close()
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
  const opening = openInstance(settings, log, { exclusive: true, limits: serviceLimits, files: 'required' })
  let stop = async () => (await opening).abort()
  const guard = stopServiceOnSignal(log, () => stop())
  const open = await guard(opening)
  try {
    await guard(prepare(open.instance))
    const account = await guard(serviceAccount(open))
    const scrape = async () => formatMetrics([await readMetrics()])
    const { address, drain, announceStop } = await guard(listen(open, undefined, scrape))
    if (account) giveUpRoot(account, log)
    watchDisks(settings, log, measureDisks)
    stop = async () => {
      await announceStop()
      await drain(0)
      await open.close()
    }
    stopServiceOnError(log, stop)
    return { address, instance: open.instance }
  } catch (error) {
    await open.close().catch(() => {})
    throw error
  }
}

import { Server } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from '../app.ts'
import { backgroundJobs } from '../jobs.ts'
import { formatMetrics, measurePool, measureProcess, readMetrics } from '../platform/http/metrics.ts'
import { startJobs } from '../platform/runtime/background-jobs.ts'
import type { Instance } from '../platform/runtime/instance.ts'
import { type OpenInstance, openInstance } from '../platform/runtime/open-instance.ts'
import type { Settings } from '../platform/runtime/settings.ts'
import { stopServiceOnError, stopServiceOnSignal } from './signals.ts'

/** How long requests under way have when a process ends, in milliseconds. */
export const drainMs = 10_000

/** The port cannot be had: one line for the operator. */
export class PortError extends Error {}

/** An application that answers on the port. */
export type Listener = {
  address: string
  /**
   * Takes no new connection and lets requests under way end.
   * @param lingerMs how long connections that are kept alive may bring further requests, each the last of its connection
   */
  drain(lingerMs: number): Promise<void>
}

/**
 * Listens with the application of an instance.
 * @param scrape gives the text of GET /metrics
 * @throws PortFault
 */
export async function listen(
  { instance, pool }: OpenInstance,
  worker: string | undefined,
  scrape: () => Promise<string>,
): Promise<Listener> {
  // V8 puts objects of a kind that lived longer while the service was warming up straight among the old ones. What a request
  // makes is short-lived, whatever it was then: a fifth of the time went into collecting it there.
  setFlagsFromString('--no-allocation-site-pretenuring')
  // A service's heap is small, and what it streams is garbage at once: collected late, it would be taken for memory in use.
  setFlagsFromString('--heap-growing-percent=20')
  const { settings, log } = instance
  if (settings.metricsAccess !== 'off') {
    measureProcess(worker)
    measurePool(pool)
  }
  const app = buildApp(instance, { scrape })
  try {
    const address = await app.listen({ port: settings.port, host: settings.host })
    const background = startJobs(instance, backgroundJobs)
    return {
      address,
      drain: async (lingerMs) => {
        await Promise.all([background.stop(), drain(app, log, lingerMs)])
      },
    }
  } catch (error) {
    await app.close()
    if ((error as { code?: string }).code === 'EADDRINUSE')
      throw new PortError(`KONTOR_PORT: port ${settings.port} of ${settings.host} is in use`)
    throw error
  }
}

async function drain(app: FastifyInstance, log: Logger, lingerMs: number): Promise<void> {
  const { server } = app
  const startedAt = Date.now()
  // Who keeps a connection hears with its next answer that it was the last one, and nothing is lost on the way.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  const forceClose = setTimeout(() => {
    log.warn('requests that still run are cut off')
    server.closeAllConnections()
  }, drainMs)
  // A connection whose last request was under way is kept alive beyond its answer.
  const closeIdleAfterLinger = () => {
    if (Date.now() - startedAt >= lingerMs) server.closeIdleConnections()
  }
  const idle = setInterval(closeIdleAfterLinger, 50)
  // Not HTTP's own close, which cuts idle connections at once, over which a request may be coming; nor fastify's, which refuses it.
  const closed = new Promise((done) => Server.prototype.close.call(server, done))
  closeIdleAfterLinger()
  await closed
  clearTimeout(forceClose)
  clearInterval(idle)
  await app.close()
}

/** A service that answers. */
export type Service = { address: string; instance: Instance }

/**
 * Starts the service of an instance in this process: database, migrations, `prepare`, application, port. It runs until SIGTERM or
 * SIGINT, which count from the beginning of the start: the port is closed, requests under way have ten seconds, the embedded server
 * is stopped.
 */
export async function runService(
  settings: Settings,
  log: Logger,
  prepare: (instance: Instance) => Promise<void>,
): Promise<Service> {
  const opening = openInstance(settings, log, { exclusive: true })
  let stop = async () => (await opening).abort()
  const guard = stopServiceOnSignal(log, () => stop())
  const open = await guard(opening)
  try {
    await guard(prepare(open.instance))
    const scrape = async () => formatMetrics([await readMetrics()])
    const { address, drain } = await guard(listen(open, undefined, scrape))
    stop = async () => {
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

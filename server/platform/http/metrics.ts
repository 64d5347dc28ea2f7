import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from 'prom-client'
import type { Settings } from '../runtime/settings.ts'
import { notFound } from './errors.ts'

// Prometheus counts processes, not instances: one registry for all that runs in this one.
const registry = new Registry()

/** Seconds. An answer from memory takes a part of a millisecond, an export may take minutes. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const durations = new Histogram({
  name: 'kontor_http_request_duration_seconds',
  help: 'Requests by method, pattern of the route and status, with their duration',
  labelNames: ['method', 'route', 'status'],
  buckets,
  registers: [registry],
})

type Series = { observe(seconds: number): void }

// Their labels are looked up once: what is left per request is a third of a microsecond.
const seriesByRoute = new Map<string, Map<string, Series[]>>()

/** Counts a request. @param ms its duration in milliseconds */
export function countRequest(method: string, route: string, status: number, ms: number): void {
  const series = seriesByRoute.get(route)?.get(method)?.[status] ?? newSeries(method, route, status)
  series.observe(ms / 1000)
}

function newSeries(method: string, route: string, status: number): Series {
  const series = durations.labels(method, route, String(status))
  const methods = seriesByRoute.get(route) ?? new Map<string, Series[]>()
  const statuses = methods.get(method) ?? []
  statuses[status] = series
  seriesByRoute.set(route, methods.set(method, statuses))
  return series
}

const restarts = new Counter({
  name: 'kontor_worker_restarts_total',
  help: 'Workers that ended by themselves and were replaced, by their number',
  labelNames: ['worker'],
  registers: [registry],
})

/** Counts a worker that is replaced because it ended. */
export function countRestart(worker: number): void {
  restarts.inc({ worker: String(worker) })
}

/** What a process has counted, as it goes from one process to another. */
export type MetricsSnapshot = MetricObject[]

/**
 * Begins to measure this process and its connections to the database.
 * @param worker what the label `worker` of every series says; left out where the service is one process
 */
export function measureProcess(worker?: string): void {
  if (worker !== undefined) registry.setDefaultLabels({ worker })
  collectDefaultMetrics({ register: registry })
}

/** Shows a pool of connections: how many there are, are idle, are waited for. */
export function measurePool(pool: pg.Pool): void {
  new Gauge({
    name: 'kontor_database_connections',
    help: 'Connections to the database, in use and idle',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  new Gauge({
    name: 'kontor_database_waiting',
    help: 'Requests that wait for a connection to the database',
    registers: [registry],
    collect() {
      this.set(pool.waitingCount)
    },
  })
}

/** What this process has counted. */
export const readMetrics = async (): Promise<MetricsSnapshot> =>
  (await registry.getMetricsAsJSON()) as MetricsSnapshot

/** The text of a scrape: what these processes have counted together. */
export const formatMetrics = (processes: readonly MetricsSnapshot[]): Promise<string> =>
  AggregatorRegistry.aggregate([...processes]).metrics()

/**
 * Serves GET /metrics, to whom the setting says; for others there is nothing on this path.
 * @param scrape gives the text
 */
export function serveMetrics(
  app: FastifyInstance,
  audience: Settings['metricsAccess'],
  scrape: () => Promise<string>,
): void {
  if (audience === 'off') return
  app.get('/metrics', async (request, reply) => {
    if (audience === 'local' && !isLocal(request)) throw notFound('There is nothing on this path.')
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape())
  })
}

/** A proxy on this machine passes requests of others on, and mostly says so. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  /^(::1$|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '') && !proxyHeaders.some((name) => name in headers)

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  type MetricObject,
  Registry,
} from 'prom-client'
import type { Replica } from '../database/replica.ts'
import type { ServerLink } from '../database/server-link.ts'
import { notFound } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import type { Disk } from '../runtime/disk-space.ts'
import type { Settings } from '../settings/settings.ts'

/** Metrics belong to the process, not to an instance: one registry per process. */
export const registry = new Registry()

/** In seconds. A cached response takes a fraction of a millisecond, an export may take minutes. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

// Without the status: each series is 16 lines, and writing 32,000 lines stopped all requests for a quarter of a second.
const durations = new Histogram({
  name: 'kontor_http_request_duration_seconds',
  help: 'Duration of requests by method and pattern of the route',
  labelNames: ['method', 'route'],
  buckets,
  registers: [registry],
})

const requests = new Counter({
  name: 'kontor_http_requests_total',
  help: 'Requests by method, pattern of the route and status',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
})

type RouteSeries = { duration: { observe(seconds: number): void }; byStatus: { inc(): void }[] }

// Labels are resolved once: a request then costs less than a microsecond.
const seriesByRoute = new Map<string, Map<string, RouteSeries>>()

/** Counts a request. @param ms its duration in milliseconds */
export function countRequest(method: string, route: string, status: number, ms: number): void {
  const { duration, byStatus } = seriesByRoute.get(route)?.get(method) ?? addSeries(method, route)
  duration.observe(ms / 1000)
  byStatus[status] ??= requests.labels(method, route, String(status))
  byStatus[status].inc()
}

function addSeries(method: string, route: string): RouteSeries {
  const series = { duration: durations.labels(method, route), byStatus: [] }
  const methods = seriesByRoute.get(route) ?? new Map<string, RouteSeries>()
  seriesByRoute.set(route, methods.set(method, series))
  return series
}

const restarts = new Counter({
  name: 'kontor_worker_restarts_total',
  help: 'Workers that ended by themselves and were replaced, by their number',
  labelNames: ['worker'],
  registers: [registry],
})

/** Counts a worker that was restarted after it exited. */
export function countRestart(worker: number): void {
  restarts.inc({ worker: String(worker) })
}

const droppedLines = new Counter({
  name: 'kontor_log_lines_dropped_total',
  help: 'Lines of the log that were dropped, because nobody read them or they could not be written',
  registers: [registry],
})

/** Counts lines that the log dropped. */
export function countDroppedLines(lines: number): void {
  droppedLines.inc(lines)
}

const rateLimited = new Counter({
  name: 'kontor_rate_limited_total',
  help: 'Requests that were rejected with 429, by the limit that they exceeded',
  labelNames: ['limit'],
  registers: [registry],
})

/** Counts a request that a limit rejected, by the name of the limit. */
export function countRateLimited(limit: string): void {
  rateLimited.inc({ limit })
}

const diskGauge = (name: string, help: string) =>
  new Gauge({ name, help, labelNames: ['disk'], registers: [registry] })
const freeBytesGauge = diskGauge('kontor_disk_free_bytes', 'Free space of a disk, by what it holds')
const totalBytesGauge = diskGauge('kontor_disk_size_bytes', 'Size of a disk, by what it holds')
const lowDiskGauge = diskGauge('kontor_disk_low', '1: less is free than KONTOR_DISK_WARNING says')

/** Sets the metrics of the disks. */
export function measureDisks(disks: readonly Disk[]): void {
  for (const { contents, freeBytes, totalBytes, isLow } of disks)
    for (const disk of contents) {
      freeBytesGauge.set({ disk }, freeBytes)
      totalBytesGauge.set({ disk }, totalBytes)
      lowDiskGauge.set({ disk }, Number(isLow))
    }
}

/** The metrics of a process in the form that processes exchange. */
export type MetricsSnapshot = MetricObject[]

/** Adds metrics of a room that does not know this one. */
export function addMetrics(metrics: readonly Metric[]): void {
  for (const metric of metrics) registry.registerMetric(metric)
}

/**
 * Starts to measure this process and its database connections.
 * @param metrics those of other rooms that every process of a service has
 * @param worker the label `worker` of every series; left out if the service is a single process
 */
export function measureProcess(metrics: readonly Metric[], worker?: string): void {
  if (worker !== undefined) registry.setDefaultLabels({ worker })
  collectDefaultMetrics({ register: registry })
  addMetrics(metrics)
}

/** Adds the metrics of the database: connections of the pool (used, idle, waiting), the server that they lead to. */
export function measureDatabase(pool: pg.Pool, link: ServerLink, replica: Replica): void {
  const changes = new Counter({
    name: 'kontor_database_server_changes_total',
    help: 'How often the connections led to another server than before, or to the same one after a restart',
    registers: [registry],
  })
  link.onChange(() => changes.inc())
  new Gauge({
    name: 'kontor_database_server_info',
    help: '1 for the server that the connections lead to, with its system identifier and timeline',
    labelNames: ['system', 'timeline'],
    registers: [registry],
    collect() {
      this.reset()
      const server = link.server()
      if (server) this.set({ system: server.system, timeline: Number.parseInt(server.timeline, 16) || '' }, 1)
    },
  })
  const counted = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  const { statistics } = link
  counted(
    'kontor_database_connections_opened_total',
    'Connections to the database that were opened',
    () => statistics.openedConnections,
  )
  counted(
    'kontor_database_pool_waits_total',
    'Connections that were taken from the pool',
    () => statistics.poolWaits.count,
  )
  counted(
    'kontor_database_pool_wait_seconds_total',
    'Time until they were free',
    () => statistics.poolWaits.seconds,
  )
  counted(
    'kontor_cache_checks_total',
    'Checks whether the caches are current; requests share them',
    () => statistics.cacheChecks.count,
  )
  counted('kontor_cache_check_seconds_total', 'Time that they took', () => statistics.cacheChecks.seconds)
  new Gauge({
    name: 'kontor_database_replica_wait_seconds',
    help: 'How long the last read waited until the replica had what was committed before it',
    registers: [registry],
    collect() {
      this.set(replica.lastWaitMs() / 1000)
    },
  })
  new Gauge({
    name: 'kontor_database_replica_used',
    help: '1: reads of the back office go to the replica',
    registers: [registry],
    collect() {
      this.set(Number(replica.isUsed()))
    },
  })
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

/** Adds the size of the catalogue's caches. @param readBytes returns it */
export function measureCatalogue(readBytes: () => number): void {
  new Gauge({
    name: 'kontor_catalogue_cache_bytes',
    help: 'Memory of the catalogue’s cached responses and serialized records',
    registers: [registry],
    collect() {
      this.set(readBytes())
    },
  })
}

/** A scrape does not wait longer for the database or the store: it has a second for each worker. */
export const maxWaitMs = 800

/** The metrics of this process. */
export const readMetrics = async (): Promise<MetricsSnapshot> =>
  (await registry.getMetricsAsJSON()) as MetricsSnapshot

/** The text for Prometheus: the metrics of this process. Several times faster than the aggregation. */
export const formatOwnMetrics = (): Promise<string> => registry.metrics()

/** The text for Prometheus: the metrics of these processes, aggregated. */
export const formatMetrics = (processes: readonly MetricsSnapshot[]): Promise<string> =>
  AggregatorRegistry.aggregate([...processes]).metrics()

/**
 * Serves GET /metrics to the clients that the setting allows; others get 404.
 * @param scrape returns the text
 */
export function serveMetrics(
  app: FastifyInstance,
  audience: Settings['metricsAccess'],
  scrape: () => Promise<string>,
): void {
  if (audience === 'off') return
  app.get('/metrics', async (request, reply) => {
    if (audience === 'local' && !isLocal(request)) throw notFound(generalErrors.noPath())
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape())
  })
}

/** Headers that a proxy usually adds to a forwarded request. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  /^(::1$|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '') && !proxyHeaders.some((name) => name in headers)

import { Counter, Histogram, type Metric } from 'prom-client'

const requests = new Counter({
  name: 'kontor_files_requests_total',
  help: 'Requests to the bucket of the files by operation and status (none: no response)',
  labelNames: ['operation', 'status'],
  registers: [],
})

const durations = new Histogram({
  name: 'kontor_files_request_duration_seconds',
  help: 'Time until the bucket of the files began its response, or gave none, by operation',
  labelNames: ['operation'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [],
})

/** The metrics of requests to buckets. */
export const filesMetrics: readonly Metric[] = [requests, durations]

/**
 * Counts a request to a bucket; each attempt is one.
 * @param operation the store's name of it, such as PutObject
 * @param status of the response; left out: there was none
 */
export function countStoreRequest(operation: string, status: number | undefined, ms: number): void {
  requests.inc({ operation, status: String(status ?? 'none') })
  durations.observe({ operation }, ms / 1000)
}

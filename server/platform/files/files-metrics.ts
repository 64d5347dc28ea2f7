import { setTimeout as wait } from 'node:timers/promises'
import { Counter, Gauge, Histogram } from 'prom-client'
import { maxWaitMs, registry } from '../http/metrics.ts'

const requests = new Counter({
  name: 'kontor_files_requests_total',
  help: 'Requests to the bucket of the files by operation and status (none: no response)',
  labelNames: ['operation', 'status'],
  registers: [registry],
})

const durations = new Histogram({
  name: 'kontor_files_request_duration_seconds',
  help: 'Time until the bucket of the files began its response, or gave none, by operation',
  labelNames: ['operation'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
})

/**
 * Counts a request to a bucket; each attempt is one.
 * @param operation the store's name of it, such as PutObject
 * @param status of the response; left out: there was none
 */
export function countStoreRequest(operation: string, status: number | undefined, ms: number): void {
  requests.inc({ operation, status: String(status ?? 'none') })
  durations.observe({ operation }, ms / 1000)
}

/** Adds whether files can be stored and read. @param verify rejects if the store is away, as for readiness */
export function measureFiles(verify: () => Promise<void>): void {
  // A share that hangs must not occupy another thread with each scrape.
  let running: Promise<number> | undefined
  new Gauge({
    name: 'kontor_files_ready',
    help: '1: the store of the files answers, and is that of the instance',
    registers: [registry],
    async collect() {
      running ??= verify()
        .then(
          () => 1,
          () => 0,
        )
        .finally(() => {
          running = undefined
        })
      this.set(await Promise.race([running, wait(maxWaitMs, 0, { ref: false })]))
    },
  })
}

import type { MetricsSnapshot } from '../platform/http/metrics.ts'

/** How often a worker reports that it runs. */
export const heartbeatMs = 1000

/** Messages of a worker to the process that started it. */
export type FromWorker =
  | { type: 'listening'; address: string }
  | { type: 'failed'; message: string }
  /** It shuts down on its own: start a replacement. */
  | { type: 'shuttingDown' }
  /** Sent every `heartbeatMs`: its event loop runs. */
  | { type: 'heartbeat' }
  /** Asks for the metrics of all processes. */
  | { type: 'scrape'; id: number }
  | { type: 'metrics'; id: number; metrics: MetricsSnapshot }

/** Messages to a worker. */
export type ToWorker =
  /** `announced`: the whole service stops, and reports first that it is not ready. */
  | { type: 'shutDown'; lingerMs: number; announced: boolean }
  | { type: 'readMetrics'; id: number }
  | { type: 'scraped'; id: number; text: string }

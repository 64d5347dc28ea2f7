import type { MetricsSnapshot } from '../../platform/http/metrics.ts'

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
  /** Comes with a connection that its successor goes on with. */
  | { type: 'connection' }
  /** Asks for the metrics of all processes. */
  | { type: 'scrape'; id: number }
  | { type: 'metrics'; id: number; metrics: MetricsSnapshot }

/** Messages to a worker. */
export type ToWorker =
  /** The whole service stops: report first that it is not ready. */
  | { type: 'stop' }
  /** A successor answers: hand the connections over to it. */
  | { type: 'handOver' }
  /** Comes with a connection of its predecessor. */
  | { type: 'connection' }
  | { type: 'readMetrics'; id: number }
  | { type: 'scraped'; id: number; text: string }

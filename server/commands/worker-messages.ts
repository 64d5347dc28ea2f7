import type { MetricsSnapshot } from '../platform/http/metrics.ts'

/** Messages of a worker to the process that started it. */
export type FromWorker =
  | { type: 'answering'; address: string }
  | { type: 'failed'; message: string }
  /** It shuts down on its own: another one may replace it. */
  | { type: 'leaving' }
  | { type: 'scrape'; id: number }
  | { type: 'counted'; id: number; counted: MetricsSnapshot }

/** Messages to a worker. */
export type ToWorker =
  | { type: 'leave'; lingerMs: number }
  | { type: 'count'; id: number }
  | { type: 'scraped'; id: number; text: string }

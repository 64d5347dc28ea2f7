import type { MetricsSnapshot } from '../platform/http/metrics.ts'

/** What a worker tells the process that started it. */
export type FromWorker =
  | { type: 'answering'; address: string }
  | { type: 'failed'; message: string }
  /** It goes, by itself: another one may take its place. */
  | { type: 'leaving' }
  | { type: 'scrape'; id: number }
  | { type: 'counted'; id: number; counted: MetricsSnapshot }

/** What it is told. */
export type ToWorker =
  | { type: 'leave'; lingerMs: number }
  | { type: 'count'; id: number }
  | { type: 'scraped'; id: number; text: string }

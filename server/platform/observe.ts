import type { Logger } from 'pino'
import { countRequest } from './metrics.ts'

/** What is told of a request that was answered. */
export type RequestFacts = {
  reqId: string
  method: string
  /** The pattern, not the address: what stands in it may be personal. `(none)` where there is no route. */
  route: string
  status: number
  /** Milliseconds from the request's beginning to the answer's end, as they were measured. */
  ms: number
  userId?: number
  tokenId?: number
}

/** Tells of a request that was answered: one line of the log, and the metrics. Called once for each, whatever way it was answered. */
export function observe(log: Logger, facts: RequestFacts): void {
  countRequest(facts.method, facts.route, facts.status, facts.ms)
  log.info({ ...facts, ms: Math.round(facts.ms * 10) / 10 }, 'request')
}

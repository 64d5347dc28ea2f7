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

// What lines have in common is written once for all of them.
const mostLoggers = 1000
const loggers = new WeakMap<Logger, Map<string, Logger>>()

function loggerOf(log: Logger, { reqId: _, ms: __, ...common }: RequestFacts): Logger {
  const known = loggers.get(log) ?? new Map<string, Logger>()
  if (known.size === 0) loggers.set(log, known)
  const key = `${common.tokenId} ${common.userId} ${common.status} ${common.method} ${common.route}`
  const found = known.get(key)
  if (found) return found
  if (known.size >= mostLoggers) known.clear()
  const child = log.child(common)
  known.set(key, child)
  return child
}

/** Tells of a request that was answered: one line of the log, and the metrics. Called once for each, whatever way it was answered. */
export function observe(log: Logger, facts: RequestFacts): void {
  const { method, route, status, ms, reqId } = facts
  countRequest(method, route, status, ms)
  loggerOf(log, facts).info({ reqId, ms: Math.round(ms * 10) / 10 }, 'request')
}

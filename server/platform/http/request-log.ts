import type { Logger } from 'pino'
import { countRequest } from './metrics.ts'

/** What is told of a request that was answered. */
export type RequestLogEntry = {
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
const maxLoggers = 1000
const loggerCache = new WeakMap<Logger, Map<string, Logger>>()

function loggerOf(log: Logger, { reqId: _, ms: __, ...common }: RequestLogEntry): Logger {
  const cache = loggerCache.get(log) ?? new Map<string, Logger>()
  if (cache.size === 0) loggerCache.set(log, cache)
  const key = `${common.tokenId} ${common.userId} ${common.status} ${common.method} ${common.route}`
  const found = cache.get(key)
  if (found) return found
  if (cache.size >= maxLoggers) cache.clear()
  const child = log.child(common)
  cache.set(key, child)
  return child
}

/** Tells of a request that was answered: one line of the log, and the metrics. Called once for each, whatever way it was answered. */
export function logRequest(log: Logger, entry: RequestLogEntry): void {
  const { method, route, status, ms, reqId } = entry
  countRequest(method, route, status, ms)
  loggerOf(log, entry).info({ reqId, ms: Math.round(ms * 10) / 10 }, 'request')
}

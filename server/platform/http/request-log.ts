import type { Logger } from 'pino'
import { countRequest } from './metrics.ts'

/** What is logged of a request. */
type RequestLogEntry = {
  reqId: string
  method: string
  /** The route pattern instead of the URL, which may contain personal data. `(none)`: no route. */
  route: string
  status: number
  /** Milliseconds from the start of the request to the end of the response. */
  ms: number
  userId?: number
  tokenId?: number
}

// The constant part of the lines is serialized once.
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

/** Logs a finished request and counts it in the metrics. Called exactly once per request. */
export function logRequest(log: Logger, entry: RequestLogEntry): void {
  const { method, route, status, ms, reqId } = entry
  countRequest(method, route, status, ms)
  loggerOf(log, entry).info({ reqId, ms: Math.round(ms * 10) / 10 }, 'request')
}

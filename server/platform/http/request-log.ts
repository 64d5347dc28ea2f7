import { type Logger, pino } from 'pino'
import { countRequest } from './metrics.ts'

/** The sender of a request; undefined: not known. */
type Requester = { userId?: number; tokenId?: number; websiteKeyId?: number }

/** The logged fields of a request. */
type RequestLogEntry = Requester & {
  reqId: string
  method: string
  /** The route pattern instead of the URL, which may contain personal data. `(none)`: no route. */
  route: string
  status: number
  /** Milliseconds from the start of the request to the end of the response. */
  ms: number
}

type LineValues = Pick<RequestLogEntry, 'reqId' | 'ms'>

// The constant part of the lines is serialized once.
const maxLoggers = 1000
const loggerCache = new WeakMap<Logger, Map<string, Logger>>()

function loggerOf(log: Logger, { reqId: _, ms: __, ...common }: RequestLogEntry): Logger {
  const cache = loggerCache.get(log) ?? new Map<string, Logger>()
  if (cache.size === 0) loggerCache.set(log, cache)
  const { tokenId, userId, websiteKeyId, status, method, route } = common
  const key = `${tokenId} ${userId} ${websiteKeyId} ${status} ${method} ${route}`
  const found = cache.get(key)
  if (found) return found
  if (cache.size >= maxLoggers) cache.clear()
  const child = withFastLines(log.child(common))
  cache.set(key, child)
  return child
}

const { asJsonSym, chindingsSym } = pino.symbols

/** Makes the lines of a logger without looking at each value: none of them has to be escaped. */
function withFastLines(logger: Logger): Logger {
  const constants: string = Reflect.get(logger, chindingsSym)
  const toLine = ({ reqId, ms }: LineValues, message: string, level: number, time: string) =>
    `{"level":${level}${time}${constants},"reqId":"${reqId}","ms":${ms},"msg":"${message}"}\n`
  return Object.assign(logger, { [asJsonSym]: toLine })
}

/** Logs a finished request and counts it in the metrics. Called exactly once per request. */
export function logRequest(log: Logger, entry: RequestLogEntry): void {
  const { method, route, status, ms, reqId } = entry
  countRequest(method, route, status, ms)
  const values: LineValues = { reqId, ms: Math.round(ms * 10) / 10 }
  loggerOf(log, entry).info(values, 'request')
}

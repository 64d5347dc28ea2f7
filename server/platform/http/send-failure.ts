import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type Failure, toFailure } from './errors.ts'

/** Authentication scheme: tokens (the interface) or sessions (the back office). */
export type AuthScheme = 'interface' | 'office'

/** The error object of the interface or of the back office. */
export const failureText = (failure: Failure, scheme: AuthScheme): string =>
  JSON.stringify(scheme === 'office' ? failure.officeBody() : failure.body())

const repeatAfterMs = 60_000
const maxReasons = 100
const loggedAt = new WeakMap<FastifyBaseLogger, Map<string, number>>()

/** Whether a reason has been logged within the last minute: during an outage it is the same for every request. */
function isLogged(log: FastifyBaseLogger, reason: string): boolean {
  const times = loggedAt.get(log) ?? new Map<string, number>()
  loggedAt.set(log, times)
  const now = performance.now()
  if (now - (times.get(reason) ?? Number.NEGATIVE_INFINITY) < repeatAfterMs) return true
  if (times.size >= maxReasons) times.clear()
  times.set(reason, now)
  return false
}

/** Logs errors of the server: the reason of a 503 once a minute, others always. */
export function logFailure(error: unknown, { status }: Failure, { log, id }: FastifyRequest): void {
  if (status < 500) return
  if (status === 503 && error instanceof Error) {
    const reason = 'code' in error && error.code ? String(error.code) : error.message
    if (isLogged(log, reason)) return
  }
  log.error({ err: error, reqId: id }, 'request failed')
}

/** Sends a thrown value as error object, and logs errors of the server. */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  scheme: AuthScheme = 'interface',
): FastifyReply {
  const failure = toFailure(error, request.id)
  request.failure = failure
  logFailure(error, failure, request)
  // The unread rest of the body must not be parsed as the next request.
  if (!request.raw.complete) reply.header('connection', 'close')
  return reply
    .status(failure.status)
    .headers(failure.headers)
    .type('application/json; charset=utf-8')
    .send(failureText(failure, scheme))
}

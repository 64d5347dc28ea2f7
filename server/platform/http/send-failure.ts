import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type Failure, toFailure } from '../ground/errors.ts'
import { discardBody } from './request/request-body.ts'

/** Authentication scheme: tokens (the interface) or sessions (the back office). */
export type AuthScheme = 'interface' | 'office'

/** The error object of the interface or of the back office. */
export const failureText = (failure: Failure, scheme: AuthScheme): string =>
  JSON.stringify(scheme === 'office' ? failure.officeBody() : failure.body())

/** How long a client that is still sending its body has for reading the response. */
export const lingerMs = 2000

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
function logFailure(error: unknown, { status }: Failure, { log, id }: FastifyRequest): void {
  if (status < 500) return
  if (status === 503 && error instanceof Error) {
    const reason = 'code' in error && error.code ? String(error.code) : error.message
    if (isLogged(log, reason)) return
  }
  log.error({ err: error, reqId: id }, 'request failed')
}

/** The failure of a thrown value, kept for the log lines and the security log; logs errors of the server. */
export function recordFailure(error: unknown, request: FastifyRequest): Failure {
  const failure = toFailure(error, request.id)
  request.failure = failure
  logFailure(error, failure, request)
  return failure
}

/** Sends a thrown value as error object, and logs errors of the server. */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  scheme: AuthScheme = 'interface',
): FastifyReply {
  const failure = recordFailure(error, request)
  const text = failureText(failure, scheme)
  reply.status(failure.status).headers(failure.headers).type('application/json; charset=utf-8')
  return sendBeforeBodyEnds(text, request, reply)
}

/** Sends the text of a failure, whether or not the client is still sending its body. */
export function sendBeforeBodyEnds(text: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.raw.complete) return reply.send(text)
  // The unread rest of the body must not be parsed as the next request.
  reply.headers({ connection: 'close', 'content-length': Buffer.byteLength(text) })
  return reply.send(
    Readable.from(
      (async function* () {
        yield text
        // The connection closes with the end of the response: a client that is still sending would lose it.
        await discardBody(request.raw, lingerMs)
      })(),
    ),
  )
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Failure, toFailure } from './errors.ts'

/** Authentication scheme: tokens (the interface) or sessions (the back office). */
export type AuthScheme = 'interface' | 'office'

/** The error object of the interface or of the back office. */
export const failureText = (failure: Failure, scheme: AuthScheme): string =>
  JSON.stringify(scheme === 'office' ? failure.officeBody() : failure.body())

/** Sends a thrown value as error object, and logs errors of the server. */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  scheme: AuthScheme = 'interface',
): FastifyReply {
  const failure = toFailure(error, request.id)
  if (failure.status >= 500) request.log.error({ err: error, reqId: request.id }, 'request failed')
  // The unread rest of the body must not be parsed as the next request.
  if (!request.raw.complete) reply.header('connection', 'close')
  return reply
    .status(failure.status)
    .headers(failure.headers)
    .type('application/json; charset=utf-8')
    .send(failureText(failure, scheme))
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Failure, toFailure } from './errors.ts'

/** Who is let in: the bearers of tokens (the interface), or who has signed in (the back office). */
export type AuthScheme = 'interface' | 'office'

/** A failure as the error object of the interface, or of the back office. */
export const failureText = (failure: Failure, scheme: AuthScheme): string =>
  JSON.stringify(scheme === 'office' ? failure.officeBody() : failure.body())

/** Sends whatever was thrown as an error object, and logs what is our fault. */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  scheme: AuthScheme = 'interface',
): FastifyReply {
  const failure = toFailure(error, request.id)
  if (failure.status >= 500) request.log.error({ err: error, reqId: request.id }, 'request failed')
  // The rest of a body that nobody will read must not be taken for the next request.
  if (!request.raw.complete) reply.header('connection', 'close')
  return reply
    .status(failure.status)
    .headers(failure.headers)
    .type('application/json; charset=utf-8')
    .send(failureText(failure, scheme))
}

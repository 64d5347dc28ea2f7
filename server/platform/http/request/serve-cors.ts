import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../../auth/principal.ts'
import { type Failure, forbidden } from '../../ground/errors.ts'
import { generalErrors } from '../../ground/general.errors.ts'
import type { Instance } from '../../instance/instance.ts'
import { corsHeaders, isPreflight, judgeOrigin, preflightHeaders } from './cors.ts'

/**
 * Answers preflights below the prefixes, and lets pages read the errors that come before their token is known, such as 401. The
 * token then decides (`checkOrigin`).
 * @param failureWithoutRoute of an OPTIONS: 405 with the methods of its path
 */
export function serveCors(
  app: FastifyInstance,
  instance: Instance,
  prefixes: readonly string[],
  failureWithoutRoute: (request: FastifyRequest) => Failure,
): void {
  const isNamed = (origin: string): Promise<boolean> =>
    instance.barrier.ensureCurrent().then(
      () => instance.browserOrigins.isNamed(origin, instance.clock.now()),
      // The request itself tells that the database is away.
      () => false,
    )
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url, headers } = request
    const { origin } = headers
    if (origin === undefined || !prefixes.some((prefix) => url.startsWith(`${prefix}/`))) return done()
    isNamed(origin).then(
      (isAllowed) => {
        if (!isAllowed) return done()
        const methods = isPreflight(method, headers)
          ? failureWithoutRoute(request).headers['allow']
          : undefined
        if (methods === undefined) {
          reply.headers(corsHeaders(origin))
          return done()
        }
        void reply.status(204).headers(preflightHeaders(origin, methods)).send()
      },
      () => done(),
    )
  })
}

/** @throws Failure 403 if the token names other origins */
export function checkOrigin(request: FastifyRequest, reply: FastifyReply, { origins }: Principal): void {
  const { headers } = request
  if (headers.origin === undefined) return
  const judgement = judgeOrigin(headers, origins)
  if (judgement === 'readable') {
    reply.headers(corsHeaders(headers.origin))
    return
  }
  for (const name of Object.keys(corsHeaders(''))) reply.removeHeader(name)
  if (judgement === 'refused') throw forbidden(generalErrors.otherOrigin())
}

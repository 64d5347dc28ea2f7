import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assertRights, authenticate, type Principal, parseAuthorization } from '../auth/principal.ts'
import { authenticateSession } from '../auth/session.ts'
import { Failure, forbidden, unauthorized } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import type { Instance } from '../instance/instance.ts'
import { type Endpoint, rightsOf } from './endpoint.ts'
import { createHandler, type ServeOptions } from './handle-request.ts'
import { bodyLimitsOf } from './request/body-limit.ts'
import { isSecure } from './request/forwarded.ts'
import type { RateHeaders } from './request/rate-limit.ts'
import { type BodyLimits, readJsonBody, receiveBody, watchProgress } from './request/request-body.ts'
import { checkOrigin } from './request/serve-cors.ts'
import { type AuthScheme, sendFailure } from './send-failure.ts'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined
    /** Why the request was rejected, for the security log. */
    failure: Failure | undefined
    rawBody: Buffer | undefined
    rate: RateHeaders
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    bodyLimits?: BodyLimits
  }
}

/** Converts `/contacts/{contactId}` to fastify's syntax. */
const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Registers endpoints below the prefix of the app. Checks run in the order of decision 2.1. */
export function serveEndpoints(
  app: FastifyInstance,
  instance: Instance,
  endpoints: readonly Endpoint[],
  options: ServeOptions,
  scheme: AuthScheme = 'interface',
): void {
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, scheme))
  const endpointsWhere = (condition: (endpoint: Endpoint) => boolean) => endpoints.filter(condition)
  // Content type parsers belong to a scope in fastify: one scope for JSON bodies, one for uploads, one that ignores bodies.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) =>
      readJsonBody(request, payload, request.routeOptions.config.bodyLimits!),
    )
    for (const endpoint of endpointsWhere(
      (one) => (one.body !== undefined || one.input !== undefined) && !one.upload,
    ))
      route(scope, endpoint)
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/octet-stream',
      async (request: FastifyRequest, payload: Readable) => receiveBody(request, payload),
    )
    for (const endpoint of endpointsWhere((one) => one.upload !== undefined)) route(scope, endpoint)
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async ({ raw }: FastifyRequest, payload: Readable) => {
      watchProgress(raw, () => raw.destroy())
      payload.resume()
    })
    // fastify rejects a malformed media type before it looks for a parser.
    scope.addHook('onRequest', async ({ headers }) => {
      delete headers['content-type']
    })
    for (const endpoint of endpointsWhere((one) => !one.body && !one.input && !one.upload))
      route(scope, endpoint)
  })

  function route(scope: FastifyInstance, endpoint: Endpoint): void {
    scope.route({
      method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
      url: routePath(endpoint.path),
      config: { endpoint, bodyLimits: bodyLimitsOf(endpoint, instance.settings, scheme) },
      ...(endpoint.upload ? { bodyLimit: Number.MAX_SAFE_INTEGER } : {}),
      onRequest: (request, reply, done) => {
        const proceed = (principal: Principal) => {
          request.principal = principal
          try {
            if (scheme === 'interface') checkOrigin(request, reply, principal)
            countRequest(request, reply, principal)
            authorize(endpoint, principal)
          } catch (error) {
            return reject(error)
          }
          done()
        }
        const reject = (error: unknown) => done(toRejection(request, error))
        if (scheme === 'office') {
          authenticateSession(instance, endpoint, request, isSecure(request, instance.settings)).then(
            proceed,
            reject,
          )
          return
        }
        const token = parseAuthorization(request.headers.authorization)
        if (token === undefined) return reject(unauthorized())
        // Avoid promises here: each costs a hundredth of the smallest response.
        instance.barrier.ensureCurrent().then(() => {
          let principal: Principal | Promise<Principal>
          try {
            principal = authenticate(instance, token)
          } catch (error) {
            return reject(error)
          }
          if (principal instanceof Promise) principal.then(proceed, reject)
          else proceed(principal)
        }, reject)
      },
      handler: createHandler(instance, endpoint, options, scheme),
    })

    function countRequest(request: FastifyRequest, reply: FastifyReply, principal: Principal): void {
      const isCached = endpoint.cached !== undefined
      request.rate = options.rates.ofPrincipal(request, principal, isCached)
      if (request.rate && !isCached) reply.headers(request.rate)
    }
  }

  /** Requests without a valid token or session are counted for their network. */
  function toRejection(request: FastifyRequest, error: unknown): Error {
    if (error instanceof Failure && error.status === 401) return options.rates.rejectionOf(request, error)
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Checks the rights before the body is read. */
function authorize(endpoint: Endpoint, principal: Principal): void {
  assertRights(principal, rightsOf(endpoint))
  if (principal.operations.length > 0 && !principal.operations.includes(endpoint.id))
    throw forbidden(generalErrors.narrowedToken())
}

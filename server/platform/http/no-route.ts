// Requests that no route accepts: an unknown path or method.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import createRouter from 'find-my-way'
import { authenticate, parseAuthorization } from '../auth/principal.ts'
import { badRequest, Failure, notFound, unauthorized } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import type { Instance } from '../instance/instance.ts'
import { sendFailure } from './send-failure.ts'

const noop = () => {}

/** The failure of a request without a route. */
export type FailureWithoutRoute = (request: Pick<FastifyRequest, 'method' | 'url'>) => Failure

/**
 * Remembers the methods of each path. Call it before routes are added.
 * @returns the failure of a request without a route: 405 with `Allow` if the path has routes of other methods, otherwise 404
 */
export function rememberRoutes(
  app: FastifyInstance,
  options: { maxParamLength: number },
): FailureWithoutRoute {
  // One entry for each path: fastify's own router would need a route for each path and method.
  const paths = createRouter({ ...options, ignoreTrailingSlash: true })
  const methodsByPath = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const path = url.replace(/(.)\/$/, '$1')
    let methods = methodsByPath.get(path)
    if (!methods) {
      methods = new Set()
      methodsByPath.set(path, methods)
      paths.on('GET', path, noop, methods)
    }
    for (const one of [method].flat()) methods.add(one)
  })

  return ({ method, url }) => {
    const methods: Set<string> | undefined = paths.find('GET', url)?.store
    return methods
      ? new Failure(405, generalErrors.methodNotAllowedOnPath({ method }), [], {
          allow: [...methods].join(', '),
        })
      : notFound(generalErrors.noPath())
  }
}

/** The failure of a path that the router cannot parse. */
export const badPath = (): Failure => badRequest([{ field: 'path', ...generalErrors.notUtf8() }])

/** Rejects a path that the router cannot parse. The token is checked first, as always (decision 2.1). */
export async function rejectBadPath(
  instance: Instance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const token = parseAuthorization(request.headers.authorization)
    if (token === undefined) throw unauthorized()
    await instance.barrier.ensureCurrent()
    await authenticate(instance, token)
    throw badPath()
  } catch (error) {
    return sendFailure(error, request, reply)
  }
}

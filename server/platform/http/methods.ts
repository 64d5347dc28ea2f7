import type { FastifyInstance, FastifyRequest } from 'fastify'
import createRouter from 'find-my-way'
import { Failure, notFound } from './errors.ts'
import { generalErrors } from './general.errors.ts'

const noop = () => {}

/**
 * Rejects requests without a route before fastify parses their body (decision 2.1): 405 with `Allow` if the path has routes of
 * other methods, otherwise 404. Call it before routes are added.
 */
export function rejectWithoutRoute(app: FastifyInstance, options: { maxParamLength: number }): void {
  // One entry for each path: fastify's own router would need a route for each path and method.
  const paths = createRouter({ ...options, ignoreTrailingSlash: true })
  const methodsByPath = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    const path = url.replace(/(.)\/$/, '$1')
    const known = methodsByPath.get(path)
    if (known) known.push(...[method].flat())
    else {
      const methods = [method].flat()
      methodsByPath.set(path, methods)
      paths.on('GET', path, noop, methods)
    }
  })

  const failureOf = ({ method, url }: FastifyRequest): Failure => {
    const methods: string[] | undefined = paths.find('GET', url)?.store
    return methods
      ? new Failure(405, generalErrors.methodNotAllowedOnPath({ method }), [], { allow: methods.join(', ') })
      : notFound(generalErrors.noPath())
  }
  app.addHook('onRequest', (request, _reply, done) => done(request.is404 ? failureOf(request) : undefined))
}

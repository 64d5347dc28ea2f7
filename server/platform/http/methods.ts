import { METHODS } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from './errors.ts'
import { generalErrors } from './general.errors.ts'

/** Registers all HTTP methods: fastify knows eight of them and can reject only registered ones. */
export function registerAllMethods(app: FastifyInstance): void {
  for (const method of METHODS)
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method))
      app.addHttpMethod(method, { hasBody: true })
}

/** Responds to every other method of a path with 405 and `Allow`, without reading the body. */
export function rejectOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (_request: FastifyRequest, payload: Readable) => {
      payload.resume()
    })
    scope.route({
      method: METHODS.filter((method) => method !== 'CONNECT' && !allowed.includes(method)),
      url,
      // Before the handler: fastify would parse the body of some methods first.
      onRequest: async (request) => {
        throw new Failure(405, generalErrors.methodNotAllowedOnPath({ method: request.method }), [], {
          allow: allowed.join(', '),
        })
      },
      handler: () => {},
    })
  })
}

import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../ground/errors.ts'
import { generalErrors } from '../../ground/general.errors.ts'
import { selectRepresentation } from '../../http/negotiate.ts'
import { type CachedResponse, createResponseCache } from '../../http/response-cache.ts'

/** The script of Scalar's reference with its compressed forms. */
const maxBytes = 16 * 1024 * 1024

const readScript = (file: string): Promise<Buffer> =>
  readFile(file).catch((error) => {
    throw error.code === 'ENOENT' ? notFound(generalErrors.noPath()) : error
  })

/**
 * Serves the script of the reference, which is read with the first request for it.
 * @param file where `npm run build` writes it
 */
export function serveScalar(app: FastifyInstance, url: string, file: string): void {
  const cache = createResponseCache<undefined>(maxBytes)
  let reading: Promise<CachedResponse> | undefined
  const script = (): Promise<CachedResponse> => {
    reading ??= readScript(file).then((bytes) =>
      cache.set(url, bytes, { 'content-type': 'text/javascript; charset=utf-8' }, undefined),
    )
    reading.catch(() => {
      reading = undefined
    })
    return reading
  }
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      const { status, headers, bytes } = selectRepresentation(await script(), request.headers, 'no-cache')
      for (let index = 0; index < headers.length; index += 2)
        reply.header(headers[index]!, headers[index + 1]!)
      return reply.status(status).send(await bytes)
    },
  })
}

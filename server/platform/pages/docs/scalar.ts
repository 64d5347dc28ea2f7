import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { selectRepresentation } from '../../http/negotiate.ts'
import { type CachedResponse, createResponseCache } from '../../http/response-cache.ts'

/** The script of Scalar's reference with its compressed forms. */
const maxBytes = 16 * 1024 * 1024

const readScript = (): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./scalar.worker.ts', import.meta.url))
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the script of the reference was not read')))
  })

/** Serves the script of the reference, which is read with the first request for it. */
export function serveScalar(app: FastifyInstance, url: string): void {
  const cache = createResponseCache<undefined>(maxBytes)
  let reading: Promise<CachedResponse> | undefined
  const script = (): Promise<CachedResponse> => {
    reading ??= readScript().then((bytes) =>
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

// Serves files whose address has a version: their content never changes, so that a browser or a CDN keeps it.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { notFound } from '../../ground/errors.ts'
import { generalErrors } from '../../ground/general.errors.ts'
import type { Instance } from '../../instance/instance.ts'
import { matchesEtag } from '../negotiate.ts'
import { parseRequest } from '../parse-request.ts'
import type { RateLimits } from '../request/rate-limit.ts'
import { contentPolicy, dispositionOf } from '../send-file.ts'
import { anyOrigin, publicPreflightHeaders } from './cors.ts'
import { type PublicEndpoint, routePath } from './public-endpoint.ts'

/** A file that everybody may have who knows its address. */
export type VersionedFile = {
  mediaType: string
  /** For downloads. */
  name: string
  /** Displayed by the browser instead of downloaded. */
  isInline: boolean
  size: number
  sha256: Buffer
  /** @returns undefined: the store does not have it */
  open(): Promise<Readable | undefined>
}

/** An endpoint without key: an `img` element works as it is, on every page. */
export type VersionedFileEndpoint = Pick<
  PublicEndpoint,
  'path' | 'id' | 'tag' | 'summary' | 'description'
> & {
  params: TObject
  examples: { params: Record<string, unknown> }
  /** @returns undefined: there is no such file, it is not public, or it has another version */
  find(instance: Instance, params: { id: number; name: string }): Promise<VersionedFile | undefined>
}

/** Chrome shows no PDF in a sandbox. */
const policyOf = ({ mediaType }: VersionedFile) =>
  mediaType === 'application/pdf' ? {} : { 'content-security-policy': contentPolicy }

const immutable = 'public, max-age=31536000, immutable'

export function serveVersionedFile(
  app: FastifyInstance,
  instance: Instance,
  endpoint: VersionedFileEndpoint,
  rates: RateLimits,
): void {
  const url = routePath(endpoint.path)
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    request.rate = rates.ofVersionedFile(request)
    const { params } = parseRequest(endpoint, request.params as Record<string, string>, '', undefined)
    const file = await endpoint.find(instance, params as { id: number; name: string })
    if (!file) throw notFound(generalErrors.noPath())
    const etag = `"${file.sha256.toString('hex')}"`
    reply.headers({ ...anyOrigin, etag, 'cache-control': immutable })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
    const content = await file.open()
    if (!content) throw notFound(generalErrors.noPath())
    reply
      .type(file.mediaType)
      .headers({ 'content-length': String(file.size), ...policyOf(file) })
      .header('content-disposition', dispositionOf(file.name, file.isInline))
    if (request.method !== 'HEAD') return reply.send(content)
    content.destroy()
    return reply.send()
  }
  app.options(url, (_request, reply) => reply.status(204).headers(publicPreflightHeaders).send())
  app.route({ method: ['GET', 'HEAD'], url, handler: send })
}

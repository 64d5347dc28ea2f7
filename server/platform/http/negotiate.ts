import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { Failure } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import { compressors, type Encoding } from './compression.ts'
import type { CachedHeaders, CachedResponse } from './response-cache.ts'

const minCompressedBytes = 1024

/** Hook `onSend`: compresses a text that is made for one request. A client that accepts no available encoding gets it as it is. */
export async function compressText(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < minCompressedBytes) return payload
  const [encoding = 'identity'] = acceptedEncodings(headers['accept-encoding'] ?? 'identity')
  reply.header('vary', 'Accept-Encoding')
  if (encoding === 'identity') return payload
  reply.header('content-encoding', encoding)
  return compressors[encoding](Buffer.from(payload))
}

/** A body, or a promise of it, with its headers as alternating names and values; without a body: 304. */
type Representation = {
  status: 200 | 304
  headers: readonly string[]
  bytes: Buffer | Promise<Buffer> | undefined
}

/**
 * Chooses the encoding of a response by Accept-Encoding, or 304 by If-None-Match (decision 11.6). The ETag is strong: it differs by
 * encoding.
 * @param cacheControl the header of that name; undefined: the request had a body, so the response must not be stored
 * @throws Failure 406 if the client accepts no available encoding
 */
export function selectRepresentation(
  response: CachedResponse,
  request: { 'accept-encoding'?: string | undefined; 'if-none-match'?: string | undefined },
  cacheControl: string | undefined,
): Representation {
  const encoding = encodingOf(request['accept-encoding'], response.bytes.length)
  const { etag, withBody, withoutBody } = headersOf(response, encoding, cacheControl)
  if (etag !== undefined && matchesEtag(request['if-none-match'], etag))
    return { status: 304, headers: withoutBody, bytes: undefined }
  const bytes = encoding === 'identity' ? response.bytes : response.encode(encoding)
  return { status: 200, headers: withBody, bytes }
}

function headersOf(
  response: CachedResponse,
  encoding: Encoding,
  cacheControl: string | undefined,
): CachedHeaders {
  if (cacheControl === undefined) return buildHeaders(response, encoding, cacheControl)
  const cached = response.headersByEncoding.get(encoding)
  if (cached) return cached
  const built = buildHeaders(response, encoding, cacheControl)
  response.headersByEncoding.set(encoding, built)
  return built
}

function buildHeaders(
  response: CachedResponse,
  encoding: Encoding,
  cacheControl: string | undefined,
): CachedHeaders {
  const suffix = encoding === 'identity' ? '' : `-${encoding}`
  const etag = cacheControl === undefined ? undefined : `"${response.hash}${suffix}"`
  const { 'content-type': contentType = 'application/json; charset=utf-8', ...others } = response.headers
  const withoutBody = Object.entries({
    ...others,
    vary: 'Accept-Encoding, Authorization',
    'cache-control': cacheControl ?? 'no-store',
    ...(etag === undefined ? {} : { etag }),
  }).flat()
  const withBody = ['content-type', contentType, ...withoutBody]
  if (encoding !== 'identity') withBody.push('content-encoding', encoding)
  return { etag, withBody, withoutBody }
}

const supportedEncodings: readonly Encoding[] = ['zstd', 'br', 'gzip', 'identity']

// Few clients send few different headers: the result of parsing one is cached.
const maxCachedHeaders = 1000
const encodingsByHeader = new Map<string, readonly Encoding[]>()

function acceptedEncodings(header: string): readonly Encoding[] {
  const found = encodingsByHeader.get(header)
  if (found) return found
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } })
  // The second argument is missing in the types: the order among encodings with equal quality.
  const order = negotiator.encodings as (offered: readonly string[], options: object) => string[]
  const encodings = order.call(negotiator, supportedEncodings, {
    preferred: supportedEncodings,
  }) as Encoding[]
  if (encodingsByHeader.size >= maxCachedHeaders) encodingsByHeader.clear()
  encodingsByHeader.set(header, encodings)
  return encodings
}

function encodingOf(header: string | undefined, size: number): Encoding {
  if (header === undefined) return 'identity'
  const encodings = acceptedEncodings(header)
  if (encodings.length === 0) throw new Failure(406, generalErrors.encoding())
  if (size < minCompressedBytes && encodings.includes('identity')) return 'identity'
  return encodings[0]!
}

export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag ||
    header.trim() === '*' ||
    header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag))

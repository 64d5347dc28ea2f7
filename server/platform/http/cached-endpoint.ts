import type { FastifyReply, FastifyRequest } from 'fastify'
import { dateIn } from '../ground/clock.ts'
import type { Instance } from '../instance/instance.ts'
import { withoutAbsent } from './absent-values.ts'
import type { Endpoint } from './endpoint.ts'
import { selectRepresentation } from './negotiate.ts'
import { parseRequest } from './parse-request.ts'
import { corsHeaders } from './request/cors.ts'
import type { CachedResponse } from './response-cache.ts'

/** A validated query with its cache key, which equal queries of one day share. */
type CachedQuery = { query: unknown; day: string; key: string }

// Parsed URLs are cached, because the same ones are requested again and again.
const maxCachedUrls = 10_000
const maxUrlLength = 500

/**
 * The request handler of an endpoint whose responses are cached (`cached`).
 * @param check validates a response against the endpoint's schema; for tests
 */
export function createCachedHandler(
  instance: Instance,
  endpoint: Endpoint,
  check: ((query: CachedQuery, response: CachedResponse) => void) | undefined,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined {
  const findResponse = endpoint.cached!(instance)
  const queriesByUrl = new Map<string, CachedQuery>()

  const parseQuery = (url: string, body: unknown, day: string): CachedQuery => {
    const cut = url.indexOf('?')
    const given = withoutAbsent(endpoint.input, body)
    const { input } = parseRequest(endpoint, {}, cut < 0 ? '' : url.slice(cut + 1), given)
    const sorted = Object.entries(input as object).sort(([one], [other]) => (one < other ? -1 : 1))
    return { query: input, day, key: `${day} ${JSON.stringify(sorted)}` }
  }
  const queryOf = ({ url, body }: FastifyRequest, day: string): CachedQuery => {
    if (body !== undefined) return parseQuery(url, body, day)
    const cached = queriesByUrl.get(url)
    if (cached?.day === day) return cached
    const parsed = parseQuery(url, undefined, day)
    if (queriesByUrl.size >= maxCachedUrls) queriesByUrl.clear()
    if (url.length <= maxUrlLength) queriesByUrl.set(url, parsed)
    return parsed
  }

  return (request, reply) => {
    const day = dateIn(instance.settingsCache.settings.timeZone, instance.clock.now())
    const cachedQuery = queryOf(request, day)
    const found = findResponse(cachedQuery.query, cachedQuery.key, day)
    const send = (response: CachedResponse) => {
      check?.(cachedQuery, response)
      const cacheControl = request.body === undefined ? instance.settings.cacheControl : undefined
      return sendCachedResponse(response, request, reply, { cacheControl, headers: corsOf(request, reply) })
    }
    return found instanceof Promise ? found.then(send) : send(found)
  }
}

/** Those that the reply has: a cached response bypasses it. */
const corsOf = ({ headers }: FastifyRequest, reply: FastifyReply): string[] =>
  headers.origin !== undefined && reply.hasHeader('access-control-allow-origin')
    ? Object.entries(corsHeaders(headers.origin)).flat()
    : []

/** Longer texts are copied for longer than a second write takes. */
const maxTextBytes = 2048

/**
 * Sends a cached response, or 304.
 * @param options `cacheControl`: undefined for a response that must not be stored; `headers`: further ones, names and values alternating
 */
export function sendCachedResponse(
  response: CachedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
  options: { cacheControl: string | undefined; headers: readonly string[] },
): Promise<void> | undefined {
  const { status, headers, bytes } = selectRepresentation(response, request.headers, options.cacheControl)
  // Bypasses fastify, which would process each header and the body again.
  const send = (body: Buffer | undefined) => {
    reply.hijack()
    const length = body ? ['content-length', String(body.length)] : []
    const { rate } = request
    const limit = rate ? ['ratelimit-policy', rate['ratelimit-policy'], 'ratelimit', rate.ratelimit] : []
    reply.raw.writeHead(status, [
      ...headers,
      ...length,
      'x-request-id',
      request.id,
      ...limit,
      ...options.headers,
    ])
    // node:http writes headers and body at once if both are text. Latin-1 keeps the bytes.
    if (body && body.length <= maxTextBytes) reply.raw.end(body.toString('latin1'), 'latin1')
    else reply.raw.end(body)
  }
  if (bytes instanceof Promise) return bytes.then(send)
  send(bytes)
  return undefined
}

// Serves the public interface: keys, origins, limits, then responses from the cache, or writes.
// Stages of a request to /public/v1: the key (auth/website-key.ts, cached behind the barrier by the topic `key`), its origins,
// the quota of the key and the visitor's network, then the query. Errors are problem details of the same Failures (problem.ts);
// each kind has a page at /problems/. Responses come from the read model (respondWith) and share its cache: a response is
// tagged with the dates or events whose counters it shows, or with allCounters if any booking may change it. Columns that only
// websites show (prices, session days, locations, slugs) are in memory, too (catalogue/read-model/website-records.ts); the texts
// of events are read from serialized records.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dateIn } from '../../ground/clock.ts'
import { notFound } from '../../ground/errors.ts'
import { generalErrors } from '../../ground/general.errors.ts'
import type { Instance } from '../../instance/instance.ts'
import { sendCachedResponse } from '../cached-endpoint.ts'
import type { ServeOptions } from '../handle-request.ts'
import { parseRequest } from '../parse-request.ts'
import { assertMatches } from '../serialize.ts'
import { corsHeaderList, publicCorsHeaders, publicPreflightHeaders } from './cors.ts'
import { createIdentification, queryStringOf } from './identify-website.ts'
import { sendProblem } from './problem.ts'
import { MovedPermanently, type PublicEndpoint, routePath } from './public-endpoint.ts'
import type { PublicWrite } from './public-write.ts'
import { createWriteHandler, readWriteBody } from './serve-public-write.ts'
import { createUrlCache, type UrlCache } from './url-cache.ts'

const flushMs = 60_000

type ParsedUrl = {
  keyInQuery: string | undefined
  params: unknown
  query: unknown
  /** Without what it depends on beside the URL. */
  ownKey: string
  /** The key of the response to the latest request, and its parts: a text that stays the same is hashed once. */
  latest: { cacheKey: string; today: string; timeZone: string; scope: string }
}

const answerPreflight = (_request: FastifyRequest, reply: FastifyReply) =>
  reply.status(204).headers(publicPreflightHeaders).send()

/** Registers endpoints below the prefix of the app. */
export function servePublicEndpoints(
  app: FastifyInstance,
  instance: Instance,
  endpoints: readonly PublicEndpoint[],
  writes: readonly PublicWrite[],
  options: ServeOptions,
): void {
  const { rates, checkResponses, uses } = options
  const { split, identify } = createIdentification(instance, rates)
  const writeUses = () =>
    uses
      .write()
      .catch((error) => instance.log.warn({ err: error }, 'the use of website keys was not recorded'))
  const flushing = setInterval(writeUses, flushMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(flushing)
    await writeUses()
  })
  app.setErrorHandler((error, request, reply) => {
    reply.headers(publicCorsHeaders(request.websiteKey, request.headers.origin))
    if (error instanceof MovedPermanently) {
      const query = queryStringOf(request.url)
      return reply.redirect(`${app.prefix}${error.path}${query && `?${query}`}`, 301)
    }
    return sendProblem(error, request, reply)
  })
  app.setNotFoundHandler((request, reply) => sendProblem(notFound(generalErrors.noPath()), request, reply))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })

  for (const endpoint of endpoints) {
    const url = routePath(endpoint.path)
    app.options(url, answerPreflight)
    app.route({
      method: ['GET', 'HEAD'],
      url,
      onRequest: (request, _reply, done) => identify(request, rates.ofWebsiteKey, done),
      handler: createPublicHandler(endpoint),
    })
  }

  // Content type parsers belong to a scope in fastify.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) =>
      readWriteBody(request, payload),
    )
    for (const endpoint of writes) {
      scope.options(endpoint.path, answerPreflight)
      const handle = createWriteHandler(instance, endpoint, options)
      scope.post(endpoint.path, {
        onRequest: (request, reply, done) =>
          identify(request, endpoint.isReadOnly ? rates.ofWebsiteKey : rates.ofWebsiteWrite, (error) => {
            if (request.rate) reply.headers(request.rate)
            done(error)
          }),
        handler: (request, reply) => handle(request, reply, split(request.url).rest),
      })
    }
  })

  function createPublicHandler(endpoint: PublicEndpoint) {
    const find = endpoint.open(instance)
    const urls: UrlCache<ParsedUrl> = createUrlCache()
    const parse = ({ url, params: raw }: FastifyRequest): ParsedUrl => {
      const cached = urls.get(url)
      if (cached) return cached
      const { key: keyInQuery, rest } = split(url)
      const { params, query } = parseRequest(endpoint, raw as Record<string, string>, rest, undefined)
      const sorted = Object.entries((query ?? {}) as object).sort(([one], [other]) => (one < other ? -1 : 1))
      const ownKey = `${endpoint.id} ${JSON.stringify([params, sorted, keyInQuery])}`
      const latest = { cacheKey: '', today: '', timeZone: '', scope: '' }
      return urls.set(url, { keyInQuery, params, query, ownKey, latest })
    }
    const cacheKeyOf = ({ latest, ownKey }: ParsedUrl, today: string, timeZone: string, scope: string) => {
      if (latest.today !== today || latest.timeZone !== timeZone || latest.scope !== scope)
        Object.assign(latest, { cacheKey: `${today} ${timeZone} ${scope} ${ownKey}`, today, timeZone, scope })
      return latest.cacheKey
    }
    return (request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined => {
      const key = request.websiteKey!
      const { settings } = instance.settingsCache
      const today = dateIn(settings.timeZone, instance.clock.now())
      const parsed = parse(request)
      uses.count(key.id, today, 'requests')
      if (endpoint.isView && !key.isSecret) uses.count(key.id, today, 'views')
      const { keyInQuery, params, query } = parsed
      const cacheKey = cacheKeyOf(parsed, today, settings.timeZone, key.scope)
      const found = find({
        keyInQuery,
        params,
        query,
        cacheKey,
        key,
        today,
        settings,
        publicUrl: instance.settings.publicUrl,
      })
      const send = (response: Awaited<typeof found>) => {
        if (checkResponses && endpoint.mediaType === undefined)
          assertMatches(endpoint.id, endpoint.response, JSON.parse(response.bytes.toString()))
        return sendCachedResponse(response, request, reply, {
          cacheControl: endpoint.noStore ? undefined : instance.settings.websiteCacheControl,
          headers: corsHeaderList(key, request.headers.origin),
        })
      }
      return found instanceof Promise ? found.then(send) : send(found)
    }
  }
}

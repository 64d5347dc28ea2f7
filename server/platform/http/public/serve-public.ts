// Serves the public interface: keys, origins, limits, then responses from the cache.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createUseCounter, parseBearer, type WebsiteKey } from '../../auth/website-key.ts'
import { dateIn } from '../../runtime/clock.ts'
import type { Instance } from '../../runtime/instance.ts'
import { sendCachedResponse } from '../cached-endpoint.ts'
import { Failure, notFound } from '../errors.ts'
import { generalErrors } from '../general.errors.ts'
import { parseRequest } from '../parse-request.ts'
import type { RateLimits } from '../request/rate-limit.ts'
import { assertMatches, type HttpOptions } from '../serialize.ts'
import { allowedOrigin, corsHeaderList, corsHeaders, preflightHeaders } from './cors.ts'
import { sendProblem } from './problem.ts'
import { publicErrors } from './public.errors.ts'
import { MovedPermanently, type PublicEndpoint, routePath } from './public-endpoint.ts'

declare module 'fastify' {
  interface FastifyRequest {
    websiteKey: WebsiteKey | undefined
  }
}

const flushMs = 60_000
const maxCachedUrls = 10_000
const maxUrlLength = 500

const unauthorized = () => new Failure(401, publicErrors.key())

// Parsed URLs are cached, because the same ones are requested again and again.
type SplitUrl = { key: string | undefined; rest: string }
type ParsedUrl = {
  keyInQuery: string | undefined
  params: unknown
  query: unknown
  /** Without what it depends on beside the URL. */
  ownKey: string
  /** The key of the response to the latest request, and what it depends on: a text that stays the same is hashed once. */
  latest: { cacheKey: string; today: string; timeZone: string; scope: string }
}

/** Caches what is derived from a URL. */
function createUrlCache<T>(): { get(url: string): T | undefined; set(url: string, value: T): T } {
  const values = new Map<string, T>()
  return {
    get: (url) => values.get(url),
    set(url, value) {
      if (values.size >= maxCachedUrls) values.clear()
      if (url.length <= maxUrlLength) values.set(url, value)
      return value
    },
  }
}

/** Takes the key out of a query: it is no parameter of the endpoint. */
function splitKey(queryString: string): SplitUrl {
  const pairs = queryString.split('&')
  const own = pairs.find((pair) => pair.startsWith('key='))
  return {
    key: own && decodeURIComponentOrNone(own.slice(4)),
    rest: pairs.filter((pair) => !pair.startsWith('key=')).join('&'),
  }
}

const decodeURIComponentOrNone = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text) || undefined
  } catch {
    return undefined
  }
}

const queryOf = (url: string): string => {
  const cut = url.indexOf('?')
  return cut < 0 ? '' : url.slice(cut + 1)
}

/** Registers endpoints below the prefix of the app. */
export function servePublicEndpoints(
  app: FastifyInstance,
  instance: Instance,
  endpoints: readonly PublicEndpoint[],
  { rates, checkResponses }: HttpOptions & { rates: RateLimits },
): void {
  const uses = createUseCounter(instance.db)
  const splitUrls = createUrlCache<SplitUrl>()
  const split = (url: string): SplitUrl => splitUrls.get(url) ?? splitUrls.set(url, splitKey(queryOf(url)))
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
    reply.headers(corsHeaders(request.websiteKey, request.headers.origin))
    if (error instanceof MovedPermanently) {
      const query = queryOf(request.url)
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
    app.options(url, (_request, reply) => reply.status(204).headers(preflightHeaders).send())
    app.route({
      method: ['GET', 'HEAD'],
      url,
      onRequest: (request, _reply, done) => identify(request, done),
      handler: createPublicHandler(endpoint),
    })
  }

  function identify(request: FastifyRequest, done: (error?: Error) => void): void {
    const reject = (error: unknown) => {
      done(toRejection(request, error))
    }
    const text = parseBearer(request.headers.authorization) ?? split(request.url).key
    if (text === undefined) {
      reject(unauthorized())
      return
    }
    const proceed = (key: WebsiteKey | undefined) => {
      try {
        if (!key) throw unauthorized()
        request.websiteKey = key
        if (allowedOrigin(key, request.headers.origin) === undefined)
          throw new Failure(403, publicErrors.origin())
        request.rate = rates.ofWebsiteKey(request, key)
        done()
      } catch (error) {
        reject(error)
      }
    }
    // Avoid promises here: each costs a hundredth of the smallest response.
    instance.barrier.ensureCurrent().then(() => {
      const cached = instance.websiteKeys.get(text)
      if (cached) proceed(cached)
      else instance.websiteKeys.find(text).then(proceed, reject)
    }, reject)
  }

  /** Requests without a valid key are counted for their network. */
  function toRejection(request: FastifyRequest, error: unknown): Error {
    if (error instanceof Failure && error.status === 401) return rates.rejectionOf(request, error)
    return error instanceof Error ? error : new Error(String(error))
  }

  function createPublicHandler(endpoint: PublicEndpoint) {
    const find = endpoint.open(instance)
    const urls = createUrlCache<ParsedUrl>()
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
      uses.count(key.id, today)
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
          cacheControl: instance.settings.websiteCacheControl,
          headers: corsHeaderList(key, request.headers.origin),
        })
      }
      return found instanceof Promise ? found.then(send) : send(found)
    }
  }
}

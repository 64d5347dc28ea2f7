// Whose key a request of the public interface has.
import type { FastifyRequest } from 'fastify'
import { parseBearer, type WebsiteKey } from '../../auth/website-key.ts'
import { badRequest, Failure } from '../../ground/errors.ts'
import { generalErrors } from '../../ground/general.errors.ts'
import type { Instance } from '../../instance/instance.ts'
import type { RateHeaders, RateLimits } from '../request/rate-limit.ts'
import { allowedOrigin } from './cors.ts'
import { publicErrors } from './public.errors.ts'
import { createUrlCache, type UrlCache } from './url-cache.ts'

declare module 'fastify' {
  interface FastifyRequest {
    websiteKey: WebsiteKey | undefined
  }
}

const unauthorized = () => new Failure(401, publicErrors.key())

/** A query without its key, which is no parameter of an endpoint. */
type SplitQuery = { key: string | undefined; isRepeated: boolean; rest: string }

/** Takes the key out of a query. */
function splitKey(queryString: string): SplitQuery {
  const pairs = queryString.split('&')
  const [own, another] = pairs.filter((pair) => pair.startsWith('key='))
  return {
    key: own && decodeURIComponentOrNone(own.slice(4)),
    isRepeated: another !== undefined,
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

export const queryStringOf = (url: string): string => {
  const cut = url.indexOf('?')
  return cut < 0 ? '' : url.slice(cut + 1)
}

export type Identification = {
  /** The query of a URL, with its key apart. */
  split(url: string): SplitQuery
  /** Sets the key of a request, behind the barrier, and counts it. Calls back with a failure: 400, 401, 403, 429. */
  identify(request: FastifyRequest, take: TakeQuota, done: (error?: Error) => void): void
}

type TakeQuota = (request: FastifyRequest, key: WebsiteKey) => RateHeaders

export function createIdentification(instance: Instance, rates: RateLimits): Identification {
  const splitUrls: UrlCache<SplitQuery> = createUrlCache()
  const split = (url: string): SplitQuery =>
    splitUrls.get(url) ?? splitUrls.set(url, splitKey(queryStringOf(url)))

  /** Requests without a valid key are counted for their network. */
  const toRejection = (request: FastifyRequest, error: unknown): Error => {
    if (error instanceof Failure && [400, 401].includes(error.status))
      return rates.rejectionOf(request, error)
    return error instanceof Error ? error : new Error(String(error))
  }

  return {
    split,
    identify(request, take, done) {
      const reject = (error: unknown) => {
        done(toRejection(request, error))
      }
      const { key, isRepeated } = split(request.url)
      if (isRepeated) {
        reject(badRequest([{ field: 'key', ...generalErrors.repeated() }]))
        return
      }
      const text = parseBearer(request.headers.authorization) ?? key
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
          request.rate = take(request, key)
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
    },
  }
}

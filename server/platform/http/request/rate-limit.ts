// How many requests a token, a session or a network may send. Each process counts for itself, in memory.
import type { FastifyRequest } from 'fastify'
import type { Principal } from '../../auth/principal.ts'
import type { WebsiteKey } from '../../auth/website-key.ts'
import { Failure } from '../../ground/errors.ts'
import { generalErrors } from '../../ground/general.errors.ts'
import { networkOf } from '../../ground/network.ts'
import type { Settings } from '../../settings/settings.ts'
import { countRateLimited } from '../metrics.ts'

/** `RateLimit-Policy` and `RateLimit` of the IETF's draft "RateLimit header fields for HTTP"; undefined: none are sent. */
export type RateHeaders = { 'ratelimit-policy': string; ratelimit: string } | undefined

type RateLimit = {
  /** Counts a request. @returns the headers to send, if any @throws Failure 429 */
  take(key: string | number, nowMs?: number): RateHeaders
}

/** Keys that are remembered; the oldest of them are forgotten first. */
const maxKeys = 100_000

/**
 * A quota for each key, which comes back evenly over the window (GCRA): one number per key, and no burst at a window's border.
 * @param quota 0: no limit
 * @param silentUntil share of the quota that is used before headers are sent
 */
export function createRateLimit(
  name: string,
  quota: number,
  windowSeconds: number,
  silentUntil = 0,
): RateLimit {
  if (quota === 0) return { take: () => undefined }
  const windowMs = windowSeconds * 1000
  const intervalMs = windowMs / quota
  const policy = `"${name}";q=${quota};w=${windowSeconds}`
  /** When the quota of a key will be whole again. */
  const wholeAt = new Map<string | number, number>()

  const headers = (usedMs: number): NonNullable<RateHeaders> => ({
    'ratelimit-policy': policy,
    ratelimit: `"${name}";r=${Math.max(0, Math.round((windowMs - usedMs) / intervalMs))};t=${Math.ceil(usedMs / 1000)}`,
  })
  const forget = (now: number) => {
    for (const [key, time] of wholeAt) if (time <= now) wholeAt.delete(key)
    for (const key of wholeAt.keys()) {
      if (wholeAt.size <= maxKeys * 0.9) break
      wholeAt.delete(key)
    }
  }

  return {
    take(key, nowMs = performance.now()) {
      const usedMs = Math.max((wholeAt.get(key) ?? 0) - nowMs, 0)
      const excessMs = usedMs + intervalMs - windowMs
      // A millisecond of tolerance for sums that are not exact.
      if (excessMs > 1) {
        const seconds = Math.ceil(excessMs / 1000)
        countRateLimited(name)
        throw new Failure(429, generalErrors.tooManyRequests({ seconds }), [], {
          ...headers(usedMs),
          'retry-after': String(seconds),
        })
      }
      wholeAt.set(key, nowMs + usedMs + intervalMs)
      if (wholeAt.size > maxKeys) forget(nowMs)
      return usedMs < windowMs * silentUntil ? undefined : headers(usedMs + intervalMs)
    },
  }
}

/** The limits of a process. */
export type RateLimits = {
  /** Counts an authenticated request for its token or session, an open one for its network. @throws Failure 429 */
  ofPrincipal(request: FastifyRequest, principal: Principal, isCached: boolean): RateHeaders
  /** Counts a reading request for its key and the network of its visitor. @throws Failure 429 */
  ofWebsiteKey(request: FastifyRequest, key: WebsiteKey): RateHeaders
  /** The same for a writing one. @throws Failure 429 */
  ofWebsiteWrite(request: FastifyRequest, key: WebsiteKey): RateHeaders
  /** Counts a request of a file without a key for its network. @throws Failure 429 */
  ofVersionedFile(request: FastifyRequest): RateHeaders
  /** Counts a request of nobody known for its network. @throws Failure 429 */
  ofNetwork(request: FastifyRequest): RateHeaders
  /** Counts a rejected request of nobody known for its network. @returns the rejection: 429, or the given one */
  rejectionOf(request: FastifyRequest, rejection: Failure): Failure
  /** Counts a sign-up to a newsletter for its mail address. @throws Failure 429 */
  ofSignUp(email: string): RateHeaders
}

const filesPerRequest = 10

/** The address of a website's visitor: its own server tells it. */
export function visitorAddress({ headers, ip }: FastifyRequest, { isSecret }: WebsiteKey): string {
  const told = isSecret ? headers['x-visitor-address'] : undefined
  return typeof told === 'string' ? told : (ip ?? '')
}

const visitorOf = (request: FastifyRequest, key: WebsiteKey): string =>
  `${key.id} ${networkOf(visitorAddress(request, key))}`

export function createRateLimits({ rates }: Settings): RateLimits {
  const token = createRateLimit('token', rates.token, 60)
  // The headers would cost some hundredths of the smallest response.
  const catalogue = createRateLimit('catalogue', rates.catalogue, 60, 0.5)
  const website = createRateLimit('website', rates.website, 60)
  const websiteWrite = createRateLimit('website-write', rates.websiteWrite, 60)
  // A page has many images, and many visitors may be behind one address.
  const file = createRateLimit('file', rates.website * filesPerRequest, 60)
  const session = createRateLimit('session', rates.session, 60)
  const network = createRateLimit('address', rates.address, 60)
  const signUp = createRateLimit('newsletter', rates.newsletter, 3600)
  const ofNetwork = (request: FastifyRequest) => network.take(networkOf(request.ip ?? ''))
  return {
    ofPrincipal(request, { tokenId, sessionId }, isCached) {
      if (tokenId > 0) return (isCached ? catalogue : token).take(tokenId)
      return sessionId > 0 ? session.take(sessionId) : ofNetwork(request)
    },
    ofWebsiteKey: (request, key) => website.take(visitorOf(request, key)),
    ofWebsiteWrite: (request, key) => websiteWrite.take(visitorOf(request, key)),
    ofVersionedFile: (request) => file.take(networkOf(request.ip ?? '')),
    ofNetwork,
    rejectionOf(request, rejection) {
      try {
        ofNetwork(request)
        return rejection
      } catch (error) {
        return error instanceof Failure ? error : rejection
      }
    },
    ofSignUp: (email) => signUp.take(email),
  }
}

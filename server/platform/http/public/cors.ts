// Which pages of other origins may read responses (Fetch standard, CORS protocol).
import type { WebsiteKey } from '../../auth/website-key.ts'

const exposed = 'ETag, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id'

/** The headers of responses that every page may read. */
export const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

/** @returns the origin that may read a response, `*` for any, '' where none asks; undefined: the key does not name it */
export function allowedOrigin(
  { isSecret, origins }: Pick<WebsiteKey, 'isSecret' | 'origins'>,
  origin: string | undefined,
): string | undefined {
  // A secret key in a browser would be no secret.
  if (isSecret) return origin === undefined ? '' : undefined
  if (origins.length === 0) return '*'
  if (origin === undefined) return ''
  return origins.includes(origin.toLowerCase()) ? origin : undefined
}

/** The headers of a response; of an error without a valid key, which any page may read. */
export function publicCorsHeaders(
  key: WebsiteKey | undefined,
  origin: string | undefined,
): Record<string, string> {
  const allowed = key ? allowedOrigin(key, origin) : '*'
  if (allowed === '*') return anyOrigin
  const { 'access-control-allow-origin': _, ...others } = anyOrigin
  return { ...(allowed ? { ...anyOrigin, 'access-control-allow-origin': allowed } : others), vary: 'Origin' }
}

const anyOriginList = Object.entries(anyOrigin).flat()

/** The same, names and values alternating. */
export const corsHeaderList = (key: WebsiteKey, origin: string | undefined): readonly string[] => {
  const headers = publicCorsHeaders(key, origin)
  return headers === anyOrigin ? anyOriginList : Object.entries(headers).flat()
}

/** The answer to a preflight, which has no key: the request that follows is checked. */
export const publicPreflightHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
  'access-control-max-age': '86400',
  'cross-origin-resource-policy': 'cross-origin',
}

// Pages of other origins may use a token that names their origin (Fetch standard, CORS protocol).

/** The origin of an address as browsers send it; undefined: it is no address of a website, or more than its origin. */
export function parseOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, pathname, search, hash, username } = new URL(text)
  const isOrigin = pathname === '/' && search === '' && hash === '' && username === ''
  return /^https?:$/.test(protocol) && isOrigin ? origin : undefined
}

const exposed = [
  'Content-Disposition',
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Kontor-Conflict',
  'X-Request-Id',
  'X-Total-Count',
].join(', ')

/** The headers of a response that a page of an origin may read. */
export const corsHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': exposed,
  vary: 'Origin',
})

type RequestHeaders = { [name: string]: string | string[] | undefined }

/** Whether a browser asks whether a page may send a request. Any other OPTIONS is a method like others. */
export const isPreflight = (method: string, headers: RequestHeaders): boolean =>
  method === 'OPTIONS' &&
  headers['origin'] !== undefined &&
  headers['access-control-request-method'] !== undefined

/** The answer to a preflight, which has no token: the request that follows is checked. @param methods those of the path */
export const preflightHeaders = (origin: string, methods: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': methods,
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
  'access-control-max-age': '600',
  vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
})

/**
 * The treatment of a request with a valid token. A token without origins is for programs: their `Origin`, if they send one, says
 * nothing.
 */
export function judgeOrigin(
  headers: RequestHeaders,
  origins: readonly string[],
): 'readable' | 'unreadable' | 'refused' {
  const { origin } = headers
  if (typeof origin !== 'string') return 'unreadable'
  if (origins.includes(origin)) return 'readable'
  // The pages of this server, such as its documentation, are no other origin.
  return origins.length === 0 || headers['sec-fetch-site'] === 'same-origin' ? 'unreadable' : 'refused'
}

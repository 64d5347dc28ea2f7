// Cookies of the back office. Each holds a secret of 256 bits.

/** The secret in a cookie of a `Cookie` header; undefined if there is none. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${name}=([\\w-]{43})(?:;|$)`).exec(header ?? '')?.[1]

/**
 * A `Set-Cookie` header.
 * @param secret '': the cookie is deleted
 * @param maxAgeSeconds left out: until the browser is closed
 */
export function cookieHeader(
  name: string,
  secret: string,
  { secure, maxAgeSeconds }: { secure: boolean; maxAgeSeconds?: number },
): string {
  const maxAge = secret === '' ? 0 : maxAgeSeconds
  const lifetime = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  return `${name}=${secret}; Path=/office; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}${lifetime}`
}

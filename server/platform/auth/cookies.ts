// Cookies of the back office. Each holds a secret of 256 bits.

/** Behind TLS with a prefix: only this host can set such a cookie, and only over TLS. */
const nameOf = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name)

/** The secret in a cookie of a `Cookie` header; undefined if there is none. */
export const readCookie = (header: string | undefined, name: string, secure: boolean): string | undefined =>
  new RegExp(`(?:^|;)\\s*${nameOf(name, secure)}=([\\w-]{43})(?:;|$)`).exec(header ?? '')?.[1]

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
  const scope = secure ? 'Path=/; Secure' : 'Path=/office'
  return `${nameOf(name, secure)}=${secret}; ${scope}; HttpOnly; SameSite=Strict${lifetime}`
}

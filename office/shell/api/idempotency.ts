// Keys by which the server executes a write once, however often it is sent.
import type { Method } from './endpoints.ts'

/**
 * Writes that the server may execute twice: signing in, those that are given a password, letterheads, whose logo it looks at first,
 * and previews, which change nothing.
 */
const withoutKey =
  /^(POST \/(session|session\/confirm|password|invitations\/[^/]*)|\w+ \/letterheads\/[^/]*|POST \/.*[-/]preview|POST \/bookings\/cancellation-terms)$/

/** Whether a request is sent with an Idempotency-Key. */
export const sendsKey = (method: Method, path: string): boolean =>
  method !== 'GET' && !withoutKey.test(`${method} ${path.split('?')[0]}`)

/** The keys of writes without an answer yet. */
const openKeys = new Map<string, string>()
const maxOpenKeys = 100

// Not crypto.randomUUID, which browsers have only with TLS.
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const fileNumbers = new WeakMap<object, number>()
let fileCount = 0

function numberOf(file: object): number {
  const number = fileNumbers.get(file) ?? ++fileCount
  fileNumbers.set(file, number)
  return number
}

/** A write with the key that it is sent with. */
interface KeyedWrite {
  key: string
  /** The server has answered: the next equal write is another one. */
  close(): void
}

/** The key of a write: that of an equal write whose answer was lost, otherwise a new one. */
export function openWrite(method: Method, path: string, body: unknown): KeyedWrite {
  const content = body instanceof Blob ? `file ${numberOf(body)}` : JSON.stringify(body)
  const write = `${method} ${path} ${content}`
  const key = openKeys.get(write) ?? newKey()
  openKeys.set(write, key)
  for (const oldest of openKeys.keys()) {
    if (openKeys.size <= maxOpenKeys) break
    openKeys.delete(oldest)
  }
  const close = (): void => {
    if (openKeys.get(write) === key) openKeys.delete(write)
  }
  return { key, close }
}

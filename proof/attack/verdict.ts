// Forbidden responses.
import type { Call, Response } from './send.ts'

/** A fault with an example of its cause. */
export type Finding = { fault: string; example: string }

/** A 503 that the situation deserves; each try says which it provokes, and why. */
export type Accepted = (response: Response) => boolean

export const acceptsNone: Accepted = () => false

// Texts of the server's inside: stacks, files, SQL.
const internals = /\bat [\w.<>]+ \(|node_modules|\.ts:\d+|syntax error at or near|violates .* constraint/

/** A text that every error of an interface has: of the error object, or of the problem details (RFC 9457). */
const errorFields: readonly (readonly [prefix: string, field: string])[] = [
  ['/restapi/v1/', 'error'],
  ['/integration/v1/', 'error'],
  ['/office/api/', 'error'],
  ['/public/v1/', 'title'],
]

/** The fault of a response; undefined: none. */
export function faultOf({ method, path }: Call, response: Response, accepted: Accepted): string | undefined {
  const { status, headers, text } = response
  if (status >= 500) {
    const isComplete = status === 503 && headers['retry-after'] !== undefined
    return isComplete && accepted(response) ? undefined : `status ${status}`
  }
  if (status < 400 || method === 'HEAD') return undefined
  if (internals.test(text)) return `status ${status} tells of the inside`
  const [, field] = errorFields.find(([prefix]) => path.startsWith(prefix)) ?? []
  if (field === undefined) return undefined
  try {
    const value = (JSON.parse(text) as Record<string, unknown>)[field]
    return typeof value === 'string' ? undefined : `status ${status} without the error object`
  } catch {
    return `status ${status} without the error object`
  }
}

const shorten = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text

/** A request and its response in words. */
export const describeCall = (
  { method, path, headers, body }: Call,
  { status, text }: Pick<Response, 'status' | 'text'>,
): string =>
  [
    `${method} ${shorten(path, 400)}`,
    `  headers ${shorten(JSON.stringify({ ...headers, authorization: undefined, cookie: undefined }), 300)}`,
    ...(body === undefined ? [] : [`  body ${shorten(JSON.stringify(body.toString()), 1500)}`]),
    `  → ${status} ${shorten(text, 500)}`,
  ].join('\n')

// The interface with tokens, /restapi/v1, by its paths. For servers: a token is a secret.
import { retryAfterOf } from './problem.ts'
import type { ErrorAnswer, paths } from './rest-api.ts'

export type RestOptions = {
  /** Where Kontor is, such as `https://kontor.example`. */
  baseUrl: string
  token: string
  /** Of each request; left out: 30,000. */
  timeoutMs?: number
  /** Left out: that of the platform. */
  fetch?: (input: string, init: RequestInit) => Promise<Response>
}

type Method = 'get' | 'post' | 'patch'
type Operation<M extends Method, P extends keyof paths> = paths[P][M]
/** The paths that have a method. */
export type RestPath<M extends Method> = {
  [P in keyof paths]: Operation<M, P> extends { responses: unknown } ? P : never
}[keyof paths]

type Parameters<O, Where extends 'path' | 'query'> = O extends { parameters: infer All }
  ? Where extends keyof All
    ? All[Where]
    : undefined
  : undefined
/** The content of a file. */
export type UploadBody = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer>
type JsonBody<O> = O extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never
type Upload<O> = O extends { requestBody?: { content: { 'application/octet-stream': unknown } } }
  ? UploadBody
  : never
/** Required where the operation requires it. */
type Field<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : undefined extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

/** The input of an operation. A repeated request with the same `idempotencyKey` has no further effect. */
export type RestInput<M extends Method, P extends keyof paths> = Field<
  'path',
  Parameters<Operation<M, P>, 'path'>
> &
  Field<'query', Parameters<Operation<M, P>, 'query'>> &
  (M extends 'get' ? unknown : Field<'body', JsonBody<Operation<M, P>> | Upload<Operation<M, P>>>) & {
    idempotencyKey?: string
    signal?: AbortSignal
  }
type Success<O> = O extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : never
/** The answer of an operation. */
export type RestAnswer<M extends Method, P extends keyof paths> = Success<Operation<M, P>>

/** An answer of the interface that is no success. */
export class RestError extends Error {
  readonly status: number
  readonly answer: ErrorAnswer
  /** The kind of a 409: `exists`, `stale`, `full`, … */
  readonly conflict: string | undefined
  readonly retryAfter: number | undefined

  constructor(answer: ErrorAnswer, response: Response) {
    super(answer.message)
    this.name = 'RestError'
    this.status = response.status
    this.answer = answer
    this.conflict = response.headers.get('x-kontor-conflict') ?? undefined
    this.retryAfter = retryAfterOf(response)
  }
}

type Request = {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object | UploadBody
  idempotencyKey?: string
  signal?: AbortSignal
}

const isUpload = (body: object | string): body is UploadBody =>
  typeof body === 'string' || body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body)

/** @throws TypeError naming the option that is wrong */
export function createRestClient(options: RestOptions) {
  if (!/^https?:\/\/[^/?#]+/.test(options.baseUrl))
    throw new TypeError('baseUrl: must be the address of Kontor, such as https://kontor.example')
  if (!options.token) throw new TypeError('token: is missing')
  const root = options.baseUrl.replace(/\/+$/, '').replace(/\/restapi\/v1$/, '')

  async function send<T>(method: Method, path: string, request: Request): Promise<T> {
    const { fetch = (...sent) => globalThis.fetch(...sent), token, timeoutMs = 30_000 } = options
    const { body, idempotencyKey, signal } = request
    const timeout = AbortSignal.timeout(timeoutMs)
    const response = await fetch(root + addressOf(path, request), {
      method: method.toUpperCase(),
      headers: {
        Authorization: `token ${token}`,
        ...(body === undefined
          ? {}
          : { 'Content-Type': isUpload(body) ? 'application/octet-stream' : 'application/json' }),
        ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
      },
      ...(body === undefined ? {} : { body: isUpload(body) ? body : JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (response.ok) return (await response.json()) as T
    const text = await response.text()
    const { status: code, statusText } = response
    const fallback = { error: statusText, message: statusText || `HTTP ${code}`, code }
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    throw new RestError(isJson ? (JSON.parse(text) as ErrorAnswer) : (fallback as ErrorAnswer), response)
  }

  return {
    get: <P extends RestPath<'get'>>(path: P, input: RestInput<'get', P>): Promise<RestAnswer<'get', P>> =>
      send('get', path, input as Request),
    post: <P extends RestPath<'post'>>(
      path: P,
      input: RestInput<'post', P>,
    ): Promise<RestAnswer<'post', P>> => send('post', path, input as Request),
    patch: <P extends RestPath<'patch'>>(
      path: P,
      input: RestInput<'patch', P>,
    ): Promise<RestAnswer<'patch', P>> => send('patch', path, input as Request),
  }
}

function addressOf(path: string, { path: values = {}, query = {} }: Request): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) parameters.append(name, String(one))
  const text = parameters.toString()
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  return `/restapi/v1${filled}${text && `?${text}`}`
}

// Sends requests: address, key, cache, pauses.
import { errorOf, retryAfterOf } from './problem.ts'

type MaybePromise<T> = T | Promise<T>

export type CachedAnswer = { etag: string; body: string }

/** Keeps answers by their address, to ask only whether they are current. A `Map` is one. */
export type AnswerCache = {
  get(address: string): MaybePromise<CachedAnswer | undefined>
  set(address: string, answer: CachedAnswer): unknown
}

export type ClientOptions = {
  /** Where Kontor is, such as `https://kontor.example`. */
  baseUrl: string
  /** `pk_…`, or `sk_…` on the website's own server. */
  key: string
  /** Left out: none. A browser has its own, which works without this. */
  cache?: AnswerCache
  /** How often a request is repeated after 429, 503 and failures of the network; left out: never. */
  retries?: number
  /** Of each request; left out: 30,000. */
  timeoutMs?: number
  /** Left out: that of the platform. */
  fetch?: (input: string, init: RequestInit) => Promise<Response>
}

export type CallOptions = {
  signal?: AbortSignal
  /** With a secret key: whose request this is, so that visitors do not share a limit. */
  visitorAddress?: string
}

export type WriteOptions = CallOptions & {
  /** The same request with the same key has no further effect. Left out: a new one for each call, so that its retries write once. */
  idempotencyKey?: string
}

type QueryValue = string | number | boolean | readonly (string | number)[] | undefined

const prefix = '/public/v1'

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })

/** `/dates/{id}` with its values. */
const fillPath = (path: string, values: Record<string, string | number>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))

export class Transport {
  readonly #root: string
  readonly #options: ClientOptions

  /** @throws TypeError for an address that is none, and for a text that is no key */
  constructor(options: ClientOptions) {
    if (!/^https?:\/\/[^/?#]+/.test(options.baseUrl))
      throw new TypeError('baseUrl: must be the address of Kontor, such as https://kontor.example')
    if (!/^[ps]k_./.test(options.key)) throw new TypeError('key: must begin with pk_ or sk_')
    this.#root = options.baseUrl.replace(/\/+$/, '').replace(/\/public\/v1$/, '')
    this.#options = options
  }

  get #isSecret(): boolean {
    return this.#options.key.startsWith('sk_')
  }

  /** The path below the root. A publishable key is a parameter: so a browser needs no preflight. */
  path(path: string, values: Record<string, string | number>, query: object = {}): string {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(query) as [string, QueryValue][])
      for (const one of [value].flat()) if (one !== undefined) parameters.append(name, String(one))
    if (!this.#isSecret) parameters.append('key', this.#options.key)
    const text = parameters.toString()
    return `${prefix}${fillPath(path, values)}${text && `?${text}`}`
  }

  /** An address that works by itself. @throws TypeError for a secret key, which would be told by it */
  address(path: string): string {
    if (this.#isSecret) throw new TypeError('key: a secret key must not be part of an address')
    return this.#root + path
  }

  /** @param path below the root, as from `path` or `next` */
  async json<T>(path: string, call: CallOptions = {}): Promise<T> {
    return JSON.parse(await this.text(path, call)) as T
  }

  /** @throws KontorError unless it is a success */
  async text(path: string, call: CallOptions = {}): Promise<string> {
    const { cache } = this.#options
    const url = this.#root + path
    const cached = await cache?.get(url)
    const response = await this.#send(url, { headers: cached ? { 'If-None-Match': cached.etag } : {} }, call)
    if (response.status === 304 && cached) return cached.body
    if (!response.ok) throw await errorOf(response)
    const body = await response.text()
    const etag = response.headers.get('etag')
    if (cache && etag) await cache.set(url, { etag, body })
    return body
  }

  /** @param path below the root, as from `path` @throws KontorError unless it is a success */
  async post<T>(path: string, body: object, call: WriteOptions = {}): Promise<T> {
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': call.idempotencyKey ?? crypto.randomUUID(),
    }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await this.#send(this.#root + path, request, call)
    if (!response.ok) throw await errorOf(response)
    return (await response.json()) as T
  }

  async #send(
    url: string,
    request: { method?: string; headers: Record<string, string>; body?: string },
    call: CallOptions,
  ): Promise<Response> {
    const { fetch = (...given) => globalThis.fetch(...given), retries = 0 } = this.#options
    const headers = {
      ...(this.#isSecret ? { Authorization: `Bearer ${this.#options.key}` } : {}),
      ...(call.visitorAddress ? { 'X-Visitor-Address': call.visitorAddress } : {}),
      ...request.headers,
    }
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries
      let seconds = 2 ** attempt
      try {
        const response = await fetch(url, { ...request, headers, signal: this.#signalOf(call) })
        if (isLast || (response.status !== 429 && response.status !== 503)) return response
        seconds = retryAfterOf(response) ?? seconds
        await response.body?.cancel()
      } catch (error) {
        if (isLast || call.signal?.aborted) throw error
      }
      await pause(seconds * 1000, call.signal)
    }
  }

  #signalOf({ signal }: CallOptions): AbortSignal {
    const timeout = AbortSignal.timeout(this.#options.timeoutMs ?? 30_000)
    return signal ? AbortSignal.any([signal, timeout]) : timeout
  }
}

// Requests to /office/api: the session's CSRF token, errors as ApiError, and signing in again without losing the page.
import type { ErrorText } from '../../../server/platform/ground/error-text.ts'
import type { Answer, Arguments, Input, LinkPath, Method, PathOf } from './endpoints.ts'
import { openWrite, sendsKey } from './idempotency.ts'
import { promptConfirmation, promptSignIn } from './prompts.ts'
import { toQueryString } from './query-string.ts'
import { currentSession, setSession } from './session.ts'

/** An error of the server; without a code, an error of the office whose message is the key of a text. */
export type ErrorDescription = Pick<ErrorText, 'message'> & Partial<ErrorText>

export interface FieldError {
  field: string
  /** In the language of the page. */
  message: string
}

let describe = ({ message }: ErrorDescription): string => message

/** An error inside a record in the language of the page. */
export const errorText = (error: ErrorDescription): string => describe(error)

/** Sets the translation of errors. */
export function setErrorTexts(describeError: (error: ErrorDescription) => string): void {
  describe = describeError
}

/** The error of a request; `message` is in the language of the page. Status 0: the server was not reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly params: Readonly<Record<string, string | number>>
  readonly details: readonly FieldError[]
  readonly headers: Headers
  /** Errors by field for react-admin's forms, set by the data provider. */
  body: { errors?: Record<string, unknown> } = {}

  constructor(
    status: number,
    error: ErrorDescription,
    details: readonly FieldError[] = [],
    headers = new Headers(),
  ) {
    super(details.length > 0 ? joinMessages(details) : describe(error))
    this.name = 'ApiError'
    this.status = status
    this.code = error.code
    this.params = error.params ?? {}
    this.details = details
    this.headers = headers
  }

  /** Another user changed the record, and this user discarded the own change: not an error. */
  get isDecision(): boolean {
    return this.code === 'kept' || this.code === 'taken'
  }
}

const joinMessages = (details: readonly FieldError[]): string =>
  [...new Set(details.map(({ message }) => message))].slice(0, 4).join(' · ')

export const apiUrl = (path: string): string => `/office/api${path}`

/** `/leads/{leadId}` with its parameters and query. */
function fillPath(
  path: string,
  input: { params?: object; query?: object; body?: unknown } | undefined,
): string {
  const params = new Map<string, unknown>(Object.entries(input?.params ?? {}))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params.get(name))))
  return filled + toQueryString({ ...input?.query })
}

/** The path of a GET for `exportFile` and `request`. */
export const apiPath = <P extends PathOf<'GET'>>(path: P, ...[input]: Arguments<Input<'GET', P>>): string =>
  fillPath(path, input)

/** The URL of a GET, for links and images. */
export const apiHref = <P extends LinkPath>(path: P, ...[input]: Arguments<Input<'GET', P>>): string =>
  apiUrl(fillPath(path, input))

const isPublicPath = (method: Method, path: string): boolean =>
  path === '/instance' ||
  path.startsWith('/invitations/') ||
  (path === '/session' && (method === 'POST' || method === 'DELETE'))

async function send(method: Method, path: string, body?: unknown, key?: string): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const csrfToken = currentSession()?.csrfToken
  if (method !== 'GET' && csrfToken) headers['x-csrf-token'] = csrfToken
  if (key !== undefined) headers['idempotency-key'] = key
  // Files set their own type.
  const raw = body instanceof Blob
  if (body !== undefined && !raw) headers['content-type'] = 'application/json'
  try {
    return await fetch(apiUrl(path), {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
    })
  } catch {
    throw new ApiError(0, { message: 'shell.error.connection' })
  }
}

async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  let body: { message?: unknown; code?: unknown; params?: ErrorText['params']; details?: unknown } = {}
  try {
    body = JSON.parse(text) ?? {}
  } catch {
    // A proxy may respond with a page of its own.
  }
  const details = Array.isArray(body.details)
    ? (body.details as (ErrorDescription & { field: string })[])
    : []
  const error = {
    message: typeof body.message === 'string' ? body.message : 'shell.error.server',
    ...(typeof body.code === 'string' ? { code: body.code, params: body.params } : {}),
  }
  return new ApiError(
    response.status,
    error,
    details.map((detail) => ({ field: detail.field, message: describe(detail) })),
    response.headers,
  )
}

/** Whether the same user has signed in again in another tab, which changes the CSRF token. */
async function refreshCsrfToken(): Promise<boolean> {
  const before = currentSession()
  const response = await send('GET', '/session')
  if (!before || !response.ok) return false
  const [now]: Answer<'GET', '/session'>[] = await response.json()
  if (now?.user.id !== before.user.id || now.csrfToken === before.csrfToken) return false
  setSession(now)
  return true
}

const pauseMs = 1000
/** How often to ask whether an equal request that is still running has ended. */
const maxAttempts = 60

const pause = () => new Promise((done) => setTimeout(done, pauseMs))

/** Whether a proxy answered instead of the server, so that the request may have been executed. */
const isLost = ({ status, headers }: Response): boolean =>
  [502, 503, 504].includes(status) && !headers.has('x-request-id')

const isRunning = ({ headers }: Response): boolean => headers.get('x-kontor-conflict') === 'key-running'

/** Sends a write, once more with the same key if its answer was lost. @throws ApiError if it was lost again */
async function sendKeyed(method: Method, path: string, body: unknown, key: string): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await send(method, path, body, key).catch((error: unknown) => {
      if (attempt > 1) throw error
    })
    const isAnswered = response && !isRunning(response) && (attempt > 1 || !isLost(response))
    if (isAnswered || (response && attempt === maxAttempts)) return response
    // A body that nobody reads keeps its connection.
    await response?.body?.cancel()
    await pause()
  }
}

/** Whether the server has answered a write for good, so that the next equal one is another. */
const isFinal = ({ status, code }: ApiError): boolean =>
  status > 0 && status < 500 && status !== 401 && status !== 429 && code !== 'idempotencyKeyRunning'

/** The response itself, for files and for the data provider. @throws ApiError */
export async function request(method: Method, path: string, body?: unknown): Promise<Response> {
  const write = sendsKey(method, path) ? openWrite(method, path, body) : undefined
  for (let attempt = 0; ; attempt++) {
    const response = await (write ? sendKeyed(method, path, body, write.key) : send(method, path, body))
    if (response.ok) {
      write?.close()
      return response
    }
    if (response.status === 401 && currentSession() && !isPublicPath(method, path)) {
      if (await promptSignIn()) continue
      throw await toApiError(response)
    }
    if (response.status === 403 && method !== 'GET' && attempt === 0 && (await refreshCsrfToken())) continue
    const error = await toApiError(response)
    if (error.code === 'confirmationRequired' && (await promptConfirmation())) continue
    if (isFinal(error)) write?.close()
    throw error
  }
}

async function readRecords<T>(response: Response): Promise<T[]> {
  const text = await response.text()
  return text ? JSON.parse(text) : []
}

/**
 * Calls an endpoint of the back office by its method and path; the types of input and answer are those of the server.
 * @returns the records of the answer
 * @throws ApiError
 */
export async function api<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[input]: Arguments<Input<M, P>>
): Promise<Answer<M, P>[]> {
  const body = input && 'body' in input ? input.body : undefined
  return readRecords(await request(method, fillPath(path, input), body))
}

/** A page of a list; `total` is undefined if there are too many records to count. @throws ApiError */
export async function apiPage<P extends PathOf<'GET'>>(
  path: P,
  ...[input]: Arguments<Input<'GET', P>>
): Promise<{ records: Answer<'GET', P>[]; total: number | undefined }> {
  const response = await request('GET', fillPath(path, input))
  const records = await readRecords<Answer<'GET', P>>(response)
  return { records, total: totalOf(response, records.length) }
}

/** The number of records of all pages; undefined: too many to count. */
export function totalOf(response: Response, count: number): number | undefined {
  const total = response.headers.get('x-total-count') ?? String(count)
  return total.endsWith('+') ? undefined : Number(total)
}

const revokeAfterMs = 60_000

/** Saves the file of a GET that is small enough for memory. An error is thrown instead of saved as a file. @throws ApiError */
export async function saveFile(path: string, fileName: string): Promise<void> {
  const response = await request('GET', path)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), revokeAfterMs)
}

/** Follows a link to a file of any size. The browser saves the text of an error under the name of the path. */
function followLink(path: string, properties: Partial<HTMLAnchorElement>): void {
  const link = document.createElement('a')
  Object.assign(link, { href: apiUrl(path), ...properties })
  link.click()
}

/** Downloads the file of a GET. @throws ApiError */
export async function download<P extends LinkPath>(
  path: P,
  ...[input]: Arguments<Input<'GET', P>>
): Promise<void> {
  // Signs in again where that is needed: a link cannot repeat its request.
  await api('GET', '/session')
  followLink(fillPath(path, input), { download: '' })
}

/** Downloads an export, or opens it in a tab, after asking for the password. @throws ApiError */
export async function exportFile(path: string, { inTab = false } = {}): Promise<void> {
  const [session] = await api('GET', '/session')
  if (!session?.isConfirmed && !(await promptConfirmation())) return
  followLink(path, inTab ? { target: '_blank', rel: 'noopener' } : { download: '' })
}

// Requests to /office/api: the session's CSRF word, errors as ApiError, and signing in again without losing the page.
import { promptSignIn } from './prompts.ts'
import { currentSession, type Session, setSession } from './session.ts'

export interface FieldError {
  field: string
  message: string
}

/** What went wrong with a request. Status 0: the server was not reached; `message` is then the key of a text. */
export class ApiError extends Error {
  readonly status: number
  readonly details: readonly FieldError[]
  readonly headers: Headers
  /** As react-admin's forms read it: faults by field, set by the data provider. */
  body: { errors?: Record<string, unknown> } = {}

  constructor(status: number, message: string, details: readonly FieldError[] = [], headers = new Headers()) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.details = details
    this.headers = headers
  }
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export const apiUrl = (path: string): string => `/office/api${path}`

const isPublicPath = (method: Method, path: string): boolean =>
  path === '/welcome' ||
  path.startsWith('/invites/') ||
  (path === '/session' && (method === 'POST' || method === 'DELETE'))

async function send(method: Method, path: string, body: unknown): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const csrf = currentSession()?.csrf
  if (method !== 'GET' && csrf) headers['x-csrf-token'] = csrf
  // Files and forms set their own type.
  const raw = body instanceof Blob || body instanceof FormData
  if (body !== undefined && !raw) headers['content-type'] = 'application/json'
  try {
    return await fetch(apiUrl(path), {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
    })
  } catch {
    throw new ApiError(0, 'shell.error.connection')
  }
}

async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  let errorBody: { message?: unknown; details?: unknown } = {}
  try {
    errorBody = JSON.parse(text) ?? {}
  } catch {
    // A proxy in between may answer with a page of its own.
  }
  const message = typeof errorBody.message === 'string' ? errorBody.message : 'shell.error.server'
  const details = Array.isArray(errorBody.details) ? (errorBody.details as FieldError[]) : []
  return new ApiError(response.status, message, details, response.headers)
}

/** Signing in elsewhere in this browser gives a new CSRF word: true where the same user is signed in with another one. */
async function refreshCsrfToken(): Promise<boolean> {
  const before = currentSession()
  const response = await send('GET', '/session', undefined)
  if (!before || !response.ok) return false
  const [now] = (await response.json()) as Session[]
  if (now?.user.id !== before.user.id || now.csrf === before.csrf) return false
  setSession(now)
  return true
}

/** The answer as it came, for headers and files. Throws ApiError. */
export async function request(method: Method, path: string, body?: unknown): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const response = await send(method, path, body)
    if (response.ok) return response
    if (response.status === 401 && currentSession() && !isPublicPath(method, path)) {
      if (await promptSignIn()) continue
      throw await toApiError(response)
    }
    if (response.status === 403 && method !== 'GET' && attempt === 0 && (await refreshCsrfToken())) continue
    throw await toApiError(response)
  }
}

/** Records of an answer: always an array. Throws ApiError. */
export async function api<T = Record<string, unknown>>(
  method: Method,
  path: string,
  body?: unknown,
): Promise<T[]> {
  const response = await request(method, path, body)
  const text = await response.text()
  return text ? JSON.parse(text) : []
}

/** Downloads what a GET answers (CSV, XLSX, PDF); the session is asked first, so that a file is never an error. */
export async function download(path: string): Promise<void> {
  await request('GET', '/session')
  const link = document.createElement('a')
  link.href = apiUrl(path)
  link.download = ''
  link.click()
}

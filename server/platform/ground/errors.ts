import { WaitedTooLong } from './concurrency.ts'
import type { ErrorText } from './error-text.ts'
import { generalErrors } from './general.errors.ts'
import type { FailureEvent } from './security-event.ts'

/** Why the service is not ready. `code`: that of PostgreSQL for the same fault, if there is one. */
export class NotReady extends Error {
  readonly code: string

  constructor(message: string, code = 'not_ready') {
    super(message)
    this.code = code
  }
}

/** The error of one field of a request. `field` is a path such as `elements[0].resId`. */
export type FieldError = { field: string } & ErrorText

/** Joins keys and indices to the interface's field path, `elements[0].resId`; the empty path is `body`. */
export const fieldPath = (steps: readonly (string | number)[]): string =>
  steps
    .map((step) => (/^\d+$/.test(String(step)) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '') || 'body'

/** The interface's error object (section Errors). */
type ErrorBody = {
  error: string
  message: string
  code: number
  details?: { field: string; message: string }[]
}

/** The back office's error object: with codes and parameters, for texts in the user's language. */
type OfficeErrorBody = { error: string; details?: FieldError[] } & ErrorText

const errorNames: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Error',
  406: 'Error',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Error',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** The short name that the interface gives to a status. */
export const errorName = (status: number): string => errorNames[status] ?? 'Error'

/** An error response. Slices throw it as a fact of the domain; it is sent as the error object. */
export class Failure extends Error {
  readonly status: number
  readonly text: ErrorText
  readonly details: FieldError[]
  readonly headers: Record<string, string>
  /** The entry in the security log; undefined: none, unless a signed-in user is refused. */
  securityEvent: FailureEvent | undefined

  constructor(
    status: number,
    text: ErrorText,
    details: FieldError[] = [],
    headers: Record<string, string> = {},
  ) {
    super(text.message)
    this.status = status
    this.text = text
    this.details = details
    this.headers = headers
  }

  /** @returns itself */
  reportAs(event: FailureEvent): this {
    this.securityEvent = event
    return this
  }

  body(): ErrorBody {
    const body: ErrorBody = { error: errorName(this.status), message: this.message, code: this.status }
    if (this.status === 400) body.details = this.details.map(({ field, message }) => ({ field, message }))
    return body
  }

  officeBody(): OfficeErrorBody {
    return {
      error: errorName(this.status),
      ...this.text,
      ...(this.status === 400 ? { details: this.details } : {}),
    }
  }
}

/** 400: the request is invalid. Reports all known errors at once. */
export const badRequest = (details: FieldError[]): Failure =>
  new Failure(
    400,
    details.length === 1
      ? generalErrors.invalidField({ field: details[0]!.field, fault: details[0]!.message })
      : generalErrors.invalid(),
    details,
  )

/** 401: the cause is not named. */
export const unauthorized = (): Failure =>
  new Failure(401, generalErrors.unauthorized(), [], { 'www-authenticate': 'token' })

/** 403: the user lacks a right. */
export const forbidden = (text: ErrorText): Failure => new Failure(403, text)

/** 429. @param seconds after which to try again */
export const tooManyRequests = (text: ErrorText, seconds: number): Failure =>
  new Failure(429, text, [], { 'retry-after': String(seconds) })

/** 404: the path, or the record whose id is in the path, does not exist. */
export const notFound = (text: ErrorText): Failure => new Failure(404, text)

/**
 * The kind of a 409, in its header `X-Kontor-Conflict` (decision 13.4): the record exists; the seats are taken; the record has
 * changed since it was read; the Idempotency-Key belongs to another request, to one that still runs, or to one whose response is
 * not stored.
 */
type ConflictKind = 'exists' | 'full' | 'stale' | 'key-reused' | 'key-running' | 'key-executed'

/** 409. `location`: the path of the conflicting record. */
export const conflict = (
  text: ErrorText,
  { kind, location }: { kind?: ConflictKind; location?: string } = {},
): Failure =>
  new Failure(409, text, [], {
    ...(kind && { 'x-kontor-conflict': kind }),
    ...(kind === 'key-running' && { 'retry-after': '1' }),
    ...(location && { location }),
  })

// Errors of the driver itself have no code.
const connectionLostMessage =
  /^Connection terminated|^timeout exceeded when trying to connect|^timeout expired$|^Query read timeout$|is not queryable$/
const connectionLostCodes = new Set(['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08006'])
/** Ended by a time limit: of a statement, of waiting for a lock, between two statements. */
const timeLimitCodes = new Set(['57014', '55P03', '25P03'])
/** Nothing can be stored: PostgreSQL's codes of a full disk, an I/O error, a read-only server and a commit that no standby has confirmed, and those of the files. */
const cannotStoreCodes = new Set(['40003', '53100', '58030', '25006', 'ENOSPC', 'EDQUOT', 'EROFS'])
const socketErrorCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

type SystemError = { code?: string; message?: string; syscall?: string | undefined }

/** Whether a connection to the database could not be opened, or has ended. */
export const isConnectionLost = ({ code = '', message = '', syscall }: SystemError): boolean =>
  connectionLostCodes.has(code) ||
  socketErrorCodes.has(code) ||
  // A Unix socket is missing.
  (code === 'ENOENT' && syscall === 'connect') ||
  connectionLostMessage.test(message)

/** The database has no role for requests of single clients (docs/operating.md). */
const noClientRole = '0L000'

/**
 * Maps any thrown value to an error response: by PostgreSQL's and fastify's codes, else 500.
 * Texts of 5xx are fixed; the log has the details under the request id.
 */
export function toFailure(error: unknown, requestId: string): Failure {
  if (error instanceof Failure) return error
  const { code = '', message = '', syscall } = (error ?? {}) as SystemError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Failure(413, generalErrors.bodyTooLarge())
  if (code.startsWith('FST_ERR_CTP_INVALID_CONTENT_LENGTH'))
    return badRequest([{ field: 'body', ...generalErrors.bodyLength() }])
  if (code.startsWith('FST_ERR_CTP')) return new Failure(415, generalErrors.mediaType())
  if (code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') return new Failure(405, generalErrors.methodNotAllowed())
  if (code === '23505') return conflict(generalErrors.duplicate(), { kind: 'exists' })
  if (code === '23P01') return conflict(generalErrors.duplicate())
  // A record of another client is as unknown as one that does not exist.
  if (code === '23503' || (code === '42501' && message.includes('row-level security')))
    return badRequest([{ field: 'body', ...generalErrors.unknownReference() }])
  // The client disconnected while it sent the body: not an error of the server.
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || message === 'aborted')
    return badRequest([{ field: 'body', ...generalErrors.bodyEnded() }])
  if (isConnectionLost({ code, message, syscall }))
    return new Failure(503, generalErrors.databaseAway({ requestId }), [], { 'retry-after': '2' })
  if (code === noClientRole) return new Failure(503, generalErrors.unavailable({ requestId }))
  if (cannotStoreCodes.has(code) || error instanceof NotReady)
    return new Failure(503, generalErrors.unavailable({ requestId }), [], { 'retry-after': '10' })
  if (timeLimitCodes.has(code) || error instanceof WaitedTooLong)
    return new Failure(503, generalErrors.databaseBusy({ requestId }), [], { 'retry-after': '2' })
  return new Failure(500, generalErrors.internal({ requestId }))
}

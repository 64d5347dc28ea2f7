import { errorName } from '../../ground/errors.ts'
import { type Endpoint, rightsOf } from '../endpoint.ts'
import { takesIdempotencyKey } from '../idempotency.ts'
import type { Json, Property } from './schemas.ts'

const statusDescriptions: Record<number, string> = {
  400: 'Invalid parameters or malformed data; `details` names the fields',
  401: 'No valid token',
  403: 'A right is missing, the token is limited to other operations, or the user is not connected with the client',
  404: 'There is no record with the id in the path',
  405: 'The method is not allowed on this path; `Allow` names those that are',
  406: 'None of the accepted encodings is offered',
  409: 'The request conflicts with what is stored; `X-Kontor-Conflict` says which kind',
  413: 'The body is larger than the limit',
  415: 'The media type of the body is not supported',
  429: 'Too many requests; `Retry-After` says when to try again',
  500: 'Internal error, with the request id',
  503: 'The database is away; `Retry-After` says when to try again',
}

export const headers = {
  Allow: { description: 'The methods of this path, separated by commas', schema: { type: 'string' } },
  'Cache-Control': {
    description: 'By default `private, no-cache`: ask again with `If-None-Match` before a copy is used',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Strong: equal bytes have equal tags. Send it as `If-None-Match`',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true`: the answer to an earlier request with this Idempotency-Key',
    schema: { type: 'string', const: 'true' },
  },
  Location: { description: 'The path of the record that exists already', schema: { type: 'string' } },
  RateLimit: {
    description:
      'What is left of the quota (IETF draft): `"token";r=599;t=1` are 599 requests, and one second until the quota is whole. ' +
      'Left out where no limit is set; of `GET /events` until half of the quota is used',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description:
      'The quota: `"token";q=600;w=60` are 600 requests in 60 seconds. Sent together with `RateLimit`',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: '`token`', schema: { type: 'string' } },
  'X-Kontor-Conflict': {
    description:
      '`exists`: there is such a record. `key-reused`: the Idempotency-Key belongs to another request. `key-running`: its first ' +
      'request is still running; `Retry-After` says when to try again. `key-executed`: its response is not stored. Further values ' +
      'may follow',
    schema: { type: 'string' },
  },
  'X-Request-Id': { description: 'Names the request in the log', schema: { type: 'string' } },
  'X-Total-Count': {
    description: 'How many events match, whatever `limit` and `offset`',
    schema: { type: 'integer' },
  },
} satisfies Record<string, Json>

type HeaderName = keyof typeof headers

const headerReferences = (...names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers of a successful response. */
export const successHeaders = (endpoint: Endpoint) =>
  headerReferences(
    'X-Request-Id',
    'RateLimit',
    'RateLimit-Policy',
    ...(endpoint.cached ? (['ETag', 'Cache-Control', 'X-Total-Count'] as const) : []),
    ...(takesIdempotencyKey(endpoint) ? (['Idempotency-Replayed'] as const) : []),
  )

/** Of a GET with an ETag. */
export const notModified = (endpoint: Endpoint): Json => ({
  description: 'Not modified: the copy with the ETag of `If-None-Match` is current. Without a body',
  headers: successHeaders(endpoint),
})

export function errorStatuses(endpoint: Endpoint): number[] {
  const takesBody = Boolean(endpoint.body || endpoint.input || endpoint.upload)
  const hasPathId = endpoint.params !== undefined && !endpoint.path.includes('/search/')
  return [
    400,
    401,
    403,
    ...(hasPathId ? [404] : []),
    405,
    ...(endpoint.cached ? [406] : []),
    ...(endpoint.conflict || takesIdempotencyKey(endpoint) ? [409] : []),
    ...(takesBody ? [413, 415] : []),
    429,
    500,
    503,
  ]
}

const headersOfStatus: Partial<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  409: ['X-Kontor-Conflict', 'Retry-After'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
}

/** @param namesRecord a conflict names the path of the record that it is about */
export const errorResponse = (status: number, namesRecord = false): Json => ({
  description: statusDescriptions[status],
  headers: headerReferences(
    'X-Request-Id',
    ...(headersOfStatus[status] ?? []),
    ...(namesRecord ? (['Location'] as const) : []),
  ),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ErrorAnswer' },
      example: {
        error: errorName(status),
        message: statusDescriptions[status],
        code: status,
        ...(status === 400 ? { details: [{ field: 'lastName', message: 'is required' }] } : {}),
      },
    },
  },
})

/** The sentence about access in the description of an operation. */
export function accessText(endpoint: Endpoint): string {
  const rights = rightsOf(endpoint)
  return rights.length > 0
    ? `Needs the right ${rights.map((right) => `\`${right}\``).join(' and ')}.`
    : 'Needs a valid token.'
}

/** The error object. Not `Error`, which generated clients would declare over JavaScript's. */
export const errorAnswer: Property = {
  type: 'object',
  description: 'The body of every error',
  required: ['error', 'message', 'code'],
  properties: {
    error: {
      type: 'string',
      description:
        'Short name of the error: `Bad Request`, `Unauthorized`, `Forbidden`, `Not Found`, `Error` (405, 406, 415), `Conflict`, ' +
        '`Payload Too Large`, `Too Many Requests`, `Internal Server Error`, `Service Unavailable`',
    },
    message: { type: 'string', description: 'What is wrong, in English' },
    code: { type: 'integer', description: 'The HTTP status' },
    details: {
      type: 'array',
      description: 'The faults of the request; only with 400',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: {
            type: 'string',
            description:
              'The field as a path, such as `phone.number` or `elements[0].resId`; `body`: the body as a whole',
          },
          message: { type: 'string', description: 'What is wrong with the field' },
        },
      },
    },
  },
}

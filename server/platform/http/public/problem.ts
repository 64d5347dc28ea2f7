// Errors of the public interface: problem details (RFC 9457).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorText } from '../../ground/error-text.ts'
import { Failure, type FieldError } from '../../ground/errors.ts'
import { recordFailure, sendBeforeBodyEnds } from '../send-failure.ts'

/** The kinds of problems, by the last part of their address below `/problems/`, each with its status. */
export const problems = {
  'invalid-request': { status: 400, title: 'Invalid request' },
  'invalid-key': { status: 401, title: 'No valid key' },
  'origin-not-allowed': { status: 403, title: 'Origin not allowed' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'not-acceptable': { status: 406, title: 'No acceptable encoding' },
  conflict: { status: 409, title: 'Conflict' },
  'seats-taken': { status: 409, title: 'Seats taken' },
  'cursor-expired': { status: 410, title: 'Cursor expired' },
  'too-large': { status: 413, title: 'Request too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'wrong-host': { status: 421, title: 'Host not served here' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'internal-error': { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Service unavailable' },
} as const

export type ProblemName = keyof typeof problems

/** A failure with a kind of problem of its own, and fields for programs beside the text. */
export class ProblemFailure extends Failure {
  readonly problem: ProblemName
  readonly members: Readonly<Record<string, unknown>>

  constructor(problem: ProblemName, text: ErrorText, members: Readonly<Record<string, unknown>> = {}) {
    super(problems[problem].status, text)
    this.problem = problem
    this.members = members
  }
}

/** The kind of a status that has no other one. */
export const problemOf = (status: number): ProblemName =>
  (Object.keys(problems) as ProblemName[]).find((name) => problems[name].status === status) ??
  (status < 500 ? 'invalid-request' : 'internal-error')

/** `days[0].from` → `/days/0/from` (RFC 6901). */
const pointerOf = (field: string): string =>
  `/${field.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('[', '.').replaceAll(']', '').replaceAll('.', '/')}`

const errorOf = ({ field, code, message }: FieldError) => ({
  pointer: pointerOf(field),
  code,
  detail: `${field} ${message}`,
})

export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  errors?: { pointer: string; code: string; detail: string }[]
  requestId: string
}

/** The problem that describes a failure. */
export function toProblem(failure: Failure, requestId: string): Problem {
  const isOwn = failure instanceof ProblemFailure
  const name = isOwn ? failure.problem : problemOf(failure.status)
  return {
    type: `/problems/${name}`,
    title: problems[name].title,
    status: failure.status,
    detail: failure.message,
    ...(failure.details.length > 0 ? { errors: failure.details.map(errorOf) } : {}),
    ...(isOwn ? failure.members : {}),
    requestId,
  }
}

export const problemType = 'application/problem+json; charset=utf-8'

/** Sends a thrown value as a problem, and logs errors of the server. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = recordFailure(error, request)
  // Its challenge is that of the interface with tokens.
  const { 'www-authenticate': _, ...headers } = failure.headers
  reply
    .status(failure.status)
    .headers(failure.status === 401 ? { ...headers, 'www-authenticate': 'Bearer' } : headers)
    .type(problemType)
  return sendBeforeBodyEnds(JSON.stringify(toProblem(failure, request.id)), request, reply)
}

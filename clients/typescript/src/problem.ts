import type { Problem } from './website-api.ts'

/** An answer of Kontor that is no success, with its problem details (RFC 9457). */
export class KontorError extends Error {
  readonly status: number
  readonly problem: Problem
  /** After how many seconds to try again; of 429 and 503. */
  readonly retryAfter: number | undefined

  constructor(problem: Problem, retryAfter?: number) {
    super(problem.detail || problem.title)
    this.name = 'KontorError'
    this.status = problem.status
    this.problem = problem
    this.retryAfter = retryAfter
  }

  /** The last part of the problem's type: `not-found`, `cursor-expired`, … */
  get kind(): string {
    return this.problem.type.split('/').at(-1) ?? ''
  }
}

/** The pause that an answer asks for, in seconds. */
export function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

/** The error that an answer describes. A proxy may have answered instead of Kontor, without problem details. */
export async function errorOf(response: Response): Promise<KontorError> {
  const { status, headers, statusText } = response
  const text = await response.text()
  const isProblem = /^application\/(problem\+)?json/.test(headers.get('content-type') ?? '')
  const problem: Problem = {
    type: 'about:blank',
    title: statusText || `HTTP ${status}`,
    detail: '',
    requestId: headers.get('x-request-id') ?? '',
    ...(isProblem ? parseObject(text) : {}),
    status,
  }
  return new KontorError(problem, retryAfterOf(response))
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

import type { FastifyRequest } from 'fastify'
import { countFailure } from '../auth/security-log.ts'
import type { Failure } from '../ground/errors.ts'
import type { Instance } from '../instance/instance.ts'

const misdirected = 421
const refusedStatuses = new Set([401, 403, misdirected, 429])

/** Reports a failed attempt, a refused request of a known account, or one for another host to the security log. */
export function reportFailure(instance: Instance, request: FastifyRequest, failure: Failure): void {
  const { principal, method, routeOptions, ip, id } = request
  const { status, text, details, securityEvent } = failure
  const userId = principal?.userId ?? 0
  const isRefused = refusedStatuses.has(status) && (userId > 0 || status === misdirected)
  const event = securityEvent ?? (isRefused ? { event: 'requestRefused' as const, userId } : undefined)
  if (!event) return
  const code = details[0]?.code ?? text.code
  countFailure(
    instance,
    { ...event, detail: `${method} ${routeOptions.url ?? '(none)'}: ${status} ${code}` },
    {
      actorId: userId,
      via: routeOptions.url?.startsWith('/office/') ? 'office' : 'interface',
      address: ip,
      requestId: id,
    },
  )
}

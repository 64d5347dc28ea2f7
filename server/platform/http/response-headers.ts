// Headers that protect what browsers do with responses. `GET /events` is sent past them: it has no personal data, and its own caching.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Settings } from '../settings/settings.ts'
import { isSecure } from './request/forwarded.ts'

/** Where an endpoint does not set its own. Responses may have personal data: no cache keeps them unless told so. */
const defaults = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), publickey-credentials-get=(), usb=()',
}

function setDefaults(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(defaults))
    if (reply.getHeader(name) === undefined) reply.header(name, value)
}

export function addResponseHeaders(app: FastifyInstance, settings: Settings): void {
  const { hstsSeconds } = settings
  app.addHook('onSend', (request, reply, _payload, done) => {
    setDefaults(reply)
    if (hstsSeconds > 0 && isSecure(request, settings))
      reply.header('strict-transport-security', `max-age=${hstsSeconds}`)
    done()
  })
}

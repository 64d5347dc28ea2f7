// Calls of other services, which have no account: each has a secret of its own in the settings.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction, type Tx } from '../../database/database.ts'
import { badRequest, unauthorized } from '../../ground/errors.ts'
import { generalErrors } from '../../ground/general.errors.ts'
import type { TSchema } from '../../ground/schema.ts'
import type { Instance } from '../../instance/instance.ts'
import type { Settings } from '../../settings/settings.ts'
import { sendFailure } from '../send-failure.ts'
import { validationErrors } from '../validation.ts'
import type { RateLimits } from './rate-limit.ts'
import { readJsonBody } from './request-body.ts'

/** A POST of another service with a JSON body. */
export type Hook<Body = unknown> = {
  path: string
  /** The secret of the settings; '': the path does not exist. */
  token(settings: Settings): string
  body: TSchema
  /** The actor in the change log. */
  via: string
  handle(body: Body, context: { tx: Tx; now: Date }): Promise<void>
}

const limits = { maxBytes: 64 * 1024, maxMs: 10_000 }

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** @throws Failure 401; the secrets are compared in constant time */
function authenticate(request: FastifyRequest, secret: string): void {
  const [, given = ''] = /^(?:bearer|token) +(\S+)$/i.exec(request.headers.authorization?.trim() ?? '') ?? []
  if (!timingSafeEqual(hashOf(given), hashOf(secret)))
    throw unauthorized().reportAs({ event: 'requestRefused' })
}

/** Serves the hooks whose secret is set, at the root. */
export function serveHooks(
  app: FastifyInstance,
  instance: Instance,
  rates: RateLimits,
  hooks: readonly Hook[],
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) =>
      readJsonBody(request, payload, limits),
    )
    scope.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
    for (const hook of hooks) {
      const secret = hook.token(instance.settings)
      if (secret === '') continue
      scope.post(hook.path, {
        onRequest: async (request) => {
          rates.ofNetwork(request)
          authenticate(request, secret)
        },
        handler: (request, reply) => handleCall(instance, hook, request, reply),
      })
    }
  })
}

async function handleCall(
  { db, clock }: Instance,
  hook: Hook,
  { body }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const errors =
    body === undefined ? [{ field: 'body', ...generalErrors.required() }] : validationErrors(hook.body, body)
  if (errors.length > 0) throw badRequest(errors)
  await inTransaction(db, { userId: null, via: hook.via }, (tx) =>
    hook.handle(body, { tx, now: clock.now() }),
  )
  return reply.status(204).send()
}

import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Failure, notFound } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import type { FileResponse } from './endpoint.ts'
import { sendFailure } from './send-failure.ts'

// A file opened in the browser runs no scripts and loads nothing from other hosts.
export const contentPolicy = "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'"
const fileHeaders = {
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
}

/** The Content-Disposition of a file with any name. */
export function dispositionOf(name: string, isInline: boolean): string {
  const quoted = name.replace(/[^ -~]|["\\]/g, '_')
  return `${isInline ? 'inline' : 'attachment'}; filename="${quoted}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

/** Sends a file instead of records. */
export function sendFile({ type, name, inline, content, policy }: FileResponse, reply: FastifyReply) {
  return reply
    .type(type)
    .headers(fileHeaders)
    .header('content-security-policy', policy ?? contentPolicy)
    .header('content-disposition', dispositionOf(name, inline))
    .send(content)
}

/** An error of @fastify/static that the client caused; undefined: another error. */
function clientFailure(error: unknown): Failure | undefined {
  const { statusCode, headers } = error as { statusCode?: number; headers?: Record<string, string> }
  if (statusCode === 412) return new Failure(412, generalErrors.precondition())
  if (statusCode === 416) return new Failure(416, generalErrors.range(), [], headers)
  // Folders, paths out of the folder, NUL characters.
  if (statusCode && statusCode >= 400 && statusCode < 500) return notFound(generalErrors.noPath())
  return undefined
}

/** Serves the files of a folder. Errors are sent as error object: 404, 412 and 416. */
export function serveFolder(app: FastifyInstance, options: FastifyStaticOptions): void {
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) =>
      sendFailure(clientFailure(error) ?? error, request, reply),
    )
    scope.register(fastifyStatic, { ...options, decorateReply: false, index: false })
  })
}

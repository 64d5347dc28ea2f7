// Requests that no route accepts: an unknown path or method, and malformed HTTP.
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import createRouter from 'find-my-way'
import { authenticate, parseAuthorization } from '../auth/principal.ts'
import { badRequest, Failure, notFound, unauthorized } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import type { Instance } from '../instance/instance.ts'
import { lingerMs, sendFailure } from './send-failure.ts'

const noop = () => {}

/**
 * Remembers the methods of each path. Call it before routes are added.
 * @returns the failure of a request without a route: 405 with `Allow` if the path has routes of other methods, otherwise 404
 */
export function rememberRoutes(
  app: FastifyInstance,
  options: { maxParamLength: number },
): (request: FastifyRequest) => Failure {
  // One entry for each path: fastify's own router would need a route for each path and method.
  const paths = createRouter({ ...options, ignoreTrailingSlash: true })
  const methodsByPath = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const path = url.replace(/(.)\/$/, '$1')
    let methods = methodsByPath.get(path)
    if (!methods) {
      methods = new Set()
      methodsByPath.set(path, methods)
      paths.on('GET', path, noop, methods)
    }
    for (const one of [method].flat()) methods.add(one)
  })

  return ({ method, url }) => {
    const methods: Set<string> | undefined = paths.find('GET', url)?.store
    return methods
      ? new Failure(405, generalErrors.methodNotAllowedOnPath({ method }), [], {
          allow: [...methods].join(', '),
        })
      : notFound(generalErrors.noPath())
  }
}

type MalformedRequest = Error & { code?: string; rawPacket?: unknown; bytesParsed?: number }

/** @returns the status line, the message, and headers */
function describe({ code, rawPacket, bytesParsed = 0 }: MalformedRequest): [string, string, string?] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', 'The request took too long.']
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['431 Request Header Fields Too Large', 'The headers are too large.']
  const text = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : ''
  const method = /^([A-Z-]+) \S+ HTTP\/1\.[01]\r\n/.exec(text)?.[1] ?? ''
  // Later in the packet it is the rest of a longer body.
  if (code === 'HPE_INVALID_METHOD' && method && bytesParsed <= method.length)
    return [
      '405 Method Not Allowed',
      'This method is unknown.',
      'Allow: GET, HEAD, POST, PUT, PATCH, DELETE\r\n',
    ]
  return ['400 Bad Request', 'This is not HTTP.']
}

/** Responds to unreadable requests with the interface's error object. */
export function rejectMalformedRequest(error: MalformedRequest, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const [status, message, headers = ''] = describe(error)
  const code = Number(status.slice(0, 3))
  const details = code === 400 ? { details: [{ field: 'request', message: 'is not HTTP' }] } : {}
  const body = JSON.stringify({ error: code === 400 ? 'Bad Request' : 'Error', message, code, ...details })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}Connection: close\r\n\r\n${body}`,
  )
  // Node no longer watches this connection, and a client may never close it.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** The failure of a path that the router cannot parse. */
export const badPath = (): Failure => badRequest([{ field: 'path', ...generalErrors.notUtf8() }])

/** Rejects a path that the router cannot parse. The token is checked first, as always (decision 2.1). */
export async function rejectBadPath(
  instance: Instance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const token = parseAuthorization(request.headers.authorization)
    if (token === undefined) throw unauthorized()
    await instance.barrier.ensureCurrent()
    await authenticate(instance, token)
    throw badPath()
  } catch (error) {
    return sendFailure(error, request, reply)
  }
}

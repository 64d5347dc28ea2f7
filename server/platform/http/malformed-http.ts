// HTTP that Node rejects or would answer itself: the response is the interface's error object all the same (decision 2.9).
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { badRequest, Failure } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import type { FailureWithoutRoute } from './no-route.ts'
import { failureText, lingerMs } from './send-failure.ts'

type MalformedRequest = Error & { code?: string; rawPacket?: unknown; bytesParsed?: number }

const reasons: Record<number, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function toFailure(
  { code, rawPacket, bytesParsed = 0 }: MalformedRequest,
  failureWithoutRoute: FailureWithoutRoute,
): Failure {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Failure(408, generalErrors.requestTooSlow())
  if (code === 'HPE_HEADER_OVERFLOW') return new Failure(431, generalErrors.headersTooLarge())
  // Raw UTF-8 is read (request/raw-utf8.ts): this is something else.
  if (code === 'HPE_INVALID_URL') return badRequest([{ field: 'path', ...generalErrors.notUtf8() }])
  const text = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : ''
  const [, method = '', url = ''] = /^([A-Z-]+) (\S+) HTTP\/1\.[01]\r\n/.exec(text) ?? []
  // Later in the packet it is the rest of a longer body.
  if (code === 'HPE_INVALID_METHOD' && method && bytesParsed <= method.length)
    return failureWithoutRoute({ method, url })
  return badRequest([{ field: 'request', ...generalErrors.notHttp() }])
}

/** Responds to requests that Node cannot parse. */
export function rejectMalformedRequest(
  error: MalformedRequest,
  socket: Socket,
  failureWithoutRoute: FailureWithoutRoute,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const failure = toFailure(error, failureWithoutRoute)
  const body = failureText(failure, 'interface')
  const headers = Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...failure.headers,
    connection: 'close',
  })
  socket.end(
    `HTTP/1.1 ${failure.status} ${reasons[failure.status]}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
  // Node no longer watches this connection, and a client may never close it.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** Responses that Node would send without a body, and those to a client that has closed its side of the connection. */
export function answerByErrorObject(app: FastifyInstance): void {
  const server: Server & { httpAllowHalfOpen?: boolean } = app.server
  // A client may close its side when it has sent its request.
  server.httpAllowHalfOpen = true
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = failureText(new Failure(417, generalErrors.expectation()), 'interface')
    response.writeHead(417, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    response.end(body)
  })
  app.addHook('onRequest', ({ raw, headers }, _reply, done) => {
    const isMissing = raw.httpVersion === '1.1' && headers.host === undefined
    done(isMissing ? badRequest([{ field: 'Host', ...generalErrors.required() }]) : undefined)
  })
}

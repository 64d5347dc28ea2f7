import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '../auth/cookies.ts'
import { authenticate, hasRight, type Principal, parseAuthorization } from '../auth/principal.ts'
import { authenticateSession, csrfTokenOf, sessionCookie } from '../auth/session.ts'
import { inTransaction, type Tx } from '../database/database.ts'
import { dateIn } from '../runtime/clock.ts'
import { type ConcurrencyLimit, limitConcurrency } from '../runtime/concurrency.ts'
import type { ReceivedFile } from '../runtime/files.ts'
import type { Instance } from '../runtime/instance.ts'
import { bodyLimitsOf } from './body-limit.ts'
import { createCachedHandler } from './cached-endpoint.ts'
import {
  type Endpoint,
  FileResponse,
  type HandlerResult,
  JsonText,
  type RequestInput,
  rightsOf,
  type Transact,
  WithHeaders,
} from './endpoint.ts'
import { Failure, forbidden, unauthorized } from './errors.ts'
import { isSecure } from './forwarded.ts'
import { generalErrors } from './general.errors.ts'
import { readIdempotencyKey, requestHash, runOnce, type StoredResponse } from './idempotency.ts'
import { parseRequest } from './parse-request.ts'
import type { RateHeaders, RateLimits } from './rate-limit.ts'
import { type BodyLimits, readJsonBody, receiveBody } from './request-body.ts'
import type { TSchema } from './schema.ts'
import { type AuthScheme, failureText, sendFailure } from './send-failure.ts'
import { sendFile } from './send-file.ts'
import { assertResponse, type HttpOptions, serializeRecords, streamJsonArray } from './serialize.ts'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined
    rawBody: Buffer | undefined
    rate: RateHeaders
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    bodyLimits?: BodyLimits
  }
}

type ServeOptions = HttpOptions & { rates: RateLimits }

const json = 'application/json; charset=utf-8'
const empty = Buffer.alloc(0)

/** Converts `/contacts/{contactId}` to fastify's syntax. */
const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Registers endpoints below the prefix of the app. Checks run in the order of decision 2.1. */
export function serveEndpoints(
  app: FastifyInstance,
  instance: Instance,
  endpoints: readonly Endpoint[],
  options: ServeOptions,
  scheme: AuthScheme = 'interface',
): void {
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, scheme))
  const endpointsWhere = (condition: (endpoint: Endpoint) => boolean) => endpoints.filter(condition)
  // Content type parsers belong to a scope in fastify: one scope for JSON bodies, one for uploads, one that ignores bodies.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) =>
      readJsonBody(request, payload, request.routeOptions.config.bodyLimits!),
    )
    for (const endpoint of endpointsWhere(
      (one) => (one.body !== undefined || one.input !== undefined) && !one.upload,
    ))
      route(scope, endpoint)
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/octet-stream',
      async (request: FastifyRequest, payload: Readable) => receiveBody(request, payload),
    )
    for (const endpoint of endpointsWhere((one) => one.upload !== undefined)) route(scope, endpoint)
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (_request: FastifyRequest, payload: Readable) => {
      payload.resume()
    })
    // fastify rejects a malformed media type before it looks for a parser.
    scope.addHook('onRequest', async ({ headers }) => {
      delete headers['content-type']
    })
    for (const endpoint of endpointsWhere((one) => !one.body && !one.input && !one.upload))
      route(scope, endpoint)
  })

  function route(scope: FastifyInstance, endpoint: Endpoint): void {
    scope.route({
      method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
      url: routePath(endpoint.path),
      config: { endpoint, bodyLimits: bodyLimitsOf(endpoint, instance.settings, scheme) },
      ...(endpoint.upload ? { bodyLimit: Number.MAX_SAFE_INTEGER } : {}),
      onRequest: (request, reply, done) => {
        const proceed = (principal: Principal) => {
          try {
            countRequest(request, reply, principal)
            authorize(endpoint, principal)
            request.principal = principal
          } catch (error) {
            return reject(error)
          }
          done()
        }
        const reject = (error: unknown) => done(toRejection(request, error))
        if (scheme === 'office') {
          authenticateSession(instance, endpoint, request, isSecure(request, instance.settings)).then(
            proceed,
            reject,
          )
          return
        }
        const token = parseAuthorization(request.headers.authorization)
        if (token === undefined) return reject(unauthorized())
        // Avoid promises here: each costs a hundredth of the smallest response.
        instance.barrier.ensureCurrent().then(() => {
          let principal: Principal | Promise<Principal>
          try {
            principal = authenticate(instance, token)
          } catch (error) {
            return reject(error)
          }
          if (principal instanceof Promise) principal.then(proceed, reject)
          else proceed(principal)
        }, reject)
      },
      handler: createHandler(instance, endpoint, options, scheme),
    })

    function countRequest(request: FastifyRequest, reply: FastifyReply, principal: Principal): void {
      const isCached = endpoint.cached !== undefined
      request.rate = options.rates.ofPrincipal(request, principal, isCached)
      if (request.rate && !isCached) reply.headers(request.rate)
    }
  }

  /** Requests without a valid token or session are counted for their network. */
  function toRejection(request: FastifyRequest, error: unknown): Error {
    if (error instanceof Failure && error.status === 401) return options.rates.rejectionOf(request, error)
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Checks the rights before the body is read. */
function authorize(endpoint: Endpoint, principal: Principal): void {
  const missing = rightsOf(endpoint).filter((right) => !hasRight(principal, right))
  if (missing.length > 0) throw forbidden(generalErrors.missingRight({ right: missing.join(' and ') }))
  if (principal.operations.length > 0 && !principal.operations.includes(endpoint.id))
    throw forbidden(generalErrors.narrowedToken())
}

/** How long a write waits until others of its endpoint have ended, in milliseconds. */
const maxWaitMs = 10_000

function createHandler(instance: Instance, endpoint: Endpoint, options: ServeOptions, scheme: AuthScheme) {
  if (endpoint.cached)
    return createCachedHandler(
      instance,
      endpoint,
      options.checkResponses
        ? ({ query }, { bytes }) => {
            // With `fields`, the records are incomplete by intent.
            if ((query as { fields?: unknown }).fields === undefined)
              assertResponse(endpoint, JSON.parse(bytes.toString()))
          }
        : undefined,
    )
  // Writes that wait for the same lock must leave connections to other endpoints.
  const inTurn = limitConcurrency(
    Math.max(1, Math.floor(instance.settings.databaseConnections * 0.75)),
    maxWaitMs,
  )
  return (request: FastifyRequest, reply: FastifyReply) =>
    handleRequest(instance, endpoint, options, { scheme, inTurn }, request, reply)
}

async function handleRequest(
  instance: Instance,
  endpoint: Endpoint,
  options: ServeOptions,
  { scheme, inTurn }: { scheme: AuthScheme; inTurn: ConcurrencyLimit },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const [path = '', queryString = ''] = splitUrl(request.url)
  if (endpoint.upload && !(request.body instanceof Readable) && hasOtherMediaType(request))
    throw new Failure(415, generalErrors.fileMediaType())
  const key =
    endpoint.method === 'POST' && scheme === 'interface'
      ? readIdempotencyKey(request.headers['idempotency-key'])
      : undefined
  const input = parseRequest(
    endpoint,
    request.params as Record<string, string>,
    queryString,
    endpoint.upload ? undefined : request.body,
  )
  if (endpoint.method === 'GET') return handleRead(instance, endpoint, options, request, reply, input)

  const principal = request.principal!
  const now = instance.clock.now()
  let file: ReceivedFile | undefined
  if (endpoint.upload) {
    await endpoint.upload.check({ params: input.params, db: instance.db, principal })
    const source = request.body instanceof Readable ? request.body : Readable.from([])
    file = await instance.files.receive(source, instance.settings.maxAttachmentBytes)
  }
  const context = { ...requestContext(instance, options.rates, request, now), ...input, file }
  const toResponse = (found: Awaited<HandlerResult<TSchema>>): StoredResponse => {
    if (found instanceof Failure)
      return { status: found.status, headers: found.headers, body: failureText(found, scheme) }
    const { records, headers } = found instanceof WithHeaders ? found : { records: found, headers: {} }
    return { status: 200, headers, body: serializeRecords(endpoint, options, records) }
  }
  const work = async (tx: Tx) => toResponse(await endpoint.handle!({ ...context, tx }))
  const actor = { userId: principal.userId || null, via: scheme }
  const transact: Transact = (one) => inTransaction(instance.db, actor, one)
  if (endpoint.handleInSteps) {
    const { status, headers, body } = toResponse(
      await endpoint.handleInSteps({ ...context, db: instance.db, transact }),
    )
    return reply.status(status).headers(headers).type(json).send(body)
  }
  const workOnce = (tx: Tx) => {
    if (key === undefined) return work(tx)
    const hash = requestHash(
      request.method,
      `${path}?${queryString}`,
      file?.sha256 ?? request.rawBody ?? empty,
    )
    return runOnce(tx, { tokenId: principal.tokenId, key, hash, now }, work)
  }
  const response = await inTurn(() => transact(workOnce)).catch(async (error) => {
    if (file) await instance.files.discard(file)
    throw error
  })
  if (file) await instance.files.complete(file)
  return reply.status(response.status).headers(response.headers).type(json).send(response.body)
}

const splitUrl = (url: string): string[] => {
  const cut = url.indexOf('?')
  return cut < 0 ? [url] : [url.slice(0, cut), url.slice(cut + 1)]
}

const hasOtherMediaType = (request: FastifyRequest): boolean =>
  !/^application\/octet-stream\s*(;|$)/i.test(request.headers['content-type'] ?? '')

function requestContext(instance: Instance, rates: RateLimits, request: FastifyRequest, now: Date) {
  const { settings } = instance.settingsCache
  const secure = isSecure(request, instance.settings)
  const cookie = (name: string) => readCookie(request.headers.cookie, name, secure)
  return {
    rates,
    principal: request.principal!,
    settings,
    files: instance.files,
    today: dateIn(settings.timeZone, now),
    now,
    origin: {
      address: request.ip,
      agent: request.headers['user-agent'] ?? '',
      secure,
      csrfToken: request.principal!.sessionId === 0 ? '' : csrfTokenOf(cookie(sessionCookie)!),
      cookie,
    },
  }
}

async function handleRead(
  instance: Instance,
  endpoint: Endpoint,
  options: ServeOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  input: RequestInput,
) {
  const context = requestContext(instance, options.rates, request, instance.clock.now())
  reply.type(json)
  const found = await endpoint.handle!({ ...context, ...input, file: undefined, db: instance.db })
  if (found instanceof FileResponse) return sendFile(found, reply)
  if (found instanceof Failure) throw found
  if (found instanceof WithHeaders)
    return reply.headers(found.headers).send(serializeRecords(endpoint, options, found.records))
  if (Array.isArray(found) || found instanceof JsonText)
    return reply.send(serializeRecords(endpoint, options, found))
  if (request.method === 'HEAD') return reply.send()
  return reply.send(
    Readable.from(streamJsonArray(endpoint, options, found as AsyncIterable<unknown>), { objectMode: false }),
  )
}

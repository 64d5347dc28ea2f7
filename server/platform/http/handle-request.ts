// Handles a request whose sender is known: input, transaction, response.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notifyAccount } from '../auth/account-mail.ts'
import { readCookie } from '../auth/cookies.ts'
import { scopeOf } from '../auth/principal.ts'
import { recordSecurityEvent } from '../auth/security-log.ts'
import { csrfTokenOf, sessionCookie } from '../auth/session.ts'
import type { UseCounter } from '../auth/website-uses.ts'
import { scopedTo } from '../database/client-scope.ts'
import { type Actor, type Db, inTransaction, type Tx } from '../database/database.ts'
import type { Files, ReceivedFile } from '../files/files.ts'
import { dateIn } from '../ground/clock.ts'
import { type ConcurrencyLimit, limitConcurrency } from '../ground/concurrency.ts'
import { Failure } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import type { TSchema } from '../ground/schema.ts'
import type { Instance } from '../instance/instance.ts'
import { withoutAbsent } from './absent-values.ts'
import { createCachedHandler } from './cached-endpoint.ts'
import {
  type Endpoint,
  FileResponse,
  type HandlerResult,
  JsonText,
  type RequestInput,
  type Transact,
  WithHeaders,
} from './endpoint.ts'
import {
  keyOwnerOf,
  readIdempotencyKey,
  requestHash,
  runOnce,
  type StoredResponse,
  takesIdempotencyKey,
} from './idempotency.ts'
import type { KeyQuota } from './idempotency-quota.ts'
import { parseRequest } from './parse-request.ts'
import { isSecure } from './request/forwarded.ts'
import type { RateLimits } from './request/rate-limit.ts'
import { type AuthScheme, failureText } from './send-failure.ts'
import { sendFile } from './send-file.ts'
import { assertResponse, type HttpOptions, serializeRecords, streamJsonArray } from './serialize.ts'

export type ServeOptions = HttpOptions & { rates: RateLimits; keyQuota: KeyQuota; uses: UseCounter }

const json = 'application/json; charset=utf-8'
const empty = Buffer.alloc(0)

/** How long a write waits until others of its endpoint have ended, in milliseconds. */
const maxWaitMs = 10_000

/** Writes of an endpoint that wait for the same lock must leave connections to others. */
export const limitWrites = ({ settings }: Instance): ConcurrencyLimit =>
  limitConcurrency(Math.max(1, Math.floor(settings.databaseConnections * 0.75)), maxWaitMs)

/** Creates the handler of an endpoint's route. */
export function createHandler(
  instance: Instance,
  endpoint: Endpoint,
  options: ServeOptions,
  scheme: AuthScheme,
) {
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
  const inTurn = limitWrites(instance)
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
  const key = takesIdempotencyKey(endpoint)
    ? readIdempotencyKey(request.headers['idempotency-key'])
    : undefined
  // In a PATCH, such values empty the field (decisions 4.8, 13.9). GET /events is a cached endpoint.
  const takesAbsent = scheme === 'interface' && endpoint.method === 'POST'
  const input = parseRequest(
    endpoint,
    request.params as Record<string, string>,
    queryString,
    endpoint.upload
      ? undefined
      : takesAbsent
        ? withoutAbsent(endpoint.body ?? endpoint.input, request.body)
        : request.body,
  )
  if (endpoint.method === 'GET') return handleRead(instance, endpoint, options, scheme, request, reply, input)

  const principal = request.principal!
  const db = scopedTo(instance.db, scopeOf(principal))
  const now = instance.clock.now()
  let file: ReceivedFile | undefined
  if (endpoint.upload) {
    await endpoint.upload.check?.({ params: input.params, db, principal })
    const { maxAttachmentBytes } = instance.settings
    if (Number(request.headers['content-length']) > maxAttachmentBytes)
      throw new Failure(413, generalErrors.fileTooLarge())
    const source = request.body instanceof Readable ? request.body : Readable.from([])
    file = await instance.files.receive(source, maxAttachmentBytes)
  }
  let received: ReceivedFile[] = []
  const discardFile = async (error: unknown): Promise<never> => {
    for (const one of [...(file ? [file] : []), ...received]) await instance.files.discard(one)
    throw error
  }
  if (file) await endpoint.upload!.prepare?.(file, { query: input.query }).catch(discardFile)
  if (file && !endpoint.upload!.readOnly) await instance.files.stage(file).catch(discardFile)
  received = await receiveBodyFiles(instance, endpoint.bodyFiles?.(input.body) ?? [])
  const stored = new Set<ReceivedFile>()
  const files: Files = {
    ...instance.files,
    store: async (one, path) => {
      await instance.files.store(one, path)
      stored.add(one)
    },
  }
  const base = requestContext(instance, options.rates, request, now)
  const context = { ...base, ...(received.length > 0 ? { files } : {}), ...input, file, bodyFiles: received }
  const toResponse = (found: Awaited<HandlerResult<TSchema>>): StoredResponse => {
    if (found instanceof Failure) {
      request.failure = found
      return { status: found.status, headers: found.headers, body: failureText(found, scheme) }
    }
    const { records, headers } = found instanceof WithHeaders ? found : { records: found, headers: {} }
    const status = found instanceof WithHeaders ? found.status : 200
    return { status, headers, body: serializeRecords(endpoint, options, records) }
  }
  const work = async (tx: Tx) => {
    stored.clear()
    return toResponse(await endpoint.handle!({ ...context, tx }))
  }
  const actor = actorOfRequest(instance, request, scheme)
  const transact: Transact = (one) => inTransaction(db, actor, one)
  const workOnce = (tx: Tx) => {
    if (key === undefined) return work(tx)
    const hash = requestHash(
      request.method,
      `${path}?${queryString}`,
      file?.sha256 ?? request.rawBody ?? empty,
    )
    const { secretResponse = false } = endpoint
    const owner = keyOwnerOf(principal)
    const failureBody = (failure: Failure) => failureText(failure, scheme)
    return runOnce(tx, { owner, key, hash, now, failureBody, secretResponse, quota: options.keyQuota }, work)
  }
  const inSteps = async () => toResponse(await endpoint.handleInSteps!({ ...context, db, transact }))
  const response = await (endpoint.handleInSteps ? inSteps() : inTurn(() => transact(workOnce))).catch(
    discardFile,
  )
  if (file) await instance.files.complete(file)
  // A repeated request stores none.
  for (const one of received)
    await (stored.has(one) ? instance.files.complete(one) : instance.files.discard(one))
  return reply.status(response.status).headers(response.headers).type(json).send(response.body)
}

/** Receives the files within a body; after a failure, none is left. */
async function receiveBodyFiles(
  { files, settings }: Instance,
  contents: readonly Buffer[],
): Promise<ReceivedFile[]> {
  const received: ReceivedFile[] = []
  try {
    for (const content of contents) {
      const file = await files.receive(Readable.from([content]), settings.maxAttachmentBytes)
      received.push(file)
      await files.stage(file)
    }
    return received
  } catch (error) {
    for (const file of received) await files.discard(file)
    throw error
  }
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
    secrets: instance.secrets,
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

const actorOfRequest = ({ log }: Instance, request: FastifyRequest, via: AuthScheme): Actor => ({
  userId: request.principal!.userId || null,
  via,
  origin: { address: request.ip, requestId: request.id, log },
})

const recordExport = (instance: Instance, { id }: Endpoint, scheme: AuthScheme, request: FastifyRequest) =>
  inTransaction(instance.db, actorOfRequest(instance, request, scheme), async (tx) => {
    const { userId } = request.principal!
    const isFirst = await recordSecurityEvent(tx, { event: 'dataExported', userId, detail: id })
    if (isFirst) await notifyAccount(tx, instance.settings, userId, 'dataExported')
  })

async function handleRead(
  instance: Instance,
  endpoint: Endpoint,
  options: ServeOptions,
  scheme: AuthScheme,
  request: FastifyRequest,
  reply: FastifyReply,
  input: RequestInput,
) {
  const context = requestContext(instance, options.rates, request, instance.clock.now())
  reply.type(json)
  const scope = scopeOf(context.principal)
  const handle = async (db: Db) =>
    endpoint.handle!({ ...context, ...input, file: undefined, bodyFiles: [], db: scopedTo(db, scope) })
  const found = await (scheme === 'office' ? instance.replica.read(handle) : handle(instance.db))
  if (found instanceof FileResponse) {
    // A read asks for the password only where it exports a list.
    if (endpoint.confirmed) await recordExport(instance, endpoint, scheme, request)
    return sendFile(found, reply)
  }
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

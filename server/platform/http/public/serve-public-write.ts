// Handles what visitors of a website write: input, transaction, response.
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { inTransaction, type Tx } from '../../database/database.ts'
import { dateIn } from '../../runtime/clock.ts'
import type { Instance } from '../../runtime/instance.ts'
import type { Failure } from '../errors.ts'
import { limitWrites, type ServeOptions } from '../handle-request.ts'
import { readIdempotencyKey, requestHash, runOnce, type StoredResponse } from '../idempotency.ts'
import { parseRequest } from '../parse-request.ts'
import { visitorAddress } from '../request/rate-limit.ts'
import { readJsonBody } from '../request/request-body.ts'
import { assertMatches } from '../serialize.ts'
import { corsHeaders } from './cors.ts'
import { problemType, toProblem } from './problem.ts'
import { Accepted, type PublicWrite, type ReadWork, successStatusOf } from './public-write.ts'

/** Room for a hundred persons. */
const bodyLimits = { maxBytes: 128 * 1024, maxMs: 10_000 }

export const readWriteBody = (request: FastifyRequest, payload: Readable): Promise<unknown> =>
  readJsonBody(request, payload, bodyLimits)

/**
 * @returns handles a request whose key is known; `query`: without the key
 */
export function createWriteHandler(
  instance: Instance,
  endpoint: PublicWrite,
  { checkResponses, keyQuota, rates, uses }: ServeOptions,
) {
  const handle = endpoint.open(instance)
  const inTurn = limitWrites(instance)
  const successStatus = successStatusOf(endpoint)
  const check = (record: unknown, { response }: { response: TSchema } = endpoint) => {
    if (checkResponses) assertMatches(endpoint.id, response, record)
  }
  return async (request: FastifyRequest, reply: FastifyReply, query: string): Promise<FastifyReply> => {
    const key = request.websiteKey!
    const now = instance.clock.now()
    const today = dateIn(instance.settingsCache.settings.timeZone, now)
    uses.count(key.id, today, 'requests')
    const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
    const { body } = parseRequest(endpoint, {}, query, request.body)
    if (endpoint.isGuess?.(body)) reply.headers(rates.ofWebsiteWrite(request, key) ?? {})
    const address = visitorAddress(request, key)
    const visitor = { address, agent: request.headers['user-agent'] ?? '' }
    const handleIn = await handle({ key, body, now, today, origin: visitor })
    const respond = (record: unknown): StoredResponse => {
      const headers = { 'content-type': 'application/json; charset=utf-8' }
      if (record instanceof Accepted) {
        check(record.record, endpoint.accepted)
        return { status: 202, headers, body: JSON.stringify(record.record) }
      }
      if (!endpoint.complete) check(record)
      return { status: successStatus, headers, body: JSON.stringify(record) }
    }
    const work = async (tx: Tx) => respond(await handleIn(tx))
    const workOnce = (tx: Tx) => {
      if (idempotencyKey === undefined) return work(tx)
      const hash = requestHash(request.method, endpoint.path, request.rawBody!)
      const failureBody = (failure: Failure) => JSON.stringify(toProblem(failure, request.id))
      const owner = `website ${key.id}`
      const once = {
        owner,
        key: idempotencyKey,
        hash,
        now,
        failureBody,
        secretResponse: false,
        quota: keyQuota,
      }
      return runOnce(tx, once, work)
    }
    const complete = async (tx: Tx): Promise<StoredResponse> => {
      const response = await workOnce(tx)
      if (response.status !== successStatus || !endpoint.complete) return response
      const record = await endpoint.complete(instance, tx, JSON.parse(response.body))
      check(record)
      return { ...response, body: JSON.stringify(record) }
    }
    const origin = { address, requestId: request.id, log: instance.log }
    const isRead = endpoint.isReadOnly && idempotencyKey === undefined
    const response = await inTurn(async () =>
      isRead
        ? respond(await (handleIn as ReadWork<unknown>)(instance.db))
        : inTransaction(instance.db, { userId: null, via: 'website', origin }, complete),
    )
    if (response.status === successStatus && !key.isSecret && endpoint.isBeginning?.(body))
      uses.count(key.id, today, 'begun')
    return reply
      .status(response.status)
      .headers({
        ...(response.status >= 400 && { 'content-type': problemType }),
        ...response.headers,
        ...corsHeaders(key, request.headers.origin),
      })
      .send(response.body)
  }
}

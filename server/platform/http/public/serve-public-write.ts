// Handles what visitors of a website write: input, transaction, response.
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { WebsiteKey } from '../../auth/website-key.ts'
import { type Actor, inTransaction, type Tx } from '../../database/database.ts'
import { dateIn } from '../../ground/clock.ts'
import type { Instance } from '../../instance/instance.ts'
import { limitWrites, type ServeOptions } from '../handle-request.ts'
import {
  type KeyedRequest,
  readIdempotencyKey,
  requestHash,
  runOnce,
  type StoredResponse,
} from '../idempotency.ts'
import { parseRequest } from '../parse-request.ts'
import { visitorAddress } from '../request/rate-limit.ts'
import { readJsonBody } from '../request/request-body.ts'
import { assertMatches } from '../serialize.ts'
import { publicCorsHeaders } from './cors.ts'
import { problemType, toProblem } from './problem.ts'
import {
  AcceptedResponse,
  type PublicWrite,
  type PublicWriteRequest,
  successStatusOf,
} from './public-write.ts'

/** Room for a hundred persons. */
const bodyLimits = { maxBytes: 128 * 1024, maxMs: 10_000 }

export const readWriteBody = (request: FastifyRequest, payload: Readable): Promise<unknown> =>
  readJsonBody(request, payload, bodyLimits)

/** @param keyed undefined: the request has no Idempotency-Key */
type HandleWrite = (request: PublicWriteRequest, keyed: KeyedRequest | undefined) => Promise<StoredResponse>

const maxPageLength = 500

/** The page from which a browser sends a request. Its query may have personal data. */
function refererOf({ headers }: FastifyRequest): string {
  const url = URL.parse(headers.referer ?? headers.origin ?? '')
  return url?.protocol.startsWith('http') ? `${url.origin}${url.pathname}`.slice(0, maxPageLength) : ''
}

/** With a secret key, the website answers for its visitors. */
const actorOf = ({ key, origin }: PublicWriteRequest): Actor => ({
  userId: null,
  via: 'website',
  ...(!key.isSecret && { visitorAddress: origin.address }),
})

/** Makes responses of records, which are checked if the options ask for it. */
function createResponder(endpoint: PublicWrite, { checkResponses }: ServeOptions) {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const check = (record: unknown, { response }: { response: TSchema } = endpoint) => {
    if (checkResponses) assertMatches(endpoint.id, response, record)
  }
  return {
    check,
    /** @param record without a check if it has to be completed */
    respond(record: unknown): StoredResponse {
      if (record instanceof AcceptedResponse) {
        check(record.record, endpoint.accepted)
        return { status: 202, headers, body: JSON.stringify(record.record) }
      }
      if (!endpoint.complete) check(record)
      return { status: successStatusOf(endpoint), headers, body: JSON.stringify(record) }
    },
  }
}

function openWriteHandler(instance: Instance, endpoint: PublicWrite, options: ServeOptions): HandleWrite {
  const inTurn = limitWrites(instance)
  const { check, respond } = createResponder(endpoint, options)
  const complete = async (tx: Tx, response: StoredResponse): Promise<StoredResponse> => {
    if (!endpoint.complete || response.status !== successStatusOf(endpoint)) return response
    const record = await endpoint.complete(instance, tx, JSON.parse(response.body))
    check(record)
    return { ...response, body: JSON.stringify(record) }
  }
  return async (request, keyed) => {
    const input = await endpoint.prepare(instance, request)
    if (endpoint.isReadOnly && !keyed) return respond(await inTurn(() => endpoint.work(instance.db, input)))
    return inTurn(() =>
      inTransaction(instance.db, actorOf(request), async (tx) => {
        const work = async () => respond(await endpoint.work(tx, input))
        return complete(tx, keyed ? await runOnce(tx, keyed, work) : await work())
      }),
    )
  }
}

/**
 * @returns handles a request whose key is known; `query`: without the key
 */
export function createWriteHandler(instance: Instance, endpoint: PublicWrite, options: ServeOptions) {
  const { keyQuota, rates, uses } = options
  const handleWrite = openWriteHandler(instance, endpoint, options)
  const keyedOf = (request: FastifyRequest, { id }: WebsiteKey, now: Date): KeyedRequest | undefined => {
    const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
    return idempotencyKey === undefined
      ? undefined
      : {
          owner: `website ${id}`,
          key: idempotencyKey,
          hash: requestHash(request.method, endpoint.path, request.rawBody!),
          now,
          failureBody: (failure) => JSON.stringify(toProblem(failure, request.id)),
          secretResponse: false,
          quota: keyQuota,
        }
  }
  return async (request: FastifyRequest, reply: FastifyReply, query: string): Promise<FastifyReply> => {
    const key = request.websiteKey!
    const now = instance.clock.now()
    const { timeZone } = instance.settingsCache.settings
    const today = dateIn(timeZone, now)
    uses.count(key.id, today, 'requests')
    const keyed = keyedOf(request, key, now)
    const { body } = parseRequest(endpoint, {}, query, request.body)
    if (endpoint.isGuess?.(body)) reply.headers(rates.ofWebsiteWrite(request, key) ?? {})
    const origin = { address: visitorAddress(request, key), agent: request.headers['user-agent'] ?? '' }
    const page = refererOf(request)
    const response = await handleWrite({ key, body, now, timeZone, today, origin, page }, keyed)
    if (response.status === successStatusOf(endpoint) && !key.isSecret && endpoint.isBeginning?.(body))
      uses.count(key.id, today, 'begun')
    return reply
      .status(response.status)
      .headers({
        ...(response.status >= 400 && { 'content-type': problemType }),
        ...response.headers,
        ...publicCorsHeaders(key, request.headers.origin),
      })
      .send(response.body)
  }
}

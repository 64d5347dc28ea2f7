import type { FastifyReply, FastifyRequest } from 'fastify'
import { dateIn } from '../runtime/clock.ts'
import type { Instance } from '../runtime/instance.ts'
import type { Answer } from './answers.ts'
import type { Endpoint } from './endpoint.ts'
import { represent } from './negotiate.ts'
import { checkRequest } from './request.ts'

/** A query as it was asked for: checked, and a text that equal queries of a day share. */
type Asked = { query: unknown; day: string; key: string }

// Addresses that were read are remembered: the same ones are asked for all day.
const mostAddresses = 10_000
const longestAddress = 500

/**
 * What answers the requests of an endpoint whose answers are held in memory (`hold`).
 * @param check holds an answer against the endpoint's schema; for tests
 */
export function answerHeld(
  instance: Instance,
  endpoint: Endpoint,
  check: ((asked: Asked, answer: Answer) => void) | undefined,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined {
  const find = endpoint.hold!(instance)
  const seen = new Map<string, Asked>()

  const read = (address: string, body: unknown, day: string): Asked => {
    const cut = address.indexOf('?')
    const { input } = checkRequest(endpoint, {}, cut < 0 ? '' : address.slice(cut + 1), body)
    const sorted = Object.entries(input as object).sort(([one], [other]) => (one < other ? -1 : 1))
    return { query: input, day, key: `${day} ${JSON.stringify(sorted)}` }
  }
  const asked = ({ url, body }: FastifyRequest, day: string): Asked => {
    if (body !== undefined) return read(url, body, day)
    const known = seen.get(url)
    if (known?.day === day) return known
    const fresh = read(url, undefined, day)
    if (seen.size >= mostAddresses) seen.clear()
    if (url.length <= longestAddress) seen.set(url, fresh)
    return fresh
  }

  return (request, reply) => {
    const day = dateIn(instance.current.settings.timeZone, instance.clock.now())
    const question = asked(request, day)
    const found = find(question.query as never, question.key, day)
    const send = (answer: Answer) => {
      check?.(question, answer)
      return sendAnswer(instance, answer, request, reply)
    }
    return found instanceof Promise ? found.then(send) : send(found)
  }
}

function sendAnswer(
  instance: Instance,
  answer: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> | undefined {
  const cacheControl = request.body === undefined ? instance.settings.cacheControl : undefined
  const { status, headers, bytes } = represent(answer, request.headers, cacheControl)
  // Past fastify, which would look at each header and at the body again.
  const send = (body: Buffer | undefined) => {
    reply.hijack()
    const length = body ? ['content-length', String(body.length)] : []
    reply.raw.writeHead(status, [...headers, ...length, 'x-request-id', request.id])
    reply.raw.end(body)
  }
  if (bytes instanceof Promise) return bytes.then(send)
  send(bytes)
  return undefined
}

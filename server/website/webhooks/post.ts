// Sends a webhook to its address.
import { once } from 'node:events'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { BlockList, LookupFunction } from 'node:net'
import { namesPrivateAddress, PrivateAddress, publicLookup } from './private-address.ts'

export const answerMs = 15_000
/** Of the answer, kept for the log. */
const maxAnswerBytes = 2048

export type PostResult = {
  /** 0: there was no answer. */
  status: number
  /** The beginning of the answer's body. */
  answer: string
  /** A code; '': the status tells. */
  error: string
  durationMs: number
}

/** Keeps connections for further messages to the same address. */
export type HttpAgents = { http: http.Agent; https: https.Agent; close(): void }

export function openHttpAgents(): HttpAgents {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) }
  return {
    ...agents,
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

export type PostOptions = {
  allowedNetworks: BlockList | undefined
  /** Left out: a connection of its own. */
  connections?: HttpAgents
  /** Aborts when the process stops. */
  signal: AbortSignal
  timeoutMs?: number
  lookup?: LookupFunction
}

/** The beginning of the body, as far as it comes. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const piece of response) {
      pieces.push(piece)
      length += piece.length
      if (length >= maxAnswerBytes) break
    }
  } catch {
    // The status has come, and counts.
  }
  return Buffer.concat(pieces).subarray(0, maxAnswerBytes).toString().replaceAll('\0', '')
}

/** Whether a kept connection ended before it was used. */
const wasClosedMeanwhile = (request: ClientRequest, error: unknown): boolean =>
  request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '')

/** Redirects are not followed: a redirect is a failure. */
export async function post(
  address: string,
  headers: Record<string, string>,
  body: string,
  {
    allowedNetworks,
    connections,
    signal,
    timeoutMs = answerMs,
    lookup = publicLookup(allowedNetworks),
  }: PostOptions,
): Promise<PostResult> {
  const start = performance.now()
  const timeout = AbortSignal.timeout(timeoutMs)
  const end = (outcome: Omit<PostResult, 'durationMs'>): PostResult => ({
    ...outcome,
    durationMs: Math.round(performance.now() - start),
  })
  try {
    const url = new URL(address)
    // Connections to an address are not resolved.
    if (namesPrivateAddress(url, allowedNetworks)) throw new PrivateAddress(url.hostname)
    const protocol = url.protocol === 'https:' ? 'https' : 'http'
    const send = async (agent: http.Agent | false): Promise<IncomingMessage> => {
      const request = { http, https }[protocol].request(url, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Kontor',
        },
        agent,
        lookup,
        signal: AbortSignal.any([signal, timeout]),
      })
      request.end(body)
      try {
        const [response] = (await once(request, 'response')) as [IncomingMessage]
        // Reading the body may end with an error of the request, too.
        request.on('error', () => {})
        return response
      } catch (error) {
        if (wasClosedMeanwhile(request, error)) return send(false)
        throw error
      }
    }
    const response = await send(connections?.[protocol] ?? false)
    const answer = await readBeginning(response)
    const status = response.statusCode!
    return end({ status, answer, error: status >= 300 && status < 400 ? 'redirect' : '' })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return end({
      status: 0,
      answer: '',
      error: timeout.aborted ? 'timeout' : typeof code === 'string' ? code : message.slice(0, 255),
    })
  }
}

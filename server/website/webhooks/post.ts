// Sends a webhook to its address.
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { BlockList, LookupFunction } from 'node:net'
import { namesPrivateAddress, PrivateAddress, publicLookup } from './private-address.ts'

export const answerMs = 15_000
/** Of the answer, kept for the log. */
const maxAnswerBytes = 2048

export type Outcome = {
  /** 0: there was no answer. */
  status: number
  /** The beginning of the answer's body. */
  answer: string
  /** A code; '': the status tells. */
  error: string
  durationMs: number
}

export type PostOptions = {
  allowedNetworks: BlockList | undefined
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

/** Redirects are not followed: a redirect is a failure. */
export async function post(
  address: string,
  headers: Record<string, string>,
  body: string,
  { allowedNetworks, signal, timeoutMs = answerMs, lookup = publicLookup(allowedNetworks) }: PostOptions,
): Promise<Outcome> {
  const start = performance.now()
  const timeout = AbortSignal.timeout(timeoutMs)
  const end = (outcome: Omit<Outcome, 'durationMs'>): Outcome => ({
    ...outcome,
    durationMs: Math.round(performance.now() - start),
  })
  try {
    const url = new URL(address)
    // Connections to an address are not resolved.
    if (namesPrivateAddress(url, allowedNetworks)) throw new PrivateAddress(url.hostname)
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Kontor',
      },
      agent: false,
      lookup,
      signal: AbortSignal.any([signal, timeout]),
    })
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    // Reading the body may end with an error of the request, too.
    request.on('error', () => {})
    const answer = await readBeginning(response)
    request.destroy()
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

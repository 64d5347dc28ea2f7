// The body of a request: decoded, limited in size and time, parsed.
import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable, type Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { badRequest, Failure } from '../../ground/errors.ts'
import { generalErrors } from '../../ground/general.errors.ts'
import { runInWorker, TaskTooLarge } from '../../runtime/worker-pool.ts'
import { JsonValueCounter, maxJsonValues, parseJson } from './json.ts'
import type { ParsedJson } from './json.worker.ts'

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** A client that sends less than this is disconnected. */
const slowest = { bytes: 10_240, periodMs: 10_000 }

/** Bodies below both limits are parsed at once: it takes less than 10 ms. */
const parsedAtOnce = { bytes: 128 * 1024, values: 2000 }
const parseTimeoutMs = 10_000

export type BodyLimits = {
  maxBytes: number
  /** Time for the whole body; left out: as long as the client keeps sending. */
  maxMs?: number
}

/** Calls `stop` if the client sends a body too slowly. */
export function watchProgress(raw: IncomingMessage, stop: () => void): NodeJS.Timeout {
  let before = raw.socket.bytesRead
  const check = () => {
    if (raw.complete || raw.destroyed) return clearInterval(timer)
    const received = raw.socket.bytesRead
    // While data waits here, the server is slow, not the client.
    if (received - before < slowest.bytes && raw.readableLength === 0) stop()
    before = received
  }
  // After the sockets have been read: a service that stood still has data waiting there.
  const timer = setInterval(() => setImmediate(check), slowest.periodMs)
  return timer.unref()
}

/** Reads the rest of a body and drops it, until its end, the end of the connection, or `maxMs`. */
export async function discardBody(raw: IncomingMessage, maxMs: number): Promise<void> {
  raw.resume()
  await finished(raw, { signal: AbortSignal.timeout(maxMs), writable: false }).catch(() => {})
}

/**
 * Decodes a body by its `Content-Encoding`. The stream fails with 408 if the client sends too slowly, with 400 if it is
 * damaged. The request itself stays open for the response.
 * @throws Failure 415 for an unknown encoding
 */
export function receiveBody(request: FastifyRequest, payload: Readable, maxMs?: number): Readable {
  const { raw, headers } = request
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity' && !Object.hasOwn(decoders, encoding))
    throw new Failure(415, generalErrors.contentEncoding(), [], { 'accept-encoding': 'gzip, deflate, br' })
  const body = new PassThrough()
  const stop = () => body.destroy(new Failure(408, generalErrors.bodyTooSlow()))
  const timer = maxMs ? setTimeout(stop, maxMs).unref() : watchProgress(raw, stop)
  body.on('close', () => clearInterval(timer))
  payload.on('error', (error) => body.destroy(error))
  // Nobody reads a body that was rejected already.
  body.on('error', () => {})
  const decoder = decoders[encoding]?.()
  if (!decoder) return payload.pipe(body)
  decoder.on('error', () => body.destroy(badRequest([{ field: 'body', ...generalErrors.bodyDamaged() }])))
  body.on('close', () => decoder.destroy())
  return payload.pipe(decoder).pipe(body)
}

/**
 * Reads and parses a JSON body, and keeps its bytes in `request.rawBody`.
 * @returns undefined for an empty body
 * @throws Failure 400, 408, 413, 415
 */
export async function readJsonBody(
  request: FastifyRequest,
  payload: Readable,
  { maxBytes, maxMs }: BodyLimits,
): Promise<unknown> {
  const tooLarge = () => new Failure(413, generalErrors.bodyTooLarge())
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  const counter = new JsonValueCounter()
  for await (const chunk of receiveBody(request, payload, maxMs)) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge()
    counter.add(chunk)
    if (counter.values > maxJsonValues)
      throw new Failure(413, generalErrors.tooManyValues({ max: maxJsonValues }))
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks, length)
  request.rawBody = bytes
  if (length <= parsedAtOnce.bytes && counter.values <= parsedAtOnce.values) return parseJson(bytes)
  const parsed = await runInWorker<Buffer, ParsedJson>(
    { file: new URL('./json.worker.ts', import.meta.url), name: 'parse' },
    bytes,
    parseTimeoutMs,
  ).catch((error) => {
    throw error instanceof TaskTooLarge ? tooLarge() : error
  })
  if (parsed.details) throw badRequest(parsed.details)
  return parsed.value
}

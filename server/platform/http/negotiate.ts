import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import Negotiator from 'negotiator'
import type { Answer } from './answers.ts'
import { Failure } from './errors.ts'

const smallest = 1024

/** How bodies are compressed, by the name of the encoding. */
export const compressors = {
  zstd: promisify(zstdCompress),
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: promisify(gzip),
} as const

export type Encoding = 'identity' | keyof typeof compressors

/** A body ready to send, or soon, and its headers as names and values in turn; without bytes: 304. */
export type Representation = {
  status: 200 | 304
  headers: readonly string[]
  bytes: Buffer | Promise<Buffer> | undefined
}

/** The headers of an answer in one encoding, written once. */
export type WrittenHeaders = { etag: string | undefined; ofBody: string[]; ofNone: string[] }

/**
 * Chooses the encoding of an answer by Accept-Encoding, and says 304 where the client has it already (decision 11.6).
 * The ETag is strong: it differs by encoding.
 * @param cacheControl the header of that name; undefined: the request had a body, and its answer is not to be kept
 * @throws Failure 406 where the client accepts no encoding at all
 */
export function represent(
  answer: Answer,
  request: { 'accept-encoding'?: string | undefined; 'if-none-match'?: string | undefined },
  cacheControl: string | undefined,
): Representation {
  const encoding = encodingOf(request['accept-encoding'], answer.bytes.length)
  const { etag, ofBody, ofNone } = headersOf(answer, encoding, cacheControl)
  if (etag !== undefined && matches(request['if-none-match'], etag))
    return { status: 304, headers: ofNone, bytes: undefined }
  const bytes = encoding === 'identity' ? answer.bytes : answer.encoded(encoding)
  return { status: 200, headers: ofBody, bytes }
}

function headersOf(answer: Answer, encoding: Encoding, cacheControl: string | undefined): WrittenHeaders {
  if (cacheControl === undefined) return writeHeaders(answer, encoding, cacheControl)
  const known = answer.written.get(encoding)
  if (known) return known
  const fresh = writeHeaders(answer, encoding, cacheControl)
  answer.written.set(encoding, fresh)
  return fresh
}

function writeHeaders(answer: Answer, encoding: Encoding, cacheControl: string | undefined): WrittenHeaders {
  const suffix = encoding === 'identity' ? '' : `-${encoding}`
  const etag = cacheControl === undefined ? undefined : `"${answer.hash}${suffix}"`
  const ofNone = Object.entries({
    ...answer.headers,
    vary: 'Accept-Encoding, Authorization',
    'cache-control': cacheControl ?? 'no-store',
    ...(etag === undefined ? {} : { etag }),
  }).flat()
  const ofBody = ['content-type', 'application/json; charset=utf-8', ...ofNone]
  if (encoding !== 'identity') ofBody.push('content-encoding', encoding)
  return { etag, ofBody, ofNone }
}

const offered: readonly Encoding[] = ['zstd', 'br', 'gzip', 'identity']

// Few clients, so few headers: what one means is worked out once.
const mostHeaders = 1000
const known = new Map<string, readonly Encoding[]>()

function accepted(header: string): readonly Encoding[] {
  const found = known.get(header)
  if (found) return found
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } })
  // The second argument is missing in the types: what counts where the client likes several equally.
  const order = negotiator.encodings as (offered: readonly string[], options: object) => string[]
  const encodings = order.call(negotiator, offered, { preferred: offered }) as Encoding[]
  if (known.size >= mostHeaders) known.clear()
  known.set(header, encodings)
  return encodings
}

function encodingOf(header: string | undefined, size: number): Encoding {
  if (header === undefined) return 'identity'
  const encodings = accepted(header)
  if (encodings.length === 0)
    throw new Failure(406, 'None of the encodings that the request accepts is offered.')
  if (size < smallest && encodings.includes('identity')) return 'identity'
  return encodings[0]!
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag ||
    header.trim() === '*' ||
    header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag))

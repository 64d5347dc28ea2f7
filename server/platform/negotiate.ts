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

/** A body ready to send; without bytes: 304. */
export type Representation = { status: 200 | 304; headers: Record<string, string>; bytes: Buffer | undefined }

/**
 * Chooses the encoding of an answer by Accept-Encoding, and says 304 where the client has it already (decision 11.6).
 * The ETag is strong: it differs by encoding.
 * @throws Failure 406 where the client accepts no encoding at all
 */
export async function represent(
  answer: Answer,
  request: { 'accept-encoding'?: string | undefined; 'if-none-match'?: string | undefined },
): Promise<Representation> {
  const { bytes, hash } = answer
  const encoding = chooseEncoding(request['accept-encoding'], bytes.length)
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  const headers: Record<string, string> = {
    etag,
    vary: 'Accept-Encoding, Authorization',
    'cache-control': 'private, no-cache',
  }
  if (matches(request['if-none-match'], etag)) return { status: 304, headers, bytes: undefined }
  if (encoding === 'identity') return { status: 200, headers, bytes }
  headers['content-encoding'] = encoding
  return { status: 200, headers, bytes: await answer.encoded(encoding) }
}

const offered: readonly Encoding[] = ['zstd', 'br', 'gzip', 'identity']

function chooseEncoding(accept: string | undefined, size: number): Encoding {
  if (accept === undefined) return 'identity'
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accept } })
  // The second argument is missing in the types: what counts where the client likes several equally.
  const order = negotiator.encodings as (offered: readonly string[], options: object) => string[]
  const accepted = order.call(negotiator, offered, { preferred: offered }) as Encoding[]
  if (accepted.length === 0)
    throw new Failure(406, 'None of the encodings that the request accepts is offered.')
  if (size < smallest && accepted.includes('identity')) return 'identity'
  return accepted[0]!
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' ||
    header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag))

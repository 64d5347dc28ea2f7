import { createHash } from 'node:crypto'
import { compressors, type Encoding } from './compression.ts'

/** The headers of a response in one encoding. */
export type CachedHeaders = { etag: string | undefined; withBody: string[]; withoutBody: string[] }

/** The bytes of a response, compressed once per requested encoding. */
export type CachedResponse = {
  bytes: Buffer
  /** Additional headers. */
  headers: Readonly<Record<string, string>>
  hash: string
  encode: (encoding: Exclude<Encoding, 'identity'>) => Promise<Buffer>
  /** Headers by encoding, built on first use. */
  headersByEncoding: Map<Encoding, CachedHeaders>
}

/** Responses by key, each with tags, so that a change can drop the responses it affects. */
export type ResponseCache<Tags> = {
  get(key: string): CachedResponse | undefined
  /** Creates a response, and caches it if there is room. */
  set(key: string, bytes: Buffer, headers: Readonly<Record<string, string>>, tags: Tags): CachedResponse
  /** Drops responses. @param isAffected selects by tags; left out: all */
  invalidate(isAffected?: (about: Tags) => boolean): void
  /** The approximate memory of all responses. */
  bytes(): number
}

type CacheEntry<About> = { answer: CachedResponse; about: About; size: number; used: number }

/** A response that no cache keeps. @param onEncoded is told the size of each compressed form */
export function toResponse(
  bytes: Buffer,
  headers: Readonly<Record<string, string>> = {},
  onEncoded: (length: number) => void = () => {},
): CachedResponse {
  const encodings = new Map<string, Promise<Buffer>>()
  return {
    bytes,
    headers,
    headersByEncoding: new Map(),
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 27),
    encode(encoding) {
      const cached = encodings.get(encoding)
      if (cached) return cached
      const encoded = compressors[encoding](bytes)
      encodings.set(encoding, encoded)
      encoded.then(
        ({ length }) => onEncoded(length),
        () => encodings.delete(encoding),
      )
      return encoded
    },
  }
}

// Approximate memory of an entry beside its bytes.
const entryOverheadBytes = 1000

/** @param limit bytes for all responses with their compressed forms; the least recently used are dropped first */
export function createResponseCache<About>(limit: number): ResponseCache<About> {
  const entries = new Map<string, CacheEntry<About>>()
  let total = 0
  let tick = 0

  const drop = (key: string, entry: CacheEntry<About>) => {
    entries.delete(key)
    total -= entry.size
  }
  const grow = (key: string, entry: CacheEntry<About>, bytes: number) => {
    if (entries.get(key) !== entry) return
    entry.size += bytes
    total += bytes
    if (total > limit) evict()
  }
  // Frees more than needed now, so that not every new response has to evict.
  const evict = () => {
    for (const [key, one] of [...entries].sort(([, one], [, other]) => one.used - other.used)) {
      if (total <= limit * 0.9) return
      drop(key, one)
    }
  }

  return {
    bytes: () => total,
    get(key) {
      const found = entries.get(key)
      if (!found) return undefined
      found.used = ++tick
      return found.answer
    },
    set(key, bytes, headers, tags) {
      const response = toResponse(bytes, headers, (length) => grow(key, entry, length))
      const entry = { answer: response, about: tags, size: 0, used: ++tick }
      const previous = entries.get(key)
      if (previous) drop(key, previous)
      entries.set(key, entry)
      grow(key, entry, bytes.length + key.length + entryOverheadBytes)
      return response
    },
    invalidate(isAffected) {
      for (const [key, one] of entries) if (!isAffected || isAffected(one.about)) drop(key, one)
    },
  }
}

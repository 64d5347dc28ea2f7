import { createHash } from 'node:crypto'
import { compressors, type Encoding } from './compression.ts'

/** The headers of an answer in one encoding, written once. */
export type CachedHeaders = { etag: string | undefined; withBody: string[]; withoutBody: string[] }

/** The finished bytes of an answer, compressed once for each encoding that was asked for. */
export type CachedResponse = {
  bytes: Buffer
  /** Headers beside those that every answer has. */
  headers: Readonly<Record<string, string>>
  hash: string
  encode: (encoding: Exclude<Encoding, 'identity'>) => Promise<Buffer>
  /** Its headers by encoding, once they were needed. */
  headersByEncoding: Map<Encoding, CachedHeaders>
}

/** Finished answers by key, each with what it is about, so that those a change touches can be dropped. */
export type ResponseCache<Tags> = {
  get(key: string): CachedResponse | undefined
  /** Makes an answer of finished bytes, and keeps it if there is room. */
  set(key: string, bytes: Buffer, headers: Readonly<Record<string, string>>, tags: Tags): CachedResponse
  /** Drops answers. @param isAffected which; left out: all */
  invalidate(isAffected?: (about: Tags) => boolean): void
}

type CacheEntry<About> = { answer: CachedResponse; about: About; size: number; used: number }

// What an answer takes beside its bytes, roughly.
const entryOverheadBytes = 1000

/** @param limit bytes that all answers together, with their compressed forms, may take; the longest unused go first */
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
  // More than is needed now, so that it is not done for each answer that comes.
  const evict = () => {
    for (const [key, one] of [...entries].sort(([, one], [, other]) => one.used - other.used)) {
      if (total <= limit * 0.9) return
      drop(key, one)
    }
  }

  return {
    get(key) {
      const found = entries.get(key)
      if (!found) return undefined
      found.used = ++tick
      return found.answer
    },
    set(key, bytes, headers, tags) {
      const encodings = new Map<string, Promise<Buffer>>()
      const response: CachedResponse = {
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
            ({ length }) => grow(key, entry, length),
            () => encodings.delete(encoding),
          )
          return encoded
        },
      }
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

import { createHash } from 'node:crypto'
import { compressors, type Encoding, type WrittenHeaders } from './negotiate.ts'

/** The finished bytes of an answer, compressed once for each encoding that was asked for. */
export type Answer = {
  bytes: Buffer
  /** Headers beside those that every answer has. */
  headers: Readonly<Record<string, string>>
  hash: string
  encoded: (encoding: Exclude<Encoding, 'identity'>) => Promise<Buffer>
  /** Its headers by encoding, once they were needed. */
  written: Map<Encoding, WrittenHeaders>
}

/** Finished answers by key, each with what it is about, so that those a change touches can be dropped. */
export type KeptAnswers<About> = {
  get(key: string): Answer | undefined
  /** Makes an answer of finished bytes, and keeps it if there is room. */
  keep(key: string, bytes: Buffer, headers: Readonly<Record<string, string>>, about: About): Answer
  /** Drops answers. @param isTouched which; left out: all */
  forget(isTouched?: (about: About) => boolean): void
}

type Kept<About> = { answer: Answer; about: About; size: number; used: number }

// What an answer takes beside its bytes, roughly.
const overhead = 1000

/** @param limit bytes that all answers together, with their compressed forms, may take; the longest unused go first */
export function keepAnswers<About>(limit: number): KeptAnswers<About> {
  const kept = new Map<string, Kept<About>>()
  let total = 0
  let tick = 0

  const drop = (key: string, one: Kept<About>) => {
    kept.delete(key)
    total -= one.size
  }
  const grow = (key: string, one: Kept<About>, bytes: number) => {
    if (kept.get(key) !== one) return
    one.size += bytes
    total += bytes
    if (total > limit) makeRoom()
  }
  // More than is needed now, so that it is not done for each answer that comes.
  const makeRoom = () => {
    for (const [key, one] of [...kept].sort(([, one], [, other]) => one.used - other.used)) {
      if (total <= limit * 0.9) return
      drop(key, one)
    }
  }

  return {
    get(key) {
      const found = kept.get(key)
      if (!found) return undefined
      found.used = ++tick
      return found.answer
    },
    keep(key, bytes, headers, about) {
      const forms = new Map<string, Promise<Buffer>>()
      const answer: Answer = {
        bytes,
        headers,
        written: new Map(),
        hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 27),
        encoded(encoding) {
          const known = forms.get(encoding)
          if (known) return known
          const form = compressors[encoding](bytes)
          forms.set(encoding, form)
          form.then(
            ({ length }) => grow(key, one, length),
            () => forms.delete(encoding),
          )
          return form
        },
      }
      const one = { answer, about, size: 0, used: ++tick }
      const before = kept.get(key)
      if (before) drop(key, before)
      kept.set(key, one)
      grow(key, one, bytes.length + key.length + overhead)
      return answer
    },
    forget(isTouched) {
      for (const [key, one] of kept) if (!isTouched || isTouched(one.about)) drop(key, one)
    },
  }
}

import { createHash } from 'node:crypto'
import type { Follower } from './barrier.ts'
import { compressors, type Encoding } from './negotiate.ts'

/** The finished bytes of an answer, compressed once for each encoding that was asked for. */
export type Answer = {
  bytes: Buffer
  hash: string
  encoded: (encoding: Exclude<Encoding, 'identity'>) => Promise<Buffer>
}

/**
 * Answers from the catalogue, kept until the catalogue changes. Asked only behind the barrier: then an answer that is here
 * is not older than the last write before the request.
 */
export type KeptAnswers = Follower & {
  /** The answer of a key; made, by one of those who ask at the same time, where it is not kept. */
  get(key: string, make: () => Promise<string>): Promise<Answer>
}

type Kept = { version: number; answer: Promise<Answer>; size: number }

/** @param limit bytes that all answers together, with their compressed forms, may take; the longest unused go first */
export function keepAnswers(limit: number): KeptAnswers {
  const kept = new Map<string, Kept>()
  let version = 0
  let total = 0

  const drop = (key: string, one: Kept) => {
    if (kept.get(key) !== one) return
    kept.delete(key)
    total -= one.size
  }
  const grow = (key: string, one: Kept, bytes: number) => {
    if (kept.get(key) !== one) return
    one.size += bytes
    total += bytes
    for (const [oldKey, old] of kept) {
      if (total <= limit) break
      drop(oldKey, old)
    }
  }
  const forget = () => {
    version++
    kept.clear()
    total = 0
  }

  return {
    changed(changes) {
      if (changes.some(({ topic }) => topic !== 'access')) forget()
    },
    reset: forget,
    async get(key, make) {
      const found = kept.get(key)
      if (found && found.version === version) {
        // The order of the map is the order of use.
        kept.delete(key)
        kept.set(key, found)
        return found.answer
      }
      const one: Kept = { version, size: 0, answer: undefined as never }
      one.answer = make().then((text) => {
        const bytes = Buffer.from(text)
        const forms = new Map<string, Promise<Buffer>>()
        grow(key, one, bytes.length)
        return {
          bytes,
          hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 27),
          encoded(encoding) {
            const form = forms.get(encoding) ?? compressors[encoding](bytes)
            if (!forms.has(encoding)) {
              forms.set(encoding, form)
              form.then(
                ({ length }) => grow(key, one, length),
                () => forms.delete(encoding),
              )
            }
            return form
          },
        }
      })
      kept.set(key, one)
      one.answer.catch(() => drop(key, one))
      return one.answer
    },
  }
}

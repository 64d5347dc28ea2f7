// The words of a query, as patterns for the texts of the index.
import { mustBeginWord, type WordVariants } from '../platform/ground/matching/query-words.ts'
import { escapeLike } from '../platform/ground/text.ts'

/** A pattern for LIKE: short words and months match at the beginning of a word, others anywhere. */
export const likePattern = (word: string): string =>
  mustBeginWord(word) ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`

/**
 * The pattern for the trigram index: of a word such as `person.123@betrieb-456` only numbers of three and more digits. They are rare,
 * while the other parts occur in many addresses, and the index is slower the more records have a part.
 */
export function indexLikePattern(word: string): string {
  const parts = word.split(/[^\p{L}\p{M}\d]+/u)
  const numbers = parts.filter((part) => /^\d{3,}$/.test(part))
  return parts.length > 1 && numbers.length > 0 ? `%${numbers.join('%')}%` : likePattern(word)
}

/** A pattern for the index of beginnings: 17 characters, a space first. */
export const beginningLikePattern = (words: string): string => `${escapeLike(` ${words}`.slice(0, 17))}%`

/** The id of a record; `isTask` for `T-000123`. */
export function parseRecordNumber(text: string): { id: number; isTask: boolean } | undefined {
  const [, taskPrefix, digits] = /^(t-?)?0*(\d{1,10})$/i.exec(text.trim()) ?? []
  const id = Number(digits)
  return digits && id > 0 && id <= 2147483647 ? { id, isTask: taskPrefix !== undefined } : undefined
}

/**
 * The distance of a text from the query, in any order of its words: 0 if the text begins with exactly these words, 1 if with
 * words that begin with them, then by the number of words of the query that begin one of the text.
 */
export function rankDistance(text: string, words: readonly WordVariants[]): number {
  const first = text.trim().split(' ', words.length)
  const isFirst = (fits: (one: string, word: string) => boolean) =>
    first.length === words.length &&
    words.every((word) => first.some((one) => fits(one, word[0]!))) &&
    first.every((one) => words.some((word) => fits(one, word[0]!)))
  if (isFirst((one, word) => one === word)) return 0
  if (isFirst((one, word) => one.startsWith(word))) return 1
  const begins = words.filter((word) => word.some((one) => text.includes(` ${one}`))).length
  return 2 + words.length - begins
}

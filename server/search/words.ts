// The words of a query, as patterns for normalised texts.
import { escapeLike } from '../platform/ground/text.ts'

/** A normalised word with its alternatives. */
export type WordVariants = readonly string[]

/** Further words are ignored. */
const maxWords = 6

/** A pattern for LIKE: short words match at the beginning of a word, others anywhere. */
export const likePattern = (word: string): string =>
  word.length < 3 ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`

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

/** Digits with separators, such as a phone number. */
const isNumber = (text: string): boolean => /^\+?[\d\s()/.-]*\d[\d\s()/.-]*$/.test(text)

/** `+49 (0)40 669` → 4940669, as `phone_digits()` of the database. */
const phoneDigits = (text: string): string => text.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '')

const isDate = (text: string): boolean => /^(\d{4}-\d\d?(-\d\d?)?|\d\d?\.\d\d?\.(\d{4})?)$/.test(text)

/** The words of a normalised text; none if it is too short. */
export function splitWords(normalizedText: string): string[] {
  const text = normalizedText.trim()
  if (isNumber(text) && !isDate(text)) {
    const digits = phoneDigits(text)
    return digits.length < 2 ? [] : [digits]
  }
  const words = [...new Set(text.split(/[\s,;]+/))].filter((word) => word.length > 0).slice(0, maxWords)
  return words.some((word) => word.length >= 2) ? words : []
}

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

/** The Damerau-Levenshtein distance: substitutions, insertions, deletions and swaps of neighbouring letters. */
export function editDistance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        best = Math.min(best, before[j - 2]! + 1)
      row.push(best)
    }
    before = last
    last = row
  }
  return last[other.length]!
}

/** Corrections of a mistyped word: up to three, the nearest first. */
export const closestWords = (word: string, candidates: readonly string[]): string[] =>
  candidates
    .map((one) => ({ one, edits: editDistance(word, one) }))
    .filter(({ one, edits }) => edits > 0 && edits <= (Math.min(word.length, one.length) < 6 ? 1 : 2))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({ one }) => one)

// What is typed, as words that are looked for in folded texts.
import { escapeLike } from '../platform/runtime/text.ts'

/** A word with what may stand in its place, each folded. */
export type WordVariants = readonly string[]

/** Words that count; who types more has found it already. */
const maxWords = 6

/** As a pattern of LIKE: short words where a word begins, others anywhere. */
export const likePattern = (word: string): string =>
  word.length < 3 ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`

/**
 * The pattern that the index is asked for: of a word such as `person.123@betrieb-456` only the numbers, where they are long enough.
 * They are rare, while the rest is what many addresses have, and the index takes the longer the more records have a part.
 */
export function indexLikePattern(word: string): string {
  const parts = word.split(/[^\p{L}\p{M}\d]+/u)
  const numbers = parts.filter((part) => /^\d{3,}$/.test(part))
  return parts.length > 1 && numbers.length > 0 ? `%${numbers.join('%')}%` : likePattern(word)
}

/** What the text of a record begins with, as the index of beginnings has it (17 characters, a space first). */
export const beginningLikePattern = (words: string): string => `${escapeLike(` ${words}`.slice(0, 17))}%`

/** Digits and what people write between them: a number of telephone, or one written in groups. */
const isNumber = (text: string): boolean => /^\+?[\d\s()/.-]*\d[\d\s()/.-]*$/.test(text)

/** `+49 (0)40 669` → 4940669: as phone_digits() writes them. */
const phoneDigits = (text: string): string => text.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '')

const isDay = (text: string): boolean => /^(\d{4}-\d\d?(-\d\d?)?|\d\d?\.\d\d?\.(\d{4})?)$/.test(text)

/** Words of a folded text; none where it is too short to look for. */
export function splitWords(foldedText: string): string[] {
  const text = foldedText.trim()
  if (isNumber(text) && !isDay(text)) {
    const digits = phoneDigits(text)
    return digits.length < 2 ? [] : [digits]
  }
  const words = [...new Set(text.split(/\s+/))].filter((word) => word.length > 0).slice(0, maxWords)
  return words.some((word) => word.length >= 2) ? words : []
}

/** The number of a record that is typed; `task` where it is written `T-000123`. */
export function parseRecordNumber(text: string): { id: number; task: boolean } | undefined {
  const [, taskPrefix, digits] = /^(t-?)?0*(\d{1,10})$/i.exec(text.trim()) ?? []
  const id = Number(digits)
  return digits && id > 0 && id <= 2147483647 ? { id, task: taskPrefix !== undefined } : undefined
}

/** How well a text fits: 0 where it begins with what is typed, then by words that begin with theirs. */
export function rankDistance(text: string, words: readonly WordVariants[]): number {
  const typed = words.map((word) => word[0]).join(' ')
  if (text.startsWith(` ${typed} `) || text === ` ${typed}`) return 0
  if (text.startsWith(` ${typed}`)) return 1
  const begins = words.filter((word) => word.some((one) => text.includes(` ${one}`))).length
  return 2 + words.length - begins
}

/** Letters that must be changed, added, left out or swapped with their neighbour to make one word of the other. */
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

/** Words that are meant by one that is mistyped: up to three, the nearest first. */
export const closestWords = (word: string, candidates: readonly string[]): string[] =>
  candidates
    .map((one) => ({ one, edits: editDistance(word, one) }))
    .filter(({ one, edits }) => edits > 0 && edits <= (Math.min(word.length, one.length) < 6 ? 1 : 2))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({ one }) => one)

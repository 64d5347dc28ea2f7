// The words of a query, each with the spellings in which it is looked for.
import { isAcademicTitle } from './full-name.ts'
import { foldText } from './letters.ts'
import { isMonth } from './months.ts'
import { isOptionalWord } from './names.ts'
import { parsePhone, phoneDigits, withoutCallingCode } from './phones.ts'
import { splitWords, withoutSpelt } from './words.ts'

/** A word with its alternatives, as `search_names` of the database has them. */
export type WordVariants = readonly string[]

/** Further words are ignored. */
const maxWords = 6

/** Digits with separators, such as a telephone number. */
const isNumber = (text: string): boolean => /^\+?[\d\s()/.-]*\d[\d\s()/.-]*$/.test(text)
const isDate = (text: string): boolean => /^(\d{4}-\d\d?(-\d\d?)?|\d\d?\.\d\d?\.(\d{4})?)$/.test(text)

/** The shortest number without its calling code that is looked for. */
const minNational = 5

/**
 * The digits of a number without its calling code, because numbers are stored with or without one. Other numbers, such as those of articles,
 * are found as they are written.
 */
function numberVariants(text: string): string[] {
  const digits = phoneDigits(parsePhone(text))
  const national = /^(\+|00)/.test(text) ? withoutCallingCode(digits) : ''
  return [
    national.length < minNational ? digits : national,
    ...(/^\S*[-./]\S*$/.test(text) ? [foldText(text)] : []),
  ]
}

/** `03/2027` and `3.2027` are the month `2027-03`. */
const monthOf = (text: string): string | undefined => {
  const [, month, year] = /^(0?[1-9]|1[0-2])[./](\d{4})$/.exec(text) ?? []
  return month && `${year}-${month.padStart(2, '0')}`
}

/** Whether a word has to begin one of the text: short words occur in many others, and the names of months in some. */
export const mustBeginWord = (word: string): boolean => word.length < 3 || isMonth(word)

/** `Hauptstra` is on the way to `Hauptstraße`, which is stored as `hauptstr`. */
const withoutStreetEnding = (word: string): string => word.replace(/(?<=.{3}str)(?:a|as|ass)$/, '')

/** The words of parts of a text, each once; e-mail addresses stay whole. */
const wordsOf = (tokens: readonly string[]): string[] => {
  const words = withoutSpelt(splitWords(tokens.filter((token) => !token.includes('@')).join(' ')))
  const addresses = tokens.filter((token) => token.includes('@')).map(foldText)
  return [...new Set([...words.map(withoutStreetEnding), ...addresses])].filter((word) => word !== '')
}

/** The words of a query. Titles and `und` count only if there is nothing else. */
export function queryWords(query: string): WordVariants[] {
  const text = query.trim()
  const month = monthOf(text)
  if (month) return [[month]]
  if (isNumber(text) && !isDate(text)) {
    const variants = numberVariants(text)
    return variants[0] === '' ? [] : [variants]
  }
  const tokens = text.split(/[\s,;]+/)
  const needed = wordsOf(tokens.filter((token) => !isAcademicTitle(token))).filter(
    (word) => !isOptionalWord(word),
  )
  const words = needed.some((word) => word.length >= 2) ? needed : wordsOf(tokens)
  return words.slice(0, maxWords).map((word) => [word])
}

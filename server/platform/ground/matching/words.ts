// The words of names and titles, and how they sound. `search_names` and `sound_key` of the database follow from the same rules
// (migrations/0076-names.sql).
import { foldText } from './letters.ts'

/** Hyphens, dots and the like separate words, but nothing from a digit: `FM-7`, `2027-03`, `1.5`; a dot, however, ends `Str.12`. */
export const separators = '[,;:|()"„“”«»]+|(?<![0-9])(?:[.]+|[-‐‑‒–—./&+]+(?![0-9]))'
const separatorPattern = new RegExp(separators, 'g')

/** `Straße`, `Strasse` and `Str.` at the end of a word are one. */
export const streetEnding = 'strasse(?![a-z0-9])'
const streetPattern = new RegExp(streetEnding, 'g')

/** Words with hyphens are found as one word, too: `E-Mail` by `email`. */
export const hyphenated = '[a-z]+(?:-[a-z]+)+'
const hyphenatedPattern = new RegExp(hyphenated, 'g')

/** The words of a name, a title or an address in the spelling of `foldText`. */
export const splitWords = (text: string): string[] => wordsOfFolded(foldText(text))

/** One text for the words of a name. */
export const wordsKey = (text: string): string => splitWords(text).join(' ')

/** The same of a text that is folded. */
export const wordsOfFolded = (folded: string): string[] =>
  folded
    .replace(streetPattern, 'str')
    .replace(separatorPattern, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')

/** Letters in a row and streets are found as one word, too: `e. V.` by `eV`, `Haupt Str.` by `Hauptstr.` */
export const spelt = '(?<![^ ])(?:[a-z](?: [a-z])+|[a-z]+ str)(?![^ ])'
const speltPattern = new RegExp(spelt, 'g')

/** The words by which a text is found: those of `splitWords`, words with hyphens and letters in a row as one. */
export function wordsToFind(text: string): string[] {
  const folded = foldText(text)
  const words = wordsOfFolded(folded)
  return [
    ...words,
    ...[...words.join(' ').matchAll(speltPattern)].map(([letters]) => letters.replaceAll(' ', '')),
    ...[...folded.replace(streetPattern, 'str').matchAll(hyphenatedPattern)].map(([word]) =>
      word.replaceAll('-', ''),
    ),
  ]
}

/** The words of a text in which letters in a row are one word. */
export const withoutSpelt = (words: readonly string[]): string[] =>
  words
    .join(' ')
    .replace(speltPattern, (letters) => letters.replaceAll(' ', ''))
    .split(' ')

/** Spellings that sound alike in German, and in transcriptions of Slavic names, in the order in which they are replaced. */
export const sounds: readonly (readonly [from: string, to: string])[] = [
  ['tsch', 'k'],
  ['tch', 'k'],
  ['sch', 's'],
  ['chs', 'ks'],
  ['cz', 'k'],
  ['sz', 's'],
  ['ch', 'k'],
  ['sh', 's'],
  ['zh', 's'],
  ['ph', 'f'],
  ['h', ''],
  ['x', 'ks'],
  ['v', 'f'],
  ['w', 'f'],
  ['dt', 't'],
  ['d', 't'],
  ['tz', 'z'],
  ['ts', 'z'],
  ['ck', 'k'],
  ['c', 'k'],
  ['q', 'k'],
  ['y', 'i'],
  ['j', 'i'],
  ['ie', 'i'],
  ['ei', 'ai'],
  ['ou', 'u'],
]

/** The sound of a folded word; words of one sound are near: Meier, Maier and Meyer. */
export function soundOf(word: string): string {
  let sound = word
  for (const [from, to] of sounds) sound = sound.replaceAll(from, to)
  return sound.replace(/(.)\1+/gu, '$1')
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

/** Whether a word may be a mistyped form of another one; numbers are not. */
export const isMistyped = (one: string, other: string): boolean => {
  const shorter = Math.min(one.length, other.length)
  if (shorter < 4 || Math.abs(one.length - other.length) > 2 || /\d/.test(one + other)) return false
  return editDistance(one, other) <= (shorter < 6 ? 1 : 2)
}

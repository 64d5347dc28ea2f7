// The words that a query may mean: mistyped ones, those that sound alike, nicknames, initials.
import { isParticle } from './full-name.ts'
import { isGivenName, nicknamesOf } from './given-names.ts'
import { isLegalForm } from './names.ts'
import type { WordVariants } from './query-words.ts'
import { editDistance, isMistyped, soundOf } from './words.ts'

const maxMistyped = 3
const maxSameSound = 6
/** Shorter words are not corrected. */
const minLength = 4

/** Whether a word may be corrected. */
export const isCorrectable = (word: string): boolean => word.length >= minLength && !/[\d@]/.test(word)

/** Of the words that occur, those that a word may stand for, the nearest first. */
export function closestWords(word: string, candidates: readonly string[]): string[] {
  const others = candidates.filter((one) => one !== word)
  const mistyped = others
    .filter((one) => isMistyped(word, one))
    .map((one) => ({ one, edits: editDistance(word, one) }))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, maxMistyped)
    .map(({ one }) => one)
  const sound = soundOf(word)
  const sameSound = others.filter((one) => soundOf(one) === sound).slice(0, maxSameSound)
  return [...new Set([...mistyped, ...sameSound])]
}

/**
 * The words of a query with their similar ones; undefined if there are none.
 * @param candidates words that occur, for each word that may be corrected
 */
export function withSimilarWords(
  words: readonly WordVariants[],
  candidates: ReadonlyMap<string, readonly string[]>,
): WordVariants[] | undefined {
  const variantsOf = ([word = '', ...rest]: WordVariants): string[] => [
    word,
    ...rest,
    ...closestWords(word, candidates.get(word) ?? []),
    ...nicknamesOf(word),
    // A text has the initial alone.
    ...(isGivenName(word) ? [` ${word[0]} `] : []),
  ]
  const isWhole = ([word = '']: WordVariants): boolean =>
    word.length > 1 && !isParticle(word) && !isLegalForm(word)
  const whole = words.some(isWhole) ? words.filter(isWhole) : words
  const given = whole.filter(([word = '']) => isGivenName(word))
  // Of several given names, one is enough: further ones are often left out.
  const variants =
    given.length > 1 && given.length < whole.length
      ? [given.flatMap(variantsOf), ...whole.filter((word) => !given.includes(word)).map(variantsOf)]
      : whole.map(variantsOf)
  const before = words.flat().length
  return variants.flat().length === before && variants.length === words.length ? undefined : variants
}

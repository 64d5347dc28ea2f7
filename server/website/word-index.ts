// Finds positions by words, as the office's search does: any order, parts of words, accents, small typing errors.
import { TypedFastBitSet as BitSet } from 'typedfastbitset'
import { isMonth } from '../platform/ground/matching/months.ts'
import { mustBeginWord, queryWords, type WordVariants } from '../platform/ground/matching/query-words.ts'
import { isCorrectable, withSimilarWords } from '../platform/ground/matching/similar-words.ts'
import { isMistyped, soundOf, wordsToFind } from '../platform/ground/matching/words.ts'

export type WordIndex = {
  /** The positions whose texts have all words; undefined: there is no word to look for. */
  find(query: string): BitSet | undefined
}

/** @param texts for each position the texts that are searched */
export function createWordIndex(texts: readonly (readonly string[])[]): WordIndex {
  // Many dates share the texts of an event, a trainer and a location.
  const positionsOf = new Map<string, number[]>()
  for (const [position, own] of texts.entries())
    for (const text of own) {
      const positions = positionsOf.get(text)
      if (positions) positions.push(position)
      else positionsOf.set(text, [position])
    }
  const textsOf = new Map<string, string[]>()
  for (const text of positionsOf.keys())
    for (const word of new Set(wordsToFind(text))) {
      const own = textsOf.get(word)
      if (own) own.push(text)
      else textsOf.set(word, [text])
    }
  const vocabulary = [...textsOf.keys()]
  const union = (words: readonly string[]): BitSet => {
    const found = BitSet.fromWords(new Uint32Array((texts.length + 31) >>> 5))
    for (const text of new Set(words.flatMap((word) => textsOf.get(word)!)))
      for (const position of positionsOf.get(text)!) found.add(position)
    return found
  }
  const matching = (word: string): string[] => {
    // An initial, or the name of a month, is a word of its own.
    const whole = word.startsWith(' ') || isMonth(word) ? word.trim() : undefined
    return vocabulary.filter((one) =>
      whole === undefined ? (mustBeginWord(word) ? one.startsWith(word) : one.includes(word)) : one === whole,
    )
  }
  let bySound: Map<string, string[]> | undefined
  const similarOf = (word: string): string[] => {
    bySound ??= Map.groupBy(vocabulary, soundOf)
    return [...vocabulary.filter((one) => isMistyped(word, one)), ...(bySound.get(soundOf(word)) ?? [])]
  }
  const findAll = (words: readonly WordVariants[]): BitSet =>
    words
      .map((variants) => union(variants.flatMap(matching)))
      .reduce((all, one) => all.intersection(one) as BitSet)
  return {
    find(query) {
      const words = queryWords(query)
      if (words.length === 0) return undefined
      const found = findAll(words)
      if (found.size() > 0) return found
      const candidates = words.flatMap(([word = '']) =>
        isCorrectable(word) ? [[word, similarOf(word)] as const] : [],
      )
      const similar = withSimilarWords(words, new Map(candidates))
      return similar ? findAll(similar) : found
    },
  }
}

// Finds positions by words, as the office's search does: any order, parts of words, accents, small typing errors.
import { TypedFastBitSet as BitSet } from 'typedfastbitset'
import { closestWords } from '../search/words.ts'

/** As `search_key` of the database: without accents and case, and with one spelling of `ü`, `ue` and `u`. */
const searchKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'a')
    .replaceAll('ł', 'l')
    .replaceAll(/([aou])e/g, '$1')

const split = (text: string): string[] =>
  [...new Set(searchKey(text).split(/[^\p{L}\p{N}]+/u))].filter((word) => word !== '')

/** Further words of a query are ignored, as in the office. */
const maxWords = 6

export type WordIndex = {
  /** The positions whose texts have all words; undefined: there is no word to look for. */
  find(query: string): BitSet | undefined
}

/** @param texts for each position the texts that are searched */
export function createWordIndex(texts: readonly (readonly string[])[]): WordIndex {
  const positions = new Map<string, BitSet>()
  // Many dates share the texts of an event, a trainer and a location.
  const wordsOf = new Map<string, readonly string[]>()
  const wordsOfText = (text: string): readonly string[] => {
    let words = wordsOf.get(text)
    if (!words) {
      words = split(text)
      wordsOf.set(text, words)
    }
    return words
  }
  for (const [position, own] of texts.entries())
    for (const text of own)
      for (const word of wordsOfText(text)) {
        let set = positions.get(word)
        if (!set) {
          set = new BitSet()
          positions.set(word, set)
        }
        set.add(position)
      }
  const vocabulary = [...positions.keys()]
  const union = (words: readonly string[]): BitSet => {
    const found = new BitSet()
    for (const word of words) found.union(positions.get(word)!)
    return found
  }
  const findWord = (word: string): BitSet => {
    const matching = vocabulary.filter((one) => (word.length < 3 ? one.startsWith(word) : one.includes(word)))
    if (matching.length > 0 || word.length < 4 || /\d/.test(word)) return union(matching)
    return union(
      closestWords(
        word,
        vocabulary.filter((one) => one.length >= 4 && Math.abs(one.length - word.length) <= 2),
      ),
    )
  }
  return {
    find(query) {
      const words = split(query).slice(0, maxWords)
      if (words.length === 0) return undefined
      return words.map(findWord).reduce((all, one) => all.intersection(one) as BitSet)
    },
  }
}

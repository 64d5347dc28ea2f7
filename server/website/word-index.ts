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
    for (const word of split(text)) {
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

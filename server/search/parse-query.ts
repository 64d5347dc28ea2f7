// The text of a query as words and numbers.
import type { Db } from '../platform/database/database.ts'
import { findSimilarWords, normalizeQuery } from './candidates.sql.ts'
import { closestWords, parseRecordNumber, splitWords, type WordVariants } from './words.ts'

export interface ParsedSearchQuery {
  text: string
  /** The id of a record, if the text is a number. */
  number: ReturnType<typeof parseRecordNumber>
  words: WordVariants[]
  /** The words with those that are spelt similarly; [] if there are none. */
  similarWords: () => Promise<WordVariants[]>
  /** An estimate of the number of entries. */
  entryCount: number
}

async function addSimilarWords(db: Db, words: readonly string[]): Promise<WordVariants[]> {
  const correctable = words.filter((word) => word.length >= 4 && !/[\d@]/.test(word))
  if (correctable.length === 0) return []
  const candidates = await findSimilarWords(db, correctable)
  const similar = new Map(correctable.map((word, index) => [word, closestWords(word, candidates[index]!)]))
  if ([...similar.values()].every((list) => list.length === 0)) return []
  return words.map((word) => [word, ...(similar.get(word) ?? [])])
}

export async function parseSearchQuery(db: Db, q: string): Promise<ParsedSearchQuery> {
  const { text, entryCount } = await normalizeQuery(db, q)
  const words = splitWords(text)
  let similarWords: Promise<WordVariants[]> | undefined
  return {
    text: q.trim(),
    number: parseRecordNumber(q),
    words: words.map((word) => [word]),
    similarWords: () => {
      similarWords ??= addSimilarWords(db, words)
      return similarWords
    },
    entryCount,
  }
}

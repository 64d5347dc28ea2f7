// The text of a query as words and numbers.
import type { Db } from '../platform/database/database.ts'
import { queryWords, type WordVariants } from '../platform/ground/matching/query-words.ts'
import { isCorrectable, withSimilarWords } from '../platform/ground/matching/similar-words.ts'
import { estimateEntries, findSimilarWords } from './candidates.sql.ts'
import { parseRecordNumber } from './words.ts'

export interface ParsedSearchQuery {
  text: string
  /** The id of a record, if the text is a number. */
  number: ReturnType<typeof parseRecordNumber>
  words: readonly WordVariants[]
  /** The words with those that are similar; [] if there are none. */
  similarWords: () => Promise<readonly WordVariants[]>
  /** An estimate of the number of entries. */
  entryCount: number
}

async function addSimilarWords(db: Db, words: readonly WordVariants[]): Promise<readonly WordVariants[]> {
  const correctable = words.flatMap(([word = '']) => (isCorrectable(word) ? [word] : []))
  const candidates = correctable.length === 0 ? [] : await findSimilarWords(db, correctable)
  const byWord = new Map(correctable.map((word, index) => [word, candidates[index]!]))
  return withSimilarWords(words, byWord) ?? []
}

export async function parseSearchQuery(db: Db, q: string): Promise<ParsedSearchQuery> {
  const all = queryWords(q)
  // A single letter is too short to find anything.
  const words = all.some(([word = '']) => word.length >= 2) ? all : []
  let similarWords: Promise<readonly WordVariants[]> | undefined
  return {
    text: q.trim(),
    number: parseRecordNumber(q),
    words,
    similarWords: () => {
      similarWords ??= addSimilarWords(db, words)
      return similarWords
    },
    entryCount: await estimateEntries(db),
  }
}

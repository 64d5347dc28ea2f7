// Finds the words of a query in a text, as the search compares them.
import { foldWithOffsets } from '../../server/platform/ground/matching/letters.ts'
import { queryWords } from '../../server/platform/ground/matching/query-words.ts'

/** A part of a text; `isMatch`: a word of the query. */
export interface TextSegment {
  text: string
  isMatch: boolean
}

/** The words of a query that are marked. */
const queryTerms = (query: string): string[] => queryWords(query).flat()

/** Splits a text into the words of a query and the rest. */
export function splitByMatches(text: string, query: string): TextSegment[] {
  const { text: normalizedText, offsets } = foldWithOffsets(text)
  const matches: [from: number, to: number][] = []
  const offsetOf = (index: number) => offsets[index] ?? text.length
  for (const word of queryTerms(query).filter((one) => one !== '')) {
    const found = normalizedText.indexOf(word)
    if (found >= 0) matches.push([offsetOf(found), offsetOf(found + word.length)])
    else if (/^\d{3,}$/.test(word)) {
      // Phone numbers are written in groups.
      const digits = [...text].flatMap((one, index) => (/\d/.test(one) ? [[one, index] as const] : []))
      const digitIndex = digits
        .map(([one]) => one)
        .join('')
        .indexOf(word)
      if (digitIndex >= 0)
        matches.push([digits[digitIndex]![1], digits[digitIndex + word.length - 1]![1] + 1])
    }
  }
  matches.sort((a, b) => a[0] - b[0])
  const segments: TextSegment[] = []
  let end = 0
  for (const [from, to] of matches) {
    if (to <= end) continue
    const start = Math.max(from, end)
    if (start > end) segments.push({ text: text.slice(end, start), isMatch: false })
    segments.push({ text: text.slice(start, to), isMatch: true })
    end = to
  }
  if (end < text.length) segments.push({ text: text.slice(end), isMatch: false })
  return segments
}

export const matchesQuery = (text: string, query: string): boolean =>
  splitByMatches(text, query).some(({ isMatch }) => isMatch)

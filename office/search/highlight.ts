// Where a text has the words that were looked for, compared as the server folds them (migrations/0013-search.sql).

/** A stretch of a text; `hit`: it has a word. */
export interface TextSegment {
  text: string
  isMatch: boolean
}

const specialLetters: Record<string, string> = { ß: 'ss', æ: 'a', œ: 'o', ø: 'o', ł: 'l', đ: 'd', þ: 'th' }

/** The folded form of a text, and for each of its characters the place that it comes from. */
export function foldCase(text: string): { text: string; offsets: number[] } {
  let folded = ''
  const offsets: number[] = []
  let offset = 0
  for (const character of text) {
    const lower = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    for (const one of specialLetters[lower] ?? lower) {
      // `ae`, `oe` and `ue` count as one letter.
      if (one === 'e' && /[aou]$/.test(folded)) continue
      folded += one
      offsets.push(offset)
    }
    offset += character.length
  }
  return { text: folded, offsets }
}

const queryTerms = (query: string): string[] => {
  const trimmed = query.trim()
  if (/^\+?[\d\s()/.-]+$/.test(trimmed))
    return [trimmed.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '')]
  return foldCase(trimmed).text.split(/\s+/)
}

/** The text in stretches with and without the words of a query. */
export function splitByMatches(text: string, query: string): TextSegment[] {
  const { text: foldedText, offsets } = foldCase(text)
  const matches: [from: number, to: number][] = []
  const offsetOf = (index: number) => offsets[index] ?? text.length
  for (const word of queryTerms(query).filter((one) => one !== '')) {
    const found = foldedText.indexOf(word)
    if (found >= 0) matches.push([offsetOf(found), offsetOf(found + word.length)])
    else if (/^\d{3,}$/.test(word)) {
      // A number of telephone is written in groups.
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

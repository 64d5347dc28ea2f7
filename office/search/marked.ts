// Where a text has the words that were looked for, compared as the server folds them (migrations/0013-search.sql).

/** A stretch of a text; `hit`: it has a word. */
export interface Stretch {
  text: string
  hit: boolean
}

const plain: Record<string, string> = { ß: 'ss', æ: 'a', œ: 'o', ø: 'o', ł: 'l', đ: 'd', þ: 'th' }

/** The folded form of a text, and for each of its characters the place that it comes from. */
export function folded(text: string): { text: string; places: number[] } {
  let out = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const lower = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    for (const one of plain[lower] ?? lower) {
      // `ae`, `oe` and `ue` count as one letter.
      if (one === 'e' && /[aou]$/.test(out)) continue
      out += one
      places.push(at)
    }
    at += character.length
  }
  return { text: out, places }
}

const wordsOf = (query: string): string[] => {
  const trimmed = query.trim()
  if (/^\+?[\d\s()/.-]+$/.test(trimmed))
    return [trimmed.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '')]
  return folded(trimmed).text.split(/\s+/)
}

/** The text in stretches with and without the words of a query. */
export function marked(text: string, query: string): Stretch[] {
  const { text: given, places } = folded(text)
  const hits: [from: number, to: number][] = []
  const place = (index: number) => places[index] ?? text.length
  for (const word of wordsOf(query).filter((one) => one !== '')) {
    const found = given.indexOf(word)
    if (found >= 0) hits.push([place(found), place(found + word.length)])
    else if (/^\d{3,}$/.test(word)) {
      // A number of telephone is written in groups.
      const digits = [...text].flatMap((one, index) => (/\d/.test(one) ? [[one, index] as const] : []))
      const at = digits
        .map(([one]) => one)
        .join('')
        .indexOf(word)
      if (at >= 0) hits.push([digits[at]![1], digits[at + word.length - 1]![1] + 1])
    }
  }
  hits.sort((a, b) => a[0] - b[0])
  const stretches: Stretch[] = []
  let done = 0
  for (const [from, to] of hits) {
    if (to <= done) continue
    const start = Math.max(from, done)
    if (start > done) stretches.push({ text: text.slice(done, start), hit: false })
    stretches.push({ text: text.slice(start, to), hit: true })
    done = to
  }
  if (done < text.length) stretches.push({ text: text.slice(done), hit: false })
  return stretches
}

export const hasHit = (text: string, query: string): boolean => marked(text, query).some(({ hit }) => hit)

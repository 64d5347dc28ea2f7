// Guesses the code page of a text that is not UTF-8: of Windows, of old Macs, or of DOS. In each, the bytes of German letters are others.
import iconv from 'iconv-lite'

/** In the order in which they are proposed if a text fits several. */
export const codePages = ['windows-1252', 'macintosh', 'ibm850', 'ibm437'] as const
export type CodePage = (typeof codePages)[number]

export const decodePage = (bytes: Buffer, page: CodePage): string => iconv.decode(bytes, page)

const isLetter = /\p{L}/u
/** Letters of German first, then those of neighbouring languages. */
const weights: [characters: string, weight: number][] = [
  ['äöüÄÖÜß', 3],
  ['éèêëàâáçñóôíîúûøåæØÅÆÉœšžŠŽ', 1],
  ['€„“”‚‘’–—…·•°§²³´«»®©\u00a0', 1],
]
const weightOf = new Map(
  weights.flatMap(([characters, weight]) => [...characters].map((one) => [one, weight])),
)
const maxSampleBytes = 1_000_000

/** How well a text fits German, and so the code page that it was decoded with. */
function score(text: string): number {
  let total = 0
  let before = ''
  for (const character of text) {
    if (character > '\x7f') {
      const weight = weightOf.get(character) ?? -3
      // A capital letter within a word is unlikely, and so is a sign.
      const isInWord = isLetter.test(before) && before === before.toLowerCase()
      const isLikely = isLetter.test(character) ? character === character.toLowerCase() : false
      total += isInWord && !isLikely ? Math.min(weight, 0) - 1 : weight
    }
    before = character
  }
  return total
}

/** The code pages that fit a text, the best first. */
export function fittingCodePages(bytes: Buffer): CodePage[] {
  const sample = bytes.subarray(0, maxSampleBytes)
  const scores = codePages.map((page) => ({ page, score: score(decodePage(sample, page)) }))
  const best = Math.max(...scores.map((one) => one.score))
  return scores
    .filter((one) => one.score === best || one.score > best * 0.8)
    .toSorted((a, b) => b.score - a.score)
    .map(({ page }) => page)
}

// The one spelling in which texts are compared: without case, accents and apostrophes, `ü`, `ue` and `u` alike, Cyrillic and Greek in
// Latin letters. The function `search_key` of the database follows from the same table (migrations/0076-names.sql), and
// letters.test.ts compares both for every letter. Without imports, because the back office marks matches with it.

/** Letters that Unicode does not decompose, by what replaces them. Of Cyrillic and Greek, the letters of passports. */
export const letters: Readonly<Record<string, string>> = {
  a: 'ⱥаαәӕæ',
  b: 'ƀɓбβ',
  c: 'ƈȼћ',
  ch: 'чҽχ',
  d: 'ðđɖɗȡдδ',
  dj: 'ђ',
  dzh: 'џҹ',
  dz: 'ѕ',
  e: 'əǝɛɇеэєεѣ',
  f: 'ƒфφѳ',
  g: 'ɠǥгγґғ',
  h: 'ħһҳ',
  i: 'ıɩɨиіιηѵ',
  j: 'ȷɉј',
  k: 'ƙкκқҡ',
  kh: 'х',
  l: 'łƚȴлλ',
  lj: 'љ',
  m: 'мμ',
  n: 'ɲƞȵнν',
  ng: 'ŋңҥ',
  nj: 'њ',
  o: 'øɔɵœоοωөѡ',
  p: 'ƥпπ',
  ps: 'ψ',
  q: 'ĸɋ',
  r: 'ɍрρ',
  s: 'ȿсσς',
  sh: 'ш',
  shch: 'щ',
  ss: 'ß',
  t: 'ŧƭʈȶтτ',
  th: 'þθ',
  ts: 'ц',
  u: 'ʉʊуүұ',
  v: 'ʋв',
  w: 'ƿɯ',
  x: 'ξ',
  y: 'ƴɏыυ',
  ya: 'я',
  yu: 'ю',
  z: 'ƶȥɀзζ',
  zh: 'ʒж',
  '': 'ъьʹʺ',
}

/** Pairs of Greek letters that are one sound. */
export const letterPairs: Readonly<Record<string, string>> = {
  ου: 'ou',
  αυ: 'av',
  ευ: 'ev',
  γγ: 'ng',
  μπ: 'b',
}

/** Signs within words that are written or left out: `O'Brien`, `O’Brien`, `OBrien`. */
export const apostrophes = "'’‘ʼ′`´"

/** The accents, which NFKD splits off. */
export const accents = '\u0300-\u036f'

const replacements = new Map(
  Object.entries(letters).flatMap(([to, from]) => [...from].map((letter) => [letter, to] as const)),
)
const pairPattern = new RegExp(Object.keys(letterPairs).join('|'), 'g')
const accentPattern = new RegExp(`[${accents}]`, 'g')
const apostrophePattern = new RegExp(`[${apostrophes}]`, 'g')
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

function toLatin(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replace(accentPattern, '')
  if (isAscii(plain)) return plain
  const single = plain.replace(pairPattern, (pair) => letterPairs[pair]!)
  return Array.from(single, (letter) => replacements.get(letter) ?? letter).join('')
}

/** The spelling of a text for comparisons and for the search. */
export function foldText(text: string): string {
  const without = text.replace(apostrophePattern, '')
  const latin = isAscii(without) ? without.toLowerCase() : toLatin(without)
  // `ue` is no umlaut in Bauer, neu and Marquez.
  return latin
    .replaceAll('ae', 'a')
    .replaceAll('oe', 'o')
    .replace(/(?<![aeoq])ue/g, 'u')
}

/** The folded text, and for each of its characters the offset in the original. */
export function foldWithOffsets(text: string): { text: string; offsets: number[] } {
  const folded = foldText(text)
  const offsets: number[] = []
  let start = 0
  let end = 0
  // Each letter is the shortest further piece whose folded form the text begins with.
  for (const character of text) {
    end += character.length
    const before = offsets.length
    const now = foldText(text.slice(0, end))
    for (let at = before; at < now.length; at++) offsets.push(start)
    offsets.length = now.length
    start = end
  }
  return { text: folded, offsets }
}

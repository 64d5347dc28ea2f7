// Whether two postal addresses are the same: with `Straße` and `Str.`, `12a` and `12 A`, a floor or none.
import type { Likeness } from './names.ts'
import { isMistyped, soundOf, splitWords } from './words.ts'

export type PostalAddress = {
  street: string
  houseNumber?: string
  zip?: string
  city?: string
  country?: string
}

/** A house number: `12`, `12a`, `12-14`, `12/14`. */
const numberAtEnd = /\s(\d+\s*[a-z]?(?:\s*[-–—/+]\s*\d*\s*[a-z]?)*)\s*$/iu
/** A floor after the house number: `2. Stock`, `Hinterhaus`, `3. OG links`. */
const floor =
  /[\s,;/]+(?:\(?\s*(?:\d+\.?\s*(?:stock|etage|og|ug|floor|piętro|étage)|eg|ug|dg|og|hinterhaus|hh|vorderhaus|erdgeschoss|souterrain|aufgang|floor|top|tür|apt|suite|ste|wohnung|whg|haus|gebäude|geb)\b.*)$/iu

type House = { from: number; to: number; letter: string }

function parseHouse(text: string): House | undefined {
  const compact = text
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/[–—/+]/g, '-')
  const [, from, letter = '', to, toLetter = ''] = /^(\d+)([a-z]?)(?:-(\d+)?([a-z]?))?$/u.exec(compact) ?? []
  if (from === undefined) return undefined
  return { from: Number(from), to: Number(to ?? from), letter: letter + toLetter }
}

/** Street and house number in one spelling, without floors. */
function parseStreet({ street, houseNumber = '' }: PostalAddress): {
  words: string[]
  house: House | undefined
} {
  const whole = `${street} ${houseNumber}`
    .trim()
    .replace(/(?<=\p{L}{2}\.)(?=\d)/u, ' ')
    .replace(floor, '')
  const [, number = ''] = numberAtEnd.exec(whole) ?? []
  const house = parseHouse(number)
  // In other countries the number comes first: `10 Downing Street`.
  const [, first = '', rest = ''] = /^(\d+\s?[a-z]?),?\s+(\D.*)$/iu.exec(whole) ?? []
  if (!house && first !== '') return { words: splitWords(rest), house: parseHouse(first) }
  return { words: splitWords(house ? whole.slice(0, -number.length) : whole), house }
}

const isSameHouse = (one: House, other: House): boolean =>
  one.from === other.from && one.to === other.to && one.letter === other.letter

/** One is within the other's range, or has no letter. */
const isNearHouse = (one: House, other: House): boolean =>
  one.from <= other.to &&
  other.from <= one.to &&
  (one.letter === '' || other.letter === '' || one.letter === other.letter)

const sameText = (one: string, other: string): boolean =>
  splitWords(one).join('') === splitWords(other).join('')

function comparePlaces(one: PostalAddress, other: PostalAddress): Likeness {
  const country = [one, other].map(({ country = '' }) => country.trim().toUpperCase())
  if (country[0] !== '' && country[1] !== '' && country[0] !== country[1]) return 'different'
  const [zip, otherZip] = [one, other].map(({ zip = '' }) =>
    zip
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toUpperCase()
      .replace(/^(?:D|DE|A|AT|CH)(?=\d)/, ''),
  )
  if (zip !== '' && otherZip !== '') return zip === otherZip ? 'equal' : 'different'
  const [city = '', otherCity = ''] = [one.city, other.city]
  if (city === '' || otherCity === '') return 'near'
  return sameText(city, otherCity) ? (zip === otherZip ? 'equal' : 'near') : 'different'
}

/** Compares streets, house numbers and places. A floor or an addition does not count. */
export function compareAddresses(one: PostalAddress, other: PostalAddress): Likeness {
  const place = comparePlaces(one, other)
  const [a, b] = [parseStreet(one), parseStreet(other)]
  if (place === 'different' || a.words.length === 0 || b.words.length === 0) return 'different'
  const [street, otherStreet] = [a.words.join(''), b.words.join('')]
  const isSameStreet = street === otherStreet
  if (!isSameStreet && !isMistyped(street, otherStreet) && soundOf(street) !== soundOf(otherStreet))
    return 'different'
  if (a.house && b.house) {
    if (!isNearHouse(a.house, b.house)) return 'different'
    return isSameStreet && isSameHouse(a.house, b.house) ? place : 'near'
  }
  return isSameStreet && !a.house && !b.house ? place : 'near'
}

// The codes by which visitors quote their orders, such as K7QF-3M2X.
import { randomInt } from 'node:crypto'

// Without letters and digits that look alike.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

export const newOrderCode = (): string =>
  Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)])
    .join('')
    .replace(/^.{4}/, '$&-')

const half = `([${alphabet}]{4})`
// Looks ahead, so that a word before a code is not taken for its first half.
const codes = new RegExp(`(?<![A-Z0-9])(?=${half}[-\\s]?${half}(?![A-Z0-9]))`, 'g')

/** A possible code in a text that a visitor has entered, in its usual form. */
export const orderCodesIn = (text: string): string[] =>
  [...text.toUpperCase().matchAll(codes)].map(([, first, second]) => `${first}-${second}`)

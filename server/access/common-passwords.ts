// Passwords that many people have: the 100,000 most common, and variants with a few signs or repeated.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The bytes of a hash that are stored: enough that one in ten million other passwords is taken for a common one. */
export const keyLength = 5

/** Passwords shorter than this are not in the list. */
export const shortestListed = 6

/** The form in which passwords are compared. */
export const commonForm = (password: string): string => password.normalize('NFKC').toLowerCase()

export const commonKey = (password: string): Buffer =>
  createHash('sha256').update(commonForm(password)).digest().subarray(0, keyLength)

/** Sorted hashes (`npm run generate`). */
let list: Buffer | undefined

function isListed(password: string): boolean {
  list ??= readFileSync(join(import.meta.dirname, '../../generated/common-passwords.bin'))
  const key = commonKey(password)
  let low = 0
  let high = list.length / keyLength
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = key.compare(list, middle * keyLength, (middle + 1) * keyLength)
    if (order === 0) return true
    if (order < 0) high = middle
    else low = middle + 1
  }
  return false
}

const isShortOrListed = (text: string) => text.length < shortestListed || isListed(text)

/** The repeated part: `abc` of `abcabcabc`. */
const unitOf = (text: string): string => /^(.+?)\1+$/s.exec(text)?.[1] ?? text

/**
 * Whether a password is easy to guess.
 * @param ownWords what others know about the user: address, name
 */
export function isCommonPassword(password: string, ownWords: readonly string[]): boolean {
  const form = commonForm(password)
  const words = ownWords
    .flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
    .map(commonForm)
    .filter((word) => word.length >= 3)
    .toSorted((one, other) => other.length - one.length)
  const withoutOwn = words.reduce((text, word) => text.replaceAll(word, ''), form)
  // `Sommer2026!` is as common as `sommer`.
  const core = withoutOwn.replace(/^[^\p{L}]{1,5}/u, '').replace(/[^\p{L}]{1,5}$/u, '')
  return [form, withoutOwn, core].some((text) => isShortOrListed(unitOf(text)) || isShortOrListed(text))
}

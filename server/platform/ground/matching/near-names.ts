// Which of many names may be near, without comparing each with all others. Near names meet under a key: a word of one sound, or a pair of
// nicknames; names of one word also when one letter of each is left out. Only names that are mistyped in every word do not.
import { nicknamesOf } from './given-names.ts'
import { isMistyped, soundOf } from './words.ts'

type NearWord = {
  text: string
  sound: string
  nicknames: ReadonlySet<string>
  /** A bit for each letter that occurs. */
  letters: number
}
export type NearName = { joined: string; sorted: string; words: readonly NearWord[] }

const lettersOf = (word: string): number =>
  [...word].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) & 31)), 0)

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Makes names of their words. The words are kept: names repeat them. */
export function nearNames(): (words: readonly string[]) => NearName {
  const known = new Map<string, NearWord>()
  const toWord = (text: string): NearWord => {
    const found = known.get(text) ?? {
      text,
      sound: soundOf(text),
      nicknames: new Set(nicknamesOf(text)),
      letters: lettersOf(text),
    }
    known.set(text, found)
    return found
  }
  return (words) => ({
    joined: words.join(''),
    sorted: words.toSorted().join(' '),
    words: words.map(toWord),
  })
}

const withoutOneLetter = (word: string): string[] => [
  word,
  ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)),
]

function keysOf({ words }: NearName, spoken: (word: NearWord) => string[]): string[] {
  // An initial alone is not enough.
  const whole = words.filter(({ text }) => text.length > 1)
  const alone = words.length === 1 ? whole.flatMap(({ text }) => withoutOneLetter(text)) : []
  return [
    ...new Set([...whole.flatMap(spoken).map((sound) => `s ${sound}`), ...alone.map((text) => `w ${text}`)]),
  ]
}

/** The keys of a name. */
export const ownKeys = (name: NearName): string[] => keysOf(name, ({ sound }) => [sound])

/** Those under which near names have one of their own. */
export const nearKeys = (name: NearName): string[] =>
  keysOf(name, ({ sound, nicknames }) => [sound, ...[...nicknames].map(soundOf)])

/** `isMistyped` allows two edits, and an edit changes the occurrence of at most two letters: bits are compared fast. */
const areMistyped = (one: NearWord, other: NearWord): boolean =>
  bitCount(one.letters ^ other.letters) <= 4 && isMistyped(one.text, other.text)

const mayPair = (one: NearWord, other: NearWord): boolean =>
  one.sound === other.sound ||
  one.nicknames.has(other.text) ||
  ((one.text.length === 1 || other.text.length === 1) && one.text[0] === other.text[0]) ||
  areMistyped(one, other)

function hasPartner(word: NearWord, others: readonly NearWord[]): boolean {
  for (const other of others) if (mayPair(word, other)) return true
  return false
}

/** Whether two names can be equal. */
export const mayBeEqual = (one: NearName, other: NearName): boolean =>
  one.joined === other.joined || one.sorted === other.sorted

/** Whether two names can be equal or near; most are not, and this is told fast. */
export function mayBeNear(one: NearName, other: NearName): boolean {
  if (mayBeEqual(one, other)) return true
  const isShorter = one.words.length <= other.words.length
  const longer = isShorter ? other.words : one.words
  // Last names differ most.
  const shorter = isShorter ? one.words : other.words
  for (let at = shorter.length - 1; at >= 0; at--) if (!hasPartner(shorter[at]!, longer)) return false
  return true
}

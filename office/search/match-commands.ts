// Which commands a text means.
import type { ReactElement } from 'react'
import { foldText } from '../../server/platform/ground/matching/letters.ts'

export interface Command {
  id: string
  title: string
  /** Its possible names, in both languages. */
  terms: readonly string[]
  icon: ReactElement
  /** The page that it opens. */
  path?: string
  run?: () => void
}

const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')

const maxNamed = 6
const maxOthers = 3

/**
 * The commands whose terms contain all words of a text. `named`: by whole words (`new contact`, `leads`), except the last one of
 * several; they come before records. Others may be the beginning of a name (`vera`) and come after them.
 */
export function matchCommands(
  commands: readonly Command[],
  text: string,
): { named: Command[]; others: Command[] } {
  const words = wordsOf(text)
  if (words.join('').length < 2) return { named: [], others: [] }
  const found = commands.flatMap((command) => {
    const terms = new Set(command.terms.flatMap(wordsOf))
    if (!words.every((word) => [...terms].some((term) => term.startsWith(word)))) return []
    const whole = words.filter((word) => terms.has(word)).length
    const isNamed =
      whole === words.length || (words.length > 1 && whole === words.length - 1 && !terms.has(words.at(-1)!))
    // `dates` means the dates before the planning of dates.
    const isName = command.terms.some((term) => wordsOf(term).join(' ') === words.join(' '))
    return [{ command, isNamed, rank: isName ? 0 : 1 }]
  })
  const ranked = found.toSorted((a, b) => a.rank - b.rank)
  const those = (isNamed: boolean) =>
    ranked.filter((one) => one.isNamed === isNamed).map(({ command }) => command)
  return { named: those(true).slice(0, maxNamed), others: those(false).slice(0, maxOthers) }
}

/** The person in `book anna schmidt` or `Anna Schmidt buchen`; undefined: the text is not about booking. */
export function personToBook(text: string): string | undefined {
  const [, before, after] = /^(?:(?:book|buche|buchen)\s+(.+)|(.+)\s+buchen)$/i.exec(text.trim()) ?? []
  const person = (before ?? after)?.trim() ?? ''
  return person.length >= 2 ? person : undefined
}

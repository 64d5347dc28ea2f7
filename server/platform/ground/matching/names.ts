// Whether two names are the same: the one definition of the search, lists, duplicates, imports, mail and the website.
import { splitFullName } from './full-name.ts'
import { areNicknames, isGivenName } from './given-names.ts'
import { foldText } from './letters.ts'
import { isMistyped, soundOf, splitWords, withoutSpelt } from './words.ts'

/** `near`: one person or company may have both names; a user decides. */
export type Likeness = 'equal' | 'near' | 'different'

export type PersonName = { firstName?: string | undefined; lastName: string }

/** Titles and salutations: they are no part of a name. */
const titles = new Set(
  `dr drs prof professor professorin doktor dipl diplom ing mag magister pd priv doz univ habil rer nat phil med jur iur oec pol theol dent
  vet ba ma msc bsc mba phd llm meng beng fh tu hc herr herrn frau fraulein mr mrs ms miss mister sir`.split(
    /\s+/,
  ),
)

/** Words between others: `Müller & Söhne`, `Müller und Söhne`. */
const connections = new Set(['und', 'and', 'et', 'the'])

/** The legal forms of companies. */
const legalForms = new Set(
  `gmbh mbh ggmbh ag kg kgaa ohg gbr ug ev eg se ltd limited inc llc llp plc bv nv sa sas sarl srl spa spzoo sro as aps ab oy co corp
  corporation company haftungsbeschrankt gesellschaft mit beschrankter haftung aktiengesellschaft eingetragener verein ek ekfm partg partgmbb mbb
  cie sp zoo`.split(/\s+/),
)

/** Words of a query that need not occur, if others remain. */
export const isOptionalWord = (word: string): boolean => titles.has(word) || connections.has(word)

/** Whether a folded word is the legal form of a company, or a part of it. */
export const isLegalForm = (word: string): boolean => legalForms.has(word)

type Word = { text: string; isGiven: boolean }

const withoutTitles = (words: readonly string[]): readonly string[] => {
  const rest = words.filter((word) => !titles.has(word))
  return rest.length > 0 ? rest : words
}

function wordsOfPerson(name: PersonName | string): Word[] {
  if (typeof name !== 'string') {
    const family = withoutTitles(splitWords(name.lastName))
    const given = splitWords(name.firstName ?? '').filter((word) => !titles.has(word))
    return [
      ...given.map((text) => ({ text, isGiven: true })),
      ...family.map((text) => ({ text, isGiven: false })),
    ]
  }
  // `Müller, Anna` or `Anna Müller`
  return wordsOfPerson(splitFullName(name, (word) => titles.has(foldText(word))))
}

/** The words of a person's name that are compared. */
export const personWords = (name: PersonName): string[] => wordsOfPerson(name).map(({ text }) => text)

const isInitialOf = (one: string, other: string): boolean =>
  one.length === 1 && other.length > 1 && other.startsWith(one)

function areNearWords(one: Word, other: Word): boolean {
  const [a, b] = [one.text, other.text]
  if (isInitialOf(a, b) || isInitialOf(b, a)) return true
  // Numbers are no misspellings: `Betrieb 10` is not `Betrieb 110`.
  if (/\d/.test(a + b)) return false
  if (a.length < 3 || b.length < 3) return areNicknames(a, b)
  if (!one.isGiven || !other.isGiven) return soundOf(a) === soundOf(b) || isMistyped(a, b)
  if (areNicknames(a, b)) return true
  // Two names of the list are no misspellings of each other, and the last letter tells Martin from Martina.
  if (isGivenName(a) && isGivenName(b)) return false
  return soundOf(a) === soundOf(b) || (a.at(-1) === b.at(-1) && isMistyped(a, b))
}

const sortedText = (words: readonly Word[]): string =>
  words
    .map(({ text }) => text)
    .toSorted()
    .join(' ')
const joinedText = (words: readonly Word[]): string => words.map(({ text }) => text).join('')

/** Finds a partner for every word of the shorter name, equal ones first. @returns the words of the longer one that are left */
function pairWords(
  shorter: readonly Word[],
  longer: readonly Word[],
): { rest: Word[]; spelt: number } | undefined {
  const rest = [...longer]
  const open: Word[] = []
  let spelt = 0
  for (const word of shorter) {
    const at = rest.findIndex(({ text }) => text === word.text)
    if (at < 0) open.push(word)
    else {
      rest.splice(at, 1)
      if (word.text.length > 1) spelt++
    }
  }
  for (const word of open) {
    const at = rest.findIndex((other) => areNearWords(word, other))
    if (at < 0) return undefined
    if (word.text.length > 1 && rest[at]!.text.length > 1) spelt++
    rest.splice(at, 1)
  }
  return { rest, spelt }
}

/** Compares the names of persons, in any order of their words, without titles. */
export function comparePersons(one: PersonName | string, other: PersonName | string): Likeness {
  const [a, b] = [wordsOfPerson(one), wordsOfPerson(other)]
  if (a.length === 0 || b.length === 0) return 'different'
  if (haveEqualKeys(a, b)) return 'equal'
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  const paired = pairWords(shorter, longer)
  if (!paired || paired.spelt === 0) return 'different'
  if (paired.rest.length === 0) return 'near'
  // Further given names, or a double name; but a name alone is not the person.
  return shorter.length > 1 && paired.rest.length <= 2 ? 'near' : 'different'
}

/** Compares given names; a missing one is near to every other one. */
export function compareGivenNames(one: string, other: string): Likeness {
  const words = (name: string): Word[] =>
    splitWords(name)
      .filter((word) => !titles.has(word))
      .map((text) => ({ text, isGiven: true }))
  const [a, b] = [words(one), words(other)]
  if (a.length === 0 || b.length === 0) return 'near'
  if (haveEqualKeys(a, b)) return 'equal'
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  return pairWords(shorter, longer) ? 'near' : 'different'
}

/** The words of a company, and those without its legal form. */
function wordsOfCompany(name: string): Record<'words' | 'core', Word[]> {
  const words = withoutSpelt(splitWords(name))
    .filter((text) => text !== '' && !connections.has(text))
    .map((text) => ({ text, isGiven: false }))
  const core = words.filter(({ text }) => !legalForms.has(text))
  return { words, core: core.length > 0 ? core : words }
}

/** The words of a company's name that are compared. */
export const companyWords = (name: string): string[] => wordsOfCompany(name).core.map(({ text }) => text)

const keysOf = (words: readonly Word[]): [string, string] => [sortedText(words), joinedText(words)]
const haveEqualKeys = (one: readonly Word[], other: readonly Word[]): boolean => {
  const others = keysOf(other)
  return keysOf(one).some((key, at) => key === others[at])
}

/** Two names of companies are equal if they share one of these keys. */
export const companyKeys = (name: string): string[] =>
  keysOf(wordsOfCompany(name).words).map((key, at) => `${at} ${key}`)

/** Compares the names of companies and locations; another legal form makes them near. */
export function compareCompanies(one: string, other: string): Likeness {
  const [a, b] = [wordsOfCompany(one), wordsOfCompany(other)]
  if (a.words.length === 0 || b.words.length === 0) return 'different'
  if (haveEqualKeys(a.words, b.words)) return 'equal'
  if (haveEqualKeys(a.core, b.core)) return 'near'
  if (a.core.length !== b.core.length) return 'different'
  const paired = pairWords(a.core, b.core)
  return paired && paired.spelt > 0 ? 'near' : 'different'
}

// Finds contacts by a text: the same ones in the same order for the search of the app bar and for every field that chooses a contact.
import { type ContactType, isPerson } from '../addresses/contact-types.ts'
import type { Db } from '../platform/database/database.ts'
import { isParticle } from '../platform/ground/matching/full-name.ts'
import { queryWords, type WordVariants } from '../platform/ground/matching/query-words.ts'
import { splitWords } from '../platform/ground/matching/words.ts'
import { emailKey } from '../platform/ground/text.ts'
import { estimateEntries, findByNumber, findCandidates } from './candidates.sql.ts'
import { findPersonsByEmail } from './hits.sql.ts'
import { type ParsedSearchQuery, parseSearchQuery } from './parse-query.ts'
import { type EntryKind, searchKinds } from './search-kinds.ts'

/** A record that was found; `isSimilar`: by a word similar to that of the query. */
export type ContactMatch = { kind: EntryKind; id: number; isSimilar: boolean }

const everyContact = { clientIds: [], kindsOfClients: [], seesContacts: true } as const
/** With fewer contacts of a kind, similar words are searched too. Other kinds do not matter: a field may ask for one kind alone. */
const fewContacts = 3

/** The best matches come first, those by similar words last. */
export async function findContacts(
  db: Db,
  { text, number, words, similarWords, entryCount }: ParsedSearchQuery,
  kinds: readonly ContactType[],
): Promise<ContactMatch[]> {
  const inGroups = async (wanted: readonly ContactType[], variants: readonly WordVariants[]) => {
    if (variants.length === 0) return []
    const groups = [...new Set(wanted.map((kind) => searchKinds[kind].group))]
    const query = { words: variants, entryCount, ...everyContact }
    const found = (await Promise.all(groups.map((group) => findCandidates(db, group, query)))).flat()
    return wanted.flatMap((kind) => found.filter((one) => one.kind === kind))
  }
  const [byNumber, byEmail] = await Promise.all([
    number && !number.isTask ? findByNumber(db, number.id, kinds, []) : [],
    kinds.some(isPerson) && text.includes('@') && !/\s/.test(text)
      ? findPersonsByEmail(db, emailKey(text))
      : [],
  ])
  // A complete address is found by its own index; its trigrams occur in most texts.
  const byWords = await inGroups(byEmail.length > 0 ? kinds.filter((kind) => !isPerson(kind)) : kinds, words)
  const found = new Map<string, ContactMatch>()
  const add = (records: readonly { kind: EntryKind; id: number }[], isSimilar: boolean): void => {
    for (const { kind, id } of records)
      if (!found.has(`${kind} ${id}`)) found.set(`${kind} ${id}`, { kind, id, isSimilar })
  }
  add([...byNumber, ...byEmail.map((id) => ({ kind: 'person' as const, id })), ...byWords], false)
  const fewOf = kinds.filter(
    (kind) => [...found.values()].filter((one) => one.kind === kind).length < fewContacts,
  )
  if (fewOf.length > 0 && words.length > 0) add(await inGroups(fewOf, await similarWords()), true)
  return [...found.values()]
}

/** The ids of the contacts for a text; undefined if it is too short to find any. */
export async function findContactIds(
  db: Db,
  q: string,
  kinds: readonly ContactType[],
): Promise<number[] | undefined> {
  const query = await parseSearchQuery(db, q)
  const found = await findContacts(db, query, kinds)
  return found.length === 0 && query.words.length === 0 ? undefined : found.map(({ id }) => id)
}

/** The words of a last name that are looked for. */
const maxLastNames = 3

/**
 * The contacts of a type that may have a name, or that have a telephone number. Where the name is only similar, those of the city; the
 * names decide which are the same.
 */
export async function findContactsLike(
  db: Db,
  contactType: ContactType,
  { firstName, lastName, phone, city }: Record<'firstName' | 'lastName' | 'phone' | 'city', string>,
): Promise<number[]> {
  // Further given names, and one of two last names, are often left out.
  const [first = ''] = firstName.trim().split(/\s+/)
  const names = isPerson(contactType)
    ? splitWords(lastName)
        .filter((word) => word.length > 1 && !isParticle(word))
        .slice(0, maxLastNames)
        .map((word) => `${word} ${first}`)
    : [lastName]
  const parsed = await Promise.all(names.map((name) => parseSearchQuery(db, name)))
  const similar = await Promise.all(parsed.map(({ similarWords }) => similarWords()))
  const place = queryWords(city)
  const searches = [
    ...parsed.map(({ words }) => words),
    ...similar.map((words) => (words.length > 0 ? [...words, ...place] : [])),
    (await parseSearchQuery(db, phone)).words,
  ].filter((words) => words.length > 0)
  const entryCount = await estimateEntries(db)
  const found = await Promise.all(
    searches.map((words) =>
      findCandidates(db, searchKinds[contactType].group, { words, entryCount, ...everyContact }),
    ),
  )
  return [...new Set(found.flat().map(({ id }) => id))]
}

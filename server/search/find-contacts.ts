// Finds contacts by a text: the same ones in the same order for the search of the app bar and for every field that chooses a contact.
import { type ContactType, isPerson } from '../addresses/contact-types.ts'
import type { Db } from '../platform/database/database.ts'
import { emailKey } from '../platform/ground/text.ts'
import { findByNumber, findCandidates } from './candidates.sql.ts'
import { findPersonsByEmail } from './hits.sql.ts'
import { type ParsedSearchQuery, parseSearchQuery } from './parse-query.ts'
import { type EntryKind, searchKinds } from './search-kinds.ts'
import type { WordVariants } from './words.ts'

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

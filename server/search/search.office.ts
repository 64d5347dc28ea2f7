// Search over everything, from one field: GET /office/api/search.
import Type from 'typebox'
import { hasRight } from '../platform/auth/principal.ts'
import type { Db } from '../platform/database/database.ts'
import { type Endpoint, officeEndpoint } from '../platform/http/endpoint.ts'
import { comparisonKey } from '../platform/runtime/text.ts'
import {
  type Asked,
  byNumber,
  type Candidate,
  candidatesOf,
  folded,
  type Group,
  type Kind,
  similarWords,
} from './candidates.sql.ts'
import { Hit, hitsOf, nearestDates, participationsOf, personsByEmail } from './hits.sql.ts'
import { meant, numberOf, type Word, wordsOf } from './words.ts'

/** How many of each kind are shown. */
const shown: Record<Kind | 'participation', number> = {
  person: 8,
  company: 5,
  location: 3,
  lead: 5,
  task: 5,
  event: 5,
  date: 6,
  participation: 5,
}
const kinds = ['person', 'company', 'location', 'lead', 'task', 'event', 'date'] as const
const ofContacts: readonly Kind[] = ['person', 'company', 'location']
/** With so few hits, what may have been meant is looked for too. */
const few = 3

async function inGroups(db: Db, asked: Asked, groups: readonly Group[]): Promise<Candidate[]> {
  if (asked.words.length === 0) return []
  return (await Promise.all(groups.map((group) => candidatesOf(db, group, asked)))).flat()
}

/** Words with those that may have been meant; none where no word has any. */
async function withMeant(db: Db, words: readonly string[]): Promise<Word[]> {
  const lettered = words.filter((word) => word.length >= 4 && !/[\d@]/.test(word))
  if (lettered.length === 0) return []
  const known = await similarWords(db, lettered)
  const others = new Map(lettered.map((word, index) => [word, meant(word, known[index]!)]))
  if ([...others.values()].every((list) => list.length === 0)) return []
  return words.map((word) => [word, ...(others.get(word) ?? [])])
}

const search = officeEndpoint({
  method: 'GET',
  path: '/search',
  query: Type.Object({ q: Type.String({ maxLength: 200 }) }),
  response: Type.Array(Hit),
  handle: async ({ db, principal, query: { q }, today }) => {
    const { clientIds } = principal
    const seesContacts = hasRight(principal, '090300:access')
    const groups: Group[] = [
      ...(seesContacts ? (['persons', 'places'] as const) : []),
      ...(clientIds.length > 0 ? (['work'] as const) : []),
      'catalogue',
    ]
    const number = numberOf(q)
    const numbered = kinds.filter((kind) =>
      number?.task ? kind === 'task' : seesContacts || !ofContacts.includes(kind),
    )
    const typed = q.trim()
    const [{ text, entries }, withNumber, byEmail] = await Promise.all([
      folded(db, q),
      number ? byNumber(db, number.id, numbered, clientIds) : [],
      seesContacts && typed.includes('@') && !/\s/.test(typed)
        ? personsByEmail(db, comparisonKey(typed))
        : [],
    ])
    const typedWords = wordsOf(text)
    const asked = { words: typedWords.map((word) => [word]), clientIds, seesContacts, entries }
    // A whole address is in the index of addresses; its trigrams are in every text.
    const rest = byEmail.length > 0 ? groups.filter((group) => group !== 'persons') : groups
    const exact = [
      ...withNumber,
      ...byEmail.map((id) => ({ kind: 'person' as const, id, text: '' })),
      ...(await inGroups(db, asked, rest)),
    ]
    const words = exact.length < few ? await withMeant(db, typedWords) : []
    const similar = await inGroups(db, { ...asked, words }, groups)

    const ids = new Map<Kind, number[]>(
      kinds.map((kind) => {
        const found = [...exact, ...similar].filter((candidate) => candidate.kind === kind)
        const once = [...new Set(found.map(({ id }) => id))]
        return [kind, kind === 'date' ? once : once.slice(0, shown[kind])]
      }),
    )
    ids.set('date', await nearestDates(db, ids.get('date')!, today, shown.date))
    const persons = ids.get('person')!.slice(0, 5)
    const hits = await Promise.all([
      ...kinds.map((kind) => hitsOf(db, kind, ids.get(kind)!, seesContacts)),
      participationsOf(db, persons, today, shown.participation),
    ])
    const isExact = new Set(exact.map(({ kind, id }) => `${kind} ${id}`))
    return hits.flat().map((hit) => ({
      ...hit,
      similar: !isExact.has(
        hit.kind === 'participation' ? `person ${hit.contactId}` : `${hit.kind} ${hit.id}`,
      ),
    }))
  },
})

export const searchOffice: readonly Endpoint[] = [search]

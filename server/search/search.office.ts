// Search over everything, from one field: GET /office/api/search.
import Type from 'typebox'
import { hasRight } from '../platform/auth/principal.ts'
import type { Db } from '../platform/database/database.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { comparisonKey } from '../platform/runtime/text.ts'
import {
  type Candidate,
  type CandidateGroup,
  type EntryKind,
  findByNumber,
  findCandidates,
  findSimilarWords,
  foldQuery,
  type SearchQuery,
} from './candidates.sql.ts'
import { findPersonsByEmail, Hit, loadBookingHits, loadHits, sortByNearestDate } from './hits.sql.ts'
import { closestWords, parseRecordNumber, splitWords, type WordVariants } from './words.ts'

/** How many of each kind are shown. */
const hitLimits: Record<EntryKind | 'participation', number> = {
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
const contactKinds: readonly EntryKind[] = ['person', 'company', 'location']
/** With so few hits, what may have been meant is looked for too. */
const fewHits = 3

async function findInGroups(
  db: Db,
  searchQuery: SearchQuery,
  groups: readonly CandidateGroup[],
): Promise<Candidate[]> {
  if (searchQuery.words.length === 0) return []
  return (await Promise.all(groups.map((group) => findCandidates(db, group, searchQuery)))).flat()
}

/** Words with those that may have been meant; none where no word has any. */
async function addSimilarWords(db: Db, words: readonly string[]): Promise<WordVariants[]> {
  const correctable = words.filter((word) => word.length >= 4 && !/[\d@]/.test(word))
  if (correctable.length === 0) return []
  const similar = await findSimilarWords(db, correctable)
  const others = new Map(correctable.map((word, index) => [word, closestWords(word, similar[index]!)]))
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
    const groups: CandidateGroup[] = [
      ...(seesContacts ? (['persons', 'companiesAndLocations'] as const) : []),
      ...(clientIds.length > 0 ? (['leadsAndTasks'] as const) : []),
      'eventsAndDates',
    ]
    const number = parseRecordNumber(q)
    const numberKinds = kinds.filter((kind) =>
      number?.task ? kind === 'task' : seesContacts || !contactKinds.includes(kind),
    )
    const typed = q.trim()
    const [{ text, entries }, withNumber, byEmail] = await Promise.all([
      foldQuery(db, q),
      number ? findByNumber(db, number.id, numberKinds, clientIds) : [],
      seesContacts && typed.includes('@') && !/\s/.test(typed)
        ? findPersonsByEmail(db, comparisonKey(typed))
        : [],
    ])
    const typedWords = splitWords(text)
    const searchQuery = { words: typedWords.map((word) => [word]), clientIds, seesContacts, entries }
    // A whole address is in the index of addresses; its trigrams are in every text.
    const exactGroups = byEmail.length > 0 ? groups.filter((group) => group !== 'persons') : groups
    const exact = [
      ...withNumber,
      ...byEmail.map((id) => ({ kind: 'person' as const, id, text: '' })),
      ...(await findInGroups(db, searchQuery, exactGroups)),
    ]
    const words = exact.length < fewHits ? await addSimilarWords(db, typedWords) : []
    const similar = await findInGroups(db, { ...searchQuery, words }, groups)

    const ids = new Map<EntryKind, number[]>(
      kinds.map((kind) => {
        const found = [...exact, ...similar].filter((candidate) => candidate.kind === kind)
        const unique = [...new Set(found.map(({ id }) => id))]
        return [kind, kind === 'date' ? unique : unique.slice(0, hitLimits[kind])]
      }),
    )
    ids.set('date', await sortByNearestDate(db, ids.get('date')!, today, hitLimits.date))
    const persons = ids.get('person')!.slice(0, 5)
    const hits = await Promise.all([
      ...kinds.map((kind) => loadHits(db, kind, ids.get(kind)!, seesContacts)),
      loadBookingHits(db, persons, today, hitLimits.participation),
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

export const searchOffice = [search]

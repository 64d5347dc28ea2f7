// The search of the back office: GET /office/api/search.
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
  normalizeQuery,
  type SearchQuery,
} from './candidates.sql.ts'
import {
  findPersonsByEmail,
  Hit,
  type HitKind,
  loadBookingHits,
  loadHits,
  sortByNearestDate,
} from './hits.sql.ts'
import { closestWords, parseRecordNumber, splitWords, type WordVariants } from './words.ts'

/** The maximum number of hits of each kind. */
const hitLimits: Record<HitKind, number> = {
  person: 8,
  company: 5,
  location: 3,
  lead: 5,
  task: 5,
  event: 5,
  date: 6,
  booking: 5,
}
const kinds = ['person', 'company', 'location', 'lead', 'task', 'event', 'date'] as const
/** The rights to kinds that not every user sees. */
const rights: Partial<Record<EntryKind, string>> = {
  person: '090300:access',
  company: '090300:access',
  location: '090300:access',
  lead: 'lead:access',
  task: 'task:access',
}
/** With fewer hits, similar words are searched too. */
const fewHits = 3

async function findInGroups(
  db: Db,
  searchQuery: SearchQuery,
  groups: readonly CandidateGroup[],
): Promise<Candidate[]> {
  if (searchQuery.words.length === 0) return []
  return (await Promise.all(groups.map((group) => findCandidates(db, group, searchQuery)))).flat()
}

/** The words with their similar words; [] if there are none. */
async function addSimilarWords(db: Db, words: readonly string[]): Promise<WordVariants[]> {
  const correctable = words.filter((word) => word.length >= 4 && !/[\d@]/.test(word))
  if (correctable.length === 0) return []
  const candidates = await findSimilarWords(db, correctable)
  const similar = new Map(correctable.map((word, index) => [word, closestWords(word, candidates[index]!)]))
  if ([...similar.values()].every((list) => list.length === 0)) return []
  return words.map((word) => [word, ...(similar.get(word) ?? [])])
}

const search = officeEndpoint({
  method: 'GET',
  path: '/search',
  query: Type.Object({ q: Type.String({ maxLength: 200 }) }),
  response: Type.Array(Hit),
  handle: async ({ db, principal, query: { q }, today }) => {
    const { clientIds } = principal
    const visibleKinds = kinds.filter((kind) => {
      const right = rights[kind]
      return right === undefined || hasRight(principal, right)
    })
    const seesContacts = visibleKinds.includes('person')
    const leadsAndTasks = visibleKinds.filter((kind) => kind === 'lead' || kind === 'task')
    const groups: CandidateGroup[] = [
      ...(seesContacts ? (['persons', 'companiesAndLocations'] as const) : []),
      ...(clientIds.length > 0 && leadsAndTasks.length > 0 ? (['leadsAndTasks'] as const) : []),
      'eventsAndDates',
    ]
    const number = parseRecordNumber(q)
    const numberKinds = visibleKinds.filter((kind) => !number?.isTask || kind === 'task')
    const text = q.trim()
    const [normalized, byNumber, byEmail] = await Promise.all([
      normalizeQuery(db, q),
      number ? findByNumber(db, number.id, numberKinds, clientIds) : [],
      seesContacts && text.includes('@') && !/\s/.test(text)
        ? findPersonsByEmail(db, comparisonKey(text))
        : [],
    ])
    const queryWords = splitWords(normalized.text)
    const searchQuery = {
      words: queryWords.map((word) => [word]),
      clientIds,
      leadsAndTasks,
      seesContacts,
      entryCount: normalized.entryCount,
    }
    // A complete address is found by its own index; its trigrams occur in most texts.
    const exactGroups = byEmail.length > 0 ? groups.filter((group) => group !== 'persons') : groups
    const exact = [
      ...byNumber,
      ...byEmail.map((id) => ({ kind: 'person' as const, id })),
      ...(await findInGroups(db, searchQuery, exactGroups)),
    ]
    const words = exact.length < fewHits ? await addSimilarWords(db, queryWords) : []
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
      loadBookingHits(db, persons, today, hitLimits.booking),
    ])
    const isExact = new Set(exact.map(({ kind, id }) => `${kind} ${id}`))
    return hits.flat().map((hit) => ({
      ...hit,
      isSimilar: !isExact.has(hit.kind === 'booking' ? `person ${hit.contactId}` : `${hit.kind} ${hit.id}`),
    }))
  },
})

export const searchOffice = [search]

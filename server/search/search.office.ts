// The search of the back office: GET /office/api/search.
import Type from 'typebox'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import {
  type CandidateGroup,
  type EntryKind,
  findByNumber,
  findCandidates,
  findVisible,
} from './candidates.sql.ts'
import { type ContactKind, type ContactMatch, findContacts } from './find-contacts.ts'
import { type HitKind, loadBookingHits, loadHits, SearchHit, sortByNearestDate } from './hits.sql.ts'
import { parseSearchQuery } from './parse-query.ts'
import type { WordVariants } from './words.ts'

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
const isContactKind = (kind: EntryKind): kind is ContactKind =>
  kind === 'person' || kind === 'company' || kind === 'location'

const visibleKindsOf = (principal: Principal): EntryKind[] =>
  kinds.filter((kind) => {
    const right = rights[kind]
    return right === undefined || hasRight(principal, right)
  })

/** With fewer hits, events, dates, leads and tasks are searched by similar words too. */
const fewHits = 3

const search = officeEndpoint({
  method: 'GET',
  path: '/search',
  query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) }),
  response: Type.Array(SearchHit),
  handle: async ({ db, principal, query: { q = '' }, today }) => {
    const { clientIds } = principal
    const visibleKinds = visibleKindsOf(principal)
    const contactKinds = visibleKinds.filter((kind) => isContactKind(kind))
    const seesContacts = contactKinds.length > 0
    const leadsAndTasks = visibleKinds.filter((kind) => kind === 'lead' || kind === 'task')
    const otherKinds = visibleKinds.filter((kind) => !isContactKind(kind))
    const groups: CandidateGroup[] = [
      ...(clientIds.length > 0 && leadsAndTasks.length > 0 ? (['leadsAndTasks'] as const) : []),
      'eventsAndDates',
    ]
    const query = await parseSearchQuery(db, q)
    const { number, words, entryCount } = query
    const numberKinds = otherKinds.filter((kind) => !number?.isTask || kind === 'task')
    const inGroups = async (variants: readonly WordVariants[]) => {
      if (variants.length === 0) return []
      const searchQuery = { words: variants, clientIds, leadsAndTasks, seesContacts, entryCount }
      return (await Promise.all(groups.map((group) => findCandidates(db, group, searchQuery)))).flat()
    }
    const [contacts, byNumber, byWords] = await Promise.all([
      findContacts(db, query, contactKinds),
      number ? findByNumber(db, number.id, numberKinds, clientIds) : [],
      inGroups(words),
    ])
    const exact = [...byNumber, ...byWords]
    const exactCount = exact.length + contacts.filter(({ isSimilar }) => !isSimilar).length
    const similar = exactCount < fewHits ? await inGroups(await query.similarWords()) : []
    const found: ContactMatch[] = [
      ...contacts,
      ...exact.map(({ kind, id }) => ({ kind, id, isSimilar: false })),
      ...similar.map(({ kind, id }) => ({ kind, id, isSimilar: true })),
    ]
    const ids = new Map<EntryKind, number[]>(
      kinds.map((kind) => {
        const unique = [...new Set(found.filter((one) => one.kind === kind).map(({ id }) => id))]
        return [kind, kind === 'date' ? unique : unique.slice(0, hitLimits[kind])]
      }),
    )
    ids.set('date', await sortByNearestDate(db, ids.get('date')!, today, hitLimits.date))
    const persons = ids.get('person')!.slice(0, 5)
    const hits = await Promise.all([
      ...kinds.map((kind) => loadHits(db, kind, ids.get(kind)!, seesContacts)),
      loadBookingHits(db, persons, today, hitLimits.booking),
    ])
    const isExact = new Set(
      found.filter(({ isSimilar }) => !isSimilar).map(({ kind, id }) => `${kind} ${id}`),
    )
    return hits.flat().map((hit) => ({
      ...hit,
      isSimilar: !isExact.has(hit.kind === 'booking' ? `person ${hit.contactId}` : `${hit.kind} ${hit.id}`),
    }))
  },
})

/** The kinds of records below the paths of the back office's pages. */
const kindsOfPath: Record<string, readonly EntryKind[]> = {
  contacts: ['person', 'location', 'company'],
  companies: ['company'],
  leads: ['lead'],
  tasks: ['task'],
  events: ['event'],
  dates: ['date'],
}

const recordPath = Type.String({ pattern: `^(${Object.keys(kindsOfPath).join('|')})/[1-9][0-9]{0,8}$` })

/** Records by the paths of their pages (`contacts/12`), in this order; without those that are gone or that the user may not see. */
const records = officeEndpoint({
  method: 'GET',
  path: '/search/records',
  query: Type.Object({ paths: Type.Array(recordPath, { maxItems: 20 }) }),
  response: Type.Array(SearchHit),
  handle: async ({ db, principal, query: { paths } }) => {
    const visibleKinds = visibleKindsOf(principal)
    const seesContacts = visibleKinds.includes('person')
    const wanted = paths.map((path) => {
      const [resource = '', id] = path.split('/')
      return { kinds: kindsOfPath[resource]!.filter((kind) => visibleKinds.includes(kind)), id: Number(id) }
    })
    const visible = await findVisible(db, wanted, principal.clientIds)
    const hits = await Promise.all(
      kinds.map((kind) =>
        loadHits(
          db,
          kind,
          visible.filter((one) => one.kind === kind).map(({ id }) => id),
          seesContacts,
        ),
      ),
    )
    return wanted
      .flatMap((one) =>
        hits.flat().filter((hit) => hit.id === one.id && one.kinds.some((kind) => kind === hit.kind)),
      )
      .map((hit) => ({ ...hit, isSimilar: false }))
  },
})

export const searchOffice = [search, records]

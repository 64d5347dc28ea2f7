// The search of the back office: GET /office/api/search.
import Type from 'typebox'
import { isContactType } from '../addresses/contact-types.ts'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import type { WordVariants } from '../platform/ground/matching/query-words.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { findByNumber, findCandidates, findVisible } from './candidates.sql.ts'
import { type ContactMatch, findContacts } from './find-contacts.ts'
import { loadBookingHits, loadBookingsByCode, loadHits, SearchHit, sortByNearestDate } from './hits.sql.ts'
import { parseSearchQuery } from './parse-query.ts'
import {
  candidateGroups,
  type EntryKind,
  entryKinds,
  kindsAt,
  searchedResources,
  searchKinds,
} from './search-kinds.ts'

const visibleKindsOf = (principal: Principal): EntryKind[] =>
  entryKinds.filter((kind) => {
    const { right } = searchKinds[kind]
    return right === undefined || hasRight(principal, right)
  })

const isOfClients = (kind: EntryKind): boolean => candidateGroups[searchKinds[kind].group].isOfClients

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
    const contactKinds = visibleKinds.filter((kind) => isContactType(kind))
    const seesContacts = contactKinds.length > 0
    const seesBookings = hasRight(principal, searchKinds.booking.right ?? 'booking:access')
    const otherKinds = visibleKinds.filter((kind) => !isContactType(kind))
    const kindsOfClients = otherKinds.filter(isOfClients)
    const searched = clientIds.length > 0 ? otherKinds : otherKinds.filter((kind) => !isOfClients(kind))
    const groups = [...new Set(searched.map((kind) => searchKinds[kind].group))]
    const query = await parseSearchQuery(db, q)
    const { number, words, entryCount } = query
    const numberKinds = otherKinds.filter((kind) => !number?.isTask || searchKinds[kind].hasOwnNumber)
    const inGroups = async (variants: readonly WordVariants[]) => {
      if (variants.length === 0) return []
      const searchQuery = { words: variants, clientIds, kindsOfClients, seesContacts, entryCount }
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
    const hitIds = async (kind: EntryKind): Promise<number[]> => {
      const unique = [...new Set(found.filter((one) => one.kind === kind).map(({ id }) => id))]
      const { isByTime, maxHits } = searchKinds[kind]
      return isByTime ? sortByNearestDate(db, unique, today, maxHits) : unique.slice(0, maxHits)
    }
    const ids = await Promise.all(entryKinds.map(async (kind) => [kind, await hitIds(kind)] as const))
    const booked = ids.flatMap(([kind, some]) =>
      seesBookings && searchKinds[kind].hasBookings ? some.slice(0, 5) : [],
    )
    const byCode = seesBookings
      ? await loadBookingsByCode(db, query.text, today, searchKinds.booking.maxHits)
      : []
    const hits = await Promise.all([
      ...ids.map(([kind, some]) => loadHits(db, kind, some, seesContacts)),
      byCode,
      loadBookingHits(db, booked, today, searchKinds.booking.maxHits),
    ])
    const isExact = new Set(
      found.filter(({ isSimilar }) => !isSimilar).map(({ kind, id }) => `${kind} ${id}`),
    )
    return hits.flat().map((hit) => ({
      ...hit,
      isSimilar:
        !byCode.includes(hit) &&
        !isExact.has(hit.contactId === 0 ? `${hit.kind} ${hit.id}` : `person ${hit.contactId}`),
    }))
  },
})

const recordPath = Type.String({ pattern: `^(${searchedResources.join('|')})/[1-9][0-9]{0,8}$` })

/** Records by the paths of their pages (`contacts/12`), in this order; without those that are gone or that the user may not see. */
const records = officeEndpoint({
  method: 'GET',
  path: '/search/records',
  query: Type.Object({ paths: Type.Array(recordPath, { maxItems: 20 }) }),
  response: Type.Array(SearchHit),
  handle: async ({ db, principal, query: { paths } }) => {
    const visibleKinds = visibleKindsOf(principal)
    const seesContacts = visibleKinds.some(isContactType)
    const wanted = paths.map((path) => {
      const [resource = '', id] = path.split('/')
      return { kinds: kindsAt(resource).filter((kind) => visibleKinds.includes(kind)), id: Number(id) }
    })
    const visible = await findVisible(db, wanted, principal.clientIds)
    const hits = await Promise.all(
      entryKinds.map((kind) =>
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

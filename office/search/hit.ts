// Hits of the search, their pages, and the hits opened last.
import type { ResourceDefinition } from 'react-admin'
import type { Answer } from '../shell/api/endpoints.ts'
import { recordPath } from '../shell/app/record-path.ts'

export type Hit = Answer<'GET', '/search'>
export type HitKind = Hit['kind']

/** The kinds of hits in the order of their groups. */
export const kinds: readonly HitKind[] = [
  'person',
  'company',
  'location',
  'booking',
  'lead',
  'task',
  'event',
  'date',
]

/** The id of a hit's element, by its index in the list. */
export const optionId = (index: number): string => `search-result-${index}`

export const resourceOf: Record<HitKind, string> = {
  person: 'contacts',
  company: 'companies',
  location: 'contacts',
  booking: 'bookings',
  lead: 'leads',
  task: 'tasks',
  event: 'events',
  date: 'dates',
}

/** The page of a record, or its list if the resource has no pages. */
export function pathOf(
  { kind, id }: Pick<Hit, 'kind' | 'id'>,
  resources: Record<string, ResourceDefinition>,
): string {
  const resource = resourceOf[kind]
  return recordPath(resources[resource], id) ?? `/${resource}`
}

/** The records opened from the search, the last one first. They may be personal data: the session storage ends with the window. */
const key = 'kontor.search.recent'
const maxRecentHits = 8

export function readRecentHits(userId: number): Hit[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { userId?: number; hits?: Hit[] }
    return stored.userId === userId ? (stored.hits ?? []) : []
  } catch {
    return []
  }
}

export function saveRecentHit(userId: number, hit: Hit): void {
  const others = readRecentHits(userId).filter(({ kind, id }) => kind !== hit.kind || id !== hit.id)
  sessionStorage.setItem(key, JSON.stringify({ userId, hits: [hit, ...others].slice(0, maxRecentHits) }))
}

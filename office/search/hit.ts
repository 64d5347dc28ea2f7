// What the search answers with, and where it leads.
import type { ResourceDefinition } from 'react-admin'

export const kinds = [
  'person',
  'company',
  'location',
  'participation',
  'lead',
  'task',
  'event',
  'date',
] as const
export type HitKind = (typeof kinds)[number]

/** A hit of GET /search. */
export interface Hit {
  kind: HitKind
  id: number
  title: string
  details: string[]
  status: string
  day: string
  contactId: number
  similar: boolean
}

/** The element of a hit, by its place in the list. */
export const optionId = (index: number): string => `search-result-${index}`

export const resourceOf: Record<HitKind, string> = {
  person: 'contacts',
  company: 'companies',
  location: 'contacts',
  participation: 'bookings',
  lead: 'leads',
  task: 'tasks',
  event: 'events',
  date: 'dates',
}

/** The page of a record: as its resource has one, else its list. */
export function pathOf(
  { kind, id }: Pick<Hit, 'kind' | 'id'>,
  resources: Record<string, ResourceDefinition>,
): string {
  const resource = resourceOf[kind]
  const { hasShow, hasEdit } = resources[resource] ?? {}
  if (hasShow) return `/${resource}/${id}/show`
  return hasEdit ? `/${resource}/${id}` : `/${resource}`
}

/** Records that were opened from the search, the last one first. They are persons too: so they go with the window. */
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

// Hits of the search and their pages.
import type { ResourceDefinition } from 'react-admin'
import type { Answer } from '../shell/api/endpoints.ts'
import { recordPath } from '../shell/section/record-path.ts'

export type SearchHit = Answer<'GET', '/search'>
export type HitKind = SearchHit['kind']

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
  { kind, id }: Pick<SearchHit, 'kind' | 'id'>,
  resources: Record<string, ResourceDefinition>,
): string {
  const resource = resourceOf[kind]
  return recordPath(resources[resource], id) ?? `/${resource}`
}

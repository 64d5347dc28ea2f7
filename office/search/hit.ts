// Hits of the search and their pages.
import type { ResourceDefinition } from 'react-admin'
import { searchKinds } from '../../server/search/search-kinds.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { recordPath } from '../shell/section/record-path.ts'

export type SearchHit = Answer<'GET', '/search'>

/** The page of a record, or its list if the resource has no pages. */
export function pathOf(
  { kind, id }: Pick<SearchHit, 'kind' | 'id'>,
  resources: Record<string, ResourceDefinition>,
): string {
  const { resource } = searchKinds[kind]
  return recordPath(resources[resource], id) ?? `/${resource}`
}

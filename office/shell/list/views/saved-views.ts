// The saved views of a list, and which of them its address names.
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { api } from '../../api/api.ts'
import type { Answer } from '../../api/endpoints.ts'
import { listSearch } from '../list-memory.tsx'

export type SavedView = Answer<'GET', '/saved-views'>

export const savedViewsKey = (resource: string) => ['saved-views', resource] as const

export const useSavedViews = (resource: string) =>
  useQuery({
    queryKey: savedViewsKey(resource),
    queryFn: () => api('GET', '/saved-views', { query: { resource } }),
    staleTime: 60_000,
  })

/** The id of the view in the address of the list. */
export function useViewId(): number | undefined {
  const id = Number(new URLSearchParams(useLocation().search).get('view'))
  return id > 0 ? id : undefined
}

/** The address of a list that shows a view. */
export const viewSearch = ({ id, filter, sort, sortOrder }: SavedView): string =>
  listSearch({
    view: id,
    filter,
    ...(sort === '' ? {} : { sort, order: sortOrder.toUpperCase() }),
  })

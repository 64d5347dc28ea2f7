// Which filters of a list are active.
import { useListContext } from 'ra-core'
import type { ReactElement } from 'react'
import type { FilterProps } from './filter-inputs.tsx'

export type FilterElement = ReactElement<FilterProps>

export const isEmptyFilter = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

interface ActiveFilter {
  source: string
  value: unknown
  /** Left out: a link has set a filter that the list does not offer. */
  filter: FilterElement | undefined
}

/** The filters with a value, except the search field, which shows its own. */
export function useActiveFilters(filters: readonly FilterElement[]): ActiveFilter[] {
  const { filterValues } = useListContext()
  const values: Record<string, unknown> = filterValues
  return Object.entries(values)
    .map(([source, value]) => ({
      source,
      value,
      filter: filters.find(({ props }) => props.source === source),
    }))
    .filter(({ source, value, filter }) => !isEmptyFilter(value) && (source !== 'q' || filter))
}

// The filters of a page that is no list, as those of a list: a panel, and chips. They are parameters of the page's address.
import { Box } from '@mui/material'
import { ListContextProvider, type RaRecord, useList } from 'ra-core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { media } from '../../theme/tokens.ts'
import { type FilterElement, isEmptyFilter } from './active-filters.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterButton } from './filter-panel.tsx'

interface Props {
  filters: readonly FilterElement[]
  /** The values in the address, by the sources of the filters. */
  values: Record<string, unknown>
  /** Buttons beside that of the filters. */
  children?: ReactNode
}

const noRows: RaRecord[] = []

export function AddressFilters({ filters, values, children }: Props) {
  const [, setQuery] = useSearchParams()
  const list = useList({ data: noRows })
  const setFilters = (next: Record<string, unknown>): void =>
    setQuery(
      (query) => {
        for (const { props } of filters) {
          query.delete(props.source)
          const value = next[props.source]
          if (!isEmptyFilter(value)) for (const one of [value].flat()) query.append(props.source, String(one))
        }
        return query
      },
      { replace: true },
    )
  return (
    <ListContextProvider value={{ ...list, filterValues: values, setFilters }}>
      <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, pb: 1 }}>
        <FilterButton filters={filters} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, ml: 'auto', [media.phone]: { ml: 0 } }}>
          {children}
        </Box>
      </Box>
      <FilterChips filters={filters} />
    </ListContextProvider>
  )
}

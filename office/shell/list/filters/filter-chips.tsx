// The active filters above the table: each chip names a filter with its value, and removes it.
import CloseIcon from '@mui/icons-material/Close'
import { Box, Button, Chip } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import { media } from '../../theme/tokens.ts'
import { HiddenText } from '../visually-hidden.tsx'
import { type FilterElement, useActiveFilters } from './active-filters.ts'
import { FilterWords, NamedValue } from './filter-inputs.tsx'

export function FilterChips({ filters }: { filters: readonly FilterElement[] }) {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const active = useActiveFilters(filters)
  const hasSearch = Boolean(filterValues['q'])
  if (active.length === 0 && !hasSearch) return null
  const remove = (source: string): void => {
    const { [source]: _, ...others } = filterValues
    setFilters(others)
  }
  return (
    <Box
      role="group"
      aria-label={translate('shell.list.activeFilters')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, width: 1, pb: 1 }}
    >
      {active.map(({ source, value, filter }) => (
        <Chip
          key={source}
          size="small"
          data-filter={source}
          label={
            <>
              <HiddenText>{translate('ra.action.remove_filter')} </HiddenText>
              {filter ? (
                <FilterWords filter={filter} value={value} />
              ) : (
                <NamedValue source={source} value={String(value)} />
              )}
            </>
          }
          onClick={() => remove(source)}
          onDelete={() => remove(source)}
          deleteIcon={<CloseIcon />}
          sx={{ height: 24, maxWidth: 1, [media.touch]: { height: 36 } }}
        />
      ))}
      <Button size="small" onClick={() => setFilters({})} sx={{ py: 0, minHeight: 24 }}>
        {translate('shell.list.resetFilters')}
      </Button>
    </Box>
  )
}

// The search above a list.
import { useTranslate } from 'ra-core'
import { SearchInput } from 'react-admin'
import { media } from '../theme/tokens.ts'
import { LiveFilters } from './filters/live-filters.tsx'

export function SearchField() {
  const translate = useTranslate()
  return (
    <LiveFilters>
      <SearchInput
        source="q"
        sx={{ m: 0, width: 200, [media.phone]: { width: 'calc(100vw - 24px)' } }}
        slotProps={{ htmlInput: { 'aria-label': translate('ra.action.search') } }}
      />
    </LiveFilters>
  )
}

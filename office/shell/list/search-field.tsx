// The search above a list.
import { FilterLiveForm, useTranslate } from 'ra-core'
import { SearchInput } from 'react-admin'
import { media } from '../theme/tokens.ts'

export function SearchField() {
  const translate = useTranslate()
  return (
    <FilterLiveForm debounce={300}>
      <SearchInput
        source="q"
        sx={{ m: 0, width: 200, [media.phone]: { width: 'calc(100vw - 24px)' } }}
        slotProps={{ htmlInput: { 'aria-label': translate('ra.action.search') } }}
      />
    </FilterLiveForm>
  )
}

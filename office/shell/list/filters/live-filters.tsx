// Filters that the list follows as one types.
import { FilterLiveForm, ListContextProvider, useListContext } from 'ra-core'
import type { ReactNode } from 'react'
import { useHref } from 'react-router-dom'

export function LiveFilters({ children }: { children: ReactNode }) {
  const list = useListContext()
  const address = useHref({ search: '' })
  // A list that was left stays in sight until the next page is loaded. The last entry must not call it back.
  const setFilters: typeof list.setFilters = (...change) => {
    if (window.location.hash.split('?')[0] === address) list.setFilters(...change)
  }
  return (
    <ListContextProvider value={{ ...list, setFilters }}>
      <FilterLiveForm debounce={300}>{children}</FilterLiveForm>
    </ListContextProvider>
  )
}

// A list remembers its address alone. Opened without one, it shows everything; the way back to it, and the redirect after
// deleting a record, show it as it was.
import { StoreContext, useStoreContext } from 'ra-core'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Store } from 'react-admin'
import { Navigate, useLocation, useNavigationType } from 'react-router-dom'

interface ListParams {
  filter?: object
  sort?: string
  order?: string
}

/** The address of a list with these parameters. */
export const listSearch = ({ filter = {}, ...params }: ListParams & Record<string, unknown>): string =>
  `?${new URLSearchParams({
    filter: JSON.stringify(filter),
    ...Object.fromEntries(
      Object.entries(params)
        .filter(([, value]) => value !== undefined && typeof value !== 'object')
        .map(([name, value]) => [name, String(value)]),
    ),
  })}`

const isListParams = (key: string): boolean => key.endsWith('.listParams')

/** A store that writes the parameters of lists, for the previous and the next record, but does not read them. */
const withoutListParams = (store: Store): Store => ({
  ...store,
  getItem: (key, defaultValue) => (isListParams(key) ? defaultValue : store.getItem(key, defaultValue)),
  subscribe: (key, callback) => (isListParams(key) ? () => {} : store.subscribe(key, callback)),
})

/** react-admin's redirects to a list have a state, if only an empty one; links have none. */
const isRedirect = (state: unknown): boolean => state !== null

export function ListMemory({ resource, children }: { resource: string; children: ReactNode }) {
  const store = useStoreContext()
  const listStore = useMemo(() => withoutListParams(store), [store])
  const { search, state, key } = useLocation()
  const isBack = useNavigationType() === 'POP' && key !== 'default'
  const isReturn = isRedirect(state)
  const paramsKey = `${resource}.listParams`
  useEffect(() => {
    if (search !== '' || isReturn) return
    store.removeItem(paramsKey)
    if (!isBack) store.removeItem(`${resource}.selectedIds`)
  }, [store, resource, paramsKey, search, isReturn, isBack])
  const last: ListParams | undefined = search === '' && isReturn ? store.getItem(paramsKey) : undefined
  if (last?.filter) return <Navigate replace to={{ search: listSearch({ ...last }) }} />
  return <StoreContext.Provider value={listStore}>{children}</StoreContext.Provider>
}

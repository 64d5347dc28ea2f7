// Opens the view that an address names: `/contacts?view=17`.
import { useTranslate } from 'ra-core'
import { type ReactNode, useEffect } from 'react'
import { Loading, useNotify } from 'react-admin'
import { Navigate, useLocation } from 'react-router-dom'
import { useSavedViews, useViewId, viewSearch } from './saved-views.ts'

function UnknownView() {
  const notify = useNotify()
  const translate = useTranslate()
  useEffect(() => notify(translate('shell.list.views.unknown'), { type: 'warning' }), [notify, translate])
  return <Navigate replace to={{ search: '' }} />
}

function OpenView({ resource, id }: { resource: string; id: number }) {
  const { data, isFetching } = useSavedViews(resource)
  if (!data || isFetching) return <Loading />
  const view = data.find((one) => one.id === id)
  return view ? <Navigate replace to={{ search: viewSearch(view) }} /> : <UnknownView />
}

export function ViewAddress({ resource, children }: { resource: string; children: ReactNode }) {
  const id = useViewId()
  const isResolved = new URLSearchParams(useLocation().search).has('filter')
  return id === undefined || isResolved ? children : <OpenView resource={resource} id={id} />
}

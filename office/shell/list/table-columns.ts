// Which columns a table shows at first, and where the browser keeps the user's choice.
import { useMediaQuery } from '@mui/material'
import { Children, isValidElement, type ReactNode } from 'react'
import { media } from '../theme/tokens.ts'
import { useSavedViews, useViewId } from './views/saved-views.ts'

interface Options {
  resource: string
  /** Columns. */
  children: ReactNode
  hiddenColumns: readonly string[]
  phoneColumns: readonly string[] | undefined
}

/**
 * A view has columns of its own, and the choice in it does not change those of the list. On a phone, a table shows two or three
 * columns, which are chosen apart.
 */
export function useTableColumns({ resource, children, hiddenColumns, phoneColumns }: Options) {
  const isPhone = useMediaQuery(media.phone)
  const viewId = useViewId()
  const { data: views } = useSavedViews(resource)
  const view = views?.find(({ id }) => id === viewId)
  const sources = Children.toArray(children).flatMap((column) =>
    isValidElement<{ source?: string }>(column) ? (column.props.source ?? []) : [],
  )
  const byDefault = sources.filter((source) => !hiddenColumns.includes(source))
  const shown = isPhone
    ? (phoneColumns ?? byDefault.slice(0, 2))
    : view && view.columns.length > 0
      ? view.columns
      : byDefault
  const place = isPhone ? 'phone' : view ? `datatable.view-${view.id}` : 'datatable'
  return {
    sources,
    hidden: sources.filter((source) => !shown.includes(source)),
    tableKey: `${resource}.${place}`,
  }
}

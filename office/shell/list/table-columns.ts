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

export interface TableColumns {
  columns: readonly { source: string; label?: string | undefined }[]
  /** Hidden, unless the user chooses them. */
  hidden: string[]
  /** Of the browser's store. */
  tableKey: string
}

/**
 * A view has columns of its own, and the choice in it does not change those of the list. On a phone, a table shows two or three
 * columns, which are chosen apart.
 */
export function useTableColumns({ resource, children, hiddenColumns, phoneColumns }: Options): TableColumns {
  const isPhone = useMediaQuery(media.phone)
  const viewId = useViewId()
  const { data: views } = useSavedViews(resource)
  const view = views?.find(({ id }) => id === viewId)
  const columns = Children.toArray(children).map((column) => {
    const { source = '', label } = isValidElement<{ source?: string; label?: string }>(column)
      ? column.props
      : {}
    return { source, label }
  })
  const sources = columns.map(({ source }) => source)
  const byDefault = sources.filter((source) => !hiddenColumns.includes(source))
  const shown = isPhone
    ? (phoneColumns ?? byDefault.slice(0, 2))
    : view && view.columns.length > 0
      ? view.columns
      : byDefault
  const place = isPhone ? 'phone' : view ? `datatable.view-${view.id}` : 'datatable'
  return {
    columns,
    hidden: sources.filter((source) => !shown.includes(source)),
    tableKey: `${resource}.${place}`,
  }
}

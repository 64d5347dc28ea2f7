// The list of a resource: search, filters, columns, export, pages; rows open by click and Enter.
import { Checkbox, Stack, TableCell } from '@mui/material'
import {
  DataTableConfigContext,
  useDataTableCallbacksContext,
  useDataTableConfigContext,
  useDataTableSelectedIdsContext,
  useGetRecordRepresentation,
  useRecordContext,
  useResourceContext,
} from 'ra-core'
import type { KeyboardEvent, PointerEvent, ReactElement, ReactNode } from 'react'
import {
  DataTable,
  DataTableBody,
  type DataTableBodyProps,
  DataTableClasses,
  type DataTableColumnProps,
  type DataTableProps,
  DataTableRow,
  type DataTableRowProps,
  Empty,
  List,
  type ListProps,
  Pagination,
  useTranslate,
} from 'react-admin'
import type { ExportPath } from '../api/endpoints.ts'
import { DisplayMenu, useDensity } from './display-menu.tsx'
import type { FilterElement } from './filters/active-filters.ts'
import { ListMemory } from './list-memory.tsx'
import { comfortableListStyles, listStyles } from './list-styles.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { useTableColumns } from './table-columns.ts'
import { ViewAddress } from './views/view-address.tsx'
import { ViewsMenu } from './views/views-menu.tsx'

/** A column of a list: `<Column source="name" />`. */
export const Column = DataTable.Col

/** Columns whose sources are fields of the list's rows: `const Column = columnOf<RowOf<'leads'>>()`. */
export const columnOf = <Row extends object>(): ((
  props: Omit<DataTableColumnProps<Row>, 'source'> & { source: keyof Row & string },
) => ReactElement) => DataTable.Col<Row>

interface ListPageProps
  extends Pick<
      ListProps,
      'resource' | 'sort' | 'perPage' | 'filter' | 'filterDefaultValues' | 'title' | 'empty'
    >,
    Pick<DataTableProps, 'rowClick' | 'rowSx' | 'bulkActionButtons' | 'hiddenColumns' | 'expand'> {
  /** The columns on a phone; by default, the first two. */
  phoneColumns?: readonly string[]
  /** Columns. */
  children: ReactNode
  /** Filters besides the search, of `filters/filter-inputs.tsx`. */
  filters?: readonly FilterElement[]
  /** false: the list has no filter `q`. */
  search?: boolean
  /** The path of the export (`/bookings/export`), with the same filters and order. */
  exportPath?: ExportPath
  /** Further buttons above the list. */
  actions?: ReactNode
}

const openOnEnter = (event: KeyboardEvent<HTMLTableRowElement>): void => {
  if (event.key === 'Enter' && event.target === event.currentTarget) event.currentTarget.click()
}

/** Like react-admin's, but the accessible name is on the input instead of its wrapper. */
function RowCheckbox() {
  const translate = useTranslate()
  const record = useRecordContext()
  const nameOf = useGetRecordRepresentation(useResourceContext())
  const { handleToggleItem } = useDataTableCallbacksContext()
  const selected = useDataTableSelectedIdsContext()
  if (!record) return null
  const name = nameOf(record)
  const label = translate('ra.action.select_row')
  return (
    <Checkbox
      className={`select-item ${DataTableClasses.checkbox}`}
      checked={selected?.includes(record.id) ?? false}
      onClick={(event) => {
        handleToggleItem?.(record.id, event)
        event.stopPropagation()
      }}
      slotProps={{ input: { 'aria-label': typeof name === 'string' ? `${label}: ${name}` : label } }}
    />
  )
}

/** If the text of a cell is cut, a tooltip shows all of it. */
const showFullText = ({ target }: PointerEvent<HTMLElement>): void => {
  const cell = (target as HTMLElement).closest('td')
  if (!cell) return
  const isCut = [cell, ...cell.querySelectorAll('*')].some(
    (element) =>
      element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis',
  )
  cell.title = isCut ? cell.innerText : ''
}

const rowProps = { tabIndex: 0, onKeyDown: openOnEnter, onPointerOver: showFullText }

function Row({ children, ...props }: DataTableRowProps) {
  const config = useDataTableConfigContext()
  if (!config.hasBulkActions)
    return (
      <DataTableRow {...props} {...rowProps}>
        {children}
      </DataTableRow>
    )
  return (
    <DataTableConfigContext.Provider value={{ ...config, hasBulkActions: false }}>
      <DataTableRow {...props} {...rowProps}>
        <TableCell padding="checkbox">
          <RowCheckbox />
        </TableCell>
        {children}
      </DataTableRow>
    </DataTableConfigContext.Provider>
  )
}
const Rows = (props: DataTableBodyProps) => <DataTableBody {...props} row={Row} />

/** The list with its filters in the address; a page shows everything when it is opened anew. */
export function ListPage({ resource: named, ...props }: ListPageProps) {
  const resource = useResourceContext() ?? named ?? ''
  return (
    <ListMemory resource={resource}>
      <ViewAddress resource={resource}>
        <Table resource={resource} {...props} />
      </ViewAddress>
    </ListMemory>
  )
}

/** Further buttons are there before the first record. */
const EmptyList = ({ actions }: { actions: ReactNode }) => (
  <>
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, p: 1 }}>
      {actions}
    </Stack>
    <Empty />
  </>
)

function Table({
  resource,
  children,
  filters = [],
  search = true,
  exportPath,
  actions,
  rowClick,
  rowSx,
  bulkActionButtons = false,
  hiddenColumns = [],
  phoneColumns,
  expand,
  perPage = 25,
  ...list
}: ListPageProps & { resource: string }) {
  const [density] = useDensity()
  const columns = useTableColumns({ resource, children, hiddenColumns, phoneColumns })
  const { hidden, tableKey } = columns
  return (
    <List
      empty={actions ? <EmptyList actions={actions} /> : undefined}
      {...list}
      resource={resource}
      sx={density === 'comfortable' ? comfortableListStyles : listStyles}
      perPage={perPage}
      exporter={false}
      pagination={<Pagination rowsPerPageOptions={[10, 25, 50, 100]} />}
      actions={
        <ListToolbar
          filters={filters}
          hasSearch={search}
          exportPath={exportPath}
          views={<ViewsMenu resource={resource} columns={columns} />}
          display={<DisplayMenu columns={columns} />}
        >
          {actions}
        </ListToolbar>
      }
    >
      <DataTable
        key={tableKey}
        storeKey={tableKey}
        body={Rows}
        rowClick={rowClick}
        rowSx={rowSx}
        bulkActionButtons={bulkActionButtons}
        hiddenColumns={hidden}
        expand={expand}
      >
        {children}
      </DataTable>
    </List>
  )
}

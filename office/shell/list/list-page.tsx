// The list of a resource: search, saved filters, column selection, export, pages; rows open by click and Enter.
import { Checkbox, TableCell } from '@mui/material'
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
  ColumnsButton,
  CreateButton,
  DataTable,
  DataTableBody,
  type DataTableBodyProps,
  DataTableClasses,
  type DataTableColumnProps,
  type DataTableProps,
  DataTableRow,
  type DataTableRowProps,
  FilterButton,
  List,
  type ListProps,
  Pagination,
  SearchInput,
  type SearchInputProps,
  TopToolbar,
  useResourceDefinition,
  useTranslate,
} from 'react-admin'
import type { PathOf } from '../api/endpoints.ts'
import { ExportButton } from './export-button.tsx'
import { listStyles } from './list-styles.ts'

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
  /** Columns. */
  children: ReactNode
  /** Filters besides the search; those without `alwaysOn` are added by the filter button. */
  filters?: ReactElement[]
  /** false: the list has no filter `q`. */
  search?: boolean
  /** The path of the export (`/bookings/export`), with the same filters and order. */
  exportPath?: PathOf<'GET'>
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

function Search(props: SearchInputProps) {
  const translate = useTranslate()
  return <SearchInput {...props} slotProps={{ htmlInput: { 'aria-label': translate('ra.action.search') } }} />
}

const searchInput = <Search key="q" source="q" alwaysOn />

interface ActionsProps {
  exportPath: string | undefined
  hasFilters: boolean
  children?: ReactNode
}

function Actions({ exportPath, hasFilters, children }: ActionsProps) {
  const { hasCreate } = useResourceDefinition()
  return (
    <TopToolbar>
      {hasFilters && <FilterButton />}
      <ColumnsButton />
      {exportPath && <ExportButton path={exportPath} />}
      {children}
      {hasCreate && <CreateButton />}
    </TopToolbar>
  )
}

export function ListPage({
  children,
  filters = [],
  search = true,
  exportPath,
  actions,
  rowClick,
  rowSx,
  bulkActionButtons = false,
  hiddenColumns,
  expand,
  perPage = 25,
  ...list
}: ListPageProps) {
  const inputs = search ? [searchInput, ...filters] : filters
  return (
    <List
      {...list}
      sx={listStyles}
      perPage={perPage}
      exporter={false}
      filters={inputs.length > 0 ? inputs : undefined}
      pagination={<Pagination rowsPerPageOptions={[10, 25, 50, 100]} />}
      actions={
        <Actions exportPath={exportPath} hasFilters={inputs.length > 0}>
          {actions}
        </Actions>
      }
    >
      <DataTable
        body={Rows}
        rowClick={rowClick}
        rowSx={rowSx}
        bulkActionButtons={bulkActionButtons}
        hiddenColumns={hiddenColumns}
        expand={expand}
      >
        {children}
      </DataTable>
    </List>
  )
}

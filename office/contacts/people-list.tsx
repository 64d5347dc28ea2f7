// The list of contacts or of companies: the same fields, chosen and ordered for each.
import type { ComponentType, ReactElement, ReactNode } from 'react'
import { DateTimeField } from '../shell/list/fields.tsx'
import { Column, ListPage } from '../shell/list/list-page.tsx'
import { CategoriesField, NewsletterField, TypeField } from './list-columns.tsx'
import { TableExportButtons } from './table-export-buttons.tsx'

const fields: Readonly<Record<string, ComponentType<{ source: string }>>> = {
  contactType: TypeField,
  contactCategoriesId: CategoriesField,
  newsletter: NewsletterField,
  createdAt: DateTimeField,
}
const sorted = ['name', 'lastName', 'createdAt']

interface Props {
  resource: 'contacts' | 'companies'
  /** The first one is what the list is ordered by. */
  columns: readonly [string, ...string[]]
  hidden: string[]
  filters: ReactElement[]
  actions?: ReactNode
}

export const PeopleList = ({ resource, columns, hidden, filters, actions }: Props) => (
  <ListPage
    sort={{ field: columns[0], order: 'ASC' }}
    filters={filters}
    hiddenColumns={hidden}
    actions={
      <>
        <TableExportButtons path={`/${resource}/sheet`} />
        {actions}
      </>
    }
  >
    {columns.map((source) => (
      <Column
        key={source}
        source={source}
        disableSort={!sorted.includes(source)}
        {...(fields[source] ? { field: fields[source] } : {})}
      />
    ))}
  </ListPage>
)

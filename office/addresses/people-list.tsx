// The list of contacts or of companies: each with its own columns.
import type { ComponentType, ReactNode } from 'react'
import { contactBulkRights } from '../../server/platform/ground/rights.ts'
import { AddressLabelsButton } from '../documents/address-labels-button.tsx'
import { useHasRight } from '../shell/api/session.ts'
import { DateTimeField } from '../shell/list/fields.tsx'
import type { FilterElement } from '../shell/list/filters/active-filters.ts'
import { Column, ListPage } from '../shell/list/list-page.tsx'
import { cellWidth } from '../shell/list/list-styles.ts'
import { ContactBulkEdit } from './bulk-edit.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { CategoriesField, LastNameField, NewsletterField, PhoneField, TypeField } from './list-columns.tsx'

const fields: Readonly<Record<string, ComponentType<{ source: string }>>> = {
  lastName: LastNameField,
  phone: PhoneField,
  contactType: TypeField,
  categoryIds: CategoriesField,
  newsletterStatus: NewsletterField,
  createdAt: DateTimeField,
}
/** Widths of columns that need less than they could take. */
const widths: Readonly<Record<string, ReturnType<typeof cellWidth>>> = {
  company: cellWidth(13),
  email: cellWidth(13),
  categoryIds: cellWidth(11),
}
const sorted = ['name', 'lastName', 'createdAt']

interface Props {
  resource: 'contacts' | 'companies'
  /** The list is sorted by the first one. */
  columns: readonly [string, ...string[]]
  hidden: string[]
  /** The columns on a phone. */
  phone: string[]
  filters: readonly FilterElement[]
  actions?: ReactNode
}

export function PeopleList({ resource, columns, hidden, phone, filters, actions }: Props) {
  const mayEdit = useHasRight(contactBulkRights) && resource === 'contacts'
  const mayExport = useHasRight('export')
  return (
    <ListPage
      sort={{ field: columns[0], order: 'ASC' }}
      filters={filters}
      hiddenColumns={hidden}
      phoneColumns={phone}
      bulkActionButtons={
        (mayExport || mayEdit) && (
          <>
            {mayEdit && <ContactBulkEdit />}
            {mayExport && <AddressLabelsButton />}
          </>
        )
      }
      actions={
        <>
          {mayExport && <ExportButtons resource={resource} />}
          {actions}
        </>
      }
    >
      {columns.map((source) => (
        <Column
          key={source}
          source={source}
          disableSort={!sorted.includes(source)}
          {...(widths[source] ? { cellSx: widths[source] } : {})}
          {...(fields[source] ? { field: fields[source] } : {})}
        />
      ))}
    </ListPage>
  )
}

// The filters of the change log, kept in the page's URL.
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { tablesOfResources } from '../shell/history/column-keys.ts'
import { useTableName } from '../shell/history/field-name.ts'
import { logTexts } from '../shell/history/log-texts.ts'
import { AddressFilters } from '../shell/list/filters/address-filters.tsx'
import {
  DayFilter,
  type FilterProps,
  NumberFilter,
  RecordFilter,
  SelectFilter,
} from '../shell/list/filters/filter-inputs.tsx'
import { useSubjects } from './log-entry.ts'

const actions = ['insert', 'update', 'delete'] as const

/** The filters in the URL. */
export function useLogFilters() {
  const [params] = useSearchParams()
  const text = (name: string) => params.get(name) || undefined
  const id = (name: string) => Number(params.get(name)) || undefined
  return {
    userId: id('userId'),
    subject: text('subject'),
    subjectId: id('subjectId'),
    tableName: text('tableName'),
    action: actions.find((action) => action === params.get('action')),
    from: text('from'),
    to: text('to'),
  }
}

interface Choice {
  id: string
  name: string
}

const tables = [...Object.keys(logTexts.en['relations'] as object), ...tablesOfResources]

/** The tables of subjects that are not named after theirs. */
const tablesOfSubjects: Readonly<Record<string, string>> = {
  user: 'app_user',
  date: 'event_date',
  file: 'catalogue_file',
}
const tableOf = (subject: string): string => tablesOfSubjects[subject] ?? subject

/** Tables of the log; subjects of other tables have no log. */
function useChoices(ids: readonly string[]): Choice[] {
  const tableName = useTableName()
  return ids
    .filter((id) => tables.includes(tableOf(id)))
    .map((id) => ({ id, name: tableName(tableOf(id)) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

const SubjectFilter = (props: FilterProps) => <SelectFilter {...props} choices={useChoices(useSubjects())} />
const TableFilter = (props: FilterProps) => <SelectFilter {...props} choices={useChoices(tables)} />
const ActionFilter = (props: FilterProps) => (
  <SelectFilter {...props} choices={actions.map((id) => ({ id, name: `shell.changes.${id}` }))} />
)

const filters = [
  <RecordFilter key="userId" source="userId" reference="users" label="changes.filter.userId" />,
  <SubjectFilter key="subject" source="subject" label="changes.filter.subject" />,
  <NumberFilter key="subjectId" source="subjectId" label="changes.filter.subjectId" />,
  <TableFilter key="tableName" source="tableName" label="changes.filter.tableName" />,
  <ActionFilter key="action" source="action" label="changes.filter.action" />,
  <DayFilter key="from" source="from" label="changes.filter.from" />,
  <DayFilter key="to" source="to" label="changes.filter.to" />,
]

/** @param children buttons beside that of the filters */
export const LogFilters = ({ children }: { children: ReactNode }) => (
  <AddressFilters filters={filters} values={useLogFilters()}>
    {children}
  </AddressFilters>
)

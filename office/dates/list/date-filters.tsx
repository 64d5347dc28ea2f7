// The filters of the list of dates.
import { useTranslate } from 'ra-core'
import { CategoryFilter } from '../../catalogue/categories/category-input.tsx'
import { useLookups } from '../../catalogue/dates/lookups.ts'
import { useSession } from '../../shell/api/session.ts'
import {
  DayFilter,
  type FilterProps,
  RecordFilter,
  SelectFilter,
  YesNoFilter,
} from '../../shell/list/filters/filter-inputs.tsx'

const StatusFilter = (props: FilterProps) => (
  <SelectFilter {...props} several choices={useLookups().choices('status')} />
)
const FormatFilter = (props: FilterProps) => (
  <SelectFilter {...props} several choices={useLookups().choices('format')} />
)
const ClientFilter = (props: FilterProps) => <SelectFilter {...props} choices={useSession()?.clients ?? []} />

function SeatsFilter(props: FilterProps) {
  const translate = useTranslate()
  const choices = ['free', 'full', 'belowMinimum', 'waitlisted'].map((id) => ({
    id,
    name: translate(`dates.seats.${id}`),
  }))
  return <SelectFilter {...props} choices={choices} />
}

const byTitle = { field: 'title', order: 'ASC' } as const
const byLastName = { field: 'lastName', order: 'ASC' } as const
const titleOf = ({ title }: { title: string }) => title

export const listFilters = [
  <DayFilter key="from" source="from" />,
  <DayFilter key="to" source="to" />,
  <StatusFilter key="status" source="status" />,
  <RecordFilter key="eventIds" source="eventIds" reference="events" sort={byTitle} nameOf={titleOf} />,
  <CategoryFilter key="categoryId" source="categoryId" />,
  <RecordFilter key="catalogueId" source="catalogueId" reference="catalogues" />,
  <FormatFilter key="format" source="format" />,
  <RecordFilter key="trainerId" source="trainerId" reference="trainers" sort={byLastName} />,
  <RecordFilter key="locationId" source="locationId" reference="locations" />,
  <ClientFilter key="clientId" source="clientId" />,
  <SeatsFilter key="seats" source="seats" />,
  <YesNoFilter key="isPublished" source="isPublished" />,
  <YesNoFilter key="isActive" source="isActive" />,
  <YesNoFilter key="isSeries" source="isSeries" />,
]

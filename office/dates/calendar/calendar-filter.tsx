// Filters of the calendar, kept in its address, so that a link shows the same.
import { ResourceContextProvider } from 'ra-core'
import type { ReactNode } from 'react'
import { AddressFilters } from '../../shell/list/filters/address-filters.tsx'
import { listFilters } from '../list/date-filters.tsx'
import type { DateFilter } from './calendar-dates.ts'

const filterNames = ['eventIds', 'trainerId', 'locationId', 'catalogueId', 'status', 'isPublished']

const filters = listFilters.filter(({ props }) => filterNames.includes(props.source))

/** The filter in the address. */
export function filterOf(query: URLSearchParams): DateFilter {
  const id = (name: string) => Number(query.get(name)) || undefined
  const eventId = id('eventIds')
  const statuses = query.getAll('status').filter(Boolean)
  const isPublished = query.get('isPublished')
  return {
    eventIds: eventId ? [eventId] : undefined,
    catalogueId: id('catalogueId'),
    trainerId: id('trainerId'),
    locationId: id('locationId'),
    status: statuses.length > 0 ? statuses : undefined,
    isPublished: isPublished ? isPublished === 'true' : undefined,
  }
}

/** @param children buttons beside that of the filters */
export const CalendarFilter = ({ query, children }: { query: URLSearchParams; children: ReactNode }) => (
  <ResourceContextProvider value="dates">
    <AddressFilters filters={filters} values={{ ...filterOf(query) }}>
      {children}
    </AddressFilters>
  </ResourceContextProvider>
)

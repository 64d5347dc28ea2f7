// Filters that search events and contacts.
import { type FilterProps, RecordFilter } from '../shell/list/filters/filter-inputs.tsx'
import { personName } from './booking-queries.ts'

export const EventFilter = (props: FilterProps) => (
  <RecordFilter
    label="bookings.event"
    {...props}
    reference="events"
    sort={{ field: 'title', order: 'ASC' }}
    nameOf={({ title }: { title: string }) => title}
  />
)

export const ContactFilter = (props: FilterProps) => (
  <RecordFilter
    label="bookings.contact"
    {...props}
    reference="contacts"
    among={{ contactType: 'person' }}
    nameOf={personName}
  />
)

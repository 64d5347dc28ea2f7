// A filter that searches events.
import { type FilterProps, RecordFilter } from '../shell/list/filters/filter-inputs.tsx'

export const EventFilter = (props: FilterProps) => (
  <RecordFilter
    label="bookings.event"
    {...props}
    reference="events"
    sort={{ field: 'title', order: 'ASC' }}
    nameOf={({ title }: { title: string }) => title}
  />
)

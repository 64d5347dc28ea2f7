import { type FilterProps, RecordFilter } from '../shell/list/filters/filter-inputs.tsx'
import { personName } from './contact-search.tsx'

export const ContactFilter = (props: FilterProps) => (
  <RecordFilter
    label="bookings.contact"
    {...props}
    reference="contacts"
    among={{ contactType: 'person' }}
    nameOf={personName}
  />
)

// Filters that search events and contacts.
import { AutocompleteInput, ReferenceInput } from 'react-admin'
import { byRelevance } from '../shell/form/reference-inputs.tsx'
import { personName } from './booking-queries.ts'
import type { ContactChoice } from './person-picker.tsx'

interface Props {
  source: string
  alwaysOn?: boolean
}

const search = (q: string) => (q.trim() === '' ? {} : { q })

export const EventFilter = ({ source }: Props) => (
  <ReferenceInput source={source} reference="events" perPage={15}>
    <AutocompleteInput label="bookings.event" optionText="title" filterToQuery={search} />
  </ReferenceInput>
)

export const ContactFilter = ({ source }: Props) => (
  <ReferenceInput
    source={source}
    reference="contacts"
    perPage={15}
    sort={byRelevance}
    filter={{ contactType: 'person' }}
  >
    <AutocompleteInput
      label="bookings.contact"
      optionText={(contact?: ContactChoice) => (contact ? personName(contact) : '')}
      inputText={(contact?: ContactChoice) => (contact ? personName(contact) : '')}
      filterToQuery={search}
    />
  </ReferenceInput>
)

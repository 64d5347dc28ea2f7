// What dates can be filtered by, in the list and in the calendar.
import { useTranslate } from 'ra-core'
import { BooleanInput, SelectArrayInput, SelectInput } from 'react-admin'
import { DateInput } from '../../shell/form/date-time-inputs.tsx'
import { useLookups } from '../lookups.ts'
import {
  CatalogueInput,
  CategoryInput,
  ClientInput,
  EventInput,
  LocationInput,
  TrainerInput,
} from '../reference-inputs.tsx'

interface FilterProps {
  source: string
  alwaysOn?: boolean
}

const StatusFilter = (props: FilterProps) => (
  <SelectArrayInput {...props} choices={useLookups().choices('status')} sx={{ minWidth: 150 }} />
)
const FormatFilter = (props: FilterProps) => (
  <SelectArrayInput {...props} choices={useLookups().choices('format')} sx={{ minWidth: 150 }} />
)

function SeatsFilter(props: FilterProps) {
  const translate = useTranslate()
  const choices = ['free', 'full', 'below_minimum', 'waiting'].map((id) => ({
    id,
    name: translate(`dates.places.${id}`),
  }))
  return <SelectInput {...props} choices={choices} />
}

const wide = { minWidth: 220 }
const common = [
  <EventInput key="event_id" source="event_id" sx={wide} />,
  <CategoryInput key="category_id" source="category_id" sx={wide} />,
  <CatalogueInput key="catalog_id" source="catalog_id" sx={wide} />,
  <FormatFilter key="format" source="format" />,
  <TrainerInput key="trainer_id" source="trainer_id" sx={wide} />,
  <LocationInput key="location_id" source="location_id" sx={wide} />,
  <ClientInput key="client_id" source="client_id" />,
  <SeatsFilter key="places" source="places" />,
  <BooleanInput key="is_published" source="is_published" />,
  <BooleanInput key="is_active" source="is_active" />,
  <BooleanInput key="is_series" source="is_series" />,
]

export const listFilters = [
  <DateInput key="from" source="from" alwaysOn />,
  <DateInput key="to" source="to" alwaysOn />,
  <StatusFilter key="status" source="status" alwaysOn />,
  ...common,
]

// The filters of the list of dates.
import { useTranslate } from 'ra-core'
import { BooleanInput, SelectArrayInput, SelectInput } from 'react-admin'
import { DateInput } from '../../shell/form/date-time-inputs.tsx'
import { useLookups } from '../lookups.ts'
import {
  CatalogueInput,
  CategoryInput,
  ClientInput,
  EventInput,
  emptyToNull,
  LocationInput,
  TrainerInput,
} from '../reference-inputs.tsx'

interface FilterProps {
  source: string
  alwaysOn?: boolean
}

const StatusFilter = (props: FilterProps) => (
  <SelectArrayInput {...props} choices={useLookups().choices('status')} sx={{ minWidth: 120 }} />
)
const FormatFilter = (props: FilterProps) => (
  <SelectArrayInput {...props} choices={useLookups().choices('format')} sx={{ minWidth: 150 }} />
)

function SeatsFilter(props: FilterProps) {
  const translate = useTranslate()
  const choices = ['free', 'full', 'belowMinimum', 'waitlisted'].map((id) => ({
    id,
    name: translate(`dates.seats.${id}`),
  }))
  return <SelectInput {...props} choices={choices} />
}

const wide = { minWidth: 220 }
const common = [
  <EventInput key="eventIds" source="eventIds" parse={emptyToNull} sx={wide} />,
  <CategoryInput key="categoryId" source="categoryId" parse={emptyToNull} sx={wide} />,
  <CatalogueInput key="catalogueId" source="catalogueId" parse={emptyToNull} sx={wide} />,
  <FormatFilter key="format" source="format" />,
  <TrainerInput key="trainerId" source="trainerId" parse={emptyToNull} sx={wide} />,
  <LocationInput key="locationId" source="locationId" parse={emptyToNull} sx={wide} />,
  <ClientInput key="clientId" source="clientId" />,
  <SeatsFilter key="seats" source="seats" />,
  <BooleanInput key="isPublished" source="isPublished" />,
  <BooleanInput key="isActive" source="isActive" />,
  <BooleanInput key="isSeries" source="isSeries" />,
]

export const listFilters = [
  <DateInput key="from" source="from" alwaysOn />,
  <DateInput key="to" source="to" alwaysOn />,
  <StatusFilter key="status" source="status" alwaysOn />,
  ...common,
]

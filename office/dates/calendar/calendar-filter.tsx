// Filters of the calendar, kept in its address, so that a link shows the same.
import { Box } from '@mui/material'
import { useEffect, useRef } from 'react'
import { BooleanInput, Form, SelectInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { SetURLSearchParams } from 'react-router-dom'
import { useLookups } from '../lookups.ts'
import { CatalogueInput, EventInput, emptyToNull, LocationInput, TrainerInput } from '../reference-inputs.tsx'
import type { DateFilter } from './calendar-dates.ts'

const filterNames = ['eventIds', 'catalogueId', 'trainerId', 'locationId', 'status', 'isPublished'] as const

/** The values of the filter in the address. */
function valuesOf(query: URLSearchParams) {
  const id = (name: (typeof filterNames)[number]) => Number(query.get(name)) || undefined
  return {
    eventIds: id('eventIds'),
    catalogueId: id('catalogueId'),
    trainerId: id('trainerId'),
    locationId: id('locationId'),
    status: query.get('status') || undefined,
    isPublished: query.get('isPublished') === 'true' || undefined,
  }
}

export function filterOf(query: URLSearchParams): DateFilter {
  const { eventIds: eventId, status, ...others } = valuesOf(query)
  return { ...others, eventIds: eventId ? [eventId] : undefined, status: status ? [status] : undefined }
}

function SyncQuery({ setQuery }: { setQuery: SetURLSearchParams }) {
  const values = useWatch()
  const lastFilter = useRef('[]')
  useEffect(() => {
    const filter = filterNames.flatMap((name) =>
      values[name] ? [[name, String(values[name])] as const] : [],
    )
    const text = JSON.stringify(filter)
    if (text === lastFilter.current) return
    lastFilter.current = text
    setQuery(
      (before) => {
        for (const name of filterNames) before.delete(name)
        for (const [name, value] of filter) before.set(name, value)
        return before
      },
      { replace: true },
    )
  }, [values, setQuery])
  return null
}

export function CalendarFilter({
  query,
  setQuery,
}: {
  query: URLSearchParams
  setQuery: SetURLSearchParams
}) {
  const { choices } = useLookups()
  return (
    <Form defaultValues={valuesOf(query)}>
      <SyncQuery setQuery={setQuery} />
      <Box
        sx={{
          display: 'grid',
          gap: '0 12px',
          gridTemplateColumns: {
            xs: 'repeat(2, minmax(0, 1fr))',
            sm: 'repeat(auto-fill, minmax(200px, 1fr))',
          },
          alignItems: 'center',
          '& .MuiFormControl-root, & .MuiAutocomplete-root': { minWidth: 0, width: '100%' },
        }}
      >
        <EventInput
          source="eventIds"
          label="resources.dates.fields.eventId"
          parse={emptyToNull}
          helperText={false}
        />
        <TrainerInput
          source="trainerId"
          label="resources.dates.fields.trainerId"
          parse={emptyToNull}
          helperText={false}
        />
        <LocationInput
          source="locationId"
          label="resources.dates.fields.locationId"
          parse={emptyToNull}
          helperText={false}
        />
        <CatalogueInput
          source="catalogueId"
          label="resources.dates.fields.catalogueId"
          parse={emptyToNull}
          helperText={false}
        />
        <SelectInput
          source="status"
          label="resources.dates.fields.status"
          choices={choices('status')}
          helperText={false}
        />
        <BooleanInput source="isPublished" label="resources.dates.fields.isPublished" helperText={false} />
      </Box>
    </Form>
  )
}

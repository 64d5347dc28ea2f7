// What the calendar shows: kept in its address, so that it can be sent and comes back.
import { Box } from '@mui/material'
import { useEffect, useRef } from 'react'
import { BooleanInput, Form, SelectInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { SetURLSearchParams } from 'react-router-dom'
import { useLookups } from '../lookups.ts'
import { CatalogueInput, EventInput, LocationInput, TrainerInput } from '../reference-inputs.tsx'

const filterNames = ['eventIds', 'catalogueId', 'trainerId', 'locationId', 'status', 'isPublished'] as const

export const filterOf = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries(filterNames.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])))

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
  const initialFilter = Object.fromEntries(
    Object.entries(filterOf(query)).map(([name, value]) => [
      name,
      name === 'status' ? value : name === 'isPublished' ? value === 'true' : Number(value),
    ]),
  )
  return (
    <Form defaultValues={initialFilter}>
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
        <EventInput source="eventIds" label="resources.dates.fields.eventId" helperText={false} />
        <TrainerInput source="trainerId" label="resources.dates.fields.trainerId" helperText={false} />
        <LocationInput source="locationId" label="resources.dates.fields.locationId" helperText={false} />
        <CatalogueInput source="catalogueId" label="resources.dates.fields.catalogueId" helperText={false} />
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

// Chooses a date of an event, with its free places.
import { Autocomplete, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useDeferredValue, useState } from 'react'
import { api } from '../shell/api/api.ts'
import { queryOf } from '../shell/api/list-query.ts'
import { useFormat } from '../shell/app/format.ts'
import type { DatePlaces } from './booking-queries.ts'

interface Props {
  value: DatePlaces | null
  onChange: (date: DatePlaces | null) => void
  /** Dates of this event come first. */
  eventId?: number
  /** Not this date. */
  except?: number
  autoFocus?: boolean
  fault?: string | undefined
}

export function DatePicker({ value, onChange, eventId = 0, except = 0, autoFocus = false, fault }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const label = (date: DatePlaces): string =>
    [date.title, format.span(date.startDate, date.endDate)].filter(Boolean).join(' · ')
  // What stands in the field once a date is chosen is no search.
  const q = useDeferredValue(value && typed === label(value) ? '' : typed.trim())
  const { data = [], isFetching } = useQuery({
    queryKey: ['bookings', 'dates', q, eventId],
    queryFn: () => api<DatePlaces>('GET', `/participations/dates${queryOf({ q, eventId: eventId || '' })}`),
  })
  return (
    <Autocomplete
      options={data.filter(({ id }) => id !== except)}
      value={value}
      inputValue={typed}
      loading={isFetching}
      filterOptions={(all) => all}
      getOptionLabel={label}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      noOptionsText={translate('participations.noDate')}
      onInputChange={(_event, text) => setTyped(text)}
      onChange={(_event, date) => onChange(date)}
      renderOption={({ key, ...props }, date) => (
        <li key={key} {...props}>
          <div>
            <Typography component="span">{label(date)}</Typography>
            <Typography variant="body2" color="text.secondary">
              {[
                date.articleNo,
                date.city,
                translate('participations.freeShort', { smart_count: date.free }),
                date.takesPlace ? '' : translate('participations.lost'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </div>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          autoFocus={autoFocus}
          required
          label={translate('participations.date')}
          error={Boolean(fault)}
          helperText={fault}
        />
      )}
    />
  )
}

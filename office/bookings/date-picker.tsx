// Chooses a date of an event, with its free places.
import { Autocomplete, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useDeferredValue, useState } from 'react'
import { untypedApi } from '../shell/api/api.ts'
import { toQueryString } from '../shell/api/query-string.ts'
import { useFormat } from '../shell/app/format.ts'
import type { DatePlaces } from './booking-queries.ts'

interface Props {
  value: DatePlaces | null
  onChange: (date: DatePlaces | null) => void
  /** Dates of this event come first. */
  eventId?: number
  /** Not this date. */
  excludedDateId?: number
  autoFocus?: boolean
  errorText?: string | undefined
}

export function DatePicker({
  value,
  onChange,
  eventId = 0,
  excludedDateId = 0,
  autoFocus = false,
  errorText,
}: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const [inputText, setInputText] = useState('')
  const label = (date: DatePlaces): string =>
    [date.title, format.span(date.startDate, date.endDate)].filter(Boolean).join(' · ')
  // What stands in the field once a date is chosen is no search.
  const q = useDeferredValue(value && inputText === label(value) ? '' : inputText.trim())
  const { data = [], isFetching } = useQuery({
    queryKey: ['bookings', 'dates', q, eventId],
    queryFn: () =>
      untypedApi<DatePlaces>('GET', `/participations/dates${toQueryString({ q, eventId: eventId || '' })}`),
  })
  return (
    <Autocomplete
      options={data.filter(({ id }) => id !== excludedDateId)}
      value={value}
      inputValue={inputText}
      loading={isFetching}
      filterOptions={(all) => all}
      getOptionLabel={label}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      noOptionsText={translate('participations.noDate')}
      onInputChange={(_event, text) => setInputText(text)}
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
          error={Boolean(errorText)}
          helperText={errorText}
        />
      )}
    />
  )
}

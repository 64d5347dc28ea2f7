// Chooses a date; shows its free seats.
import { Autocomplete, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useDeferredValue, useState } from 'react'
import { api } from '../shell/api/api.ts'
import { useFormat } from '../shell/app/format.ts'
import type { DateSeats } from './booking-queries.ts'

interface Props {
  value: DateSeats | null
  onChange: (date: DateSeats | null) => void
  /** Dates of this event come first. */
  eventId?: number
  /** This date is not offered. */
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
  const label = (date: DateSeats): string =>
    [date.displayTitle, format.span(date.startDate, date.endDate)].filter(Boolean).join(' · ')
  // The label of the chosen date is not a query.
  const q = useDeferredValue(value && inputText === label(value) ? '' : inputText.trim())
  const { data = [], isFetching } = useQuery({
    queryKey: ['bookings', 'dates', q, eventId],
    queryFn: () => api('GET', '/bookable-dates', { query: { q, ...(eventId ? { eventId } : {}) } }),
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
      noOptionsText={translate('bookings.noDate')}
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
                translate('bookings.freeShort', { smart_count: date.freeSeats }),
                date.goesAhead ? '' : translate('bookings.dateCancelled'),
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
          label={translate('bookings.date')}
          error={Boolean(errorText)}
          helperText={errorText}
        />
      )}
    />
  )
}

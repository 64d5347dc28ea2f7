// Chooses a date; shows its free seats.
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { api } from '../shell/api/api.ts'
import { RecordSearch } from '../shell/form/record-search.tsx'
import { useFormat } from '../shell/language/format.ts'
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

export function DatePicker({ eventId, excludedDateId = 0, ...props }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const [text, setText] = useState('')
  return (
    <RecordSearch
      {...props}
      text={text}
      onTextChange={setText}
      required
      label={translate('bookings.date')}
      queryKey={['bookings', 'dates', eventId]}
      find={(q) => api('GET', '/bookable-dates', { query: { q, ...(eventId && { eventId }) } })}
      excludedIds={[excludedDateId]}
      labelOf={({ displayTitle, startDate, endDate }) =>
        [displayTitle, format.span(startDate, endDate)].filter(Boolean).join(' · ')
      }
      detailsOf={({ articleNo, city, freeSeats }) => [
        articleNo,
        city,
        translate('bookings.freeShort', { smart_count: freeSeats }),
      ]}
      noOptionsText={translate('bookings.noDate')}
    />
  )
}

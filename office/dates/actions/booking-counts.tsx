// The numbers of bookings of a date, in the dialogs that change it.
import { Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ListedDate } from '../../catalogue/dates/event-date.ts'

/** The participants who must be notified when a date changes. */
export function BookingCounts({
  date,
  change,
}: {
  date: Pick<ListedDate, 'bookedCount' | 'reservedCount' | 'waitlistedCount'>
  change: 'cancel' | 'move'
}) {
  const translate = useTranslate()
  const counts = (
    [
      ['booked', date.bookedCount],
      ['reserved', date.reservedCount],
      ['waitlisted', date.waitlistedCount],
    ] as const
  )
    .filter(([, count]) => count > 0)
    .map(([name, count]) => translate(`bookings.seats.${name}`, { count }))
  return (
    <Typography component="span" sx={{ fontWeight: 600 }}>
      {counts.length === 0
        ? translate('dates.cancel.none')
        : translate(`dates.${change}.people`, { counts: counts.join(', ') })}
    </Typography>
  )
}

// The numbers of bookings of a date, in the dialogs that change it.
import { Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ListedDate } from '../event-date.ts'

/** The participants who must be notified when a date changes. */
export function BookingCounts({
  date,
}: {
  date: Pick<ListedDate, 'bookedCount' | 'reservedCount' | 'waitlistedCount'>
}) {
  const translate = useTranslate()
  const { bookedCount: booked, reservedCount: reserved, waitlistedCount: waitlisted } = date
  return (
    <Typography component="span" sx={{ fontWeight: 600 }}>
      {booked + reserved + waitlisted === 0
        ? translate('dates.cancel.none')
        : translate('dates.cancel.people', { booked, reserved, waitlisted })}
    </Typography>
  )
}

// The numbers of bookings of a date, in the dialogs that change it.
import { Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { DateRecord } from '../../../server/catalogue/dates/date.schema.office.ts'

/** The participants who must be notified when a date changes. */
export function BookingCounts({
  date,
}: {
  date: Pick<DateRecord, 'bookedCount' | 'reservedCount' | 'waitlistedCount'>
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

// The status of a booking as a chip.
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { type BookingStatus, isActive, isBooked } from '../../server/bookings/booking-statuses.ts'
import { PlainChip, plainElements } from '../shell/list/plain-rows.tsx'
import { type Booking, useStatusName } from './booking-queries.ts'

/** MUI's icons CheckCircle and HighlightOff. */
const check =
  'M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2m-2 15-5-5 1.41-1.41L10 14.17l7.59-7.59L19 8z'
const cross =
  'M14.59 8 12 10.59 9.41 8 8 9.41 10.59 12 8 14.59 9.41 16 12 13.41 14.59 16 16 14.59 13.41 12 16 9.41zM12 2C6.47 2 2 6.47 2 12s4.47 10 10 10 10-4.47 10-10S17.53 2 12 2m0 18c-4.41 0-8-3.59-8-8s3.59-8 8-8 8 3.59 8 8-3.59 8-8 8'

const colours = { booked: 'primary', reserved: 'warning', waitlisted: 'info', none: 'default' } as const

/** Both count as booked. Absent participants are outlined, with another sign and colour. */
const recorded = {
  attended: { color: 'success', isOutlined: false, iconPath: check },
  absent: { color: 'error', isOutlined: true, iconPath: cross },
} as const satisfies Partial<Record<BookingStatus, object>>
const isRecordedStatus = (status: string): status is keyof typeof recorded => Object.hasOwn(recorded, status)

type ChipBooking = Pick<Booking, 'status' | 'countsAs' | 'dateGoesAhead'>

/** The status of a booking as a chip, for the rows of a table. */
export function useStatusChip(): (booking: ChipBooking) => ReactNode {
  const translate = useTranslate()
  const name = useStatusName()
  return (booking) => {
    const { status, countsAs, dateGoesAhead } = booking
    // Cancelled participants are not concerned.
    const isOff = !dateGoesAhead && isActive(booking)
    return (
      <PlainChip
        isOutlined={!isBooked(booking) || isOff}
        color={isOff ? 'default' : colours[countsAs]}
        {...(!isOff && isRecordedStatus(status) && recorded[status])}
        label={isOff ? translate('bookings.statusOff', { status: name(status) }) : name(status)}
      />
    )
  }
}

/** The same elsewhere. */
export const StatusChip = (booking: ChipBooking) => (
  <Box component="span" sx={plainElements}>
    {useStatusChip()(booking)}
  </Box>
)

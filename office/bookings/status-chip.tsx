// The status of a booking as a chip.
import AttendedIcon from '@mui/icons-material/CheckCircle'
import AbsentIcon from '@mui/icons-material/HighlightOff'
import { Chip } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type Booking, useStatusName } from './booking-queries.ts'

const colours = { booked: 'primary', reserved: 'warning', waitlisted: 'info', none: 'default' } as const

/** Both count as booked. Who was absent is outlined, with another sign and colour. */
const recorded = {
  attended: { color: 'success', variant: 'filled', icon: <AttendedIcon /> },
  absent: { color: 'error', variant: 'outlined', icon: <AbsentIcon /> },
} as const
const recordedOf = (status: string) =>
  status === 'attended' || status === 'absent' ? recorded[status] : undefined

type Props = Pick<Booking, 'status' | 'countsAs' | 'dateGoesAhead'>

export function StatusChip({ status, countsAs, dateGoesAhead }: Props) {
  const translate = useTranslate()
  const name = useStatusName()
  // Who has cancelled is not concerned.
  const isOff = !dateGoesAhead && countsAs !== 'none'
  return (
    <Chip
      size="small"
      variant={countsAs === 'booked' && !isOff ? 'filled' : 'outlined'}
      color={isOff ? 'default' : colours[countsAs]}
      {...(isOff ? {} : recordedOf(status))}
      label={isOff ? translate('bookings.statusOff', { status: name(status) }) : name(status)}
    />
  )
}

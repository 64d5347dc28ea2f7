// The status of a booking as a chip.
import { Chip } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type Booking, useStatusName } from './booking-queries.ts'

const colours = { booked: 'primary', reserved: 'warning', waitlisted: 'info', none: 'default' } as const

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
      label={isOff ? translate('bookings.statusOff', { status: name(status) }) : name(status)}
    />
  )
}

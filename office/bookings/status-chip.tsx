// The status of a booking as a chip.
import { Chip } from '@mui/material'
import { type Booking, useStatusName } from './booking-queries.ts'

const colours = { booked: 'primary', reserved: 'warning', waitlisted: 'info', none: 'default' } as const

export function StatusChip({ status, countsAs }: Pick<Booking, 'status' | 'countsAs'>) {
  const name = useStatusName()
  return (
    <Chip
      size="small"
      variant={countsAs === 'booked' ? 'filled' : 'outlined'}
      color={colours[countsAs]}
      label={name(status)}
    />
  )
}

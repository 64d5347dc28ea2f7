// A booking's status as a small label.
import { Chip } from '@mui/material'
import { useStatusName } from './booking-queries.ts'

const colours = { booked: 'primary', reserved: 'warning', waitlisted: 'info', none: 'default' } as const

export function StatusChip({ status, countsAs }: { status: string; countsAs: string }) {
  const name = useStatusName()
  return (
    <Chip
      size="small"
      variant={countsAs === 'booked' ? 'filled' : 'outlined'}
      color={colours[countsAs as keyof typeof colours] ?? 'default'}
      label={name(status)}
    />
  )
}

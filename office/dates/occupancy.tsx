// How full a date is: a bar, and the same in words.
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'

export interface SeatCounts {
  participants_min: number
  participants_max: number
  places_elsewhere: number
  booked_count: number
  reserved_count: number
  waitlisted_count: number
}

export const takenSeats = (date: SeatCounts): number =>
  date.booked_count + date.reserved_count + date.places_elsewhere

/** `8/12 (+2)` */
export const shortOccupancy = (date: SeatCounts): string =>
  `${takenSeats(date)}${date.participants_max > 0 ? `/${date.participants_max}` : ''}${date.waitlisted_count > 0 ? ` (+${date.waitlisted_count})` : ''}`

export function useOccupancyText(): (date: SeatCounts) => string {
  const translate = useTranslate()
  return (date) => {
    const taken = takenSeats(date)
    const texts = [
      date.participants_max > 0
        ? translate('dates.occupancy', { taken, max: date.participants_max })
        : translate('dates.occupancyOpen', { taken }),
    ]
    if (date.booked_count < date.participants_min)
      texts.push(translate('dates.belowMinimum', { min: date.participants_min }))
    if (date.waitlisted_count > 0) texts.push(translate('dates.waiting', { count: date.waitlisted_count }))
    return texts.join(', ')
  }
}

export function OccupancyBar({ date }: { date: SeatCounts }) {
  const text = useOccupancyText()(date)
  const taken = takenSeats(date)
  const share = date.participants_max > 0 ? Math.min(1, taken / date.participants_max) : 0
  const color =
    date.booked_count < date.participants_min ? 'warning.main' : share >= 1 ? 'success.main' : 'primary.main'
  return (
    <Box sx={{ minWidth: 96 }} title={text}>
      <Typography variant="body2" component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {shortOccupancy(date)}
      </Typography>
      <Box
        role="meter"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={Math.max(date.participants_max, taken, 1)}
        aria-valuenow={taken}
        sx={{ height: 6, borderRadius: 3, bgcolor: 'divider', overflow: 'hidden' }}
      >
        <Box sx={{ height: 1, bgcolor: color, width: `${Math.round(share * 100)}%` }} />
      </Box>
    </Box>
  )
}

// How full a date is: a bar, and the same in words.
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'

export interface SeatCounts {
  participantsMin: number
  participantsMax: number
  seatsElsewhere: number
  bookedCount: number
  reservedCount: number
  waitlistedCount: number
}

export const takenSeats = (date: SeatCounts): number =>
  date.bookedCount + date.reservedCount + date.seatsElsewhere

/** `8/12 (+2)` */
export const shortOccupancy = (date: SeatCounts): string =>
  `${takenSeats(date)}${date.participantsMax > 0 ? `/${date.participantsMax}` : ''}${date.waitlistedCount > 0 ? ` (+${date.waitlistedCount})` : ''}`

export function useOccupancyText(): (date: SeatCounts) => string {
  const translate = useTranslate()
  return (date) => {
    const taken = takenSeats(date)
    const texts = [
      date.participantsMax > 0
        ? translate('dates.occupancy', { taken, max: date.participantsMax })
        : translate('dates.occupancyOpen', { taken }),
    ]
    if (date.bookedCount < date.participantsMin)
      texts.push(translate('dates.belowMinimum', { min: date.participantsMin }))
    if (date.waitlistedCount > 0) texts.push(translate('dates.waiting', { count: date.waitlistedCount }))
    return texts.join(', ')
  }
}

export function OccupancyBar({ date }: { date: SeatCounts }) {
  const text = useOccupancyText()(date)
  const taken = takenSeats(date)
  const share = date.participantsMax > 0 ? Math.min(1, taken / date.participantsMax) : 0
  const color =
    date.bookedCount < date.participantsMin ? 'warning.main' : share >= 1 ? 'success.main' : 'primary.main'
  return (
    <Box sx={{ minWidth: 96 }} title={text}>
      <Typography variant="body2" component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {shortOccupancy(date)}
      </Typography>
      <Box
        role="meter"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={Math.max(date.participantsMax, taken, 1)}
        aria-valuenow={taken}
        sx={{ height: 6, borderRadius: 3, bgcolor: 'divider', overflow: 'hidden' }}
      >
        <Box sx={{ height: 1, bgcolor: color, width: `${Math.round(share * 100)}%` }} />
      </Box>
    </Box>
  )
}

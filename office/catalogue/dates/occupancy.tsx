// The occupancy of a date, as a bar and as text.
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useCallback } from 'react'
import { missingParticipants } from '../../../server/catalogue/records/bookability.ts'
import { tabular } from '../../shell/theme/tokens.ts'
import type { ListedDate } from './event-date.ts'

type SeatCounts = Pick<
  ListedDate,
  | 'participantsMin'
  | 'participantsMax'
  | 'seatsElsewhere'
  | 'bookedCount'
  | 'reservedCount'
  | 'waitlistedCount'
> &
  /** The attendance of the dates of lists. */
  Partial<Pick<ListedDate, 'attendedCount' | 'absentCount'>>

const occupiedSeats = (date: SeatCounts): number =>
  date.bookedCount + date.reservedCount + date.seatsElsewhere

/** `8/12 (+2)` */
export const shortOccupancy = (date: SeatCounts): string =>
  `${occupiedSeats(date)}${date.participantsMax > 0 ? `/${date.participantsMax}` : ''}${date.waitlistedCount > 0 ? ` (+${date.waitlistedCount})` : ''}`

export function useOccupancyText(): (date: SeatCounts) => string {
  const translate = useTranslate()
  return useCallback(
    (date) => {
      const occupied = occupiedSeats(date)
      const texts = [
        date.participantsMax > 0
          ? translate('dates.occupancy', { occupied, max: date.participantsMax })
          : translate('dates.occupancyOpen', { occupied }),
      ]
      const { attendedCount = 0, absentCount = 0 } = date
      if (attendedCount + absentCount > 0)
        texts.push(
          translate('bookings.seats.attended', { count: attendedCount }),
          translate('bookings.seats.absent', { count: absentCount }),
        )
      if (missingParticipants(date) > 0)
        texts.push(translate('dates.belowMinimum', { min: date.participantsMin }))
      if (date.waitlistedCount > 0) texts.push(translate('dates.waiting', { count: date.waitlistedCount }))
      return texts.join(', ')
    },
    [translate],
  )
}

export function OccupancyBar({ date }: { date: SeatCounts }) {
  const text = useOccupancyText()(date)
  const occupied = occupiedSeats(date)
  const share = date.participantsMax > 0 ? Math.min(1, occupied / date.participantsMax) : 0
  const { attendedCount = 0, absentCount = 0 } = date
  const isRecorded = attendedCount + absentCount > 0
  const color = missingParticipants(date) > 0 ? 'warning.main' : share >= 1 ? 'success.main' : 'primary.main'
  const seatTotal = Math.max(date.participantsMax, occupied, 1)
  const segments = [
    ['attended', attendedCount, 'success.main'],
    ['absent', absentCount, 'error.main'],
    ['others', occupied - attendedCount - absentCount, 'primary.main'],
  ] as const
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }} title={text}>
      <Typography variant="body2" component="span" sx={{ minWidth: 44, ...tabular }}>
        {shortOccupancy(date)}
      </Typography>
      <Box
        role="meter"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={seatTotal}
        aria-valuenow={occupied}
        sx={{
          display: 'flex',
          flex: 'none',
          width: 48,
          height: 6,
          borderRadius: 3,
          bgcolor: 'divider',
          overflow: 'hidden',
        }}
      >
        {isRecorded ? (
          segments.map(([name, count, colour]) => (
            <Box key={name} sx={{ width: `${(100 * count) / seatTotal}%`, bgcolor: colour }} />
          ))
        ) : (
          <Box sx={{ bgcolor: color, width: `${Math.round(share * 100)}%` }} />
        )}
      </Box>
    </Box>
  )
}

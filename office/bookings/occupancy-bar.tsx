// The seats of a date as a bar: booked, reserved, taken elsewhere, free.
import { Box, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { missingParticipants } from '../../server/catalogue/records/bookability.ts'
import type { DateSeats } from './booking-queries.ts'

type SeatCounts = Pick<
  DateSeats,
  | 'participantsMin'
  | 'participantsMax'
  | 'bookedCount'
  | 'attendedCount'
  | 'absentCount'
  | 'reservedCount'
  | 'waitlistedCount'
  | 'seatsElsewhere'
  | 'freeSeats'
>

export function OccupancyBar({ seats }: { seats: SeatCounts }) {
  const translate = useTranslate()
  const {
    participantsMin: min,
    participantsMax: max,
    bookedCount,
    attendedCount: attended,
    absentCount: absent,
    reservedCount: reserved,
    seatsElsewhere: elsewhere,
    freeSeats: free,
    waitlistedCount: waitlisted,
  } = seats
  const booked = bookedCount - attended - absent
  const segments = [
    { name: 'booked', count: booked, colour: 'primary.main' },
    { name: 'attended', count: attended, colour: 'success.main' },
    { name: 'absent', count: absent, colour: 'error.main' },
    { name: 'reserved', count: reserved, colour: 'warning.main' },
    { name: 'elsewhere', count: elsewhere, colour: 'text.secondary' },
  ]
  const barTotal = Math.max(max, bookedCount + reserved + elsewhere, 1)
  const isRecorded = attended + absent > 0
  const text = [
    translate('bookings.occupancy', { booked: bookedCount, reserved, elsewhere, free, max }),
    ...(isRecorded
      ? [
          translate('bookings.seats.attended', { count: attended }),
          translate('bookings.seats.absent', { count: absent }),
        ]
      : []),
  ].join(', ')
  const missingCount = missingParticipants(seats)
  return (
    <Box sx={{ minWidth: 220 }}>
      <Box
        role="img"
        aria-label={text}
        sx={{
          position: 'relative',
          display: 'flex',
          height: 14,
          borderRadius: 1,
          overflow: 'hidden',
          border: 1,
          borderColor: 'divider',
          bgcolor: 'background.default',
        }}
      >
        {segments.map(({ name, count, colour }) => (
          <Box key={name} sx={{ width: `${(100 * count) / barTotal}%`, bgcolor: colour }} />
        ))}
        {min > 0 && min <= barTotal && (
          <Box
            sx={{
              position: 'absolute',
              insetBlock: 0,
              left: `${(100 * min) / barTotal}%`,
              borderLeft: '2px dashed',
              borderColor: 'text.primary',
            }}
          />
        )}
      </Box>
      <Stack direction="row" spacing={1.5} useFlexGap sx={{ flexWrap: 'wrap', mt: 0.5 }}>
        {segments
          .filter(({ name, count }) => (name === 'booked' && !isRecorded) || count > 0)
          .map(({ name, count, colour }) => (
            <Typography key={name} variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
              <Box component="span" sx={{ width: 10, height: 10, borderRadius: 0.5, bgcolor: colour }} />
              {translate(`bookings.seats.${name}`, { count })}
            </Typography>
          ))}
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {translate('bookings.seats.free', { count: free, max })}
        </Typography>
        {waitlisted > 0 && (
          <Typography variant="body2">
            {translate('bookings.seats.waitlisted', { count: waitlisted })}
          </Typography>
        )}
        {missingCount > 0 && (
          <Typography variant="body2" sx={{ color: 'warning.main' }}>
            {translate('bookings.seats.belowMinimum', { count: missingCount, min })}
          </Typography>
        )}
      </Stack>
    </Box>
  )
}

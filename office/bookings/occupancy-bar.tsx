// How full a date is: booked, reserved, given away elsewhere, free.
import { Box, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { DatePlaces } from './booking-queries.ts'

type SeatCounts = Pick<
  DatePlaces,
  'min' | 'max' | 'booked' | 'reserved' | 'waitlisted' | 'elsewhere' | 'free'
>

const kinds = [
  { kind: 'booked', colour: 'primary.main' },
  { kind: 'reserved', colour: 'warning.main' },
  { kind: 'elsewhere', colour: 'text.secondary' },
] as const

export function OccupancyBar({ places: seats }: { places: SeatCounts }) {
  const translate = useTranslate()
  const { booked, reserved, elsewhere, waitlisted, free, min, max } = seats
  const barTotal = Math.max(max, booked + reserved + elsewhere, 1)
  const text = translate('participations.occupancy', { booked, reserved, elsewhere, free, max })
  const missingCount = Math.max(0, min - booked)
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
        {kinds.map(({ kind, colour }) => (
          <Box key={kind} sx={{ width: `${(100 * seats[kind]) / barTotal}%`, bgcolor: colour }} />
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
        {kinds
          .filter(({ kind }) => kind === 'booked' || seats[kind] > 0)
          .map(({ kind, colour }) => (
            <Typography key={kind} variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
              <Box component="span" sx={{ width: 10, height: 10, borderRadius: 0.5, bgcolor: colour }} />
              {translate(`participations.places.${kind}`, { count: seats[kind] })}
            </Typography>
          ))}
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {translate('participations.places.free', { count: free, max })}
        </Typography>
        {waitlisted > 0 && (
          <Typography variant="body2">
            {translate('participations.places.waitlisted', { count: waitlisted })}
          </Typography>
        )}
        {missingCount > 0 && (
          <Typography variant="body2" color="warning.main">
            {translate('participations.places.belowMinimum', { count: missingCount, min })}
          </Typography>
        )}
      </Stack>
    </Box>
  )
}

// The seats of a date as a bar with a mark at the minimum; the waiting list as a number.
import { Box, Stack, Typography, useTheme } from '@mui/material'
import { useTranslate } from 'ra-core'
import { missingParticipants } from '../../server/catalogue/records/bookability.ts'
import { useChartColours } from '../shell/theme/chart-colours.ts'
import { tabular } from '../shell/theme/tokens.ts'
import type { StartDate } from './start.ts'

export function Occupancy({ date }: { date: StartDate }) {
  const translate = useTranslate()
  const theme = useTheme()
  const shades = useChartColours()
  const {
    participantsMin: min,
    participantsMax: max,
    bookedCount: booked,
    reservedCount: reserved,
    seatsElsewhere: elsewhere,
    freeSeats: free,
    waitlistedCount: waitlisted,
  } = date
  const missing = missingParticipants(date)
  const segments = [
    { name: 'booked', count: booked },
    { name: 'reserved', count: reserved },
    { name: 'elsewhere', count: elsewhere },
  ] as const
  const barTotal = Math.max(max, booked + reserved + elsewhere, min, 1)
  const seatTexts = [
    translate('start.seats.booked', { smart_count: booked }),
    ...(reserved > 0 ? [translate('start.seats.reserved', { smart_count: reserved })] : []),
    ...(elsewhere > 0 ? [translate('start.seats.elsewhere', { smart_count: elsewhere })] : []),
    translate('start.seats.free', { smart_count: free }),
    ...(waitlisted > 0 ? [translate('start.seats.waitlisted', { smart_count: waitlisted })] : []),
    ...(min > 0 ? [translate('start.seats.min', { smart_count: min })] : []),
  ].join(', ')
  return (
    <Stack spacing={0.25} sx={{ width: '100%' }}>
      <Box
        role="img"
        aria-label={seatTexts}
        title={seatTexts}
        sx={{
          position: 'relative',
          display: 'flex',
          height: 14,
          borderRadius: 0.75,
          border: `1px solid ${shades.line}`,
          background: theme.palette.background.paper,
        }}
      >
        {segments.map(
          ({ name, count }) =>
            count > 0 && (
              <Box
                key={name}
                sx={{
                  width: `${(100 * count) / barTotal}%`,
                  background: shades[name],
                  borderRight: `1px solid ${theme.palette.background.paper}`,
                }}
              />
            ),
        )}
        {min > 0 && (
          <Box
            sx={{
              position: 'absolute',
              top: -4,
              bottom: -4,
              left: `calc(${(100 * min) / barTotal}% - 1px)`,
              width: 2,
              background: theme.palette.text.primary,
            }}
          />
        )}
      </Box>
      <Typography variant="caption" color="text.secondary" sx={{ ...tabular }} aria-hidden>
        {translate('start.seats.short', { count: booked + reserved + elsewhere, max })}
        {waitlisted > 0 && ` · ${translate('start.seats.waitlisted', { smart_count: waitlisted })}`}
        {missing > 0 && ` · ${translate('start.seats.missing', { smart_count: missing })}`}
      </Typography>
    </Stack>
  )
}

export function OccupancyLegend() {
  const translate = useTranslate()
  const theme = useTheme()
  const shades = useChartColours()
  const entries = [
    ['booked', shades.booked],
    ['reserved', shades.reserved],
    ['elsewhere', shades.elsewhere],
    ['free', theme.palette.background.paper],
  ] as const
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5, pt: 1 }}>
      {entries.map(([name, colour]) => (
        <Stack key={name} direction="row" spacing={0.75} sx={{ alignItems: 'center' }}>
          <Box
            sx={{
              width: 12,
              height: 12,
              borderRadius: 0.5,
              background: colour,
              border: `1px solid ${shades.line}`,
            }}
          />
          <Typography variant="caption" color="text.secondary">
            {translate(`start.legend.${name}`)}
          </Typography>
        </Stack>
      ))}
      <Stack direction="row" spacing={0.75} sx={{ alignItems: 'center' }}>
        <Box sx={{ width: 2, height: 14, mx: 0.6, background: theme.palette.text.primary }} />
        <Typography variant="caption" color="text.secondary">
          {translate('start.legend.min')}
        </Typography>
      </Stack>
    </Stack>
  )
}

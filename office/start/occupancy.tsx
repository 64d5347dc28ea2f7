// How full a date is, as a bar: booked, reserved, given away elsewhere, free; a mark at the minimum; who waits, as a number.
import { Box, Stack, Typography, useTheme } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useChartColours } from './chart-colours.ts'
import type { StartDate } from './start.ts'

const segments = ['booked', 'reserved', 'elsewhere'] as const

export function Occupancy({ date }: { date: StartDate }) {
  const translate = useTranslate()
  const theme = useTheme()
  const shades = useChartColours()
  const { min, max, booked, reserved, elsewhere, free, waiting } = date
  const barTotal = Math.max(max, booked + reserved + elsewhere, min, 1)
  const seatTexts = [
    translate('start.places.booked', { smart_count: booked }),
    ...(reserved > 0 ? [translate('start.places.reserved', { smart_count: reserved })] : []),
    ...(elsewhere > 0 ? [translate('start.places.elsewhere', { smart_count: elsewhere })] : []),
    translate('start.places.free', { smart_count: free }),
    ...(waiting > 0 ? [translate('start.places.waiting', { smart_count: waiting })] : []),
    ...(min > 0 ? [translate('start.places.min', { smart_count: min })] : []),
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
          (segment) =>
            date[segment] > 0 && (
              <Box
                key={segment}
                sx={{
                  width: `${(100 * date[segment]) / barTotal}%`,
                  background: shades[segment],
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
      <Typography
        variant="caption"
        color="text.secondary"
        sx={{ fontVariantNumeric: 'tabular-nums' }}
        aria-hidden
      >
        {translate('start.places.short', { taken: booked + reserved + elsewhere, max })}
        {waiting > 0 && ` · ${translate('start.places.waiting', { smart_count: waiting })}`}
        {booked < min && ` · ${translate('start.places.missing', { smart_count: min - booked })}`}
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

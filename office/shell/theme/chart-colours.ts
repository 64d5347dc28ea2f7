// The colours of bars and plots: a contrast of at least 3:1, and different lightness.
import { useTheme } from '@mui/material'
import { colors } from './tokens.ts'

export interface ChartColours {
  booked: string
  reserved: string
  elsewhere: string
  line: string
}

export function useChartColours(): ChartColours {
  const { mode } = useTheme().palette
  return {
    booked: colors.chartBooked[mode],
    reserved: colors.chartReserved[mode],
    elsewhere: colors.chartElsewhere[mode],
    line: colors.chartElsewhere[mode],
  }
}

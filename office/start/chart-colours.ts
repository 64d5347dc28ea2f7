// The colours of bars and plots: a contrast of at least 3:1, and different lightness.
import { useTheme } from '@mui/material'

export interface ChartColours {
  booked: string
  reserved: string
  elsewhere: string
  line: string
}

export function useChartColours(): ChartColours {
  return useTheme().palette.mode === 'dark'
    ? { booked: '#5b9bd6', reserved: '#efb65a', elsewhere: '#8794a1', line: '#8794a1' }
    : { booked: '#1f5c99', reserved: '#b86e00', elsewhere: '#7a8794', line: '#7a8794' }
}

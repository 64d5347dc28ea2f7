import { type Theme, useMediaQuery } from '@mui/material'

export const useIsNarrow = (): boolean => useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))

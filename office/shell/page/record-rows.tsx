// A list of records on the page of another one: a line each, which wraps on narrow screens.
import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'

export const RecordRows = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {children}
  </Box>
)

interface RowProps {
  /** Usually a link to the record. */
  title: ReactNode
  detail?: ReactNode
  /** Status, numbers, buttons: on the right if there is room. */
  children?: ReactNode
}

export const RecordRow = ({ title, detail, children }: RowProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 1.5,
      rowGap: 0.5,
      py: 0.75,
      borderTop: 1,
      borderColor: 'divider',
    }}
  >
    <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
      {title}
      {detail && (
        <Typography component="div" variant="body2" color="textSecondary">
          {detail}
        </Typography>
      )}
    </Box>
    {children && (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>{children}</Box>
    )}
  </Box>
)

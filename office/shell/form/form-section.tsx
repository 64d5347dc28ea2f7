// The layout of long forms.
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

/** As many fields beside each other as fit. */
export const FieldGrid = ({ children, min = 160 }: { children: ReactNode; min?: number }) => (
  <Box
    sx={{
      display: 'grid',
      gap: '0 12px',
      width: '100%',
      gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${min}px), 1fr))`,
      alignItems: 'start',
    }}
  >
    {children}
  </Box>
)

/** A few fields in one line, if there is room. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, width: '100%', '& > *': { flex: '1 1 180px' } }}
  >
    {children}
  </Box>
)

/** A section with a heading. */
export function Section({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  const translate = useTranslate()
  return (
    <Box component="section" aria-label={translate(title)} sx={{ width: '100%', mt: 1, mb: 2 }}>
      <Typography variant="h3" component="h2" sx={{ mb: 0.5 }}>
        {translate(title)}
      </Typography>
      {help && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1, maxWidth: '70ch' }}>
          {translate(help)}
        </Typography>
      )}
      {children}
    </Box>
  )
}

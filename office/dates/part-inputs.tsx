// Lists of parts within a date's form: lines that are added, removed and put in order by buttons.
import AddIcon from '@mui/icons-material/Add'
import { Box, Typography } from '@mui/material'
import { useSimpleFormIterator, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { ArrayInput, Button, SimpleFormIterator } from 'react-admin'

/** Fields beside each other, as many as fit. */
export const Fields = ({ children, min = 160 }: { children: ReactNode; min?: number }) => (
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

/** A part of a page with a heading. */
export function Section({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  const translate = useTranslate()
  return (
    <Box component="section" aria-label={translate(title)} sx={{ width: '100%', mb: 2 }}>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {translate(title)}
      </Typography>
      {help && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {translate(help)}
        </Typography>
      )}
      {children}
    </Box>
  )
}

function AddButton() {
  const { add } = useSimpleFormIterator()
  return (
    <Button label="dates.add" variant="outlined" onClick={() => add()}>
      <AddIcon />
    </Button>
  )
}

interface PartsProps {
  source: string
  children: ReactNode
  min?: number
  /** false: the order says nothing. */
  ordered?: boolean
}

export const PartsInput = ({ source, children, min = 160, ordered = true }: PartsProps) => (
  <ArrayInput source={source} label={false} helperText={false}>
    <SimpleFormIterator
      disableClear
      addButton={<AddButton />}
      disableReordering={!ordered}
      fullWidth
      sx={{
        '&& .RaSimpleFormIterator-form': { width: '100%' },
        '& .RaSimpleFormIterator-line': { pb: 1 },
        // By keyboard and touch there is no pointer over a line.
        '&& .RaSimpleFormIterator-action': { visibility: 'visible' },
      }}
    >
      <Fields min={min}>{children}</Fields>
    </SimpleFormIterator>
  </ArrayInput>
)

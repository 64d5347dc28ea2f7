// How a table looks for this user in this browser: the height of its rows, and its columns.
import TuneIcon from '@mui/icons-material/Tune'
import { Box, Popover, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useStore } from 'react-admin'
import { ColumnChoice } from './column-choice.tsx'
import type { TableColumns } from './table-columns.ts'
import { ToolbarButton } from './toolbar-button.tsx'

const densities = ['compact', 'comfortable'] as const
type Density = (typeof densities)[number]

/** The same for all lists. */
export const useDensity = () => useStore<Density>('list.density', 'compact')

export function DisplayMenu({ columns }: { columns: TableColumns }) {
  const translate = useTranslate()
  const [density, setDensity] = useDensity()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <ToolbarButton
        icon={<TuneIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('shell.list.display')}
      </ToolbarButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': translate('shell.list.display') } }}
      >
        <Box sx={{ px: 2, py: 1.5, minWidth: 260 }}>
          <Typography component="h2" variant="overline">
            {translate('shell.list.rows')}
          </Typography>
          <ToggleButtonGroup
            exclusive
            fullWidth
            size="small"
            value={density}
            aria-label={translate('shell.list.rows')}
            onChange={(_event, next: Density | null) => next && setDensity(next)}
          >
            {densities.map((one) => (
              <ToggleButton key={one} value={one}>
                {translate(`shell.list.density.${one}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <Typography component="h2" variant="overline">
            {translate('shell.list.columns')}
          </Typography>
          <ColumnChoice {...columns} />
        </Box>
      </Popover>
    </>
  )
}

// All filters of a list, behind one button: beside it on a wide screen, in a drawer on a phone. The list follows each change.
import FilterIcon from '@mui/icons-material/FilterList'
import { Box, Button, Drawer, Popover, Typography, useMediaQuery } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { media } from '../../theme/tokens.ts'
import { ToolbarButton } from '../toolbar-button.tsx'
import { type FilterElement, useActiveFilters } from './active-filters.ts'
import { LiveFilters } from './live-filters.tsx'

interface Props {
  filters: readonly FilterElement[]
}

function Panel({ filters, onClose }: Props & { onClose: () => void }) {
  const translate = useTranslate()
  const { setFilters } = useListContext()
  return (
    <Box sx={{ p: 2, width: 'min(560px, 100vw)' }}>
      <Typography component="h2" variant="h3" sx={{ mb: 1 }}>
        {translate('shell.list.filter')}
      </Typography>
      <LiveFilters>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: '1fr 1fr',
            columnGap: 1.5,
            alignItems: 'center',
            [media.phone]: { gridTemplateColumns: '1fr' },
          }}
        >
          {filters.map((filter) => (
            <div key={filter.key} data-source={filter.props.source}>
              {filter}
            </div>
          ))}
        </Box>
      </LiveFilters>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 1.5 }}>
        <Button onClick={() => setFilters({})}>{translate('shell.list.resetFilters')}</Button>
        <Button variant="contained" onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      </Box>
    </Box>
  )
}

export function FilterButton({ filters }: Props) {
  const translate = useTranslate()
  const isPhone = useMediaQuery(media.phone)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { length: count } = useActiveFilters(filters)
  const close = () => setAnchor(null)
  const isOpen = anchor !== null
  const panel = <Panel filters={filters} onClose={close} />
  const name = { 'aria-label': translate('shell.list.filter') }
  return (
    <>
      <ToolbarButton
        icon={<FilterIcon />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {count > 0 ? translate('shell.list.filterCount', { count }) : translate('shell.list.filter')}
      </ToolbarButton>
      {isPhone ? (
        <Drawer
          anchor="bottom"
          open={isOpen}
          onClose={close}
          slotProps={{ paper: { role: 'dialog', ...name } }}
        >
          {panel}
        </Drawer>
      ) : (
        <Popover
          open={isOpen}
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', ...name } }}
        >
          {panel}
        </Popover>
      )}
    </>
  )
}

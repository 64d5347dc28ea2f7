// Above a list: search, filters and views on the left; columns and actions on the right; the active filters
// below.
import AddIcon from '@mui/icons-material/Add'
import { Box } from '@mui/material'
import { useCanAccess, useResourceContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { useResourceDefinition } from 'react-admin'
import type { ExportPath } from '../api/endpoints.ts'
import { useHasRight } from '../api/session.ts'
import { media } from '../theme/tokens.ts'
import { ExportButton } from './export-button.tsx'
import type { FilterElement } from './filters/active-filters.ts'
import { FilterChips } from './filters/filter-chips.tsx'
import { FilterButton } from './filters/filter-panel.tsx'
import { SearchField } from './search-field.tsx'
import { ToolbarButton } from './toolbar-button.tsx'

export interface ToolbarProps {
  filters: readonly FilterElement[]
  hasSearch: boolean
  exportPath?: ExportPath | undefined
  /** The menu of the table's look. */
  display?: ReactNode
  views?: ReactNode
  /** Further buttons. */
  children?: ReactNode
}

function CreateButton() {
  const translate = useTranslate()
  const resource = useResourceContext() ?? ''
  const { canAccess } = useCanAccess({ resource, action: 'create' })
  if (!canAccess) return null
  return (
    <ToolbarButton icon={<AddIcon />} to={`/${resource}/create`}>
      {translate('ra.action.create')}
    </ToolbarButton>
  )
}

const line = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.5, rowGap: 0.5 } as const

export function ListToolbar({ filters, hasSearch, exportPath, display, views, children }: ToolbarProps) {
  const { hasCreate } = useResourceDefinition()
  const mayExport = useHasRight('export')
  return (
    <Box sx={{ width: 1 }}>
      <Box sx={{ ...line, pb: 1 }}>
        {hasSearch && <SearchField />}
        {filters.length > 0 && <FilterButton filters={filters} />}
        {views}
        <Box sx={{ ...line, ml: 'auto', [media.phone]: { display: 'contents' } }}>
          {display}
          {exportPath && mayExport && <ExportButton path={exportPath} />}
          {children}
          {hasCreate && <CreateButton />}
        </Box>
      </Box>
      <FilterChips filters={filters} />
    </Box>
  )
}

// How a list looks: a row is one line; on a wide screen the table scrolls below its head and above the selection and the pages.
import type { SxProps, Theme } from '@mui/material/styles'
import { DataTableClasses } from 'react-admin'
import { heights, media } from '../theme/tokens.ts'

/** The greatest width of a column's cells, unless it is that of most columns: `cellSx={cellWidth(30)}`. */
export const cellWidth = (percentOfWindow: number) => {
  const sx = { '--cell-width': `${percentOfWindow}vw` }
  return () => sx
}

/** App bar and the space above and below the page. */
const besideList = 48 + 8 + 8

export const listStyles: SxProps<Theme> = {
  '& .RaList-content': { overflow: 'visible' },
  '& .RaDataTable-root': { display: 'flex', flexDirection: 'column', minHeight: 0, minWidth: 0 },
  [`& .${DataTableClasses.tableWrapper}`]: { overflowX: 'auto', minHeight: 0, position: 'relative' },
  [`& .${DataTableClasses.row}`]: {
    height: heights.row,
    [media.touch]: { height: heights.touchRow },
  },
  '& .MuiTableCell-paddingCheckbox .MuiCheckbox-root': {
    padding: '4px',
    '& .MuiSvgIcon-root': { fontSize: 18 },
  },
  // A cell is cut, not wrapped; the pointer shows all of it (list-page.tsx).
  [`& .${DataTableClasses.rowCell}`]: {
    maxWidth: 'var(--cell-width, 15.5vw)',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    [media.phone]: { maxWidth: '60vw' },
    '& .MuiStack-root': { flexWrap: 'nowrap' },
  },
  // A record without a page shows all of its texts where it is chosen.
  [`& .${DataTableClasses.row}:not(.${DataTableClasses.clickableRow}):focus .${DataTableClasses.rowCell}`]: {
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  '& .RaList-main > .MuiTablePagination-root': {
    flex: 'none',
    overflow: 'hidden',
    '& .MuiTablePagination-toolbar': { minHeight: 40 },
  },
  [media.wide]: {
    maxHeight: `calc(100dvh - ${besideList}px)`,
    minHeight: 0,
    '& .RaList-main': { minHeight: 0 },
    '& .RaList-content': { display: 'flex', flexDirection: 'column', minHeight: 0, overflow: 'hidden' },
    [`& .${DataTableClasses.tableWrapper}`]: { overflowY: 'auto' },
  },
}

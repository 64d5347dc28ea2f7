// How a list looks: a row is one line; on a wide screen the table scrolls below its head and above the selection and the pages.
import type { SxProps, Theme } from '@mui/material/styles'
import { DataTableClasses } from 'react-admin'
import { heights, media } from '../theme/tokens.ts'

/** The greatest width of a column's cells, unless it is that of most columns: `cellSx={cellWidth(30)}`. */
export const cellWidth = (percentOfWindow: number) => {
  const sx = { '--cell-width': `${percentOfWindow}vw` }
  return () => sx
}

/** A text of at most two lines. */
export const twoLines = {
  whiteSpace: 'normal',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
} as const

/** App bar and the space above and below the page. */
const besideList = 48 + 8 + 8

export const listStyles = {
  '& .RaList-content': { overflow: 'visible' },
  '& .RaDataTable-root': { display: 'flex', flexDirection: 'column', minHeight: 0, minWidth: 0 },
  [`& .${DataTableClasses.tableWrapper}`]: { overflowX: 'auto', minHeight: 0, position: 'relative' },
  [`& .${DataTableClasses.row}`]: {
    height: `var(--row-height, ${heights.row}px)`,
    [media.touch]: { height: `var(--touch-row-height, ${heights.touchRow}px)` },
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
    '& .MuiStack-root': { flexWrap: 'nowrap' },
  },
  // As wide as the screen: the columns share it.
  [media.phone]: {
    '& table': { tableLayout: 'fixed', width: '100%' },
    [`& .${DataTableClasses.rowCell}, & th`]: {
      maxWidth: 'none',
      padding: '3px 6px',
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    },
    '& .MuiTableCell-paddingCheckbox': { width: 40 },
    // Two lines of text.
    [`& .${DataTableClasses.rowCell} > span:not(.MuiChip-root)`]: twoLines,
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
} satisfies SxProps<Theme>

export const comfortableListStyles = {
  ...listStyles,
  '--row-height': `${heights.comfortableRow}px`,
  '--touch-row-height': `${heights.comfortableTouchRow}px`,
} satisfies SxProps<Theme>

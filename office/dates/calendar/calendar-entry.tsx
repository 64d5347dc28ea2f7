// A date in the calendar: title and details on a line each in the month view, with its status in the others. Plain elements, because
// there may be hundreds.
import { type ReactNode, useCallback } from 'react'
import type { ListedDate } from '../../catalogue/dates/event-date.ts'
import { useLookups } from '../../catalogue/dates/lookups.ts'
import { shortOccupancy, useOccupancyText } from '../../catalogue/dates/occupancy.tsx'
import { useFormat } from '../../shell/language/format.ts'
import { roomNames } from './calendar-dates.ts'

/** Of the entries. */
export const entryStyles = {
  '& .entry': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 1.5,
    minHeight: 24,
    minWidth: 0,
    padding: '2px 4px',
    '& > *': { overflowWrap: 'anywhere' },
    '& > .whole': { flex: '1 1 100%' },
    '& > .seats': { whiteSpace: 'nowrap' },
  },
  '& .entry-line': {
    columnGap: 0.75,
    '& > .title, & > .details': {
      flex: '1 1 0',
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& > .details': { flexBasis: '100%' },
    '& > .seats': { display: { xs: 'none', md: 'inline' } },
    '& > .status': {
      position: 'absolute',
      width: 1,
      height: 1,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
  },
  '& .entry-off': { textDecoration: 'line-through' },
}

/** The content of the entry of a date in a view; the same function until its texts change. */
export function useCalendarEntry(): (date: ListedDate, view: string) => ReactNode {
  const { nameOf } = useLookups()
  const format = useFormat()
  const occupancyText = useOccupancyText()
  return useCallback(
    (date, view) => {
      const status = nameOf('status', date.status)
      const inMonth = view === 'dayGridMonth'
      const days = view === 'listMonth' && date.endDate > date.startDate
      const details = [inMonth ? '' : date.startTime, date.trainerNames, roomNames(date)].filter(Boolean)
      const title = [date.displayTitle, status, inMonth && date.startTime, ...details, occupancyText(date)]
      const detailLine = details.length > 0 && (
        <span className={inMonth ? 'details' : 'whole'}>{details.join(' · ')}</span>
      )
      return (
        <span
          title={title.filter(Boolean).join(' · ')}
          className={`entry${inMonth ? ' entry-line' : ''}${date.goesAhead ? '' : ' entry-off'}`}
        >
          <span className={inMonth ? 'title' : 'whole'}>
            {inMonth && date.startTime && <b>{`${date.startTime} `}</b>}
            {date.displayTitle}
          </span>
          {!inMonth && detailLine}
          {days && <span>{format.span(date.startDate, date.endDate)}</span>}
          {status && <span className="status">{status}</span>}
          <span className="seats">{shortOccupancy(date)}</span>
          {inMonth && detailLine}
        </span>
      )
    },
    [nameOf, format, occupancyText],
  )
}

// A date in the calendar: title and details on a line each in the month view, with its status in the others.
import { Box } from '@mui/material'
import { useFormat } from '../../shell/app/format.ts'
import { HiddenText } from '../../shell/list/visually-hidden.tsx'
import type { ListedDate } from '../event-date.ts'
import { useLookups } from '../lookups.ts'
import { shortOccupancy, useOccupancyText } from '../occupancy.tsx'
import { roomNames } from './calendar-dates.ts'

const oneLine = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

export function CalendarEntry({ date, view }: { date: ListedDate; view: string }) {
  const { nameOf } = useLookups()
  const format = useFormat()
  const occupancy = useOccupancyText()(date)
  const status = nameOf('status', date.status)
  const inMonth = view === 'dayGridMonth'
  const days = view === 'listMonth' && date.endDate > date.startDate
  const details = [inMonth ? '' : date.startTime, date.trainerNames, roomNames(date)].filter(Boolean)
  const detailLine = details.length > 0 && (
    <Box
      component="span"
      sx={inMonth ? { ...oneLine, flex: '1 1 100%' } : { flex: '1 1 100%', overflowWrap: 'anywhere' }}
    >
      {details.join(' · ')}
    </Box>
  )
  return (
    <Box
      component="span"
      title={[date.displayTitle, status, inMonth && date.startTime, ...details, occupancy]
        .filter(Boolean)
        .join(' · ')}
      sx={{
        display: 'flex',
        px: 0.5,
        py: '2px',
        minHeight: 24,
        minWidth: 0,
        flexWrap: 'wrap',
        columnGap: inMonth ? 0.75 : 1.5,
        textDecoration: date.goesAhead ? 'none' : 'line-through',
      }}
    >
      <Box
        component="span"
        sx={inMonth ? { ...oneLine, flex: '1 1 0' } : { flex: '1 1 100%', overflowWrap: 'anywhere' }}
      >
        {inMonth && date.startTime && <Box component="b">{`${date.startTime} `}</Box>}
        {date.displayTitle}
      </Box>
      {!inMonth && detailLine}
      {days && <span>{format.span(date.startDate, date.endDate)}</span>}
      {inMonth ? (
        <HiddenText>{status}</HiddenText>
      ) : (
        status && (
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {status}
          </Box>
        )
      )}
      <Box
        component="span"
        sx={{ display: { xs: inMonth ? 'none' : 'inline', md: 'inline' }, whiteSpace: 'nowrap' }}
      >
        {shortOccupancy(date)}
      </Box>
      {inMonth && detailLine}
    </Box>
  )
}

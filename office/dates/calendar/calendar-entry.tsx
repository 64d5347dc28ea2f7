// A date in the calendar: one line in the month view, with its status in the others.
import { Box } from '@mui/material'
import { useFormat } from '../../shell/app/format.ts'
import { HiddenText } from '../../shell/list/visually-hidden.tsx'
import type { ListedDate } from '../event-date.ts'
import { useLookups } from '../lookups.ts'
import { shortOccupancy, useOccupancyText } from '../occupancy.tsx'
import { roomNames } from './calendar-dates.ts'

export function CalendarEntry({ date, view }: { date: ListedDate; view: string }) {
  const { nameOf } = useLookups()
  const format = useFormat()
  const occupancy = useOccupancyText()(date)
  const status = nameOf('status', date.status)
  const inMonth = view === 'dayGridMonth'
  const days = view === 'listMonth' && date.endDate > date.startDate
  const details = [date.startTime, date.trainerNames, roomNames(date)].filter(Boolean)
  return (
    <Box
      component="span"
      title={[date.displayTitle, status, ...details, occupancy].filter(Boolean).join(' · ')}
      sx={{
        display: 'flex',
        px: 0.5,
        py: '2px',
        minHeight: 24,
        minWidth: 0,
        flexWrap: inMonth ? 'nowrap' : 'wrap',
        columnGap: inMonth ? 0.75 : 1.5,
        textDecoration: date.goesAhead ? 'none' : 'line-through',
      }}
    >
      <Box
        component="span"
        sx={
          inMonth
            ? {
                flex: '1 1 auto',
                minWidth: 0,
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
              }
            : { flex: '1 1 100%', overflowWrap: 'anywhere' }
        }
      >
        {inMonth && date.startTime && <Box component="b">{`${date.startTime} `}</Box>}
        {date.displayTitle}
      </Box>
      {!inMonth && details.length > 0 && (
        <Box component="span" sx={{ flex: '1 1 100%', overflowWrap: 'anywhere' }}>
          {details.join(' · ')}
        </Box>
      )}
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
    </Box>
  )
}

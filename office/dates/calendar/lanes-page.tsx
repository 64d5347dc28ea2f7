// The dates of a week in lanes: one for each trainer, or one for each room.

import CalendarIcon from '@mui/icons-material/CalendarMonth'
import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import {
  Alert,
  Box,
  Card,
  IconButton,
  Link,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import { Title } from 'react-admin'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { useHasRight } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/app/format.ts'
import { useToday } from '../../shell/app/today.ts'
import { Button } from '../../shell/form/button.tsx'
import { MoveDialog } from '../actions/move-dialog.tsx'
import { useHolidays } from '../day-hints.tsx'
import { addDays, mondayOf, parseDay } from '../days.ts'
import type { ListedDate } from '../event-date.ts'
import { shortOccupancy } from '../occupancy.tsx'
import { statusColors } from '../status-chip.tsx'
import { daysShown, maxDates, movedStart, roomNames, useDatesBetween } from './calendar-dates.ts'
import { CalendarFilter, filterOf } from './calendar-filter.tsx'
import { type Lane, type LaneKind, lanesOf } from './lanes.ts'

const noDates: ListedDate[] = []

interface EntryProps {
  date: ListedDate
  kind: LaneKind
  /** undefined: the user may not move dates. */
  onDrag: (() => void) | undefined
}

function Entry({ date, kind, onDrag }: EntryProps) {
  const detail = [
    date.startTime,
    kind === 'trainer' ? roomNames(date) : date.trainerNames,
    shortOccupancy(date),
  ]
  const color = statusColors[date.status] ?? 'default'
  return (
    <Link
      component={RouterLink}
      to={`/dates/${date.id}`}
      draggable={onDrag !== undefined}
      onDragStart={onDrag}
      underline="none"
      color="textPrimary"
      variant="caption"
      sx={{
        display: 'block',
        mb: 0.5,
        px: 0.5,
        py: 0.25,
        borderRadius: 1,
        borderLeft: 4,
        borderColor: color === 'default' ? 'text.secondary' : `${color}.main`,
        bgcolor: 'action.hover',
        overflowWrap: 'anywhere',
        hyphens: 'auto',
      }}
    >
      <Box
        component="span"
        sx={{ display: 'block', textDecoration: date.goesAhead ? 'none' : 'line-through' }}
      >
        {date.displayTitle}
      </Box>
      <Typography component="span" variant="caption" color="textSecondary">
        {detail.filter(Boolean).join(' · ')}
      </Typography>
    </Link>
  )
}

interface Drag {
  date: ListedDate
  from: string
}

interface LaneRowProps {
  lane: Lane
  name: string
  kind: LaneKind
  days: readonly string[]
  /** undefined: the user may not move dates. */
  onDrag: ((drag: Drag) => void) | undefined
  onDrop: (day: string) => void
}

function LaneRow({ lane, name, kind, days, onDrag, onDrop }: LaneRowProps) {
  return (
    <TableRow>
      <TableCell
        component="th"
        scope="row"
        sx={{ position: 'sticky', left: 0, bgcolor: 'background.paper', zIndex: 1 }}
      >
        {name}
      </TableCell>
      {days.map((day) => (
        <TableCell
          key={day}
          sx={{ verticalAlign: 'top', p: 0.5, borderLeft: 1, borderColor: 'divider' }}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            onDrop(day)
          }}
        >
          {lane.dates
            .filter((date) => daysShown(date).includes(day))
            .map((date) => (
              <Entry
                key={date.id}
                date={date}
                kind={kind}
                onDrag={onDrag && (() => onDrag({ date, from: day }))}
              />
            ))}
        </TableCell>
      ))}
    </TableRow>
  )
}

export function LanesPage() {
  const translate = useTranslate()
  const format = useFormat()
  const mayEdit = useHasRight('100100')
  const today = useToday()
  const [query, setQuery] = useSearchParams()
  const dragged = useRef<Drag>(undefined)
  const [move, setMove] = useState<{ date: ListedDate; to: string }>()
  const kind: LaneKind = query.get('by') === 'room' ? 'room' : 'trainer'
  const monday = mondayOf(parseDay(query.get('day') ?? '') ?? today)
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
  const sunday = days[6]!
  const { data: dates = noDates } = useDatesBetween({ from: monday, to: sunday }, filterOf(query))
  const holidays = useHolidays(monday, sunday)?.days ?? []
  const shown = dates.filter((date) => daysShown(date).some((day) => days.includes(day)))
  const lanes = lanesOf(shown, kind)
  const change = (name: 'day' | 'by', value: string): void =>
    setQuery(
      (before) => {
        before.set(name, value)
        return before
      },
      { replace: true },
    )
  const drop = (day: string): void => {
    const drag = dragged.current
    if (drag && drag.from !== day) setMove({ date: drag.date, to: movedStart(drag.date, drag.from, day) })
    dragged.current = undefined
  }
  const startDrag = (drag: Drag): void => {
    dragged.current = drag
  }

  return (
    <Card sx={{ p: 2, mt: 1 }}>
      <Title title={translate('dates.lanes.title')} />
      <CalendarFilter query={query}>
        <Button to="/date-calendar" label="dates.calendar">
          <CalendarIcon />
        </Button>
      </CalendarFilter>
      <Stack direction="row" useFlexGap spacing={1} sx={{ my: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <IconButton
          aria-label={translate('dates.lanes.previous')}
          onClick={() => change('day', addDays(monday, -7))}
        >
          <PreviousIcon />
        </IconButton>
        <IconButton
          aria-label={translate('dates.lanes.next')}
          onClick={() => change('day', addDays(monday, 7))}
        >
          <NextIcon />
        </IconButton>
        <Button label="dates.cal.today" onClick={() => change('day', today)} />
        <Typography variant="h2" role="status" sx={{ flex: 1 }}>
          {format.span(monday, sunday)}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={kind}
          aria-label={translate('dates.lanes.title')}
          onChange={(_, value: LaneKind | null) => value && change('by', value)}
        >
          <ToggleButton value="trainer">{translate('dates.lanes.trainer')}</ToggleButton>
          <ToggleButton value="room">{translate('dates.lanes.room')}</ToggleButton>
        </ToggleButtonGroup>
      </Stack>
      {dates.length >= maxDates && (
        <Alert severity="info">{translate('dates.cal.more', { count: maxDates })}</Alert>
      )}
      <TableContainer>
        <Table size="small" sx={{ tableLayout: 'fixed', minWidth: 1000 }}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: 132 }}>{translate(`dates.lanes.${kind}`)}</TableCell>
              {days.map((day) => {
                const holiday = holidays.find((one) => one.day === day)
                return (
                  <TableCell key={day} {...(day === today ? { 'aria-current': 'date' } : {})}>
                    {format.longDate(day)}
                    {holiday && (
                      <Typography variant="caption" color="warning" sx={{ display: 'block' }}>
                        {translate(`dates.holiday.${holiday.name}`)}
                      </Typography>
                    )}
                  </TableCell>
                )
              })}
            </TableRow>
          </TableHead>
          <TableBody>
            {lanes.map((lane) => (
              <LaneRow
                key={lane.id}
                lane={lane}
                name={lane.name || translate(`dates.lanes.no.${kind}`)}
                kind={kind}
                days={days}
                onDrag={mayEdit ? startDrag : undefined}
                onDrop={drop}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {lanes.length === 0 && <Typography sx={{ mt: 1 }}>{translate('dates.lanes.empty')}</Typography>}
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {translate('dates.cal.hint')}
      </Typography>
      {move && <MoveDialog date={move.date} to={move.to} close={() => setMove(undefined)} />}
    </Card>
  )
}

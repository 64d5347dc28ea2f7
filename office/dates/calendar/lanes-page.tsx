// The dates of a week in lanes: one for each trainer, or one for each room.
import CalendarIcon from '@mui/icons-material/CalendarMonth'
import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import {
  Alert,
  Card,
  IconButton,
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
import type { Theme } from '@mui/material/styles'
import { useTranslate } from 'ra-core'
import { useDeferredValue, useRef, useState } from 'react'
import { Title } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { addDays, mondayOf } from '../../catalogue/dates/days.ts'
import type { ListedDate } from '../../catalogue/dates/event-date.ts'
import { shortOccupancy } from '../../catalogue/dates/occupancy.tsx'
import { statusColors } from '../../catalogue/dates/status-chip.tsx'
import type { ReadPage } from '../../shell/api/read-ahead.ts'
import { currentSession, useHasRight } from '../../shell/api/session.ts'
import { Button } from '../../shell/form/button.tsx'
import { useFormat } from '../../shell/language/format.ts'
import { todayIn, useToday } from '../../shell/language/today.ts'
import { parseDay } from '../../shell/language/typed-days.ts'
import { officeHref, useOpenLinks } from '../../shell/list/plain-rows.tsx'
import { sizes } from '../../shell/theme/tokens.ts'
import { MoveDialog } from '../actions/move-dialog.tsx'
import { useHolidays } from '../day-hints.tsx'
import {
  datesBetween,
  daysShown,
  maxDates,
  movedStart,
  roomNames,
  useDatesBetween,
} from './calendar-dates.ts'
import { CalendarFilter, filterOf } from './calendar-filter.tsx'
import { type Lane, type LaneKind, lanesOf } from './lanes.ts'

const noDates: ListedDate[] = []

interface Drag {
  date: ListedDate
  from: string
}

/** A week can have hundreds of entries: they are plain elements. */
const styles = (theme: Theme) => ({
  tableLayout: 'fixed',
  minWidth: 1000,
  '& tbody th': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    padding: '3px 10px',
    backgroundColor: 'background.paper',
    fontWeight: 400,
    textAlign: 'left',
  },
  '& tbody :is(th, td)': {
    borderBottom: `1px solid ${theme.palette.divider}`,
    fontSize: sizes.small,
    lineHeight: 1.43,
  },
  '& td': { padding: '4px', verticalAlign: 'top', borderLeft: `1px solid ${theme.palette.divider}` },
  '& .entry': {
    display: 'block',
    marginBottom: '4px',
    padding: '2px 4px',
    borderRadius: `${theme.shape.borderRadius}px`,
    borderLeft: `4px solid ${theme.palette.text.secondary}`,
    backgroundColor: 'action.hover',
    color: 'text.primary',
    textDecoration: 'none',
    overflowWrap: 'anywhere',
    hyphens: 'auto',
    fontSize: sizes.caption,
    '&:focus-visible': { outline: `2px solid ${theme.palette.text.primary}`, outlineOffset: '1px' },
  },
  ...Object.fromEntries(
    (['success', 'warning', 'error', 'info'] as const).map((name) => [
      `& .entry-${name}`,
      { borderLeftColor: theme.palette[name].main },
    ]),
  ),
  '& .off': { textDecoration: 'line-through' },
  '& .detail': { fontSize: sizes.caption, lineHeight: 1.66, color: 'text.secondary' },
})

interface EntryProps {
  date: ListedDate
  kind: LaneKind
  /** undefined: the user may not move dates. */
  onDrag: (() => void) | undefined
}

const Entry = ({ date, kind, onDrag }: EntryProps) => (
  <a
    href={officeHref(`/dates/${date.id}`)}
    className={`entry entry-${statusColors[date.status] ?? 'default'}`}
    draggable={onDrag !== undefined}
    onDragStart={onDrag}
  >
    <div className={date.goesAhead ? undefined : 'off'}>{date.displayTitle}</div>
    <span className="detail">
      {[date.startTime, kind === 'trainer' ? roomNames(date) : date.trainerNames, shortOccupancy(date)]
        .filter(Boolean)
        .join(' · ')}
    </span>
  </a>
)

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
  const shown = lane.dates.map((date) => ({ date, on: daysShown(date) }))
  return (
    <tr>
      <th scope="row">{name}</th>
      {days.map((day) => (
        <td
          key={day}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            onDrop(day)
          }}
        >
          {shown
            .filter(({ on }) => on.includes(day))
            .map(({ date }) => (
              <Entry
                key={date.id}
                date={date}
                kind={kind}
                onDrag={onDrag && (() => onDrag({ date, from: day }))}
              />
            ))}
        </td>
      ))}
    </tr>
  )
}

const firstLanes = 8

/** The lanes that fill a screen come first. */
function LaneRows({ lanes, ...props }: Omit<LaneRowProps, 'lane' | 'name'> & { lanes: readonly Lane[] }) {
  const translate = useTranslate()
  return useDeferredValue(lanes, lanes.slice(0, firstLanes)).map((lane) => (
    <LaneRow
      key={lane.id}
      lane={lane}
      name={lane.name || translate(`dates.lanes.no.${props.kind}`)}
      {...props}
    />
  ))
}

function weekOf(query: URLSearchParams, today: string): { from: string; to: string } {
  const from = mondayOf(parseDay(query.get('day') ?? '') ?? today)
  return { from, to: addDays(from, 6) }
}

export const readLanes: ReadPage = (client, _params, query) => {
  const week = weekOf(query, todayIn(currentSession()?.timeZone || 'UTC'))
  client.prefetchQuery(datesBetween(week, filterOf(query)))
}

interface BarProps {
  monday: string
  kind: LaneKind
  onChange: (name: 'day' | 'by', value: string) => void
}

/** Chooses the week, and whether lanes are trainers or rooms. */
function WeekBar({ monday, kind, onChange }: BarProps) {
  const translate = useTranslate()
  const format = useFormat()
  const today = useToday()
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ my: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <IconButton
        aria-label={translate('dates.lanes.previous')}
        onClick={() => onChange('day', addDays(monday, -7))}
      >
        <PreviousIcon />
      </IconButton>
      <IconButton
        aria-label={translate('dates.lanes.next')}
        onClick={() => onChange('day', addDays(monday, 7))}
      >
        <NextIcon />
      </IconButton>
      <Button label="dates.cal.today" onClick={() => onChange('day', today)} />
      <Typography variant="h2" role="status" sx={{ flex: 1 }}>
        {format.span(monday, addDays(monday, 6))}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={kind}
        aria-label={translate('dates.lanes.title')}
        onChange={(_, value: LaneKind | null) => value && onChange('by', value)}
      >
        <ToggleButton value="trainer">{translate('dates.lanes.trainer')}</ToggleButton>
        <ToggleButton value="room">{translate('dates.lanes.room')}</ToggleButton>
      </ToggleButtonGroup>
    </Stack>
  )
}

export function LanesPage() {
  const translate = useTranslate()
  const format = useFormat()
  const mayEdit = useHasRight('catalogue:edit')
  const today = useToday()
  const openLinks = useOpenLinks()
  const [query, setQuery] = useSearchParams()
  const dragged = useRef<Drag>(undefined)
  const [move, setMove] = useState<{ date: ListedDate; to: string }>()
  const kind: LaneKind = query.get('by') === 'room' ? 'room' : 'trainer'
  const { from: monday, to: sunday } = weekOf(query, today)
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
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
      <WeekBar monday={monday} kind={kind} onChange={change} />
      {dates.length >= maxDates && (
        <Alert severity="info">{translate('dates.cal.more', { count: maxDates })}</Alert>
      )}
      <TableContainer>
        <Table size="small" sx={styles} onClick={openLinks}>
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
            {lanes.length > 0 && (
              <LaneRows
                key={`${monday} ${kind}`}
                lanes={lanes}
                kind={kind}
                days={days}
                onDrag={mayEdit ? startDrag : undefined}
                onDrop={drop}
              />
            )}
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

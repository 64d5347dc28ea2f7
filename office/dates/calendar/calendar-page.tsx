// The calendar of dates.
import FullCalendar, {
  type CalendarOptions,
  type DatesSetInfo,
  type EventClickInfo,
  type EventDropInfo,
  type EventInput,
} from '@fullcalendar/react'
import dayGridPlugin from '@fullcalendar/react/daygrid'
import interactionPlugin from '@fullcalendar/react/interaction'
import listPlugin from '@fullcalendar/react/list'
import german from '@fullcalendar/react/locales/de'
import english from '@fullcalendar/react/locales/en-gb'
import classicTheme from '@fullcalendar/react/themes/classic'
import ListIcon from '@mui/icons-material/ViewList'
import LanesIcon from '@mui/icons-material/ViewTimelineOutlined'
import { Alert, Box, Card, LinearProgress, type Theme, Typography, useTheme } from '@mui/material'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import '@fullcalendar/react/themes/classic/palette.css'
import { useLocale, useTranslate } from 'ra-core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Title } from 'react-admin'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { addDays } from '../../catalogue/dates/days.ts'
import type { ListedDate } from '../../catalogue/dates/event-date.ts'
import { statusColors } from '../../catalogue/dates/status-chip.tsx'
import { useHasRight } from '../../shell/api/session.ts'
import { Button } from '../../shell/form/button.tsx'
import { useToday } from '../../shell/language/today.ts'
import { parseDay } from '../../shell/language/typed-days.ts'
import { useIsNarrow } from '../../shell/theme/use-is-narrow.ts'
import { MoveDialog } from '../actions/move-dialog.tsx'
import { type Holidays, useHolidays } from '../day-hints.tsx'
import {
  daysShown,
  maxDates,
  movedStart,
  periodOf,
  type Segment,
  segmentsOf,
  useDatesBetween,
} from './calendar-dates.ts'
import { entryStyles, useCalendarEntry } from './calendar-entry.tsx'
import { CalendarFilter, filterOf } from './calendar-filter.tsx'

const plugins = [dayGridPlugin, listPlugin, interactionPlugin, classicTheme]
const locales = [german, english]
const toolbar = { start: 'prev,next today', center: 'title', end: 'dayGridMonth,dayGridWeek,listMonth' }
const eventOrder = ['duration', 'start', 'title']
const noDates: ListedDate[] = []
const noHolidays: Holidays['days'] = []

interface PendingMove {
  date: ListedDate
  to: string
  revert: () => void
}

/** The calendar's dates have no time. */
const toDay = (text: string): string => text.slice(0, 10)

/** The list shows a date once, on its first day in the period. */
const firstIn = (days: readonly string[], range: { from: string }): Segment[] => {
  const day = days.find((one) => one >= range.from)
  return day ? [{ start: day, end: day }] : []
}

const renderMoreLink = ({ text }: { text: string }) => (
  <Box component="span" sx={{ display: 'block', minHeight: 24, py: '2px' }}>
    {text}
  </Box>
)

/** The calendar's own text is too faint to read. */
const renderHoliday = ({ event }: { event: { title: string; start: Date | null } }) => (
  <Typography
    variant="caption"
    noWrap
    // On Mondays the week number stands first.
    sx={{ display: 'block', pl: event.start?.getUTCDay() === 1 ? 6 : 0.5, pr: 4 }}
  >
    {event.title}
  </Typography>
)

/** A view of the calendar, and its first day. */
interface Period {
  view: string
  day: string
}

/** The dates, and the holidays behind them. */
function useCalendarEvents(
  dates: readonly ListedDate[],
  holidays: Holidays['days'],
  range: { from: string; to: string },
  inList: boolean,
): EventInput[] {
  const translate = useTranslate()
  const theme = useTheme()
  const statusColorsOf = (date: ListedDate) => {
    const name = statusColors[date.status] ?? 'default'
    return name === 'default'
      ? { color: theme.palette.text.secondary, contrastColor: theme.palette.background.paper }
      : { color: theme.palette[name].main, contrastColor: theme.palette[name].contrastText }
  }
  return useMemo(
    (): EventInput[] => [
      ...dates.flatMap((date) => {
        const days = daysShown(date)
        return (inList ? firstIn(days, range) : segmentsOf(days)).map(({ start, end }) => ({
          id: `${date.id} ${start}`,
          // All days of a date move together.
          groupId: String(date.id),
          title: date.displayTitle,
          allDay: true,
          url: `/office/#/dates/${date.id}`,
          start,
          // Exclusive.
          end: addDays(end, 1),
          ...statusColorsOf(date),
        }))
      }),
      ...holidays.map(({ day, name }) => ({
        id: day,
        title: translate(`dates.holiday.${name}`),
        start: day,
        allDay: true,
        display: 'background',
        color: theme.palette.warning.main,
      })),
    ],
    [dates, holidays, theme, inList, range, translate],
  )
}

function useButtons() {
  const translate = useTranslate()
  return useMemo(() => {
    // The accessible name is the visible text.
    const buttonText = (key: string) => ({ text: translate(key), hint: translate(key) })
    return {
      today: buttonText('dates.cal.today'),
      dayGridMonth: buttonText('dates.cal.month'),
      dayGridWeek: buttonText('dates.cal.week'),
      listMonth: buttonText('dates.cal.listView'),
    }
  }, [translate])
}

/** Keeps the period in the address, so that the browser's back button restores view and day. */
function usePeriodInAddress(period: Period | undefined): void {
  const [query, setQuery] = useSearchParams()
  useEffect(() => {
    if (!period) return
    if (query.get('view') === period.view && query.get('day') === period.day) return
    setQuery(
      (before) => {
        for (const [name, value] of Object.entries(period)) before.set(name, value)
        return before
      },
      { replace: true },
    )
  }, [period])
}

const colorsOf = (theme: Theme) => ({
  // The calendar sets its own colours again in dark mode.
  '&, && [data-color-scheme]': {
    '--fc-classic-background': theme.palette.background.paper,
    '--fc-classic-foreground': theme.palette.text.primary,
    '--fc-classic-muted-foreground': theme.palette.text.secondary,
    '--fc-classic-faint-foreground': theme.palette.text.secondary,
    '--fc-classic-border': theme.palette.divider,
    // Not translucent as the calendar's own: the week number can lie on a holiday.
    '--fc-classic-muted': theme.palette.grey[theme.palette.mode === 'dark' ? 800 : 200],
  },
})

/** The period that the calendar shows. */
function useShownPeriod(firstView: string) {
  const [query] = useSearchParams()
  const today = useToday()
  const [shownPeriod, setShownPeriod] = useState<Period>()
  // Known before the calendar says it, so that its dates are read while it is being built.
  const [range, setRange] = useState(() => periodOf(firstView, parseDay(query.get('day') ?? '') ?? today))
  usePeriodInAddress(shownPeriod)
  const onDatesSet = useCallback((info: DatesSetInfo): void => {
    const next = { from: toDay(info.startStr), to: addDays(toDay(info.endStr), -1) }
    const shown = { view: info.view.type, day: toDay(info.view.currentStart.toISOString()) }
    setRange((before) => (before.from === next.from && before.to === next.to ? before : next))
    setShownPeriod((before) => (before?.view === shown.view && before.day === shown.day ? before : shown))
  }, [])
  return { range, view: shownPeriod?.view ?? firstView, onDatesSet }
}

/** The content of a date in the calendar, which renders everything again whenever an option is another function. */
function useContent(dates: readonly ListedDate[], onMove: (move: PendingMove) => void): CalendarOptions {
  const renderEntry = useCalendarEntry()
  const byId = useMemo(() => new Map(dates.map((date) => [String(date.id), date])), [dates])
  return useMemo(
    (): CalendarOptions => ({
      eventContent: ({ event, view: { type } }) => {
        const date = byId.get(event.groupId)
        return date ? renderEntry(date, type) : event.title
      },
      eventDrop: ({ event, oldEvent, revert }: EventDropInfo): void => {
        const date = byId.get(event.groupId)
        const [from, to] = [toDay(oldEvent.startStr), toDay(event.startStr)]
        if (date) onMove({ date, to: movedStart(date, from, to), revert })
        else revert()
      },
    }),
    [byId, renderEntry],
  )
}

export function CalendarPage() {
  const translate = useTranslate()
  const locale = useLocale()
  const theme = useTheme()
  const navigate = useNavigate()
  const mayEdit = useHasRight('catalogue:edit')
  const today = useToday()
  const [query] = useSearchParams()
  const [pendingMove, setPendingMove] = useState<PendingMove>()
  // Seven columns have no room for text on a narrow screen.
  const isNarrow = useIsNarrow()
  const first = query.get('view') ?? (isNarrow ? 'listMonth' : 'dayGridMonth')
  const { range, view, onDatesSet } = useShownPeriod(first)
  const inList = view === 'listMonth'
  const { data: dates = noDates, isFetching } = useDatesBetween(range, filterOf(query))
  const holidays = useHolidays(range.from, range.to)?.days ?? noHolidays
  const content = useContent(dates, setPendingMove)

  const events = useCalendarEvents(dates, holidays, range, inList)
  const buttons = useButtons()

  const openDate = useCallback(
    (info: EventClickInfo): void => {
      info.jsEvent.preventDefault()
      navigate(`/dates/${info.event.groupId}`)
    },
    [navigate],
  )

  return (
    <Card sx={{ p: 2, mt: 1 }}>
      <Title title={translate('dates.calendar')} />
      <CalendarFilter query={query}>
        <Button to="/dates" label="dates.list">
          <ListIcon />
        </Button>
        <Button to="/date-lanes" label="dates.lanes.menu">
          <LanesIcon />
        </Button>
      </CalendarFilter>
      <Box sx={{ height: 4 }}>
        {isFetching && <LinearProgress aria-label={translate('ra.page.loading')} />}
      </Box>
      {dates.length >= maxDates && (
        <Alert severity="info">{translate('dates.cal.more', { count: maxDates })}</Alert>
      )}
      <Box
        sx={{
          ...entryStyles,
          ...colorsOf(theme),
          '& a:focus-visible': { outline: `2px solid ${theme.palette.text.primary}`, outlineOffset: 1 },
        }}
      >
        <FullCalendar
          plugins={plugins}
          locales={locales}
          locale={locale === 'de' ? 'de' : 'en-gb'}
          timeZone="UTC"
          now={today}
          colorScheme={theme.palette.mode}
          initialView={first}
          {...(query.get('day') ? { initialDate: query.get('day')! } : {})}
          headerToolbar={toolbar}
          buttons={buttons}
          height="auto"
          dayMaxEvents={view === 'dayGridMonth' ? 3 : false}
          fixedWeekCount={false}
          // Dates that last for months must not hide those of a day.
          eventOrder={eventOrder}
          weekNumbers
          events={events}
          eventInteractive
          moreLinkContent={renderMoreLink}
          editable={mayEdit}
          eventDurationEditable={false}
          datesSet={onDatesSet}
          eventClick={openDate}
          {...content}
          backgroundEventContent={renderHoliday}
        />
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {translate('dates.cal.hint')}
      </Typography>
      {pendingMove && (
        <MoveDialog
          date={pendingMove.date}
          to={pendingMove.to}
          close={() => {
            pendingMove.revert()
            setPendingMove(undefined)
          }}
        />
      )}
    </Card>
  )
}
